"""Games of the search against itself, compiled: what `tools.tune` learns from, and compares two sets of weights by.

Moves are limited by nodes, so that a game is the same on every machine and whatever else the machine does.

These functions are compiled anew in every process: Numba 0.68 cannot link a recursive function from its cache
into another (it ends in an unresolved symbol), and the search is one. So the search must be compiled anew as well:
call `compile_search_anew` before anything is played.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba.core.caching import NullCache

from vato.compiled.bits import below, next_random, store_at, word_at
from vato.compiled.contract import DRAWN, GOING_ON, SURE, WON, after, end_of, key_of, reversible, turns_of
from vato.engine.search import (
    INFINITE,
    KILLERS,
    LINES,
    LISTED,
    NODE_LIMIT,
    NODES,
    PATH,
    STOP,
    search,
)

ZERO = np.uint64(0)
compiled_anew = numba.njit(nogil=True, error_model="numpy")


def compile_search_anew() -> None:
    """Keep this process from taking the search from the cache, or leaving it there."""
    search._cache = NullCache()


@compiled_anew
def think(memory: Any, rules: Any, position: Any, length: int, nodes: int) -> Any:
    """Return the best turn, as two words, and its value, after deepening for some nodes."""
    work, control = memory.work, memory.control
    store_at(work, NODES, ZERO)
    store_at(control, STOP, ZERO)
    store_at(control, NODE_LIMIT, np.uint64(1 << 62))
    for word in range(KILLERS, PATH):
        store_at(work, word, ZERO)
    first = second = ZERO
    best = 0
    for depth in range(1, 40):
        value = search(memory, rules, position, -INFINITE, INFINITE, depth, 0, length)
        if word_at(control, STOP) != ZERO:
            break
        first, second, best = word_at(work, LINES), word_at(work, LINES + 1), value
        if abs(value) > SURE:
            break
        store_at(control, NODE_LIMIT, np.uint64(nodes))
    return first, second, best


@compiled_anew
def play_game(
    memories: Any,
    rules: Any,
    start: Any,
    opening: int,
    nodes: int,
    most_turns: int,
    adjudicate: int,
    random: Any,
    seen: Any,
) -> Any:
    """Play a game between two memories after some random turns; return the winner (2 for none) and its length.

    `seen` receives the words of the positions the first player thought about, in the position type's own order.
    """
    position = start
    length = 0
    turns = 0
    while turns < most_turns:
        ended = end_of(memories[0].table, rules, position)
        if ended != GOING_ON:
            if ended == DRAWN:
                return 2, turns
            return (position.player if ended == WON else 1 - position.player), turns
        mover = memories[position.player]
        key = key_of(mover.table, position)
        times = 1
        for back in range(2, reversible(position, length) + 1, 2):
            times += word_at(memories[0].work, PATH + length - back) == key
        if times >= 3:
            return 2, turns
        if turns < opening:
            count = turns_of(mover.table, rules, position, mover.work + np.uint64(8 * LISTED), 4096)
            random = next_random(random)
            chosen = np.int64(below(np.uint64(min(count, 4096)), random))
            first = word_at(mover.work, LISTED + 2 * chosen)
            second = word_at(mover.work, LISTED + 2 * chosen + 1)
        else:
            first, second, value = think(mover, rules, position, length, nodes)
            if abs(value) > adjudicate:
                return (position.player if value > 0 else 1 - position.player), turns
        for memory in memories:
            store_at(memory.work, PATH + length, key)
        if turns < seen.shape[0]:
            seen[turns, 0] = position.own
            seen[turns, 1] = position.enemy
            seen[turns, 2] = np.uint64(position.player)
        length += 1
        turns += 1
        position = after(mover.table, rules, position, first, second)
    return 2, turns
