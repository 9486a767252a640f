"""Making the network from the solved game: `scripts/distil SOLUTION`, after `vato solve squadro --out SOLUTION`.

It plays games of mixed quality, looks up the exact value of their positions, and trains the network to name the winner.
It needs PyTorch, uses a GPU where there is one, and writes network.npz beside this file.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from vato.compiled import GOING_ON, below, next_random
from vato.game import VatoError
from vato.squadro import kernel, network
from vato.squadro.board import Board
from vato.squadro.rulesets import HOME, LANES, STANDARD
from vato.squadro.solver.solution import Solution

LONGEST = 200
BATCH = 16_384
FASTEST = 4e-3
"""The highest rate of learning."""
LARGEST = 4.0
"""No number of a row is larger, so that eleven of them fit into 16 bits."""
MOODS = (2, 10, 25, 50, 100)
"""How many moves of a hundred a game's players choose blindly; the others are the best at first sight, or nearly."""
NEARLY = 60


@njit(nogil=True)
def play_games(table: Any, weights: Any, rules: Any, moods: Any, seed: Any, found: Any) -> None:
    """Fill `found` with positions of games: own progress, enemy progress, player."""
    random = seed
    count = 0
    while count < len(found):
        random = next_random(random)
        position = kernel.Position(np.uint64(0), np.uint64(0), np.int64(below(np.uint64(2), random)))
        random = next_random(random)
        mood = moods[below(np.uint64(len(moods)), random)]
        for _ in range(LONGEST):
            if kernel.standing(rules, position) != GOING_ON or count == len(found):
                break
            found[count, 0], found[count, 1] = position.own, position.enemy
            found[count, 2] = np.uint64(position.player)
            count += 1
            random = next_random(random)
            blindly = below(np.uint64(100), random) < mood
            best, chosen = -(1 << 40), position
            for lane in range(LANES):
                if kernel.progress_in(position.own, lane) == HOME:
                    continue
                reached = kernel.play(table, position, lane)
                random = next_random(random)
                value = np.int64(below(np.uint64(NEARLY), random))
                if not blindly:
                    light, dark = (reached.own, reached.enemy) if reached.player == 0 else (reached.enemy, reached.own)
                    value -= network.judge(light, dark, reached.player, weights)
                if value > best:
                    best, chosen = value, reached
            position = chosen


def sample(count: int, seed: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return different positions of games of mixed quality: progress by player and lane, and who is to move."""
    board = Board.new(STANDARD)
    table, weights = kernel.table_of(board), network.weights()
    found = np.zeros((3 * count, 3), np.uint64)
    addresses = np.uint64(table.ctypes.data), np.uint64(weights.ctypes.data)
    play_games(*addresses, kernel.rules_of(board), np.array(MOODS, np.uint64), np.uint64(seed), found)
    found = np.random.default_rng(seed).permutation(np.unique(found, axis=0))[:count]
    shifts = 4 * np.arange(LANES, dtype=np.uint64)
    own, enemy = ((found[:, side, None] >> shifts & np.uint64(15)).astype(np.int64) for side in (0, 1))
    players = found[:, 2].astype(np.int64)
    first = players[:, None] == 0
    return np.stack([np.where(first, own, enemy), np.where(first, enemy, own)], axis=1), players


def places_of(progress: NDArray[np.int64], players: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers of the ten places that make up each position."""
    stones = progress.reshape(len(progress), 2 * LANES) + network.PLACES * np.arange(2 * LANES)
    return stones + players[:, None] * 2 * LANES * network.PLACES


def train(places: NDArray[np.int64], targets: NDArray[np.float64], rounds: int) -> dict[str, NDArray[Any]]:
    """Return a network that names the winners, its numbers rounded as the compiled code takes them."""
    import torch

    device = "cuda" if torch.cuda.is_available() else "cpu"
    inputs = torch.tensor(places, device=device)
    wanted = torch.tensor(targets, device=device, dtype=torch.float32)
    torch.manual_seed(1)
    rows = torch.nn.Embedding(network.ROWS, network.HIDDEN)
    worths = torch.nn.Embedding(network.ROWS, 1)
    torch.nn.init.normal_(rows.weight, std=0.15)
    torch.nn.init.zeros_(worths.weight)
    turns = torch.nn.Parameter(torch.full((2, network.HIDDEN), 0.3, device=device))
    output = torch.nn.Linear(network.HIDDEN, 1)
    parts = torch.nn.ModuleList([rows, worths, output]).to(device)
    steps = rounds * (len(inputs) // BATCH)
    learner = torch.optim.Adam([*parts.parameters(), turns], lr=FASTEST)
    pace = torch.optim.lr_scheduler.OneCycleLR(learner, max_lr=FASTEST, total_steps=steps, pct_start=0.05)
    for number in range(rounds):
        order = torch.randperm(len(inputs), device=device)
        for batch in order.split(BATCH)[: len(inputs) // BATCH]:
            chosen = inputs[batch]
            player = (chosen[:, 0] >= network.ROWS // 2).long()
            sums = (rows(chosen).sum(1) + turns[player]).clamp(0, 1)
            odds = output(sums).squeeze(1) + worths(chosen).sum(1).squeeze(1)
            loss = torch.nn.functional.binary_cross_entropy_with_logits(odds, wanted[batch])
            learner.zero_grad()
            loss.backward()
            learner.step()
            pace.step()
            with torch.no_grad():
                rows.weight.clamp_(-LARGEST, LARGEST)
        print(f"round {number + 1} of {rounds}: loss {loss.item():.4f}", file=sys.stderr, flush=True)

    def rounded(numbers: Any, unit: int) -> NDArray[np.int16]:
        return np.round(numbers.detach().cpu().numpy() * unit).astype(np.int16)

    return {
        "places": rounded(rows.weight, network.ONE),
        "turns": rounded(turns, network.ONE),
        "weights": rounded(output.weight[0], network.UNIT),
        "worths": rounded(worths.weight[:, 0], network.UNIT),
        "constant": rounded(output.bias[0], network.UNIT),
    }


def main() -> None:
    """Make the network again."""
    parser = argparse.ArgumentParser(description="Distil the solved game into a network.")
    parser.add_argument("solution", type=Path, help="the folder that `vato solve squadro` has filled")
    parser.add_argument("--positions", type=int, default=5_000_000)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=15_839)
    parser.add_argument("--out", type=Path, default=Path(network.__file__).with_name("network.npz"))
    wishes = parser.parse_args()
    try:
        progress, players = sample(wishes.positions, wishes.seed)
        with Solution(wishes.solution) as solution:
            winners = solution.winners(progress, players)
    except VatoError as error:
        sys.exit(f"vato: {error}")
    targets = np.where(winners == -1, 0.5, winners == players)
    np.savez_compressed(wishes.out, **train(places_of(progress, players), targets, wishes.rounds))


if __name__ == "__main__":
    main()
