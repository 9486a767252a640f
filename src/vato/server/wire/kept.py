"""What a browser keeps to do without a network: a list of it, and exercises with all answers ahead."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from vato.server.wire.engine import Beginning
from vato.server.wire.fields import sent


@sent
class KeptItem(TypedDict):
    """Something to be fetched: an answer to be kept, or a pack of them."""

    url: str
    size: int
    """In bytes, as it is sent."""
    tag: str | None
    """Another one when the content is another; null where the address is another one then."""
    is_pack: bool


@sent
class KeptList(TypedDict):
    """All that the app needs without a network, beside its own files, in a language."""

    language: str
    size: int
    """Of all together, in bytes, as they are sent."""
    items: list[KeptItem]


@sent
class PackedAnswer(TypedDict):
    """An answer in a pack."""

    url: str
    is_spoken: bool
    """Whether it is asked for with the language in the header, as pages ask; an image has no such header."""
    headers: dict[str, str]
    body: str


@sent
class Pack(TypedDict):
    """Many small answers, which are fetched as one."""

    answers: list[PackedAnswer]


@sent
class KeptStart(TypedDict):
    """Where an exercise begins."""

    beginning: int
    """Which of the beginnings has its board and its rules."""
    start: str
    """The position as text."""
    position: list[str]
    """The same in the words of the compiled code."""


@sent
class KeptAnswer(TypedDict):
    """What comes of a turn in an exercise of a lesson: what `Tried` has, but for what the turns themselves lead to."""

    verdict: Literal["wrong", "onward", "reached"]
    message: str
    reply: NotRequired[str]
    hint: NotRequired[str]
    """Where the exercise goes on: a turn that is right."""
    then: NotRequired[dict[str, KeptAnswer]]
    """Where the exercise goes on: what comes of each turn there."""


@sent
class KeptExercise(KeptStart):
    """An exercise of a lesson."""

    hint: str
    """The sentence that helps."""
    answers: dict[str, KeptAnswer]
    """By the turn that is tried."""


@sent
class KeptLessons(TypedDict):
    """The exercises of all lessons of a game."""

    beginnings: list[Beginning]
    lessons: dict[str, list[KeptExercise]]


@sent
class KeptPuzzle(KeptStart):
    """A puzzle."""

    grade: int
    finds: int
    """How many turns are to be found one after the other."""
    task: int
    """Which of the tasks it has."""
    answers: dict[str, int]
    """For each turn how the game may go on, from the turn itself, with which of the messages is said of it."""


@sent
class KeptMessage(TypedDict):
    """What is said of a turn in a puzzle."""

    verdict: Literal["wrong", "reached"]
    text: str
    """`{line}` stands for how the game may go on."""


@sent
class KeptPuzzles(TypedDict):
    """All puzzles of a game."""

    beginnings: list[Beginning]
    rules: str
    tasks: list[str]
    messages: list[KeptMessage]
    hint: str
    """The sentence that helps with each of them."""
    onward: str
    """What is said of a right turn after which more is to be found."""
    better: str
    """What is said of a wrong turn after the first."""
    puzzles: list[KeptPuzzle]
    """The first has the number 1."""
