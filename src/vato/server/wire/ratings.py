"""Ratings: of members in each game, how they came about, and who leads."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from vato.server.wire.fields import sent

RatingKind = Literal["quick", "medium", "slow", "puzzles", "endings"]
"""What a member has a rating of their own for in each game: how fast it is played, puzzles, endings"""


@sent
class RatingPoint(TypedDict):
    """A rating after one more game."""

    at: int
    rating: int


@sent
class RatingEntry(TypedDict):
    """A rating of a member."""

    game: str
    kind: RatingKind
    rating: int
    provisional: bool
    """Whether little is known of it yet, or any more."""
    games: int
    """How many have made it."""
    history: list[RatingPoint]
    """The last of them, the oldest first."""


@sent
class Profile(TypedDict):
    """A member as everybody sees them."""

    name: str
    created: int
    """When they joined."""
    ratings: list[RatingEntry]


@sent
class LeaderEntry(TypedDict):
    """Somebody who leads."""

    name: str
    rating: int
    games: int


@sent
class Leaderboard(TypedDict):
    """Who leads in one kind, the first first."""

    kind: RatingKind
    leaders: list[LeaderEntry]


@sent
class Leaderboards(TypedDict):
    """Who leads in a game."""

    game: str
    boards: list[Leaderboard]
