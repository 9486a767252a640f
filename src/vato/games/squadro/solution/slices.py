"""Slices of all Squadro positions, and the numbers of the positions in each. Plain Python; knows no move.

A stone is out, on its way back, or home, and never goes back in that order; a slice is all positions in which each of
the ten stones is in a certain phase. A layer is all slices with the same sum of phases. In a slice a position is two
numbers, one for light's stones and one for dark's: mixed radix, the stone of lane 1 weighing most, each digit counting
the places where that stone can stand. A stone that moves by 2 or 3 never stands on the first place of its way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from math import prod
from typing import NamedTuple

from vato.games.squadro.rulesets import BACK, FAR_EDGE, HOME, LANES, OUT, STANDARD

IS_OUT, IS_BACK, IS_HOME = range(3)
Phases = tuple[int, ...]
"""The phase of each stone of a side, lane 1 first."""
LARGEST_LAYER = 2 * (2 * STANDARD.stones_home - 2 + LANES - STANDARD.stones_home + 1)
"""The highest sum of phases before a side has won: all but one of the stones it takes are home, the others back."""


@cache
def places(player: int, lane: int, phase: int) -> tuple[int, ...]:
    """Return the progress of a stone on each place where it can stand in a phase, in order; lanes count from 0.

    >>> places(0, 0, IS_OUT), places(0, 1, IS_OUT), places(0, 1, IS_HOME)
    ((0, 1, 2, 3, 4, 5), (0, 2, 3, 4, 5), (12,))
    """
    if phase == IS_HOME:
        return (HOME,)
    first = FAR_EDGE * phase
    speed = (OUT, BACK)[phase][player][lane]
    return tuple(place for place in range(first, first + FAR_EDGE) if place != first + 1 or speed == 1)


def phase_of(progress: int) -> int:
    """Return the phase of a stone."""
    return progress // FAR_EDGE


@cache
def radices(player: int, phases: Phases) -> tuple[int, ...]:
    """Return how many places each stone of a side has."""
    return tuple(len(places(player, lane, phase)) for lane, phase in enumerate(phases))


@cache
def strides(player: int, phases: Phases) -> tuple[int, ...]:
    """Return how much each digit of a side's number weighs."""
    sizes = radices(player, phases)
    return tuple(prod(sizes[lane + 1 :]) for lane in range(LANES))


def count(player: int, phases: Phases) -> int:
    """Return how many numbers a side has."""
    return prod(radices(player, phases))


def number(player: int, progress: Sequence[int]) -> int:
    """Return the number of a side's stones within their slice, or raise ValueError where no stone can stand so.

    >>> number(0, (0, 0, 0, 0, 5)), number(0, (12, 12, 6, 8, 6))
    (5, 10)
    """
    phases = phases_of(progress)
    return sum(
        stride * places(player, lane, phases[lane]).index(progress[lane])
        for lane, stride in enumerate(strides(player, phases))
    )


def progress_of(player: int, phases: Phases, number: int) -> tuple[int, ...]:
    """Return how far each stone of a side has come, the inverse of `number`."""
    digits = zip(strides(player, phases), radices(player, phases), strict=True)
    return tuple(
        places(player, lane, phases[lane])[number // stride % radix] for lane, (stride, radix) in enumerate(digits)
    )


def phases_of(progress: Sequence[int]) -> Phases:
    """Return the phase of each stone of a side."""
    return tuple(map(phase_of, progress))


def has_won(phases: Phases) -> bool:
    """Return whether a side has as many stones home as it takes."""
    return phases.count(IS_HOME) >= STANDARD.stones_home


def further(phases: Phases) -> Iterator[tuple[int, Phases]]:
    """Yield each lane whose stone is not home, and a side's phases when that stone is one further."""
    for lane, phase in enumerate(phases):
        if phase < IS_HOME:
            yield lane, (*phases[:lane], phase + 1, *phases[lane + 1 :])


UNFINISHED = tuple(phases for phases in product(range(3), repeat=LANES) if not has_won(phases))
"""The phases of a side that has not won."""


class Shelf(NamedTuple):
    """The slices of a layer that have dark's phases in common: what is solved, written and read together."""

    layer: int
    dark: Phases

    @classmethod
    def named(cls, name: str) -> Shelf:
        """Return the shelf of a name."""
        layer, _, dark = name.partition("-")
        return cls(int(layer), tuple(map(int, dark)))

    @property
    def name(self) -> str:
        """The name of the shelf, and of its file.

        >>> Shelf(16, (2, 2, 1, 2, 1)).name
        '16-22121'
        """
        return f"{self.layer:02}-{phases_text(self.dark)}"

    @property
    def light(self) -> tuple[Phases, ...]:
        """Light's phases in each of the slices."""
        return _unfinished_with_sum(self.layer - sum(self.dark))

    @property
    def rows(self) -> int:
        """How many numbers light has in all the slices together."""
        return _rows(self.light)

    @property
    def positions(self) -> int:
        """How many positions the slices have, each counted for both sides to move."""
        return 2 * count(1, self.dark) * self.rows


@cache
def _unfinished_with_sum(phases_sum: int) -> tuple[Phases, ...]:
    return tuple(phases for phases in UNFINISHED if sum(phases) == phases_sum)


@cache
def _rows(light: tuple[Phases, ...]) -> int:
    return sum(count(0, phases) for phases in light)


def phases_text(phases: Phases) -> str:
    """Return phases as five digits."""
    return "".join(map(str, phases))


def shelves(layer: int) -> list[Shelf]:
    """Return the shelves of a layer, those with most positions first."""
    found = [Shelf(layer, dark) for dark in UNFINISHED]
    return sorted((shelf for shelf in found if shelf.light), key=lambda shelf: -shelf.positions)
