"""How far a player of Fanorona is ahead, and what about a move is hard to see."""

from __future__ import annotations

from vato.board import Player
from vato.games.fanorona.board import Board
from vato.games.fanorona.notation import WITHDRAWAL, Move


def lead(board: Board, player: Player) -> int:
    """Return how many stones a player has more than the other."""
    return board.count(player) - board.count(1 - player)


def subtlety(move: Move) -> tuple[int, int]:
    """Return how many things about a move are hard to see, and how many stones it takes.

    Hard to see are withdrawals and every step of a chain beyond the first.
    """
    hidden = len(move.steps) - 1 + sum(step.kind == WITHDRAWAL for step in move.steps)
    return hidden, sum(len(step.captured) for step in move.steps)
