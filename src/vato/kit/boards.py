"""The boards at true size: drawn from each game's own points and layout, framed for paper.

All lengths are millimetres, measured from the left upper corner of the board. Knows how boards look, not the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil

from vato.games.fanorona import layout as fanorona
from vato.games.fanorona.points import Points, board_of, name, place
from vato.games.squadro import layout as squadro
from vato.games.squadro.rulesets import FAR_EDGE
from vato.kit.paper import Ink
from vato.picture import Drawing, Look, Spot, path_of, written

SPACING = 30.0
"""From a point of Fanorona or Alquerque to the next."""
MARGIN = 18.0
"""From the edge of such a board to its first points."""
BAND = 6.5
"""How wide the frame is."""
INSET = 1.5
"""From the cut to the frame, so that a cut that strays does not show."""
LANE = 28.0
"""From a place of Squadro to the next."""
ALQUERQUE = "5x5"


@dataclass(frozen=True)
class PrintedBoard:
    """A board that can be printed."""

    name: str
    width: float
    height: float
    seams: tuple[tuple[float, ...], tuple[float, ...]]
    """Where it may be parted, across and down: between points, never through them."""
    draw: Callable[[Drawing, Ink], None]


def fanorona_board(size: str) -> PrintedBoard:
    """Return a Fanorona board.

    >>> board = fanorona_board("9x5")
    >>> board.width, board.height, board.seams[1]
    (276.0, 156.0, (33.0, 63.0, 93.0, 123.0))
    """
    points = board_of(size)

    def draw(drawing: Drawing, ink: Ink) -> None:
        _frame(drawing, ink, board, 0)
        _lozenges(drawing, ink, board)
        _coordinates(drawing, ink, points, board)
        _lines(drawing, ink, points)

    board = _of_points("fanorona", points, draw)
    return board


def alquerque_board() -> PrintedBoard:
    """Return the Alquerque board: the lines of the 5x5 one, in a frame of its own."""
    points = board_of(ALQUERQUE)

    def draw(drawing: Drawing, ink: Ink) -> None:
        _frame(drawing, ink, board, 2)
        _beads(drawing, ink, board)
        _lines(drawing, ink, points)

    board = _of_points("alquerque", points, draw)
    return board


def _of_points(title: str, points: Points, draw: Callable[[Drawing, Ink], None]) -> PrintedBoard:
    across, down = (
        tuple(MARGIN + (number + 0.5) * SPACING for number in range(count - 1))
        for count in (points.width, points.height)
    )
    width, height = (2 * MARGIN + (count - 1) * SPACING for count in (points.width, points.height))
    return PrintedBoard(title, width, height, (across, down), draw)


def _frame(drawing: Drawing, ink: Ink, board: PrintedBoard, colour: int) -> None:
    """Draw the surface and the band around it."""
    inner = INSET + BAND
    outside = _box(INSET, board)
    inside = _box(inner, board)
    drawing.add("path", "surface", d=path_of(inside, closed=True), fill=ink.ground)
    drawing.add("path", "band", d=path_of(outside, inside, closed=True), fill=ink.bands[colour], fill_rule="evenodd")
    rule: Look = {"fill": "none", "stroke": ink.line, "stroke_width": 0.3}
    drawing.add("path", "rule", d=path_of(outside, inside, _box(inner + 1, board), closed=True), **rule)


def _box(inset: float, board: PrintedBoard) -> tuple[Spot, ...]:
    right, bottom = board.width - inset, board.height - inset
    return (inset, inset), (right, inset), (right, bottom), (inset, bottom)


def _lines(drawing: Drawing, ink: Ink, points: Points) -> None:
    """Draw the lines, and a knot on every point; those that have diagonals carry a ring."""

    def spot(unit: Spot) -> Spot:
        x, y = ((value - fanorona.MARGIN) / fanorona.UNIT * SPACING + MARGIN for value in unit)
        return x, y

    with drawing.group("lines", stroke=ink.line, stroke_width=0.6, stroke_linecap="round"):
        for _, start, end in fanorona.lines_of(points):
            (x1, y1), (x2, y2) = spot(start), spot(end)
            drawing.add("line", "line", x1=x1, y1=y1, x2=x2, y2=y2)
    with drawing.group("points", fill=ink.line):
        for point in points.all:
            x, y = spot(fanorona.spot_of(points, point))
            if sum(place(point)) % 2 == 0:
                paper = "#ffffff" if ink.saving else ink.ground
                drawing.add("circle", "knot", cx=x, cy=y, r=2, fill=paper, stroke=ink.line, stroke_width=0.6)
            drawing.add("circle", "point", cx=x, cy=y, r=1)


def _along_band(board: PrintedBoard, step: float, first: float) -> list[Spot]:
    """Return places in the middle of the band, on all four sides."""
    middle = INSET + BAND / 2
    across = [first + step * index for index in range(round((board.width - 2 * first) / step) + 1)]
    down = [first + step * index for index in range(round((board.height - 2 * first) / step) + 1)]
    return [
        *((x, y) for x in across for y in (middle, board.height - middle)),
        *((x, y) for y in down for x in (middle, board.width - middle)),
    ]


def _lozenges(drawing: Drawing, ink: Ink, board: PrintedBoard) -> None:
    """Draw three lozenges in the band between any two points, and one in each corner."""
    middle = INSET + BAND / 2
    spots = [*_between_points(board)]
    spots += [(x, y) for x in (middle, board.width - middle) for y in (middle, board.height - middle)]
    for index, (x, y) in enumerate(spots):
        corner = index >= len(spots) - 4
        # The long way of a lozenge runs along the band.
        level = y in (middle, board.height - middle)
        wide, high = (1.7, 1.7) if corner else (2.6, 1.5) if level else (1.5, 2.6)
        corners = ((x - wide, y), (x, y - high), (x + wide, y), (x, y + high))
        drawing.add("path", "ornament", d=path_of(corners, closed=True), **_on_band(ink))


def _between_points(board: PrintedBoard) -> Iterator[Spot]:
    """Yield three places in the band for every two neighbouring points."""
    middle = INSET + BAND / 2
    across, down = board.seams
    for shift in (-6.5, 0, 6.5):
        yield from ((x + shift, y) for x in across for y in (middle, board.height - middle))
        yield from ((x, y + shift) for y in down for x in (middle, board.width - middle))


def _beads(drawing: Drawing, ink: Ink, board: PrintedBoard) -> None:
    """Draw a string of beads in the band, a large one after every two small ones."""
    for index, (x, y) in enumerate(dict.fromkeys(_along_band(board, 5, INSET + BAND / 2 + 0.25))):
        drawing.add("circle", "ornament", cx=x, cy=y, r=1.7 if index // 2 % 3 == 0 else 0.8, **_on_band(ink))


def _on_band(ink: Ink) -> Look:
    if ink.saving:
        return {"fill": "none", "stroke": ink.line, "stroke_width": 0.25}
    return {"fill": ink.on_band}


def _coordinates(drawing: Drawing, ink: Ink, points: Points, board: PrintedBoard) -> None:
    """Draw letters and figures in the band, on either side for whoever sits there."""
    middle = INSET + BAND / 2
    text: Look = {"font_size": 4, "font_weight": 600, "text_anchor": "middle", "fill": ink.on_band}
    letters = [
        (name(column, 1)[0], MARGIN + (column - 1) * SPACING, board.height - middle)
        for column in range(1, points.width + 1)
    ]
    figures = [(str(row), middle, board.height - MARGIN - (row - 1) * SPACING) for row in range(1, points.height + 1)]
    with drawing.group("labels", **text):
        for label, x, y in (*letters, *figures):
            drawing.add("text", "label", label, x=x, y=y + 1.35)
            across, down = (x, board.height - y) if y > board.height - middle - 1 else (board.width - x, y)
            turned = f"translate({written(across)} {written(down)}) rotate(180)"
            drawing.add("text", "label", label, y=1.35, transform=turned)


def squadro_board() -> PrintedBoard:
    """Return the Squadro board."""
    scale = LANE / squadro.UNIT
    side = float(ceil(squadro.SIZE * scale))
    shift = (side - squadro.SIZE * scale) / 2

    def spot(unit: Spot) -> Spot:
        return unit[0] * scale + shift, unit[1] * scale + shift

    seams = tuple(spot((squadro.MARGIN + (n + 0.5) * squadro.UNIT, 0))[0] for n in range(FAR_EDGE))

    def draw(drawing: Drawing, ink: Ink) -> None:
        _frame(drawing, ink, board, 1)
        _lanes(drawing, ink, spot, scale)

    board = PrintedBoard("squadro", side, side, (seams, seams), draw)
    return board


def _lanes(drawing: Drawing, ink: Ink, spot: Callable[[Spot], Spot], scale: float) -> None:
    """Draw the lanes with the places at their ends, the speeds as dots, and the lane numbers."""
    middle = INSET + BAND / 2
    side = 2 * spot((squadro.SIZE / 2, 0))[0]
    groove: Look = {"stroke_width": 3.2, "stroke": "#ffffff" if ink.saving else "#dccdb2"}
    edges: Look = {"stroke_width": 3.8, "stroke": ink.line}
    grooves = [tuple(map(spot, squadro.groove_of(*lane))) for lane in squadro.ALL_LANES]
    for look in (edges, groove):
        for (x1, y1), (x2, y2) in grooves:
            drawing.add("line", "groove", x1=x1, y1=y1, x2=x2, y2=y2, **look)
    for player, lane in squadro.ALL_LANES:
        for end in (0, FAR_EDGE):
            box = squadro.end_of(player, lane, end)
            x, y = spot((box.x, box.y))
            # A start is drawn firmly, a far edge with a thin line.
            edge: Look = {"stroke": ink.line, "stroke_width": 0.3 if end else 0.7}
            size = {"width": box.width * scale, "height": box.height * scale, "rx": squadro.END_CORNER * scale}
            drawing.add("rect", "place", x=x, y=y, **size, fill="none" if ink.saving else "#fffaf0", **edge)
            for dot in squadro.dots_of(player, lane, end):
                cx, cy = spot(dot)
                drawing.add("circle", "dot", cx=cx, cy=cy, r=squadro.DOT_RADIUS * scale, fill=ink.line)
    text: Look = {"font_size": 4, "font_weight": 600, "text_anchor": "middle", "fill": ink.on_band}
    with drawing.group("labels", **text):
        for player, lane in squadro.ALL_LANES:
            x, y = spot(squadro.spot_of(player, lane, 0))
            x, y = (x, side - middle) if player == 0 else (middle, y)
            drawing.add("text", "label", str(lane), x=x, y=y + 1.35)
