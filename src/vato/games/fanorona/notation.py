"""Fanorona moves and positions as text, written and read. Knows the alphabet, not the rules.

A move is its origin and each destination with the kind of its capture: `d3-e3W`, a chain `f2-e3A-d3W-c4A`, a paika
`a1-b1`. A position is its rows from the top, as in chess, the side to move, and what else the rules need to go on.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from vato.errors import InvalidPosition, UnreadableMove, shorten
from vato.lattice.points import Point, Points
from vato.lattice.rows import LETTERS, read_rows, write_rows

APPROACH = "A"
WITHDRAWAL = "W"
PAIKA = ""
UNSAID = "?"
"""The kind of a step whose text says no kind: a paika, or the one capture it can make."""

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

    @property
    def lost(self) -> tuple[Point, ...]:
        """The points of the player's own stones that it costs: none."""
        return ()

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
    return " ".join([write_rows(points, stones), "wb"[turn], *(f"{key}={value}" for key, value in fields.items())])


def read_position(text: str, *, empty: bool = False) -> Placement:
    """Return what a position text says, or raise `InvalidPosition`; the board may be `empty` if it is being set up."""
    words = [(word.start() + 1, word[0]) for word in re.finditer(r"\S+", text)]
    if not words:
        raise InvalidPosition("A position begins with its rows from the top, such as 9/9/4w4/9/8b", column=1)
    points, stones = read_rows(*words[0])
    if not empty and not any(stone is not None for stone in stones.values()):
        raise InvalidPosition("There is no stone on the board", column=None)
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
