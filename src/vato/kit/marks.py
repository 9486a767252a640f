"""The signs of a cut-out sheet: cut, fold and glue, each of its own kind; marks that bring sheets together; the ruler.

All lengths are millimetres. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator

from vato.picture import Drawing, Look, Spot, path_of, written

CUT: Look = {"fill": "none", "stroke": "#000", "stroke_width": 0.25}
FOLD: Look = {"fill": "none", "stroke": "#000", "stroke_width": 0.3, "stroke_dasharray": "3 1.5"}
GLUE: Look = {"fill": "none", "stroke": "#666", "stroke_width": 0.2}
HATCH = 2.2
"""From one stroke of a glue mark to the next."""
RULER = 100

SCISSORS = (
    "M0 0L5.2 -1.5M0 0L5.2 1.5M0 0L-1.2 -0.6M0 0L-1.2 0.6"
    "M-1.1 -0.5A0.95 0.8 20 1 0 -2.9 -1.3A0.95 0.8 20 1 0 -1.1 -0.5"
    "M-1.1 0.5A0.95 0.8 -20 1 1 -2.9 1.3A0.95 0.8 -20 1 1 -1.1 0.5"
)
"""Open scissors that cut to the right."""


def svg(drawing: Drawing, kind: str, x: float, y: float, width: float, height: float, title: str = "") -> str:
    """Return a drawing at true size: `width` by `height` millimetres of it, from (x, y)."""
    view = " ".join(map(written, (x, y, width, height)))
    label = f' role="img" aria-label="{title}"' if title else ' aria-hidden="true"'
    size = f'width="{written(width)}mm" height="{written(height)}mm" viewBox="{view}"'
    return "\n".join(
        [f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" {size}{label}>', *drawing.lines, "</svg>"]
    )


def cut(drawing: Drawing, *corners: Spot, closed: bool = True) -> None:
    """Draw a line to cut along."""
    drawing.add("path", "cut", d=path_of(corners, closed=closed), **CUT)


def cut_box(drawing: Drawing, x: float, y: float, width: float, height: float) -> None:
    """Draw a rectangle to cut out."""
    drawing.add("rect", "cut outline", x=x, y=y, width=width, height=height, **CUT)


def scissors(drawing: Drawing, x: float, y: float, angle: float = 0) -> None:
    """Draw scissors that cut in a direction, in degrees clockwise from the right."""
    turn = f"translate({written(x)} {written(y)}) rotate({written(angle)})"
    look: Look = {"fill": "none", "stroke": "#000", "stroke_width": 0.3, "stroke_linecap": "round"}
    drawing.add("path", "scissors", d=SCISSORS, transform=turn, **look)


def fold(drawing: Drawing, start: Spot, end: Spot) -> None:
    """Draw a line to fold along."""
    drawing.add("path", "fold", d=path_of((start, end)), **FOLD)


def glue(drawing: Drawing, *corners: Spot) -> None:
    """Hatch an area, which is convex, that takes glue."""
    strokes = list(hatching(corners))
    if strokes:
        drawing.add("path", "glue", d=path_of(*strokes), **GLUE)


def hatching(corners: tuple[Spot, ...]) -> Iterator[tuple[Spot, Spot]]:
    """Yield slanting strokes that fill a convex area.

    >>> [len(list(hatching(((0, 0), (side, 0), (side, side), (0, side))))) for side in (2, 20)]
    [2, 18]
    """
    sums = [x + y for x, y in corners]
    total = min(sums) + HATCH / 2
    while total < max(sums):
        met = set()
        for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
            first, second = x1 + y1, x2 + y2
            if first != second and min(first, second) <= total <= max(first, second):
                share = (total - first) / (second - first)
                met.add((round(x1 + share * (x2 - x1), 3), round(y1 + share * (y2 - y1), 3)))
        if len(met) > 1:
            yield min(met), max(met)
        total += HATCH


def register(drawing: Drawing, x: float, y: float) -> None:
    """Draw a mark that two sheets share: where they lie right, it is whole."""
    look: Look = {"fill": "none", "stroke": "#000", "stroke_width": 0.2}
    with drawing.group("register", **look):
        drawing.add("circle", cx=x, cy=y, r=1.4)
        drawing.add("path", d=path_of(((x - 2.4, y), (x + 2.4, y)), ((x, y - 2.4), (x, y + 2.4))))


def ruler() -> str:
    """Return a line of 100 mm, to see whether the printer kept the size."""
    drawing = Drawing()
    ticks = [((x, 0.0), (x, 4.0 if x % 10 == 0 else 3.0 if x % 5 == 0 else 1.8)) for x in range(RULER + 1)]
    drawing.add("path", "scale", d=path_of(((0, 0), (RULER, 0)), *ticks), fill="none", stroke="#000", stroke_width=0.2)
    text: Look = {"font_size": 2.6, "text_anchor": "middle"}
    for x in range(0, RULER, 10):
        drawing.add("text", "", str(x), x=x, y=6.8, **text)
    drawing.add("text", "", f"{RULER} mm", x=RULER, y=6.8, **text)
    return svg(drawing, "ruler", -2, -0.5, RULER + 8, 8)


def low_ruler() -> str:
    """Return the same line where there is little room: no more than 2 mm high."""
    drawing = Drawing()
    ticks = [((x, 0.0), (x, 1.6 if x % 50 == 0 else 1.0)) for x in range(0, RULER + 1, 10)]
    drawing.add("path", "scale", d=path_of(((0, 0), (RULER, 0)), *ticks), fill="none", stroke="#000", stroke_width=0.2)
    drawing.add("text", "", f"{RULER} mm", x=RULER + 1.5, y=1.6, font_size=2)
    return svg(drawing, "ruler", -0.5, -0.2, RULER + 12, 2)


def sample(kind: str) -> str:
    """Return a small sign for the legend: `cut`, `fold` or `glue`."""
    drawing = Drawing()
    if kind == "cut":
        scissors(drawing, 3.2, 2)
        cut(drawing, (6.5, 2), (14, 2), closed=False)
    elif kind == "fold":
        fold(drawing, (0, 2), (14, 2))
    else:
        box = ((2.0, 0.2), (12.0, 0.2), (12.0, 3.8), (2.0, 3.8))
        glue(drawing, *box)
    return svg(drawing, "sample", 0, 0, 14, 4)
