"""Alquerque's small boards proven: positions as claims have them. The proofs are the lattice's.

Where it matters which way stones go, the board is turned over for Black, so that all positions are White's. A point's
digit says whether it is empty or whose stone is there and, where stones may not turn back, to which side it last
stepped if that still matters: not on its last row, and not away from an edge. Each point has as many digits as it
needs.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numba.extending import overload

from vato.board import Player
from vato.compiled.bits import word_at
from vato.compiled.cache import compiled
from vato.compiled.contract import takes
from vato.games.alquerque import kernel
from vato.games.alquerque.board import BLACK, Board
from vato.games.alquerque.endgames import ENDINGS
from vato.games.alquerque.figures import LAST_ROWS, Position, Rules, position_of, rules_of, table_of
from vato.games.alquerque.kernel import FREE, LEFTWARDS, ONE, RIGHTWARDS, ZERO
from vato.games.alquerque.notation import LEFT, RIGHT, Move, Placement
from vato.games.alquerque.rulesets import RuleSet
from vato.lattice.bits import BOARD, LEAVING, WIDTH
from vato.lattice.endgames.contract import NotSolvable
from vato.lattice.endgames.counts import stones_on
from vato.lattice.points import Points
from vato.lattice.proofs.contract import CLAIM_BIT, ProvenGame, is_solved, packed, plain, unpacked

MOST_POINTS = 35
OWN, ENEMY = 0, 1


@compiled
def turned_over(table: Any, bits: Any) -> Any:
    """Return a set of points upside down."""
    width, board = word_at(table, WIDTH), word_at(table, BOARD)
    row = (ONE << width) - ONE
    image = ZERO
    while board != ZERO:
        image = image << width | bits & row
        bits >>= width
        board >>= width
    return image


@compiled
def marked(table: Any, rules: Any, side: int, way: int) -> Any:
    """Return the points on which it matters that a stone of White (`OWN`) or Black last stepped this way."""
    if rules.turn_back:
        return ZERO
    # It came from the other side, where there must be a point, and could go back there.
    points = word_at(table, LEAVING + (RIGHTWARDS if way == LEFTWARDS else LEFTWARDS))
    return points if rules.last_row else points & ~word_at(table, LAST_ROWS + side)


@compiled
def normal(table: Any, rules: Any, position: Any) -> Any:
    """Return a position without what makes no difference, with White to move."""
    own, enemy, left, right = position.own, position.enemy, position.left, position.right
    if position.player == BLACK and (rules.backward != FREE or not rules.last_row or not rules.turn_back):
        own, enemy = turned_over(table, own), turned_over(table, enemy)
        left, right = turned_over(table, left), turned_over(table, right)
    left &= (own & marked(table, rules, OWN, LEFTWARDS)) | (enemy & marked(table, rules, ENEMY, LEFTWARDS))
    right &= (own & marked(table, rules, OWN, RIGHTWARDS)) | (enemy & marked(table, rules, ENEMY, RIGHTWARDS))
    return Position(own, enemy, 0, 0, left, right)


@compiled
def pack(table: Any, rules: Any, position: Any) -> Any:
    """Return a normal position as one number."""
    lefts = marked(table, rules, OWN, LEFTWARDS), marked(table, rules, ENEMY, LEFTWARDS)
    rights = marked(table, rules, OWN, RIGHTWARDS), marked(table, rules, ENEMY, RIGHTWARDS)
    board, bit, found = word_at(table, BOARD), ONE, ZERO
    while bit <= board:
        digit, digits = ZERO, ONE
        for side in range(2):
            if (position.own if side == OWN else position.enemy) & bit:
                digit = digits
                if lefts[side] & position.left & bit:
                    digit += ONE
                elif rights[side] & position.right & bit:
                    digit += ONE + np.uint64(lefts[side] & bit != ZERO)
            digits += ONE + np.uint64(lefts[side] & bit != ZERO) + np.uint64(rights[side] & bit != ZERO)
        found = found * digits + digit
        bit <<= ONE
    return found


@compiled
def unpack(table: Any, rules: Any, word: Any) -> Any:
    """Return the position of a number."""
    lefts = marked(table, rules, OWN, LEFTWARDS), marked(table, rules, ENEMY, LEFTWARDS)
    rights = marked(table, rules, OWN, RIGHTWARDS), marked(table, rules, ENEMY, RIGHTWARDS)
    board = word_at(table, BOARD)
    bit = (board >> ONE) + ONE
    own, enemy, left, right = ZERO, ZERO, ZERO, ZERO
    while bit != ZERO:
        can_left = np.uint64(lefts[OWN] & bit != ZERO), np.uint64(lefts[ENEMY] & bit != ZERO)
        can_right = np.uint64(rights[OWN] & bit != ZERO), np.uint64(rights[ENEMY] & bit != ZERO)
        of_own = ONE + can_left[OWN] + can_right[OWN]
        digits = ONE + of_own + ONE + can_left[ENEMY] + can_right[ENEMY]
        digit = word % digits
        word //= digits
        if digit != ZERO:
            side = OWN if digit <= of_own else ENEMY
            if side == OWN:
                own |= bit
                digit -= ONE
            else:
                enemy |= bit
                digit -= ONE + of_own
            if digit != ZERO:
                if digit == can_left[side]:
                    left |= bit
                else:
                    right |= bit
        bit >>= ONE
    return Position(own, enemy, 0, 0, left, right)


@overload(plain)
def _plain(table, rules, position):
    if takes(position, Position):
        return lambda table, rules, position: normal(table, rules, position)
    return None


@overload(packed)
def _packed(table, rules, position):
    if takes(position, Position):
        return lambda table, rules, position: pack(table, rules, position)
    return None


@overload(unpacked)
def _unpacked(table, rules, word):
    if takes(rules, Rules):
        return lambda table, rules, word: unpack(table, rules, word)
    return None


@overload(is_solved)
def _is_solved(position):
    if takes(position, Position):
        return lambda position: True
    return None


def check(rules: RuleSet, points: Points) -> None:
    """Refuse rules by which more than a claim's key can hold decides how a position ends."""
    if rules.quiet_turns:
        raise NotSolvable(
            "There is no proof for {rules}: how a position ends depends on what was played before.", rules=rules.name
        )
    board = Board(rules, size=points.size)
    table = np.uint64(table_of(board).ctypes.data)
    marks = [int(marked(table, rules_of(board), side, way)) for side in (OWN, ENEMY) for way in (LEFTWARDS, RIGHTWARDS)]
    kinds = prod(3 + sum(mark >> number & 1 for mark in marks) for number in range(len(points.all)))
    if kinds > 1 << CLAIM_BIT:
        raise NotSolvable("A {board} board is too large for a proof by {rules}.", board=points.size, rules=rules.name)


