"""What moderators see and do."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from vato.server.wire.company import Reason
from vato.server.wire.fields import Body, Name, sent
from vato.server.wire.game import SeatRating

Note = Annotated[str, Field(max_length=4_000)]
ReportId = Annotated[str, Field(max_length=40)]
DeedKind = Literal["appointed", "dismissed", "closed", "banned", "unbanned", "renamed", "looked", "tournament", "study"]


class CloseReport(Body):
    """A report that was dealt with."""

    note: Note = ""
    """What came of it, for the other moderators"""


class Moderate(Body):
    """What is done to a member."""

    note: Note = ""
    """Why, for the other moderators"""


class RenameMember(Moderate):
    """A member who gets another name."""

    name: Name


@sent
class ReportEntry(TypedDict):
    """A report; a name is empty of who has gone since."""

    id: str
    reporter: str
    about: str
    banned: bool
    """Whether the account of whom it is about is closed."""
    game: str | None
    reason: Reason
    text: str
    created: int
    closed: int | None


@sent
class DeedEntry(TypedDict):
    """What a moderator did, to whom, and why."""

    at: int
    moderator: str
    """Empty for whoever runs the server."""
    deed: DeedKind
    member: str
    report: str | None
    text: str


@sent
class ModeratorsPage(TypedDict):
    """All that moderators look through: reports that wait, the last that were closed, the last deeds of all."""

    open: list[ReportEntry]
    closed: list[ReportEntry]
    deeds: list[DeedEntry]


@sent
class MemberFile(TypedDict):
    """A member as moderators see them."""

    name: str
    created: int
    banned: bool
    moderator: bool
    bot: bool


@sent
class SideSigns(TypedDict):
    """How one side of a game was played, beside what the engine would have played: signs, and no verdict."""

    name: str
    member: bool
    rating: SeatRating | None
    """In a rated game: the better somebody is, the more they agree with the engine by themselves."""
    turns: int
    """That there was a choice in, without those of the opening."""
    agreed: int
    """In how many of them the engine's first choice was played."""
    loss: float | None
    """What a turn gave away on the average, in hundredths."""
    seconds: list[float]
    """What each turn took, in the order of the game."""
    median_seconds: float | None
    spread: float | None
    """How much the times differ: their standard deviation, in parts of their mean. People's differ much."""


@sent
class Signs(TypedDict):
    """Signs of engine help in a game, for people to weigh."""

    sides: tuple[SideSigns, SideSigns]
    nodes: int
    """How far the engine looked at each turn."""
