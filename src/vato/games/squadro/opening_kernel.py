"""The opening book, compiled: how a position ends, if the book has it. opening.py says how it lies in memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from vato.compiled.bits import byte_at, half_at, word_at
from vato.compiled.cache import compiled
from vato.compiled.contract import UNKNOWN
from vato.games.squadro.opening import DARKS, LIGHTS, NUMBERS, PLANES, WAYS


@compiled
def opened(known: np.uint64, position: Any) -> int:
    """Return how a position ends for the player to move, if the book has it."""
    own, enemy = np.int64(position.own), np.int64(position.enemy)
    light = half_at(known, NUMBERS + (own if position.player == 0 else enemy))
    dark = half_at(known, NUMBERS + WAYS + (enemy if position.player == 0 else own))
    if light == 0 or dark == 0:
        return UNKNOWN
    lights, darks = np.int64(word_at(known, LIGHTS)), np.int64(word_at(known, DARKS))
    row = (lights + 7) // 8
    at = PLANES + (position.player * darks + dark - 1) * row + (light - 1) // 8
    bit = (light - 1) % 8
    if byte_at(known, at + 2 * darks * row) >> bit & 1:
        return 0
    light_wins = byte_at(known, at) >> bit & 1
    return 1 if (light_wins == 1) == (position.player == 0) else -1
