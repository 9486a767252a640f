"""Tournaments: what is agreed before one begins, and how one stands, as it is listed and as one who looks is told."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from vato.contest.tournaments.plan import MOST_CYCLES, MOST_ROUNDS
from vato.server.wire.fields import Body, GameName, MoveText, Name, RulesName, sent
from vato.server.wire.game import ClockWish
from vato.server.wire.live import Pong, Refused
from vato.server.wire.lobby import TimeControl
from vato.server.wire.watching import SmallBoard

TournamentSystem = Literal["arena", "swiss", "round_robin", "knockout"]
MeetingForm = Literal["game", "match", "series"]
OpeningChoice = Literal["free", "rotate", "drawn"]
TournamentPhase = Literal["open", "running", "finished", "closed"]
TieBreak = Literal["buchholz", "sonneborn_berger", "direct", "wins"]
MOST_DAYS = 90


class NewTournament(Body):
    """A tournament that a member organises."""

    title: Name
    system: TournamentSystem
    game: GameName
    rules: RulesName | None = None
    clock: ClockWish
    rated: bool = False
    """Whether its games count for ratings, where they can."""
    form: MeetingForm = "game"
    """What two who meet play: one game, a match with revanches, or a series of all openings."""
    openings: OpeningChoice = "free"
    """Whether first moves are assigned: in turn from round to round, or as they are drawn."""
    order: Annotated[list[MoveText], Field(max_length=20)] = Field(default=[])
    """The openings in the agreed order; the usual order if empty"""
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = 5
    """Of a Swiss tournament."""
    cycles: Annotated[int, Field(ge=1, le=MOST_CYCLES)] = 1
    """How often everybody meets everybody in a round robin."""
    minutes: Annotated[float, Field(gt=0, le=24 * 60)] = 60
    """For how long an arena pairs."""
    pause_seconds: Annotated[int, Field(ge=0, le=3600)] = 30
    """Between two rounds."""
    starts_in_seconds: Annotated[int, Field(ge=0, le=MOST_DAYS * 86_400)] = 300
    bots: bool = False
    """Whether bots may enter."""
    levels: Annotated[list[Annotated[int, Field(ge=1, le=100)]], Field(max_length=20)] = Field(default=[])
    """Levels of the computer that take part"""


@sent
class TournamentHead(TypedDict):
    """A tournament in a list."""

    id: str
    title: str
    organiser: str
    system: TournamentSystem
    game: str
    rules: str
    form: MeetingForm
    openings: OpeningChoice
    clock: TimeControl
    rated: bool
    bots: bool
    rounds: int | None
    """How many there are, as far as is known; null in an arena."""
    phase: TournamentPhase
    starts: int
    """When it begins or began, in milliseconds."""
    ends: int | None
    """When an arena pairs nobody any more, or when it was over."""
    players: int
    """How many take part now."""


@sent
class TournamentList(TypedDict):
    """Tournaments that go on, that begin soon, and that are over."""

    running: list[TournamentHead]
    soon: list[TournamentHead]
    finished: list[TournamentHead]


@sent
class TournamentPlace(TypedDict):
    """Where somebody stands."""

    place: int
    number: int
    """By which meetings know them."""
    name: str
    """Empty of who has gone."""
    member: bool
    level: int | None
    """Of the computer."""
    bot: bool
    rating: int
    points: float
    ties: list[float]
    """What decides between equal points, as `tie_breaks` names them."""
    fire: bool
    """Whether their next game counts double, in an arena."""
    left: bool
    """Whether they have withdrawn."""


@sent
class TournamentMeeting(TypedDict):
    """Two who were paired, or somebody who has a bye."""

    round: int
    board: int
    first: int
    second: int | None
    points: tuple[float, float] | None
    """What it is worth to both, once it is over."""
    forfeit: int | None
    """Who did not play it to its end."""
    games: list[str]
    """In their order; the last one goes on while there are no points."""


@sent
class MyTournament(TypedDict):
    """What a tournament is to whoever looks."""

    number: int | None
    """Of who has entered."""
    taking_part: bool
    """Whether they are to be paired."""
    game: str | None
    """The game of theirs that goes on."""
    may_enter: bool
    may_leave: bool
    may_start: bool
    may_close: bool


@sent
class TournamentState(TournamentHead):
    """A tournament as one visitor sees it, whole."""

    type: Literal["tournament"]
    version: int
    round: int
    """How many rounds have begun; in an arena, how many games."""
    next: int | None
    """When the next round begins, in milliseconds, where that is known."""
    now: int
    """The server's time when this was told."""
    tie_breaks: list[TieBreak]
    standing: list[TournamentPlace]
    meetings: list[TournamentMeeting]
    """All of them; of an arena those that go on, and the last ones."""
    mine: MyTournament


TournamentAnswer = Annotated[TournamentState | SmallBoard | Refused | Pong, Field(discriminator="type")]
