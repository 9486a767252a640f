"""Where the parts of a Fanorona board lie when it is drawn: the one geometry of pictures and of the browser's board.

Lengths are in units of the picture. White sits at the bottom.
"""

from __future__ import annotations

from collections.abc import Iterator

from vato.games.fanorona.points import Point, Points, name, place
from vato.picture import Spot

UNIT = 72
"""From a point to the next."""
RADIUS = 27
"""Of a stone."""
BORDER = 28
MARGIN = BORDER + 40
MARKS = ((0.86 * RADIUS, -1.2), (0.6 * RADIUS, 0.0))
"""What tells the sides apart: White's stones are domes, Black's carry a ring. The radius, and how far it is raised."""


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
