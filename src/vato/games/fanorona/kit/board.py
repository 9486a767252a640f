"""The printed boards of Fanorona, at true size, each in a frame of its own.

All lengths are millimetres. Knows how the boards look, not the rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from vato.kit.contract import PrintedBoard
from vato.kit.frame import LABEL_DROP, MIDDLE, frame, labels_on_band, on_band
from vato.kit.paper import Ink
from vato.lattice.points import Points, board_of, name
from vato.lattice.printed import MARGIN, SPACING, draw_lines, printed_board
from vato.picture import Drawing, Spot, path_of, written


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
        draw_lines(drawing, ink, points)

    board = printed_board("fanorona", points, draw)
    return board


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
