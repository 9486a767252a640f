"""What the moves of a slice read, as numbers for compiled code: many positions at once.

What a stone that moves leads to is, for a whole row of positions, a row of a plane, shifted by as many bits as the
digits of dark's stones change, under a mask of those dark numbers for which the move goes that way: an operation.
Operations depend on dark's phases only, so that all slices of a shelf share them. Nothing here decides who wins.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vato.compiled.bits import word_at
from vato.compiled.cache import compiled
from vato.compiled.wide import WORDS
from vato.games.squadro.board import Board
from vato.games.squadro.figures import MOVES, table_of
from vato.games.squadro.rulesets import FAR_EDGE, HOME, LANES
from vato.games.squadro.solution.planes import MOST_PLACES, layout_of
from vato.games.squadro.solution.slices import IS_HOME, Phases, places

OUTSIDE, DIGITS, OFFSET, PLACES, MASK, FIRST, LAST, JUMPED, FIELDS = range(9)
"""The fields of an operation: whether it reads a slice one phase further; by how many digits a light stone moves; how
many words and bits further on it reads; where its mask lies; the first and last block where the mask is not empty;
which of light's stones are jumped over, as the row depends on where they stood."""
LIGHT_RANGES = 2 * LANES * MOST_PLACES
RANGES = LIGHT_RANGES + LANES * 32
"""An operation belongs to a phase, lane and digit of light, or to a lane of dark and the light stones on that lane."""
MOST_OPERATIONS = 2048
MOST_MASKS = 768


class Operations(NamedTuple):
    """What the moves of a slice read."""

    masks: NDArray[np.uint64]
    """All masks, each as long as a row; the first has all bits that are positions."""
    fields: NDArray[np.int64]
    ranges: NDArray[np.int64]
    """Where the operations of a phase, lane and digit, or of a lane and stones on it, begin and end."""
    single: NDArray[np.int64]
    """By dark lane and digit, where the mask of that digit lies."""


@cache
def _moves() -> NDArray[np.uint64]:
    return table_of(Board())


def operations_of(dark: Phases) -> Operations:
    """Return what the moves read in the slices in which dark's stones are in these phases."""
    layout = layout_of((IS_HOME,) * LANES, dark)
    masks = np.zeros(MOST_MASKS * layout.words, np.uint64)
    fields = np.zeros((MOST_OPERATIONS, FIELDS), np.int64)
    ranges = np.zeros((RANGES, 2), np.int64)
    single = np.zeros((LANES, MOST_PLACES), np.int64)
    light = np.full((2, LANES, MOST_PLACES), -1, np.int64)
    for phase in range(2):
        for lane in range(LANES):
            stands = places(0, lane, phase)
            light[phase, lane, : len(stands)] = stands
    used = write_operations(np.uint64(_moves().ctypes.data), layout, light, masks, fields, ranges, single)
    return Operations(masks[: used * layout.words].copy(), fields, ranges, single)


@compiled
def write_operations(
    table: np.uint64, layout: Any, light: Any, masks: NDArray[np.uint64], fields: Any, ranges: Any, single: Any
) -> int:
    """Write the operations and their masks; return how many masks there are."""
    words = layout.words
    digits = np.empty((LANES, layout.bits), np.int64)
    count = 1
    for lane in range(LANES):
        for digit in range(layout.radices[1, lane]):
            single[lane, digit] = count * words
            count += 1
    for number in range(layout.bits):
        word, bit = number >> 6, np.uint64(1) << np.uint64(number & 63)
        masks[word] |= bit
        for lane in range(LANES):
            digit = number // layout.strides[1, lane] % layout.radices[1, lane]
            digits[lane, number] = digit
            masks[single[lane, digit] + word] |= bit
    found = 0
    for lane in range(LANES):
        exactly, possible = _stones_on(layout, digits, lane)
        for phase in range(2):
            for digit in range(MOST_PLACES):
                begin = found
                if light[phase, lane, digit] >= 0:
                    found, count = _write_light(
                        table, layout, light[phase, lane], masks, fields, exactly, possible, lane, digit, found, count
                    )
                place = (phase * LANES + lane) * MOST_PLACES + digit
                ranges[place, 0], ranges[place, 1] = begin, found
    for lane in range(LANES):
        found, count = _write_dark(table, layout, masks, fields, ranges, single, lane, found, count)
    for place in range(found):
        fields[place, FIRST], fields[place, LAST] = _extent(masks, fields[place, MASK], words)
    return count


