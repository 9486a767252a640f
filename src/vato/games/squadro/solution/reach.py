"""Which positions of a slice can be reached, compiled: the moves of solving taken forwards, 512 positions at a time.

Each side to move has one plane of reached positions. A move pushes a row's bits, under the operation's mask, to the row
it leads to. `from_light` and `from_dark` bring in what one stone's step into its next phase reaches from another slice;
`spread` follows the moves within the slice until nothing is new.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vato.compiled.bits import popcount
from vato.compiled.cache import compiled
from vato.compiled.wide import WORDS, any_bit, block_at, shifted_block_at, store_block
from vato.games.squadro.rulesets import LANES
from vato.games.squadro.solution.operations import (
    DIGITS,
    FIRST,
    JUMPED,
    LAST,
    LIGHT_RANGES,
    MASK,
    OFFSET,
    OUTSIDE,
    PLACES,
)
from vato.games.squadro.solution.planes import MOST_PLACES
from vato.games.squadro.solution.slice_values import ONES, ZERO, add_bits, some_bits
from vato.games.squadro.solution.slices import IS_HOME
from vato.games.squadro.solution.sweep import read_digits, shared_places

EIGHT = np.uint64(8)


@compiled
def _address(words: NDArray[np.uint64], place: int) -> np.uint64:
    return np.uint64(words.ctypes.data) + EIGHT * np.uint64(place)


@compiled
def _push(operations: Any, place: int, source: Any, target: Any, scratch: Any, words: int) -> bool:
    """Push a row's bits the way of an operation; return whether any of them is new.

    `scratch` has three rows of zeros, and has them again afterwards.
    """
    fields = operations.fields[place]
    first, last = fields[FIRST], fields[LAST]
    some = False
    for block in range(first, last + 1):
        mask = block_at(_address(operations.masks, fields[MASK] + block * WORDS))
        bits = mask & block_at(_address(source, block * WORDS))
        store_block(_address(scratch, words + block * WORDS), bits)
        some |= any_bit(bits)
    new = False
    if some:
        # What is read at a bit when solving is what is written from there now, so the shift is the other way.
        offset, places = -fields[OFFSET], np.uint64(0)
        if fields[PLACES]:
            offset, places = offset - 1, np.uint64(64 - fields[PLACES])
        begin = max(0, (first * WORDS - offset - 1) // WORDS)
        end = min(words // WORDS - 1, (last * WORDS + WORDS - offset) // WORDS)
        for block in range(begin, end + 1):
            bits = shifted_block_at(_address(scratch, words + block * WORDS + offset), places)
            before = block_at(_address(target, block * WORDS))
            if any_bit(bits & ~before):
                new = True
                store_block(_address(target, block * WORDS), before | bits)
    scratch[words + first * WORDS : words + (last + 1) * WORDS] = ZERO
    return new


@compiled
def _after_jumps(layout: Any, row: int, digits: Any, jumped: int) -> int:
    """Return the row when some of light's stones have been jumped over."""
    for lane in range(LANES):
        if jumped >> lane & 1:
            row -= digits[lane] * layout.strides[0, lane]
    return row


@compiled
def spread(layout: Any, operations: Any, reached: NDArray[np.uint64]) -> None:
    """Follow the moves within a slice; `reached` is by side to move, row and word."""
    rows, words = layout.rows, layout.words
    scratch = np.zeros(3 * words + WORDS, np.uint64)
    digits, on_lane = np.empty(LANES, np.int64), np.empty(LANES, np.int64)
    waiting = np.ones((2, rows), np.bool_)
    going = True
    while going:
        going = False
        for row in range(rows):
            if not (waiting[0, row] or waiting[1, row]):
                continue
            read_digits(layout, row, digits, on_lane)
            while waiting[0, row] or waiting[1, row]:
                # Dark's moves first: all but those that jump stay in the row, where light goes on from them.
                player = 1 if waiting[1, row] else 0
                waiting[player, row] = False
                for lane in range(LANES):
                    phase = layout.phases[player, lane]
                    if phase == IS_HOME:
                        continue
                    place = LIGHT_RANGES + lane * 32 + on_lane[lane]
                    if player == 0:
                        place = (phase * LANES + lane) * MOST_PLACES + digits[lane]
                    begin, end = operations.ranges[place]
                    for operation in range(begin, end):
                        fields = operations.fields[operation]
                        if fields[OUTSIDE]:
                            continue
                        if player == 0:
                            target = row + fields[DIGITS] * layout.strides[0, lane]
                        else:
                            target = _after_jumps(layout, row, digits, fields[JUMPED])
                        row_bits = reached[player, row]
                        if _push(operations, operation, row_bits, reached[1 - player, target], scratch, words):
                            waiting[1 - player, target] = True
                            going |= target < row


