"""The search: iterative deepening's inner part, one compiled function for every game's position type.

It thinks, and nothing else: it prints nothing, knows no clock and no game. What it needs of a game comes from the
kernel's overloads named in `vato.compiled.contract`. Its memory is handed on as addresses, which are far cheaper to
pass down a recursion than arrays.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from vato.compiled.bits import store_at, word_at
from vato.compiled.cache import compiled
from vato.compiled.contract import (
    DRAWN,
    GOING_ON,
    SECOND_WORDS,
    SURE,
    UNKNOWN,
    WIN,
    WON,
    after,
    distinct,
    end_of,
    gain_of,
    is_tense,
    judge,
    key_of,
    probe,
    reversible,
    turns_of,
)

ZERO, ONE = np.uint64(0), np.uint64(1)
INFINITE = 32_000

PLIES, TURNS, FRESH = 120, 256, 4096
"""How deep a line may be, how many turns of a position are kept, how many are listed to choose them from."""
MOST_KEYS = 4096 - PLIES
"""How many positions before the one that is searched are remembered, to know them when they come again."""

# A thread's own memory, in words.
NODES, ROUND = 0, 1
HISTORY = 16
KILLERS = HISTORY + 2 * SECOND_WORDS
PATH = KILLERS + PLIES * 4
LINES = PATH + MOST_KEYS + PLIES
LINE_LENGTHS = LINES + PLIES * PLIES * 2
LISTS = LINE_LENGTHS + PLIES
LISTED = LISTS + PLIES * TURNS * 3
SEEN = LISTED + FRESH * 2
WORK_WORDS = SEEN + 1024

# What all threads share, in words.
STOP, NODE_LIMIT, EXCLUDED = 0, 1, 8
CONTROL_WORDS = EXCLUDED + 2 * (64 + TURNS)

UPPER, LOWER, EXACT = 1, 2, 3

QUIET_DEPTH, QUIET_WIDTH = 8, 3
"""How far a tense position is played on beyond the search's depth, and with how many of its turns."""


class Memory(NamedTuple):
    """Addresses: the game's table, weights and knowledge, the thread's memory, the shared words, the hash table."""

    table: np.uint64
    weights: np.uint64
    known: np.uint64
    """What `probe` looks answers up in; zero where there is nothing."""
    work: np.uint64
    control: np.uint64
    hashes: np.uint64
    mask: np.uint64
    """The number of hash entries less one, a power of two less one."""


