"""Makes Squadro's network from the solved game: `scripts/distil SOLUTION`, after `vato solve squadro --out ...`.

It takes positions of games of mixed quality, looks up their exact values, and trains the network to name the winner. It
needs PyTorch, uses a GPU where there is one, and writes network.npz into the game's room.
"""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vato.compiled import scale
from vato.errors import VatoError
from vato.games.squadro import network
from vato.games.squadro.mixed_games import sample
from vato.games.squadro.rulesets import FAR_EDGE
from vato.games.squadro.solution.slices import places
from vato.games.squadro.solution.solution import Solution

PART = 8_000_000
"""How many positions are sampled and looked up at a time, as each takes some 200 bytes until then."""
BATCH = 32_768
FASTEST = 4e-3
"""The highest rate of learning."""
LARGEST = 1.98
"""No number of a row is larger, so that it fits into a byte."""
HEAVIEST = 3.96


def ways_of(progress: NDArray[np.int64]) -> NDArray[np.int16]:
    """Return for each position in which way each of its four groups stands, numbered as in network.npz."""
    found = []
    for side in range(2):
        for lanes in network.GROUPS:
            ways = np.zeros(len(progress), np.int64)
            for lane in lanes:
                ways = ways * network.PLACES + progress[:, side, lane]
            found.append(ways)
    return np.stack(found, axis=1).astype(np.int16)


def possible_ways() -> NDArray[np.bool_]:
    """Return which of all ways to stand, one group after the other, can occur."""
    found = []
    for player in range(2):
        for lanes in network.GROUPS:
            possible = np.ones((network.PLACES,) * len(lanes), np.bool_)
            for axis, lane in enumerate(lanes):
                stands = np.zeros(network.PLACES, np.bool_)
                stands[[place for phase in range(3) for place in places(player, lane, phase)]] = True
                possible &= np.expand_dims(stands, [other for other in range(len(lanes)) if other != axis])
            found.append(possible.reshape(-1))
    return np.concatenate(found)


