"""What is drawn on the pieces: a motif for each side, such as a zebu for White and a traveller's palm for Black.

The motifs were drawn for this project. They are told apart by their shape alone, without colour and when printed to
save ink. They lie around (0, 0) and reach about 8 mm from it. Knows no rules.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import cos, hypot, radians, sin, sqrt

from vato.kit.paper import Ink
from vato.kit.pieces import RADIUS, ground
from vato.picture import Drawing, Look, Motifs, Spot, path_of, written
from vato.text import Text

Paths = tuple[str, ...]
"""Path data; a path that lies within another leaves a hole in it."""


@dataclass(frozen=True)
class Motif:
    """What the pieces of both sides show."""

    name: str
    sides: tuple[Text, Text]
    """Which side has which."""
    outlines: tuple[Paths, Paths]
    details: tuple[Paths, Paths] = ((), ())
    """What is drawn on them in the colour of the ground: eyes, a wing."""

    def draw(self, drawing: Drawing, ink: Ink, player: int) -> None:
        """Draw a side's piece."""
        ground(drawing, ink, player)
        if player:
            body: Look = {"fill": "none" if ink.saving else ink.on_dark, "stroke": ink.on_dark, "stroke_width": 0.25}
            inner = ink.on_dark if ink.saving else ink.dark
        else:
            body = {"fill": "#ffffff" if ink.saving else ink.line, "stroke": ink.line, "stroke_width": 0.3}
            inner = ink.line if ink.saving else "#ffffff"
        for path in self.outlines[player]:
            drawing.add("path", d=path, fill_rule="evenodd", stroke_linejoin="round", **body)
        for path in self.details[player]:
            drawing.add("path", d=path, fill=inner)

    def enlarged(self, factor: float) -> Motifs:
        """Return the outlines of both sides, larger.

        >>> LETTERS.enlarged(10)[0][0][:22]
        'M-46 56L-12 -58H12L46 '
        """
        first, second = (tuple(_enlarged(path, factor) for path in paths) for paths in self.outlines)
        return first, second


def _enlarged(path: str, factor: float) -> str:
    return re.sub(r"-?\d+(?:\.\d+)?", lambda number: written(float(number[0]) * factor), path)


def _dot(x: float, y: float, radius: float) -> str:
    half, whole = written(radius), written(2 * radius)
    return f"M{written(x - radius)} {written(y)}a{half} {half} 0 0 1 {whole} 0a{half} {half} 0 0 1 -{whole} 0Z"


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


ZEBU_AND_PALM = Motif(
    "zebu",
    (Text("White: the zebu"), Text("Black: the traveller's palm")),
    (ZEBU, (*map(leaf, LEAVES), path_of(TRUNK, closed=True))),
    (
        (path_of(STAR, closed=True), *(_dot(*spot, 0.42) for spot in EYES), *(_dot(*spot, 0.28) for spot in NOSTRILS)),
        (),
    ),
)

ROOSTERS = Motif(
    "rooster",
    (Text("White: the whole rooster"), Text("Black: the rooster's head")),
    (
        (  # body, comb, wattle, leg
            "M-6.4 -2.9L-5.1 -3.7C-4.6 -4.8 -3.1 -4.9 -2.5 -3.7C-2 -2.7 -1.5 -1.4 0.2 -0.8C1.5 -0.5 2.3 -1.1 2.6 -2.4"
            "C2 -4.8 2.9 -6.4 4.6 -6.7C3.9 -5.9 3.7 -5 4 -4.1C4.8 -5.2 6.1 -5.2 7 -4.3C6 -4.1 5.3 -3.4 5.2 -2.5"
            "C6.1 -2.8 7 -2.2 7.3 -1.1C6.4 -1.4 5.5 -1 5.1 -0.3C4.8 2.4 2.9 4.2 0.5 4.3C-2.4 4.4 -4.3 2.6 -4.4 0"
            "C-4.4 -1 -4.6 -1.7 -5.1 -2.2Z",
            "M-4.9 -4.1C-5.7 -4.7 -5.4 -5.8 -4.6 -5.5C-4.5 -6.5 -3.4 -6.5 -3.3 -5.5C-2.6 -6 -1.9 -5.2 -2.5 -4.2"
            "C-3.1 -4.6 -4.2 -4.6 -4.9 -4.1Z",
            "M-5.2 -1.9C-5.9 -1.6 -5.9 -0.3 -5.2 -0.2C-4.6 -0.3 -4.6 -1.4 -5.2 -1.9Z",
            "M-0.5 4.3L-0.6 6.4L-1.9 6.9H0.8L0 6.4L0.3 4.3Z",
        ),
        (  # head with its hackles, comb, wattle
            "M6.1 -0.4L3.2 -2.1C2.4 -3.6 -0.9 -3.9 -2.2 -1.9C-3.4 0.2 -3.2 2.8 -5.4 4.8L-3.9 4.8L-4.1 6.4L-2.4 5.3"
            "L-1.8 7L-0.5 5.4L0.7 6.9L1.5 5.2L2.8 6L2.7 4.3C2.1 3.2 2 2.1 2.4 1L3.1 0.8Z",
            "M-2.8 -2.1C-4.3 -2.6 -4.5 -4.7 -3 -4.8C-3.2 -6.5 -1.2 -7 -0.6 -5.7C0.2 -7.4 2.2 -6.7 2 -5.1"
            "C3.4 -5.3 4.1 -3.6 2.9 -2.7C1.6 -4.6 -1.5 -4.6 -2.8 -2.1Z",
            "M3 1.5C4.5 1.8 4.8 4 3.7 4.7C2.5 4.4 2.2 2.6 3 1.5Z",
        ),
    ),
    (
        (_dot(-4.4, -3.4, 0.4), "M-0.6 1.1C0.6 0.6 2.2 0.7 3.3 0C3 1.7 1.8 2.8 0.4 2.7C-0.4 2.6 -0.8 1.8 -0.6 1.1Z"),
        (_dot(0.9, -1.3, 0.55),),
    ),
)
"""Document 001 has a sheet for 22 figures, roosters; how they look is ours."""

LETTERS = Motif(
    "letters",
    (Text("White: the letter A"), Text("Black: the letter B")),
    (
        ("M-4.6 5.6L-1.2 -5.8H1.2L4.6 5.6H2.4L1.6 2.8H-1.6L-2.4 5.6ZM-1 0.8H1L0 -2.9Z",),
        (
            "M-3.4 -5.8H0.8C3 -5.8 4.2 -4.7 4.2 -2.9C4.2 -1.6 3.5 -0.7 2.4 -0.3C3.9 0 4.7 1.1 4.7 2.5"
            "C4.7 4.5 3.3 5.6 0.9 5.6H-3.4ZM-1.2 -3.9V-1.1H0.5C1.5 -1.1 2 -1.6 2 -2.5C2 -3.4 1.5 -3.9 0.5 -3.9Z"
            "M-1.2 0.7V3.7H0.7C1.9 3.7 2.4 3.2 2.4 2.2C2.4 1.2 1.9 0.7 0.7 0.7Z",
        ),
    ),
)
"""Document 001 has eight figures A beside its second board; that the others are B is ours."""
