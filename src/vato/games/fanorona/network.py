"""A small network that has learned from games and endgame tables how good a Fanorona position on 9x5 is: its numbers.

It has learned the game by `standard`, and judges by all rules, as it wins by all of them. The board is cut into eight
groups of points: six blocks of two lines and three columns above and below the middle line, and two parts of that line.
Each way in which the stones of a group can stand has a row of numbers and a worth of its own; so have how many
capturing steps and how many steps each side has, and the bucket, which is how many stones there are. Of a position and
its mirror images the same one is looked at, so that all are worth the same. What is done with the rows is
network_kernel.py's. All are added up anew for each position: there are few of them, and a turn that captures
changes most.

network.npz holds the numbers; `tools/fanorona_network.py` makes them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vato.games.fanorona.weights import NETWORK, feature_weights
from vato.shipped import read_shipped

FILE = Path(__file__).with_name("network.npz")
HIDDEN = 128
"""How many numbers a row has."""
NEURONS = 16
UNIT = 600
"""What a factor of e in the odds is worth, in hundredths: about what it is by the features."""
COLUMNS, LINES = 9, 5
GROUPS = ((0, 3, 2), (3, 3, 2), (6, 3, 2), (27, 3, 2), (30, 3, 2), (33, 3, 2), (18, 5, 1), (23, 4, 1))
"""Of each group of points the first, how many columns it has and how many lines."""
MOST_CAPTURES, MOST_STEPS = 15, 31
"""More are counted as so many."""
BUCKET_FIRSTS = (7, 9, 11, 14, 18, 24, 32)
"""With how many stones a bucket begins, but the first."""
BUCKETS = len(BUCKET_FIRSTS) + 1
COUNTS = (MOST_CAPTURES + 1, MOST_CAPTURES + 1, MOST_STEPS + 1, MOST_STEPS + 1, BUCKETS)
SIZES = tuple(3 ** (columns * lines) for _, columns, lines in GROUPS) + COUNTS
"""How many rows there are of each kind."""

# In memory a way to stand is two bits a point, own stones below and the enemy's above, so that there are gaps.
_SPACES = tuple(4 ** (columns * lines) for _, columns, lines in GROUPS) + COUNTS
FIRSTS = tuple(sum(_SPACES[:number]) for number in range(len(_SPACES)))
_ROWS = sum(_SPACES)
# The rows, a byte a number; the worths, four bytes each and none below zero; the buckets of each number of stones;
# the constants of each bucket; the buckets.
WORTHS_AT = _ROWS * HIDDEN
BUCKET_OF_AT = WORTHS_AT + 4 * _ROWS
CONSTANTS_AT = BUCKET_OF_AT + 4 * 64
BUCKETS_AT = CONSTANTS_AT + 4 * BUCKETS
RAISED = 1 << 20
"""By how much worths and constants are raised in memory, to be above zero."""


@cache
def weights(path: Path = FILE) -> NDArray[np.uint64]:
    """Return what the search judges by: the weights of the features and, unless its file is damaged, the network."""
    features = feature_weights()
    network = read_shipped(path, words, "the engine judges by features")
    if network is None:
        features.flags.writeable = False
        return features
    features[NETWORK] = 1
    # A row should not lie across more lines of the processor's cache than it must.
    spare = np.zeros(len(features) + len(network) + 8, np.uint64)
    found = spare[-(spare.ctypes.data // 8) % 8 :][: len(features) + len(network)]
    found[: len(features)], found[len(features) :] = features, network
    found.flags.writeable = False  # all engines share it
    return found


def words(path: Path = FILE) -> NDArray[np.uint64]:
    """Return the network of a file as the compiled code reads it."""
    with path.open("rb") as file, np.load(file) as kept:
        rows, worths = np.zeros((_ROWS, HIDDEN), np.int8), np.zeros(_ROWS, np.int32)
        begin = 0
        for number, (first, size) in enumerate(zip(FIRSTS, SIZES, strict=True)):
            at = first + np.arange(size)
            if number < len(GROUPS):
                points = GROUPS[number][1] * GROUPS[number][2]
                digits = np.stack(np.unravel_index(np.arange(size), (3,) * points))[::-1]
                bits = np.arange(points)[:, None]
                at = first + ((digits == 1) << bits).sum(0) + ((digits == 2) << (points + bits)).sum(0)
            rows[at] = kept["rows"][begin : begin + size]
            worths[at] = kept["worths"][begin : begin + size]
            begin += size
        bucket_of = np.searchsorted(BUCKET_FIRSTS, np.arange(64), side="right").astype(np.int32)
        constants = kept["constants"].astype(np.int32)
        reading = np.concatenate([kept["neurons"], kept["direct"][:, None]], axis=1).astype(np.int16)
        saying = np.stack([kept["thresholds"], kept["says"]], axis=1).astype(np.int32)
        buckets = np.concatenate([part.reshape(BUCKETS, -1).view(np.uint8) for part in (reading, saying)], axis=1)
        parts = (rows, worths + RAISED, bucket_of, constants + RAISED, np.ascontiguousarray(buckets))
    return np.concatenate([part.reshape(-1).view(np.uint64) for part in parts])
