"""Who wins each position of a slice, compiled: sweeps over its rows until nothing changes, 512 positions at a time.

A position is won for the side to move when a move leads to one that is won for it, and lost when all moves lead to
ones that are won for the other; what stays open when nothing changes any more is drawn. Rows are taken from the most
advanced one down, so that one sweep settles all but what depends on stones sent back; a row is taken again only when
a row that its moves lead to has changed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vato.compiled.cache import compiled
from vato.compiled.wide import WORDS, any_bit, block_at, same_words, shifted_block_at, store_block
from vato.games.squadro.rulesets import HOME, LANES
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
    digit_on,
)
from vato.games.squadro.solution.planes import MOST_PLACES
from vato.games.squadro.solution.slices import IS_HOME

MOST_READ = 128
"""More operations than any row has."""
WIN, LOSE, BITS_ON, UNDER, FROM, TO, READ_FIELDS = range(7)
ZERO = np.uint64(0)


@compiled
def read_digits(layout: Any, row: int, digits: Any, on_lane: Any) -> None:
    """Write the digits of light's stones, and which of them stand on each dark lane."""
    on_lane[:] = 0
    for lane in range(LANES):
        digits[lane] = row // layout.strides[0, lane] % layout.radices[0, lane]
        progress = layout.progress[0, lane, digits[lane]]
        place = min(progress, HOME - progress)
        if 1 <= place <= LANES:
            on_lane[place - 1] |= 1 << lane


@compiled
def shared_places(layout: Any, operations: Any, on_lane: Any, shared: Any) -> int:
    """Write the masks of the dark numbers with a stone on a place that a light stone has; return how many."""
    found = 0
    for other in range(LANES):
        for lane in range(LANES):
            if on_lane[other] >> lane & 1:
                digit = digit_on(layout, other, lane)
                if digit >= 0:
                    shared[found] = operations.single[other, digit]
                    found += 1
    return found


@compiled
def _light_reads(
    layout: Any, operations: Any, row: int, digits: Any, reads: Any, lanes: Any, changed: Any, seen: int
) -> tuple[int, bool]:
    """Write what light's moves from a row read; return how many lanes have moves, and whether any of it is new."""
    found, count, new = 0, 0, seen < 0
    for lane in range(LANES):
        phase = layout.phases[0, lane]
        if phase == IS_HOME:
            continue
        begin, end = operations.ranges[(phase * LANES + lane) * MOST_PLACES + digits[lane]]
        stride, radix = layout.strides[0, lane], layout.radices[0, lane]
        entry_row = row // (stride * radix) * stride + row % stride
        for place in range(begin, end):
            fields = operations.fields[place]
            if not fields[OUTSIDE]:
                other = row + fields[DIGITS] * stride
                new |= changed[other] > seen
                reads[found, WIN] = layout.dark_first + other * layout.words + fields[OFFSET]
                reads[found, LOSE] = layout.plane
            else:
                reads[found, WIN] = layout.entries[0, lane] + entry_row * layout.words + fields[OFFSET]
                reads[found, LOSE] = layout.entry_planes[0, lane]
            reads[found, BITS_ON], reads[found, UNDER] = fields[PLACES], fields[MASK]
            reads[found, FROM], reads[found, TO] = fields[FIRST], fields[LAST]
            found += 1
        lanes[count] = found
        count += 1
    return count, new


@compiled
def _dark_reads(
    layout: Any, operations: Any, row: int, digits: Any, on_lane: Any, reads: Any, lanes: Any, changed: Any, seen: int
) -> tuple[int, bool]:
    """Write what dark's moves from a row read, likewise."""
    found, count, new = 0, 0, seen < 0
    for lane in range(LANES):
        if layout.phases[1, lane] == IS_HOME:
            continue
        begin, end = operations.ranges[LIGHT_RANGES + lane * 32 + on_lane[lane]]
        for place in range(begin, end):
            fields = operations.fields[place]
            other = row
            if fields[JUMPED]:
                for light in range(LANES):
                    if fields[JUMPED] >> light & 1:
                        other -= digits[light] * layout.strides[0, light]
            if not fields[OUTSIDE]:
                new |= changed[other] > seen
                first = layout.light_first
            else:
                first = layout.entries[1, lane]
            reads[found, WIN] = first + layout.plane + other * layout.words + fields[OFFSET]
            reads[found, LOSE] = -layout.plane
            reads[found, BITS_ON], reads[found, UNDER] = fields[PLACES], fields[MASK]
            reads[found, FROM], reads[found, TO] = fields[FIRST], fields[LAST]
            found += 1
        lanes[count] = found
        count += 1
    return count, new


