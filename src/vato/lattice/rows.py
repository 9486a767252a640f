"""Stones as text and back: the rows of a board from the top, as in chess. Knows the alphabet, not the rules."""

from __future__ import annotations

import re
from collections.abc import Mapping

from vato.errors import InvalidPosition
from vato.lattice.points import MOST_POINTS, SIDES, Point, Points, Stones, board_of

LETTERS = {"w": 0, "b": 1}
SIGNS = {None: ".", 0: "w", 1: "b"}
EMPTY = re.compile(r"\.+")


def write_rows(points: Points, stones: Mapping[Point, int | None]) -> str:
    """Return where stones stand as text: w, b, and figures for empty points.

    >>> write_rows(board_of("3x3"), dict.fromkeys(board_of("3x3").all) | {"a1": 0, "c3": 1})
    '2b/3/w2'
    """
    signs = "".join([SIGNS[stones[point]] for point in points.all])
    width = points.width
    rows = "/".join([signs[begin : begin + width] for begin in range(len(signs) - width, -1, -width)])
    return EMPTY.sub(lambda run: str(len(run[0])), rows)


def read_rows(column: int, text: str) -> tuple[Points, Stones]:
    """Return the board that a text describes and its stones; the text began in a column of what was written."""
    rows: list[list[int | None]] = [[]]
    starts = [column]
    for place, letter in enumerate(text, start=column):
        if letter == "/":
            rows.append([])
            starts.append(place + 1)
        elif letter.lower() in LETTERS:
            rows[-1].append(LETTERS[letter.lower()])
        elif letter in "123456789":
            rows[-1].extend([None] * int(letter))
        else:
            raise InvalidPosition(
                "A row holds w, b, digits for empty points and / at its end, not {letter!r}",
                column=place,
                letter=letter,
            )
        if len(rows[-1]) > max(SIDES):
            raise InvalidPosition("A row has at most {most} points", column=place, most=max(SIDES))
        if len(rows) > max(SIDES):
            raise InvalidPosition("A board has at most {most} rows", column=place, most=max(SIDES))
    width, height = len(rows[0]), len(rows)
    for start, row in zip(starts, rows, strict=True):
        if len(row) != width:
            raise InvalidPosition(
                "This row has {count} points, the first has {width}", column=start, count=len(row), width=width
            )
    if width not in SIDES or height not in SIDES or width * height > MOST_POINTS:
        raise InvalidPosition(
            "A board of {width} by {height} points cannot be; sides are 3, 5, 7 or 9, with at most {most} points",
            column=column,
            width=width,
            height=height,
            most=MOST_POINTS,
        )
    points = board_of(f"{width}x{height}")
    return points, dict(zip(points.all, (stone for row in reversed(rows) for stone in row), strict=True))
