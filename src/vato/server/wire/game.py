"""Games in play: what somebody wishes for, and what a game is to whoever looks at it."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import ConfigDict, Field
from typing_extensions import TypedDict

from vato.board import Player
from vato.contest.clock import Control
from vato.server.wire.board import Scene, Turn
from vato.server.wire.fields import (
    MOST_PLIES,
    Body,
    GameName,
    Moves,
    MoveText,
    Name,
    Ply,
    PositionText,
    Reference,
    RulesName,
    Setup,
    sent,
)

Moment = Annotated[int, Field(ge=0, le=2**53)]
Key = Annotated[str, Field(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")]
"""A UUID by which a visitor calls a game: sent again under the same key, it is the same game"""

# Wishes


class SeatWish(Body):
    """Who is to play a side."""

    kind: Literal["me", "me2", "open", "computer"]
    """me: whoever asks; me2: the same visitor on the same screen; open: whoever joins by the link"""
    level: Annotated[int, Field(ge=1, le=10)] | None = None
    name: Name = ""


class ClockWish(Body):
    """Time for each player."""

    initial_ms: int
    increment_ms: int = 0
    """More time after every turn"""
    delay_ms: int = 0
    """How long a turn takes nothing from the clock; instead of an increment"""
    per_turn: bool = False
    """Whether the time, in whole days, is for each turn: a game by post"""

    @property
    def control(self) -> Control:
        """What is wished for, refused where no clock does that."""
        return Control(self.initial_ms, self.increment_ms, self.delay_ms, self.per_turn)


class ContestWish(Body):
    """Several games instead of one."""

    kind: Literal["match", "series"]
    order: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=100)] = Field(default=[])
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
        default="draw", description="Whether the first side is mine, the other's, or drawn"
    )
    clock: ClockWish | None = None
    contest: ContestWish | None = None
    rated: bool = Field(
        default=False, description="Whether it counts for one's rating: of a member, with a clock, against a level"
    )
    key: Key | None = Field(
        default=None,
        description="A UUID; wished for again under the same key, because the answer was lost, it is one game",
    )


class PlayMove(Body):
    """A move to be played."""

    model_config = ConfigDict(str_strip_whitespace=True)

    ply: Ply
    move: MoveText
    ref: Reference = None


class JoinGame(Body):
    """Somebody who takes the open seat."""

    name: Name = ""


class LeftGame(Body):
    """Where a game of this server was left."""

    id: Annotated[str, Field(max_length=40)]
    version: Annotated[int, Field(ge=1, le=2**31)]
    """The newest version that was seen."""


class BroughtGame(Body):
    """A game that somebody played on their own device, or a game of this server that went on there."""

    key: Key
    """A UUID of whoever brings it; brought again under the same key, it is the same game"""
    game: GameName
    rules: RulesName
    start: PositionText
    """The position it began from"""
    seats: Annotated[list[SeatWish], Field(min_length=2, max_length=2)]
    """Who played, in the order of the sides: nobody but `me`, `me2` and `computer`"""
    moves: Moves
    times: Annotated[list[Moment], Field(max_length=MOST_PLIES)]
    """When each move was played, in milliseconds of the device's clock"""
    created: Moment
    resigned: Annotated[int, Field(ge=0, le=1)] | None = None
    """Which side gave up"""
    agreed: bool = False
    """Whether it ended as a draw by agreement"""
    of: LeftGame | None = None
    """The game of this server that it continues"""


@sent
class Identified(TypedDict):
    """Something that has an address."""

    id: str


@sent
class Invitation(TypedDict):
    """The link to a game, for somebody else."""

    address: str | None
    """None where nobody on another machine can reach the server."""
    code: list[str]
    """The address as a QR code: the rows, in which 1 is dark; without an address there are none."""


@sent
class Committed(TypedDict):
    """Something is done and kept."""

    version: int
    id: str


# A game as somebody sees it


@sent
class Outcome(TypedDict):
    """How a game ended."""

    winner: Player | None
    reason: str
    text: str
    drawn: bool
    no_result: bool


@sent
class SeatRating(TypedDict):
    """The rating that somebody had when a rated game began."""

    value: int
    provisional: bool
    """Whether little is known of it yet."""
    change: int | None
    """What the game did to it; null until it has ended, of a level, and where the end did not count."""


