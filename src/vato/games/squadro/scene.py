"""What an interface draws of a Squadro board and offers to play: the room's part of `vato.scene`.

A place is called by its column and row, `2-4`: light's starts have row 0 and its far edges row 6, dark's starts column
0 and its far edges column 6.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from vato.errors import IllegalMove, UnknownName, shorten
from vato.games.squadro.editor import EDITS, edited
from vato.games.squadro.layout import (
    ALL_LANES,
    ANGLES,
    BORDER,
    CHECK,
    DOT_RADIUS,
    END_CORNER,
    HALF_LENGTH,
    MARKS,
    MOON,
    PIECE,
    SIZE,
    dots_of,
    end_of,
    groove_of,
    label_of,
    pointing,
    spot_of,
    sun,
)
from vato.games.squadro.notation import SIDES, Move, place_of, point_of
from vato.games.squadro.picture import Way, ways_ahead
from vato.games.squadro.rulesets import FAR_EDGE, HOME, LANES
from vato.picture import written
from vato.text import by_number

__all__ = [
    "EDITS",
    "counts_of",
    "edited",
    "layout",
    "layout_name",
    "options_of",
    "pieces_of",
    "refuse",
    "steps_of",
]

if TYPE_CHECKING:
    from vato import scene
    from vato.games.squadro.board import Board

_PLACE = re.compile("[0-6]-[0-6]")


def layout_name(board: Board) -> str:
    """Return what tells the layouts of boards apart: nothing, as there is only one."""
    return ""


def layout(name: str) -> scene.Layout:
    """Return where everything lies."""
    if name:
        raise UnknownName("Squadro has one board, and none called {name!r}.", name=shorten(name))
    shapes: list[scene.Shape] = []
    for player, lane in ALL_LANES:
        (x1, y1), (x2, y2) = groove_of(player, lane)
        shapes.append({"kind": f"groove {SIDES[player]}", "x1": x1, "y1": y1, "x2": x2, "y2": y2})
    for place, name in ((0, "start"), (FAR_EDGE, "edge")):
        for player, lane in ALL_LANES:
            x, y, width, height = end_of(player, lane, place)
            kind = f"place {SIDES[player]} {name}"
            shapes.append({"kind": kind, "x": x, "y": y, "width": width, "height": height, "rx": END_CORNER})
            shapes += [
                {"kind": f"dot {SIDES[player]}", "cx": x, "cy": y, "r": DOT_RADIUS}
                for x, y in dots_of(player, lane, place)
            ]
    for player, lane in ALL_LANES:
        x, y = label_of(player, lane)
        shapes.append({"kind": "label", "x": x, "y": y, "text": str(lane)})
    ends = [(player, lane, place) for player, lane in ALL_LANES for place in (0, FAR_EDGE)]
    crossings = [(0, column, row) for row in range(1, LANES + 1) for column in range(1, LANES + 1)]
    return {
        "width": SIZE,
        "height": SIZE,
        "border": BORDER,
        "points": [_spot(*place) for place in (*crossings, *ends)],
        "shapes": shapes,
        "piece": {
            "outlines": [PIECE] * 2,
            "marks": [_scaled(PIECE, factor) for factor in MARKS],
            "motifs": [[sun()], [MOON]],
            "check": CHECK,
            "reach": HALF_LENGTH,
        },
    }


def _spot(player: int, lane: int, place: int) -> scene.Spot:
    x, y = spot_of(player, lane, place)
    return {"name": point_of(player, lane, place), "x": x, "y": y}


def _scaled(path: str, factor: float) -> str:
    """Return path data made smaller around (0, 0)."""
    return re.sub(r"-?\d+", lambda number: written(int(number[0]) * factor), path)


def pieces_of(board: Board) -> list[scene.Piece]:
    """Return all stones, also those that are home: they lie at their starts."""
    return [
        {
            "at": point_of(player, lane, place_of(progress)),
            "player": player,
            "heading": ANGLES[pointing(player, progress)],
            "home": progress == HOME,
        }
        for player, lanes in enumerate(board.progress)
        for lane, progress in enumerate(lanes, start=1)
    ]


def counts_of(board: Board) -> scene.Counts:
    """Return how many stones each player has at home."""
    return {"home": [board.home(player) for player in (0, 1)]}


def options_of(board: Board) -> list[scene.Option]:
    """Return the legal moves; each is one step."""
    options = []
    for move in board.legal_moves:
        option = cast("scene.Option", _step(board, move))
        option["text"] = str(move)
        option["stop"] = True
        options.append(option)
    return options


def steps_of(board: Board, move: Move) -> list[scene.Step]:
    """Return the only step of a move."""
    return [_step(board, move)]


def _step(board: Board, move: Move) -> scene.Step:
    mover, *jumped = ways_ahead(board, move)
    path = [point_of(board.turn, move.lane, place_of(progress)) for progress in range(move.origin, move.target + 1)]
    shown: scene.Step = {"from": path[0], "to": path[-1], "changes": [_change(way) for way in (mover, *jumped)]}
    if jumped:
        shown["struck"] = [change["from"] for change in shown["changes"][1:]]
    if len(path) > 2:
        shown["path"] = path
    if move.target == HOME:
        counts = counts_of(board)
        counts["home"][board.turn] += 1
        shown["counts"] = counts
    return shown


def _change(way: Way) -> scene.Change:
    before, after = (point_of(way.player, way.lane, place_of(progress)) for progress in (way.before, way.after))
    change: scene.Change = {"from": before, "to": after}
    if pointing(way.player, way.before) != pointing(way.player, way.after):
        change["heading"] = ANGLES[pointing(way.player, way.after)]
    if way.after == HOME:
        change["home"] = True
    return change


def refuse(board: Board, beginning: str, to: str | None) -> None:
    """Raise the `IllegalMove` that says why a place or a lane cannot be played, or not from the place to another."""
    origin = beginning.strip()
    if _PLACE.fullmatch(origin) is None:
        board.read(beginning)
        return
    standing = {piece["at"]: piece["player"] for piece in pieces_of(board)}
    if origin not in standing:
        raise IllegalMove("There is no stone on this place.")
    if standing[origin] != board.turn:
        raise IllegalMove("This stone is not yours: it is {side}'s turn.", side=board.sides[board.turn])
    move = board.read(origin.split("-")[board.turn])
    ahead = move.target - move.origin
    if to not in (None, steps_of(board, move)[0]["to"]):
        raise IllegalMove(
            by_number(
                "Stone {lane} moves along its lane, by one place now.",
                "Stone {lane} moves along its lane, by {count} places now.",
                ahead,
            ),
            lane=move.lane,
            count=ahead,
        )
