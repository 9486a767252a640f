"""What is kept with the tables of a pair beside the values: how many positions end how, and the longest wins."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vato.lattice.endgames.contract import StoneGame
from vato.lattice.endgames.numbers import Pair
from vato.lattice.points import Points, Stones

LONGEST = 252
"""No ending takes more turns than a byte can say."""


class Counts(NamedTuple):
    """How the positions of a pair end, reflections counted separately."""

    by_byte: NDArray[np.int64]
    """For each class how many positions have each byte."""
    longest: list[tuple[int, int] | None]
    """For each class the stones of the player to move and of the other in a position that takes longest to win."""
    zugzwangs: NDArray[np.int64]
    """In how many placements nobody wants to move: where one side then loses and the other draws, where both lose."""

    def numbers(self) -> list[int]:
        """Return how many positions are won, drawn and lost for the player to move, class by class."""
        found = []
        for row in self.by_byte:
            found += [int(row[2::2].sum()), int(row[0]), int(row[1::2].sum())]
        return found


def about(game: StoneGame, points: Points, pair: Pair, counts: Counts) -> dict[str, Any]:
    """Return what is kept with a pair's tables, to be written as JSON."""
    classes = []
    for (mover, other), row, longest in zip(pair.classes, counts.by_byte, counts.longest, strict=True):
        known = np.flatnonzero(row[1:])
        record: dict[str, Any] = {
            "mover": mover,
            "other": other,
            "drawn": int(row[0]),
            "by_turns": row[1 : 2 + known[-1]].tolist() if len(known) else [],
        }
        if longest is not None:
            record["longest_win"] = {
                "turns": int(2 * np.flatnonzero(row[2::2])[-1] + 1),
                "position": game.written(points, stones_on(points, *longest)),
            }
        classes.append(record)
    one_loses, both_lose = counts.zugzwangs.tolist()
    return {
        "counts": counts.numbers(),
        "classes": classes,
        "zugzwangs": {"one_loses": one_loses, "both_lose": both_lose},
    }


def stones_on(points: Points, own: int, enemy: int) -> Stones:
    """Return the stones on each point, White being the player to move.

    >>> from vato.lattice.points import board_of
    >>> [point for point, owner in stones_on(board_of("3x3"), 1, 1 << 8).items() if owner is not None]
    ['a1', 'c3']
    """
    return {
        point: 0 if own >> number & 1 else 1 if enemy >> number & 1 else None for number, point in enumerate(points.all)
    }
