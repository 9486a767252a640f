"""How good a Squadro position is, compiled: a small network that was distilled from the solved game.

The stones of lanes 1 and 2 of a side are a group, those of lanes 3 to 5 another. Each way in which the stones of a
group can stand has a row of numbers and a worth of its own; the player to move has a row, too. What is done with the
rows is `vato.compiled.weighing`'s, with a bucket for who is to move and for the layer: how many stones have turned, and
are home. network.npz holds the numbers; `tools/squadro_network.py` makes them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vato.compiled.bits import word_at
from vato.compiled.cache import compiled
from vato.compiled.weighing import bucket_bytes, weigher
from vato.games.squadro.rulesets import FAR_EDGE, HOME, LANES

HIDDEN = 256
"""How many numbers a row has."""
NEURONS = 16
UNIT = 200
"""What a factor of e in the odds is worth, in hundredths."""
PLACES = HOME + 1
GROUPS = ((0, 1), (2, 3, 4))
"""The lanes of each group of a side."""
SIZES = tuple(PLACES ** len(lanes) for lanes in GROUPS) * 2
"""How many ways to stand the groups have: light's, then dark's."""
BUCKETS = 2 * (4 * LANES + 1)
"""One for each layer, from no stone turned to all of them home, which no game comes to, and player to move."""

# In memory a way to stand is as many bits as a packed position has of the group, four a stone, so that there are gaps.
_FIRSTS = (0, 1 << 8, (1 << 8) + (1 << 12), 2 * (1 << 8) + (1 << 12))
_ROWS = 2 * ((1 << 8) + (1 << 12))
# A word with the worth of each row and, WORTH_BITS higher, by how much its stones count for the layer; a word with the
# constant of each bucket; the rows, a byte a number; those of the players, two bytes; then the buckets.
WORTH_BITS = 32
CONSTANTS = _ROWS
ROWS_AT = 8 * (CONSTANTS + BUCKETS)
TURNS_AT = ROWS_AT + _ROWS * HIDDEN
BUCKETS_AT = TURNS_AT + 2 * 2 * HIDDEN
BUCKET_BYTES = bucket_bytes(HIDDEN, NEURONS)

weighed = weigher(HIDDEN, NEURONS, 1)


@cache
def weights() -> NDArray[np.uint64]:
    """Return the network as the compiled code reads it."""
    with Path(__file__).with_name("network.npz").open("rb") as file, np.load(file) as kept:
        rows, worths = np.zeros((_ROWS, HIDDEN), np.int8), np.zeros(_ROWS, np.int64)
        begin = 0
        for first, size, lanes in zip(_FIRSTS, SIZES, GROUPS * 2, strict=True):
            stands = np.stack(np.unravel_index(np.arange(size), (PLACES,) * len(lanes)))
            at = first + (stands << 4 * np.arange(len(lanes))[:, None]).sum(0)
            rows[at] = kept["rows"][begin : begin + size]
            worths[at] = kept["worths"][begin : begin + size] + ((stands // FAR_EDGE).sum(0) << WORTH_BITS)
            begin += size
        words = np.concatenate([worths, kept["constants"].astype(np.int64)])
        reading = np.concatenate([kept["neurons"], kept["direct"][:, None]], axis=1).astype(np.int16)
        saying = np.stack([kept["thresholds"], kept["says"]], axis=1).astype(np.int32)
        buckets = np.concatenate([part.reshape(BUCKETS, -1).view(np.uint8) for part in (reading, saying)], axis=1)
        parts = (words, rows, kept["turns"].astype(np.int16), np.ascontiguousarray(buckets))
    found = np.concatenate([part.reshape(-1).view(np.uint64) for part in parts])
    found.flags.writeable = False  # all engines share it
    return found


@compiled
def judge(light: np.uint64, dark: np.uint64, player: int, weights: np.uint64) -> int:
    """Return how good a position is for the player to move, in hundredths, from both sides' progress, packed."""
    first = np.int64(light & np.uint64(255))
    second = _FIRSTS[1] + np.int64(light >> np.uint64(8))
    third = _FIRSTS[2] + np.int64(dark & np.uint64(255))
    fourth = _FIRSTS[3] + np.int64(dark >> np.uint64(8))
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
