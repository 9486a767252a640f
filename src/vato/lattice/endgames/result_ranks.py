"""Positions with few stones looked up in a directory of tables of two bits a position, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from vato.compiled.bits import byte_at, popcount, word_at
from vato.compiled.cache import compiled
from vato.lattice.endgames.ranks import place_in, table_at


@compiled
def result_in(directory: Any, own: Any, enemy: Any) -> Any:
    """Return how a position ends, whose table must be there: 0 drawn, 1 lost, 2 won."""
    movers, others = popcount(own), popcount(enemy)
    place = place_in(directory, own, enemy, movers, others)
    byte = byte_at(word_at(directory, table_at(movers, others)), place >> 2)
    return np.int64(byte >> 2 * (place & 3) & 3)
