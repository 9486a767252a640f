"""The analysis socket: what is asked of the engine, and what it answers. An `id` comes back with every answer."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from typing_extensions import TypedDict

from vato.board import Player
from vato.server.wire.board import Turn
from vato.server.wire.fields import GameName, Moves, PositionText, RulesName, sent


class Question(BaseModel):
    """Anything asked of the engine; `id` comes back with the answers."""

    model_config = ConfigDict(extra="forbid")

    id: Annotated[str, Field(max_length=64)] | None = None


class Analyse(Question):
    """Think about a position."""

    type: Literal["analyse"]
    game: GameName
    rules: RulesName | None = None
    start: PositionText | None = None
    moves: Moves = Field(default=[])
    lines: Annotated[int, Field(ge=1, le=8)] = 1
    seconds: Annotated[float, Field(ge=0.05, le=30)] = 10


class Hint(Question):
    """Show a good move in a game of one's own against the computer or on the same screen."""

    type: Literal["hint"]
    game_id: Annotated[str, Field(max_length=40)]


class Review(Question):
    """Look at every turn of a game: one kept here, or one given by its moves."""

    type: Literal["review"]
    game_id: Annotated[str, Field(max_length=40)] | None = None
    game: GameName | None = None
    rules: RulesName | None = None
    start: PositionText | None = None
    moves: Moves = Field(default=[])


class Stop(Question):
    """Stop thinking."""

    type: Literal["stop"]


class AnalysisPing(Question):
    """Is anybody there?"""

    type: Literal["ping"]


AnalysisMessage = Annotated[Analyse | Hint | Review | Stop | AnalysisPing, Field(discriminator="type")]
ANALYSIS: TypeAdapter[Analyse | Hint | Review | Stop | AnalysisPing] = TypeAdapter(AnalysisMessage)


# What is answered


@sent
class Score(TypedDict):
    """What a position is worth, in hundredths of a stone or place."""

    value: int
    """To the player to move."""
    first_value: int
    """To player 0."""
    wins_in: int | None
    """After how many turns, where that is seen."""
    loses_in: int | None
    text: str


@sent
class Fact(TypedDict):
    """How a position ends when both play well, where that is known."""

    winner: Player | None
    """Null for a draw."""
    turns: int | None
    """How many to the end, if that is known, too."""


@sent
class Known(Fact):
    """What is known exactly about a position."""

    keeping: list[str]
    """The moves that keep the result."""


@sent
class EngineLine(TypedDict):
    """How the game may go on."""

    score: Score
    moves: list[str]
    first: Turn
    fact: Fact | None


@sent
class Findings(TypedDict):
    """What the engine has found."""

    depth: int
    nodes: int
    seconds: float
    lines: list[EngineLine]
    known: Known | None


@sent
class Information(Findings):
    """What the engine has found so far, about an `analyse`."""

    type: Literal["info"]
    id: str | None
    done: bool
    """Whether it has stopped thinking."""


@sent
class HintFound(TypedDict):
    """A good move."""

    type: Literal["hint"]
    id: str | None
    ply: int
    """The board it is meant for."""
    move: str
    turn: Turn
    score: Score


@sent
class ReviewTurn(TypedDict):
    """What a turn of a game was worth."""

    type: Literal["review_turn"]
    id: str | None
    ply: int
    """The first turn has 1."""
    first_value: int
    """What the engine says of it to player 0, after it, whatever is known exactly."""
    wins_in: int | None
    loses_in: int | None
    best: str | None
    """The best move instead of it."""
    best_turn: Turn | None
    loss: int
    """What it gave away, as the engine says."""
    known_before: Fact | None
    """How the game would have ended with the best move, where that is known."""
    known: Fact | None
    """How it ends after the turn, where that is known."""


@sent
class ReviewDone(TypedDict):
    """The whole game has been looked at."""

    type: Literal["review_done"]
    id: str | None
    plies: int


@sent
class Queued(TypedDict):
    """Others are first."""

    type: Literal["queued"]
    id: str | None
    ahead: int


@sent
class AnalysisRefused(TypedDict):
    """A question is not answered."""

    type: Literal["refused"]
    id: str | int | None
    message: str
    """One sentence, in the language of the socket."""
    code: str


@sent
class AnalysisPong(TypedDict):
    """Somebody is there."""

    type: Literal["pong"]
    id: str | None


AnalysisAnswer = Annotated[
    Information | HintFound | ReviewTurn | ReviewDone | Queued | AnalysisRefused | AnalysisPong,
    Field(discriminator="type"),
]
