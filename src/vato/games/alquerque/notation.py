"""Alquerque moves and positions as text, written and read. Knows the alphabet, not the rules.

A move is its origin and destination, `c2-c3`; a jump has an x, `c4xc2`, and goes on with others, `a1xc3xe1`. A position
is its rows from the top, as in chess, the side to move, and what else the rules need to go on.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from vato.errors import InvalidPosition, UnreadableMove, shorten
from vato.lattice.points import Point, Points, Stones
from vato.lattice.rows import LETTERS, read_rows, write_rows

LEFT, RIGHT = "left", "right"
_POINT = re.compile("[a-z][0-9]", re.IGNORECASE)
_QUIET = re.compile("quiet=([0-9]{1,3})")
_WENT = re.compile("(left|right)=([a-i][1-9](?:,[a-i][1-9])*)")


class Step(NamedTuple):
    """One step or jump of a stone: from where, to where, and the point of the stone that it captures, if any."""

    origin: Point
    target: Point
    captured: tuple[Point, ...] = ()

    def __str__(self) -> str:
        return f"{self.origin}{'x' if self.captured else '-'}{self.target}"


class Move(NamedTuple):
    """A whole turn: one step, or jumps of one stone; and the player's own stones that it costs."""

    steps: tuple[Step, ...]
    lost: tuple[Point, ...] = ()

    def __str__(self) -> str:
        return self.steps[0].origin + "".join(str(step)[2:] for step in self.steps)


def read_points(text: str, points: Points) -> list[Point]:
    """Return the points that a move's text names, one after the other."""
    names = [part.strip().lower() for part in re.split("[-xX:]", text.strip())]
    for name in names:
        if not _POINT.fullmatch(name):
            raise UnreadableMove(
                "{text!r} is not a move: write where the stone goes, such as c2-c3 or c4xc2.", text=shorten(text)
            )
        if name not in points.lines:
            raise UnreadableMove("There is no point {point} on this board.", point=name)
    return names


def read_steps(text: str, points: Points) -> list[Step]:
    """Return the steps a move's text names, without what they capture."""
    names = read_points(text, points)
    if len(names) < 2:
        raise UnreadableMove("{text!r} names no destination: write, for instance, c2-c3.", text=shorten(text))
    return [Step(before, after) for before, after in pairwise(names)]


class Placement(NamedTuple):
    """What a position text says."""

    points: Points
    stones: Stones
    turn: int
    quiet: int
    went: dict[Point, str]
    """The points of the stones that stepped sideways last, and to which side."""


def write_position(placement: Placement) -> str:
    """Return a position as text; it holds only what the rules need and a reader could not know."""
    words = [write_rows(placement.points, placement.stones), "wb"[placement.turn]]
    if placement.quiet:
        words.append(f"quiet={placement.quiet}")
    sideways = {side: [point for point, gone in placement.went.items() if gone == side] for side in (LEFT, RIGHT)}
    words += (f"{side}={','.join(sorted(went))}" for side, went in sideways.items() if went)
    return " ".join(words)


def read_position(text: str, *, empty: bool = False) -> Placement:
    """Return what a position text says, or raise `InvalidPosition`; the board may be `empty` if it is being set up."""
    words = [(word.start() + 1, word[0]) for word in re.finditer(r"\S+", text)]
    if not words:
        raise InvalidPosition("A position begins with its rows from the top, such as 5/5/2w2/5/4b", column=1)
    points, stones = read_rows(*words[0])
    if not empty and not any(stone is not None for stone in stones.values()):
        raise InvalidPosition("There is no stone on the board", column=None)
    if len(words) < 2 or words[1][1].lower() not in LETTERS:
        column = words[1][0] if len(words) > 1 else len(text.rstrip()) + 1
        raise InvalidPosition("After the rows comes the side to move, w or b", column=column)
    quiet = 0
    went: dict[Point, str] = {}
    said: set[str] = set()
    for column, word in words[2:]:
        key = word.partition("=")[0]
        counted, sideways = _QUIET.fullmatch(word), _WENT.fullmatch(word)
        if key in said or not (counted or sideways):
            raise InvalidPosition(
                "{word!r} does not belong here; after the side to move may follow quiet=0 to 999, left= and right= "
                "with points, such as left=c3,d2, each once",
                column=column,
                word=shorten(word),
            )
        said.add(key)
        if counted:
            quiet = int(counted[1])
        if sideways:
            for point in sideways[2].split(","):
                if stones.get(point) is None or point in went:
                    raise InvalidPosition(
                        "{point} has no stone, or one that is named twice", column=column, point=point
                    )
                went[point] = sideways[1]
    return Placement(points, stones, LETTERS[words[1][1].lower()], quiet, went)
