"""Jumps of Alquerque on bitboards, compiled: counted, listed and measured.

Owns what a stone may jump over; when capturing is allowed, and everything else of a turn, is the kernel's. Directions
are those of `vato.lattice.bits`; a set of them is a word with a bit for each.
"""

from __future__ import annotations

import numpy as np

from vato.compiled.bits import lowest, popcount, store_at, word_at
from vato.compiled.cache import compiled
from vato.games.alquerque.board import MOST_JUMPS
from vato.lattice.bits import BOARD, LEAVING_TWICE, SHIFTS

ZERO, ONE, SIX = np.uint64(0), np.uint64(1), np.uint64(6)


@compiled
def shifted(bits: np.uint64, shift: np.uint64, rising: bool) -> np.uint64:
    """Return all bits moved one step."""
    return bits << shift if rising else bits >> shift


@compiled
def jumpers(table: np.uint64, own: np.uint64, enemy: np.uint64, empty: np.uint64, direction: int) -> np.uint64:
    """Return the stones that can jump in a direction."""
    shift = word_at(table, SHIFTS + (direction & 3))
    falling = direction >= 4
    beside, behind = shifted(enemy, shift, falling), shifted(empty, shift + shift, falling)
    able: np.uint64 = own & word_at(table, LEAVING_TWICE + direction) & beside & behind
    return able


@compiled
def all_jumpers(table: np.uint64, own: np.uint64, enemy: np.uint64, ways: int) -> np.uint64:
    """Return the stones that can jump in any of the directions of a set."""
    empty = word_at(table, BOARD) & ~(own | enemy)
    found = ZERO
    for direction in range(8):
        if ways >> direction & 1:
            found |= jumpers(table, own, enemy, empty, direction)
    return found


@compiled
def write_turn(turns: np.uint64, room: int, number: int, captured: np.uint64, origin: int, target: int) -> None:
    """Keep a turn, if there is room for it."""
    if number < room:
        store_at(turns, 2 * number, captured)
        store_at(turns, 2 * number + 1, np.uint64(origin) | (np.uint64(target) << SIX))


@compiled
def measured(
    table: np.uint64, here: np.uint64, enemy: np.uint64, empty: np.uint64, ways: int, revisit: int, room: int
) -> int:
    """Return how many stones a stone can take at most, and above those six bits how many jumps were looked at.

    Its own point is empty unless it may not come back to it. If there are more jumps than `room`, more is returned.
    """
    most = looked_at = 0
    for direction in range(8):
        if ways >> direction & 1 and jumpers(table, here, enemy, empty, direction) != ZERO:
            looked_at += 1
            if looked_at > room:
                break
            shift = word_at(table, SHIFTS + (direction & 3))
            rising = direction < 4
            taken, target = shifted(here, shift, rising), shifted(here, shift + shift, rising)
            left = (empty | taken) if revisit else (empty | taken) & ~target
            further = measured(table, target, enemy ^ taken, left, ways, revisit, room - looked_at)
            looked_at += further >> 6
            if looked_at > room:
                break
            most = max(most, 1 + (further & 63))
    return looked_at << 6 | most


@compiled
def list_from(
    table: np.uint64,
    here: np.uint64,
    enemy: np.uint64,
    empty: np.uint64,
    ways: int,
    revisit: int,
    forced: int,
    least: int,
    origin: int,
    captured: np.uint64,
    turns: np.uint64 | None,
    room: int,
    found: int,
) -> int:
    """Write the turns of a stone that has jumped to `here` or begins there; return how many turns there are by now.

    A turn that could go on may end only unless `forced`, and none may take fewer stones than `least`.
    """
    onward = False
    for direction in range(8):
        if ways >> direction & 1 and jumpers(table, here, enemy, empty, direction) != ZERO:
            onward = True
            shift = word_at(table, SHIFTS + (direction & 3))
            rising = direction < 4
            taken, target = shifted(here, shift, rising), shifted(here, shift + shift, rising)
            left = (empty | taken) if revisit else (empty | taken) & ~target
            found = list_from(
                table,
                target,
                enemy ^ taken,
                left,
                ways,
                revisit,
                forced,
                least,
                origin,
                captured | taken,
                turns,
                room,
                found,
            )
    if captured != ZERO and not (forced and onward) and popcount(captured) >= least:
        if turns is not None:
            write_turn(turns, room, found, captured, origin, lowest(here))
        found += 1
    return found


@compiled
def most_taken(table: np.uint64, able: np.uint64, enemy: np.uint64, empty: np.uint64, ways: int, revisit: int) -> int:
    """Return how many stones those that can jump can take at most, or 0 where there are too many jumps to look at."""
    most, room = 0, MOST_JUMPS
    while able != ZERO and room >= 0:
        here = able & (ZERO - able)
        able ^= here
        seen = measured(table, here, enemy, empty | here if revisit else empty, ways, revisit, room)
        room -= seen >> 6
        most = max(most, seen & 63)
    return most if room >= 0 else 0


@compiled
def list_jumps(
    table: np.uint64,
    own: np.uint64,
    enemy: np.uint64,
    ways: int,
    revisit: int,
    forced: int,
    most: int,
    turns: np.uint64 | None,
    room: int,
) -> int:
    """Write the turns that capture, and return how many there are; where the `most` must be taken, only those."""
    empty = word_at(table, BOARD) & ~(own | enemy)
    able = all_jumpers(table, own, enemy, ways)
    least = most_taken(table, able, enemy, empty, ways, revisit) if most else 0
    found = 0
    while able != ZERO:
        here = able & (ZERO - able)
        able ^= here
        found = list_from(
            table,
            here,
            enemy,
            empty | here if revisit else empty,
            ways,
            revisit,
            forced | (least > 0),
            least,
            lowest(here),
            ZERO,
            turns,
            room,
            found,
        )
    return found
