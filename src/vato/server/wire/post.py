"""Games by post: which wait for somebody, days off, what is planned, and where "your turn" is pushed to."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from vato.server.wire.fields import Body, MoveText, Ply, sent
from vato.server.wire.game import Summary

MOST_LINES, LONGEST_LINE = 50, 40
LONGEST_ENDPOINT = 1_000


@sent
class WaitingGame(Summary):
    """A game in which it is somebody's turn."""

    left_ms: int | None
    """What is left of the time for the turn; null while no clock runs."""


@sent
class WaitingGames(TypedDict):
    """The games that wait for somebody while somebody else plays, too: the most urgent first."""

    games: list[WaitingGame]
    """Not more than can be looked through."""
    count: int
    """How many there are."""
    others: bool
    """Whether there is any game under way with somebody else, so that it makes sense to ask again."""


class TakeDaysOff(Body):
    """Days from now on in which one's time stands still in all games by post."""

    days: Annotated[int, Field(ge=1, le=30)]


@sent
class DaysOff(TypedDict):
    """How somebody's days off stand."""

    left: int
    """How many may still be taken this year."""
    a_year: int
    until: int | None
    """When those end that are being taken now."""


class NewPlan(Body):
    """What one answers to what the other plays; instead of all that was planned before."""

    ply: Ply
    """How many turns had been played on the board it is meant for, with the other player to move."""
    lines: Annotated[
        list[Annotated[list[MoveText], Field(min_length=2, max_length=LONGEST_LINE)]], Field(max_length=MOST_LINES)
    ]
    """Each begins with a move of the other player, goes on with one's own answer, and so on, and ends with an answer"""


@sent
class Plan(TypedDict):
    """What one has planned; nobody else is told."""

    ply: int
    lines: list[list[str]]


class NewPushSubscription(Body):
    """Where a browser wants to be told that it is somebody's turn: what the Push API gives."""

    endpoint: Annotated[str, Field(max_length=LONGEST_ENDPOINT)]
    p256dh: Annotated[str, Field(max_length=200)]
    auth: Annotated[str, Field(max_length=100)]


class OldPushSubscription(Body):
    """Where nothing is to be pushed any more."""

    endpoint: Annotated[str, Field(max_length=LONGEST_ENDPOINT)]


@sent
class PushKey(TypedDict):
    """The server's public key, which a browser subscribes with."""

    key: str


@sent
class PushSubscribed(TypedDict):
    """Whether "your turn" is pushed to an endpoint."""

    subscribed: bool
