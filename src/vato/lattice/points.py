"""The points of the board and the lines that join them.

Points are named as on a chess board: columns a to i from the left, rows 1 to 9 from White's side.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import NamedTuple

from vato.errors import UnknownName

Point = str
Stones = dict[Point, int | None]
"""For every point the player whose stone is there, or None."""
Direction = tuple[int, int]
"""One step: columns to the right, rows upwards."""

STRAIGHT: tuple[Direction, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Direction, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
SIDES = (3, 5, 7, 9)
MOST_POINTS = 63
"""Compiled code has a bit of one word for each point, and one to spare."""


class BoardLine(NamedTuple):
    """The way from one point to a neighbour: what lies beyond the neighbour, and what lies behind the first point."""

    direction: Direction
    target: Point
    ahead: tuple[Point, ...]
    behind: tuple[Point, ...]


class Points:
    """A board of `width` columns and `height` rows."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.all: tuple[Point, ...] = tuple(
            name(column, row) for row in range(1, height + 1) for column in range(1, width + 1)
        )
        """Every point, row by row from a1."""
        self.lines: dict[Point, dict[Point, BoardLine]] = {point: self._lines(point) for point in self.all}
        """For every point its neighbours, in the order up, right, down, left, then the diagonals."""

    @property
    def size(self) -> str:
        """Width x height.

        >>> board_of("9x5").size
        '9x5'
        """
        return f"{self.width}x{self.height}"

    @property
    def stones_each(self) -> int:
        """How many stones a side has where each begins with half of them and the middle is empty."""
        return (self.width * self.height - 1) // 2

    def direction(self, origin: Point, target: Point) -> Direction:
        """Return the direction of the step between two joined points."""
        return self.lines[origin][target].direction

    @cached_property
    def symmetries(self) -> dict[str, dict[Point, Point]]:
        """The mirror images of the board under which its lines stay lines: for each, where every point goes."""
        right, top = self.width + 1, self.height + 1
        images: dict[str, Callable[[int, int], tuple[int, int]]] = {
            "left-right": lambda column, row: (right - column, row),
            "top-bottom": lambda column, row: (column, top - row),
            "half-turn": lambda column, row: (right - column, top - row),
        }
        if self.width == self.height:
            images |= {
                "diagonal": lambda column, row: (row, column),
                "anti-diagonal": lambda column, row: (top - row, right - column),
                "quarter-turn": lambda column, row: (row, right - column),
                "three-quarter-turn": lambda column, row: (top - row, column),
            }
        return {title: {point: name(*image(*place(point))) for point in self.all} for title, image in images.items()}

    def _lines(self, origin: Point) -> dict[Point, BoardLine]:
        column, row = place(origin)
        # Diagonals run only through the points where column + row is even.
        directions = STRAIGHT + DIAGONAL if (column + row) % 2 == 0 else STRAIGHT
        lines = {}
        for direction in directions:
            onward = self._ray(origin, direction)
            backward = self._ray(origin, (-direction[0], -direction[1]))
            if onward:
                lines[onward[0]] = BoardLine(direction, onward[0], onward[1:], backward)
        return lines

    def _ray(self, origin: Point, direction: Direction) -> tuple[Point, ...]:
        column, row = place(origin)
        ray: list[Point] = []
        while True:
            column, row = column + direction[0], row + direction[1]
            if not (1 <= column <= self.width and 1 <= row <= self.height):
                return tuple(ray)
            ray.append(name(column, row))


def name(column: int, row: int) -> Point:
    """Return the name of the point in a column and row, both counted from 1.

    >>> name(4, 2)
    'd2'
    """
    return f"{'abcdefghi'[column - 1]}{row}"


def place(point: Point) -> tuple[int, int]:
    """Return the column and row of a point, both counted from 1.

    >>> place("d2")
    (4, 2)
    """
    return "abcdefghi".index(point[0]) + 1, int(point[1])


@cache
def board_of(size: str) -> Points:
    """Return the board of a size written width x height, such as `9x5`."""
    width, _, height = size.lower().partition("x")
    sides = [int(side) for side in (width, height) if side in map(str, SIDES)]
    if len(sides) != 2 or sides[0] * sides[1] > MOST_POINTS:
        raise UnknownName(
            "There is no board {size!r}; write width x height with odd sides from 3 to 9 and at most {most} points, "
            "such as 9x5.",
            size=size,
            most=MOST_POINTS,
        )
    return Points(*sides)
