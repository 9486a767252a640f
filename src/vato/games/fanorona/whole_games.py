"""Whole games of Fanorona, compiled: counting sequences of turns, and random games.

What was played is remembered as two words a position, so that what occurs too often ends a game. Compiled functions
write to memory of their callers; where it is too small they return TOO_LITTLE_ROOM.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vato.compiled.bits import below, lowest, next_random, popcount, store_at, word_at
from vato.compiled.cache import compiled
from vato.compiled.contract import LONGEST_GAME, LOST, TOO_LITTLE_ROOM, WON
from vato.games.fanorona.board import BEGUN, Board
from vato.games.fanorona.figures import position_of, rules_of, table_of
from vato.games.fanorona.geometry import SHIFTS, Bits
from vato.games.fanorona.kernel import (
    ONE,
    SIX,
    ZERO,
    list_captures,
    list_offers,
    list_quiet_steps,
    list_turns,
    play,
    quiet_movers,
    quiet_steps_allowed,
    standing,
    too_quiet,
)

FIRST_TURN = np.uint64(1 << 63)
"""Marks a remembered position in which a player's first turn is to come; no board has a point there."""
NO_TURN, TOO_MANY_TURNS = np.uint64(1 << 62), np.uint64(1 << 63)


def count(board: Board, depth: int) -> int:
    """Return how many sequences of `depth` turns, one at least, there are from a board, unless its end was declared."""
    past = past_of(board)
    history = np.concatenate((past, np.empty((depth, 2), np.uint64)))
    room = 128 * depth
    while True:
        turns = np.empty((room, 2), np.uint64)
        table_at, history_at, turns_at = (np.uint64(words.ctypes.data) for words in (table_of(board), history, turns))
        found: int = perft(table_at, rules_of(board), position_of(board), depth, history_at, len(past), turns_at, room)
        if found != TOO_LITTLE_ROOM:
            return found
        room *= 8


def play_games(board: Board, games: int, seed: int) -> tuple[NDArray[np.int64], int]:
    """Play random games; return how many were won by 0, by 1 and by nobody, and how many turns they took."""
    past = past_of(board)
    room = 1024
    while True:
        history, turns = np.empty((len(past) + room, 2), np.uint64), np.empty((room, 2), np.uint64)
        history[: len(past)] = past
        results = np.zeros(3, np.int64)
        table_at, history_at, turns_at = (np.uint64(words.ctypes.data) for words in (table_of(board), history, turns))
        played: int = play_out(
            table_at,
            rules_of(board),
            position_of(board),
            games,
            np.uint64(seed),
            history_at,
            len(past),
            turns_at,
            room,
            results,
        )
        if played != TOO_LITTLE_ROOM:
            return results, played
        room *= 8


def past_of(board: Board) -> Bits:
    """Return the positions that led here and could come again, the oldest first, as they are remembered."""
    earlier = board.copy()
    found = np.empty((earlier._reversible_turns(), 2), np.uint64)
    for number in reversed(range(len(found))):
        earlier.pop()
        position = position_of(earlier)
        found[number] = stones_to_remember(position), position.enemy
    return found


@compiled
def stones_to_remember(position: Any) -> np.uint64:
    """Return the mover's stones, marked if it is a first turn: the same stones later are another position."""
    return position.own | FIRST_TURN if position.turns < BEGUN else position.own


@compiled
def repeated(rules: Any, position: Any, history: np.uint64, length: int) -> bool:
    """Return whether the position has occurred often enough since the last capture to be drawn."""
    if not rules.repetition or position.quiet < 2 * rules.repetition - 2:
        return False
    own = stones_to_remember(position)
    seen = 1
    for back in range(2, min(position.quiet, length) + 1, 2):
        earlier = 2 * (length - back)
        seen += word_at(history, earlier) == own and word_at(history, earlier + 1) == position.enemy
    return seen >= rules.repetition


@compiled
def remember(position: Any, history: np.uint64, length: int) -> None:
    """Write a position behind the `length` positions that led to it."""
    store_at(history, 2 * length, stones_to_remember(position))
    store_at(history, 2 * length + 1, position.enemy)


