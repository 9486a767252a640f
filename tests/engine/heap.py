"""A game for the tests, played by the engine's own search: take one, two or three from a heap; who takes the last wins.

Run as a program, it prints what the search finds for a heap of eight: without knowledge, with it, and with knowledge of
other heaps only. It is compiled anew in every run, so whoever runs it names a cache folder of its own.
"""

from typing import Any, NamedTuple

import numpy as np
from numba.extending import overload

from vato.compiled import contract as shared
from vato.compiled.bits import store_at, word_at
from vato.compiled.contract import GOING_ON, LOST, UNKNOWN, WIN, takes
from vato.engine import search

LOOK_AHEAD = 3


class Heap(NamedTuple):
    left: int
    player: int


def _give(name: str, build: Any) -> None:
    """Give the search one of the functions it asks a game for."""

    @overload(getattr(shared, name), strict=False)
    def answer(*arguments: Any) -> Any:
        return build if any(takes(argument, Heap) for argument in arguments) else None


def _turns_of(table: Any, rules: Any, position: Any, turns: Any, room: Any) -> Any:
    count = min(position.left, 3)
    for number in range(count):
        store_at(turns, 2 * number, np.uint64(0))
        store_at(turns, 2 * number + 1, np.uint64(number + 1))
    return count


def _probe(table: Any, rules: Any, position: Any, known: Any) -> Any:
    word = np.int64(word_at(known, position.left))
    return UNKNOWN if word == 0 else word


_give("turns_of", _turns_of)
_give("probe", _probe)
_give(
    "after", lambda table, rules, position, first, second: Heap(position.left - np.int64(second), 1 - position.player)
)
_give("key_of", lambda table, position: np.uint64(position.left * 2 + position.player) * np.uint64(0x9E3779B97F4A7C15))
_give("end_of", lambda table, rules, position: LOST if position.left == 0 else GOING_ON)
_give("is_tense", lambda table, rules, position: False)
_give("gain_of", lambda table, position, first, second: 0)
_give("judge", lambda table, rules, position, weights: 0)
_give("distinct", lambda position: True)
_give("reversible", lambda position, length: 0)


def found(left: int, known: Any) -> int:
    """Return what the search finds for a heap, looking a few turns ahead."""
    work, control = np.zeros(search.WORK_WORDS, np.uint64), np.zeros(search.CONTROL_WORDS, np.uint64)
    hashes = np.zeros(2 << 10, np.uint64)
    control[search.NODE_LIMIT] = 1 << 40
    known_at = np.uint64(0 if known is None else known.ctypes.data)
    work_at, control_at, hashes_at = (np.uint64(array.ctypes.data) for array in (work, control, hashes))
    none, mask = np.uint64(0), np.uint64((1 << 10) - 1)
    memory = search.Memory(none, none, known_at, work_at, control_at, hashes_at, mask)
    value: int = search.search(memory, (0,), Heap(left, 0), -search.INFINITE, search.INFINITE, LOOK_AHEAD, 0, 0)
    return value


if __name__ == "__main__":
    known = np.zeros(32, np.int64)
    known[4] = 2 - WIN
    elsewhere = np.zeros(32, np.int64)
    elsewhere[20] = 1
    print(found(8, None), found(8, known.view(np.uint64)), found(8, elsewhere.view(np.uint64)))
