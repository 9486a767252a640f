"""The rules of Fanorona on bitboards, compiled: the same answers as board.py, which the tests prove.

A position is two sets of stones, those of the player to move first. A turn is two words: what it captures, and where
its stone begins and ends, six bits each. Chains that differ only in their way there are equal turns, listed as often as
there are ways. Captures are chains.py's, whole games whole_games.py's, what the search asks for search.py's.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from vato.compiled.bits import lowest, popcount, word_at
from vato.compiled.cache import compiled
from vato.compiled.contract import DRAWN, GOING_ON, LOST, WON
from vato.games.fanorona.board import BEGUN, Board
from vato.games.fanorona.chains import BOTH_WAYS, can_capture, list_chains, list_single_captures, shifted, write_turn
from vato.games.fanorona.figures import Position
from vato.games.fanorona.geometry import BOARD, LEAVING, LEAVING_TWICE, SHIFTS
from vato.games.fanorona.notation import Move

ZERO, ONE, SIX, POINT_MASK = (np.uint64(number) for number in (0, 1, 6, 63))


def move_of(board: Board, first: int, second: int) -> Move:
    """Return the board's move for a turn of the kernel: the shortest of those that end and capture alike."""
    names = board.points.all
    origin, target = names[second & 63], names[second >> 6]
    captured = {point for number, point in enumerate(names) if first >> number & 1}
    moves = [
        move
        for move in board.legal_moves
        if (move.steps[0].origin, move.steps[-1].target) == (origin, target)
        and {point for step in move.steps for point in step.captured} == captured
    ]
    return min(moves, key=lambda move: (len(move.steps), str(move)))


# Turns


@compiled
def list_turns(table: np.uint64, rules: Any, position: Any, turns: np.uint64 | None, room: int) -> int:
    """Write the legal turns as far as there is room, and return how many there are; repetition is the caller's.

    `turns` is the address to write to, or None to count only, which is compiled on its own.
    """
    own, enemy = position.own, position.enemy
    if own == ZERO or enemy == ZERO or too_quiet(rules, position):
        return 0
    if position.phase == 1 and position.player == 1:
        return list_offers(table, rules, own, enemy, turns, room)
    found = list_captures(table, rules, position, turns, room)
    if not quiet_steps_allowed(rules, position, found):
        return found
    return list_quiet_steps(table, own, enemy, found > 0, turns, room, found)


@compiled
def list_captures(table: np.uint64, rules: Any, position: Any, turns: np.uint64 | None, room: int) -> int:
    """Write the capturing turns, and return how many there are; not for the giver in phase one of a Vela."""
    if position.phase == 1 or (position.turns < BEGUN and not rules.first_turn_chain):
        return list_single_captures(table, rules, position.own, position.enemy, position.phase, turns, room)
    turning = BOTH_WAYS if rules.change_direction else ZERO
    return list_chains(table, position.own, position.enemy, turning, rules.obligatory_chain, turns, room)


@compiled
def quiet_steps_allowed(rules: Any, position: Any, captures: int) -> bool:
    """Return whether a step that captures nothing is allowed to a player who has so many captures."""
    if position.phase == 1:
        return False  # the claimant must capture; the giver's steps are offers
    return captures == 0 or not rules.must_capture or (rules.first_turn_paika and position.turns < BEGUN)


@compiled
def quiet_movers(table: np.uint64, own: np.uint64, enemy: np.uint64, captures: bool, direction: int) -> np.uint64:
    """Return the stones that can step in a direction and capture nothing; `captures` says whether any step does."""
    empty = word_at(table, BOARD) & ~(own | enemy)
    shift = word_at(table, SHIFTS + (direction & 3))
    rising = direction < 4
    leaving = own & word_at(table, LEAVING + direction) & shifted(empty, shift, not rising)
    if captures:
        approached = word_at(table, LEAVING_TWICE + direction) & shifted(enemy, shift + shift, not rising)
        left_behind = word_at(table, LEAVING + (direction ^ 4)) & shifted(enemy, shift, rising)
        leaving &= ~(approached | left_behind)
    return leaving


@compiled
def list_quiet_steps(
    table: np.uint64, own: np.uint64, enemy: np.uint64, captures: bool, turns: np.uint64 | None, room: int, found: int
) -> int:
    """Write the steps that capture nothing, and return how many turns there are by now."""
    for direction in range(8):
        movers = quiet_movers(table, own, enemy, captures, direction)
        if turns is None:
            found += popcount(movers)
            continue
        shift = np.int64(word_at(table, SHIFTS + (direction & 3)))
        step = shift if direction < 4 else -shift
        while movers != ZERO:
            origin = lowest(movers)
            movers &= movers - ONE
            write_turn(turns, room, found, ZERO, origin, origin + step)
            found += 1
    return found


@compiled
def list_offers(
    table: np.uint64, rules: Any, own: np.uint64, enemy: np.uint64, turns: np.uint64 | None, room: int
) -> int:
    """Write the giver's steps in phase one of a Vela: those that leave a capture, or all where none does."""
    found = 0
    for offering in (True, False):
        for direction in range(8):
            movers = quiet_movers(table, own, enemy, False, direction)
            shift = word_at(table, SHIFTS + (direction & 3))
            while movers != ZERO:
                bit = movers & (ZERO - movers)
                movers ^= bit
                target = shifted(bit, shift, direction < 4)
                if offering and rules.phase_one_offer and not can_capture(table, enemy, own ^ bit ^ target):
                    continue
                if turns is not None:
                    write_turn(turns, room, found, ZERO, lowest(bit), lowest(target))
                found += 1
        if found:
            break
    return found


@compiled
def play(rules: Any, position: Any, captured: np.uint64, way: np.uint64) -> Any:
    """Return the position after a turn."""
    own = position.own ^ (ONE << (way & POINT_MASK)) ^ (ONE << (way >> SIX))
    enemy = position.enemy & ~captured
    phase = position.phase
    if phase == 1 and position.player == 0 and rules.stones_each - popcount(enemy) >= rules.phase_one:
        phase = 2
    quiet = 0 if captured != ZERO else position.quiet + 1
    return Position(enemy, own, 1 - position.player, min(position.turns + 1, BEGUN), quiet, phase)


# The end


@compiled
def standing(table: np.uint64, rules: Any, position: Any) -> int:
    """Return how the game stands, repetition apart; a Vela without a result counts as drawn."""
    if position.own == ZERO:
        return LOST
    if position.enemy == ZERO:
        return WON
    if position.phase == 1 and position.player == 0 and not can_capture(table, position.own, position.enemy):
        return DRAWN
    if not can_step(table, position.own, position.enemy):
        return LOST if rules.blocked_loses else DRAWN
    return DRAWN if too_quiet(rules, position) else GOING_ON


@compiled
def can_step(table: np.uint64, own: np.uint64, enemy: np.uint64) -> bool:
    """Return whether any stone of `own` has a step."""
    empty = word_at(table, BOARD) & ~(own | enemy)
    for axis in range(4):
        shift = word_at(table, SHIFTS + axis)
        rising = word_at(table, LEAVING + axis) & (empty >> shift)
        falling = word_at(table, LEAVING + axis + 4) & (empty << shift)
        if own & (rising | falling):
            return True
    return False


@compiled
def too_quiet(rules: Any, position: Any) -> bool:
    """Return whether the game is drawn because too many turns captured nothing."""
    return (
        rules.quiet_turns > 0
        and position.quiet >= rules.quiet_turns
        and max(popcount(position.own), popcount(position.enemy)) < rules.quiet_stones
    )
