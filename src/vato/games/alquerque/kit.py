"""Alquerque to print: its board at true size, its pieces, and the rules of any rule set with pictures.

All lengths are millimetres.
"""

from __future__ import annotations

from vato.games.alquerque.board import Board
from vato.games.alquerque.examples import examples
from vato.games.alquerque.rulesets import RuleSet
from vato.games.alquerque.setup import SIZES
from vato.games.alquerque.words import FAMILY, FAMILY_TITLE, words
from vato.kit.contract import Figure, Kit, KitMaker, PrintedBoard, without
from vato.kit.frame import between_points, corners_of_band, frame, on_band
from vato.kit.paper import Ink
from vato.kit.pieces import STRIP_FOLDING, strips
from vato.lattice.motifs import LETTERS, ZEBU_AND_PALM
from vato.lattice.points import board_of
from vato.lattice.printed import draw_coordinates, draw_lines, illustrated, printed_board
from vato.picture import Drawing
from vato.rules import Section
from vato.text import Text

LEFT_OUT = (FAMILY_TITLE, "What sets it apart", "Source")
"""Parts of the rules that matter to whoever chooses a game or a rule set, not to whoever plays one; the first is on the
outside of the leaflet."""
SHORT = (
    Text(
        "Each player has twelve stones: on the two rows before them and on the two points to the right in the middle "
        "row. The centre is empty. White moves first."
    ),
    Text(
        "Move one stone along a line to an empty neighbouring point, or capture with it: jump over a neighbouring "
        "enemy stone to the empty point right behind it, on the same line."
    ),
    Text(
        "The enemy stone is taken off. A player who can capture must capture, and a stone that can jump on must do so."
    ),
    Text("Whoever captures all enemy stones wins."),
    Text("A player to move whose stones are all blocked loses."),
)
"""The rules of `modern` in few words, for the leaflet of Fanorona, on the back of whose board this one is printed."""

PICTURED = ("jump", "jumps", "may-capture", "huffed", "jump-back")
"""The examples of the rules that a leaflet shows, if its rules have them."""

MOTIFS = {motif.name: motif for motif in (ZEBU_AND_PALM, LETTERS)}
IN_A_ROW = 8
"""Document 001 has a sheet for the board and eight figures A; no text of it says how many there are in all."""


def alquerque_kit(rules: str, size: str, motif: str) -> Kit:
    """Return the kit of a rule set, a board size and a motif."""
    chosen = RuleSet.read(rules)
    points = board_of(size)
    figures = MOTIFS[motif]
    as_in_001 = figures is LETTERS
    title, *sections = words(chosen)
    shown = (example for each in examples(chosen).values() for example in each if example.name in PICTURED)
    return Kit(
        title="Alquerque",
        rules=chosen.name,
        summary=title.paragraphs[0],
        board=alquerque_board(points.size),
        needed=points.stones_each,
        spares=True,
        cut_outs=lambda ink: strips(points.stones_each, figures.draw, ink, IN_A_ROW if as_in_001 else None),
        folding=STRIP_FOLDING,
        sides=figures.sides,
        ornament=figures.draw,
        illustrate=illustrated(figures),
        sections=without(sections, LEFT_OUT),
        outside=(Section(FAMILY_TITLE, FAMILY),),
        short=SHORT,
        start=Figure(Text("The start"), Board.new(chosen, board=points.size)),
        figures=tuple(Figure(each.caption, Board.new(chosen, each.position), each.move) for each in shown),
        pictured=Text("Jumping"),
        with_board=1 if as_in_001 else 0,
    )


def alquerque_board(size: str) -> PrintedBoard:
    """Return an Alquerque board.

    >>> board = alquerque_board("5x5")
    >>> board.width, board.height
    (156.0, 156.0)
    """
    points = board_of(size)

    def draw(drawing: Drawing, ink: Ink) -> None:
        frame(drawing, ink, board, "#27496d")
        _beads(drawing, ink, board)
        draw_coordinates(drawing, ink, points, board)
        draw_lines(drawing, ink, points)

    board = printed_board("alquerque", points, draw)
    return board


def _beads(drawing: Drawing, ink: Ink, board: PrintedBoard) -> None:
    """Draw a string of beads in the band between any two points, the middle one large, and one in each corner."""
    for x, y in (*between_points(board, (0,)), *corners_of_band(board)):
        drawing.add("circle", "ornament", cx=x, cy=y, r=1.7, **on_band(ink))
    for x, y in between_points(board, (-10, -5, 5, 10)):
        drawing.add("circle", "ornament", cx=x, cy=y, r=0.8, **on_band(ink))


KITS = {"alquerque": KitMaker(alquerque_kit, tuple(RuleSet.known), SIZES, tuple(MOTIFS))}