@compiled
def from_light(
    before: Any, layout: Any, operations: Any, lane: int, source: NDArray[np.uint64], reached: NDArray[np.uint64]
) -> None:
    """Bring in what a light stone's step into its next phase reaches.

    `before` is the layout of the slice it comes from, `source` its reached positions with light to move.
    """
    words, phase = layout.words, before.phases[0, lane]
    stride, radix, own_radix = before.strides[0, lane], before.radices[0, lane], layout.radices[0, lane]
    scratch = np.zeros(3 * words + WORDS, np.uint64)
    for row in range(before.rows):
        digit = row // stride % radix
        target = row // (stride * radix) * stride * own_radix + row % stride
        begin, end = operations.ranges[(phase * LANES + lane) * MOST_PLACES + digit]
        for operation in range(begin, end):
            if operations.fields[operation, OUTSIDE]:
                _push(operations, operation, source[row], reached[1, target], scratch, words)


@compiled
def from_dark(
    before: Any, layout: Any, operations: Any, lane: int, source: NDArray[np.uint64], reached: NDArray[np.uint64]
) -> None:
    """Bring in what a dark stone's step into its next phase reaches; `operations` are those of the slice before."""
    words = before.words
    stride, radix, own_radix = before.strides[1, lane], before.radices[1, lane], layout.radices[1, lane]
    groups = before.bits // (stride * radix)
    scratch = np.zeros(3 * words + WORDS, np.uint64)
    arrived = np.zeros((before.rows, words), np.uint64)
    digits, on_lane = np.empty(LANES, np.int64), np.empty(LANES, np.int64)
    for row in range(before.rows):
        read_digits(before, row, digits, on_lane)
        begin, end = operations.ranges[LIGHT_RANGES + lane * 32 + on_lane[lane]]
        for operation in range(begin, end):
            fields = operations.fields[operation]
            if fields[OUTSIDE]:
                target = _after_jumps(before, row, digits, fields[JUMPED])
                _push(operations, operation, source[row], arrived[target], scratch, words)
    # Wherever the stone came from, it has the first of its digits here.
    for row in range(before.rows):
        for group in range(groups):
            for part in range(0, stride, 64):
                count = min(64, stride - part)
                bits = ZERO
                for digit in range(radix):
                    bits |= some_bits(arrived[row], (group * radix + digit) * stride + part, count)
                if bits:
                    add_bits(reached[0, row], 0, group * own_radix * stride + part, bits)


@compiled
def mask_legal(layout: Any, operations: Any, plane: NDArray[np.uint64], fill: bool) -> None:
    """Set, or clear, the bits of rows that are no positions, as two stones share a place there."""
    digits, on_lane = np.empty(LANES, np.int64), np.empty(LANES, np.int64)
    shared = np.empty(64, np.int64)
    for row in range(layout.rows):
        read_digits(layout, row, digits, on_lane)
        shared_count = shared_places(layout, operations, on_lane, shared)
        for word in range(plane.shape[1]):
            legal = operations.masks[word]
            for place in range(shared_count):
                legal &= ~operations.masks[shared[place] + word]
            if fill:
                plane[row, word] |= ~legal
            else:
                plane[row, word] &= legal


@compiled
def count_reached(
    plane: NDArray[np.uint64], won: NDArray[np.uint64], drawn: NDArray[np.uint64], counts: NDArray[np.int64]
) -> None:
    """Add up the reached positions won for light, won for dark and drawn; `drawn` is empty where nothing is."""
    for row in range(won.shape[0]):
        for word in range(won.shape[1]):
            reached = plane[row, word]
            nobody = drawn[row, word] if drawn.size else ZERO
            counts[0] += popcount(reached & won[row, word] & ~nobody)
            counts[1] += popcount(reached & (ONES ^ won[row, word]) & ~nobody)
            counts[2] += popcount(reached & nobody)
