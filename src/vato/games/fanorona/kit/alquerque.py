"""The kit of Alquerque, which vato does not play: its board, its pieces and the short rule."""

from __future__ import annotations

from vato.games.fanorona.board import Board
from vato.games.fanorona.kit.board import ALQUERQUE, alquerque_board
from vato.games.fanorona.kit.motifs import SIDES, stone
from vato.games.fanorona.rulesets import STANDARD
from vato.kit.contract import Figure, Kit
from vato.kit.pieces import STRIP_FOLDING, strips
from vato.lattice.points import board_of
from vato.rules import Section
from vato.text import Text

SUMMARY = Text("An old game of jumping, on the board that Fanorona grew from.")
START = "bbbbb/bbbbb/bb1ww/wwwww/wwwww w"
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


def alquerque_kit(_rules: str, _size: str) -> Kit:
    """Return the kit; there is nothing to choose."""
    needed = board_of(ALQUERQUE).stones_each
    return Kit(
        title="Alquerque",
        rules="",
        summary=SUMMARY,
        board=alquerque_board(),
        back=None,
        needed=needed,
        spares=True,
        cut_outs=lambda ink: strips(needed, stone, ink),
        folding=STRIP_FOLDING,
        sides=SIDES,
        ornament=stone,
        sections=RULES,
        # The stones and points are those of Fanorona, so that its board can draw them.
        start=Figure(Text("The start"), Board.new(STANDARD, START)),
        figures=(),
    )
