"""Alquerque to print: its board at true size, its pieces, and the short rule with pictures.

All lengths are millimetres. The short rule is that of `modern`, in fewer words.
"""

from __future__ import annotations

from vato.games.alquerque.board import Board
from vato.games.alquerque.rulesets import MODERN
from vato.games.alquerque.setup import SIZES
from vato.kit.contract import Figure, Kit, KitMaker, PrintedBoard
from vato.kit.frame import MIDDLE, along_band, frame, on_band
from vato.kit.paper import Ink
from vato.kit.pieces import STRIP_FOLDING, strips
from vato.lattice.motifs import SIDES, stone
from vato.lattice.points import board_of
from vato.lattice.printed import draw_lines, printed_board
from vato.picture import Drawing
from vato.rules import Section
from vato.text import Text

SUMMARY = Text("An old game of jumping, on the board that Fanorona grew from.")
RULES = (
    Section(
        Text("The board"),
        (
            Text(
                "Each player has twelve stones: on the two rows before them and on the two points to the right in "
                "the middle row. The centre is empty. White moves first."
            ),
        ),
    ),
    Section(
        Text("A turn"),
        (
            Text(
                "Move one stone along a line to an empty neighbouring point, or capture with it: jump over a "
                "neighbouring enemy stone to the empty point right behind it, on the same line."
            ),
            Text(
                "The enemy stone is taken off, and the stone that jumped may jump on. A player who can capture must "
                "capture."
            ),
        ),
    ),
    Section(
        Text("The end"),
        (Text("Whoever captures all enemy stones wins."), Text("A player to move whose stones are all blocked loses.")),
    ),
)


FIGURES = (
    (Text("A jump"), "4b/1b3/w4 w", "a1xc3"),
    (Text("Two jumps in one turn"), "5/2b2/5/1b2b/w4 w", "a1xc3xc5"),
)
"""What the leaflet shows: a caption, a position and a move."""


def alquerque_kit(_rules: str, _size: str) -> Kit:
    """Return the kit; there is nothing to choose."""
    needed = board_of(SIZES[0]).stones_each
    return Kit(
        title="Alquerque",
        rules="",
        summary=SUMMARY,
        board=alquerque_board(),
        needed=needed,
        spares=True,
        cut_outs=lambda ink: strips(needed, stone, ink),
        folding=STRIP_FOLDING,
        sides=SIDES,
        ornament=stone,
        sections=RULES,
        start=Figure(Text("The start"), Board.new(MODERN)),
        figures=tuple(Figure(caption, Board.new(MODERN, position), move) for caption, position, move in FIGURES),
        pictured=Text("A turn"),
    )


def alquerque_board() -> PrintedBoard:
    """Return the board.

    >>> board = alquerque_board()
    >>> board.width, board.height
    (156.0, 156.0)
    """
    points = board_of(SIZES[0])

    def draw(drawing: Drawing, ink: Ink) -> None:
        frame(drawing, ink, board, "#27496d")
        _beads(drawing, ink, board)
        draw_lines(drawing, ink, points)

    board = printed_board("alquerque", points, draw)
    return board


def _beads(drawing: Drawing, ink: Ink, board: PrintedBoard) -> None:
    """Draw a string of beads in the band, a large one after every two small ones."""
    for index, (x, y) in enumerate(dict.fromkeys(along_band(board, 5, MIDDLE + 0.25))):
        drawing.add("circle", "ornament", cx=x, cy=y, r=1.7 if index // 2 % 3 == 0 else 0.8, **on_band(ink))


KITS = {"alquerque": KitMaker(alquerque_kit)}
