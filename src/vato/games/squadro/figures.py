"""Squadro in numbers, as compiled code reads it: its moves, a position, the rules, weights, and how games end.

All that `vato.compiled.contract.Figures` names. Nothing here is compiled, nor loads what is.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vato.board import REPETITION, Outcome
from vato.games.squadro.board import ENOUGH_HOME, Board, Progress
from vato.games.squadro.network import weights as weights
from vato.games.squadro.rulesets import FAR_EDGE, HOME, LANES, STANDARD

# The table: where a stone goes, and which crossings a stone stands on.
MOVES, CROSSINGS, WORDS = 0, 2 * 5 * 16 * 32, 2 * 5 * 16 * 32 + 2 * 5 * 16
"""Of player, lane, progress and enemies on the lane: the new progress and, from bit 4 on, the enemies jumped over; of
player, lane and progress: the crossing the stone stands on, as the enemy's moves see it."""

ENOUGH, REPEATED = 1, 3
"""How a game ends; to the first the winner is added."""
OUTCOMES: tuple[Outcome | None, ...] = (
    None,
    Outcome(0, ENOUGH_HOME),
    Outcome(1, ENOUGH_HOME),
    Outcome(None, REPETITION),
)


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
