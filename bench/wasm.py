"""How fast the games' WebAssembly modules are in Node: nodes a second of the search, against the native code.

Both search the positions of the engine's signature, less deep, each from nothing, again and again; the shortest time of
each position counts. The native code runs before and after Node, so the ratio holds on a noisy machine.
"""

from __future__ import annotations

import numpy as np

from tests.engine.modules import bench_job
from vato import catalog

ROUNDS = 8
LESS_DEEP = 4


def compare() -> None:
    """Print the speed of both for each game."""
    print("the search in thousands of nodes a second: native, in Node, and the ratio, of all and of each position")
    for game in catalog.GAMES.values():
        if game.kernel is None or not game.bench:
            continue
        job = bench_job(game, LESS_DEEP)
        rounds, in_node = [], np.zeros(0)
        for round_number in range(ROUNDS):
            nodes = sum(words[-1] for words in job.native())
            rounds.append(job.times.copy())
            if round_number == ROUNDS // 2:
                in_node = np.frombuffer(job.in_node("times"), np.float64)
        native = np.min(rounds, axis=0)
        ratios = " ".join(f"{ratio:.2f}" for ratio in native / in_node)
        speeds = f"{nodes / native.sum():6.0f} {nodes / in_node.sum():6.0f}"
        print(f"  {game.name}: {speeds}  {native.sum() / in_node.sum():.2f}  ({ratios})")


if __name__ == "__main__":
    compare()
