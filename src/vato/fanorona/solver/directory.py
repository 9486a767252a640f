"""A directory of endgame tables in memory, as one table of 64-bit words: where compiled code and the GPU find them.

Owns how the words are laid out and the memory they point to; what the bytes of a table mean is said in `values`.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vato.fanorona.points import Points
from vato.fanorona.solver.numbering import MOST_STONES, Pair, anchors_of, block

# Words of the directory.
STONES, POINTS, WIDTH, HEIGHT, BINOMIALS = 0, 1, 2, 3, 8
"""Up to how many stones all tables are there; the board; for a set of one point more than `k` and its highest point `p`
the word BINOMIALS + 64 * k + p says how many sets come before it."""
ANCHORS = BINOMIALS + 64 * MOST_STONES
"""For each number of stones where `Anchors.places` and `Anchors.sets` lie."""
TABLES = ANCHORS + 2 * MOST_STONES
"""For each number of the mover's and of the other's stones where the table lies, and how many numbers an anchor has."""
WORDS = TABLES + 2 * MOST_STONES * MOST_STONES

Bytes = NDArray[np.uint8]


class Directory:
    """Tables of one board in memory."""

    def __init__(self, points: Points) -> None:
        self.points = points
        self.words = np.zeros(WORDS, np.uint64)
        self.words[[STONES, POINTS, WIDTH, HEIGHT]] = 0, len(points.all), points.width, points.height
        for size in range(MOST_STONES):
            for point in range(64):
                self.words[BINOMIALS + 64 * size + point] = min(comb(point, size + 1), 1 << 63)
        self.tables: dict[tuple[int, int], Bytes] = {}
        self._kept: list[Any] = []

    @property
    def address(self) -> np.uint64:
        """Where compiled code finds it."""
        return np.uint64(self.words.ctypes.data)

    def add(self, pair: Pair, tables: list[Bytes]) -> None:
        """Add the tables of a pair, one for each of its classes."""
        anchors = anchors_of(self.points, pair.few)
        self._kept.append(anchors)
        at = ANCHORS + 2 * pair.few
        self.words[at : at + 2] = anchors.places.ctypes.data, anchors.sets.ctypes.data
        for (mover, other), table in zip(pair.classes, tables, strict=True):
            self.tables[mover, other] = table
            at = TABLES + 2 * (MOST_STONES * mover + other)
            self.words[at : at + 2] = table.ctypes.data, block(self.points, pair)

    def complete(self, stones: int) -> None:
        """Say that all tables of up to so many stones are there."""
        self.words[STONES] = stones
