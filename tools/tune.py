"""Makes a game's weights from games of the engine against itself: `scripts/tune GAME`.

First it plays games with the weights so far, from random openings, and fits the evaluation's features to how the games
ended (logistic regression over every position). Then it climbs: it changes weights a little and keeps what wins.
Nothing is kept that does not win a match against what was there before.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools import selfplay
from vato import catalog
from vato.compiled.contract import SURE
from vato.contest.rating import elo_of
from vato.engine import search
from vato.mixing import mix

FILE = "weights.json"
MOST_TURNS = 300
STEP = 60
"""How far a trial moves a weight beside its own size, so that small weights move at all."""


class Rival:
    """One side's memory and weights."""

    def __init__(self, game: str, weights: list[int]) -> None:
        self.board = catalog.new(game)
        kernel = catalog.find(game).kernel
        assert kernel is not None
        self.kernel = kernel()
        self._hashes = np.zeros(1 << 18, np.uint64)
        self._arrays = (
            self.kernel.table_of(self.board),
            import_module(f"vato.games.{game}.weights").in_memory(weights),
            np.zeros(search.WORK_WORDS, np.uint64),
            np.zeros(search.CONTROL_WORDS, np.uint64),
            self._hashes,
        )
        table, own_weights, work, control, hashes = (np.uint64(array.ctypes.data) for array in self._arrays)
        self.memory = search.Memory(
            table, own_weights, np.uint64(0), work, control, hashes, np.uint64(len(self._hashes) // 2 - 1)
        )

    def forget(self) -> None:
        """Begin a game without what was learned in the last."""
        self._hashes[:] = 0
        self._arrays[2][:] = 0


def play(first: Rival, second: Rival, opening: int, nodes: int, seed: int, seen: NDArray[np.uint64]) -> tuple[int, int]:
    """Play a game after `opening` random turns; return the winner (2 for none) and the number of turns."""
    first.forget()
    second.forget()
    board = first.board
    start = first.kernel.position_of(board)
    winner, turns = selfplay.play_game(
        (first.memory, second.memory),
        first.kernel.rules_of(board),
        start,
        opening,
        nodes,
        MOST_TURNS,
        SURE,
        np.uint64(mix(seed) | 1),
        seen,
    )
    return winner, turns


def gather(player: Rival, twin: Rival, seconds: float, nodes: int, seed: int) -> tuple[Any, Any]:
    """Return the positions of many games and how each ended for the player who was to move."""
    seen = np.zeros((MOST_TURNS, 3), np.uint64)
    positions, results = [], []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        seed += 1
        opening = 2 + mix(seed) % 20
        winner, turns = play(player, twin, opening, nodes, seed, seen)
        part = seen[opening : min(turns, MOST_TURNS)].copy()
        positions.append(part)
        results.append(np.where(winner == 2, 0.5, part[:, 2] == winner))
    return np.concatenate(positions), np.concatenate(results)


def fit(rows: NDArray[np.float64], results: NDArray[np.float64], decay: float = 1e-5) -> NDArray[np.float64]:
    """Return the factors of a logistic regression, by Newton's method, with a little weight decay."""
    scale = rows.std(0) + 1e-9
    scale[0] = 1
    scaled = rows / scale
    factors = np.zeros(rows.shape[1])
    for _ in range(20):
        expected = 1 / (1 + np.exp(-scaled @ factors))
        slope = scaled.T @ (expected - results) / len(results) + decay * factors
        bend = (scaled * (expected * (1 - expected))[:, None]).T @ scaled / len(results)
        factors -= np.linalg.solve(bend + decay * np.eye(len(factors)), slope)
    fitted: NDArray[np.float64] = factors / scale
    return fitted


def match(game: str, new: list[int], old: list[int], games: int, nodes: int, seed: int) -> tuple[int, int, int]:
    """Return wins, draws and losses of new weights against old, each opening played by both."""
    first, second = Rival(game, new), Rival(game, old)
    nothing = np.zeros((0, 3), np.uint64)
    counts = [0, 0, 0]
    for number in range(games):
        sides = (first, second) if number % 2 == 0 else (second, first)
        winner, _ = play(*sides, 6, nodes, seed + number // 2, nothing)
        counts[1 if winner == 2 else (0 if sides[winner] is first else 2)] += 1
    return counts[0], counts[1], counts[2]


def fit_rounds(game: str, weights: list[int], minutes: float, nodes: int, games: int) -> list[int]:
    """Return weights fitted to games, or those before where the fit loses against them."""
    judgement = import_module(f"vato.games.{game}.judgement")
    player, twin = Rival(game, weights), Rival(game, weights)
    positions, results = gather(player, twin, 60 * minutes, nodes, seed=1_000_000)
    rows = judgement.design(player.kernel.table_of(player.board), positions)
    new: list[int] = judgement.as_weights(fit(rows, results))
    score = report(f"fitted to {len(rows)} positions", match(game, new, weights, games, nodes, seed=1))
    return new if score > 0.5 else weights


def climb(game: str, weights: list[int], minutes: float, nodes: int, games: int) -> list[int]:
    """Return weights changed a little again and again, a change being kept when it wins its match clearly."""
    end = time.monotonic() + 60 * minutes
    random = np.random.default_rng(len(weights))
    trial = 0
    while time.monotonic() < end:
        trial += 1
        factors = np.where(random.random(len(weights)) < 0.4, random.normal(1, 0.3, len(weights)), 1)
        offsets = random.normal(0, STEP, len(weights)) * (factors != 1)
        new = [
            round(weight * factor + offset) for weight, factor, offset in zip(weights, factors, offsets, strict=True)
        ]
        wins, draws, losses = match(game, new, weights, games, nodes, seed=1000 * trial)
        score = (wins + draws / 2) / games
        spread = math.sqrt((wins + draws / 4) / games - score**2) / math.sqrt(games)
        if score - 0.5 > 1.3 * spread:
            report(f"trial {trial} kept", (wins, draws, losses))
            weights = new
    return weights


def report(what: str, counts: tuple[int, int, int]) -> float:
    """Print how new weights did against old ones, and return their score."""
    wins, draws, losses = counts
    score = (wins + draws / 2) / sum(counts)
    print(f"{what}: +{wins} ={draws} -{losses} against those before, {elo_of(score):+.0f} Elo", flush=True)
    return score


def main(arguments: list[str] | None = None) -> None:
    """Tune a game's weights."""
    parser = argparse.ArgumentParser(
        prog="scripts/tune",
        description="Tune a game's evaluation from self-play.",
        epilog="Example: scripts/tune fanorona --fit 2 --climb 10",
    )
    tuned = [name for name, game in catalog.GAMES.items() if game.file(FILE)]
    parser.add_argument("game", choices=tuned, help="a game whose evaluation is tuned by its games, not distilled")
    parser.add_argument("--fit", type=float, default=2, metavar="MINUTES", help="play so long, then fit to it (2)")
    parser.add_argument("--climb", type=float, default=10, metavar="MINUTES", help="try changes so long (10)")
    parser.add_argument("--nodes", type=int, default=2000, help="positions looked at for a move (2000)")
    parser.add_argument("--games", type=int, default=240, help="games of a match that decides (240)")
    parser.add_argument("--out", type=Path, help="without it, the file that is shipped")
    wishes = parser.parse_args(arguments)
    selfplay.compile_search_anew()
    path = catalog.find(wishes.game).file(FILE)
    assert path is not None
    begun: list[int] = json.loads(path.read_text(encoding="utf-8"))["weights"]
    weights = begun
    if wishes.fit:
        weights = fit_rounds(wishes.game, weights, wishes.fit, wishes.nodes, wishes.games)
    if wishes.climb:
        weights = climb(wishes.game, weights, wishes.climb, wishes.nodes, wishes.games)
    counts = match(wishes.game, weights, begun, 2 * wishes.games, wishes.nodes, seed=999_999)
    if report("all in all", counts) > 0.5:
        out = wishes.out or path
        out.write_text(json.dumps({"weights": weights}) + "\n", encoding="utf-8")
        print(f"Kept in {out}.")


if __name__ == "__main__":
    main()
