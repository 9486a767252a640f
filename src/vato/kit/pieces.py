"""The pieces: strips of square ones that are folded in two and glued, so that they are stiff and printed on both sides.

What is drawn on them is handed in, and a room may have pieces of another shape; how cut-outs are spread over sheets is
the same for all. All lengths are millimetres. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from vato.kit import marks
from vato.kit.contract import CutOut, Ornament
from vato.kit.paper import Ink
from vato.picture import Drawing, Look, written
from vato.text import Text

TILE = 20.0
"""The side of a square piece."""
RADIUS = 8.8
"""Of the ground of a motif."""
LONGEST = 9
"""How many pieces a strip has at most; more would not fit on Letter."""
SPARES = 2
"""At least so many more than the game needs, as the smallest pieces are lost first."""
APART = 6.0
"""Between things that are cut out one by one."""
CLOSEST = 2.0
"""Between them where that saves a sheet."""
STRIP_FOLDING = Text(
    "Pieces: cut out each strip along its outline, fold it lengthwise along the dashed line with the print outside, "
    "glue the halves together, and cut the pieces apart."
)
"""How the pieces of a strip are made."""


def ground(drawing: Drawing, ink: Ink, player: int) -> None:
    """Draw the disc under a motif: plain for the first side; dark, or with a second ring, for the other."""
    edge: Look = {"stroke": ink.line, "stroke_width": 0.3}
    drawing.add("circle", "ground", r=RADIUS, fill=ink.dark if player else "none", **edge)
    if player and ink.saving:
        drawing.add("circle", "ring", r=RADIUS - 0.7, fill="none", **edge)


def strips(needed: int, piece: Ornament, ink: Ink, in_a_row: int | None = None) -> Iterator[CutOut]:
    """Yield strips with at least the pieces that each side needs, and spares: so many in each, or as even as can be."""
    count = ceil((needed + SPARES) / (in_a_row or LONGEST))
    each = in_a_row or ceil((needed + SPARES) / count)
    for player in (0, 1):
        for _ in range(count):
            yield _strip(player, each, piece, ink)


def _strip(player: int, count: int, piece: Ornament, ink: Ink) -> CutOut:
    """Return a strip of pieces in two rows; the lower one stands on its head and becomes the back of the upper one."""
    drawing = Drawing()
    width = count * TILE
    for number in range(count):
        with drawing.group("piece", data_player=player):
            for row, turn in ((0, 0), (1, 180)):
                x, y = (number + 0.5) * TILE, (row + 0.5) * TILE
                with drawing.group("face", transform=f"translate({written(x)} {written(y)}) rotate({turn})"):
                    piece(drawing, ink, player)
    marks.cut_box(drawing, 0, 0, width, 2 * TILE)
    for number in range(1, count):
        marks.cut(drawing, (number * TILE, 0), (number * TILE, 2 * TILE), closed=False)
    marks.fold(drawing, (-4, TILE), (width + 4, TILE))
    marks.scissors(drawing, -4, 0)
    return CutOut(player, count, width, 2 * TILE, drawing)


@dataclass(frozen=True)
class Filled:
    """Cut-outs that share a sheet, one under the other."""

    cut_outs: tuple[CutOut, ...]
    apart: float
    """How far they lie apart."""

    def svg(self) -> str:
        """Return them as they are printed."""
        gap = self.apart / 2
        return "".join(
            marks.svg(each.drawing, "strip", -8, -gap, each.width + 16, each.height + 2 * gap) for each in self.cut_outs
        )


def sheets(cut_outs: Sequence[CutOut], width: float, height: float) -> list[Filled]:
    """Return which cut-outs go on which sheet: on as few as can be, no side parted where that can be helped."""
    sides = [tuple(each for each in cut_outs if each.player == player) for player in (0, 1)]
    together = _filled([tuple(cut_outs)], width, height)
    apart = _filled(sides, width, height)
    return together if len(together) < len(apart) else apart


def _filled(groups: Sequence[tuple[CutOut, ...]], width: float, height: float) -> list[Filled]:
    """Return the sheets that groups take, each of which begins a sheet."""
    found: list[Filled] = []
    for group in groups:
        left = list(group)
        while left:
            count = next(n for n in range(len(left), 0, -1) if _height(left[:n], CLOSEST) <= height)
            here = tuple(left[:count])
            assert all(each.width <= width for each in here)
            found.append(Filled(here, min(APART, (height - _height(here, 0)) / count)))
            del left[:count]
    return found


def _height(cut_outs: Sequence[CutOut], apart: float) -> float:
    return sum(each.height + apart for each in cut_outs)
