"""How fast the plain boards are: against the second opinion in the tests, and in random games.

Both counts run in one process, one after the other in turn, so the ratio holds on a noisy machine.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial

import vato
from tests.perft import count
from vato import catalog


def seconds(work: Callable[[], object]) -> float:
    """Return how long some work takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def best_of(works: list[Callable[[], object]], rounds: int) -> list[float]:
    """Return the shortest time of each work, the works taking turns."""
    times = [[seconds(work) for work in works] for _ in range(rounds)]
    return [min(column) for column in zip(*times, strict=True)]


def compare_counts() -> None:
    """Print perft times of the board and of the second opinion, by depth."""
    print("perft from the start: seconds of the board, of the second opinion, and their ratio")
    for game, rules, size, depths in (("fanorona", "standard", "9x5", (2, 3, 4)), ("squadro", "-", "-", (3, 5))):
        for depth in depths:
            board = vato.new(game)
            board_time, other_time = best_of(
                [
                    partial(vato.perft, board, depth, plain=True),
                    partial(count.count, game, rules, size, depth),
                ],
                rounds=3,
            )
            ratio = other_time / board_time
            print(f"  {game} depth {depth}: {board_time:9.4f} {other_time:9.4f}  {ratio:5.1f} times as fast")


def play_random_games(games: int = 60) -> None:
    """Print how many random games a second each rule set plays, and how long they are."""
    print("random games")
    for name, entry in catalog.GAMES.items():
        for rules in entry.rules.known:
            rng = random.Random(1)
            turns = 0
            begin = time.perf_counter()
            for _ in range(games):
                board = vato.new(name, rules=rules)
                while board.legal_moves:
                    board.push(rng.choice(board.legal_moves))
                turns += len(board.played)
            rate = games / (time.perf_counter() - begin)
            print(f"  {name} {rules}: {rate:6.0f} games a second, {turns / games:4.0f} turns each")


if __name__ == "__main__":
    compare_counts()
    play_random_games()
