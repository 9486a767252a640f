"""How good a Squadro position is."""

from __future__ import annotations

from vato.game import Player
from vato.squadro.board import Board


def lead(board: Board, player: Player) -> int:
    """Return how many places a player's stones have come further than the other's."""
    return sum(board.progress[player]) - sum(board.progress[1 - player])
