"""Positions of games of mixed quality in which one move is better than all others: what puzzles are made of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from vato.board import Player
from vato.games.squadro.board import Board
from vato.games.squadro.mixed_games import sample
from vato.games.squadro.rulesets import STANDARD
from vato.games.squadro.solution.solution import Solution

SAMPLE = 40_000
"""How many positions are looked at."""


def only_moves(folder: Path, seed: int) -> Iterator[str]:
    """Yield positions, not lost yet, in which a single move keeps the result: many are looked up at once."""
    progress, players = sample(SAMPLE, seed)
    boards = [
        Board(STANDARD, (tuple(light), tuple(dark)), player)
        for (light, dark), player in zip(progress.tolist(), players.tolist(), strict=True)
    ]
    ends: dict[int, list[Player | None]] = {number: [] for number in range(len(boards))}
    """Who wins after each move of a board."""
    places, reached, turns = [], [], []
    for number, board in enumerate(boards):
        for move in list(board.legal_moves):
            board.push(move)
            if (outcome := board.outcome()) is not None:
                ends[number].append(outcome.winner)
            else:
                places.append(number)
                reached.append(board.progress)
                turns.append(board.turn)
            board.pop()
    with Solution(folder) as solution:
        winners = solution.winners(np.array(reached), np.array(turns))
    for number, winner in zip(places, winners.tolist(), strict=True):
        ends[number].append(None if winner < 0 else winner)
    for number, board in enumerate(boards):
        won, drawn = ends[number].count(board.turn), ends[number].count(None)
        if won == 1 or (not won and drawn == 1):
            yield board.position
