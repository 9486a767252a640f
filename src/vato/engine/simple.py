"""Simple opponents to play against at once: one that plays anything, one that looks a single turn ahead.

Knows no game: what is better comes from the catalogue. Choosing never changes the board that is given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from vato import catalog
from vato.board import Board
from vato.moves import Move, MoveT

WON, LOST = float("inf"), float("-inf")


def random_move(board: Board[MoveT], rng: Random) -> MoveT:
    """Return any legal move, all with the same chance.

    >>> import vato
    >>> board = vato.new("squadro")
    >>> random_move(board, Random(1)) in board.legal_moves
    True
    """
    board.refuse_if_over()
    return rng.choice(board.legal_moves)


def greedy_move(board: Board[MoveT], rng: Random) -> MoveT:
    """Return a move that wins at once, or else one of those that leave its player furthest ahead.

    >>> import vato
    >>> str(greedy_move(vato.new("fanorona", position="9/9/w1bb1b3/1b7/9 w"), Random(1)))
    'a3-b3A-b4W'
    """
    board.refuse_if_over()
    lead = catalog.find(board.game).lead
    player = board.turn
    trial = board.copy()
    values: dict[MoveT, float] = {}
    for move in board.legal_moves:
        trial.push(move)
        outcome = trial.outcome()
        if outcome is None or outcome.winner is None:
            values[move] = lead(trial, player)
        else:
            values[move] = WON if outcome.winner == player else LOST
        trial.pop()
    best = max(values.values())
    return rng.choice([move for move, value in values.items() if value == best])


OPPONENTS: Mapping[str, Callable[[Board, Random], Move]] = {"random": random_move, "greedy": greedy_move}
"""The simple opponents by name, the weakest first."""
