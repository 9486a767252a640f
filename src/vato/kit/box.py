"""A box for the pieces, folded from two strips of paper: a tray, and a sleeve that it slides into.

All lengths are millimetres. Knows no game; what is drawn on the sleeve is handed in.
"""

from __future__ import annotations

from math import ceil

from vato.kit import marks
from vato.kit.contract import Ornament
from vato.kit.paper import Ink
from vato.picture import Drawing, Spot, written

LENGTH = 46.0
WIDTH = 24.0
"""Room for two stacks of pieces side by side."""
THICK = 0.75
"""Of a piece: two layers of stiff paper and glue."""
PLAY = 1.0
"""How much wider the sleeve is than the tray."""
TAB = 9.0


def depth(stack: int) -> float:
    """Return how deep a box is that holds two stacks of so many pieces.

    >>> depth(24), depth(5)
    (20.0, 14.0)
    """
    return float(max(14, ceil(stack * THICK) + 2))


def tray(high: float) -> tuple[Drawing, float, float]:
    """Return the tray, unfolded, with its width and height."""
    drawing = Drawing()
    left, top, right, bottom = high, high, high + LENGTH, high + WIDTH
    slope = 2.0
    tabs: list[tuple[Spot, ...]] = []
    for y, outer in ((top, top - TAB), (bottom, bottom + TAB)):
        tabs.append(((left, y), (left - slope, outer), (left - high + slope, outer), (left - high, y)))
        tabs.append(((right, y), (right + slope, outer), (right + high - slope, outer), (right + high, y)))
    for corners in tabs:
        marks.glue(drawing, *corners)
    (ul, ur, ll, lr) = tabs
    outline = [
        *(
            (left, 0.0),
            (right, 0.0),
            (right, top),
            *ur[1:],
            (right + high, bottom),
            *reversed(lr[1:3]),
            (right, bottom),
        ),
        *((right, bottom + high), (left, bottom + high), (left, bottom), *ll[1:], (left - high, top)),
        *(*reversed(ul[1:3]), (left, top)),
    ]
    marks.cut(drawing, *outline)
    for start, end in (
        ((left - high, top), (right + high, top)),
        ((left - high, bottom), (right + high, bottom)),
        ((left, top), (left, bottom)),
        ((right, top), (right, bottom)),
    ):
        marks.fold(drawing, start, end)
    marks.scissors(drawing, left - 5, 0)
    return drawing, LENGTH + 2 * high, WIDTH + 2 * high


def sleeve(high: float, ink: Ink, ornament: Ornament, title: str) -> tuple[Drawing, float, float]:
    """Return the sleeve, unfolded, with its width and height; its lid and its floor carry the title and the motifs."""
    drawing = Drawing()
    panels = (WIDTH + PLAY, high + PLAY, WIDTH + PLAY, high + PLAY)
    folds = [sum(panels[: number + 1]) for number in range(4)]
    for number in (0, 2):
        y = folds[number] - panels[number] / 2
        for player, x in ((0, 10.5), (1, LENGTH - 10.5)):
            with drawing.group("ornament", transform=f"translate({written(x)} {written(y)})"):
                ornament(drawing, ink, player)
    name: dict[str, str | float] = {"text_anchor": "middle", "font_weight": 700, "fill": ink.line}
    for number in (1, 3):
        y = folds[number] - panels[number] / 2
        drawing.add("text", "title", title, x=LENGTH / 2, y=y + 1.8, font_size=5.4, **name)
    end = folds[-1]
    tab = ((0.0, end), (LENGTH, end), (LENGTH - 3, end + TAB), (3.0, end + TAB))
    marks.glue(drawing, *tab)
    marks.cut(drawing, (0, 0), (LENGTH, 0), *tab[1:], tab[0])
    for y in folds:
        marks.fold(drawing, (0, y), (LENGTH, y))
    marks.scissors(drawing, -5, 0)
    return drawing, LENGTH, end + TAB
