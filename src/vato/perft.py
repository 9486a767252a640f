"""Counting the turns from a position: the number that shows whether two programs play by the same rules."""

from __future__ import annotations

from collections.abc import Iterator

from vato.game import Board


def perft(board: Board, depth: int) -> int:
    """Return how many sequences of `depth` legal turns there are; a finished game has no further turns.

    >>> import vato
    >>> vato.perft(vato.new("fanorona", rules="strict"), 3)
    182
    """
    if depth == 0:
        return 1
    if depth == 1:
        return len(board.legal_moves)
    return sum(count for _, count in divide(board, depth))


def divide(board: Board, depth: int) -> Iterator[tuple[object, int]]:
    """Yield each legal move with the number of sequences of `depth` turns that begin with it."""
    for move in list(board.legal_moves):
        board.push(move)
        yield move, perft(board, depth - 1)
        board.pop()
