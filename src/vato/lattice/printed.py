"""The printed board: its points and lines at true size. What adorns it is the games' business.

All lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Callable

from vato.kit.contract import PrintedBoard
from vato.kit.paper import Ink
from vato.lattice import layout
from vato.lattice.points import Points, place
from vato.picture import Drawing, Spot

SPACING = 30.0
"""From a point to the next."""
MARGIN = 18.0
"""From the edge of a board to its first points."""


def printed_board(game: str, points: Points, draw: Callable[[Drawing, Ink], None]) -> PrintedBoard:
    """Return the board of a game, which draws it."""
    across, down = (
        tuple(MARGIN + (number + 0.5) * SPACING for number in range(count - 1))
        for count in (points.width, points.height)
    )
    width, height = (2 * MARGIN + (count - 1) * SPACING for count in (points.width, points.height))
    return PrintedBoard(game, game.capitalize(), width, height, (across, down), draw)


def draw_lines(drawing: Drawing, ink: Ink, points: Points) -> None:
    """Draw the lines, and a knot on every point; those that have diagonals carry a ring."""

    def spot(unit: Spot) -> Spot:
        x, y = ((value - layout.MARGIN) / layout.UNIT * SPACING + MARGIN for value in unit)
        return x, y

    with drawing.group("lines", stroke=ink.line, stroke_width=0.6, stroke_linecap="round"):
        for _, start, end in layout.lines_of(points):
            (x1, y1), (x2, y2) = spot(start), spot(end)
            drawing.add("line", "line", x1=x1, y1=y1, x2=x2, y2=y2)
    with drawing.group("points", fill=ink.line):
        for point in points.all:
            x, y = spot(layout.spot_of(points, point))
            if sum(place(point)) % 2 == 0:
                paper = "#ffffff" if ink.saving else ink.ground
                drawing.add("circle", "knot", cx=x, cy=y, r=2, fill=paper, stroke=ink.line, stroke_width=0.6)
            drawing.add("circle", "point", cx=x, cy=y, r=1)