@sent
class Seat(TypedDict):
    """Who plays a side."""

    side: str
    name: str
    kind: Literal["person", "computer", "open"]
    level: int | None
    mine: bool
    online: bool
    contestant: int | None
    """Which contestant sits here, from 0; who has no name is called by it, as sides change in a contest."""
    member: bool
    """Whether the name is that of a member who sits here; of two on one screen it is not known who is who."""
    bot: NotRequired[Literal[True]]
    """It is a bot that sits here."""
    rating: SeatRating | None
    """In a rated game."""
    away_until: int | None
    """Until when they have taken days off; then their time stands still. In games by post."""


@sent
class Clock(TypedDict):
    """What is left to each player at `at_ms`."""

    initial_ms: int
    increment_ms: int
    delay_ms: int
    per_turn: bool
    """Whether the time is for one turn: a game by post."""
    remaining_ms: tuple[int, int]
    running: Player | None
    stands_ms: int
    """For how long the time of whose turn it is does not run yet: for the rest of the delay, or of their days off."""
    at_ms: int


@sent
class Offers(TypedDict):
    """Who has offered what, and waits for an answer."""

    draw: Player | None
    takeback: Player | None
    rematch: Player | None


@sent
class May(TypedDict):
    """What whoever looks may do now, beside moving."""

    takeback: bool
    draw: bool
    resign: bool
    hint: bool
    rematch: bool


@sent
class ChatLine(TypedDict):
    """Something that was said."""

    number: int
    seat: Player | None
    """Who said it; null for somebody who watches."""
    name: str
    text: str
    at_ms: int


@sent
class ContestGame(TypedDict):
    """A game of a contest."""

    id: str
    rules: str
    text: str | None
    """How it ended; null while it goes on."""
    winner: int | None
    """The contestant who won it; null while it goes on, and where nobody did."""


@sent
class ContestNext(TypedDict):
    """The game that comes next in a contest."""

    rules: str
    opening: str | None
    """The name of the opening that is assigned."""
    first: str
    """The name of whoever begins."""
    first_contestant: int


@sent
class Contest(TypedDict):
    """The contest that a game is part of."""

    kind: Literal["match", "series"]
    round: int
    rounds: int | None
    """How many games it has; null where that depends on how they end."""
    players: tuple[str, str]
    seats: tuple[int, int]
    """Where each contestant sits in this game."""
    score: tuple[float, float]
    next: ContestNext | None
    over: bool
    winner: int | None
    games: list[ContestGame]


@sent
class StateNews(TypedDict):
    """What of a state may change at any time and costs little."""

    version: int
    """Grows with every committed change."""
    seats: tuple[Seat, Seat]
    outcome: Outcome | None
    clock: Clock | None
    offers: Offers
    may: May
    contest: Contest | None
    next_id: str | None
    """The game that follows it."""
    thinking: bool
    """Whether the computer thinks about its move."""
    watchers: int
    behind: int
    """How many of the last turns are kept from whoever is told: of a game that counts, from who does not play it."""


@sent
class State(StateNews):
    """A game as one visitor sees it, whole; options only for whoever is to move."""

    type: Literal["state"]
    id: str
    game: str
    rules: str
    layout: str
    start: str
    """The position it began from."""
    rated: bool
    """Whether its end changes the ratings of its players."""
    tournament: str | None
    """The tournament that it is part of."""
    chat: list[ChatLine]
    scene: Scene
    turns: list[Turn]


@sent
class StateChange(StateNews):
    """What has changed since the state that was sent before; the rest is as it was."""

    type: Literal["change"]
    before: int
    """The version of that state."""
    kept: int
    """How many of its turns still stand; `turns` are those that follow them."""
    turns: list[Turn]
    scene: Scene
    chat: NotRequired[list[ChatLine]]
    """All of it, where something was said."""


@sent
class Summary(TypedDict):
    """A game in a list."""

    id: str
    game: str
    rules: str
    seats: tuple[Seat, Seat]
    rated: bool
    outcome: Outcome | None
    plies: int
    position: str
    layout: str
    my_turn: bool
    updated: int
    """When something last happened in it, in milliseconds."""


@sent
class SummaryPage(TypedDict):
    """A page of games."""

    games: list[Summary]
    page: int
    more: bool