@compiled
def search(memory: Any, rules: Any, position: Any, alpha: int, beta: int, depth: int, ply: int, length: int) -> int:
    """Return the value of a position between alpha and beta for the player to move.

    `length` positions led here, those of the game before the search included; their keys are in the thread's memory.
    """
    work, table = memory.work, memory.table
    store_at(work, LINE_LENGTHS + ply, ZERO)

    # Step 1. Count, and stop if told to.
    nodes = word_at(work, NODES) + ONE
    store_at(work, NODES, nodes)
    if word_at(memory.control, STOP) != ZERO or nodes >= word_at(memory.control, NODE_LIMIT):
        store_at(memory.control, STOP, ONE)
        return 0

    # Step 2. The end of the game, and repetition: what has occurred before on this line is a draw.
    end = end_of(table, rules, position)
    if end != GOING_ON:
        return 0 if end == DRAWN else (WIN - ply if end == WON else ply - WIN)
    key = key_of(table, position)
    if ply > 0:
        for back in range(4, reversible(position, length) + 1, 2):
            if word_at(work, PATH + length - back) == key:
                return 0

    # Step 3. Ask who may know the answer.
    if memory.known != ZERO and ply > 0:
        value = probe(table, rules, position, memory.known)
        if value != UNKNOWN:
            return value - ply if value > SURE else (value + ply if value < -SURE else value)

    # Step 4. A quiet position at the end of the line is judged. A tense one is played on, but is taken to be worth what
    # it looks like at least, as captures seldom harm who makes them.
    tense = is_tense(table, rules, position)
    best = -INFINITE
    if depth <= 0 or ply >= PLIES - 2:
        best = min(max(judge(table, rules, position, memory.weights), 1 - SURE), SURE - 1)
        if not tense or best >= beta or depth <= -QUIET_DEPTH or ply >= PLIES - 2:
            return best

    # Step 5. A win nearer than this one cannot come from here.
    was_alpha = alpha
    alpha, beta = max(alpha, ply - WIN, best), min(beta, WIN - ply - 1)
    if alpha >= beta:
        return alpha

    # Step 6. Ask the hash table.
    entry = np.int64(key & memory.mask) * 2
    data = word_at(memory.hashes, entry + 1)
    known = ZERO
    if word_at(memory.hashes, entry) ^ data == key:
        known = data >> np.uint64(32)
        value = np.int64(data & np.uint64(0xFFFF)) - INFINITE
        if value > SURE:
            value -= ply
        elif value < -SURE:
            value += ply
        bound = np.int64((data >> np.uint64(16)) & np.uint64(3))
        kept_depth = np.int64((data >> np.uint64(18)) & np.uint64(255)) - 16
        usable = bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)
        if kept_depth >= depth and beta - alpha == 1 and ply > 0 and usable:
            return value

    # Step 7. List the turns, each once, the promising ones first.
    count = list_in_order(memory, rules, position, ply, known)
    store_at(work, PATH + length, key)
    list_at = LISTS + ply * TURNS * 3

    # Step 8. Try them.
    best_first, best_second = ZERO, ZERO
    tried = 0
    left_out = False
    for number in range(count if depth > 0 else min(count, QUIET_WIDTH)):
        pick_best(work, list_at, number, count)
        first, second = word_at(work, list_at + 3 * number), word_at(work, list_at + 3 * number + 1)
        if ply == 0 and is_excluded(memory.control, first, second):
            left_out = True
            continue
        reached = after(table, rules, position, first, second)
        quiet = gain_of(table, position, first, second) == 0

        # Step 9. An only move is looked at deeper, a late quiet one less deep.
        extension = 1 if count == 1 and depth > 0 else 0
        reduction = 0
        if depth >= 3 and number >= 3:
            reduction = 1 + (number >= 8) + (depth >= 8)
        onward = depth - 1 + extension

        # Step 10. The first turn with the whole window, the others with an empty one until they prove better.
        tried += 1
        if tried == 1:
            value = -search(memory, rules, reached, -beta, -alpha, onward, ply + 1, length + 1)
        else:
            value = -search(memory, rules, reached, -alpha - 1, -alpha, onward - reduction, ply + 1, length + 1)
            if value > alpha and reduction:
                value = -search(memory, rules, reached, -alpha - 1, -alpha, onward, ply + 1, length + 1)
            if alpha < value < beta:
                value = -search(memory, rules, reached, -beta, -alpha, onward, ply + 1, length + 1)
        if word_at(memory.control, STOP) != ZERO:
            return 0
        if value > best:
            best = value
            best_first, best_second = first, second
            if value > alpha:
                alpha = value
                keep_line(work, ply, first, second)
            if alpha >= beta:
                # Step 11. A quiet refutation is worth trying early elsewhere.
                if quiet:
                    remember(work, ply, position.player, second, depth)
                break

    # Step 12. Keep what was found, unless it is worth only what the turns are that were not left out.
    if left_out:
        return best
    bound = LOWER if best >= beta else (EXACT if best > was_alpha else UPPER)
    kept = best + ply if best > SURE else (best - ply if best < -SURE else best)
    data = (
        np.uint64(kept + INFINITE)
        | (np.uint64(bound) << np.uint64(16))
        | (np.uint64(max(depth, -16) + 16) << np.uint64(18))
        | (signature(best_first, best_second) << np.uint64(32))
    )
    store_at(memory.hashes, entry, key ^ data)
    store_at(memory.hashes, entry + 1, data)
    return best


@compiled
def key(table: Any, position: Any) -> Any:
    """Return the key under which a position is kept."""
    return key_of(table, position)


