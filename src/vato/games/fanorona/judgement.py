"""How good a Fanorona position is, compiled: a sum of weighted features.

The weights are weights.py's. The first feature is what the turn is worth; steps are counted for both sides, captures
and threats apart.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vato.compiled.bits import lowest, popcount, word_at
from vato.compiled.cache import compiled

ZERO, ONE = np.uint64(0), np.uint64(1)

# Words of the kernel's table.
BOARD, SHIFTS, WIDTH, EDGE, DIAGONALS, LEAVING, LEAVING_TWICE = 0, 1, 5, 6, 7, 8, 16

FEATURES = ("turn", "ratio", "edge", "diagonals", "centre", "mobility", "captures", "threats", "hunt")
FEW = 4
"""The hunt is on when the side behind has no more stones than this."""
ODDS = 200
"""What a factor of e in the odds is worth, in hundredths: about a stone at ten against nine is 100."""
UNIT = 64
"""Weights are kept in this part of a hundredth, for the sake of small ones."""


@compiled
def activity(table: Any, own: Any, enemy: Any) -> Any:
    """Return how many steps and how many capturing steps a side has."""
    empty = word_at(table, BOARD) & ~(own | enemy)
    steps = captures = 0
    for axis in range(4):
        shift = word_at(table, SHIFTS + axis)
        twice = shift + shift
        up, down = word_at(table, LEAVING + axis), word_at(table, LEAVING + axis + 4)
        rising = own & up & (empty >> shift)
        falling = own & down & (empty << shift)
        steps += popcount(rising) + popcount(falling)
        rising &= (word_at(table, LEAVING_TWICE + axis) & (enemy >> twice)) | (down & (enemy << shift))
        falling &= (word_at(table, LEAVING_TWICE + axis + 4) & (enemy << twice)) | (up & (enemy >> shift))
        captures += popcount(rising) + popcount(falling)
    return steps, captures


@compiled
def closeness(table: Any, hunters: Any, hunted: Any) -> int:
    """Return how near hunters are to the hunted: for each of the hunted, eight less the distance of each hunter."""
    width = np.int64(word_at(table, WIDTH))
    near = 0
    while hunted != ZERO:
        prey = lowest(hunted)
        hunted &= hunted - ONE
        pack = hunters
        while pack != ZERO:
            hunter = lowest(pack)
            pack &= pack - ONE
            near += 8 - max(abs(hunter % width - prey % width), abs(hunter // width - prey // width))
    return near


@compiled
def features(table: Any, own: Any, enemy: Any) -> Any:
    """Return the features of a position, as the player to move sees it."""
    edge, diagonals = word_at(table, EDGE), word_at(table, DIAGONALS)
    inner = diagonals & ~edge
    own_count, enemy_count = popcount(own), popcount(enemy)
    lead = own_count - enemy_count
    own_steps, own_captures = activity(table, own, enemy)
    enemy_steps, enemy_captures = activity(table, enemy, own)
    hunt = 0
    if lead > 0 and enemy_count <= FEW:
        hunt = closeness(table, own, enemy) // own_count
    elif lead < 0 and own_count <= FEW:
        hunt = -(closeness(table, enemy, own) // enemy_count)
    return (
        1,
        100 * lead // (own_count + enemy_count),
        popcount(own & edge) - popcount(enemy & edge),
        popcount(own & diagonals) - popcount(enemy & diagonals),
        popcount(own & inner) - popcount(enemy & inner),
        own_steps - enemy_steps,
        own_captures,
        enemy_captures,
        hunt,
    )


@compiled
def judge(table: Any, own: Any, enemy: Any, weights: Any) -> int:
    """Return how good a position is for the player to move, in hundredths of a stone."""
    score = 0
    for number, feature in enumerate(features(table, own, enemy)):
        score += np.int64(word_at(weights, number)) * feature
    return score // UNIT


@compiled
def _design(table: Any, seen: Any, rows: Any) -> None:
    for number in range(len(seen)):
        for column, feature in enumerate(features(table, seen[number, 0], seen[number, 1])):
            rows[number, column] = feature


def design(table: NDArray[np.uint64], seen: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Return the features of many positions, a row each; `seen` holds own stones, enemy stones and the player."""
    rows = np.zeros((len(seen), len(FEATURES)))
    _design(np.uint64(table.ctypes.data), seen, rows)
    return rows


def as_weights(fitted: NDArray[np.float64]) -> list[int]:
    """Return fitted factors of the logarithm of the odds as weights."""
    return [round(factor * UNIT * ODDS) for factor in fitted]
