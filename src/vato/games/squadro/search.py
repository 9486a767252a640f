"""What the search asks of Squadro: overloads of the functions of `vato.compiled.contract`, on the kernel's positions.

Owns how a position is hashed for the search; how good it is, is network.py's.
"""

from __future__ import annotations

import numpy as np
from numba.extending import overload

from vato.compiled import contract as shared
from vato.compiled.bits import popcount
from vato.compiled.cache import compiled
from vato.compiled.contract import UNKNOWN, takes
from vato.games.squadro.figures import Position
from vato.games.squadro.kernel import go, list_turns, standing
from vato.games.squadro.network_kernel import judge
from vato.games.squadro.opening_kernel import opened


@compiled
def hash_of(own: np.uint64, enemy: np.uint64, player: int) -> np.uint64:
    """Return a well-spread number for a position, for the search's table."""
    mixed = (own | (enemy << np.uint64(20)) | (np.uint64(player) << np.uint64(40))) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(32)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    return mixed ^ (mixed >> np.uint64(29))


@overload(shared.turns_of)
def _turns_of(table, rules, position, turns, room):
    if takes(position, Position):
        return lambda table, rules, position, turns, room: list_turns(table, rules, position, turns)
    return None


@overload(shared.after)
def _after(table, rules, position, first, second):
    if takes(position, Position):
        return lambda table, rules, position, first, second: go(position, first, np.int64(second))
    return None


@overload(shared.key_of)
def _key_of(table, position):
    if takes(position, Position):
        return lambda table, position: hash_of(position.own, position.enemy, position.player)
    return None


@overload(shared.end_of)
def _end_of(table, rules, position):
    if takes(position, Position):
        return lambda table, rules, position: standing(rules, position)
    return None


@overload(shared.is_tense)
def _is_tense(table, rules, position):
    if takes(position, Position):
        return lambda table, rules, position: False
    return None


@overload(shared.gain_of)
def _gain_of(table, position, first, second):
    if takes(position, Position):
        return lambda table, position, first, second: 4 * popcount(first >> np.uint64(4))
    return None


@overload(shared.judge)
def _judge(table, rules, position, weights):
    if takes(position, Position):
        # Asked in one place: the network is much code.
        return lambda table, rules, position, weights: judge(
            position.enemy if position.player else position.own,
            position.own if position.player else position.enemy,
            position.player,
            weights,
        )
    return None


@overload(shared.probe)
def _probe(table, rules, position, known):
    if takes(position, Position):
        return lambda table, rules, position, known: UNKNOWN
    return None


@overload(shared.result_of)
def _result_of(table, rules, position, known):
    if takes(position, Position):
        return lambda table, rules, position, known: opened(known, position)
    return None


@overload(shared.distinct)
def _distinct(position):
    if takes(position, Position):
        return lambda position: True
    return None


@overload(shared.reversible)
def _reversible(position, length):
    if takes(position, Position):
        return lambda position, length: length
    return None
