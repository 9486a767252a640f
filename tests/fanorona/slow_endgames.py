"""An independent, slow solver of Fanorona endings: plain dictionaries and the specification, board.py. No numbers, no
reflections, no compiled code.

    python -m tests.fanorona.slow_endgames 5x3 15 standard

solves every position of a board with up to so many stones, compares it with the tables, and says how many there were.
All of 5x3, fifteen stones, takes an hour or so and some gigabytes; the tests compare less.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

from vato.fanorona import Board, RuleSet
from vato.fanorona.board import BEGUN
from vato.fanorona.notation import Placement
from vato.fanorona.points import Points, board_of

Stones = tuple[int | None, ...]
"""For every point 0 where the player to move has a stone, 1 where the other has, None where nobody has."""


def positions(points: Points, movers: int, others: int) -> Iterator[Stones]:
    """Yield all positions with so many stones of the player to move and of the other."""
    places = range(len(points.all))
    for own in combinations(places, movers):
        for enemy in combinations([place for place in places if place not in own], others):
            yield tuple(0 if place in own else 1 if place in enemy else None for place in places)


def up_to(points: Points, most: int) -> Iterator[Stones]:
    """Yield all positions with up to so many stones, one of each side at least."""
    for stones in range(2, most + 1):
        for movers in range(1, stones):
            yield from positions(points, movers, stones - movers)


def board_with(points: Points, rules: RuleSet, stones: Stones) -> Board:
    """Return a board in which both have played before, the player to move being White."""
    return Board(rules, Placement(points, dict(zip(points.all, stones, strict=True)), 0, {"turns": BEGUN}))


def slow_solution(points: Points, rules: RuleSet, every: Iterable[Stones]) -> dict[Stones, int | None]:
    """Return in how many turns each position ends if both play well, None for a draw; all captures must lead to others.

    An odd number is a win for the player to move, an even one a loss.
    """
    distances: dict[Stones, int | None] = {}
    leading_to: dict[Stones, list[Stones]] = defaultdict(list)
    left: dict[Stones, int] = {}
    ended: list[Stones] = []
    for stones in every:
        distances[stones] = None
        board = board_with(points, rules, stones)
        outcome = board.outcome()
        if outcome is not None:
            if outcome.winner == 1:
                ended.append(stones)
            continue
        followers = set()
        for move in board.legal_moves:
            after = board.stones
            for step in move.steps:
                after = board.after(after, step)
            followers.add(tuple(None if owner is None else 1 - owner for owner in after.values()))
        left[stones] = len(followers)
        for follower in followers:
            if 0 not in follower:  # all captured
                ended.append(follower)
            leading_to[follower].append(stones)
    distances |= dict.fromkeys(ended, 0)
    distance, settled = 0, list(dict.fromkeys(ended))
    while settled:
        now, settled, distance = settled, [], distance + 1
        for stones in now:
            for before in leading_to[stones]:
                if distances[before] is None:
                    left[before] -= 1
                    # What ends in an even number of turns is lost for who is to move there.
                    if distance % 2 == 1 or left[before] == 0:
                        distances[before] = distance
                        settled.append(before)
    return distances
