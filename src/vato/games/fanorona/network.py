"""How good a Fanorona position on 9x5 is, compiled: a small network that has learned from games and endgame tables.

It has learned the game by `standard`, and judges by all rules, as it wins by all of them. The board is cut into eight
groups of points: six blocks of two lines and three columns above and below the middle line, and two parts of that line.
Each way in which the stones of a group can stand has a row of numbers and a worth of its own; so have how many
capturing steps and how many steps each side has, and the bucket, which is how many stones there are. Of a position and
its mirror images the same one is looked at, so that all are worth the same. What is done with the rows is
`vato.compiled.weighing`'s. All are added up anew for each position: there are few of them, and a turn that captures
changes most.

network.npz holds the numbers; `tools/fanorona_network.py` makes them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vato.compiled.bits import backwards, half_at, popcount, word_at
from vato.compiled.cache import compiled
from vato.compiled.weighing import bucket_bytes, weigher
from vato.games.fanorona import judgement
from vato.games.fanorona.geometry import BOARD, WIDTH
from vato.games.fanorona.judgement import NETWORK, activity
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
_FIRSTS = tuple(sum(_SPACES[:number]) for number in range(len(_SPACES)))
_ROWS = sum(_SPACES)
BUCKET_BYTES = bucket_bytes(HIDDEN, NEURONS)
# The rows, a byte a number; the worths, four bytes each and none below zero; the buckets of each number of stones;
# the constants of each bucket; the buckets.
WORTHS_AT = _ROWS * HIDDEN
BUCKET_OF_AT = WORTHS_AT + 4 * _ROWS
CONSTANTS_AT = BUCKET_OF_AT + 4 * 64
BUCKETS_AT = CONSTANTS_AT + 4 * BUCKETS
RAISED = 1 << 20
"""By how much worths and constants are raised in memory, to be above zero."""
TOP = np.uint64((1 << COLUMNS) - 1)
MIDDLE = np.uint64(((1 << COLUMNS) - 1) << (2 * COLUMNS))
POINTS = np.uint64(64 - COLUMNS * LINES)
ALL = np.uint64((1 << COLUMNS * LINES) - 1)
NETWORK_AT = np.uint64(8 * judgement.WORDS)

weighed = weigher(HIDDEN, NEURONS, 0)


@cache
def weights(path: Path = FILE) -> NDArray[np.uint64]:
    """Return what the search judges by: the weights of the features and, unless its file is damaged, the network."""
    features = judgement.weights()
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
        for number, (first, size) in enumerate(zip(_FIRSTS, SIZES, strict=True)):
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


@compiled
def top_bottom(bits: Any) -> Any:
    """Return the image of a set of points in which the lines are exchanged."""
    return (
        ((bits & TOP) << np.uint64(36))
        | (((bits >> np.uint64(9)) & TOP) << np.uint64(27))
        | (bits & MIDDLE)
        | (((bits >> np.uint64(27)) & TOP) << np.uint64(9))
        | (bits >> np.uint64(36))
    )


@compiled
def turned_about(own: Any, enemy: Any) -> Any:
    """Return the one of a position's four images that comes first."""
    first, first_enemy = own, enemy
    other, other_enemy = top_bottom(own), top_bottom(enemy)
    for half_turn in range(2):
        if half_turn:
            own, enemy = backwards(own) >> POINTS, backwards(enemy) >> POINTS
            other, other_enemy = backwards(other) >> POINTS, backwards(other_enemy) >> POINTS
        if own < first or (own == first and enemy < first_enemy):
            first, first_enemy = own, enemy
        if other < first or (other == first and other_enemy < first_enemy):
            first, first_enemy = other, other_enemy
    return first, first_enemy


@compiled
def block(own: Any, enemy: Any, first: int) -> Any:
    """Return how the stones of a block of six points stand, as bits."""
    near, far = np.uint64(first), np.uint64(first + COLUMNS)
    three = np.uint64(7)
    own = ((own >> near) & three) | (((own >> far) & three) << np.uint64(3))
    enemy = ((enemy >> near) & three) | (((enemy >> far) & three) << np.uint64(3))
    return np.int64(own | (enemy << np.uint64(6)))


