"""The frame of a printed board: its surface, the band around it, and where ornaments and labels lie in the band.

All lengths are millimetres, measured from the left upper corner of the board. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator

from vato.kit.contract import PrintedBoard
from vato.kit.paper import Ink
from vato.picture import Drawing, Look, Spot, path_of

BAND = 6.5
"""How wide the band is."""
INSET = 1.5
"""From the cut to the band, so that a cut that strays does not show."""
MIDDLE = INSET + BAND / 2
"""From the edge of the board to the middle of the band."""
LABEL_DROP = 1.35
"""From the middle of a label in the band down to the line it is written on."""


def frame(drawing: Drawing, ink: Ink, board: PrintedBoard, colour: str) -> None:
    """Draw the surface and the band around it, which has a colour unless ink is saved."""
    inner = INSET + BAND
    outside = _box(INSET, board)
    inside = _box(inner, board)
    drawing.add("path", "surface", d=path_of(inside, closed=True), fill=ink.ground)
    fill = "none" if ink.saving else colour
    drawing.add("path", "band", d=path_of(outside, inside, closed=True), fill=fill, fill_rule="evenodd")
    rule: Look = {"fill": "none", "stroke": ink.line, "stroke_width": 0.3}
    drawing.add("path", "rule", d=path_of(outside, inside, _box(inner + 1, board), closed=True), **rule)


def _box(inset: float, board: PrintedBoard) -> tuple[Spot, ...]:
    right, bottom = board.width - inset, board.height - inset
    return (inset, inset), (right, inset), (right, bottom), (inset, bottom)


def between_points(board: PrintedBoard, shifts: tuple[float, ...]) -> Iterator[Spot]:
    """Yield places in the middle of the band: so far from halfway between any two neighbouring points."""
    across, down = board.seams
    for shift in shifts:
        yield from ((x + shift, y) for x in across for y in (MIDDLE, board.height - MIDDLE))
        yield from ((x, y + shift) for y in down for x in (MIDDLE, board.width - MIDDLE))


def corners_of_band(board: PrintedBoard) -> tuple[Spot, ...]:
    """Return the middles of the band's corners."""
    return _box(MIDDLE, board)


def on_band(ink: Ink) -> Look:
    """Return how an ornament in the band looks."""
    if ink.saving:
        return {"fill": "none", "stroke": ink.line, "stroke_width": 0.25}
    return {"fill": ink.on_band}


def labels_on_band(ink: Ink) -> Look:
    """Return how letters and figures in the band look."""
    return {"font_size": 4, "font_weight": 600, "text_anchor": "middle", "fill": ink.on_band}
