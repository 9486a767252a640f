"""Setting up a position by hand: stones put on points, taken off and moved, whatever the rules say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vato.errors import IllegalMove, UnreadableMove, shorten
from vato.lattice.points import Points, Stones

if TYPE_CHECKING:
    from vato import scene

EDITS: tuple[str, ...] = ("place", "erase", "move")


def edited_stones(points: Points, stones: Stones, edit: scene.Edit) -> Stones:
    """Return the stones after a change."""
    stones = dict(stones)
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
    return stones
