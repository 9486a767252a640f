"""Alquerque's boards and where the stones stand at the start."""

from __future__ import annotations

from vato.lattice.points import Points, Stones, place

SIZES = ("5x5", "3x3", "5x3", "7x5", "9x5", "7x7", "9x7")
"""The boards to choose from, the usual one first; those that stand upright can be played on, too."""


def start_of(points: Points) -> Stones:
    """Return the stones of the start: 0 for White, 1 for Black, None for the empty middle.

    Each player has the rows before them and, of the middle row, the points to their right.

    >>> from vato.lattice.points import board_of
    >>> [point for point, owner in start_of(board_of("5x5")).items() if owner == 0 and point.endswith("3")]
    ['d3', 'e3']
    """
    middle, centre = (points.height + 1) // 2, (points.width + 1) // 2
    stones: Stones = {}
    for point in points.all:
        column, row = place(point)
        ahead = (row - middle) or (centre - column)
        stones[point] = None if ahead == 0 else int(ahead > 0)
    return stones
