"""Fanorona's network, compiled: how good it says a position on 9x5 is, and when it is not asked.

network.py says what its numbers stand for; what is done with the rows is `vato.compiled.weighing`'s.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vato.compiled.bits import backwards, half_at, popcount, word_at
from vato.compiled.cache import compiled
from vato.compiled.scale import bucket_bytes
from vato.compiled.weighing import weigher
from vato.games.fanorona import judgement
from vato.games.fanorona.geometry import BOARD, WIDTH
from vato.games.fanorona.judgement import activity
from vato.games.fanorona.network import (
    BUCKET_OF_AT,
    BUCKETS_AT,
    COLUMNS,
    CONSTANTS_AT,
    FIRSTS,
    HIDDEN,
    LINES,
    MOST_CAPTURES,
    MOST_STEPS,
    NEURONS,
    RAISED,
    WORTHS_AT,
)
from vato.games.fanorona.weights import NETWORK, WORDS

TOP = np.uint64((1 << COLUMNS) - 1)
MIDDLE = np.uint64(((1 << COLUMNS) - 1) << (2 * COLUMNS))
POINTS = np.uint64(64 - COLUMNS * LINES)
ALL = np.uint64((1 << COLUMNS * LINES) - 1)
NETWORK_AT = np.uint64(8 * WORDS)

BUCKET_BYTES = bucket_bytes(HIDDEN, NEURONS)

weighed = weigher(HIDDEN, NEURONS, 0)


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
        FIRSTS[0] + block(own, enemy, 0),
        FIRSTS[1] + block(own, enemy, 3),
        FIRSTS[2] + block(own, enemy, 6),
        FIRSTS[3] + block(own, enemy, 27),
        FIRSTS[4] + block(own, enemy, 30),
        FIRSTS[5] + block(own, enemy, 33),
        FIRSTS[6] + np.int64(left),
        FIRSTS[7] + np.int64(right),
        FIRSTS[8] + min(own_captures, MOST_CAPTURES),
        FIRSTS[9] + min(enemy_captures, MOST_CAPTURES),
        FIRSTS[10] + min(own_steps, MOST_STEPS),
        FIRSTS[11] + min(enemy_steps, MOST_STEPS),
        FIRSTS[12] + bucket,
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
