"""What a visitor's own engine is made from, and where a game begins in the words of its compiled code."""

from __future__ import annotations

from typing_extensions import TypedDict

from vato.server.wire.fields import sent
from vato.server.wire.game import Outcome


@sent
class Part(TypedDict):
    """Something to be fetched once."""

    url: str
    """Another one when the content is another."""
    size: int
    """In bytes, as it is sent."""
    length: int
    """In bytes, as it is."""


@sent
class LevelTraits(TypedDict):
    """How a level thinks and errs (see `vato.game.Traits`)."""

    number: int
    depth: int | None
    nodes: int | None
    seconds: float | None
    sight: float
    error: float
    greed: float
    full: bool
    """Whether it uses what is known exactly, the opening book, and all threads."""


@sent
class Supply(TypedDict):
    """What an engine is made from."""

    module: Part
    """The compiled code, as WebAssembly."""
    weights: Part
    """What positions are judged by."""
    known: Part | None
    """What is known exactly, for the usual board and rules."""
    book: Part | None
    """The opening book (see `vato.book`)."""
    levels: list[LevelTraits]
    pace_ms: int
    """How long the computer takes for a move at least, as people like to wait for an answer."""
    share_of_clock: int
    """Which part of its remaining time it does not exceed for that alone."""


@sent
class Beginning(TypedDict):
    """A start in the words of the compiled code, 64 bits each, in decimal figures."""

    layout_key: str
    start: str
    """The position as text."""
    module: str
    """Where the compiled code is that has these words: `url` of that part."""
    table: list[str]
    """The board."""
    rules: list[str]
    position: list[str]
    sides: tuple[str, str]
    resigned: tuple[Outcome, Outcome]
    """How the game ends when each side gives up."""
    agreed: Outcome | None
    """How it ends by agreement; null where the rules know no such thing."""
    adjudicated: Outcome
    """How it ends after `longest_game` turns, if its rules have not ended it."""
    longest_game: int
    outcomes: list[Outcome | None]
    """What the numbers mean that the compiled code gives for how a game stands; the first is that it goes on."""
    most_turns: int
    """A position with more turns than this is not shown."""
    informed: bool
    """Whether what is known exactly is for this board and these rules."""
    proven: bool
    """Whether a certificate is for this board and these rules: the opening explorer says what it proves."""
