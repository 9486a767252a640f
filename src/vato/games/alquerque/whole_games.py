"""Whole games of Alquerque, compiled: counting sequences of turns, and random games.

What was played is remembered as four words a position, so that what occurs too often ends a game. Compiled functions
write to memory of their callers; where it is too small they return TOO_LITTLE_ROOM.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vato.compiled.bits import below, next_random, store_at, word_at
from vato.compiled.cache import compiled
from vato.compiled.contract import LONGEST_GAME, LOST, TOO_LITTLE_ROOM, WON
from vato.games.alquerque.board import Board
from vato.games.alquerque.figures import position_of, rules_of, table_of
from vato.games.alquerque.kernel import list_turns, play, standing
from vato.lattice.bits import Bits

WORDS = 4
"""How many words are remembered of a position."""


def count(board: Board, depth: int) -> int:
    """Return how many sequences of `depth` turns, one at least, there are from a board, unless its end was declared."""
    past = past_of(board)
    history = np.concatenate((past, np.empty((depth, WORDS), np.uint64)))
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
        history, turns = np.empty((len(past) + room, WORDS), np.uint64), np.empty((room, 2), np.uint64)
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
    found = np.empty((earlier._reversible_turns(), WORDS), np.uint64)
    for number in reversed(range(len(found))):
        earlier.pop()
        position = position_of(earlier)
        found[number] = position.own, position.enemy, position.left, position.right
    return found


@compiled
def repeated(rules: Any, position: Any, history: np.uint64, length: int) -> bool:
    """Return whether the position has occurred often enough since the last capture to be drawn."""
    if not rules.repetition or position.quiet < 2 * rules.repetition - 2:
        return False
    seen = 1
    for back in range(2, min(position.quiet, length) + 1, 2):
        earlier = WORDS * (length - back)
        seen += (
            word_at(history, earlier) == position.own
            and word_at(history, earlier + 1) == position.enemy
            and word_at(history, earlier + 2) == position.left
            and word_at(history, earlier + 3) == position.right
        )
    return seen >= rules.repetition


@compiled
def remember(position: Any, history: np.uint64, length: int) -> None:
    """Write a position behind the `length` positions that led to it."""
    store_at(history, WORDS * length, position.own)
    store_at(history, WORDS * length + 1, position.enemy)
    store_at(history, WORDS * length + 2, position.left)
    store_at(history, WORDS * length + 3, position.right)


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
        after = play(table, rules, position, word_at(turns, 2 * number), word_at(turns, 2 * number + 1))
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
            listed = list_turns(table, rules, position, turns, room)
            if listed == 0:
                break
            if listed > room or length - past == room:
                return TOO_LITTLE_ROOM
            random = next_random(random)
            chosen = np.int64(below(np.uint64(listed), random))
            if position.quiet == 0:
                length = past
            if rules.repetition:
                remember(position, history, length)
                length += 1
            position = play(table, rules, position, word_at(turns, 2 * chosen), word_at(turns, 2 * chosen + 1))
            played += 1
        ended = standing(table, rules, position)
        winner = 2
        if ended == WON:
            winner = position.player
        elif ended == LOST:
            winner = 1 - position.player
        results[winner] += 1
    return played