@compiled
def perft(
    table: np.uint64,
    rules: Any,
    position: Any,
    depth: int,
    history: np.uint64,
    length: int,
    turns: np.uint64,
    room: int,
) -> int:
    """Return how many sequences of turns there are; `history` holds the `length` positions that led here."""
    if repeated(rules, position, history, length):
        return 0
    if depth == 1:
        return list_turns(table, rules, position, None, 0)
    listed = list_turns(table, rules, position, turns, room)
    if listed > room:
        return TOO_LITTLE_ROOM
    remember(position, history, length)
    left = turns + np.uint64(16 * listed)
    total = 0
    for number in range(listed):
        after = play(rules, position, word_at(turns, 2 * number), word_at(turns, 2 * number + 1))
        found = perft(table, rules, after, depth - 1, history, length + 1, left, room - listed)
        if found == TOO_LITTLE_ROOM:
            return TOO_LITTLE_ROOM
        total += found
    return total


@compiled
def play_out(
    table: np.uint64,
    rules: Any,
    start: Any,
    games: int,
    seed: np.uint64,
    history: np.uint64,
    past: int,
    turns: np.uint64,
    room: int,
    results: NDArray[np.int64],
) -> int:
    """Play random games, count them in `results` by winner (0, 1, or 2 for none), and return the number of turns.

    `history` holds the `past` positions that led to the start, with room for so many more as for `turns`.
    """
    random = seed
    played = 0
    for _ in range(games):
        position = start
        length = past
        last = played + LONGEST_GAME
        while played < last and not repeated(rules, position, history, length):
            random = next_random(random)
            captured, way = choose(table, rules, position, random, turns, room)
            if way == NO_TURN:
                break
            if way == TOO_MANY_TURNS or length - past == room:
                return TOO_LITTLE_ROOM
            if position.quiet == 0:
                length = past
            if rules.repetition:
                remember(position, history, length)
                length += 1
            position = play(rules, position, captured, way)
            played += 1
        ended = standing(table, rules, position)
        winner = 2
        if ended == WON:
            winner = position.player
        elif ended == LOST:
            winner = 1 - position.player
        results[winner] += 1
    return played


@compiled
def choose(table: np.uint64, rules: Any, position: Any, random: np.uint64, turns: np.uint64, room: int) -> Any:
    """Return one of the legal turns, all with the same chance; NO_TURN or TOO_MANY_TURNS in place of its second word.

    Steps that capture nothing are only counted: to list them would take longer than everything else.
    """
    own, enemy = position.own, position.enemy
    if own == ZERO or enemy == ZERO or too_quiet(rules, position):
        return ZERO, NO_TURN
    quiet = 0
    if position.phase == 1 and position.player == 1:
        listed = list_offers(table, rules, own, enemy, turns, room)
    else:
        listed = list_captures(table, rules, position, turns, room)
        if quiet_steps_allowed(rules, position, listed):
            quiet = list_quiet_steps(table, own, enemy, listed > 0, None, 0, 0)
    if listed > room:
        return ZERO, TOO_MANY_TURNS
    if listed + quiet == 0:
        return ZERO, NO_TURN
    chosen = np.int64(below(np.uint64(listed + quiet), random))
    if chosen < listed:
        return word_at(turns, 2 * chosen), word_at(turns, 2 * chosen + 1)
    return ZERO, quiet_step(table, own, enemy, listed > 0, chosen - listed)


@compiled
def quiet_step(table: np.uint64, own: np.uint64, enemy: np.uint64, captures: bool, number: int) -> np.uint64:
    """Return the step of this number among those that capture nothing, as a turn's second word."""
    direction = 0
    movers = quiet_movers(table, own, enemy, captures, direction)
    while number >= popcount(movers):
        number -= popcount(movers)
        direction += 1
        movers = quiet_movers(table, own, enemy, captures, direction)
    for _ in range(number):
        movers &= movers - ONE
    origin = lowest(movers)
    shift = np.int64(word_at(table, SHIFTS + (direction & 3)))
    return np.uint64(origin) | (np.uint64(origin + shift if direction < 4 else origin - shift) << SIX)
