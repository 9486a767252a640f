"""A position as lines of text: points, the lines that join them, stones, coordinates, the last move.

Owns the characters and the role of each; which colour a role has is the business of whoever shows it.
"""

# ruff: noqa: RUF001, RUF002  (the diagonals and the captured stone's mark look like / and x, and should)

from __future__ import annotations

from collections.abc import Collection

from vato.board import PLAYER_ROLES
from vato.lattice.points import Point, Points, Stones, name

Span = tuple[str, str]
"""A text and its role: one or more words, such as `line`, `label`, `first` or `first last`."""

STONES = "○●"
CROSSINGS = ("└┴┘", "├┼┤", "┌┬┐")
"""An empty point in the bottom row, between, and in the top row; at the left edge, between, and at the right."""
CAPTURED = "×"
MARGIN = "  "


def diagram(
    points: Points, stones: Stones, passed: Collection[Point] = (), gone: Collection[Point] = ()
) -> list[list[Span]]:
    """Return the board as lines of spans, the top row first, then the letters of the columns and the stones' count.

    The last move is marked: the points that its stone `passed`, and those whose stones are `gone`.

    >>> import vato
    >>> board = vato.new("fanorona", board="3x3")
    >>> _ = board.push("a1-b2A")
    >>> print(board)
    3  ●───●───×
       │ ╲ │ ╱ │
    2  ●───○───○
       │ ╱ │ ╲ │
    1  └───○───○
       a   b   c
       ○ 4  ● 3
    """
    marks = _marks(points, stones, passed, gone)
    lines: list[list[Span]] = []
    for row in range(points.height, 0, -1):
        line: list[Span] = [(f"{row}{MARGIN}", "label"), marks[name(1, row)]]
        for column in range(2, points.width + 1):
            line += [("───", "line"), marks[name(column, row)]]
        lines.append(line)
        if row > 1:
            slants = (
                "╲" if name(column + 1, row - 1) in points.lines[name(column, row)] else "╱"
                for column in range(1, points.width)
            )
            lines.append([(f" {MARGIN}│" + "".join(f" {slant} │" for slant in slants), "line")])
    letters = "   ".join(name(column, 1)[0] for column in range(1, points.width + 1))
    lines.append([(f" {MARGIN}{letters}", "label")])
    lines.append(_counts(stones))
    return lines


def _marks(points: Points, stones: Stones, passed: Collection[Point], gone: Collection[Point]) -> dict[Point, Span]:
    """Return what is drawn on every point."""
    marks: dict[Point, Span] = {}
    for index, (point, owner) in enumerate(stones.items()):
        row, column = divmod(index, points.width)
        if owner is None:
            marks[point] = CROSSINGS[_third(row, points.height)][_third(column, points.width)], "empty"
        else:
            marks[point] = STONES[owner], PLAYER_ROLES[owner]
    marks |= {point: (CAPTURED, "captured") for point in gone if stones[point] is None}
    for point in dict.fromkeys(passed):
        text, role = marks[point]
        marks[point] = text, f"{role} last"
    return marks


def _third(index: int, count: int) -> int:
    """Return 0 for the first of a row of points, 2 for the last, 1 for those between."""
    return 0 if index == 0 else 2 if index == count - 1 else 1


def _counts(stones: Stones) -> list[Span]:
    line: list[Span] = [(f" {MARGIN}", "label")]
    for player, (stone, role) in enumerate(zip(STONES, PLAYER_ROLES, strict=True)):
        line += [(stone, role), (f" {list(stones.values()).count(player)}{MARGIN}", "label")]
    return line
