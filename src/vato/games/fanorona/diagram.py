"""A Fanorona position as lines of text: points, the lines that join them, stones, coordinates, the last move.

Owns the characters and the role of each; which colour a role has is the business of whoever shows it.
"""

# ruff: noqa: RUF001, RUF002  (the diagonals and the captured stone's mark look like / and x, and should)

from __future__ import annotations

from typing import TYPE_CHECKING

from vato.board import PLAYER_ROLES
from vato.games.fanorona.points import Point, name

if TYPE_CHECKING:
    from vato.games.fanorona.board import Board

Span = tuple[str, str]
"""A text and its role: one or more words, such as `line`, `label`, `first` or `first last`."""

STONES = "○●"
CROSSINGS = ("└┴┘", "├┼┤", "┌┬┐")
"""An empty point in the bottom row, between, and in the top row; at the left edge, between, and at the right."""
CAPTURED = "×"
MARGIN = "  "


def diagram(board: Board) -> list[list[Span]]:
    """Return the board as lines of spans, the top row first, then the letters of the columns and the stones' count.

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
    points = board.points
    marks = _marks(board)
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
    lines.append(_counts(board))
    return lines


def _marks(board: Board) -> dict[Point, Span]:
    """Return what is drawn on every point."""
    marks: dict[Point, Span] = {}
    for index, (point, owner) in enumerate(board.stones.items()):
        row, column = divmod(index, board.points.width)
        if owner is None:
            marks[point] = CROSSINGS[_third(row, board.points.height)][_third(column, board.points.width)], "empty"
        else:
            marks[point] = STONES[owner], PLAYER_ROLES[owner]
    if board.played:
        steps = board.played[-1].steps
        for step in steps:
            marks |= {point: (CAPTURED, "captured") for point in step.captured if board.stones[point] is None}
        for point in (steps[0].origin, *(step.target for step in steps)):
            text, role = marks[point]
            marks[point] = text, f"{role} last"
    return marks


def _third(index: int, count: int) -> int:
    """Return 0 for the first of a row of points, 2 for the last, 1 for those between."""
    return 0 if index == 0 else 2 if index == count - 1 else 1


def _counts(board: Board) -> list[Span]:
    line: list[Span] = [(f" {MARGIN}", "label")]
    for player, (stone, role) in enumerate(zip(STONES, PLAYER_ROLES, strict=True)):
        line += [(stone, role), (f" {board.count(player)}{MARGIN}", "label")]
    return line
