"""The opening book for compiled code: in one piece, which lies anywhere in a memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vato.compiled.bits import byte_at, half_at, word_at
from vato.compiled.cache import compiled
from vato.compiled.contract import UNKNOWN
from vato.games.squadro.rulesets import LANES

if TYPE_CHECKING:
    from vato.games.squadro.opening import Content

# Words: how many ways light's stones stand in, how many dark's. Halves of words: the number of a way, plus one, by the
# stones' packed progress, light's ways first. Bytes: the planes, by who is to move, dark's way and light's.
LIGHTS, DARKS = 0, 1
NUMBERS = 4
WAYS = 1 << 4 * LANES
PLANES = 4 * (NUMBERS + 2 * WAYS)


def placed(content: Content) -> bytes:
    """Return the book as compiled code reads it."""
    numbers: NDArray[np.uint32] = np.zeros((2, WAYS), np.uint32)
    for side, stands in enumerate(content.stands):
        for stones, number in stands.items():
            numbers[side, sum(progress << 4 * lane for lane, progress in enumerate(stones))] = number + 1
    counts = np.array([len(stands) for stands in content.stands], np.uint64)
    return b"".join(part.tobytes() for part in (counts, numbers, content.planes))


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
