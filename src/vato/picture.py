"""What the pictures of all games share: themes as data, SVG written element by element, arrows. Knows no game.

A picture stands alone: no script, no style sheet, nothing fetched, and no ids, so that many can be put into one page.
Every element that means something carries a class. The board: `line`, `groove`, `place`, `dot`, `label`. The stones:
`stone` and the name of the side. A move, inside groups `happened` (the last one) or `plan`: `origin`, `destination`,
`arrow`, `number`, and `ghost` (a stone that stands there no longer, or not yet) or `cross` for what it does to others.
In a group `refused`, a move that the rules forbid: `arrow`, and `bar` across it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from html import escape
from math import hypot

from vato.board import Board
from vato.errors import UnknownName
from vato.text import Listing

Spot = tuple[float, float]
"""A place in the picture: to the right and downwards."""
Look = dict[str, str | float]
"""Attributes of an element, their names written with _ for -."""

Motifs = tuple[Sequence[str], Sequence[str]]
"""What a side's stones show instead of what is engraved on them, as path data around (0, 0); for both sides."""

NUMBER_RADIUS = 12.5
FONT = "system-ui, sans-serif"


@dataclass(frozen=True)
class Stone:
    """How one side's stones are coloured."""

    fill: str
    edge: str
    mark: str
    """What is engraved on the stone; its shape tells the sides apart where colours cannot."""


@dataclass(frozen=True)
class Theme:
    """The colours of a picture."""

    frame: str
    surface: str
    line: str
    groove: str
    glint: str
    """The light that catches the lower edge of whatever is engraved."""
    label: str
    happened: str
    """The one colour for what the last move did, which is neither good nor bad."""
    refused: str
    """The one colour for what the rules forbid; nothing else is red."""
    plan: str
    """The one colour for a move that may be played."""
    on_accent: str
    """Text on any of the three colours above, and the thin casing around them."""
    stones: tuple[Stone, Stone]


# No accent is yellow: that colour has a meaning of its own in the browser app.
THEMES = {
    "light": Theme(
        frame="#b98a56",
        surface="#e6c799",
        line="#7a5330",
        groove="#c79d68",
        glint="#f7e6c8",
        label="#38230f",
        happened="#24507f",
        refused="#b3261e",
        plan="#0b6178",
        on_accent="#ffffff",
        stones=(Stone("#efe5d0", "#8a7557", "#fcf8ee"), Stone("#2f2a27", "#120f0d", "#75695f")),
    ),
    "dark": Theme(
        frame="#20262c",
        surface="#38424b",
        line="#8b99a5",
        groove="#2a3239",
        glint="#262d33",
        label="#b4c0ca",
        happened="#a8b9f5",
        refused="#ff8f73",
        plan="#63d2e6",
        on_accent="#14191d",
        stones=(Stone("#d5dce2", "#9aa6b0", "#f1f4f6"), Stone("#12161a", "#7d8994", "#5c6873")),
    ),
    "paper": Theme(
        frame="#ffffff",
        surface="#ffffff",
        line="#444444",
        groove="#dddddd",
        glint="#ffffff",
        label="#444444",
        happened="#24507f",
        refused="#b3261e",
        plan="#0b6178",
        on_accent="#ffffff",
        stones=(Stone("#ffffff", "#1a1a1a", "#ffffff"), Stone("#2b2b2b", "#1a1a1a", "#ffffff")),
    ),
}


def motif_look(theme: Theme, player: int) -> Look:
    """Return how a motif looks on a side's stones."""
    colour = theme.stones[0].fill if player else theme.label
    return {"fill": colour, "fill_rule": "evenodd", "stroke": colour, "stroke_width": 0.6, "stroke_linejoin": "round"}


def theme_of(name: str) -> Theme:
    """Return a theme by its name.

    >>> theme_of("dark").plan
    '#63d2e6'
    """
    if name not in THEMES:
        raise UnknownName("There is no theme {theme!r}; choose one of {known}.", theme=name, known=Listing(THEMES))
    return THEMES[name]


def title_of(board: Board) -> str:
    """Return what a picture of the board is called: the game and whose turn it is, or how it ended.

    >>> import vato
    >>> title_of(vato.new("squadro", first="dark"))
    'Squadro: dark to move'
    """
    outcome = board.outcome()
    state = f"{board.sides[board.turn]} to move" if outcome is None else board.describe(outcome)
    return f"{board.game.capitalize()}: {state}"


