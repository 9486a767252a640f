"""Where the values of a slice lie in memory while it is solved.

A row is all numbers of dark's stones for one number of light's, a bit each, padded to whole blocks. A plane is all
rows. Who wins is two planes for each side to move, won for light and won for dark; what moves into the next phase of a
stone lead to is two more planes for each stone that is not home. All planes lie in one array of words.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vato.compiled.wide import BITS, WORDS
from vato.games.squadro.rulesets import HOME, LANES
from vato.games.squadro.solution.slices import IS_HOME, Phases, count, places, radices, strides

MOST_PLACES = 6


class SliceLayout(NamedTuple):
    """Where the planes of a slice lie in one array of words, and how its numbers are made."""

    rows: int
    bits: int
    words: int
    """Of a row, a multiple of a block's."""
    plane: int
    """Words of a plane."""
    light_first: int
    """Where the planes for light to move begin: won for light, then won for dark."""
    dark_first: int
    """Likewise for dark to move."""
    spare: int
    """Where there is room for two rows."""
    end: int
    phases: NDArray[np.int64]
    """By player and lane."""
    radices: NDArray[np.int64]
    strides: NDArray[np.int64]
    progress: NDArray[np.int64]
    """By player, lane and digit; -1 where there is no such digit."""
    digits: NDArray[np.int64]
    """By player, lane and progress; -1 where the stone cannot stand so in this slice."""
    entries: NDArray[np.int64]
    """By player and lane, where the planes lie that a move into the next phase reads, again two."""
    entry_planes: NDArray[np.int64]
    """By player and lane, the words of such a plane; none where the stone is home."""


def words_of_row(bits: int) -> int:
    """Return how many words a row of so many bits takes."""
    return -(-bits // BITS) * WORDS


def layout_of(light: Phases, dark: Phases) -> SliceLayout:
    """Return the layout of a slice."""
    rows, bits = count(0, light), count(1, dark)
    words = words_of_row(bits)
    sizes, weights = (np.array([of(0, light), of(1, dark)], np.int64) for of in (radices, strides))
    progress = np.full((2, LANES, MOST_PLACES), -1, np.int64)
    digits = np.full((2, LANES, HOME + 1), -1, np.int64)
    entries, entry_planes = np.zeros((2, LANES), np.int64), np.zeros((2, LANES), np.int64)
    plane = rows * words
    margin = words + WORDS  # what is read beside a row is masked, but must be there
    end = margin + 4 * plane
    for player, phases in enumerate((light, dark)):
        for lane, phase in enumerate(phases):
            stands = places(player, lane, phase)
            progress[player, lane, : len(stands)] = stands
            digits[player, lane, list(stands)] = range(len(stands))
            if phase != IS_HOME:
                entries[player, lane] = end
                entry_planes[player, lane] = plane // len(stands) if player == 0 else plane
                end += 2 * int(entry_planes[player, lane])
    return SliceLayout(
        rows=rows,
        bits=bits,
        words=words,
        plane=plane,
        light_first=margin,
        dark_first=margin + 2 * plane,
        spare=end,
        end=end + 2 * words + margin,
        phases=np.array([light, dark], np.int64),
        radices=sizes,
        strides=weights,
        progress=progress,
        digits=digits,
        entries=entries,
        entry_planes=entry_planes,
    )
