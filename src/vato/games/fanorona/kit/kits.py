"""The kit of this room: Fanorona by any rule set and on any board."""

from __future__ import annotations

from collections.abc import Iterator

from vato.games.fanorona.board import Board
from vato.games.fanorona.examples import examples
from vato.games.fanorona.kit.board import fanorona_board
from vato.games.fanorona.rulesets import RuleSet
from vato.games.fanorona.setup import SIZES
from vato.games.fanorona.words import VELA, words
from vato.kit.contract import Back, Card, Figure, Kit, KitMaker, figures_of, without
from vato.kit.pieces import STRIP_FOLDING, strips
from vato.lattice.motifs import ROOSTERS, ZEBU_AND_PALM
from vato.lattice.points import board_of
from vato.lattice.printed import illustrated
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
PAPER_CRAFT = "short"
"""The rules of document 001, the sheets of paper craft."""
CAPTURING = ("A step", "A turn")
CAPTURES = (
    (Text("Capturing by approach"), "5/5/5/w1bbb/5 w", "a2-b2A"),
    (Text("Capturing by withdrawal"), "5/5/5/bbbw1/5 w", "d2-e2W"),
    (Text("A chain"), "5/1b3/5/1bw2/5 w", "c2-d2W-c3A"),
)
CHOICE = ("choice-approach",)
"""What its sheet of the capture rule pictures: rows of three, a chain that goes straight, then slanting upwards, and a
choice."""
MOTIFS = {motif.name: motif for motif in (ZEBU_AND_PALM, ROOSTERS)}
BACK = Back("alquerque", Text("On the back: Alquerque"))
"""The game from which the board of five by five comes goes on its back."""


def fanorona_kit(rules: str, size: str, motif: str) -> Kit:
    """Return the kit of a rule set, a board size and a motif; the 5x5 board has Alquerque on its back."""
    chosen = RuleSet.read(rules)
    points = board_of(size)
    shown = MOTIFS[motif]
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
        cut_outs=lambda ink: strips(points.stones_each, shown.draw, ink),
        folding=STRIP_FOLDING,
        sides=shown.sides,
        ornament=shown.draw,
        illustrate=illustrated(shown),
        sections=without(sections, LEFT_OUT),
        outside=_outside(chosen, sections),
        outside_figures=tuple(_examples(usual, OUTSIDE_EXAMPLES)),
        start=Figure(Text("The start"), Board.new(usual, board=points.size)),
        figures=tuple(
            figures_of((caption, Board.new(usual, position), begins) for caption, position, begins in EXAMPLES)
        ),
        pictured=Text("A step"),
        card=_capture_rule(chosen, sections) if chosen.name.partition(",")[0] == PAPER_CRAFT else None,
    )


def _capture_rule(rules: RuleSet, sections: list[Section]) -> Card:
    """Return the capture rule on a sheet of its own, as document 001 has it."""
    found = tuple(section for section in sections if section.title in CAPTURING)
    drawn = ((caption, Board.new(rules, position), begins) for caption, position, begins in CAPTURES)
    return Card(Text("The capture rule"), found, (*figures_of(drawn), *_examples(rules, CHOICE)))


def _examples(rules: RuleSet, names: tuple[str, ...]) -> Iterator[Figure]:
    """Yield examples of the rules as figures."""
    for found in examples(rules).values():
        for each in found:
            if each.name in names:
                yield Figure(each.caption, Board.new(rules, each.position), each.move)


def _outside(rules: RuleSet, sections: list[Section]) -> tuple[Section, ...]:
    """Return what whoever plays several games needs, with the Vela where the rules are not its own."""
    found = [section for title in OUTSIDE for section in sections if section.title == title]
    return tuple(found if rules.phase_one else [Section(Text("The Vela"), VELA), *found])


KITS = {
    "fanorona": KitMaker(fanorona_kit, tuple(RuleSet.known), SIZES, tuple(MOTIFS)),
}