def claimed(board: Board) -> Position:
    """Return a board's position as claims have it."""
    found = normal(np.uint64(table_of(board).ctypes.data), rules_of(board), position_of(board))
    own, enemy, left, right = map(np.uint64, (found.own, found.enemy, found.left, found.right))
    return Position(own, enemy, 0, 0, left, right)


def board_with(board: Board, position: Any, player: Player) -> Board:
    """Return a board with the position of a claim, a player being to move."""
    own, enemy, left, right = (int(bits) for bits in (position.own, position.enemy, position.left, position.right))
    if player == BLACK and board.rules.directed:
        table = np.uint64(table_of(board).ctypes.data)
        own, enemy, left, right = (int(turned_over(table, np.uint64(bits))) for bits in (own, enemy, left, right))
    sides = (own, enemy) if player != BLACK else (enemy, own)
    went = {
        point: LEFT if left >> number & 1 else RIGHT
        for number, point in enumerate(board.points.all)
        if (left | right) >> number & 1
    }
    return Board(board.rules, Placement(board.points, stones_on(board.points, *sides), player, 0, went))


def move_of(board: Board, captured: int, way: int) -> Move:
    """Return the move on such a board for the words of a turn of the claim's position."""
    if board.turn == BLACK and board.rules.directed:
        captured = int(turned_over(np.uint64(table_of(board).ctypes.data), np.uint64(captured)))
        origin, target = (_below(board.points, number) for number in (way & 63, way >> 6))
        way = origin | target << 6
    return kernel.move_of(board, captured, way)


def _below(points: Points, number: int) -> int:
    row, column = divmod(number, points.width)
    return (points.height - 1 - row) * points.width + column


GAME = ProvenGame(ENDINGS, Board.sides, MOST_POINTS, check, claimed, board_with, move_of)
