"""The opening explorer: what the opening book, games that were played here and certificates say of a position."""

from __future__ import annotations

from typing_extensions import TypedDict

from vato.board import Player
from vato.server.wire.analysis import Score
from vato.server.wire.fields import sent


@sent
class Ends(TypedDict):
    """How games ended that were played here and came by a position, or by its mirror image.

    Where there are members those are the public ones, which the archive finds, and of very many the last.
    """

    first: int
    """How many player 0 won."""
    second: int
    drawn: int
    more: bool
    """Whether there are older ones, which are not counted."""


@sent
class Proof(TypedDict):
    """What is proven of a position by a certificate that comes with vato, whatever else is open."""

    holds: list[Player]
    """Who does not lose; both where it is drawn."""
    wins: Player | None


@sent
class ExploredMove(TypedDict):
    """A move that the book knows, that was played here, or of which something is proven."""

    move: str
    opening: str | None
    """Its traditional name."""
    score: Score | None
    """What the book says it is worth."""
    ends: Ends
    proven: Proof | None
    """Of the position it leads to."""
    keeps: bool
    """Whether it is proven to keep what the player to move is proven to have and, in a win, to get on."""


@sent
class Explored(TypedDict):
    """What is known of a position."""

    opening: str | None
    """The traditional name of the opening that led here."""
    score: Score | None
    """What the book says it is worth."""
    moves: list[ExploredMove]
    """Those first that keep what is proven, then the best one, then those that only games know."""
    ends: Ends
    proven: Proof | None
    problem: str | None
    """A sentence about a book that cannot be read."""
