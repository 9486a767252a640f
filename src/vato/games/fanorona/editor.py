"""Setting up a Fanorona position by hand: stones put on points, taken off and moved, whatever the rules say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vato.errors import IllegalMove, UnreadableMove, shorten
from vato.games.fanorona.notation import Placement, read_position

if TYPE_CHECKING:
    from vato import scene
    from vato.games.fanorona.board import Board

EDITS: tuple[str, ...] = ("place", "erase", "move")


def edited(start: Board, position: str | None, edit: scene.Edit) -> Board:
    """Return a board with a change made to a position, the usual start unless given."""
    placement = read_position(start.position if position is None else position, empty=True)
    points, stones = placement.points, dict(placement.stones)
    for name in ("point", "from"):
        if (point := edit.get(name)) is not None and point not in points.all:
            raise UnreadableMove("There is no point {point} on this board.", point=shorten(str(point)))
    if edit.get("clear"):
        stones = dict.fromkeys(points.all)
    if (point := edit.get("point")) is not None:
        origin = edit.get("from")
        if origin is None:
            stones[point] = edit.get("player")
        elif stones[origin] is None:
            raise IllegalMove("There is no stone on {point}.", point=origin)
        else:
            stones[origin], stones[point] = None, stones[origin]
    turn = edit.get("turn")
    # What the position said beside its stones is no longer so.
    return type(start)(start.rules, Placement(points, stones, placement.turn if turn is None else turn, {}))
