"""Positions with few stones, numbered without gaps up to the board's reflections. Knows no rule.

A *pair* is how many stones the sides have: `few` and `many`, which may be as many. The stones of `few`, up to the
board's four reflections, are the *anchor*. A position's number is that of its anchor times the number of ways in which
`many` can stand on the other points, plus the number of the way they do, once the position is reflected as the anchor
is. Sets of points are numbered as ever: by their highest point, then by the next one, and so on.

Beside an anchor that is its own image both images of the other stones have a number, which makes a few numbers more
than there are positions up to reflection. Needs nothing but NumPy, as the GPU's program needs the same tables.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vato.lattice.points import Points

REFLECTIONS = ("top-bottom", "half-turn", "left-right")
"""Numbered from 1; the third is the first two one after the other."""
MOST_STONES = 16
"""More stones than any table has: the sets of one side's stones and the numbers must stay small."""

Sets = NDArray[np.uint64]
"""Sets of points, a bit each, row by row from a1."""


class Pair(NamedTuple):
    """How many stones the sides have: one table for each side to move, or a single one if they have as many."""

    few: int
    many: int

    @property
    def stones(self) -> int:
        """How many stones both have."""
        return self.few + self.many

    @property
    def name(self) -> str:
        """The name of its task and file.

        >>> Pair(2, 3).name
        '05-2-3'
        """
        return f"{self.stones:02}-{self.few}-{self.many}"

    @staticmethod
    def named(name: str) -> Pair:
        """Return the pair of a name.

        >>> Pair.named("05-2-3")
        Pair(few=2, many=3)
        """
        _, few, many = name.split("-")
        return Pair(int(few), int(many))

    @property
    def classes(self) -> tuple[tuple[int, int], ...]:
        """The stones of the side to move and of the other, for each table.

        >>> Pair(2, 3).classes, Pair(2, 2).classes
        (((2, 3), (3, 2)), ((2, 2),))
        """
        return ((self.few, self.many), (self.many, self.few))[: 1 + (self.few < self.many)]


def pairs(stones: int) -> list[Pair]:
    """Return the pairs of so many stones.

    >>> pairs(5)
    [Pair(few=1, many=4), Pair(few=2, many=3)]
    """
    return [Pair(few, stones - few) for few in range(1, stones // 2 + 1)]


def leads_to(pair: Pair) -> Iterator[Pair]:
    """Yield the pairs that captures lead to from a pair, and those that they lead to."""
    for stones in range(2, pair.stones):
        for other in pairs(stones):
            if other.few <= pair.few and other.many <= pair.many:
                yield other


class Anchors(NamedTuple):
    """The sets of so many points up to reflection."""

    places: NDArray[np.uint32]
    """For the number of a set the number of its anchor, above which reflections leave the anchor as it is (three bits)
    and which one makes the set that anchor (two bits)."""
    sets: Sets
    sizes: NDArray[np.uint8]
    """How many sets each stands for."""


def subsets(count: int, points: int, arrays: Any = np) -> Any:
    """Return all sets of `count` points by their number; `arrays` is NumPy or what does the same elsewhere.

    Those of fewer points are the first ones.
    """
    found = arrays.zeros(1, np.uint64)
    for size in range(1, count + 1):
        found = arrays.concatenate(
            [found[: comb(top, size - 1)] | np.uint64(1 << top) for top in range(size - 1, points - count + size)]
        )
    return found


def numbers_of(sets: Sets, count: int) -> NDArray[np.int64]:
    """Return the numbers of sets of `count` points."""
    binomials = np.array([[comb(point, size + 1) for point in range(64)] for size in range(count)], np.int64)
    left, found = sets.copy(), np.zeros(len(sets), np.int64)
    for size in range(count):
        lowest = left & -left
        found += binomials[size, np.frexp(lowest.astype(np.float64))[1] - 1]
        left ^= lowest
    return found


def reflected(points: Points, sets: Sets, reflection: int) -> Sets:
    """Return the images of sets; reflection 0 leaves them as they are."""
    if not reflection:
        return sets
    found = np.zeros_like(sets)
    for point, image in enumerate(_images(points, reflection)):
        found |= (sets >> np.uint64(point) & np.uint64(1)) << np.uint64(image)
    return found


@cache
def _images(points: Points, reflection: int) -> list[int]:
    """Return where a reflection brings each point."""
    if not reflection:
        return list(range(len(points.all)))
    image = points.symmetries[REFLECTIONS[reflection - 1]]
    return [points.all.index(image[point]) for point in points.all]


@cache
def anchors_of(points: Points, count: int) -> Anchors:
    """Return the anchors of so many stones."""
    sets = subsets(count, len(points.all))
    images = np.array([numbers_of(reflected(points, sets, number), count) for number in range(4)])
    first = images.min(axis=0)
    anchors, place = np.unique(first, return_inverse=True)
    same = sum((images[number, anchors] == anchors).astype(np.int64) << number - 1 for number in (1, 2, 3))
    places = place << 5 | same[place] << 2 | images.argmin(axis=0)
    return Anchors(places.astype(np.uint32), sets[anchors], np.bincount(place).astype(np.uint8))


def block(points: Points, pair: Pair) -> int:
    """Return how many numbers an anchor has: in how many ways the stones of `many` can stand beside it."""
    return comb(len(points.all) - pair.few, pair.many)


def count_anchors(points: Points, count: int) -> int:
    """Return how many anchors so many stones have, listing none (Burnside's lemma).

    A set that a reflection leaves as it is has points that stay where they are, and pairs that change places.
    """
    found = 0
    for reflection in range(4):
        staying = sum(point == image for point, image in enumerate(_images(points, reflection)))
        changing = (len(points.all) - staying) // 2
        found += sum(comb(changing, half) * comb(staying, count - 2 * half) for half in range(count // 2 + 1))
    return found // 4


def length(points: Points, pair: Pair) -> int:
    """Return how many numbers a table has."""
    return count_anchors(points, pair.few) * block(points, pair)


def positions(points: Points, pair: Pair) -> int:
    """Return how many positions the tables of a pair stand for, reflections counted separately."""
    return comb(len(points.all), pair.few) * block(points, pair) * len(pair.classes)


def number_of(points: Points, few: int, many: int) -> int:
    """Return the number of one position: the stones of the side with few of them, and of the other."""
    places, sets, _ = anchors_of(points, few.bit_count())
    place = int(places[_number(_points_of(few))])
    anchor = _points_of(int(sets[place >> 5]))
    image = _images(points, place & 3)
    beside = sorted(image[point] for point in _points_of(many))
    beside = [point - bisect(anchor, point) for point in beside]
    return (place >> 5) * comb(len(points.all) - len(anchor), len(beside)) + _number(beside)


def _points_of(bits: int) -> list[int]:
    return [point for point in range(bits.bit_length()) if bits >> point & 1]


def _number(points: list[int]) -> int:
    return sum(comb(point, size) for size, point in enumerate(points, start=1))
