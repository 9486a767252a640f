"""How far a player of Squadro is ahead, and what about a move is hard to see."""

from __future__ import annotations

from vato.board import Player
from vato.games.squadro.board import Board
from vato.games.squadro.notation import Move


def lead(board: Board, player: Player) -> int:
    """Return how many places a player's stones have come further than the other's."""
    return sum(board.progress[player]) - sum(board.progress[1 - player])


def subtlety(move: Move) -> tuple[int, int]:
    """Return how many things about a move are hard to see, and how many stones it sends back.

    Hard to see is every stone beyond the first that it jumps over.
    """
    return max(len(move.jumped) - 1, 0), len(move.jumped)