@compiled
def _settle(
    at: np.uint64,
    masks: np.uint64,
    blocks: int,
    win: int,
    lose: int,
    shared: Any,
    shared_count: int,
    reads: Any,
    lanes: Any,
    lane_count: int,
) -> Any:
    """Settle what a row's moves settle; return whether anything changed, and whether anything is left open."""
    changed, open_left = False, False
    eight = np.uint64(8)
    for block in range(blocks):
        offset = block * WORDS
        legal = block_at(masks + eight * np.uint64(offset))
        for place in range(shared_count):
            legal = legal & ~block_at(masks + eight * np.uint64(shared[place] + offset))
        won = block_at(at + eight * np.uint64(win + offset))
        lost = block_at(at + eight * np.uint64(lose + offset))
        open_bits = legal & ~(won | lost)
        if not any_bit(open_bits):
            continue
        wins, loses = same_words(ZERO), open_bits
        begin = 0
        for lane in range(lane_count):
            lane_loses = same_words(ZERO)
            for place in range(begin, lanes[lane]):
                if reads[place, FROM] <= block <= reads[place, TO]:
                    mask = block_at(masks + eight * np.uint64(reads[place, UNDER] + offset))
                    source = reads[place, WIN] + offset
                    bits_on = np.uint64(reads[place, BITS_ON])
                    wins = wins | (mask & shifted_block_at(at + eight * np.uint64(source), bits_on))
                    source += reads[place, LOSE]
                    lane_loses = lane_loses | (mask & shifted_block_at(at + eight * np.uint64(source), bits_on))
            loses = loses & lane_loses
            begin = lanes[lane]
        wins = wins & open_bits
        if any_bit(wins | loses):
            changed = True
            store_block(at + eight * np.uint64(win + offset), won | wins)
            store_block(at + eight * np.uint64(lose + offset), lost | loses)
        open_left |= any_bit(open_bits & ~(wins | loses))
    return changed, open_left


@compiled
def sweep(layout: Any, operations: Any, arena: NDArray[np.uint64]) -> int:
    """Sweep until nothing changes; return how many sweeps it took."""
    at, masks = np.uint64(arena.ctypes.data), np.uint64(operations.masks.ctypes.data)
    rows, words = layout.rows, layout.words
    blocks = words // WORDS
    arena[layout.light_first : layout.light_first + 4 * layout.plane] = ZERO
    digits, on_lane = np.empty(LANES, np.int64), np.empty(LANES, np.int64)
    shared, lanes = np.empty(64, np.int64), np.empty(LANES, np.int64)
    reads = np.empty((MOST_READ, READ_FIELDS), np.int64)
    # When a row last changed, and when it was last settled, by side to move; a settled row is never taken again.
    changed_at, seen_at = np.zeros((2, rows), np.int64), np.full((2, rows), -1, np.int64)
    is_open = np.ones((2, rows), np.bool_)
    clock, sweeps, going = 0, 0, True
    while going:
        going = False
        sweeps += 1
        for row in range(rows - 1, -1, -1):
            if not (is_open[0, row] or is_open[1, row]):
                continue
            read_digits(layout, row, digits, on_lane)
            shared_count = shared_places(layout, operations, on_lane, shared)
            for player in range(2):
                if not is_open[player, row]:
                    continue
                first = layout.light_first if player == 0 else layout.dark_first
                if player == 0:
                    count, new = _light_reads(
                        layout, operations, row, digits, reads, lanes, changed_at[1], seen_at[0, row]
                    )
                    win, lose = first + row * words, first + layout.plane + row * words
                else:
                    count, new = _dark_reads(
                        layout, operations, row, digits, on_lane, reads, lanes, changed_at[0], seen_at[1, row]
                    )
                    win, lose = first + layout.plane + row * words, first + row * words
                if not new:
                    continue
                clock += 1
                seen_at[player, row] = clock
                changed, open_left = _settle(at, masks, blocks, win, lose, shared, shared_count, reads, lanes, count)
                is_open[player, row] = open_left
                if changed:
                    changed_at[player, row] = clock
                    going = True
    return sweeps


@compiled
def disagreements(layout: Any, operations: Any, arena: NDArray[np.uint64]) -> int:
    """Return in how many rows a value does not follow from the values its moves lead to."""
    at, masks = np.uint64(arena.ctypes.data), np.uint64(operations.masks.ctypes.data)
    words, found = layout.words, 0
    digits, on_lane = np.empty(LANES, np.int64), np.empty(LANES, np.int64)
    shared, lanes = np.empty(64, np.int64), np.empty(LANES, np.int64)
    reads = np.empty((MOST_READ, READ_FIELDS), np.int64)
    changed = np.zeros(layout.rows, np.int64)
    win, lose = layout.spare, layout.spare + words
    for row in range(layout.rows):
        read_digits(layout, row, digits, on_lane)
        shared_count = shared_places(layout, operations, on_lane, shared)
        for player in range(2):
            if player == 0:
                count, _ = _light_reads(layout, operations, row, digits, reads, lanes, changed, -1)
                light = layout.light_first + row * words
                stands = light, light + layout.plane
            else:
                count, _ = _dark_reads(layout, operations, row, digits, on_lane, reads, lanes, changed, -1)
                light = layout.dark_first + row * words
                stands = light + layout.plane, light
            arena[win : win + 2 * words] = ZERO
            _settle(at, masks, words // WORDS, win, lose, shared, shared_count, reads, lanes, count)
            for word in range(words):
                if arena[win + word] != arena[stands[0] + word] or arena[lose + word] != arena[stands[1] + word]:
                    found += 1
                    break
    return found
