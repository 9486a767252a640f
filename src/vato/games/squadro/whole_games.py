"""Whole games of Squadro, compiled: counting sequences of turns, and random games.

What was played is remembered as two words a position, so that what occurs too often ends a game. Compiled functions
write to memory of their callers; where it is too small they return TOO_LITTLE_ROOM.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vato.compiled.bits import below, next_random, store_at, word_at
from vato.compiled.cache import compiled
from vato.compiled.contract import GOING_ON, LONGEST_GAME, LOST, TOO_LITTLE_ROOM, WON
from vato.games.squadro.board import Board
from vato.games.squadro.figures import position_of, rules_of, table_of
from vato.games.squadro.kernel import (
    ONE,
    list_turns,
    play,
    progress_in,
    standing,
    stones_home,
)
from vato.games.squadro.rulesets import HOME, LANES


def count(board: Board, depth: int) -> int:
    """Return how many sequences of `depth` turns, one at least, there are from a board, unless its end was declared."""
    past = past_of(board)
    history = np.concatenate((past, np.empty((depth, 2), np.uint64)))
    table_at, history_at = np.uint64(table_of(board).ctypes.data), np.uint64(history.ctypes.data)
    found: int = perft(table_at, rules_of(board), position_of(board), depth, history_at, len(past))
    return found


def play_games(board: Board, games: int, seed: int) -> tuple[NDArray[np.int64], int]:
    """Play random games; return how many were won by 0, by 1 and by nobody, and how many turns they took."""
    past = past_of(board)
    room = 1024
    while True:
        history = np.empty((len(past) + room, 2), np.uint64)
        history[: len(past)] = past
        results = np.zeros(3, np.int64)
        table_at, history_at = np.uint64(table_of(board).ctypes.data), np.uint64(history.ctypes.data)
        played: int = play_out(
            table_at, rules_of(board), position_of(board), games, np.uint64(seed), history_at, len(past), room, results
        )
        if played != TOO_LITTLE_ROOM:
            return results, played
        room *= 8


def past_of(board: Board) -> NDArray[np.uint64]:
    """Return the positions that led here, the oldest first, as they are remembered."""
    earlier = board.copy()
    found = np.empty((earlier._reversible_turns(), 2), np.uint64)
    for number in reversed(range(len(found))):
        earlier.pop()
        found[number] = position_of(earlier)[:2]
    return found


@compiled
def repeated(rules: Any, position: Any, history: np.uint64, first: int, length: int) -> bool:
    """Return whether the position has occurred often enough to be drawn.

    `history` holds the `length` positions that led here; those before `first` cannot come again.
    """
    seen = 1
    for back in range(2, length - first + 1, 2):
        earlier = 2 * (length - back)
        seen += word_at(history, earlier) == position.own and word_at(history, earlier + 1) == position.enemy
    return rules.repetition > 0 and seen >= rules.repetition


@compiled
def remember(position: Any, history: np.uint64, length: int) -> None:
    """Write a position behind the `length` positions that led to it."""
    store_at(history, 2 * length, position.own)
    store_at(history, 2 * length + 1, position.enemy)


@compiled
def milestones(side: np.uint64) -> np.uint64:
    """Return which stones of a side have turned round and which are home, neither of which can be undone."""
    return ((side + np.uint64(0x22222)) & np.uint64(0x88888)) | (side & (side >> ONE) & np.uint64(0x44444))


@compiled
def perft(table: np.uint64, rules: Any, position: Any, depth: int, history: np.uint64, length: int) -> int:
    """Return how many sequences of turns there are; `history` holds the `length` positions that led here."""
    if repeated(rules, position, history, 0, length):
        return 0
    found = list_turns(table, rules, position, None)
    if depth == 1 or found == 0:
        return found
    remember(position, history, length)
    total = 0
    for lane in range(LANES):
        if progress_in(position.own, lane) < HOME:
            total += perft(table, rules, play(table, position, lane), depth - 1, history, length + 1)
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
    room: int,
    results: NDArray[np.int64],
) -> int:
    """Play random games, count them in `results` by winner (0, 1, or 2 for none), and return the number of turns.

    `history` holds the `past` positions that led to the start, with room for so many more.
    """
    random = seed
    played = 0
    for _ in range(games):
        position = start
        first, length = 0, past
        last = played + LONGEST_GAME
        while played < last and standing(rules, position) == GOING_ON:
            if repeated(rules, position, history, first, length):
                break
            if length - past == room:
                return TOO_LITTLE_ROOM
            random = next_random(random)
            lane = lane_by_number(position, np.int64(below(np.uint64(LANES - stones_home(position.own)), random)))
            if rules.repetition:
                remember(position, history, length)
                length += 1
            before = milestones(position.own)
            position = play(table, position, lane)
            if milestones(position.enemy) != before:
                first = length = past
            played += 1
        ended = standing(rules, position)
        winner = 2
        if ended == WON:
            winner = position.player
        elif ended == LOST:
            winner = 1 - position.player
        results[winner] += 1
    return played


@compiled
def lane_by_number(position: Any, number: int) -> int:
    """Return a lane by its number among those that may move."""
    lane = 0
    while number > 0 or progress_in(position.own, lane) == HOME:
        number -= progress_in(position.own, lane) != HOME
        lane += 1
    return lane
