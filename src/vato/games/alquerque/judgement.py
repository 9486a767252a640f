"""How good an Alquerque position is, compiled: a sum of weighted features.

The first feature is what the turn is worth. Stones count by their share, so that the side ahead likes to exchange; a
stone on the edge can be jumped only along it, one in a corner never. Whoever is ahead hunts the last stones down.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from vato.compiled.bits import lowest, popcount, word_at
from vato.compiled.cache import compiled
from vato.games.alquerque.jumps import ZERO, all_jumpers
from vato.games.alquerque.kernel import ALL_WAYS, ONE
from vato.lattice.bits import BOARD, DIAGONALS, EDGE, LEAVING, SHIFTS, WIDTH

FEW = 4
"""The hunt is on when the side behind has no more stones than this."""


@compiled
def free_steps(table: Any, own: Any, empty: Any) -> int:
    """Return how many steps a side would have if it might go anywhere."""
    steps = 0
    for axis in range(4):
        shift = word_at(table, SHIFTS + axis)
        steps += popcount(own & word_at(table, LEAVING + axis) & (empty >> shift))
        steps += popcount(own & word_at(table, LEAVING + axis + 4) & (empty << shift))
    return steps


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
def judge(table: Any, own: Any, enemy: Any, weights: Any) -> int:
    """Return how good a position is for the player to move, in hundredths of a stone."""
    edge, diagonals = word_at(table, EDGE), word_at(table, DIAGONALS)
    empty = word_at(table, BOARD) & ~(own | enemy)
    own_count, enemy_count = popcount(own), popcount(enemy)
    lead = own_count - enemy_count
    hunt = 0
    if lead > 0 and enemy_count <= FEW:
        hunt = closeness(table, own, enemy) // own_count
    elif lead < 0 and own_count <= FEW:
        hunt = -(closeness(table, enemy, own) // enemy_count)
    score = np.int64(word_at(weights, 0))
    score += np.int64(word_at(weights, 1)) * (200 * lead // (own_count + enemy_count))
    score += np.int64(word_at(weights, 2)) * (popcount(own & edge) - popcount(enemy & edge))
    score += np.int64(word_at(weights, 3)) * (popcount(own & diagonals) - popcount(enemy & diagonals))
    score += np.int64(word_at(weights, 4)) * (free_steps(table, own, empty) - free_steps(table, enemy, empty))
    score += np.int64(word_at(weights, 5)) * popcount(all_jumpers(table, enemy, own, ALL_WAYS))
    score += np.int64(word_at(weights, 6)) * hunt
    return score
