"""Fanorona's small boards proven: positions as claims have them. The proofs are the lattice's."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from vato.board import Player
from vato.compiled.contract import takes
from vato.games.fanorona.board import BEGUN, Board
from vato.games.fanorona.endgames import ENDINGS
from vato.games.fanorona.figures import Position, Rules, position_of
from vato.games.fanorona.judgement import ODDS
from vato.games.fanorona.kernel import move_of
from vato.games.fanorona.network import UNIT, weights
from vato.games.fanorona.network_kernel import applies, judge
from vato.games.fanorona.notation import Placement
from vato.games.fanorona.rulesets import RuleSet
from vato.lattice.endgames.contract import NotSolvable
from vato.lattice.endgames.counts import stones_on
from vato.lattice.points import Points
from vato.lattice.proofs.contract import (
    MOST_POINTS,
    STONES_BITS,
    LargeGame,
    ProvenGame,
    hope,
    is_solved,
    packed,
    plain,
    stage_of,
    staged,
    stones_packed,
    stones_unpacked,
    unpacked,
)

TURNS_BITS, QUIET_BITS = 2, 4
MOST_TURNS, MOST_QUIET = (1 << TURNS_BITS) - 1, (1 << QUIET_BITS) - 1
REST = np.uint64(STONES_BITS)
STONES = (np.uint64(1) << REST) - np.uint64(1)


def check(rules: RuleSet, _points: Points) -> None:
    """Refuse rules by which more than a claim's key can hold decides how a position ends."""
    if rules.quiet_turns > MOST_QUIET:
        raise NotSolvable("{name} goes from {least} to {most}.", name="quiet_turns", least=0, most=MOST_QUIET)
    if rules.phase_one:
        raise NotSolvable(
            "There is no proof for {rules}: how a position ends depends on what was played before.",
            rules=rules.name,
        )


def claimed(board: Board) -> Position:
    """Return a board's position as claims have it: seen by the player to move, without what makes no difference."""
    position = position_of(board)
    return position._replace(player=0, quiet=min(position.quiet, board.rules.quiet_turns))


def board_with(board: Board, position: Any, player: Player) -> Board:
    """Return a board with the position of a claim, a player being to move."""
    sides = (position.own, position.enemy)[:: 1 if player == 0 else -1]
    fields = {"turns": int(position.turns), "quiet": int(position.quiet)}
    return Board(board.rules, Placement(board.points, stones_on(board.points, *map(int, sides)), player, fields))


@overload(plain)
def _plain(table, rules, position):
    if takes(position, Position):
        return lambda table, rules, position: Position(
            position.own, position.enemy, 0, position.turns, min(position.quiet, rules.quiet_turns), 2
        )
    return None


@overload(packed)
def _packed(table, rules, position):
    if takes(position, Position):
        return lambda table, rules, position: (
            np.uint64(position.quiet << TURNS_BITS | position.turns) << REST
            | stones_packed(position.own, position.enemy)
        )
    return None


@overload(unpacked)
def _unpacked(table, rules, word):
    if takes(rules, Rules):

        def unpack(table, rules, word):
            own, enemy = stones_unpacked(word & STONES)
            rest = np.int64(word >> REST)
            return Position(own, enemy, 0, int(rest & MOST_TURNS), int(rest >> TURNS_BITS), 2)

        return unpack
    return None


@overload(is_solved)
def _is_solved(position):
    if takes(position, Position):
        return lambda position: position.turns >= BEGUN
    return None


# A board that is proven by several threads: the turns without a capture do not count there.


@overload(stage_of)
def _stage_of(rules, position):
    if takes(position, Position):
        return lambda rules, position: (
            BEGUN
            if rules.first_turn_chain and not (rules.first_turn_paika and rules.must_capture)
            else min(position.turns, BEGUN)
        )
    return None


@overload(staged)
def _staged(rules, own, enemy, stage):
    if takes(rules, Rules):
        return lambda rules, own, enemy, stage: Position(own, enemy, 0, stage, 0, 2)
    return None


@overload(hope)
def _hope(table, rules, own, enemy, weights):
    if takes(rules, Rules):

        def hope_of(table, rules, own, enemy, weights):
            position = Position(own, enemy, 0, BEGUN, 0, 2)
            return judge(table, position, weights) / (UNIT if applies(table, position, weights) else ODDS)

        return hope_of
    return None


def stage(board: Board) -> int:
    """Return at which stage a board's game is: how many turns were played, where first turns are different."""
    return board.turns if board.rules.first_turn_differs else BEGUN


def staged_board(board: Board, own: int, enemy: int, stage: int, player: Player) -> Board:
    """Return a board with the stones of who is to move and of the other, at a stage."""
    return board_with(board, Position(np.uint64(own), np.uint64(enemy), 0, stage, 0, 2), player)


GAME = ProvenGame(
    ENDINGS,
    Board.sides,
    MOST_POINTS,
    check,
    claimed,
    board_with,
    move_of,
    LargeGame(45, BEGUN, stage, staged_board, weights),
)
