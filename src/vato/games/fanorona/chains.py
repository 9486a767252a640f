"""Captures of Fanorona on bitboards, compiled: single ones and chains, counted or listed.

Owns what a stone may capture; when capturing is allowed, and everything else of a turn, is the kernel's.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from vato.compiled.bits import highest, lowest, meeting, popcount, store_at, word_at
from vato.compiled.cache import compiled
from vato.games.fanorona.geometry import (
    BOARD,
    FIRST_WAY,
    LEAVING,
    LEAVING_TWICE,
    POINTS,
    ROWS,
    SHIFTS,
    TARGETS,
    VICTIMS,
    WORDS,
)

ZERO, ONE, ALL = np.uint64(0), np.uint64(1), np.uint64(0xFFFF_FFFF_FFFF_FFFF)
SIX = np.uint64(6)
BOTH_WAYS = np.uint64(3)
"""The ways of one direction."""


@compiled
def shifted(bits: np.uint64, shift: np.uint64, rising: bool) -> np.uint64:
    """Return all bits moved one step."""
    return bits << shift if rising else bits >> shift


@compiled
def row_of_enemies(row: np.uint64, enemy: np.uint64, rising: bool) -> np.uint64:
    """Return the enemies that stand without a gap from the start of a row on; `rising` says where the row leads."""
    stops = row & ~enemy
    # Both are cheaper than a branch that nobody can foretell. Where nothing stops the row, all of it is near.
    near = (stops & (ZERO - stops)) - ONE if rising else ALL << np.uint64(highest(stops | ONE))
    return row & enemy & near


@compiled
def write_turn(turns: np.uint64, room: int, number: int, captured: np.uint64, origin: int, target: int) -> None:
    """Keep a turn, if there is room for it."""
    if number < room:
        store_at(turns, 2 * number, captured)
        store_at(turns, 2 * number + 1, np.uint64(origin) | (np.uint64(target) << SIX))


@compiled
def can_capture(table: np.uint64, own: np.uint64, enemy: np.uint64) -> bool:
    """Return whether any stone of `own` has a capturing step."""
    empty = word_at(table, BOARD) & ~(own | enemy)
    for axis in range(4):
        shift = word_at(table, SHIFTS + axis)
        twice = shift + shift
        up, down = word_at(table, LEAVING + axis), word_at(table, LEAVING + axis + 4)
        rising = own & up & (empty >> shift)
        falling = own & down & (empty << shift)
        approached_up = word_at(table, LEAVING_TWICE + axis) & (enemy >> twice)
        approached_down = word_at(table, LEAVING_TWICE + axis + 4) & (enemy << twice)
        if (rising & (approached_up | (down & (enemy << shift)))) | (
            falling & (approached_down | (up & (enemy >> shift)))
        ):
            return True
    return False


@compiled
def ways_on(table: np.uint64, free: np.uint64, enemy: np.uint64, point: int, barred: np.uint64) -> np.uint64:
    """Return the ways in which a stone on `point` can capture, as bits.

    `free` are the points that hold no own stone and have not been visited, `barred` the ways it may not go.
    """
    words = POINTS + WORDS * point
    leads_on = meeting(table, words + TARGETS, free & ~enemy)
    return leads_on & meeting(table, words + VICTIMS, enemy) & ~barred


@compiled
def taken_by(table: np.uint64, enemy: np.uint64, point: int, way: int) -> np.uint64:
    """Return what a stone on `point` captures that goes this way."""
    # An approach captures in the direction of its step, a withdrawal in the opposite one.
    rising = (way >= 8) != (way & 1 == 1)
    return row_of_enemies(word_at(table, POINTS + WORDS * point + ROWS + way), enemy, rising)


@compiled
def straight_on(way: int, turning: np.uint64) -> np.uint64:
    """Return the ways that are barred after a step; `turning` is BOTH_WAYS where a chain must change direction."""
    return turning << np.uint64(way & 14)


@compiled
def count_chain(
    table: np.uint64, free: np.uint64, enemy: np.uint64, point: int, ways: np.uint64, turning: np.uint64, forced: int
) -> int:
    """Return in how many ways a chain can end that has come to `point` and can go on."""
    found = 0 if forced else 1
    while ways != ZERO:
        way = lowest(ways)
        ways &= ways - ONE
        left = enemy ^ taken_by(table, enemy, point, way)
        target = word_at(table, POINTS + WORDS * point + TARGETS + way)
        end = lowest(target)
        onward = ways_on(table, free ^ target, left, end, straight_on(way, turning))
        if onward == ZERO:
            found += 1
        else:
            found += count_chain(table, free ^ target, left, end, onward, turning, forced)
    return found


@compiled
def list_chain(
    table: np.uint64,
    free: np.uint64,
    enemy: np.uint64,
    point: int,
    ways: np.uint64,
    turning: np.uint64,
    forced: int,
    origin: int,
    captured: np.uint64,
    turns: np.uint64,
    room: int,
    found: int,
) -> int:
    """Write the turns a chain can end as that has come to `point` and can go on; return how many turns there are."""
    while ways != ZERO:
        way = lowest(ways)
        ways &= ways - ONE
        taken = taken_by(table, enemy, point, way)
        target = word_at(table, POINTS + WORDS * point + TARGETS + way)
        end = lowest(target)
        onward = ways_on(table, free ^ target, enemy ^ taken, end, straight_on(way, turning))
        known = captured | taken
        if onward == ZERO:
            write_turn(turns, room, found, known, origin, end)
            found += 1
        else:
            found = list_chain(
                table, free ^ target, enemy ^ taken, end, onward, turning, forced, origin, known, turns, room, found
            )
    if not forced:
        write_turn(turns, room, found, captured, origin, point)
        found += 1
    return found


@compiled
def list_turns_by_way(
    table: np.uint64,
    free: np.uint64,
    enemy: np.uint64,
    origin: int,
    target: np.uint64,
    way: int,
    turning: np.uint64,
    forced: int,
    turns: np.uint64 | None,
    room: int,
    found: int,
) -> int:
    """Write the turns of a stone whose first step goes this way, and return how many turns there are by now."""
    taken = taken_by(table, enemy, origin, way)
    end = lowest(target)
    onward = ways_on(table, free ^ target, enemy ^ taken, end, straight_on(way, turning))
    if onward != ZERO:
        if turns is None:
            return found + count_chain(table, free ^ target, enemy ^ taken, end, onward, turning, forced)
        return list_chain(
            table, free ^ target, enemy ^ taken, end, onward, turning, forced, origin, taken, turns, room, found
        )
    if turns is not None:
        write_turn(turns, room, found, taken, origin, end)
    return found + 1


@compiled
def list_chains(
    table: np.uint64,
    own: np.uint64,
    enemy: np.uint64,
    turning: np.uint64,
    forced: int,
    turns: np.uint64 | None,
    room: int,
) -> int:
    """Write the capturing turns where chains are allowed, and return how many there are."""
    free = word_at(table, BOARD) & ~own
    empty = free & ~enemy
    found = 0
    for direction in range(8):
        shift = word_at(table, SHIFTS + (direction & 3))
        rising = direction < 4
        leaving = own & word_at(table, LEAVING + direction) & shifted(empty, shift, not rising)
        approaching = leaving & word_at(table, LEAVING_TWICE + direction) & shifted(enemy, shift + shift, not rising)
        withdrawing = leaving & word_at(table, LEAVING + (direction ^ 4)) & shifted(enemy, shift, rising)
        way = np.int64(word_at(table, FIRST_WAY + direction))
        movers = approaching | withdrawing
        while movers != ZERO:
            bit = movers & (ZERO - movers)
            movers ^= bit
            origin = lowest(bit)
            target = shifted(bit, shift, rising)
            if bit & approaching != ZERO:
                found = list_turns_by_way(table, free, enemy, origin, target, way, turning, forced, turns, room, found)
            if bit & withdrawing != ZERO:
                found = list_turns_by_way(
                    table, free, enemy, origin, target, way + 1, turning, forced, turns, room, found
                )
    return found


@compiled
def list_single_captures(
    table: np.uint64, rules: Any, own: np.uint64, enemy: np.uint64, phase: int, turns: np.uint64 | None, room: int
) -> int:
    """Write the captures of a turn that may hold only one, and return how many there are.

    That is a player's first turn, or the claimant's in phase one of a Vela, where a capture takes one stone.
    """
    empty = word_at(table, BOARD) & ~(own | enemy)
    found = 0
    for direction in range(8):
        shift = word_at(table, SHIFTS + (direction & 3))
        rising = direction < 4
        leaving = own & word_at(table, LEAVING + direction) & shifted(empty, shift, not rising)
        approached = word_at(table, LEAVING_TWICE + direction) & shifted(enemy, shift + shift, not rising)
        left_behind = word_at(table, LEAVING + (direction ^ 4)) & shifted(enemy, shift, rising)
        for kind in range(2):
            movers = leaving & (left_behind if kind else approached)
            if turns is None:
                found += popcount(movers)
                continue
            way = np.int64(word_at(table, FIRST_WAY + direction)) + kind
            while movers != ZERO:
                origin = lowest(movers)
                movers &= movers - ONE
                taken = taken_by(table, enemy, origin, way)
                if phase == 1:
                    taken = one_of(taken, rising != (kind == 1), rules.phase_one_farthest)
                target = word_at(table, POINTS + WORDS * origin + TARGETS + way)
                write_turn(turns, room, found, taken, origin, lowest(target))
                found += 1
    return found


@compiled
def one_of(row: np.uint64, rising: bool, farthest: int) -> np.uint64:
    """Return the stone of a row that phase one of a Vela takes; `rising` says where the row leads."""
    if rising == (farthest == 0):
        return row & (ZERO - row)
    return ONE << np.uint64(highest(row))
