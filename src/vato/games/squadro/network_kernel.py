"""Squadro's network, compiled: how good it says a position is.

network.py says what its numbers stand for; what is done with the rows is `vato.compiled.weighing`'s.
"""

from __future__ import annotations

import numpy as np

from vato.compiled.bits import word_at
from vato.compiled.cache import compiled
from vato.compiled.scale import bucket_bytes
from vato.compiled.weighing import weigher
from vato.games.squadro.network import BUCKETS_AT, CONSTANTS, FIRSTS, HIDDEN, NEURONS, ROWS_AT, TURNS_AT, WORTH_BITS

BUCKET_BYTES = bucket_bytes(HIDDEN, NEURONS)

weighed = weigher(HIDDEN, NEURONS, 1)


@compiled
def judge(light: np.uint64, dark: np.uint64, player: int, weights: np.uint64) -> int:
    """Return how good a position is for the player to move, in hundredths, from both sides' progress, packed."""
    first = np.int64(light & np.uint64(255))
    second = FIRSTS[1] + np.int64(light >> np.uint64(8))
    third = FIRSTS[2] + np.int64(dark & np.uint64(255))
    fourth = FIRSTS[3] + np.int64(dark >> np.uint64(8))
    total = np.int64(word_at(weights, first)) + np.int64(word_at(weights, second))
    total += np.int64(word_at(weights, third)) + np.int64(word_at(weights, fourth))
    layer = (total + (1 << (WORTH_BITS - 1))) >> WORTH_BITS
    bucket = 2 * layer + player
    total += np.int64(word_at(weights, CONSTANTS + bucket)) - (layer << WORTH_BITS)
    rows = weights + np.uint64(ROWS_AT)
    found = weighed(
        (
            rows + np.uint64(HIDDEN * first),
            rows + np.uint64(HIDDEN * second),
            rows + np.uint64(HIDDEN * third),
            rows + np.uint64(HIDDEN * fourth),
            weights + np.uint64(TURNS_AT + 2 * HIDDEN * player),
            weights + np.uint64(BUCKETS_AT + BUCKET_BYTES * bucket),
        )
    )
    return total + found
