"""The rules of Squadro on packed numbers, compiled: the same answers as board.py, which the tests prove.

A side's progress is five groups of four bits, lane 1 lowest. A position is both sides' progress, that of the player to
move first. A turn is a lane, counted from 0. Where a stone goes is looked up by its lane, its progress and the enemies
on its lane, so that no move needs a loop over places.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba.extending import overload
from numpy.typing import NDArray

from vato import compiled as shared
from vato.compiled import (
    GOING_ON,
    LOST,
    WON,
    below,
    compiled,
    lowest,
    next_random,
    popcount,
    store_at,
    takes,
    word_at,
)
from vato.squadro.board import Board, Progress
from vato.squadro.notation import Move
from vato.squadro.rulesets import FAR_EDGE, HOME, LANES, STANDARD

ZERO, ONE, FOUR, FIVE, LANE_MASK, SIDE_MASK = (np.uint64(number) for number in (0, 1, 4, 5, 15, 31))

# The table: where a stone goes, and which crossings a stone stands on.
MOVES, CROSSINGS, WORDS = 0, 2 * 5 * 16 * 32, 2 * 5 * 16 * 32 + 2 * 5 * 16
"""Of player, lane, progress and enemies on the lane: the new progress and, from bit 4 on, the enemies jumped over; of
player, lane and progress: the crossing the stone stands on, as the enemy's moves see it."""


class Rules(NamedTuple):
    """What the kernel needs of a rule set, as numbers."""

    stones_home: int
    repetition: int


class Position(NamedTuple):
    """A position, seen by the player to move."""

    own: np.uint64
    enemy: np.uint64
    player: int


def table_of(board: Board) -> NDArray[np.uint64]:
    """Return all moves and crossings. Compiled functions take the table's address, `table.ctypes.data`."""
    return _table()


@cache
def _table() -> NDArray[np.uint64]:
    words = np.zeros(WORDS, np.uint64)
    for player in range(2):
        for lane in range(LANES):
            for progress in range(HOME):
                for enemies in range(1 << LANES):
                    place = ((player * LANES + lane) * 16 + progress) * 32 + enemies
                    words[MOVES + place] = _asked(player, lane, progress, enemies)
                if progress % FAR_EDGE:
                    crossing = min(progress, HOME - progress) - 1
                    words[CROSSINGS + (player * LANES + lane) * 16 + progress] = 1 << (LANES * crossing + lane)
    words.setflags(write=False)
    return words


def _asked(player: int, lane: int, progress: int, enemies: int) -> int:
    """Return what the board says of a move when the enemies of some lanes stand on this one."""
    own = tuple(progress if other == lane else 0 for other in range(LANES))
    theirs = tuple(lane + 1 if enemies >> other & 1 else 0 for other in range(LANES))
    sides: Progress = (own, theirs) if player == 0 else (theirs, own)
    move = Board(STANDARD, sides, player).move(lane + 1)
    return move.target | sum(1 << (4 + jumped - 1) for jumped in move.jumped)


def rules_of(board: Board) -> Rules:
    """Return a board's rules as numbers."""
    return Rules(board.rules.stones_home, board.rules.repetition)


def position_of(board: Board) -> Position:
    """Return a board's position for the kernel."""
    sides = [sum(progress << (4 * lane) for lane, progress in enumerate(side)) for side in board.progress]
    return Position(np.uint64(sides[board.turn]), np.uint64(sides[1 - board.turn]), board.turn)


def move_of(board: Board, first: int, second: int) -> Move:
    """Return the board's move for a turn of the kernel."""
    return board.move(second + 1)


@compiled
def progress_in(side: np.uint64, lane: int) -> int:
    """Return how far the stone of a lane has come."""
    return np.int64((side >> (FOUR * np.uint64(lane))) & LANE_MASK)


@compiled
def crossings_of(table: np.uint64, side: np.uint64, player: int) -> np.uint64:
    """Return the crossings a player's stones stand on: for each lane of the other, five bits for the stones on it."""
    found = ZERO
    for lane in range(LANES):
        found |= word_at(table, CROSSINGS + (player * LANES + lane) * 16 + progress_in(side, lane))
    return found


@compiled
def stones_home(side: np.uint64) -> int:
    """Return how many stones of a side are home: twelve is the only progress with both upper bits set."""
    return popcount(side & (side >> ONE) & np.uint64(0x44444))


@compiled
def list_turns(rules: Any, position: Any, turns: np.uint64 | None) -> int:
    """Write the lanes that may move, if there is an address to write to, and return how many there are."""
    if stones_home(position.enemy) >= rules.stones_home or stones_home(position.own) >= rules.stones_home:
        return 0
    if turns is None:
        return LANES - stones_home(position.own)
    found = 0
    for lane in range(LANES):
        if progress_in(position.own, lane) < HOME:
            store_at(turns, found, np.uint64(lane))
            found += 1
    return found


@compiled
def play(table: np.uint64, position: Any, lane: int) -> Any:
    """Return the position after a stone has moved."""
    crossings = crossings_of(table, position.enemy, 1 - position.player)
    enemies = np.int64((crossings >> (FIVE * np.uint64(lane))) & SIDE_MASK)
    progress = progress_in(position.own, lane)
    place = ((position.player * LANES + lane) * 16 + progress) * 32 + enemies
    move = word_at(table, MOVES + place)
    own = position.own ^ ((np.uint64(progress) ^ (move & LANE_MASK)) << (FOUR * np.uint64(lane)))
    enemy = position.enemy
    jumped = move >> FOUR
    while jumped != ZERO:
        other = lowest(jumped)
        jumped &= jumped - ONE
        before = progress_in(enemy, other)
        after = 0 if before < FAR_EDGE else FAR_EDGE
        enemy ^= np.uint64(before ^ after) << (FOUR * np.uint64(other))
    return Position(enemy, own, 1 - position.player)


