"""What Squadro's weights are fitted to: where the stones of both sides stand.

The compiled sum of the weights is in searching.py; `vato.engine.tuning` makes the weights from games of the engine
against itself.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vato.squadro.rulesets import LANES

UNIT = 200
"""What a factor of e in the odds is worth, in hundredths."""


def design(table: NDArray[np.uint64], seen: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Return the features of many positions, a row each; `seen` holds own progress, enemy progress and the player.

    The first is what the turn is worth; the others tell for each player, lane and progress whether a stone is there.
    """
    own, enemy, player = (seen[:, column].astype(np.int64) for column in range(3))
    rows = np.zeros((len(seen), 1 + 2 * LANES * 16))
    rows[:, 0] = 1
    each = np.arange(len(seen))
    for lane in range(LANES):
        np.add.at(rows, (each, 1 + (player * LANES + lane) * 16 + (own >> 4 * lane & 15)), 1)
        np.add.at(rows, (each, 1 + ((1 - player) * LANES + lane) * 16 + (enemy >> 4 * lane & 15)), -1)
    return rows


def as_weights(fitted: NDArray[np.float64]) -> list[int]:
    """Return fitted factors of the logarithm of the odds as weights."""
    return [round(factor * UNIT) for factor in fitted]
