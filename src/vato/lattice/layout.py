"""Where the parts of the board lie when it is drawn: the one geometry of pictures and of the browser's board.

Lengths are in units of the picture. White sits at the bottom.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vato.lattice.motifs import ZEBU_AND_PALM
from vato.lattice.points import Point, Points, Stones, board_of, name, place
from vato.picture import Spot, written

if TYPE_CHECKING:
    from vato import scene

UNIT = 72
"""From a point to the next."""
RADIUS = 27
"""Of a stone."""
BORDER = 28
MARGIN = BORDER + 40
MARKS = ((0.86 * RADIUS, -1.2), (0.6 * RADIUS, 0.0))
"""What tells the sides apart: White's stones are domes, Black's carry a ring. The radius, and how far it is raised."""
MOTIF = 2.7
"""How much larger a motif is here than on a printed piece."""


def size_of(points: Points) -> Spot:
    """Return how wide and how high a board is."""
    return (points.width - 1) * UNIT + 2 * MARGIN, (points.height - 1) * UNIT + 2 * MARGIN


def spot_of(points: Points, point: Point) -> Spot:
    """Return where a point lies."""
    column, row = place(point)
    return MARGIN + (column - 1) * UNIT, size_of(points)[1] - MARGIN - (row - 1) * UNIT


def lines_of(points: Points) -> Iterator[tuple[str, Spot, Spot]]:
    """Yield every line of a board once, from end to end: what it runs along, where it begins and where it ends."""
    for point in points.all:
        for line in points.lines[point].values():
            right, up = line.direction
            # A line is told at the one end where it begins, going right or, if it is a column, up.
            if not line.behind and (right, up) > (0, 0):
                kind = "diagonal" if right and up else "row" if right else "column"
                yield kind, spot_of(points, point), spot_of(points, (line.target, *line.ahead)[-1])


def labels_of(points: Points) -> Iterator[tuple[str, Spot]]:
    """Yield the coordinates in the border, letters first, and the middle of each."""
    _, height = size_of(points)
    for column in range(1, points.width + 1):
        x, _ = spot_of(points, name(column, 1))
        yield name(column, 1)[0], (x, height - BORDER / 2)
    for row in range(1, points.height + 1):
        _, y = spot_of(points, name(1, row))
        yield str(row), (BORDER / 2, y)


def layout(size: str) -> scene.Layout:
    """Return where everything lies on boards of a size, for an interface."""
    points = board_of(size)
    width, height = size_of(points)
    shapes: list[scene.Shape] = [
        {"kind": f"line {along}", "x1": x1, "y1": y1, "x2": x2, "y2": y2}
        for along, (x1, y1), (x2, y2) in lines_of(points)
    ]
    shapes += [{"kind": "label", "x": x, "y": y, "text": text} for text, (x, y) in labels_of(points)]
    spots = [(point, *spot_of(points, point)) for point in points.all]
    return {
        "width": width,
        "height": height,
        "border": BORDER,
        "points": [{"name": point, "x": x, "y": y} for point, x, y in spots],
        "shapes": shapes,
        "piece": {
            "outlines": [_disc(RADIUS)] * 2,
            "marks": [_disc(radius, raised) for radius, raised in MARKS],
            "motifs": [list(paths) for paths in ZEBU_AND_PALM.enlarged(MOTIF)],
            "check": "",
            "reach": RADIUS,
        },
    }


def _disc(radius: float, y: float = 0) -> str:
    """Return the path data of a circle around a spot on the vertical axis."""
    half = f"a{written(radius)} {written(radius)} 0 0 1"
    return f"M{written(-radius)} {written(y)}{half} {written(2 * radius)} 0{half} {written(-2 * radius)} 0Z"


def pieces_of(stones: Stones) -> list[scene.Piece]:
    """Return the stones, for an interface."""
    return [
        {"at": point, "player": owner, "heading": 0, "home": False}
        for point, owner in stones.items()
        if owner is not None
    ]
