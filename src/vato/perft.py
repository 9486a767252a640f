"""Counting the turns from a position: the number that shows whether two programs play by the same rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

from vato import catalog
from vato.board import Board
from vato.errors import VatoError
from vato.moves import MoveT

DEEPEST_PLAIN = 3
"""So deep the boards count themselves; beyond, it pays to load the game's kernel."""
SHARES = 16
"""Into how many parts, for each thread, the work is cut at least, as some take longer than others."""
MOST_THREADS = 256


def perft(board: Board, depth: int, threads: int = 1, *, plain: bool = False) -> int:
    """Return how many sequences of `depth` legal turns there are; a finished game has no further turns.

    Deep counts are left to the game's kernel, on several threads if wished; a `plain` one asks nothing but the board.

    >>> import vato
    >>> vato.perft(vato.new("fanorona", rules="strict"), 3)
    182
    """
    if depth < 0:
        raise VatoError("{name} is a number from {least}.", name="depth", least=0)
    if not 1 <= threads <= MOST_THREADS:
        raise VatoError("{name} goes from {least} to {most}.", name="threads", least=1, most=MOST_THREADS)
    if depth == 0:
        return 1
    if depth == 1:
        return len(board.legal_moves)
    if plain or depth <= DEEPEST_PLAIN:
        return sum(count for _, count in divide(board, depth, plain=True))
    return _count_with_kernel(board, depth, threads)


def divide(board: Board[MoveT], depth: int, threads: int = 1, *, plain: bool = False) -> Iterator[tuple[MoveT, int]]:
    """Yield each legal move with the number of sequences of `depth` turns that begin with it."""
    if depth < 1:
        raise VatoError("{name} is a number from {least}.", name="depth", least=1)
    for move in list(board.legal_moves):
        board.push(move)
        try:
            count = perft(board, depth - 1, threads, plain=plain)
        finally:
            board.pop()
        yield move, count


def _count_with_kernel(board: Board, depth: int, threads: int) -> int:
    """Return a count that is the sum of many, so that threads can share it and Ctrl-C is heard in between."""
    parts = [board.copy()]
    while len(parts) < SHARES * threads and depth > DEEPEST_PLAIN - 1:
        parts = [part for before in parts for part in _successors(before)]
        depth -= 1
    kernel = catalog.find(board.game).kernel
    kernel_count: Callable[[Board, int], int] = _count_plainly if kernel is None else kernel().count
    if threads == 1:
        return sum(kernel_count(part, depth) for part in parts)
    with ThreadPoolExecutor(threads, "vato perft") as pool:
        return sum(pool.map(kernel_count, parts, [depth] * len(parts)))


def _successors(board: Board) -> Iterator[Board]:
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        yield after


def _count_plainly(board: Board, depth: int) -> int:
    return perft(board, depth, plain=True)
