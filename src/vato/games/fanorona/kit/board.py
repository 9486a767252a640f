"""The printed boards of Fanorona and of Alquerque, which share their lines: true size, each in a frame of its own.

All lengths are millimetres. Knows how the boards look, not the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vato.kit.contract import PrintedBoard
from vato.kit.frame import LABEL_DROP, MIDDLE, along_band, frame, labels_on_band, on_band
from vato.kit.paper import Ink
from vato.lattice import layout
from vato.lattice.points import Points, board_of, name, place
from vato.picture import Drawing, Spot, path_of, written

SPACING = 30.0
"""From a point to the next."""
MARGIN = 18.0
"""From the edge of a board to its first points."""
ALQUERQUE = "5x5"


def fanorona_board(size: str) -> PrintedBoard:
    """Return a Fanorona board.

    >>> board = fanorona_board("9x5")
    >>> board.width, board.height, board.seams[1]
    (276.0, 156.0, (33.0, 63.0, 93.0, 123.0))
    """
    points = board_of(size)

    def draw(drawing: Drawing, ink: Ink) -> None:
        frame(drawing, ink, board, "#8c3b22")
        _lozenges(drawing, ink, board)
        _coordinates(drawing, ink, points, board)
        _lines(drawing, ink, points)

    board = _of_points("fanorona", points, draw)
    return board


def alquerque_board() -> PrintedBoard:
    """Return the Alquerque board: the lines of the 5x5 one, in a frame of its own."""
    points = board_of(ALQUERQUE)

    def draw(drawing: Drawing, ink: Ink) -> None:
        frame(drawing, ink, board, "#27496d")
        _beads(drawing, ink, board)
        _lines(drawing, ink, points)

    board = _of_points("alquerque", points, draw)
    return board


def _of_points(game: str, points: Points, draw: Callable[[Drawing, Ink], None]) -> PrintedBoard:
    across, down = (
        tuple(MARGIN + (number + 0.5) * SPACING for number in range(count - 1))
        for count in (points.width, points.height)
    )
    width, height = (2 * MARGIN + (count - 1) * SPACING for count in (points.width, points.height))
    return PrintedBoard(game, game.capitalize(), width, height, (across, down), draw)


def _lines(drawing: Drawing, ink: Ink, points: Points) -> None:
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


def _lozenges(drawing: Drawing, ink: Ink, board: PrintedBoard) -> None:
    """Draw three lozenges in the band between any two points, and one in each corner."""
    spots = [*_between_points(board)]
    spots += [(x, y) for x in (MIDDLE, board.width - MIDDLE) for y in (MIDDLE, board.height - MIDDLE)]
    for index, (x, y) in enumerate(spots):
        corner = index >= len(spots) - 4
        # The long way of a lozenge runs along the band.
        level = y in (MIDDLE, board.height - MIDDLE)
        wide, high = (1.7, 1.7) if corner else (2.6, 1.5) if level else (1.5, 2.6)
        corners = ((x - wide, y), (x, y - high), (x + wide, y), (x, y + high))
        drawing.add("path", "ornament", d=path_of(corners, closed=True), **on_band(ink))


def _between_points(board: PrintedBoard) -> Iterator[Spot]:
    """Yield three places in the band for every two neighbouring points."""
    across, down = board.seams
    for shift in (-6.5, 0, 6.5):
        yield from ((x + shift, y) for x in across for y in (MIDDLE, board.height - MIDDLE))
        yield from ((x, y + shift) for y in down for x in (MIDDLE, board.width - MIDDLE))


def _beads(drawing: Drawing, ink: Ink, board: PrintedBoard) -> None:
    """Draw a string of beads in the band, a large one after every two small ones."""
    for index, (x, y) in enumerate(dict.fromkeys(along_band(board, 5, MIDDLE + 0.25))):
        drawing.add("circle", "ornament", cx=x, cy=y, r=1.7 if index // 2 % 3 == 0 else 0.8, **on_band(ink))


def _coordinates(drawing: Drawing, ink: Ink, points: Points, board: PrintedBoard) -> None:
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