@compiled
def repeated(rules: Any, position: Any, history: NDArray[np.uint64], length: int) -> bool:
    """Return whether the position has occurred often enough to be drawn; `history` holds what led here."""
    seen = 1
    for back in range(2, length + 1, 2):
        seen += history[length - back, 0] == position.own and history[length - back, 1] == position.enemy
    return rules.repetition > 0 and seen >= rules.repetition


@compiled
def perft(table: np.uint64, rules: Any, position: Any, depth: int, history: NDArray[np.uint64], length: int) -> int:
    """Return how many sequences of turns there are; `history` holds the `length` positions that led here."""
    if repeated(rules, position, history, length):
        return 0
    count = list_turns(rules, position, None)
    if depth == 1 or count == 0:
        return count
    history[length, 0] = position.own
    history[length, 1] = position.enemy
    total = 0
    for lane in range(LANES):
        if progress_in(position.own, lane) < HOME:
            total += perft(table, rules, play(table, position, lane), depth - 1, history, length + 1)
    return total


@compiled
def play_out(table: np.uint64, rules: Any, start: Any, games: int, seed: np.uint64, results: NDArray[np.int64]) -> int:
    """Play random games, count them in `results` by winner (0, 1, or 2 for none), and return the number of turns."""
    turns = np.empty(LANES, np.uint64)
    history = np.empty((1024, 2), np.uint64)
    random = seed | ONE
    played = 0
    for _ in range(games):
        position = start
        length = 0
        winner = 2
        while not repeated(rules, position, history, length):
            count = list_turns(rules, position, np.uint64(turns.ctypes.data))
            if count == 0:
                winner = position.player if stones_home(position.own) >= rules.stones_home else 1 - position.player
                break
            random = next_random(random)
            if length == history.shape[0]:
                history = np.concatenate((history, np.empty_like(history)))
            history[length, 0] = position.own
            history[length, 1] = position.enemy
            length += 1
            position = play(table, position, np.int64(turns[below(np.uint64(count), random)]))
            played += 1
        results[winner] += 1
    return played


# What the search asks for


@compiled
def list_lanes(rules: Any, position: Any, turns: np.uint64) -> int:
    """Write the lanes that may move as turns of two words, and return how many there are."""
    if stones_home(position.enemy) >= rules.stones_home or stones_home(position.own) >= rules.stones_home:
        return 0
    found = 0
    for lane in range(LANES):
        if progress_in(position.own, lane) < HOME:
            store_at(turns, 2 * found, ZERO)
            store_at(turns, 2 * found + 1, np.uint64(lane))
            found += 1
    return found


@compiled
def side_value(side: np.uint64, player: int, weights: np.uint64) -> int:
    """Return the worth of a side's stones, the least advanced one aside: only four have to come home."""
    total = least = np.int64(word_at(weights, 1 + player * LANES * 16 + progress_in(side, 0)))
    for lane in range(1, LANES):
        value = np.int64(word_at(weights, 1 + (player * LANES + lane) * 16 + progress_in(side, lane)))
        total += value
        least = min(least, value)
    return total - least


@compiled
def hash_of(own: np.uint64, enemy: np.uint64, player: int) -> np.uint64:
    """Return a well-spread number for a position, for the search's table."""
    mixed = (own | (enemy << np.uint64(20)) | (np.uint64(player) << np.uint64(40))) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(32)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    return mixed ^ (mixed >> np.uint64(29))


@overload(shared.turns_of)
def _turns_of(table, rules, position, turns, room):
    if takes(position, Position):
        return lambda table, rules, position, turns, room: list_lanes(rules, position, turns)
    return None


@overload(shared.after)
def _after(table, rules, position, first, second):
    if takes(position, Position):
        return lambda table, rules, position, first, second: play(table, position, np.int64(second))
    return None


@overload(shared.key_of)
def _key_of(table, position):
    if takes(position, Position):
        return lambda table, position: hash_of(position.own, position.enemy, position.player)
    return None


@overload(shared.end_of)
def _end_of(table, rules, position):
    if takes(position, Position):

        def end(table, rules, position):
            if stones_home(position.enemy) >= rules.stones_home:
                return LOST
            return WON if stones_home(position.own) >= rules.stones_home else GOING_ON

        return end
    return None


@overload(shared.is_tense)
def _is_tense(table, rules, position):
    if takes(position, Position):
        return lambda table, rules, position: False
    return None


@overload(shared.gain_of)
def _gain_of(table, position, first, second):
    if takes(position, Position):

        def gain(table, position, first, second):
            lane = np.int64(second)
            crossings = crossings_of(table, position.enemy, 1 - position.player)
            enemies = np.int64((crossings >> (FIVE * second)) & SIDE_MASK)
            progress = progress_in(position.own, lane)
            move = word_at(table, MOVES + ((position.player * LANES + lane) * 16 + progress) * 32 + enemies)
            return 4 * popcount(move >> FOUR)

        return gain
    return None


@overload(shared.judge)
def _judge(table, rules, position, weights):
    if takes(position, Position):
        return lambda table, rules, position, weights: (
            np.int64(word_at(weights, 0))
            + side_value(position.own, position.player, weights)
            - side_value(position.enemy, 1 - position.player, weights)
        )
    return None


@overload(shared.reversible)
def _reversible(position, length):
    if takes(position, Position):
        return lambda position, length: length
    return None
