"""Lessons, puzzles and endings: what is learned, and what came of a try."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from vato.server.wire.board import Scene, Turn
from vato.server.wire.fields import Body, MoveText, sent
from vato.server.wire.game import SeatRating


@sent
class LessonEntry(TypedDict):
    """A lesson in the list."""

    name: str
    title: str
    aim: str
    exercises: int
    """How many it has."""
    rules: str
    """Of its first exercise, as its position."""
    position: str


@sent
class LessonGame(TypedDict):
    """The lessons of a game, in the order of learning."""

    game: str
    lessons: list[LessonEntry]


@sent
class LessonList(TypedDict):
    """All lessons."""

    games: list[LessonGame]


@sent
class LessonHint(TypedDict):
    """Help with an exercise: a sentence, and a turn that is right."""

    message: str
    turn: Turn


@sent
class LessonExercise(TypedDict):
    """A position with something to do in it."""

    task: str
    rules: str
    player: int
    """Whose side the learner has."""
    turns: int
    """How many turns the learner has; 0 for a whole game."""
    layout: str
    scene: Scene
    hint: LessonHint | None


@sent
class Lesson(TypedDict):
    """A lesson with its exercises."""

    game: str
    name: str
    title: str
    aim: str
    sides: tuple[str, str]
    exercises: list[LessonExercise]
    whole: bool
    """Whether it is a whole game: its one exercise, to be played on by `play` and not tried."""
    next: str | None
    """The name of the lesson after it."""


@sent
class PuzzleGrade(TypedDict):
    """The puzzles of a theme and a grade: their numbers go on from the first."""

    theme: str | None
    """What they have in common: `only` (one move keeps the result), `attack`, `defence`; null for endings."""
    grade: int
    first: int
    count: int
    position: str
    """Of the first."""


@sent
class PuzzleGame(TypedDict):
    """The puzzles of a game."""

    game: str
    grades: list[PuzzleGrade]


@sent
class PuzzleList(TypedDict):
    """All puzzles."""

    games: list[PuzzleGame]


@sent
class Puzzle(LessonExercise):
    """A position with one good move; `turns` is how many are to be found one after the other."""

    game: str
    number: int
    grade: int
    sides: tuple[str, str]


@sent
class Ending(Puzzle):
    """A won position to be won against a perfect defence; `turns` is how many the winner needs."""


class TryOut(Body):
    """A move that is tried."""

    move: MoveText


class TryPuzzle(TryOut):
    """A move that is tried in a puzzle or an ending."""

    moves: Annotated[list[MoveText], Field(max_length=400, description="What both sides have played so far")] = Field(
        default=[]
    )
    rated: bool = Field(default=False, description="Whether it counts for a member's rating, the first time")


class TryMove(TryOut):
    """A turn that is tried in an exercise of a lesson."""

    exercise: Annotated[int, Field(ge=0, le=100, description="The first exercise is 0")] = 0
    moves: Annotated[list[MoveText], Field(max_length=20, description="What both sides have played so far")] = Field(
        default=[]
    )


class PlayOn(Body):
    """Where somebody stands in a whole game, and the turn that they try there."""

    move: MoveText | None = Field(default=None, description="The turn; without one, what there is to see is told")
    moves: Annotated[list[MoveText], Field(max_length=400, description="What both sides have played so far")] = Field(
        default=[]
    )
    sure: bool = Field(default=False, description="Whether it counts even if it is doubtful")


@sent
class Look(TypedDict):
    """Something that is worth looking at."""

    message: str
    at: list[str]
    """The points it is about."""


@sent
class Tried(TypedDict):
    """What came of a try."""

    verdict: Literal["refused", "wrong", "doubtful", "onward", "reached"]
    message: str
    turn: Turn | None
    """The turn that was tried; null if it was refused."""
    reply: Turn | None
    """The other side's answer, if there was one."""
    scene: Scene
    """What is on the board then; options only where the exercise goes on."""
    moves: list[str]
    """What to send with the next try."""
    hint: LessonHint | None
    looks: list[Look]
    """What is worth looking at now, in a whole game."""
    rating: SeatRating | None
    """What it did to one's rating, where it counts."""


@sent
class Shown(TypedDict):
    """That somebody was shown what to do."""

    rating: SeatRating | None
    """What it did to one's rating; null if one had tried before."""
