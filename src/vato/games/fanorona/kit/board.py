"""The printed boards of Fanorona, at true size, each in a frame of its own.

All lengths are millimetres. Knows how the boards look, not the rules.
"""

from __future__ import annotations

from vato.kit.contract import PrintedBoard
from vato.kit.frame import MIDDLE, between_points, corners_of_band, frame, on_band
from vato.kit.paper import Ink
from vato.lattice.points import board_of
from vato.lattice.printed import draw_coordinates, draw_lines, printed_board
from vato.picture import Drawing, path_of


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
        draw_coordinates(drawing, ink, points, board)
        draw_lines(drawing, ink, points)

    board = printed_board("fanorona", points, draw)
    return board


def _lozenges(drawing: Drawing, ink: Ink, board: PrintedBoard) -> None:
    """Draw three lozenges in the band between any two points, and one in each corner."""
    for x, y in (*between_points(board, (-6.5, 0, 6.5)), *corners_of_band(board)):
        corner = (x, y) in corners_of_band(board)
        # The long way of a lozenge runs along the band.
        level = y in (MIDDLE, board.height - MIDDLE)
        wide, high = (1.7, 1.7) if corner else (2.6, 1.5) if level else (1.5, 2.6)
        corners = ((x - wide, y), (x, y - high), (x + wide, y), (x, y + high))
        drawing.add("path", "ornament", d=path_of(corners, closed=True), **on_band(ink))