def train(
    ways: NDArray[np.int16], buckets: NDArray[np.int16], targets: NDArray[np.float32], steps: int
) -> dict[str, Any]:
    """Return the arrays of a network that names the winners, its numbers rounded as the compiled code takes them."""
    import torch

    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(1)
    torch.backends.cuda.matmul.allow_tf32 = True
    inputs, turns_and_layers, wanted = (torch.tensor(part, device=device) for part in (ways, buckets, targets))

    def numbers(*shape: int, spread: float = 0.0, middle: float = 0.0) -> torch.nn.Parameter:
        return torch.nn.Parameter(middle + spread * torch.randn(*shape, device=device))

    def ones_in(chosen: torch.Tensor, size: int) -> torch.Tensor:
        return torch.nn.functional.one_hot(chosen.long(), size).float()

    hidden, products, neurons, kinds = network.HIDDEN, network.HIDDEN // 2, network.NEURONS, network.BUCKETS
    rows = [numbers(size, hidden, spread=0.1) for size in network.SIZES]
    worths = [numbers(size) for size in network.SIZES]
    turns = numbers(2, hidden, middle=0.3)
    reading = numbers(products, kinds * neurons, spread=products**-0.5)
    thresholds, says = numbers(kinds, neurons, middle=0.2), numbers(kinds, neurons, spread=neurons**-0.5)
    direct, constants = numbers(products, kinds, spread=0.3 * products**-0.5), numbers(kinds)
    learner = torch.optim.Adam([*rows, *worths, turns, reading, thresholds, says, direct, constants], lr=FASTEST)
    pace = torch.optim.lr_scheduler.OneCycleLR(learner, max_lr=FASTEST, total_steps=steps, pct_start=0.01)
    for step in range(1, steps + 1):
        batch = torch.randint(len(inputs), (BATCH,), device=device)
        bucket = ones_in(turns_and_layers[batch], kinds)
        # Ones in a row and products of matrices: a GPU adds up rows chosen by number far more slowly.
        sums = ones_in(turns_and_layers[batch] % 2, 2) @ turns
        odds = torch.zeros(BATCH, device=device)
        for group, size in enumerate(network.SIZES):
            ones = ones_in(inputs[batch, group], size)
            sums = sums + ones @ rows[group]
            odds = odds + ones @ worths[group]
        first, second = sums.clamp(0, 1).split(products, dim=1)
        found = first * second
        odds = odds + ((found @ direct + constants) * bucket).sum(1)
        active = ((found @ reading).view(BATCH, kinds, neurons) * bucket[:, :, None]).sum(1)
        odds = odds + ((active + bucket @ thresholds).clamp(0, 1) * (bucket @ says)).sum(1)
        loss = torch.nn.functional.binary_cross_entropy_with_logits(odds, wanted[batch])
        learner.zero_grad()
        loss.backward()
        learner.step()
        pace.step()
        with torch.no_grad():
            for part in rows:
                part.clamp_(-LARGEST, LARGEST)
            reading.clamp_(-HEAVIEST, HEAVIEST)
        if step % 1000 == 0 or step == steps:
            print(f"step {step} of {steps}: loss {loss.item():.4f}", file=sys.stderr, flush=True)

    def rounded(part: torch.Tensor, unit: int) -> NDArray[np.int16]:
        whole: NDArray[np.int16] = np.round(part.detach().cpu().numpy() * unit).astype(np.int16)
        return whole

    impossible = ~possible_ways()
    whole_rows, whole_worths = rounded(torch.cat(rows), scale.ONE), rounded(torch.cat(worths), network.UNIT)
    whole_rows[impossible] = whole_worths[impossible] = 0
    return {
        "rows": whole_rows.astype(np.int8),
        "worths": whole_worths,
        "turns": rounded(turns, scale.ONE),
        "neurons": rounded(reading.view(products, kinds, neurons).permute(1, 2, 0), scale.WEIGHT),
        "thresholds": rounded(thresholds, scale.WEIGHT),
        "says": rounded(says, network.UNIT),
        "direct": rounded(direct.T, network.UNIT * scale.FINE),
        "constants": rounded(constants, network.UNIT),
    }


def main(arguments: list[str] | None = None) -> None:
    """Make the network again."""
    parser = argparse.ArgumentParser(
        prog="scripts/distil",
        description="Distil the solved game into a network.",
        epilog="Example: scripts/distil squadro-solution",
    )
    parser.add_argument("solution", type=Path, help="the folder that `vato solve squadro` has filled")
    parser.add_argument("--positions", type=int, default=112_000_000)
    parser.add_argument("--steps", type=int, default=80_000)
    parser.add_argument("--seed", type=int, default=15_839)
    parser.add_argument("--out", type=Path, default=Path(network.__file__).with_name("network.npz"))
    wishes = parser.parse_args(arguments)
    if find_spec("torch") is None:
        sys.exit("vato: PyTorch is needed: pip install torch.")
    parts = []
    try:
        with Solution(wishes.solution) as solution:
            for number, begin in enumerate(range(0, wishes.positions, PART)):
                progress, players = sample(min(PART, wishes.positions - begin), wishes.seed + number)
                winners = solution.winners(progress, players)
                targets = np.where(winners == -1, 0.5, winners == players).astype(np.float32)
                buckets = (2 * (progress // FAR_EDGE).sum((1, 2)) + players).astype(np.int16)
                parts.append((ways_of(progress), buckets, targets))
                done = begin + len(players)
                print(f"position {done:,} of {wishes.positions:,}", file=sys.stderr, flush=True)
    except VatoError as error:
        sys.exit(f"vato: {error}")
    ways, buckets, targets = (np.concatenate(part) for part in zip(*parts, strict=True))
    np.savez_compressed(wishes.out, **train(ways, buckets, targets, wishes.steps))


if __name__ == "__main__":
    main()
