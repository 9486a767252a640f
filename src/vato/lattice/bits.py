"""The board's points and lines as 64-bit words, for compiled code; it knows no rule.

A point is a bit, row by row from a1. Compiled functions take the address of a table that begins with these words.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vato.lattice.points import Points, place

Bits = NDArray[np.uint64]

# The opposite of direction d is d ^ 4, and the first four lead to higher bits.
DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))

BOARD, SHIFTS, WIDTH, EDGE, DIAGONALS, LEAVING, LEAVING_TWICE, SHARED = 0, 1, 5, 6, 7, 8, 16, 24
"""All points; how many bits a step goes in the first four directions; how many columns there are; the points on the
edge; those with diagonals; for each direction the points with one and with two more points there; how many words."""


def shared_words(points: Points) -> list[int]:
    """Return what every table of a board begins with.

    >>> from vato.lattice.points import board_of
    >>> shared_words(board_of("3x3"))[:8]
    [511, 1, 4, 3, 2, 3, 495, 341]
    """
    words = [0] * SHARED
    words[BOARD] = (1 << len(points.all)) - 1
    words[SHIFTS : SHIFTS + 4] = [rows * points.width + columns for columns, rows in DIRECTIONS[:4]]
    words[WIDTH] = points.width
    for number, (origin, lines) in enumerate(points.lines.items()):
        bit = 1 << number
        column, row = place(origin)
        if column in (1, points.width) or row in (1, points.height):
            words[EDGE] |= bit
        if (column + row) % 2 == 0:
            words[DIAGONALS] |= bit
        for line in lines.values():
            direction = DIRECTIONS.index(line.direction)
            words[LEAVING + direction] |= bit
            if line.ahead:
                words[LEAVING_TWICE + direction] |= bit
    return words
