"""Positions of a certificate followed by the kernel's rules, compiled: every turn of the other, and an answer to each.

Knows nothing of the search, nor of its table of claims.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from vato.compiled.bits import backwards, popcount, word_at
from vato.compiled.cache import compiled
from vato.compiled.contract import DRAWN, GOING_ON, LOST, WON, turns_of
from vato.compiled.contract import after as played
from vato.compiled.contract import end_of as standing
from vato.lattice.bits import BOARD, WIDTH
from vato.lattice.endgames.result_ranks import result_in
from vato.lattice.proofs.contract import is_solved, stage_of, staged

ZERO, ONE = np.uint64(0), np.uint64(1)
ALL_ANSWERED, TOO_LITTLE_ROOM = -1, -2


class Listed(NamedTuple):
    """A list of a certificate, and what it is followed by."""

    geometry: np.uint64
    points: int
    rules: Any
    tables: np.uint64
    """The address of the directory of tables of two bits."""
    stones: int
    positions: Any
    """The stones of who is to move and of the other, and the stage, of the reflection that comes first."""
    index: Any
    """Numbers of positions by their stones, one more than they are."""
    wins: bool
    """Whether a win is claimed, and not just that the side does not lose."""


@compiled
def upside_down(geometry: Any, bits: Any) -> Any:
    """Return a set of points with its rows in the opposite order."""
    width = word_at(geometry, WIDTH)
    left, found = word_at(geometry, BOARD), ZERO
    while left != ZERO:
        found = found << width | bits & ((ONE << width) - ONE)
        bits, left = bits >> width, left >> width
    return found


@compiled
def first_image(geometry: Any, points: int, own: Any, enemy: Any) -> Any:
    """Return the reflection of a position that comes first: by the mover's stones, then by the other's."""
    spare = np.uint64(64 - points)
    best = own, enemy
    for number in range(1, 4):
        image = own, enemy
        if number & 1:
            image = upside_down(geometry, image[0]), upside_down(geometry, image[1])
        if number & 2:
            image = backwards(image[0]) >> spare, backwards(image[1]) >> spare
        if image[0] < best[0] or (image[0] == best[0] and image[1] < best[1]):
            best = image
    return best


@compiled
def place_of(listed: Any, own: Any, enemy: Any, stage: int) -> Any:
    """Return where the index has a position, or where there is room for it."""
    mask = len(listed.index) - 1
    spread = (own * np.uint64(0x9E3779B97F4A7C15) ^ enemy) * np.uint64(0xBF58476D1CE4E5B9)
    place = np.int64(spread >> np.uint64(20)) & mask
    while listed.index[place] != 0:
        number = np.int64(listed.index[place]) - 1
        there = listed.positions[number]
        if there[0] == own and there[1] == enemy and there[2] == np.uint64(stage):
            break
        place = (place + 1) & mask
    return place


@compiled
def index_all(listed: Any) -> int:
    """Bring all positions to the reflection that comes first, and index them; return how many come twice.

    Of those the first counts.
    """
    twice = 0
    for number in range(len(listed.positions)):
        there = listed.positions[number]
        there[0], there[1] = first_image(listed.geometry, listed.points, there[0], there[1])
        place = place_of(listed, there[0], there[1], np.int64(there[2]))
        if listed.index[place] == 0:
            listed.index[place] = number + 1
        else:
            twice += 1
    return twice


@compiled
def end_of(listed: Any, position: Any) -> Any:
    """Return how a position ends for the player to move if it is over or in the tables, or else GOING_ON."""
    end = standing(listed.geometry, listed.rules, position)
    if end != GOING_ON or popcount(position.own | position.enemy) > listed.stones or not is_solved(position):
        return end
    result = result_in(listed.tables, position.own, position.enemy)
    return DRAWN if result == 0 else LOST if result == 1 else WON


@compiled
def is_listed(listed: Any, position: Any, before: int) -> Any:
    """Return whether a position is in the list; for a win, before a number."""
    own, enemy = first_image(listed.geometry, listed.points, position.own, position.enemy)
    number = np.int64(listed.index[place_of(listed, own, enemy, stage_of(listed.rules, position))]) - 1
    return number >= 0 and (not listed.wins or number < before)


@compiled
def is_answered(listed: Any, position: Any, before: int, turns: Any) -> Any:
    """Return whether who is to move, the claim's side, has a turn that keeps the claim; -1 for too many turns."""
    end = end_of(listed, position)
    if end != GOING_ON:
        return 1 if end == WON or (end == DRAWN and not listed.wins) else 0
    count = turns_of(listed.geometry, listed.rules, position, np.uint64(turns.ctypes.data), len(turns))
    if count > len(turns):
        return -1
    for number in range(count):
        there = played(listed.geometry, listed.rules, position, turns[number, 0], turns[number, 1])
        end = end_of(listed, there)
        if end != GOING_ON:
            if end == LOST or (end == DRAWN and not listed.wins):
                return 1
        elif is_listed(listed, there, before):
            return 1
    return 0


@compiled
def check_some(listed: Any, begin: int, end: int, turns: Any, answers: Any, answered: Any) -> Any:
    """Follow some positions; return the number of one that is not answered, or ALL_ANSWERED, and count the turns."""
    for number in range(begin, end):
        there = listed.positions[number]
        position = staged(listed.rules, there[0], there[1], np.int64(there[2]))
        over = standing(listed.geometry, listed.rules, position)
        if over != GOING_ON:
            if over == WON or (over == DRAWN and listed.wins):
                return number
            continue
        count = turns_of(listed.geometry, listed.rules, position, np.uint64(turns.ctypes.data), len(turns))
        if count > len(turns):
            return TOO_LITTLE_ROOM
        for turn in range(count):
            if turn and turns[turn, 0] == turns[turn - 1, 0] and turns[turn, 1] == turns[turn - 1, 1]:
                continue
            after = played(listed.geometry, listed.rules, position, turns[turn, 0], turns[turn, 1])
            found = is_answered(listed, after, number, answers)
            if found < 0:
                return TOO_LITTLE_ROOM
            if found == 0:
                return number
            answered[0] += 1
    return ALL_ANSWERED
