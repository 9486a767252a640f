"""What is drawn on the pieces: a zebu for White and a traveller's palm for Black.

The motifs were drawn for this project. They are told apart by their shape alone, without colour and when printed to
save ink. They lie around (0, 0) and reach about 8 mm from it. Knows no rules.
"""

from __future__ import annotations

import re
from math import cos, hypot, radians, sin, sqrt

from vato.kit.paper import Ink
from vato.kit.pieces import RADIUS, ground
from vato.picture import Drawing, Look, Spot, path_of, written
from vato.text import Text

SIDES = (Text("White: the zebu"), Text("Black: the traveller's palm"))

ZEBU = (  # horns, ears, head
    "M-1.5 -2.3C-3.4 -1.4 -6 -2.4 -5 -7.3C-8.2 -3.8 -6.8 0.5 -2.1 0.2Z",
    "M1.5 -2.3C3.4 -1.4 6 -2.4 5 -7.3C8.2 -3.8 6.8 0.5 2.1 0.2Z",
    "M-2.4 0.9C-3.6 0 -6 0.5 -7 2.1C-5.2 3.1 -3.2 2.9 -2.2 1.9Z",
    "M2.4 0.9C3.6 0 6 0.5 7 2.1C5.2 3.1 3.2 2.9 2.2 1.9Z",
    "M-2.4 -2.1C-1 -3 1 -3 2.4 -2.1C3 0.5 2.3 2.6 1.7 4.3C2.1 5.4 2 6.7 1.1 7.3C0.5 7.7 -0.5 7.7 -1.1 7.3"
    "C-2 6.7 -2.1 5.4 -1.7 4.3C-2.3 2.6 -3 0.5 -2.4 -2.1Z",
)
EYES = ((-1.25, 1.1), (1.25, 1.1))
NOSTRILS = ((-0.65, 6.2), (0.65, 6.2))
STAR = ((0.0, -1.7), (0.7, -0.6), (0.0, 0.9), (-0.7, -0.6))

PALM_ROOT = (0.0, 4.0)
LEAVES = (-84, -63, -42, -21, 0, 21, 42, 63, 84)
"""How the leaves of the palm lean, in degrees."""
TRUNK = ((-0.7, 3.6), (0.7, 3.6), (1.15, 7.7), (-1.15, 7.7))


def stone(drawing: Drawing, ink: Ink, player: int) -> None:
    """Draw a side's piece."""
    ground(drawing, ink, player)
    (palm if player else zebu)(drawing, ink)


def zebu(drawing: Drawing, ink: Ink) -> None:
    """Draw the head of a zebu."""
    body: Look = {"fill": "#ffffff" if ink.saving else ink.line, "stroke": ink.line, "stroke_width": 0.3}
    for path in ZEBU:
        drawing.add("path", d=path, **body)
    inner = ink.line if ink.saving else "#ffffff"
    drawing.add("path", d=path_of(STAR, closed=True), fill=inner)
    for radius, spots in ((0.42, EYES), (0.28, NOSTRILS)):
        for x, y in spots:
            drawing.add("circle", cx=x, cy=y, r=radius, fill=inner)


def palm(drawing: Drawing, ink: Ink) -> None:
    """Draw a traveller's palm, its leaves spread like a fan."""
    look: Look = {"fill": "none" if ink.saving else ink.on_dark, "stroke": ink.on_dark, "stroke_linejoin": "round"}
    for angle in LEAVES:
        drawing.add("path", d=leaf(angle), stroke_width=0.25, **look)
    drawing.add("path", d=path_of(TRUNK, closed=True), stroke_width=0.25, **look)


def outlines_of(player: int, factor: float) -> list[str]:
    """Return the outlines of a side's motif as path data, enlarged.

    >>> outlines_of(1, 10)[-1]
    'M-7 36L7 36L11.5 77L-11.5 77Z'
    """
    paths = (*map(leaf, LEAVES), path_of(TRUNK, closed=True)) if player else ZEBU
    return [re.sub(r"-?\d+(?:\.\d+)?", lambda number: written(float(number[0]) * factor), path) for path in paths]


def leaf(angle: float) -> str:
    """Return a leaf of the palm on its stalk, as long as the ground lets it be."""
    right, down = sin(radians(angle)), -cos(radians(angle))
    x, y = PALM_ROOT
    # From the root to a circle a little inside the ground.
    along = x * right + y * down
    length = -along + sqrt(along * along - (hypot(x, y) ** 2 - (RADIUS - 1.3) ** 2))
    wide = min(0.95, 0.105 * length)

    def spot(far: float, side: float) -> Spot:
        return x + far * right - side * down, y + far * down + side * right

    begin = 0.3 * length
    stalk = path_of((spot(0, 0), spot(begin, 0)))
    points = [spot(begin, 0), spot(0.45 * length, wide), spot(0.85 * length, wide), spot(length, 0)]
    points += [spot(0.85 * length, -wide), spot(0.45 * length, -wide), spot(begin, 0)]
    text = [f"{written(px)} {written(py)}" for px, py in points]
    return f"{stalk}M{text[0]}C{text[1]} {text[2]} {text[3]}C{text[4]} {text[5]} {text[6]}Z"
