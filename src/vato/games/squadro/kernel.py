"""The rules of Squadro on packed numbers, compiled: the same answers as board.py, which the tests prove.

A side's progress is five groups of four bits, lane 1 lowest. A position is both sides' progress, that of the player to
move first. A turn is two words: where the stone goes, and its lane counted from 0. Where a stone goes is looked up by
its lane, its progress and the enemies on its lane, so that no move needs a loop over places. Whole games are
whole_games.py's, what the search asks for is search.py's.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from vato.compiled.bits import lowest, popcount, store_at, word_at
from vato.compiled.cache import compiled
from vato.compiled.contract import GOING_ON, LOST, WON
from vato.games.squadro.board import Board
from vato.games.squadro.figures import CROSSINGS, MOVES, Position
from vato.games.squadro.notation import Move
from vato.games.squadro.rulesets import FAR_EDGE, HOME, LANES

ZERO, ONE, FOUR, FIVE, LANE_MASK, SIDE_MASK = (np.uint64(number) for number in (0, 1, 4, 5, 15, 31))


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
def standing(rules: Any, position: Any) -> int:
    """Return how the game stands, repetition apart."""
    if stones_home(position.enemy) >= rules.stones_home:
        return LOST
    return WON if stones_home(position.own) >= rules.stones_home else GOING_ON


@compiled
def list_turns(table: np.uint64, rules: Any, position: Any, turns: np.uint64 | None) -> int:
    """Write the legal turns, of two words each, if there is an address to write to, and return how many there are."""
    if standing(rules, position) != GOING_ON:
        return 0
    if turns is None:
        return LANES - stones_home(position.own)
    crossings = crossings_of(table, position.enemy, 1 - position.player)
    found = 0
    for lane in range(LANES):
        if progress_in(position.own, lane) < HOME:
            store_at(turns, 2 * found, way_of(table, position, crossings, lane))
            store_at(turns, 2 * found + 1, np.uint64(lane))
            found += 1
    return found


@compiled
def way_of(table: np.uint64, position: Any, crossings: np.uint64, lane: int) -> np.uint64:
    """Return where the stone of a lane goes: its new progress and, from bit 4 on, the enemies it jumps over."""
    enemies = np.int64((crossings >> (FIVE * np.uint64(lane))) & SIDE_MASK)
    progress = progress_in(position.own, lane)
    return word_at(table, MOVES + ((position.player * LANES + lane) * 16 + progress) * 32 + enemies)


@compiled
def play(table: np.uint64, position: Any, lane: int) -> Any:
    """Return the position after a stone has moved."""
    crossings = crossings_of(table, position.enemy, 1 - position.player)
    return go(position, way_of(table, position, crossings, lane), lane)


@compiled
def go(position: Any, way: np.uint64, lane: int) -> Any:
    """Return the position after the stone of a lane has gone its way."""
    own = position.own ^ ((np.uint64(progress_in(position.own, lane)) ^ (way & LANE_MASK)) << (FOUR * np.uint64(lane)))
    enemy = position.enemy
    jumped = way >> FOUR
    while jumped != ZERO:
        other = lowest(jumped)
        jumped &= jumped - ONE
        before = progress_in(enemy, other)
        after = 0 if before < FAR_EDGE else FAR_EDGE
        enemy ^= np.uint64(before ^ after) << (FOUR * np.uint64(other))
    return Position(enemy, own, 1 - position.player)