@compiled
def applies(table: Any, position: Any, weights: Any) -> bool:
    """Return whether the network is there and knows this board; phase one of a Vela is another game."""
    return (
        word_at(weights, NETWORK) != np.uint64(0)
        and word_at(table, WIDTH) == np.uint64(COLUMNS)
        and word_at(table, BOARD) == ALL
        and position.phase != 1
    )


@compiled
def judge(table: Any, position: Any, weights: Any) -> int:
    """Return how good a position is for the player to move, in hundredths of a stone: by the network if it applies."""
    if applies(table, position, weights):
        return judge_by_network(table, position.own, position.enemy, weights + NETWORK_AT)
    return judgement.judge(table, position.own, position.enemy, weights)


@compiled
def judge_by_network(table: Any, own: Any, enemy: Any, network: Any) -> int:
    """Return how good a position is for the player to move, in hundredths of a stone."""
    own_steps, own_captures = activity(table, own, enemy)
    enemy_steps, enemy_captures = activity(table, enemy, own)
    own, enemy = turned_about(own, enemy)
    bucket = half_at(network + np.uint64(BUCKET_OF_AT), popcount(own | enemy))
    five, four = np.uint64(31), np.uint64(15)
    left = ((own >> np.uint64(18)) & five) | (((enemy >> np.uint64(18)) & five) << np.uint64(5))
    right = ((own >> np.uint64(23)) & four) | (((enemy >> np.uint64(23)) & four) << np.uint64(4))
    places = (
        _FIRSTS[0] + block(own, enemy, 0),
        _FIRSTS[1] + block(own, enemy, 3),
        _FIRSTS[2] + block(own, enemy, 6),
        _FIRSTS[3] + block(own, enemy, 27),
        _FIRSTS[4] + block(own, enemy, 30),
        _FIRSTS[5] + block(own, enemy, 33),
        _FIRSTS[6] + np.int64(left),
        _FIRSTS[7] + np.int64(right),
        _FIRSTS[8] + min(own_captures, MOST_CAPTURES),
        _FIRSTS[9] + min(enemy_captures, MOST_CAPTURES),
        _FIRSTS[10] + min(own_steps, MOST_STEPS),
        _FIRSTS[11] + min(enemy_steps, MOST_STEPS),
        _FIRSTS[12] + bucket,
    )
    score = half_at(network + np.uint64(CONSTANTS_AT), bucket) - (len(places) + 1) * RAISED
    for place in places:
        score += half_at(network + np.uint64(WORTHS_AT), place)
    return score + weighed(
        (
            network + np.uint64(HIDDEN * places[0]),
            network + np.uint64(HIDDEN * places[1]),
            network + np.uint64(HIDDEN * places[2]),
            network + np.uint64(HIDDEN * places[3]),
            network + np.uint64(HIDDEN * places[4]),
            network + np.uint64(HIDDEN * places[5]),
            network + np.uint64(HIDDEN * places[6]),
            network + np.uint64(HIDDEN * places[7]),
            network + np.uint64(HIDDEN * places[8]),
            network + np.uint64(HIDDEN * places[9]),
            network + np.uint64(HIDDEN * places[10]),
            network + np.uint64(HIDDEN * places[11]),
            network + np.uint64(HIDDEN * places[12]),
            network + np.uint64(BUCKETS_AT + BUCKET_BYTES * bucket),
        )
    )


@compiled
def _judge_all(table: Any, seen: Any, network: Any, found: Any) -> None:
    for number in range(len(seen)):
        found[number] = judge_by_network(table, seen[number, 0], seen[number, 1], network)


def judge_all(table: NDArray[np.uint64], seen: NDArray[np.uint64], network: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return how good many positions are; `seen` holds own and enemy stones."""
    found = np.zeros(len(seen), np.int64)
    _judge_all(np.uint64(table.ctypes.data), seen, np.uint64(network.ctypes.data), found)
    return found
