"""The kits by name: what each holds, from the games' own boards, rules and words.

A kit is data; `document` lays it out. Adding one is adding a function and an entry to `KITS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields

from vato import catalog
from vato.board import Board
from vato.errors import UnknownName, VatoError, shorten
from vato.games.fanorona.points import SIZES, board_of
from vato.games.squadro.rulesets import LANES
from vato.kit import motifs
from vato.kit.boards import ALQUERQUE, PrintedBoard, alquerque_board, fanorona_board, squadro_board
from vato.kit.paper import Ink
from vato.kit.pieces import MOTIFS, CutOut, runners, strips
from vato.picture import Drawing
from vato.rules import RuleSet, Section
from vato.text import Listing, Text

LEFT_OUT = ("The series", "The match with Vela", "What sets it apart", "Source")
"""Parts of the rules that matter to whoever chooses a rule set or plays several games, not to whoever plays one."""


@dataclass(frozen=True)
class Figure:
    """A position with a move, for the leaflet."""

    caption: str
    board: Board
    move: str | None = None


@dataclass(frozen=True)
class Kit:
    """What is printed for a game."""

    name: str
    rules: str
    """The name of the rule set; empty where there is only one."""
    summary: str
    board: PrintedBoard
    back: PrintedBoard | None
    """What is printed on the back of the board."""
    needed: int
    """How many pieces each side has."""
    spares: bool
    """Whether there are more of them on the sheets."""
    cut_outs: Callable[[Ink], Iterator[CutOut]]
    folding: str
    """How the pieces are made."""
    sides: tuple[str, str]
    """Which side has which motif."""
    ornament: Callable[[Drawing, Ink, int], None]
    sections: tuple[Section, ...]
    start: Figure
    figures: tuple[Figure, ...]
    aside: Section | None = None
    """What else the leaflet tells: the game on the back of the board."""


@dataclass(frozen=True)
class Entry:
    """A kit that can be asked for."""

    make: Callable[[str | None, str | None], Kit]
    game: str | None
    """The game of the catalogue whose rule sets can be chosen."""
    boards: tuple[str, ...]
    """The sizes of the board that can be chosen, the usual one first."""


ROUND_SIDES = (Text("White: the zebu"), Text("Black: the traveller's palm"))
STRIP = Text(
    "Pieces: cut out each strip along its outline, fold it lengthwise along the dashed line with the print outside, "
    "glue the halves together, and cut the pieces apart."
)
RUNNER = Text(
    "Pieces: cut out each shape, fold it along the dashed line with the print outside, and glue the halves together. "
    "One face shows the speed out, the other the speed back: turn a piece over end to end when it turns round."
)

ALQUERQUE_RULES = (
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
ALQUERQUE_SUMMARY = Text("An old game of jumping, on the board that Fanorona grew from.")
ALQUERQUE_START = "bbbbb/bbbbb/bb1ww/wwwww/wwwww w"


def fanorona_kit(rules: str | None, size: str | None) -> Kit:
    """Return the kit of a rule set and a board size; the 5x5 board has Alquerque on its back."""
    entry = catalog.find("fanorona")
    chosen = entry.read_rules(rules)
    points = board_of(size or SIZES[0])
    doubles = points.size == ALQUERQUE
    title, *sections = entry.words(chosen)
    # A Vela's first phase has its own captures; the examples show the usual ones, which hold after it.
    usual = chosen.derive(phase_one=0) if any(field.name == "phase_one" for field in fields(chosen)) else chosen
    aside = [text for section in ALQUERQUE_RULES for text in section.paragraphs]
    return Kit(
        name="fanorona",
        rules=chosen.name,
        summary=title.paragraphs[0],
        board=fanorona_board(points.size),
        back=alquerque_board() if doubles else None,
        needed=points.stones_each,
        spares=True,
        cut_outs=lambda ink: strips(points.stones_each, ink),
        folding=STRIP,
        sides=ROUND_SIDES,
        ornament=round_ornament,
        sections=_to_print(sections),
        start=Figure(Text("The start"), catalog.new("fanorona", rules=usual, board=points.size)),
        figures=tuple(_examples("fanorona", usual, FANORONA_FIGURES)),
        aside=Section(Text("On the back: Alquerque"), tuple(aside)) if doubles else None,
    )


def squadro_kit(rules: str | None, size: str | None) -> Kit:
    """Return the kit of Squadro."""
    _refuse_size("squadro", size)
    entry = catalog.find("squadro")
    chosen = entry.read_rules(rules)
    title, *sections = entry.words(chosen)
    return Kit(
        name="squadro",
        rules=chosen.name if len(entry.rules.known) > 1 or "," in chosen.name else "",
        summary=title.paragraphs[0],
        board=squadro_board(),
        back=None,
        needed=LANES,
        spares=False,
        cut_outs=runners,
        folding=RUNNER,
        sides=(Text("Light: the sun"), Text("Dark: the moon")),
        ornament=sky_ornament,
        sections=_to_print(sections),
        start=Figure(Text("The start"), catalog.new("squadro", rules=chosen)),
        figures=tuple(_examples("squadro", chosen, SQUADRO_FIGURES)),
    )


def alquerque_kit(rules: str | None, size: str | None) -> Kit:
    """Return the kit of Alquerque, which vato does not play: a board, its pieces and the short rule."""
    _refuse_size("alquerque", size)
    if rules is not None:
        raise VatoError("Alquerque has no rule sets to choose from.")
    needed = board_of(ALQUERQUE).stones_each
    return Kit(
        name="alquerque",
        rules="",
        summary=ALQUERQUE_SUMMARY,
        board=alquerque_board(),
        back=None,
        needed=needed,
        spares=True,
        cut_outs=lambda ink: strips(needed, ink),
        folding=STRIP,
        sides=ROUND_SIDES,
        ornament=round_ornament,
        sections=ALQUERQUE_RULES,
        start=Figure(Text("The start"), catalog.new("fanorona", position=ALQUERQUE_START)),
        figures=(),
    )


KITS: Mapping[str, Entry] = {
    "fanorona": Entry(fanorona_kit, "fanorona", SIZES),
    "squadro": Entry(squadro_kit, "squadro", ()),
    "alquerque": Entry(alquerque_kit, None, ()),
}


def kit_of(name: str, rules: str | None = None, size: str | None = None) -> Kit:
    """Return a kit.

    >>> kit_of("fanorona", size="5x5").needed
    12
    """
    if name not in KITS:
        raise UnknownName(
            "There is nothing to print for {name!r}; choose one of {known}.",
            name=shorten(name),
            known=Listing(KITS),
        )
    return KITS[name].make(rules, size)


def _refuse_size(name: str, size: str | None) -> None:
    if size is not None:
        raise VatoError("There is one board of {name}; only Fanorona has several sizes.", name=name.capitalize())


def _to_print(sections: list[Section]) -> tuple[Section, ...]:
    return tuple(section for section in sections if section.title not in LEFT_OUT)


# What the leaflets show: caption, position, how the move begins.
FANORONA_FIGURES = (
    (Text("Capturing by approach"), "7/w1bb2b/7 w", "a2-b2A"),
    (Text("Capturing by withdrawal"), "7/bbw3b/7 w", "c2-d2W"),
    (Text("A chain"), "3b5/3w1bbb1/1b3bbb1/4b4/3b5 w", "d4-e4A-e3A-d3W"),
)
SQUADRO_FIGURES = (
    (Text("Jumping over two stones"), "00000/22000 light", "2"),
    (Text("Turning round at the far edge"), "04000/00000 light", "2"),
)


def _examples(game: str, rules: RuleSet, wanted: tuple[tuple[str, str, str], ...]) -> Iterator[Figure]:
    """Yield the examples that these rules allow."""
    for caption, position, beginning in wanted:
        board = catalog.new(game, rules=rules, position=position)
        moves = sorted((str(move) for move in board.legal_moves if str(move).startswith(beginning)), key=len)
        if moves:
            yield Figure(caption, board, moves[0])


# What the box is adorned with.


def round_ornament(drawing: Drawing, ink: Ink, player: int) -> None:
    """Draw a round piece."""
    motifs.ground(drawing, ink, player)
    MOTIFS[player](drawing, ink)


def sky_ornament(drawing: Drawing, ink: Ink, player: int) -> None:
    """Draw the sun or the moon on a disc."""
    motifs.ground(drawing, ink, player)
    with drawing.group("", transform="scale(2.2)"):
        (motifs.moon if player else motifs.sun)(drawing, ink)
