"""The rules of Alquerque on bitboards, compiled: the same answers as board.py, which the tests prove.

A position is two sets of stones, those of the player to move first, and the stones that last stepped to the left and
to the right, where that matters. A turn is two words: what it captures, and where its stone begins and ends, six bits
each. Turns that differ only in the order of their jumps are equal, and listed as often as there are orders. Jumps are
jumps.py's, whole games whole_games.py's, what the search asks for search.py's.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from vato.compiled.bits import lowest, popcount, word_at
from vato.compiled.cache import compiled
from vato.compiled.contract import DRAWN, GOING_ON, LOST, WON
from vato.games.alquerque.board import Board
from vato.games.alquerque.figures import LAST_ROWS, Position
from vato.games.alquerque.jumps import all_jumpers, list_jumps, shifted, write_turn
from vato.games.alquerque.notation import Move
from vato.lattice.bits import BOARD, LEAVING, SHIFTS

ZERO, ONE, SIX, POINT_MASK = (np.uint64(number) for number in (0, 1, 6, 63))

ALL_WAYS, BACK = 0xFF, (0xE0, 0x0E)
"""All directions, and for each player those that lead back."""
RIGHTWARDS, LEFTWARDS = 0, 4
FREE, CAPTURES, NEVER = 0, 1, 2


def move_of(board: Board, first: int, second: int) -> Move:
    """Return the board's move for a turn of the kernel: the first of those that end and capture alike."""
    names = board.points.all
    origin, target = names[second & 63], names[second >> 6]
    captured = {point for number, point in enumerate(names) if first >> number & 1}
    moves = [
        move
        for move in board.legal_moves
        if (move.steps[0].origin, move.steps[-1].target) == (origin, target)
        and {point for step in move.steps for point in step.captured} == captured
    ]
    return min(moves, key=str)


# Turns


@compiled
def ways_of(rules: Any, player: int, jumping: bool) -> int:
    """Return the directions in which a player's stones may go."""
    closed = rules.backward == NEVER or (rules.backward == CAPTURES and not jumping)
    return ALL_WAYS & ~BACK[player] if closed else ALL_WAYS


@compiled
def list_turns(table: np.uint64, rules: Any, position: Any, turns: np.uint64 | None, room: int) -> int:
    """Write the legal turns as far as there is room, and return how many there are; repetition is the caller's.

    `turns` is the address to write to, or None to count only, which is compiled on its own.
    """
    own, enemy = position.own, position.enemy
    if own == ZERO or enemy == ZERO or too_quiet(rules, position):
        return 0
    ways = ways_of(rules, position.player, True)
    found = list_jumps(table, own, enemy, ways, rules.revisit, rules.forced, rules.most, turns, room)
    if found and rules.must_capture:
        return found
    return list_steps(table, rules, position, turns, room, found)


@compiled
def steppers(table: np.uint64, rules: Any, position: Any, direction: int) -> np.uint64:
    """Return the stones that may step in a direction."""
    own = position.own
    if not rules.last_row:
        own &= ~word_at(table, LAST_ROWS + position.player)
    if not rules.turn_back:
        if direction == RIGHTWARDS:
            own &= ~position.left
        elif direction == LEFTWARDS:
            own &= ~position.right
    empty = word_at(table, BOARD) & ~(position.own | position.enemy)
    shift = word_at(table, SHIFTS + (direction & 3))
    return own & word_at(table, LEAVING + direction) & shifted(empty, shift, direction >= 4)


@compiled
def list_steps(table: np.uint64, rules: Any, position: Any, turns: np.uint64 | None, room: int, found: int) -> int:
    """Write the steps, and return how many turns there are by now."""
    ways = ways_of(rules, position.player, False)
    for direction in range(8):
        if ways >> direction & 1:
            movers = steppers(table, rules, position, direction)
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
def can_capture(table: np.uint64, rules: Any, position: Any) -> bool:
    """Return whether the player to move has a jump."""
    ways = ways_of(rules, position.player, True)
    return all_jumpers(table, position.own, position.enemy, ways) != ZERO


@compiled
def play(table: np.uint64, rules: Any, position: Any, captured: np.uint64, way: np.uint64) -> Any:
    """Return the position after a turn."""
    origin, target = ONE << (way & POINT_MASK), ONE << (way >> SIX)
    own = (position.own & ~origin) | target
    enemy = position.enemy & ~captured
    quiet = 0 if captured != ZERO else position.quiet + 1
    if rules.huff and captured == ZERO:
        able = all_jumpers(table, position.own, position.enemy, ways_of(rules, position.player, True))
        lost = (able & ~origin) | target if able & origin != ZERO else able
        if lost != ZERO:
            own &= ~lost
            quiet = 0
    left, right = ZERO, ZERO
    if not rules.turn_back:
        kept = (own | enemy) & ~target
        left, right = position.left & kept, position.right & kept
        if captured == ZERO and own & target != ZERO:
            if target == origin << ONE:
                right |= target
            elif target == origin >> ONE:
                left |= target
    return Position(enemy, own, 1 - position.player, quiet, left, right)


# The end


@compiled
def standing(table: np.uint64, rules: Any, position: Any) -> int:
    """Return how the game stands, repetition apart."""
    if position.own == ZERO:
        return LOST
    if position.enemy == ZERO:
        return WON
    if not can_capture(table, rules, position) and list_steps(table, rules, position, None, 0, 0) == 0:
        return LOST if rules.blocked_loses else DRAWN
    return DRAWN if too_quiet(rules, position) else GOING_ON


@compiled
def too_quiet(rules: Any, position: Any) -> bool:
    """Return whether the game is drawn because too many turns captured nothing."""
    return rules.quiet_turns > 0 and position.quiet >= rules.quiet_turns
