"""Squadro to print: its board at true size, ten pieces that show their speeds, and the rules.

All lengths are millimetres. Knows how the board and the pieces look, not how they move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil, cos, radians, sin

from vato.board import Board as BaseBoard
from vato.games.squadro import layout, picture
from vato.games.squadro.board import Board
from vato.games.squadro.examples import examples
from vato.games.squadro.rulesets import BACK, FAR_EDGE, LANES, OUT, RuleSet
from vato.games.squadro.words import words
from vato.kit import marks
from vato.kit.contract import CutOut, Figure, Kit, KitMaker, PrintedBoard, figures_of, without
from vato.kit.frame import LABEL_DROP, MIDDLE, frame, labels_on_band
from vato.kit.paper import Ink
from vato.kit.pieces import APART, ground
from vato.picture import Drawing, Look, Spot, path_of, written
from vato.text import Text

SPACING = 28.0
"""From a place to the next."""
PIECE = (12.0, 20.0)
"""How wide and how long a piece is."""
SHOULDER = 7.3
"""From the tip of a piece to where it is widest."""
FOLDING = Text(
    "Pieces: cut out each shape, fold it along the dashed line with the print outside, and glue the halves together. "
    "One face shows the speed out, the other the speed back: turn a piece over end to end when it turns round."
)
OUTSIDE = "The series"
"""The part of the rules that matters to whoever plays several games: on the outside of the leaflet."""
LEFT_OUT = (OUTSIDE, "What sets it apart", "Source")
OUTSIDE_EXAMPLES = ("jump-turned", "jump-at-the-end")
"""The examples of the rules that fill the outside of the leaflet."""
EXAMPLES = (
    (Text("Jumping over two stones"), "00000/22000 light", "2"),
    (Text("Turning round at the far edge"), "04000/00000 light", "2"),
)
"""What the leaflet shows: a caption, a position, and how the move begins."""


def squadro_kit(rules: str, _size: str, _motif: str) -> Kit:
    """Return the kit of a rule set; there is one board."""
    chosen = RuleSet.read(rules)
    title, *sections = words(chosen)
    return Kit(
        title="Squadro",
        rules=chosen.name if len(RuleSet.known) > 1 or "," in chosen.name else "",
        summary=title.paragraphs[0],
        board=squadro_board(),
        needed=LANES,
        spares=False,
        cut_outs=pieces,
        folding=FOLDING,
        sides=(Text("Light: the sun"), Text("Dark: the moon")),
        ornament=ornament,
        illustrate=illustrate,
        sections=without(sections, LEFT_OUT),
        outside=tuple(section for section in sections if section.title == OUTSIDE),
        outside_figures=tuple(
            Figure(each.caption, Board.new(chosen, each.position), each.move)
            for shown in examples(chosen).values()
            for each in shown
            if each.name in OUTSIDE_EXAMPLES
        ),
        start=Figure(Text("The start"), Board.new(chosen)),
        figures=tuple(
            figures_of((caption, Board.new(chosen, position), begins) for caption, position, begins in EXAMPLES)
        ),
        pictured=Text("Jumping"),
    )


KITS = {"squadro": KitMaker(squadro_kit, tuple(RuleSet.known))}


# The board


def squadro_board() -> PrintedBoard:
    """Return the Squadro board."""
    scale = SPACING / layout.UNIT
    side = float(ceil(layout.SIZE * scale))
    shift = (side - layout.SIZE * scale) / 2

    def spot(unit: Spot) -> Spot:
        return unit[0] * scale + shift, unit[1] * scale + shift

    seams = tuple(spot((layout.MARGIN + (n + 0.5) * layout.UNIT, 0))[0] for n in range(FAR_EDGE))

    def draw(drawing: Drawing, ink: Ink) -> None:
        frame(drawing, ink, board, "#2f4f4f")
        _lanes(drawing, ink, spot, scale)

    board = PrintedBoard("squadro", "Squadro", side, side, (seams, seams), draw)
    return board


def _lanes(drawing: Drawing, ink: Ink, spot: Callable[[Spot], Spot], scale: float) -> None:
    """Draw the lanes with the places at their ends, the speeds as dots, and the lane numbers."""
    side = 2 * spot((layout.SIZE / 2, 0))[0]
    groove: Look = {"stroke_width": 3.2, "stroke": "#ffffff" if ink.saving else "#dccdb2"}
    edges: Look = {"stroke_width": 3.8, "stroke": ink.line}
    grooves = [tuple(map(spot, layout.groove_of(*lane))) for lane in layout.ALL_LANES]
    for look in (edges, groove):
        for (x1, y1), (x2, y2) in grooves:
            drawing.add("line", "groove", x1=x1, y1=y1, x2=x2, y2=y2, **look)
    for player, lane in layout.ALL_LANES:
        for end in (0, FAR_EDGE):
            box = layout.end_of(player, lane, end)
            x, y = spot((box.x, box.y))
            # A start is drawn firmly, a far edge with a thin line.
            edge: Look = {"stroke": ink.line, "stroke_width": 0.3 if end else 0.7}
            size = {"width": box.width * scale, "height": box.height * scale, "rx": layout.END_CORNER * scale}
            drawing.add("rect", "place", x=x, y=y, **size, fill="none" if ink.saving else "#fffaf0", **edge)
            for dot in layout.dots_of(player, lane, end):
                cx, cy = spot(dot)
                drawing.add("circle", "dot", cx=cx, cy=cy, r=layout.DOT_RADIUS * scale, fill=ink.line)
    with drawing.group("labels", **labels_on_band(ink)):
        for player, lane in layout.ALL_LANES:
            x, y = spot(layout.spot_of(player, lane, 0))
            x, y = (x, side - MIDDLE) if player == 0 else (MIDDLE, y)
            drawing.add("text", "label", str(lane), x=x, y=y + LABEL_DROP)


# The pieces


def pieces(ink: Ink) -> Iterator[CutOut]:
    """Yield the ten pieces: the speed out on one face, the speed back on the other."""
    for player in (0, 1):
        yield _pieces_of(player, ink)


def _pieces_of(player: int, ink: Ink) -> CutOut:
    """Return the five pieces of a side, from lane 1 to 5."""
    drawing = Drawing()
    width, length = PIECE
    for lane in range(LANES):
        x = width / 2 + lane * (width + APART)
        with drawing.group("piece", data_player=player):
            for turn, speeds in ((0, OUT), (180, BACK)):
                with drawing.group("face", transform=f"translate({written(x)} {written(length)}) rotate({turn})"):
                    _face(drawing, ink, player, speeds[player][lane])
        tips = (x, 0.0), (x + width / 2, SHOULDER), (x + width / 2, 2 * length - SHOULDER)
        others = (x, 2 * length), (x - width / 2, 2 * length - SHOULDER), (x - width / 2, SHOULDER)
        marks.cut(drawing, *tips, *others)
        marks.fold(drawing, (x - width / 2 - 2, length), (x + width / 2 + 2, length))
    marks.scissors(drawing, -5, length - 8, 90)
    return CutOut(player, LANES, LANES * (width + APART) - APART, 2 * length, drawing)


def _face(drawing: Drawing, ink: Ink, player: int, speed: int) -> None:
    """Draw a face of a piece: it stands on (0, 0) and points up."""
    width, length = PIECE
    half, edge = width / 2, 0.9
    if player:
        look: Look = {"fill": ink.dark, "stroke": ink.line, "stroke_width": 0.3}
        shoulder = f"{written(half)} {written(SHOULDER - length)}V0H{written(-half)}V{written(SHOULDER - length)}"
        drawing.add("path", "ground", d=f"M0 {written(-length)}L{shoulder}Z", **look)
    # A line inside the edge: one for light, two for dark.
    colour = ink.on_dark if player else ink.line
    for inset in (edge, 1.6) if player else (edge,):
        side, top, turn = half - inset, 1.6 * inset - length, SHOULDER - length + 0.45 * inset
        outline = (
            f"M0 {written(top)}L{written(side)} {written(turn)}V{written(-edge)}H{written(-side)}V{written(turn)}Z"
        )
        drawing.add("path", "rule", d=outline, fill="none", stroke=colour, stroke_width=0.25)
    with drawing.group("motif", transform=f"translate(0 {written(SHOULDER - length + 2)})"):
        (moon if player else sun)(drawing, ink)
    for index in range(speed):
        offset = 2.7 * (index - (speed - 1) / 2)
        drawing.add("circle", "dot", cx=offset, cy=-4, r=layout.DOT_RADIUS / 4, fill=colour)


# What is drawn on them, told apart by shape alone


def ornament(drawing: Drawing, ink: Ink, player: int) -> None:
    """Draw the sun or the moon on a disc."""
    ground(drawing, ink, player)
    with drawing.group("", transform="scale(2.2)"):
        (moon if player else sun)(drawing, ink)


def illustrate(board: BaseBoard, theme: str, move: str | None) -> str:
    """Return a picture of a position whose stones show the sun and the moon."""
    assert isinstance(board, Board)
    return picture.svg(board, theme, None if move is None else board.read(move), ((layout.sun(),), (layout.MOON,)))


def sun(drawing: Drawing, ink: Ink) -> None:
    """Draw a small sun, 2.6 mm around its middle."""
    look: Look = {"fill": "none", "stroke": ink.line, "stroke_width": 0.4, "stroke_linecap": "round"}
    drawing.add("circle", r=1.2, **look)
    rays = tuple(
        (
            (1.8 * cos(radians(angle)), 1.8 * sin(radians(angle))),
            (2.6 * cos(radians(angle)), 2.6 * sin(radians(angle))),
        )
        for angle in range(0, 360, 45)
    )
    drawing.add("path", d=path_of(*rays), **look)


def moon(drawing: Drawing, ink: Ink) -> None:
    """Draw a small moon."""
    look: Look = {"fill": "none" if ink.saving else ink.on_dark, "stroke": ink.on_dark, "stroke_width": 0.3}
    drawing.add("path", d="M0.9 -2.3A2.4 2.4 0 1 0 0.9 2.3A2.7 2.7 0 0 1 0.9 -2.3Z", **look)
