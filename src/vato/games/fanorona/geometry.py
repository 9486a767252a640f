"""A Fanorona board's points, lines and start as one table of 64-bit words, for compiled code; it knows no rule.

A point is a bit, row by row from a1. Compiled functions take the table's address.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from vato.games.fanorona.setup import start_of
from vato.lattice.bits import (
    BOARD,
    DIAGONALS,
    DIRECTIONS,
    EDGE,
    LEAVING,
    LEAVING_TWICE,
    SHARED,
    SHIFTS,
    WIDTH,
    Bits,
    shared_words,
)
from vato.lattice.points import Points

__all__ = [
    "BOARD",
    "DIAGONALS",
    "EDGE",
    "FIRST_WAY",
    "LEAVING",
    "LEAVING_TWICE",
    "POINTS",
    "ROWS",
    "SHIFTS",
    "TARGETS",
    "VICTIMS",
    "WIDTH",
    "WORDS",
    "Bits",
    "table_for",
]

FIRST_WAY, POINTS = 24, 32
"""Behind the words that all tables share: for each direction the number of its first way; the words of the points."""

# Words of each point, sixteen of each kind: a capturing step goes one of sixteen ways. They are numbered by where the
# step leads, lower points first, and for each direction there is one by approach and one more by withdrawal.
TARGETS, VICTIMS, ROWS, WORDS = 0, 16, 32, 48
"""Of each way: the point the step leads to; the point where an enemy must stand for it to capture; all points from that
one on, which the capture goes along. Behind the last point's words are White's and Black's stones at the start."""


@cache
def table_for(points: Points) -> Bits:
    """Return the table of a board."""
    index = {point: number for number, point in enumerate(points.all)}
    steps = [rows * points.width + columns for columns, rows in DIRECTIONS]
    first_ways = [2 * sorted(steps).index(step) for step in steps]
    start = POINTS + WORDS * len(points.all)
    size = start + 2
    # Words are read sixteen at a time: they should not lie across more lines of the processor's cache than they must.
    spare = np.zeros(size + 8, np.uint64)
    table = spare[-(spare.ctypes.data // 8) % 8 :][:size]
    table[:SHARED] = shared_words(points)
    table[FIRST_WAY : FIRST_WAY + len(DIRECTIONS)] = first_ways
    for origin, lines in points.lines.items():
        for line in lines.values():
            direction = DIRECTIONS.index(line.direction)
            for way, ray in enumerate((line.ahead, line.behind), start=first_ways[direction]):
                words = POINTS + WORDS * index[origin] + way
                table[words + TARGETS] = 1 << index[line.target]
                table[words + VICTIMS] = sum(1 << index[point] for point in ray[:1])
                table[words + ROWS] = sum(1 << index[point] for point in ray)
    for point, owner in start_of(points).items():
        if owner is not None:
            table[start + owner] |= np.uint64(1 << index[point])
    table.setflags(write=False)
    return table
