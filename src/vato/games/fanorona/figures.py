"""Fanorona in numbers, as compiled code reads it: a board, its rules, weights, and how games end.

All that `vato.compiled.contract.Figures` names. Nothing here is compiled, nor loads what is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from vato.board import Outcome
from vato.games.fanorona.board import ALL_CAPTURED, BLOCKED, TOO_QUIET, Board
from vato.games.fanorona.geometry import Bits, table_for
from vato.games.fanorona.network import weights as weights
from vato.games.fanorona.vela import NO_CAPTURE
from vato.lattice.ends import REPEATED, outcomes

NO_RESULT = REPEATED + 1
OUTCOMES: tuple[Outcome | None, ...] = (
    *outcomes(ALL_CAPTURED, BLOCKED, TOO_QUIET),
    Outcome(None, NO_CAPTURE, no_result=True),
)


class Rules(NamedTuple):
    """What the kernel needs of a rule set, as numbers."""

    must_capture: int
    obligatory_chain: int
    change_direction: int
    first_turn_chain: int
    first_turn_paika: int
    blocked_loses: int
    quiet_turns: int
    quiet_stones: int
    phase_one: int
    phase_one_farthest: int
    phase_one_offer: int
    stones_each: int
    repetition: int


class Position(NamedTuple):
    """A position, seen by the player to move."""

    own: np.uint64
    enemy: np.uint64
    player: int
    turns: int
    quiet: int
    phase: int


def table_of(board: Board) -> Bits:
    """Return the geometry of a board. Compiled functions take its address, `table.ctypes.data`."""
    return table_for(board.points)


def rules_of(board: Board) -> Rules:
    """Return a board's rules as numbers."""
    rules = board.rules
    return Rules(
        must_capture=int(rules.must_capture),
        obligatory_chain=int(rules.chain == "obligatory"),
        change_direction=int(rules.change_direction),
        first_turn_chain=int(rules.first_turn_chain),
        first_turn_paika=int(rules.first_turn_paika),
        blocked_loses=int(rules.blocked == "loses"),
        quiet_turns=rules.quiet_turns,
        quiet_stones=rules.quiet_stones,
        phase_one=rules.phase_one,
        phase_one_farthest=int(rules.phase_one_takes == "farthest"),
        phase_one_offer=int(rules.phase_one_offer),
        stones_each=board.points.stones_each,
        repetition=rules.repetition,
    )


def position_of(board: Board) -> Position:
    """Return a board's position for the kernel."""
    sides = [0, 0]
    for number, point in enumerate(board.points.all):
        owner = board.stones[point]
        if owner is not None:
            sides[owner] |= 1 << number
    own, enemy = sides[board.turn], sides[1 - board.turn]
    return Position(np.uint64(own), np.uint64(enemy), board.turn, board.turns, board.quiet, board.phase)
