"""Solved slices in memory, looked up by compiled code: who wins a position of the kernel's.

Compiled code cannot read files. It asks for a slice by its number, is told that it is missing, and gives up; whoever
called it brings the slice into memory and calls again.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from vato.compiled.bits import word_at
from vato.compiled.cache import compiled
from vato.games.squadro.kernel import progress_in
from vato.games.squadro.rulesets import FAR_EDGE, HOME, LANES
from vato.games.squadro.solution.slices import Phases, places

NOT_HERE = -1
DRAWN = 2
"""What is found beside 0 and 1, the player who wins."""
SLICES = 3 ** (2 * LANES)
NOTHING_DRAWN = np.uint64(1)
"""In place of the address of bits that say what is drawn."""


def _tables() -> NDArray[np.int64]:
    """Return, by player, lane and progress, the digit of a stone and how many digits it has in its phase."""
    found = np.zeros((2, LANES, HOME + 1, 2), np.int64)
    for player, lane, phase in product(range(2), range(LANES), range(3)):
        stands = places(player, lane, phase)
        for digit, progress in enumerate(stands):
            found[player, lane, progress] = digit, len(stands)
    return found


TABLES = _tables()


def slice_number(light: Phases, dark: Phases) -> int:
    """Return the number of a slice."""
    return sum(phase * 3**lane for lane, phase in enumerate((*light, *dark)))


def phases_in(number: int) -> tuple[Phases, Phases]:
    """Return the phases of light and of dark in the slice of a number.

    >>> phases_in(slice_number((0, 1, 2, 0, 1), (2, 2, 1, 0, 0)))
    ((0, 1, 2, 0, 1), (2, 2, 1, 0, 0))
    """
    phases = tuple(number // 3**lane % 3 for lane in range(2 * LANES))
    return phases[:LANES], phases[LANES:]


@compiled
def slice_of(light: np.uint64, dark: np.uint64) -> int:
    """Return the number of the slice of a position, given as both sides' progress."""
    found = 0
    for lane in range(LANES - 1, -1, -1):
        found = found * 3 + progress_in(dark, lane) // FAR_EDGE
    for lane in range(LANES - 1, -1, -1):
        found = found * 3 + progress_in(light, lane) // FAR_EDGE
    return found


@compiled
def winner_of(addresses: NDArray[np.uint64], light: np.uint64, dark: np.uint64, player: int) -> int:
    """Return who wins an unfinished position: 0, 1 or DRAWN, or NOT_HERE as long as its slice is not in memory.

    `addresses` is by slice, side to move, and won or drawn: where the bits lie.
    """
    number = slice_of(light, dark)
    won_at, drawn_at = addresses[number, player, 0], addresses[number, player, 1]
    if won_at == np.uint64(0):
        return NOT_HERE
    row, bit, bits = 0, 0, 1
    for lane in range(LANES):
        place = TABLES[0, lane, progress_in(light, lane)]
        row = row * place[1] + place[0]
        place = TABLES[1, lane, progress_in(dark, lane)]
        bit = bit * place[1] + place[0]
        bits *= place[1]
    word = row * ((bits + 63) // 64) + bit // 64
    shift = np.uint64(bit % 64)
    if drawn_at != NOTHING_DRAWN and (word_at(drawn_at, word) >> shift) & np.uint64(1):
        return DRAWN
    return 0 if (word_at(won_at, word) >> shift) & np.uint64(1) else 1
