"""What a turn takes, and what the other side threatens to take, for games in which it is stones that are taken."""

from __future__ import annotations

from typing import Any

from vato.board import Board
from vato.lattice.points import Point


def taken_by(turn: Any) -> tuple[Point, ...]:
    """Return the points of the stones that a turn takes."""
    return tuple(point for step in turn.steps for point in step.captured)


def threatened(board: Board) -> tuple[Point, ...]:
    """Return the stones that the other side could take in one turn if it were to move now: of all turns, the most."""
    other = board.root(len(board.played))
    other.turn = 1 - other.turn
    return max(map(taken_by, other.legal_moves), key=len, default=())
