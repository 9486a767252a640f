"""The printed board: its points, lines and coordinates at true size, and pictures of positions on it.

What adorns it is the games' business.

All lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vato.board import Board
from vato.kit.contract import Illustrate, PrintedBoard
from vato.kit.frame import LABEL_DROP, MIDDLE, labels_on_band
from vato.kit.paper import Ink
from vato.lattice import layout, picture
from vato.lattice.motifs import Motif
from vato.lattice.points import Points, name, place
from vato.picture import Drawing, Spot, written

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


def illustrated(motif: Motif) -> Illustrate:
    """Return what draws positions with stones that show a motif."""
    paths = motif.enlarged(layout.MOTIF)

    def illustrate(board: Board[Any], theme: str, move: str | None) -> str:
        return picture.svg(board, theme, None if move is None else board.read(move), paths)

    return illustrate


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


def draw_coordinates(drawing: Drawing, ink: Ink, points: Points, board: PrintedBoard) -> None:
    """Draw letters and figures in the band, on either side for whoever sits there."""
    letters = [
        (name(column, 1)[0], MARGIN + (column - 1) * SPACING, board.height - MIDDLE)
        for column in range(1, points.width + 1)
    ]
    figures = [(str(row), MIDDLE, board.height - MARGIN - (row - 1) * SPACING) for row in range(1, points.height + 1)]
    with drawing.group("labels", **labels_on_band(ink)):
        for label, x, y in (*letters, *figures):
            drawing.add("text", "label", label, x=x, y=y + LABEL_DROP)
            across, down = (x, board.height - y) if y > board.height - MIDDLE - 1 else (board.width - x, y)
            turned = f"translate({written(across)} {written(down)}) rotate(180)"
            drawing.add("text", "label", label, y=LABEL_DROP, transform=turned)
