"""Fanorona moves and positions as text, written and read. Knows the alphabet, not the rules.

A move is its origin and each destination with the kind of its capture: `d3-e3W`, a chain `f2-e3A-d3W-c4A`, a paika
`a1-b1`. A position is its rows from the top, as in chess, the side to move, and what else the rules need to go on.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from vato.errors import InvalidPosition, UnreadableMove, shorten
from vato.games.fanorona.points import MOST_POINTS, SIDES, Point, Points, board_of

APPROACH = "A"
WITHDRAWAL = "W"
PAIKA = ""
UNSAID = "?"
"""The kind of a step whose text says no kind: a paika, or the one capture it can make."""

LETTERS = {"w": 0, "b": 1}
FIELDS = {"turns": range(3), "quiet": range(1000), "phase": range(1, 3)}
"""What may follow the side to move: turns played (2 for two or more), turns since a capture, phase of a Vela."""

_DESTINATION = re.compile(r"([a-z])([0-9])([aw]?)", re.IGNORECASE)


class Step(NamedTuple):
    """One step of a stone: from where, to where, how it captures (`A`, `W` or nothing), and what, nearest first."""

    origin: Point
    target: Point
    kind: str = PAIKA
    captured: tuple[Point, ...] = ()

    def __str__(self) -> str:
        return f"{self.origin}-{self.target}{self.kind}"


class Move(NamedTuple):
    """A whole turn: one paika, or a chain of capturing steps by one stone."""

    steps: tuple[Step, ...]

    def __str__(self) -> str:
        return self.steps[0].origin + "".join(f"-{step.target}{step.kind}" for step in self.steps)


def read_steps(text: str, points: Points) -> list[Step]:
    """Return the steps a move's text names, without what they capture."""
    parts = [part.strip() for part in text.strip().split("-")]
    names = []
    for index, part in enumerate(parts):
        found = _DESTINATION.fullmatch(part)
        if not found or (index == 0 and found[3]):
            raise UnreadableMove(
                "{text!r} is not a move: write origin and destinations, such as d2-e3A or a1-b1.", text=shorten(text)
            )
        point = (found[1] + found[2]).lower()
        if point not in points.lines:
            raise UnreadableMove("There is no point {point} on this board.", point=point)
        names.append((point, found[3].upper() or UNSAID))
    if len(names) < 2:
        raise UnreadableMove("{text!r} names no destination: write, for instance, d2-e3A.", text=shorten(text))
    return [Step(before[0], point, kind) for before, (point, kind) in pairwise(names)]


class Placement(NamedTuple):
    """What a position text says."""

    points: Points
    stones: dict[Point, int | None]
    turn: int
    fields: dict[str, int]


def write_position(points: Points, stones: dict[Point, int | None], turn: int, fields: dict[str, int]) -> str:
    """Return a position as text; `fields` holds only what the rules need and a reader could not know."""
    rows = []
    for row in range(points.height, 0, -1):
        letters = "".join(_letter(stones[point]) for point in points.all[(row - 1) * points.width : row * points.width])
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), letters))
    return " ".join(["/".join(rows), "wb"[turn], *(f"{key}={value}" for key, value in fields.items())])


def _letter(stone: int | None) -> str:
    return "." if stone is None else "wb"[stone]


def read_position(text: str, *, empty: bool = False) -> Placement:
    """Return what a position text says, or raise `InvalidPosition`; the board may be `empty` if it is being set up."""
    words = [(word.start() + 1, word[0]) for word in re.finditer(r"\S+", text)]
    if not words:
        raise InvalidPosition("A position begins with its rows from the top, such as 9/9/4w4/9/8b", column=1)
    points, stones = _read_rows(*words[0])
    if not empty and not any(stone is not None for stone in stones.values()):
        raise InvalidPosition("There is no stone on the board", column=words[0][0])
    if len(words) < 2 or words[1][1].lower() not in LETTERS:
        column = words[1][0] if len(words) > 1 else len(text.rstrip()) + 1
        raise InvalidPosition("After the rows comes the side to move, w or b", column=column)
    fields: dict[str, int] = {}
    for column, word in words[2:]:
        key, _, value = word.partition("=")
        allowed = FIELDS.get(key, range(0))
        if key in fields or not re.fullmatch("[0-9]{1,3}", value) or int(value) not in allowed:
            raise InvalidPosition(
                "{word!r} does not belong here; after the side to move may follow turns=0 to 2, quiet=0 to 999, "
                "phase=1 or 2, each once",
                column=column,
                word=shorten(word),
            )
        fields[key] = int(value)
    return Placement(points, stones, LETTERS[words[1][1].lower()], fields)


def _read_rows(column: int, text: str) -> tuple[Points, dict[Point, int | None]]:
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
