"""Values of slices between memory and file, compiled: how they are kept, and what a slice needs of those it leads to.

A file keeps for each side to move one bit a position, whether light wins, and where any position is drawn a second
one. Where two stones share a place nothing is known; the bit before is repeated there, as that compresses well.

What a slice needs is brought into its own order of bits. A light stone that goes on into the next phase reads the rows
there in which it has just arrived; they are copied. For a dark stone the bits of each row are in another order; those
in which it has just arrived are spread over all of its digits here, so that a move into the next phase reads them
without a shift wherever it comes from.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vato.compiled.bits import popcount
from vato.compiled.cache import compiled
from vato.games.squadro.rulesets import LANES
from vato.games.squadro.solution.sweep import read_digits, shared_places

ZERO, ONE, ONES, LAST_BIT = np.uint64(0), np.uint64(1), ~np.uint64(0), np.uint64(63)


@compiled
def keep(
    layout: Any,
    operations: Any,
    arena: NDArray[np.uint64],
    won: NDArray[np.uint64],
    drawn: NDArray[np.uint64],
    counts: NDArray[np.int64],
) -> None:
    """Write whether light wins, by side to move, row and word, and what is drawn; add up won, lost and drawn."""
    digits, on_lane = np.empty(LANES, np.int64), np.empty(LANES, np.int64)
    shared = np.empty(64, np.int64)
    carried = np.zeros(2, np.uint64)
    for row in range(layout.rows):
        read_digits(layout, row, digits, on_lane)
        shared_count = shared_places(layout, operations, on_lane, shared)
        for word in range(won.shape[2]):
            legal = operations.masks[word]
            for place in range(shared_count):
                legal &= ~operations.masks[shared[place] + word]
            for player in range(2):
                at = (layout.light_first if player == 0 else layout.dark_first) + row * layout.words + word
                light, dark = arena[at], arena[at + layout.plane]
                nobody = legal & ~(light | dark)
                counts[0] += popcount(light)
                counts[1] += popcount(dark)
                counts[2] += popcount(nobody)
                filled = _filled(light, light | dark, carried[player])
                carried[player] = filled >> LAST_BIT
                won[player, row, word] = filled
                drawn[player, row, word] = nobody


@compiled
def restore(
    layout: Any,
    operations: Any,
    arena: NDArray[np.uint64],
    player: int,
    won: NDArray[np.uint64],
    drawn: NDArray[np.uint64],
    counts: NDArray[np.int64],
) -> None:
    """Write the planes of a side to move as they were when they were kept; add up won, lost and drawn."""
    digits, on_lane = np.empty(LANES, np.int64), np.empty(LANES, np.int64)
    shared = np.empty(64, np.int64)
    first = layout.light_first if player == 0 else layout.dark_first
    arena[first : first + 2 * layout.plane] = ZERO
    for row in range(layout.rows):
        read_digits(layout, row, digits, on_lane)
        shared_count = shared_places(layout, operations, on_lane, shared)
        for word in range(won.shape[1]):
            legal = operations.masks[word]
            for place in range(shared_count):
                legal &= ~operations.masks[shared[place] + word]
            nobody = drawn[row, word] & legal if drawn.size else ZERO
            light = won[row, word] & legal & ~nobody
            dark = legal & ~(light | nobody)
            at = first + row * layout.words + word
            arena[at], arena[at + layout.plane] = light, dark
            counts[0] += popcount(light)
            counts[1] += popcount(dark)
            counts[2] += popcount(nobody)


@compiled
def _filled(bits: np.uint64, known: np.uint64, before: np.uint64) -> np.uint64:
    """Return bits with each unknown one as the known one before it."""
    # The lowest bit, if it is unknown, is the one carried over.
    bits |= before & ~known
    known |= ONE
    step = ONE
    while step < np.uint64(64):
        bits |= (bits << step) & ~known
        known |= known << step
        step <<= ONE
    return bits


@compiled
def enter_finished(layout: Any, arena: NDArray[np.uint64], player: int, lane: int) -> None:
    """Write that a player who brings this stone into its next phase has won."""
    first, plane = layout.entries[player, lane], layout.entry_planes[player, lane]
    arena[first : first + 2 * plane] = ZERO
    arena[first + player * plane : first + (player + 1) * plane] = ONES


@compiled
def enter_light(
    layout: Any, arena: NDArray[np.uint64], lane: int, radix: int, won: NDArray[np.uint64], drawn: NDArray[np.uint64]
) -> None:
    """Copy the rows where the stone of a light lane has arrived; `radix` is how many places it has there.

    `drawn` is empty where nothing is.
    """
    stride, plane = layout.strides[0, lane], layout.entry_planes[0, lane]
    for row in range(layout.rows // layout.radices[0, lane]):
        source = row // stride * stride * radix + row % stride
        at = layout.entries[0, lane] + row * layout.words
        for word in range(won.shape[1]):
            light = won[source, word]
            nobody = drawn[source, word] if drawn.size else ZERO
            arena[at + word] = light & ~nobody
            arena[at + plane + word] = ~(light | nobody)


@compiled
def enter_dark(
    layout: Any, arena: NDArray[np.uint64], lane: int, radix: int, won: NDArray[np.uint64], drawn: NDArray[np.uint64]
) -> None:
    """Spread the bits where the stone of a dark lane has arrived; `radix` is how many places it has there."""
    light, dark = layout.entries[1, lane], layout.entries[1, lane] + layout.plane
    _spread(layout, arena[light:dark], lane, radix, won)
    if drawn.size:
        _spread(layout, arena[dark : dark + layout.plane], lane, radix, drawn)
        for word in range(layout.plane):
            nobody = arena[dark + word]
            arena[dark + word] = ~(arena[light + word] | nobody)
            arena[light + word] &= ~nobody
    else:
        for word in range(layout.plane):
            arena[dark + word] = ~arena[light + word]


@compiled
def _spread(layout: Any, plane: NDArray[np.uint64], lane: int, radix: int, source: NDArray[np.uint64]) -> None:
    """Write bits in which a stone has the first of `radix` digits for each of the digits it has in this slice."""
    stride, own_radix = layout.strides[1, lane], layout.radices[1, lane]
    groups = layout.bits // (stride * own_radix)
    if stride == 1:
        _spread_single(layout, plane, radix, own_radix, groups, source)
        return
    # A group that fits into a word is repeated for all digits by one multiplication.
    repeat = ZERO
    if stride * own_radix <= 64:
        for digit in range(own_radix):
            repeat |= ONE << np.uint64(digit * stride)
    plane[:] = ZERO
    for row in range(layout.rows):
        at = row * layout.words
        for group in range(groups):
            begin = group * stride * radix
            target = group * stride * own_radix
            if repeat:
                bits = some_bits(source[row], begin, stride)
                if bits:
                    add_bits(plane, at, target, bits * repeat)
                continue
            for part in range(0, stride, 64):
                bits = some_bits(source[row], begin + part, min(64, stride - part))
                if bits:
                    for digit in range(own_radix):
                        add_bits(plane, at, target + digit * stride + part, bits)


@compiled
def _spread_single(
    layout: Any, plane: NDArray[np.uint64], radix: int, own_radix: int, groups: int, source: NDArray[np.uint64]
) -> None:
    """Do the same where a digit is a single bit: ten at a time, which four shifts bring to their distance here."""
    further = own_radix - radix
    every, moving, together = ZERO, np.zeros(4, np.uint64), 10
    for place in range(together):
        every |= ONE << np.uint64(place * radix)
        for step in range(4):
            if place >> step & 1:
                moved = place >> step + 1 << step + 1 if further > 0 else place & (1 << step) - 1
                moving[step] |= ONE << np.uint64(place * radix + moved * further)
    repeat = (ONE << np.uint64(own_radix)) - ONE
    plane[:] = ZERO
    for row in range(layout.rows):
        at = row * layout.words
        for group in range(0, groups, together):
            bits = some_bits(source[row], group * radix, min(together, groups - group) * radix) & every
            if further > 0:
                for step in range(3, -1, -1):
                    some = bits & moving[step]
                    bits = (bits ^ some) | (some << np.uint64(further << step))
            elif further < 0:
                for step in range(4):
                    some = bits & moving[step]
                    bits = (bits ^ some) | (some >> np.uint64(-further << step))
            add_bits(plane, at, group * own_radix, bits * repeat)


@compiled
def some_bits(words: NDArray[np.uint64], begin: int, count: int) -> np.uint64:
    """Return up to 64 bits."""
    word, bit = begin >> 6, np.uint64(begin & 63)
    found = words[word] >> bit
    if np.int64(bit) + count > 64:
        found |= (words[word + 1] << ONE) << (LAST_BIT - bit)
    return found & (ONES >> np.uint64(64 - count))


@compiled
def add_bits(plane: NDArray[np.uint64], at: int, begin: int, bits: np.uint64) -> None:
    """Add bits where there are none yet."""
    word, bit = at + (begin >> 6), np.uint64(begin & 63)
    plane[word] |= bits << bit
    rest = (bits >> ONE) >> (LAST_BIT - bit)
    if rest:
        plane[word + 1] |= rest