def description_of(board: Board, plan: object) -> str:
    """Return the position as text, with the move that the picture shows.

    >>> import vato
    >>> description_of(vato.new("squadro"), plan=None)
    'Position 00000/00000 light.'
    """
    shown = ""
    if plan is not None:
        shown = f" Planned move {plan}."
    elif board.played:
        shown = f" Last move {board.played[-1]}."
    return f"Position {board.position}.{shown}"


def written(number: float) -> str:
    """Return a number as SVG text, at most two decimals long.

    >>> written(12.0), written(-0.001), written(2 / 3)
    ('12', '0', '0.67')
    """
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def path_of(*strokes: tuple[Spot, ...], closed: bool = False) -> str:
    """Return the path data of straight strokes.

    >>> path_of(((0, 0), (3, 4.5)), ((1, 1), (2, 2)))
    'M0 0L3 4.5M1 1L2 2'
    """
    end = "Z" if closed else ""
    return "".join("M" + "L".join(f"{written(x)} {written(y)}" for x, y in stroke) + end for stroke in strokes)


def along(start: Spot, end: Spot, distance: float) -> Spot:
    """Return the spot at a distance from `start` on the way to `end`.

    >>> along((0, 0), (30, 40), 10)
    (6.0, 8.0)
    """
    share = distance / hypot(end[0] - start[0], end[1] - start[1])
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def arrow_outline(start: Spot, end: Spot, width: float) -> tuple[Spot, ...]:
    """Return the seven corners of an arrow: the fourth, its tip, is at `end`; its shaft is `width` thick."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    right, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    neck = max(length - 2.6 * width, 0)
    corners = [(0, 0.5), (neck, 0.5), (neck, 1.6), (length, 0), (neck, -1.6), (neck, -0.5), (0, -0.5)]
    return tuple(
        (start[0] + far * right - side * width * down, start[1] + far * down + side * width * right)
        for far, side in corners
    )


class Drawing:
    """SVG in the making, one element to a line.

    >>> drawing = Drawing()
    >>> with drawing.group("stones", fill="#fff"):
    ...     drawing.add("circle", "stone", cx=10, cy=2 / 3, r=5)
    >>> print(*drawing.lines, sep=chr(10))
    <g class="stones" fill="#fff">
    <circle class="stone" cx="10" cy="0.67" r="5"/>
    </g>
    """

    def __init__(self) -> None:
        self.lines: list[str] = []

    def add(self, tag: str, kind: str = "", text: str = "", /, **look: str | float) -> None:
        """Add an element of the class `kind`."""
        opening = f"<{tag}{_attributes(kind, look)}"
        self.lines.append(f"{opening}>{_escaped(text)}</{tag}>" if text else f"{opening}/>")

    @contextmanager
    def group(self, kind: str = "", /, **look: str | float) -> Iterator[None]:
        """Hold what is added inside the `with` together; it inherits the look."""
        self.lines.append(f"<g{_attributes(kind, look)}>")
        yield
        self.lines.append("</g>")

    # Parts of a board

    def panel(self, width: float, height: float, border: float, theme: Theme) -> None:
        """Add the board's frame and surface."""
        self.add("rect", "frame", width=width, height=height, rx=14, fill=theme.frame)
        inner = {"width": width - 2 * border, "height": height - 2 * border}
        self.add("rect", "surface", x=border, y=border, **inner, rx=6, fill=theme.surface)

    def glint(self, strokes: list[tuple[Spot, Spot]], width: float, theme: Theme) -> None:
        """Add the light on the lower edges of engraved strokes, before the strokes themselves."""
        look: Look = {"fill": "none", "stroke": theme.glint, "stroke_width": width}
        self.add("path", "glint", d=path_of(*strokes), transform="translate(0 1.6)", **look)

    def label(self, spot: Spot, text: str) -> None:
        """Add a short text centred on a spot."""
        # The offset brings the middle of letters and figures to the spot in every renderer; dominant-baseline does not.
        self.add("text", "label", text, x=spot[0], y=spot[1] + 6.5, font_size=19, text_anchor="middle")

    def shadows(self) -> AbstractContextManager[None]:
        """Hold the shadows of stones together."""
        # The stroke lies half over the fill, which makes the edge soft without a filter, as that would need an id.
        return self.group("shadows", fill_opacity=0.22, stroke="#000", stroke_opacity=0.1, stroke_width=5)

    # Parts of a move

    def accent(self, kind: str, colour: str, theme: Theme) -> AbstractContextManager[None]:
        """Hold arrows, crosses and numbers of one colour together; a thin casing lifts them off any stone."""
        return self.group(kind, fill=colour, stroke=theme.on_accent, stroke_width=1.5, stroke_linejoin="round")

    def arrow(self, start: Spot, end: Spot, width: float, kind: str = "arrow", /, **look: str | float) -> None:
        """Add an arrow in the colour of its group."""
        self.add("path", kind, **look, d=path_of(arrow_outline(start, end, width), closed=True))

    def arch(self, start: Spot, end: Spot, width: float, aside: float, /, **look: str | float) -> None:
        """Add an arrow that swings aside on its way, in the colour of its group: for a jump."""
        right, down = along((0, 0), (end[0] - start[0], end[1] - start[1]), 1)
        # The curve is pulled to a spot beside the middle, twice as far away as the curve itself gets.
        middle = (start[0] + end[0]) / 2 + 2 * aside * down, (start[1] + end[1]) / 2 - 2 * aside * right
        neck = along(end, middle, 2.6 * width)

        def beside(spot: Spot, before: Spot, after: Spot, side: float) -> str:
            x, y = along((0, 0), (after[0] - before[0], after[1] - before[1]), side * width)
            return f"{written(spot[0] - y)} {written(spot[1] + x)}"

        def edge(side: float) -> tuple[str, str, str]:
            return (
                beside(start, start, middle, side),
                beside(middle, start, end, side),
                beside(neck, middle, end, side),
            )

        there, back = edge(0.5), edge(-0.5)
        tip = f"{beside(neck, middle, end, 1.6)}L{written(end[0])} {written(end[1])}L{beside(neck, middle, end, -1.6)}"
        outline = f"M{there[0]}Q{there[1]} {there[2]}L{tip}L{back[2]}Q{back[1]} {back[0]}Z"
        self.add("path", "arrow", **look, d=outline)

    def cross(self, spot: Spot, arm: float, /, **look: str | float) -> None:
        """Add a cross, for a stone that goes, in the colour of its group."""
        half = 0.4 * arm
        right = [(0, -half), (arm - half, -arm), (arm, half - arm), (half, 0), (arm, arm - half), (arm - half, arm)]
        corners = tuple((spot[0] + sign * x, spot[1] + sign * y) for sign in (1, -1) for x, y in right)
        self.add("path", "cross", **look, d=path_of(corners, closed=True))

    def bar(self, spot: Spot, theme: Theme) -> None:
        """Add the sign of something forbidden, in the colour of its group."""
        x, y = spot
        mark: Look = {"stroke": theme.on_accent, "stroke_width": 3.5, "stroke_linecap": "round"}
        self.add("circle", "bar", cx=x, cy=y, r=10)
        self.add("path", "bar", d=path_of(((x - 5, y), (x + 5, y))), **mark)

    def number(self, spot: Spot, number: int, theme: Theme) -> None:
        """Add a number on a disc in the colour of its group, to tell the order of arrows."""
        x, y = spot
        self.add("circle", "disc", cx=x, cy=y, r=NUMBER_RADIUS)
        size = 17 if number < 10 else 15
        text: Look = {"font_size": size, "font_weight": 700, "text_anchor": "middle"}
        self.add("text", "number", str(number), x=x, y=y + 0.35 * size, fill=theme.on_accent, stroke="none", **text)

    def document(self, width: float, height: float, title: str, description: str) -> str:
        """Return the finished picture, with a title and a description for those who hear it."""
        look: Look = {"width": width, "height": height, "viewBox": f"0 0 {written(width)} {written(height)}"}
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg"{_attributes("vato", look)} role="img" font-family="{FONT}">',
                f"<title>{_escaped(title)}</title>",
                f"<desc>{_escaped(description)}</desc>",
                *self.lines,
                "</svg>\n",
            ]
        )


def _attributes(kind: str, look: Look) -> str:
    return "".join(
        f' {name.replace("_", "-")}="{_escaped(value) if isinstance(value, str) else written(value)}"'
        for name, value in (({"class": kind} if kind else {}) | look).items()
    )


def _escaped(text: str) -> str:
    # XML has no way to write these characters, not even escaped.
    return escape(re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text))
