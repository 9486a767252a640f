"""Alquerque in numbers, as compiled code reads it: a board, its rules, weights, and how games end.

All that `vato.compiled.contract.Figures` names. Nothing here is compiled, nor loads what is.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vato.board import Outcome
from vato.games.alquerque.board import ALL_CAPTURED, BLOCKED, TOO_QUIET, Board
from vato.games.alquerque.notation import LEFT, RIGHT
from vato.lattice.bits import SHARED, Bits, shared_words
from vato.lattice.ends import outcomes
from vato.lattice.points import Points

LAST_ROWS = SHARED
"""Behind the words that all tables share: for each player the row farthest from them."""
FEATURES = ("turn", "ratio", "edge", "diagonals", "mobility", "threats", "hunt")
WEIGHTS = (8, 10, 6, 2, 2, -14, 2)
"""In hundredths of a stone, chosen by hand; they are not tuned."""
OUTCOMES: tuple[Outcome | None, ...] = outcomes(ALL_CAPTURED, BLOCKED, TOO_QUIET)


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


def weights() -> NDArray[np.uint64]:
    """Return the weights as the compiled code reads them."""
    return np.array(WEIGHTS, np.int64).view(np.uint64)
