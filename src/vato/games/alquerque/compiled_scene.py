"""Scenes of Alquerque from compiled code, the same as scene.py's, which the tests prove; and how a game ends.

Who loads this has the overloads of `write_scene` and `stand` (`vato.compiled.contract`). Turns are told in the board's
order, by what the kernel knows of jumps.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba.extending import overload

from vato.compiled import contract as shared
from vato.compiled.bits import lowest, popcount, word_at
from vato.compiled.cache import compiled
from vato.compiled.contract import GOING_ON, key_of, takes
from vato.compiled.page import begin, finish, is_crowded, length_of, put, put_comma, put_stop
from vato.compiled.recurrence import recurs
from vato.games.alquerque import search as search  # gives `key_of` its overload
from vato.games.alquerque.board import MOST_JUMPS
from vato.games.alquerque.figures import Position
from vato.games.alquerque.jumps import all_jumpers, jumpers, measured, most_taken, shifted
from vato.games.alquerque.kernel import can_capture, list_steps, standing, steppers, ways_of
from vato.lattice.bits import BOARD, SHIFTS, WIDTH
from vato.lattice.compiled_scene import (
    direction_at,
    ended,
    go_to,
    origin_on,
    put_begin,
    put_closed,
    put_counts,
    put_gone,
    put_name,
    put_pieces,
    put_point,
    put_points,
    put_quiet,
    put_rows,
    put_way,
)
from vato.lattice.ends import BLOCKED_DRAWS, REPEATED, TOO_QUIET

ZERO, ONE, SIX = (np.uint64(number) for number in (0, 1, 6))
NONE, FIRST, ALL_JUMPS = np.int64(0), np.int64(1), np.int64(MOST_JUMPS)
"""For calls of what calls itself: of a plain number Numba makes a version of its own, which no cache can keep."""
STEP, JUMP = ord("-"), ord("x")


class Turn(NamedTuple):
    """What is the same for all jumps of a turn."""

    player: int
    stones: int
    """How many the player has."""
    ways: int
    revisit: int
    forced: int
    least: int
    """How many stones must be taken; 0 where any number will do."""


# A position


@compiled
def write_scene(table: np.uint64, rules: Any, position: Any, most: int, page: np.uint64, room: int) -> int:
    """Write a position as a scene."""
    begin(page, room, most)
    put_rows(page, table, position)
    put_quiet(page, rules, position)
    if position.left != ZERO:
        put(page, " left=")
        put_sideways(page, table, position.left)
    if position.right != ZERO:
        put(page, " right=")
        put_sideways(page, table, position.right)
    put_pieces(page, table, position)
    before = length_of(page)
    if most >= 0 and standing(table, rules, position) == GOING_ON:
        write_options(page, table, rules, position)
    return finish(page, before)


@compiled
def put_sideways(page: np.uint64, table: np.uint64, points: np.uint64) -> None:
    """Write the names of points, column by column."""
    width = np.int64(word_at(table, WIDTH))
    rows = popcount(word_at(table, BOARD)) // width
    before = 0
    for column in range(width):
        for row in range(rows):
            point = row * width + column
            if points >> np.uint64(point) & ONE != ZERO:
                put_comma(page, before)
                put_name(page, table, point)
                before += 1


# Turns


@compiled
def write_options(page: np.uint64, table: np.uint64, rules: Any, position: Any) -> None:
    """Write all turns, step by step."""
    own, enemy = position.own, position.enemy
    ways = ways_of(rules, position.player, True)
    empty = word_at(table, BOARD) & ~(own | enemy)
    able = all_jumpers(table, own, enemy, ways)
    least = most_taken(table, able, enemy, empty, ways, rules.revisit) if rules.most else 0
    turn = Turn(position.player, popcount(own), ways, rules.revisit, rules.forced | (least > 0), least)
    movers, found = able, 0
    while movers != ZERO:
        here = movers & (ZERO - movers)
        movers ^= here
        go_to(page, 0, lowest(here), 0, 0)
        found = write_jumps(
            page, table, turn, here, enemy, empty | here if rules.revisit else empty, FIRST, ZERO, found
        )
    if found == 0 or not rules.must_capture:
        write_steps(page, table, rules, position, able if rules.huff else ZERO, found)


@compiled
def write_jumps(
    page: np.uint64,
    table: np.uint64,
    turn: Any,
    here: np.uint64,
    enemy: np.uint64,
    empty: np.uint64,
    steps: int,
    captured: np.uint64,
    found: int,
) -> int:
    """Write the jumps of a stone, and how each goes on; return how many there are in the list.

    With each the turn has `steps`; until then it has `captured`.
    """
    for number in range(8):
        direction = direction_at(number)
        if turn.ways >> direction & 1 == 0 or jumpers(table, here, enemy, empty, direction) == ZERO:
            continue
        shift = word_at(table, SHIFTS + (direction & 3))
        rising = direction < 4
        taken, target = shifted(here, shift, rising), shifted(here, shift + shift, rising)
        left = (empty | taken) if turn.revisit else (empty | taken) & ~target
        further = 0
        if turn.least:
            further = measured(table, target, enemy ^ taken, left, turn.ways, turn.revisit, ALL_JUMPS) & 63
        if is_crowded(page) or (turn.least and steps + further != turn.least):
            continue
        onward = can_jump(table, target, enemy ^ taken, left, turn.ways)
        go_to(page, steps, lowest(target), JUMP, 0)
        put_comma(page, found)
        put_jump(page, table, turn, lowest(here), lowest(target), taken, popcount(enemy ^ taken))
        put_way(page, table, steps)
        if not (onward and turn.forced):
            second = origin_on(page) | np.uint64(lowest(target)) << SIX
            put_stop(page, captured | taken, second, steps - 1, steps)
        if onward:
            if not turn.revisit:
                put_closed(page, table, steps)
            put(page, ',"next":[')
            write_jumps(page, table, turn, target, enemy ^ taken, left, steps + 1, captured | taken, NONE)
            put(page, "]")
        put(page, "}")
        found += 1
    return found


@compiled
def can_jump(table: np.uint64, here: np.uint64, enemy: np.uint64, empty: np.uint64, ways: int) -> bool:
    """Return whether a stone can jump in any of the directions of a set."""
    for direction in range(8):
        if ways >> direction & 1 and jumpers(table, here, enemy, empty, direction) != ZERO:
            return True
    return False


@compiled
def put_jump(
    page: np.uint64, table: np.uint64, turn: Any, origin: int, target: int, taken: np.uint64, left: int
) -> None:
    """Write a jump, after which the other player has so many stones `left`."""
    put_begin(page, table, origin, target)
    put_gone(page, table, taken, True)
    put(page, '],"struck":')
    put_points(page, table, taken, True)
    put(page, ',"path":[')
    put_point(page, table, origin)
    put(page, ",")
    put_point(page, table, lowest(taken))
    put(page, ",")
    put_point(page, table, target)
    put(page, "]")
    put_counts(page, turn.player, turn.stones, left)


@compiled
def write_steps(page: np.uint64, table: np.uint64, rules: Any, position: Any, huffed: np.uint64, found: int) -> None:
    """Write the steps behind so many jumps that were found; each costs the stones that are `huffed`."""
    ways = ways_of(rules, position.player, False)
    movers = position.own
    while movers != ZERO:
        bit = movers & (ZERO - movers)
        movers ^= bit
        for number in range(8):
            direction = direction_at(number)
            if ways >> direction & 1 and steppers(table, rules, position, direction) & bit != ZERO:
                target = shifted(bit, word_at(table, SHIFTS + (direction & 3)), direction < 4)
                lost = huffed ^ bit ^ target if huffed & bit != ZERO else huffed
                put_comma(page, found)
                put_step(page, table, position, lowest(bit), lowest(target), lost)
                found += 1


@compiled
def put_step(page: np.uint64, table: np.uint64, position: Any, origin: int, target: int, lost: np.uint64) -> None:
    """Write a step that costs some stones, or none."""
    go_to(page, 0, origin, 0, 0)
    go_to(page, 1, target, STEP, 0)
    put_begin(page, table, origin, target)
    put_gone(page, table, lost, True)
    put(page, "]")
    if lost != ZERO:
        put(page, ',"lost":')
        put_points(page, table, lost, True)
        left = popcount(position.own) - popcount(lost)
        put_counts(page, position.player, left, popcount(position.enemy))
    put_way(page, table, 1)
    put_stop(page, ZERO, np.uint64(origin | target << 6), 0, 0)
    put(page, "}")


# The end


@compiled
def stand(table: np.uint64, rules: Any, position: Any, keys: np.uint64, count: int) -> int:
    """Return how the game stands."""
    end = standing(table, rules, position)
    if end == GOING_ON:
        return REPEATED if recurs(key_of(table, position), rules.repetition, keys, count) else GOING_ON
    blocked = not can_capture(table, rules, position) and list_steps(table, rules, position, None, 0, 0) == 0
    return ended(position, end, BLOCKED_DRAWS if blocked else TOO_QUIET)


@overload(shared.write_scene)
def _write_scene(table, rules, position, most, page, room):
    if takes(position, Position):
        return lambda table, rules, position, most, page, room: write_scene(table, rules, position, most, page, room)
    return None


@overload(shared.stand)
def _stand(table, rules, position, keys, count):
    if takes(position, Position):
        return lambda table, rules, position, keys, count: stand(table, rules, position, keys, count)
    return None
