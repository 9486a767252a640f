"""Fanorona's boards and where the stones stand at the start."""

from __future__ import annotations

from vato.lattice.points import Point, Points, place

SIZES = ("9x5", "7x5", "5x5", "5x3", "3x3", "7x3", "9x3", "7x7", "9x7")
"""The boards to choose from, the usual one first; those that stand upright can be played on, too."""


def start_of(points: Points) -> dict[Point, int | None]:
    """Return the stones of the start set-up: 0 for White, 1 for Black, None for the empty middle."""
    middle = (points.height + 1) // 2
    centre = (points.width + 1) // 2
    stones: dict[Point, int | None] = {}
    for point in points.all:
        column, row = place(point)
        if row != middle:
            stones[point] = 0 if row < middle else 1
        elif column == centre:
            stones[point] = None
        else:
            # Black and White alternate from the left edge; past the centre the half-turn of the set-up exchanges
            # the colours.
            stones[point] = column % 2 if column < centre else 1 - (points.width + 1 - column) % 2
    return stones
