"""How good a Fanorona position is."""

from __future__ import annotations

from vato.fanorona.board import Board
from vato.game import Player


def lead(board: Board, player: Player) -> int:
    """Return how many stones a player has more than the other."""
    return board.count(player) - board.count(1 - player)
