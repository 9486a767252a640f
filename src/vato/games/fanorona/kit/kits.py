"""The kit of this room: Fanorona by any rule set and on any board."""

from __future__ import annotations

from vato.games.fanorona.board import Board
from vato.games.fanorona.examples import examples
from vato.games.fanorona.kit.board import fanorona_board
from vato.games.fanorona.rulesets import RuleSet
from vato.games.fanorona.setup import SIZES
from vato.games.fanorona.words import VELA, words
from vato.kit.contract import Back, Figure, Kit, KitMaker, figures_of, without
from vato.kit.pieces import STRIP_FOLDING, strips
from vato.lattice.motifs import SIDES, stone
from vato.lattice.points import board_of
from vato.rules import Section
from vato.text import Text

OUTSIDE = ("The match with Vela", "The series", "Where it comes from")
"""Parts of the rules that matter to whoever plays several games: on the outside of the leaflet."""
OUTSIDE_EXAMPLES = ("choice-approach", "choice-withdrawal", "own-stone")
"""The examples of the rules that fill the outside of the leaflet."""
LEFT_OUT = (*OUTSIDE, "What sets it apart", "Source")
"""Those, and what matters to whoever chooses a rule set, not to whoever plays by one."""
EXAMPLES = (
    (Text("Capturing by approach"), "7/w1bb2b/7 w", "a2-b2A"),
    (Text("Capturing by withdrawal"), "7/bbw3b/7 w", "c2-d2W"),
    (Text("A chain"), "3b5/3w1bbb1/1b3bbb1/4b4/3b5 w", "d4-e4A-e3A-d3W"),
)
"""What the leaflet shows: a caption, a position, and how the move begins."""
BACK = Back("alquerque", Text("On the back: Alquerque"))
"""The game from which the board of five by five comes goes on its back."""


def fanorona_kit(rules: str, size: str) -> Kit:
    """Return the kit of a rule set and a board size; the 5x5 board has Alquerque on its back."""
    chosen = RuleSet.read(rules)
    points = board_of(size)
    title, *sections = words(chosen)
    # A Vela's first phase has its own captures; the examples show the usual ones, which hold after it.
    usual = chosen.derive(phase_one=0)
    return Kit(
        title="Fanorona",
        rules=chosen.name,
        summary=title.paragraphs[0],
        board=fanorona_board(points.size),
        back=BACK if points.size == "5x5" else None,
        needed=points.stones_each,
        spares=True,
        cut_outs=lambda ink: strips(points.stones_each, stone, ink),
        folding=STRIP_FOLDING,
        sides=SIDES,
        ornament=stone,
        sections=without(sections, LEFT_OUT),
        outside=_outside(chosen, sections),
        outside_figures=tuple(
            Figure(each.caption, Board.new(usual, each.position), each.move)
            for shown in examples(usual).values()
            for each in shown
            if each.name in OUTSIDE_EXAMPLES
        ),
        start=Figure(Text("The start"), Board.new(usual, board=points.size)),
        figures=tuple(
            figures_of((caption, Board.new(usual, position), begins) for caption, position, begins in EXAMPLES)
        ),
        pictured=Text("A step"),
    )


def _outside(rules: RuleSet, sections: list[Section]) -> tuple[Section, ...]:
    """Return what whoever plays several games needs, with the Vela where the rules are not its own."""
    found = [section for title in OUTSIDE for section in sections if section.title == title]
    return tuple(found if rules.phase_one else [Section(Text("The Vela"), VELA), *found])


KITS = {
    "fanorona": KitMaker(fanorona_kit, tuple(RuleSet.known), SIZES),
}
