"""Setting up an Alquerque position by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vato.games.alquerque.notation import Placement, read_position
from vato.lattice.editor import EDITS, edited_stones

if TYPE_CHECKING:
    from vato import scene
    from vato.games.alquerque.board import Board

__all__ = ["EDITS", "edited"]


def edited(start: Board, position: str | None, edit: scene.Edit) -> Board:
    """Return a board with a change made to a position, the usual start unless given."""
    placement = read_position(start.position if position is None else position, empty=True)
    stones = edited_stones(placement.points, placement.stones, edit)
    turn = edit.get("turn")
    # What the position said beside its stones is no longer so.
    return type(start)(
        start.rules, Placement(placement.points, stones, placement.turn if turn is None else turn, 0, {})
    )
