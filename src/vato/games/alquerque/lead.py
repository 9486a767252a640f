"""How far a player of Alquerque is ahead, and what is hard to see in a move."""

from __future__ import annotations

from vato.board import Player
from vato.games.alquerque.board import Board
from vato.games.alquerque.notation import Move


def lead(board: Board, player: Player) -> int:
    """Return how many stones a player has more than the other."""
    return board.count(player) - board.count(1 - player)


def subtlety(move: Move) -> tuple[int, int]:
    """Return how many jumps of a move are hard to see, those beyond the first, and how many stones it takes."""
    return len(move.steps) - 1, sum(len(step.captured) for step in move.steps)