@compiled
def _extent(masks: NDArray[np.uint64], mask: int, words: int) -> Any:
    """Return the first and the last block of a mask that are not empty."""
    first, last = words // WORDS, -1
    for word in range(words):
        if masks[mask + word] != np.uint64(0):
            first = min(first, word // WORDS)
            last = max(last, word // WORDS)
    return first, last


@compiled
def _move(table: np.uint64, player: int, lane: int, progress: int, enemies: int) -> Any:
    """Return where a stone goes and which enemies it jumps over."""
    way = np.int64(word_at(table, MOVES + ((player * LANES + lane) * 16 + progress) * 32 + enemies))
    return way & 15, way >> 4


@compiled
def digit_on(layout: Any, other: int, lane: int) -> int:
    """Return the digit of a dark stone that stands on a light lane; -1 where it has none."""
    return max(layout.digits[1, other, lane + 1], layout.digits[1, other, HOME - lane - 1])


@compiled
def _stones_on(layout: Any, digits: Any, lane: int) -> Any:
    """Return for each set of dark stones the numbers with exactly these on a light lane, and whether there are any."""
    exactly = np.zeros((32, layout.words), np.uint64)
    possible = np.zeros(32, np.bool_)
    for number in range(layout.bits):
        enemies = 0
        for other in range(LANES):
            if digits[other, number] == digit_on(layout, other, lane):
                enemies |= 1 << other
        exactly[enemies, number >> 6] |= np.uint64(1) << np.uint64(number & 63)
        possible[enemies] = True
    return exactly, possible


@compiled
def _find(fields: Any, begin: int, end: int, outside: int, digits: int, shift: int, jumped: int) -> int:
    """Return the operation that reads the same, or write a new one at the end."""
    for place in range(begin, end):
        if (
            fields[place, OUTSIDE] == outside
            and fields[place, DIGITS] == digits
            and fields[place, OFFSET] == shift >> 6
            and fields[place, PLACES] == shift & 63
            and fields[place, JUMPED] == jumped
        ):
            return place
    fields[end, OUTSIDE], fields[end, DIGITS], fields[end, JUMPED] = outside, digits, jumped
    fields[end, OFFSET], fields[end, PLACES] = shift >> 6, shift & 63
    return end


@compiled
def _write_light(
    table: Any,
    layout: Any,
    light: Any,
    masks: Any,
    fields: Any,
    exactly: Any,
    possible: Any,
    lane: int,
    digit: int,
    found: int,
    count: int,
) -> Any:
    """Write the operations of a light stone: which stones stand on its lane differs from bit to bit."""
    begin, progress = found, light[digit]
    for enemies in range(32):
        if not possible[enemies]:
            continue
        target, jumped = _move(table, 0, lane, progress, enemies)
        shift = 0
        for other in range(LANES):
            if jumped >> other & 1:
                shift -= digit_on(layout, other, lane) * layout.strides[1, other]
        outside = 0 if target // FAR_EDGE == progress // FAR_EDGE else 1
        digits = 0
        if not outside:
            while light[digit + digits] != target:
                digits += 1
        place = _find(fields, begin, found, outside, digits, shift, 0)
        if place == found:
            fields[place, MASK] = count * layout.words
            count += 1
            found += 1
        for word in range(layout.words):
            masks[fields[place, MASK] + word] |= exactly[enemies, word]
    return found, count


@compiled
def _write_dark(
    table: Any, layout: Any, masks: Any, fields: Any, ranges: Any, single: Any, lane: int, found: int, count: int
) -> Any:
    """Write the operations of a dark stone, whose digit is a part of each bit's number."""
    words, stride = layout.words, layout.strides[1, lane]
    mask_of = np.full(1 << MOST_PLACES, -1, np.int64)
    sets = np.zeros(MOST_PLACES, np.int64)
    for enemies in range(32):
        begin = found
        for digit in range(layout.radices[1, lane]):
            progress = layout.progress[1, lane, digit]
            if progress == HOME:
                continue
            target, jumped = _move(table, 1, lane, progress, enemies)
            new_digit = layout.digits[1, lane, target]
            outside = 1 if new_digit < 0 else 0
            shift = 0 if outside else (new_digit - digit) * stride
            place = _find(fields, begin, found, outside, 0, shift, jumped)
            if place == found:
                sets[place - begin] = 0
                found += 1
            sets[place - begin] |= 1 << digit
        for place in range(begin, found):
            digits = sets[place - begin]
            if mask_of[digits] < 0:
                mask_of[digits] = count * words
                count += 1
                for digit in range(MOST_PLACES):
                    if digits >> digit & 1:
                        for word in range(words):
                            masks[mask_of[digits] + word] |= masks[single[lane, digit] + word]
            fields[place, MASK] = mask_of[digits]
        ranges[LIGHT_RANGES + lane * 32 + enemies, 0] = begin
        ranges[LIGHT_RANGES + lane * 32 + enemies, 1] = found
    return found, count
