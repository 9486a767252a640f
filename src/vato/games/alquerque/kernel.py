"""The rules of Alquerque on bitboards, compiled: the same answers as board.py, which the tests prove.

A position is two sets of stones, those of the player to move first, and the stones that last stepped to the left and
to the right, where that matters. A turn is two words: what it captures, and where its stone begins and ends, six bits
each. Turns that differ only in the order of their jumps are equal, and listed as often as there are orders. Jumps are
jumps.py's, whole games whole_games.py's, what the search asks for search.py's.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from vato.compiled.bits import lowest, popcount, word_at
from vato.compiled.cache import compiled
from vato.compiled.contract import DRAWN, GOING_ON, LOST, WON
from vato.games.alquerque.board import Board
from vato.games.alquerque.jumps import all_jumpers, list_jumps, shifted, write_turn
from vato.games.alquerque.notation import LEFT, RIGHT, Move
from vato.lattice.bits import BOARD, LEAVING, SHARED, SHIFTS, Bits, shared_words
from vato.lattice.points import Points

ZERO, ONE, SIX, POINT_MASK = (np.uint64(number) for number in (0, 1, 6, 63))

LAST_ROWS = SHARED
"""Behind the words that all tables share: for each player the row farthest from them."""
ALL_WAYS, BACK = 0xFF, (0xE0, 0x0E)
"""All directions, and for each player those that lead back."""
RIGHTWARDS, LEFTWARDS = 0, 4
FREE, CAPTURES, NEVER = 0, 1, 2


class Rules(NamedTuple):
    """What the kernel needs of a rule set, as numbers."""

    must_capture: int
    huff: int
    forced: int
    most: int
    revisit: int
    backward: int
    last_row: int
    turn_back: int
    blocked_loses: int
    quiet_turns: int
    repetition: int


class Position(NamedTuple):
    """A position, seen by the player to move."""

    own: np.uint64
    enemy: np.uint64
    player: int
    quiet: int
    left: np.uint64
    right: np.uint64


# Between the board and the kernel


@cache
def table_for(points: Points) -> Bits:
    """Return the table of a board."""
    row = (1 << points.width) - 1
    far = row << points.width * (points.height - 1)
    table = np.array([*shared_words(points), far, row], np.uint64)
    table.setflags(write=False)
    return table


def table_of(board: Board) -> Bits:
    """Return the geometry of a board. Compiled functions take its address, `table.ctypes.data`."""
    return table_for(board.points)


def rules_of(board: Board) -> Rules:
    """Return a board's rules as numbers."""
    rules = board.rules
    return Rules(
        must_capture=int(rules.must_capture),
        huff=int(rules.huff and not rules.must_capture),
        forced=int(rules.chain == "obligatory"),
        most=int(rules.most),
        revisit=int(rules.revisit),
        backward=("free", "captures", "never").index(rules.backward),
        last_row=int(rules.last_row),
        turn_back=int(rules.turn_back),
        blocked_loses=int(rules.blocked == "loses"),
        quiet_turns=rules.quiet_turns,
        repetition=rules.repetition,
    )


def position_of(board: Board) -> Position:
    """Return a board's position for the kernel."""
    sides, went = [0, 0], {LEFT: 0, RIGHT: 0}
    for number, point in enumerate(board.points.all):
        owner = board.stones[point]
        if owner is not None:
            sides[owner] |= 1 << number
        if point in board.went:
            went[board.went[point]] |= 1 << number
    own, enemy = sides[board.turn], sides[1 - board.turn]
    words = map(np.uint64, (own, enemy, went[LEFT], went[RIGHT]))
    own_bits, enemy_bits, left, right = words
    return Position(own_bits, enemy_bits, board.turn, board.quiet, left, right)


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
