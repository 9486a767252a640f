"""Scenes of Fanorona from compiled code, the same as scene.py's, which the tests prove; and how a game ends.

Who loads this has the overloads of `write_scene` and `stand` (`vato.compiled.contract`). Turns are told in the board's
order, by what the kernel knows of captures.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba.extending import overload

from vato.compiled import contract as shared
from vato.compiled.bits import lowest, popcount, word_at
from vato.compiled.cache import compiled
from vato.compiled.contract import GOING_ON, key_of, takes
from vato.compiled.page import begin, finish, is_crowded, length_of, put, put_comma, put_number, put_stop
from vato.compiled.recurrence import recurs
from vato.games.fanorona import search as search  # gives `key_of` its overload
from vato.games.fanorona.board import BEGUN
from vato.games.fanorona.chains import BOTH_WAYS, can_capture, one_of, shifted, straight_on, taken_by, ways_on
from vato.games.fanorona.figures import NO_RESULT, Position
from vato.games.fanorona.geometry import BOARD, FIRST_WAY, POINTS, SHIFTS, TARGETS, WORDS
from vato.games.fanorona.kernel import can_step, quiet_movers, quiet_steps_allowed, standing
from vato.games.fanorona.notation import APPROACH, WITHDRAWAL
from vato.lattice.compiled_scene import (
    direction_at,
    ended,
    go_to,
    origin_on,
    put_begin,
    put_closed,
    put_counts,
    put_gone,
    put_pieces,
    put_points,
    put_quiet,
    put_rows,
    put_way,
)
from vato.lattice.ends import BLOCKED_DRAWS, REPEATED, TOO_QUIET

ZERO, ONE, SIX = (np.uint64(number) for number in (0, 1, 6))
NONE, FIRST = np.int64(0), np.int64(1)
"""For calls of what calls itself: of a plain number Numba makes a version of its own, which no cache can keep."""
STEP, BY_APPROACH, BY_WITHDRAWAL = ord("-"), ord(APPROACH), ord(WITHDRAWAL)


class Turn(NamedTuple):
    """What is the same for all captures of a turn."""

    player: int
    stones: int
    """How many the player has."""
    single: int
    """Whether only one capture may be made."""
    one: int
    """Whether it takes one stone only: 1 for the nearest, 2 for the farthest."""
    turning: np.uint64
    forced: int


# A position


@compiled
def write_scene(table: np.uint64, rules: Any, position: Any, most: int, page: np.uint64, room: int) -> int:
    """Write a position as a scene."""
    begin(page, room, most)
    put_rows(page, table, position)
    put_first_turns(page, table, rules, position)
    put_quiet(page, rules, position)
    if rules.phase_one:
        put(page, " phase=")
        put_number(page, np.uint64(position.phase))
    put_pieces(page, table, position)
    before = length_of(page)
    if most >= 0 and standing(table, rules, position) == GOING_ON:
        write_options(page, table, rules, position)
    return finish(page, before)


@compiled
def put_first_turns(page: np.uint64, table: np.uint64, rules: Any, position: Any) -> None:
    """Write how many turns were played, where that matters and cannot be seen: none at the start, else enough."""
    start = POINTS + WORDS * popcount(word_at(table, BOARD))
    is_start = position.own == word_at(table, start) and position.enemy == word_at(table, start + 1)
    by_sight = 0 if position.player == 0 and is_start else BEGUN
    matters = not rules.first_turn_chain or (rules.first_turn_paika and rules.must_capture)
    if matters and position.turns != by_sight:
        put(page, " turns=")
        put_number(page, np.uint64(position.turns))


# Turns


@compiled
def write_options(page: np.uint64, table: np.uint64, rules: Any, position: Any) -> None:
    """Write all turns, step by step."""
    if position.phase == 1 and position.player == 1:
        offers = write_quiet_steps(page, table, position, False, rules.phase_one_offer)
        if offers == 0:
            write_quiet_steps(page, table, position, False, 0)
        return
    single = position.phase == 1 or (position.turns < BEGUN and not rules.first_turn_chain)
    turn = Turn(
        position.player,
        popcount(position.own),
        int(single),
        (1 + rules.phase_one_farthest) if position.phase == 1 else 0,
        BOTH_WAYS if rules.change_direction else ZERO,
        rules.obligatory_chain,
    )
    free = word_at(table, BOARD) & ~position.own
    movers, found = position.own, 0
    while movers != ZERO:
        origin = lowest(movers)
        movers &= movers - ONE
        ways = ways_on(table, free, position.enemy, origin, ZERO)
        go_to(page, 0, origin, 0, 0)
        found = write_captures(page, table, turn, free, position.enemy, origin, ways, FIRST, ZERO, NONE, found)
    if quiet_steps_allowed(rules, position, found):
        write_quiet_steps(page, table, position, found > 0, 0)


@compiled
def write_captures(
    page: np.uint64,
    table: np.uint64,
    turn: Any,
    free: np.uint64,
    enemy: np.uint64,
    point: int,
    ways: np.uint64,
    steps: int,
    captured: np.uint64,
    hidden: int,
    found: int,
) -> int:
    """Write the captures of a stone on `point` that goes these ways, and how each goes on; return how many there are.

    With each the turn has `steps`. Until then it has `captured`, and so many of its steps were `hidden`.
    """
    for number in range(16):
        way = np.int64(word_at(table, FIRST_WAY + direction_at(number >> 1))) + (number & 1)
        if ways >> np.uint64(way) & ONE == ZERO or is_crowded(page):
            continue
        rising = (way >= 8) != (way & 1 == 1)
        taken = taken_by(table, enemy, point, way)
        if turn.one:
            taken = one_of(taken, rising, turn.one - 1)
        target = word_at(table, POINTS + WORDS * point + TARGETS + way)
        end = lowest(target)
        all_taken, all_hidden = captured | taken, hidden + (number & 1)
        onward = ZERO
        if not turn.single:
            onward = ways_on(table, free ^ target, enemy ^ taken, end, straight_on(way, turn.turning))
        go_to(page, steps, end, STEP, BY_WITHDRAWAL if number & 1 else BY_APPROACH)
        put_comma(page, found)
        put_capture(page, table, turn, point, end, number & 1, taken, rising, popcount(enemy ^ taken))
        put_way(page, table, steps)
        if onward == ZERO or not turn.forced:
            second = origin_on(page) | np.uint64(end) << SIX
            put_stop(page, all_taken, second, steps - 1 + all_hidden, popcount(all_taken))
        if onward != ZERO:
            put_closed(page, table, steps)
            put(page, ',"next":[')
            write_captures(
                page, table, turn, free ^ target, enemy ^ taken, end, onward, steps + 1, all_taken, all_hidden, NONE
            )
            put(page, "]")
        put(page, "}")
        found += 1
    return found


@compiled
def put_capture(
    page: np.uint64,
    table: np.uint64,
    turn: Any,
    point: int,
    end: int,
    withdraws: int,
    taken: np.uint64,
    rising: bool,
    left: int,
) -> None:
    """Write a capturing step, after which the other player has so many stones `left`."""
    put_begin(page, table, point, end)
    put_gone(page, table, taken, rising)
    if withdraws:
        put(page, '],"way":"W","struck":')
    else:
        put(page, '],"way":"A","struck":')
    put_points(page, table, taken, rising)
    put_counts(page, turn.player, turn.stones, left)


@compiled
def write_quiet_steps(page: np.uint64, table: np.uint64, position: Any, captures: bool, offering: int) -> int:
    """Write the steps that capture nothing, behind captures if there are any; return how many there are.

    Where the giver of a Vela is `offering`, only those that leave a capture.
    """
    own, enemy = position.own, position.enemy
    movers, found = own, 0
    while movers != ZERO:
        bit = movers & (ZERO - movers)
        movers ^= bit
        for number in range(8):
            direction = direction_at(number)
            if quiet_movers(table, own, enemy, captures, direction) & bit == ZERO:
                continue
            target = shifted(bit, word_at(table, SHIFTS + (direction & 3)), direction < 4)
            if offering and not can_capture(table, enemy, own ^ bit ^ target):
                continue
            put_comma(page, found + captures)
            put_quiet_step(page, table, lowest(bit), lowest(target))
            found += 1
    return found


@compiled
def put_quiet_step(page: np.uint64, table: np.uint64, origin: int, target: int) -> None:
    """Write a step that captures nothing."""
    go_to(page, 0, origin, 0, 0)
    go_to(page, 1, target, STEP, 0)
    put_begin(page, table, origin, target)
    put(page, "]")
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
    drawn = TOO_QUIET
    if position.phase == 1 and position.player == 0 and not can_capture(table, position.own, position.enemy):
        drawn = NO_RESULT
    elif not can_step(table, position.own, position.enemy):
        drawn = BLOCKED_DRAWS
    return ended(position, end, drawn)


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
