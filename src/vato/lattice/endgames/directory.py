"""A directory of endgame tables in memory, as one table of 64-bit words: where compiled code and the GPU find them.

Owns how the words are laid out and the memory they point to, the processor's or a GPU's. A byte of a table is 0 for a
draw, or else one more than the number of turns to the end if both play well: after an even number of turns the player
to move has lost, after an odd one won.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vato.lattice.endgames.numbers import MOST_STONES, Pair, anchors_of, block
from vato.lattice.points import Points

# Words of the directory.
STONES, POINTS, WIDTH, HEIGHT, BINOMIALS = 0, 1, 2, 3, 8
"""Up to how many stones all tables are there; the board; for a set of one point more than `k` and its highest point `p`
the word BINOMIALS + 64 * k + p says how many sets come before it."""
ANCHORS = BINOMIALS + 64 * MOST_STONES
"""For each number of stones where `Anchors.places` and `Anchors.sets` lie."""
TABLES = ANCHORS + 2 * MOST_STONES
"""For each number of the mover's and of the other's stones where the table lies, and how many numbers an anchor has."""
WORDS = TABLES + 2 * MOST_STONES * MOST_STONES

DRAWN, LOST_AT_ONCE, WON_AT_ONCE, OPEN = 0, 1, 2, 255
"""Bytes; what is open is not settled yet."""

Bytes = NDArray[np.uint8]


class Directory:
    """Tables of one board in memory; `arrays` is NumPy, or what does the same on a GPU."""

    def __init__(self, points: Points, arrays: Any = np) -> None:
        self.points, self.arrays = points, arrays
        self.words = np.zeros(WORDS, np.uint64)
        self.words[[POINTS, WIDTH, HEIGHT]] = len(points.all), points.width, points.height
        for size in range(MOST_STONES):
            for point in range(64):
                self.words[BINOMIALS + 64 * size + point] = min(comb(point, size + 1), 1 << 63)
        self.tables: dict[tuple[int, int], Any] = {}
        self._anchors: dict[int, tuple[Any, Any, Any]] = {}

    @property
    def address(self) -> np.uint64:
        """Where compiled code finds it."""
        return np.uint64(self.words.ctypes.data)

    def anchors(self, few: int) -> tuple[Any, Any, Any]:
        """Return the anchors of so many stones where they are in use."""
        if few not in self._anchors:
            found = tuple(self.arrays.asarray(array) for array in anchors_of(self.points, few))
            self._anchors[few] = found[0], found[1], found[2]
            at = ANCHORS + 2 * few
            self.words[at : at + 2] = address_of(found[0]), address_of(found[1])
        return self._anchors[few]

    def add(self, pair: Pair, tables: list[Any]) -> None:
        """Add the tables of a pair, one for each of its classes."""
        self.anchors(pair.few)
        for (mover, other), table in zip(pair.classes, tables, strict=True):
            self.tables[mover, other] = table
            at = TABLES + 2 * (MOST_STONES * mover + other)
            self.words[at : at + 2] = address_of(table), block(self.points, pair)

    def drop(self, pair: Pair) -> None:
        """Forget the tables of a pair."""
        for mover, other in pair.classes:
            del self.tables[mover, other]
            at = TABLES + 2 * (MOST_STONES * mover + other)
            self.words[at : at + 2] = 0

    @property
    def stones(self) -> int:
        """Up to how many stones all tables are there."""
        return int(self.words[STONES])

    def complete(self, stones: int) -> None:
        """Say that all tables of up to so many stones are there."""
        self.words[STONES] = stones

    def placed_at(self, address: int) -> bytes:
        """Return the words with all that they point to in one piece, for a memory in which it lies at an address."""
        words = self.words.copy()
        parts, end = [words], address + words.nbytes

        def place(array: Any) -> int:
            nonlocal end
            content = np.frombuffer(array.tobytes() + bytes(-array.nbytes % 8), np.uint64)
            parts.append(content)
            end += content.nbytes
            return end - content.nbytes

        for few, (places, sets, _) in self._anchors.items():
            at = ANCHORS + 2 * few
            words[at : at + 2] = place(places), place(sets)
        for (mover, other), table in self.tables.items():
            words[TABLES + 2 * (MOST_STONES * mover + other)] = place(table)
        return b"".join(part.tobytes() for part in parts)


def address_of(array: Any) -> int:
    """Return where an array lies, in the processor's memory or a GPU's."""
    return int(array.ctypes.data if isinstance(array, np.ndarray) else array.data.ptr)
