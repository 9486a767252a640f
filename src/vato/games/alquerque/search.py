"""What the search asks of Alquerque: overloads of the functions of `vato.compiled.contract`, on the kernel's positions.

Owns how a position is hashed for the search; how good it is, is judgement.py's.
"""

from __future__ import annotations

import numpy as np
from numba.extending import overload

from vato.compiled import contract as shared
from vato.compiled.bits import popcount, word_at
from vato.compiled.cache import compiled
from vato.compiled.contract import UNKNOWN, WIN, takes
from vato.games.alquerque.figures import Position, Rules
from vato.games.alquerque.judgement import judge
from vato.games.alquerque.kernel import can_capture, list_turns, play, standing
from vato.lattice.endgames.contract import position_with
from vato.lattice.endgames.directory import DRAWN, STONES
from vato.lattice.endgames.ranks import looked_up


@compiled
def hash_of(own: np.uint64, enemy: np.uint64, player: np.uint64, left: np.uint64, right: np.uint64) -> np.uint64:
    """Return a well-spread number for a position, for the search's table."""
    mixed = own * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(32)
    mixed = (mixed + enemy) * np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(29)
    mixed = (mixed + left + player) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    mixed = (mixed + right) * np.uint64(0x9E3779B97F4A7C15)
    return mixed ^ (mixed >> np.uint64(32))


@compiled
def value_in(known: np.uint64, position: Position) -> int:
    """Return the value of a position if a directory of endgame tables holds it; it must be of this board and rules."""
    if popcount(position.own | position.enemy) > np.int64(word_at(known, STONES)):
        return UNKNOWN
    byte = looked_up(known, position.own, position.enemy)
    if byte == DRAWN:
        return 0
    return byte - 1 - WIN if byte & 1 else WIN - (byte - 1)


@compiled
def result_in(known: np.uint64, position: Position) -> int:
    """Return how a position ends if a directory of endgame tables holds it."""
    value = value_in(known, position)
    return value if value == UNKNOWN else (value > 0) - (value < 0)


@overload(shared.turns_of, inline="never")
def _turns_of(table, rules, position, turns, room):
    if takes(position, Position):
        return lambda table, rules, position, turns, room: list_turns(table, rules, position, turns, room)
    return None


@overload(shared.after)
def _after(table, rules, position, first, second):
    if takes(position, Position):
        return lambda table, rules, position, first, second: play(table, rules, position, first, second)
    return None


@overload(shared.key_of)
def _key_of(table, position):
    if takes(position, Position):
        return lambda table, position: hash_of(
            position.own, position.enemy, np.uint64(position.player) << np.uint64(63), position.left, position.right
        )
    return None


@overload(shared.end_of)
def _end_of(table, rules, position):
    if takes(position, Position):
        return lambda table, rules, position: standing(table, rules, position)
    return None


@overload(shared.is_tense)
def _is_tense(table, rules, position):
    if takes(position, Position):
        return lambda table, rules, position: can_capture(table, rules, position)
    return None


@overload(shared.gain_of)
def _gain_of(table, position, first, second):
    if takes(position, Position):
        return lambda table, position, first, second: popcount(first)
    return None


@overload(shared.judge)
def _judge(table, rules, position, weights):
    if takes(position, Position):
        return lambda table, rules, position, weights: judge(table, position.own, position.enemy, weights)
    return None


@overload(shared.probe)
def _probe(table, rules, position, known):
    if takes(position, Position):
        return lambda table, rules, position, known: value_in(known, position)
    return None


@overload(shared.result_of)
def _result_of(table, rules, position, known):
    if takes(position, Position):
        return lambda table, rules, position, known: result_in(known, position)
    return None


@overload(shared.distinct)
def _distinct(position):
    if takes(position, Position):
        return lambda position: False
    return None


@overload(shared.reversible)
def _reversible(position, length):
    if takes(position, Position):
        return lambda position, length: min(position.quiet, length)
    return None


@overload(position_with)
def _position_with(rules, own, enemy):
    if takes(rules, Rules):
        return lambda rules, own, enemy: Position(own, enemy, 0, 0, np.uint64(0), np.uint64(0))
    return None
