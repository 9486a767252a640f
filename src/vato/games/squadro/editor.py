"""Setting up a Squadro position by hand: stones moved along their lanes and turned round, whatever the rules say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vato.errors import IllegalMove
from vato.games.squadro.notation import place_of, read_position
from vato.games.squadro.rulesets import FAR_EDGE, HOME, LANES

if TYPE_CHECKING:
    from vato import scene
    from vato.games.squadro.board import Board

EDITS: tuple[str, ...] = ("move", "turn")
CROSSINGS = range(1, LANES + 1)


def edited(start: Board, position: str | None, edit: scene.Edit) -> Board:
    """Return a board with a change made to a position, the usual start unless given."""
    progress, turn = read_position(start.position if position is None else position)
    if edit.get("clear"):
        progress = ((0,) * LANES, (0,) * LANES)
    sides = [list(side) for side in progress]
    if (point := edit.get("point")) is not None:
        origin = edit.get("from")
        player, lane = _stone_on(sides, point if origin is None else origin)
        before = sides[player][lane - 1]
        if origin is None:
            sides[player][lane - 1] = HOME - before  # round: out and back, and on its start fresh and home
        else:
            sides[player][lane - 1] = _moved(before, _place_on(player, lane, point))
            _refuse_shared(sides, player, lane)
    chosen = edit.get("turn")
    return type(start)(start.rules, (tuple(sides[0]), tuple(sides[1])), turn if chosen is None else chosen)


def _stone_on(sides: list[list[int]], point: str) -> tuple[int, int]:
    """Return the side and the lane of the stone on a place."""
    for player, lanes in enumerate(sides):
        for lane, progress in enumerate(lanes, start=1):
            place = place_of(progress)
            if point == (f"{lane}-{place}" if player == 0 else f"{place}-{lane}"):
                return player, lane
    raise IllegalMove("There is no stone on this place.")


def _place_on(player: int, lane: int, point: str) -> int:
    """Return which place of a lane a point is."""
    for place in range(FAR_EDGE + 1):
        if point == (f"{lane}-{place}" if player == 0 else f"{place}-{lane}"):
            return place
    raise IllegalMove("A stone stays on its lane.")


def _moved(before: int, place: int) -> int:
    """Return the progress of a stone that is put on another place of its lane, on its way out or back as before."""
    if place in (0, FAR_EDGE):
        return place
    return place if before < FAR_EDGE else HOME - place


def _refuse_shared(sides: list[list[int]], player: int, lane: int) -> None:
    place = place_of(sides[player][lane - 1])
    if place in CROSSINGS and place_of(sides[1 - player][place - 1]) == lane:
        raise IllegalMove("Another stone stands there.")
