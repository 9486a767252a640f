"""Steps and positions as numbers, for learning programs: what a room's encoding gives. Knows no game.

Only translates: which steps are legal comes from the board. The planes show the position as a player sees it, own
stones first, and all values lie between 0 and 1.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from vato.board import Board, Player

Planes = NDArray[np.float32]


class Encoding(Protocol):
    """The numbers of one game on boards of one size."""

    actions: int
    """How many actions there are."""
    stop: int | None
    """The action that ends a turn which could go on; None where no turn can."""
    shape: tuple[int, int, int]
    """Of the planes: how many, rows, columns."""

    def action(self, step: Any) -> int:
        """Return the action that plays a step."""
        ...

    def planes(self, board: Any, steps: tuple[Any, ...], player: Player) -> Planes:
        """Return what a player sees while the turn on the board has come as far as `steps`."""
        ...


def seen_before(board: Board) -> float:
    """Return how often the position was there before, as far as it matters."""
    return min(1.0, (board.occurrences() - 1) / 2)
