"""Whether a position has come again so often that the game is over, by the keys of those before it, compiled."""

from __future__ import annotations

import numpy as np

from vato.compiled.bits import word_at
from vato.compiled.cache import compiled


@compiled
def recurs(key: np.uint64, allowed: int, keys: np.uint64, count: int) -> bool:
    """Return whether a position ends the game that is `count` positions old: it has occurred `allowed` times, if any.

    `keys` is the address of the keys of those before it, as many as could be the same.
    """
    times = 1
    for number in range(count):
        if word_at(keys, number) == key:
            times += 1
    return allowed > 0 and times >= allowed
