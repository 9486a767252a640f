"""What clients send, as types: the messages of live play and of analysis, and the bodies of HTTP requests.

`ply` is the number of turns that had been played on the board the message is meant for (`scene.ply` of a state).
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

MOST_PLIES = 2_000
"""Turns of a game that is imported or analysed."""

Ply = Annotated[int, Field(ge=0, le=100_000, description="How many turns had been played on the board it is meant for")]
MoveText = Annotated[str, Field(min_length=1, max_length=400, examples=["d2-e3A"])]
Name = Annotated[str, Field(max_length=200)]
GameName = Annotated[str, Field(max_length=40, examples=["fanorona"])]
RulesName = Annotated[str, Field(max_length=400, examples=["classic"])]
PositionText = Annotated[str, Field(max_length=400)]
Reference = Annotated[str, Field(max_length=64)] | Annotated[int, Field(ge=-(2**53), le=2**53)] | None
Moves = Annotated[list[MoveText], Field(max_length=MOST_PLIES)]
SetupChoice = Annotated[str, Field(max_length=40)]
Setup = Annotated[
    dict[SetupChoice, SetupChoice],
    Field(
        max_length=20,
        description="What is chosen of the game's set-up options, by their names",
        examples=[{"board": "9x5"}],
    ),
]


class Message(BaseModel):
    """Anything a client sends: unknown fields are refused, `ref` comes back with the answer."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    ref: Reference = None


class MakeMove(Message):
    """Play a move."""

    type: Literal["move"]
    ply: Ply
    move: MoveText


class Resign(Message):
    """Give the game up."""

    type: Literal["resign"]
    ply: Ply


class OfferDraw(Message):
    """Offer a draw; the computer answers at once."""

    type: Literal["offer_draw"]
    ply: Ply


class AnswerDraw(Message):
    """Accept or decline a draw."""

    type: Literal["answer_draw"]
    ply: Ply
    accept: bool


class OfferTakeback(Message):
    """Ask to take back the last turn of one's own; where nobody needs to be asked, it is taken back."""

    type: Literal["offer_takeback"]
    ply: Ply


class AnswerTakeback(Message):
    """Let the other player take back a turn, or do not."""

    type: Literal["answer_takeback"]
    ply: Ply
    accept: bool


class OfferRematch(Message):
    """Ask for another game with sides exchanged."""

    type: Literal["offer_rematch"]


class AnswerRematch(Message):
    """Accept or decline another game."""

    type: Literal["answer_rematch"]
    accept: bool


class Chat(Message):
    """Say something."""

    type: Literal["chat"]
    text: Annotated[str, Field(min_length=1, max_length=2_000)]


class Rename(Message):
    """Give one's own seat a name."""

    type: Literal["rename"]
    player: Annotated[int, Field(ge=0, le=1)]
    name: Name


class Flag(Message):
    """Say that somebody's time is up; the server looks for itself."""

    type: Literal["flag"]
    ply: Ply


class Join(Message):
    """Take the open seat."""

    type: Literal["join"]
    name: Name = ""


Action = (
    MakeMove
    | Resign
    | OfferDraw
    | AnswerDraw
    | OfferTakeback
    | AnswerTakeback
    | OfferRematch
    | AnswerRematch
    | Chat
    | Rename
    | Flag
    | Join
)
AnyAction = Annotated[Action, Field(discriminator="type")]


class Ping(Message):
    """Is anybody there?"""

    type: Literal["ping"]


class SendState(Message):
    """Send me everything."""

    type: Literal["state"]


LIVE: TypeAdapter[Action | Ping | SendState] = TypeAdapter(
    Annotated[Action | Ping | SendState, Field(discriminator="type")]
)


# Analysis


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
    moves: Moves = []
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
    moves: Moves = []


class Stop(Question):
    """Stop thinking."""

    type: Literal["stop"]


class AnalysisPing(Question):
    """Is anybody there?"""

    type: Literal["ping"]


AnyQuestion = Analyse | Hint | Review | Stop | AnalysisPing
ANALYSIS: TypeAdapter[AnyQuestion] = TypeAdapter(Annotated[AnyQuestion, Field(discriminator="type")])


# HTTP


class Body(BaseModel):
    """A request's body: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class SeatWish(Body):
    """Who is to play a side."""

    kind: Literal["me", "me2", "open", "computer"] = Field(
        description="me: whoever asks; me2: the same visitor on the same screen; open: whoever joins by the link"
    )
    level: Annotated[int, Field(ge=1, le=10)] | None = None
    name: Name = ""


class ClockWish(Body):
    """Time for each player."""

    initial_ms: int
    increment_ms: int = 0


class ContestWish(Body):
    """Several games instead of one."""

    kind: Literal["match", "series"]
    order: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=10)] = []
    cycles: Annotated[int, Field(ge=1, le=20)] = 2


class NewGame(Body):
    """A game to be created."""

    game: GameName
    rules: RulesName | None = None
    setup: Setup = Field(
        default={}, description="Of an option that decides who begins, `draw` or nothing means that it is drawn"
    )
    position: PositionText | None = None
    seats: Annotated[list[SeatWish], Field(min_length=2, max_length=2)]
    sides: Literal["draw", "me_first", "me_second"] = Field(
        default="draw", description="Whether the first side (white, light) is mine, the other's, or drawn"
    )
    clock: ClockWish | None = None
    contest: ContestWish | None = None


class PlayMove(Body):
    """A move to be played."""

    ply: Ply
    move: MoveText
    ref: Reference = None


class JoinGame(Body):
    """Somebody who takes the open seat."""

    name: Name = ""


class Reach(Body):
    """A position: a start, and the moves from there."""

    game: GameName
    rules: RulesName | None = None
    setup: Setup = {}
    position: PositionText | None = None
    moves: Moves = []


class Drawn(BaseModel):
    """A position to be drawn, in an address, where set-up options may stand beside it."""

    game: GameName
    rules: RulesName | None = None
    position: PositionText | None = None
    moves: Annotated[str, Field(max_length=8_000, description="Separated by spaces or commas")] = ""
    theme: Literal["light", "dark"] = "light"


class EditWish(Body):
    """A change to a position: one of these, or a point with where its stone comes from or whose it is."""

    point: Annotated[str, Field(max_length=10)] | None = None
    from_: Annotated[str | None, Field(alias="from", max_length=10)] = None
    player: Annotated[int, Field(ge=0, le=1)] | None = None
    turn: Annotated[int, Field(ge=0, le=1)] | None = None
    clear: bool = False


class EditPosition(Body):
    """A position that is being set up, and what to change."""

    game: GameName
    rules: RulesName | None = None
    position: PositionText | None = None
    edit: EditWish


class Why(Reach):
    """A move, or its beginning, that may be refused."""

    move: Annotated[str, Field(max_length=400, description="A point, a turn or the beginning of one")]
    to: Annotated[str, Field(max_length=10, description="The point to which the turn was to go on")] | None = None


class TryMove(Body):
    """A turn that is tried in an exercise of a lesson."""

    exercise: Annotated[int, Field(ge=0, le=100, description="The first exercise is 0")] = 0
    moves: Annotated[list[MoveText], Field(max_length=20, description="What both sides have played so far")] = []
    move: MoveText


class TryPuzzle(Body):
    """A move that is tried in a puzzle."""

    move: MoveText


class TryEnding(TryPuzzle):
    """A move that is tried in an ending."""

    moves: Annotated[list[MoveText], Field(max_length=400, description="What both sides have played so far")] = []


class Records(Body):
    """Games as text."""

    text: Annotated[str, Field(max_length=60_000)]
