"""Random games by the thousand, for research: how they end when both players play anything."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vato import catalog
from vato.board import Board
from vato.errors import VatoError
from vato.mixing import mix

BATCH = 1000
"""So many games have a seed of their own, whichever thread plays them."""
MOST_THREADS = 256


@dataclass(frozen=True, slots=True)
class Playouts:
    """How random games ended, and how many turns they took together."""

    wins: tuple[int, int]
    """Games won by player 0 and by player 1."""
    undecided: int
    """Games that were drawn or ended without a result."""
    turns: int

    @property
    def games(self) -> int:
        """How many games were played.

        >>> Playouts((40, 50), 10, 4000).games
        100
        """
        return sum(self.wins) + self.undecided


def playouts(board: Board, games: int, seed: int = 1, threads: int = 1) -> Playouts:
    """Play random games from a board, every legal move having the same chance, and return how they ended.

    The same seed gives the same games, on any number of threads. A game of a hundred thousand turns is given up.

    >>> import vato
    >>> vato.playouts(vato.new("squadro", position="ccc0b/00000 light"), games=10).games
    10
    """
    if games < 0:
        raise VatoError("There cannot be {games} games.", games=games)
    if not 1 <= threads <= MOST_THREADS:
        raise VatoError("Games are played on 1 to {most} threads, not {threads}.", most=MOST_THREADS, threads=threads)
    if (outcome := board.outcome()) is not None:
        ends = [outcome.winner] * games
        return Playouts((ends.count(0), ends.count(1)), ends.count(None), 0)
    kernel = catalog.find(board.game).kernel
    play_games = _play_plainly if kernel is None else kernel().play_games
    start = board.copy()
    sizes = [min(BATCH, games - begun) for begun in range(0, games, BATCH)]

    def play(number: int) -> Any:
        return play_games(start, sizes[number], mix(mix(seed) + number) or 1)

    if threads == 1:
        return _total(map(play, range(len(sizes))))
    with ThreadPoolExecutor(threads, "vato playouts") as pool:
        return _total(pool.map(play, range(len(sizes))))


def _total(batches: Iterable[Any]) -> Playouts:
    ends, turns = np.zeros(3, np.int64), 0
    for results, played in batches:
        ends, turns = ends + results, turns + played
    first, second, undecided = ends.tolist()
    return Playouts((first, second), undecided, turns)


def _play_plainly(start: Board, games: int, seed: int) -> tuple[NDArray[np.int64], int]:
    """Play random games with a game's plain rules, where it has no compiled ones."""
    from vato.compiled.contract import LONGEST_GAME

    chance = Random(seed)
    results, played = np.zeros(3, np.int64), 0
    for _ in range(games):
        board = start.copy()
        while (outcome := board.outcome()) is None and len(board.played) - len(start.played) < LONGEST_GAME:
            board.push(chance.choice(board.legal_moves))
        results[2 if outcome is None or outcome.winner is None else outcome.winner] += 1
        played += len(board.played) - len(start.played)
    return results, played
