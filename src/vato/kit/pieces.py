"""The pieces: strips and shapes that are folded in two and glued, so that they are stiff and printed on both sides.

All lengths are millimetres. Knows how many pieces there are and how they look, not how they move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import ceil

from vato.games.squadro.layout import DOT_RADIUS
from vato.games.squadro.rulesets import BACK, LANES, OUT
from vato.kit import marks, motifs
from vato.kit.paper import Ink
from vato.picture import Drawing, Look, written

TILE = 20.0
"""The side of a square piece."""
LONGEST = 9
"""How many pieces a strip has at most; more would not fit on Letter."""
SPARES = 2
"""At least so many more than the game needs, as the smallest pieces are lost first."""

PIECE = (12.0, 20.0)
"""How wide and how long a Squadro piece is."""
SHOULDER = 7.3
"""From the tip of a Squadro piece to where it is widest."""
APART = 6.0
"""Between things that are cut out one by one."""

Motif = Callable[[Drawing, Ink], None]
MOTIFS: tuple[Motif, Motif] = (motifs.zebu, motifs.palm)


@dataclass(frozen=True)
class CutOut:
    """Something to cut out, with its own drawing from (0, 0)."""

    player: int
    pieces: int
    width: float
    height: float
    drawing: Drawing


def strips(needed: int, ink: Ink) -> Iterator[CutOut]:
    """Yield strips with at least the pieces that each side needs, and spares."""
    count = ceil((needed + SPARES) / LONGEST)
    each = ceil((needed + SPARES) / count)
    for player in (0, 1):
        for _ in range(count):
            yield strip(player, each, ink)


def strip(player: int, count: int, ink: Ink) -> CutOut:
    """Return a strip of pieces in two rows; the lower one stands on its head and becomes the back of the upper one."""
    drawing = Drawing()
    width = count * TILE
    for number in range(count):
        with drawing.group("piece", data_player=player):
            for row, turn in ((0, 0), (1, 180)):
                x, y = (number + 0.5) * TILE, (row + 0.5) * TILE
                with drawing.group("face", transform=f"translate({written(x)} {written(y)}) rotate({turn})"):
                    motifs.ground(drawing, ink, player)
                    MOTIFS[player](drawing, ink)
    marks.cut_box(drawing, 0, 0, width, 2 * TILE)
    for number in range(1, count):
        marks.cut(drawing, (number * TILE, 0), (number * TILE, 2 * TILE), closed=False)
    marks.fold(drawing, (-4, TILE), (width + 4, TILE))
    marks.scissors(drawing, -4, 0)
    return CutOut(player, count, width, 2 * TILE, drawing)


def runners(ink: Ink) -> Iterator[CutOut]:
    """Yield the ten pieces of Squadro: the speed out on one face, the speed back on the other."""
    for player in (0, 1):
        yield runners_of(player, ink)


def runners_of(player: int, ink: Ink) -> CutOut:
    """Return the five pieces of a side, from lane 1 to 5."""
    drawing = Drawing()
    width, length = PIECE
    for lane in range(LANES):
        x = width / 2 + lane * (width + APART)
        with drawing.group("piece", data_player=player):
            for turn, speeds in ((0, OUT), (180, BACK)):
                with drawing.group("face", transform=f"translate({written(x)} {written(length)}) rotate({turn})"):
                    _runner(drawing, ink, player, speeds[player][lane])
        tips = (x, 0.0), (x + width / 2, SHOULDER), (x + width / 2, 2 * length - SHOULDER)
        others = (x, 2 * length), (x - width / 2, 2 * length - SHOULDER), (x - width / 2, SHOULDER)
        marks.cut(drawing, *tips, *others)
        marks.fold(drawing, (x - width / 2 - 2, length), (x + width / 2 + 2, length))
    marks.scissors(drawing, -5, length - 8, 90)
    return CutOut(player, LANES, LANES * (width + APART) - APART, 2 * length, drawing)


def _runner(drawing: Drawing, ink: Ink, player: int, speed: int) -> None:
    """Draw a face of a Squadro piece: it stands on (0, 0) and points up."""
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
        (motifs.moon if player else motifs.sun)(drawing, ink)
    for index in range(speed):
        offset = 2.7 * (index - (speed - 1) / 2)
        drawing.add("circle", "dot", cx=offset, cy=-4, r=DOT_RADIUS / 4, fill=colour)


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
