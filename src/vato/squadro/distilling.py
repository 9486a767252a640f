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
from vato.squadro.rulesets import FAR_EDGE, HOME, LANES, STANDARD
from vato.squadro.solver.solution import Solution

LONGEST = 200
BATCH = 32_768
FASTEST = 5e-3
"""The highest rate of learning."""
LARGEST = 4.0
"""No number of a row is larger, so that eleven of them fit into 16 bits."""
HEAVIEST = 16.0
MOODS = (2, 10, 25, 50, 100)
"""How many moves of a hundred a game's players choose blindly; the others are the best at first sight, or nearly."""
NEARLY = 60
STRAYS = 5
"""Fewer blind moves than this lead from a game to a position that is learnt: a search meets what nobody would play."""


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
            random = next_random(random)
            learnt = stray(table, rules, position, below(np.uint64(STRAYS), random), random)
            found[count, 0], found[count, 1] = learnt.own, learnt.enemy
            found[count, 2] = np.uint64(learnt.player)
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


@njit(nogil=True)
def stray(table: Any, rules: Any, position: Any, moves: Any, random: Any) -> Any:
    """Return where so many blind moves lead, or fewer where the next would end the game."""
    for _ in range(moves):
        random = next_random(random)
        lane = below(np.uint64(LANES), random)
        if kernel.progress_in(position.own, lane) == HOME:
            continue
        reached = kernel.play(table, position, lane)
        if kernel.standing(rules, reached) != GOING_ON:
            break
        position = reached
    return position


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


def places_of(progress: NDArray[np.int64], players: NDArray[np.int64]) -> NDArray[np.int16]:
    """Return the numbers of the ten places that make up each position."""
    stones = progress.reshape(len(progress), 2 * LANES) + network.PLACES * np.arange(2 * LANES)
    return (stones + players[:, None] * 2 * LANES * network.PLACES).astype(np.int16)


def train(places: NDArray[np.int16], targets: NDArray[np.float64], steps: int) -> dict[str, NDArray[Any]]:
    """Return a network that names the winners, its numbers rounded as the compiled code takes them."""
    import torch

    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(1)
    inputs = torch.tensor(places, device=device)
    wanted = torch.tensor(targets, device=device, dtype=torch.float32)
    phases = torch.tensor(np.arange(network.ROWS) % network.PLACES // FAR_EDGE, device=device)

    def numbers(*shape: int, spread: float = 0.0, middle: float = 0.0) -> torch.nn.Parameter:
        return torch.nn.Parameter(middle + spread * torch.randn(*shape, device=device))

    rows, worths = numbers(network.ROWS, network.HIDDEN, spread=0.15), numbers(network.ROWS)
    turns = numbers(2, network.HIDDEN, middle=0.3)
    weights = numbers(network.LAYERS, network.HIDDEN, spread=network.HIDDEN**-0.5)
    constants = numbers(network.LAYERS)
    parts = [rows, worths, turns, weights, constants]
    learner = torch.optim.Adam(parts, lr=FASTEST)
    pace = torch.optim.lr_scheduler.OneCycleLR(learner, max_lr=FASTEST, total_steps=steps, pct_start=0.05)
    for step in range(1, steps + 1):
        batch = torch.randint(len(inputs), (BATCH,), device=device)
        chosen = inputs[batch].long()
        layer = torch.nn.functional.one_hot(phases[chosen].sum(1), network.LAYERS).float()
        player = torch.nn.functional.one_hot((chosen[:, 0] >= network.ROWS // 2).long(), 2).float()
        # Ones in a row and products of matrices: a GPU adds up rows chosen by number far more slowly.
        ones = torch.zeros(BATCH, network.ROWS, device=device).scatter_(1, chosen, 1.0)
        sums = (ones @ rows + player @ turns).clamp(0, 1)
        odds = ((sums @ weights.T + constants) * layer).sum(1) + ones @ worths
        loss = torch.nn.functional.binary_cross_entropy_with_logits(odds, wanted[batch])
        learner.zero_grad()
        loss.backward()
        learner.step()
        pace.step()
        with torch.no_grad():
            rows.clamp_(-LARGEST, LARGEST)
            weights.clamp_(-HEAVIEST, HEAVIEST)
        if step % 1000 == 0 or step == steps:
            print(f"step {step} of {steps}: loss {loss.item():.4f}", file=sys.stderr, flush=True)

    def rounded(part: torch.nn.Parameter, unit: int) -> NDArray[np.int16]:
        return np.round(part.detach().cpu().numpy() * unit).astype(np.int16)

    return {
        "places": rounded(rows, network.ONE),
        "turns": rounded(turns, network.ONE),
        "weights": rounded(weights, network.UNIT),
        "worths": rounded(worths, network.UNIT),
        "constants": rounded(constants, network.UNIT),
    }


def main() -> None:
    """Make the network again."""
    parser = argparse.ArgumentParser(description="Distil the solved game into a network.")
    parser.add_argument("solution", type=Path, help="the folder that `vato solve squadro` has filled")
    parser.add_argument("--positions", type=int, default=40_000_000)
    parser.add_argument("--steps", type=int, default=30_000)
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
    np.savez_compressed(wishes.out, **train(places_of(progress, players), targets, wishes.steps))


if __name__ == "__main__":
    main()
