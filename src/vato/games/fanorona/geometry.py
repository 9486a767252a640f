"""A Fanorona board's points and lines as one table of 64-bit words, for compiled code; it knows no rule.

A point is a bit, row by row from a1. Compiled functions take the table's address.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from vato.games.fanorona.points import Points, place

Bits = NDArray[np.uint64]

# The opposite of direction d is d ^ 4, and the first four lead to higher bits.
DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))

# Words of the whole board.
BOARD, SHIFTS, WIDTH, EDGE, DIAGONALS, LEAVING, LEAVING_TWICE, FIRST_WAY, POINTS = 0, 1, 5, 6, 7, 8, 16, 24, 32
"""All points; how many bits a step goes in the first four directions; how many columns there are; the points on the
edge; those with diagonals; for each direction the points with one and with two more points there; for each direction
the number of its first way; the words of the points."""

# Words of each point, sixteen of each kind: a capturing step goes one of sixteen ways. They are numbered by where the
# step leads, lower points first, and for each direction there is one by approach and one more by withdrawal.
TARGETS, VICTIMS, ROWS, WORDS = 0, 16, 32, 48
"""Of each way: the point the step leads to; the point where an enemy must stand for it to capture; all points from that
one on, which the capture goes along."""


@cache
def table_for(points: Points) -> Bits:
    """Return the table of a board."""
    index = {point: number for number, point in enumerate(points.all)}
    steps = [rows * points.width + columns for columns, rows in DIRECTIONS]
    first_ways = [2 * sorted(steps).index(step) for step in steps]
    size = POINTS + WORDS * len(points.all)
    # Words are read sixteen at a time: they should not lie across more lines of the processor's cache than they must.
    spare = np.zeros(size + 8, np.uint64)
    table = spare[-(spare.ctypes.data // 8) % 8 :][:size]
    table[BOARD] = (1 << len(points.all)) - 1
    table[SHIFTS : SHIFTS + 4] = steps[:4]
    table[WIDTH] = points.width
    table[FIRST_WAY : FIRST_WAY + len(DIRECTIONS)] = first_ways
    for origin, lines in points.lines.items():
        bit = np.uint64(1 << index[origin])
        column, row = place(origin)
        if column in (1, points.width) or row in (1, points.height):
            table[EDGE] |= bit
        if (column + row) % 2 == 0:
            table[DIAGONALS] |= bit
        for line in lines.values():
            direction = DIRECTIONS.index(line.direction)
            table[LEAVING + direction] |= bit
            if line.ahead:
                table[LEAVING_TWICE + direction] |= bit
            for way, ray in enumerate((line.ahead, line.behind), start=first_ways[direction]):
                words = POINTS + WORDS * index[origin] + way
                table[words + TARGETS] = 1 << index[line.target]
                table[words + VICTIMS] = sum(1 << index[point] for point in ray[:1])
                table[words + ROWS] = sum(1 << index[point] for point in ray)
    table.setflags(write=False)
    return table