@compiled
def signature(first: Any, second: Any) -> Any:
    """Return 32 bits that tell a turn from the others of its position."""
    mixed = (first * np.uint64(0x9E3779B97F4A7C15)) ^ (second * np.uint64(0xC2B2AE3D27D4EB4F)) ^ np.uint64(1 << 40)
    return mixed >> np.uint64(32)


@compiled
def list_in_order(memory: Any, rules: Any, position: Any, ply: int, known: Any) -> int:
    """Write the distinct turns of a position with their promise to the list of this ply, and return how many."""
    work = memory.work
    count = min(turns_of(memory.table, rules, position, work + np.uint64(8 * LISTED), FRESH), FRESH)
    list_at = LISTS + ply * TURNS * 3
    round_of_marks = word_at(work, ROUND) + np.uint64(1 << 32)
    store_at(work, ROUND, round_of_marks)
    kept = 0
    for number in range(count):
        first, second = word_at(work, LISTED + 2 * number), word_at(work, LISTED + 2 * number + 1)
        mark = signature(first, second)
        if not distinct(position):
            slot = np.int64(mark & np.uint64(1023))
            # A slot of an earlier round counts as empty, so that nothing has to be cleared.
            while word_at(work, SEEN + slot) > round_of_marks and word_at(work, SEEN + slot) != round_of_marks | mark:
                slot = (slot + 1) & 1023
            if word_at(work, SEEN + slot) == round_of_marks | mark or kept == TURNS:
                continue
            store_at(work, SEEN + slot, round_of_marks | mark)
        gain = gain_of(memory.table, position, first, second)
        if mark == known:
            promise = 1 << 40
        elif gain > 0:
            promise = (1 << 30) + gain
        elif second == word_at(work, KILLERS + 4 * ply):
            promise = 1 << 29
        elif second == word_at(work, KILLERS + 4 * ply + 1):
            promise = 1 << 28
        else:
            promise = np.int64(word_at(work, HISTORY + SECOND_WORDS * position.player + np.int64(second)))
        store_at(work, list_at + 3 * kept, first)
        store_at(work, list_at + 3 * kept + 1, second)
        store_at(work, list_at + 3 * kept + 2, np.uint64(promise))
        kept += 1
    return kept


@compiled
def pick_best(work: Any, list_at: int, number: int, count: int) -> None:
    """Bring the most promising of the remaining turns to the front."""
    best = number
    for other in range(number + 1, count):
        if word_at(work, list_at + 3 * other + 2) > word_at(work, list_at + 3 * best + 2):
            best = other
    if best != number:
        for part in range(3):
            here, there = list_at + 3 * number + part, list_at + 3 * best + part
            kept = word_at(work, here)
            store_at(work, here, word_at(work, there))
            store_at(work, there, kept)


@compiled
def remember(work: Any, ply: int, player: int, second: Any, depth: int) -> None:
    """Note that a quiet turn refuted something."""
    killer = KILLERS + 4 * ply
    if word_at(work, killer) != second:
        store_at(work, killer + 1, word_at(work, killer))
        store_at(work, killer, second)
    place = HISTORY + SECOND_WORDS * player + np.int64(second)
    store_at(work, place, min(word_at(work, place) + np.uint64(max(depth, 1) ** 2), np.uint64(1 << 24)))


@compiled
def keep_line(work: Any, ply: int, first: Any, second: Any) -> None:
    """Make this turn and the line after it the best line from here."""
    here, there = LINES + ply * PLIES * 2, LINES + (ply + 1) * PLIES * 2
    store_at(work, here, first)
    store_at(work, here + 1, second)
    length = np.int64(word_at(work, LINE_LENGTHS + ply + 1))
    for word in range(2 * min(length, PLIES - 1)):
        store_at(work, here + 2 + word, word_at(work, there + word))
    store_at(work, LINE_LENGTHS + ply, np.uint64(min(length, PLIES - 1) + 1))


@compiled
def is_excluded(control: Any, first: Any, second: Any) -> bool:
    """Return whether a turn at the root is left out, because it begins a line already found."""
    for number in range(np.int64(word_at(control, EXCLUDED - 1))):
        place = EXCLUDED + 2 * number
        if word_at(control, place) == first and word_at(control, place + 1) == second:
            return True
    return False
