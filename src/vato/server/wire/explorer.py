"""The opening explorer: what is known of a position from the opening book and from the games that were played here."""

from __future__ import annotations

from typing_extensions import TypedDict

from vato.server.wire.analysis import Score
from vato.server.wire.fields import sent


@sent
class Ends(TypedDict):
    """How the games ended that were played here and came by a position, or by its mirror image."""

    first: int
    """How many player 0 won."""
    second: int
    drawn: int


@sent
class ExploredMove(TypedDict):
    """A move that the book knows, or that was played here."""

    move: str
    opening: str | None
    """Its traditional name."""
    score: Score | None
    """What the book says it is worth."""
    ends: Ends


@sent
class Explored(TypedDict):
    """What is known of a position."""

    opening: str | None
    """The traditional name of the opening that led here."""
    score: Score | None
    """What the book says it is worth."""
    moves: list[ExploredMove]
    """The best one first, then those that only games know."""
    ends: Ends
    problem: str | None
    """A sentence about a book that cannot be read."""
