"""The pieces: strips of square ones that are folded in two and glued, so that they are stiff and printed on both sides.

What is drawn on them is handed in, and a room may have pieces of another shape; how cut-outs are spread over sheets is
the same for all. All lengths are millimetres. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator
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


def strips(needed: int, piece: Ornament, ink: Ink) -> Iterator[CutOut]:
    """Yield strips with at least the pieces that each side needs, and spares."""
    count = ceil((needed + SPARES) / LONGEST)
    each = ceil((needed + SPARES) / count)
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


def sheets(cut_outs: Iterator[CutOut], width: float, height: float) -> list[list[CutOut]]:
    """Return which cut-outs go on which sheet, one under the other; a side is not parted where that can be helped."""
    filled: list[list[CutOut]] = []
    sides = [[each for each in all_of if each.player == player] for all_of in [list(cut_outs)] for player in (0, 1)]
    room = 0.0
    for side in sides:
        whole = sum(each.height + APART for each in side)
        if whole > room and whole <= height + APART:
            room = 0
        for each in side:
            assert each.width <= width
            if each.height > room or not filled:
                filled.append([])
                room = height + APART
            filled[-1].append(each)
            room -= each.height + APART
    return filled
