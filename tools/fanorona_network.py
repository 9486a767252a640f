"""Teaches Fanorona's network with games that a GPU plays against itself: `scripts/teach`.

    python -m tools.fanorona_network --positions 60_000_000 --generations 3

The endings of few stones are solved first, in the GPU's memory. Then games are played from random openings, some turns
being blind, by a shallow search that looks endings up; a game is over when its end is known. The network learns what
each position is worth: exactly, where the tables know, and else between how the game ended and what the search said.
The first generation judges by the features of judgement.py, each further one by the network before. Games kept from the
learner show how well it tells the outcome. Needs CuPy and PyTorch, and one GPU with 20 GB.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.fanorona_selfplay import (
    EXACT_AT,
    FARTHEST,
    HELD_AT,
    OUTCOME_AT,
    UNKNOWN,
    VALUE_AT,
    Player,
    said,
)
from vato.compiled import scale
from vato.compiled.contract import SURE, WIN
from vato.engine.search import INFINITE
from vato.games.fanorona import network
from vato.games.fanorona.rulesets import STANDARD

BATCH, FASTEST, HEAVIEST = 16_384, 0.003, 127.0
"""How many positions a step has, how fast it learns at the most, and how heavy a weight of a neuron may be."""
PATTERNS = sum(network.SIZES[: len(network.GROUPS)])


def odds_of(values: Any, scale: float, torch: Any) -> Any:
    """Return how likely a player wins who finds a value; wins that are sure are the less so the farther they are."""
    near = torch.sigmoid(values * (scale / network.UNIT))
    doubt = 0.25 * (WIN - values.abs()).clamp(0, FARTHEST) / FARTHEST
    return torch.where(values > SURE, 1 - doubt, torch.where(values < -SURE, doubt, near))


class Lessons:
    """Positions on the GPU with what they are worth."""

    def __init__(self, player: Player, seen: Any, trust: float, about: bool = True) -> None:
        import torch

        words = torch.from_dlpack(seen.view(np.int64))
        values = ((words[:, 0] >> VALUE_AT) & 0xFFFF).float() - INFINITE
        outcomes = (words[:, 1] >> OUTCOME_AT) & UNKNOWN
        self.exact = ((words[:, 1] >> EXACT_AT) & 1).bool()
        self.held = ((words[:, 1] >> HELD_AT) & 1).bool()
        rows, buckets = player.described(seen, about)
        self.rows, self.buckets = torch.from_dlpack(rows.view(np.int16)), torch.from_dlpack(buckets)
        known = (outcomes != UNKNOWN) & ~self.exact
        outcome = outcomes.float() / 1000
        self.scale = fitted_scale(values[known], outcome[known], torch)
        expected = odds_of(values, self.scale, torch)
        blended = torch.where(known, trust * outcome + (1 - trust) * expected, expected)
        self.targets = torch.where(self.exact, outcome, blended)
        exact, ended = self.exact.float().mean(), known.float().mean()
        said(f"{len(words):,} positions: {exact:.1%} exact, {ended:.1%} with an outcome")
        said(f"a value of {network.UNIT / self.scale:.0f} is a factor of e in the odds; value, positions, outcome:")
        for low in range(-1000, 1000, 200):
            part = known & (values >= low) & (values < low + 200)
            told = torch.sigmoid(values[part] * self.scale / network.UNIT).mean()
            said(f"  {low:+5d}: {int(part.sum()):9,} {outcome[part].mean():.3f}, expected {told:.3f}")
        for sure, part in (("won", known & (values > SURE)), ("lost", known & (values < -SURE))):
            said(f"  {sure}: {int(part.sum()):,} {outcome[part].mean():.3f}")


def fitted_scale(values: Any, outcomes: Any, torch: Any) -> float:
    """Return by which factor values must be multiplied to tell the outcome best."""
    part = values.abs() < 10 * network.UNIT
    values, outcomes = values[part][:4_000_000].double() / network.UNIT, outcomes[part][:4_000_000].double()
    scales = [0.05 * number for number in range(1, 81)]
    losses = [torch.nn.functional.binary_cross_entropy_with_logits(scale * values, outcomes).item() for scale in scales]
    return scales[losses.index(min(losses))]


def point_digits() -> NDArray[np.float32]:
    """Return for each way the points of a group stand which own and enemy stones it has, as ones."""
    found = np.zeros((PATTERNS, 90), np.float32)
    begin = 0
    for first, columns, lines in network.GROUPS:
        points = [first + line * network.COLUMNS + column for line in range(lines) for column in range(columns)]
        for number in range(3 ** len(points)):
            for place, point in enumerate(points):
                digit = number // 3**place % 3
                if digit:
                    found[begin + number, point + 45 * (digit - 1)] = 1
        begin += 3 ** len(points)
    return found


class Learner:
    """The network while it learns, in floating point."""

    def __init__(self, seed: int) -> None:
        import torch

        self.torch = torch
        torch.manual_seed(seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        hidden, products, neurons, buckets = network.HIDDEN, network.HIDDEN // 2, network.NEURONS, network.BUCKETS

        def numbers(*shape: int, spread: float = 0.0, middle: float = 0.0) -> Any:
            return torch.nn.Parameter(middle + spread * torch.randn(*shape, device="cuda"))

        size = sum(network.SIZES)
        # What a pattern says is what its stones say, and something of its own.
        self.digits = torch.tensor(point_digits(), device="cuda")
        self.rows, self.point_rows = numbers(size, hidden, spread=0.02), numbers(90, hidden, spread=0.1)
        self.worths, self.point_worths = numbers(size, 1), numbers(90, 1)
        self.begin = numbers(hidden, middle=0.3)
        self.reading = numbers(buckets, products, neurons, spread=products**-0.5)
        self.thresholds, self.says = (
            numbers(buckets, neurons, middle=0.2),
            numbers(buckets, neurons, spread=neurons**-0.5),
        )
        self.direct, self.constants = numbers(buckets, products, spread=0.3 * products**-0.5), numbers(buckets)
        self.parts = [part for part in vars(self).values() if isinstance(part, torch.nn.Parameter)]

    def whole_rows(self) -> Any:
        """Return the rows with worths as their last number."""
        torch = self.torch
        own = torch.cat([self.rows, self.worths], dim=1)
        points = self.digits @ torch.cat([self.point_rows, self.point_worths], dim=1)
        begin = torch.cat([self.begin, self.begin.new_zeros(1)]).expand(network.BUCKETS, -1)
        between = own.new_zeros(len(own) - len(points) - network.BUCKETS, own.shape[1])
        return own + torch.cat([points, between, begin])

    def odds(self, rows: Any, buckets: Any) -> Any:
        """Return the logarithm of the odds of positions."""
        torch = self.torch
        # Ones in a row and a product of matrices: a GPU adds up rows chosen by number far more slowly. It is fast where
        # both sides of a matrix are multiples of 64.
        whole = self.whole_rows()
        whole = torch.nn.functional.pad(whole, (0, -whole.shape[1] % 64, 0, -whole.shape[0] % 64))
        ones = torch.zeros(len(rows), len(whole), device="cuda", dtype=torch.bfloat16)
        ones.scatter_(1, rows.long(), 1)
        both = ones @ whole.bfloat16()
        sums, worth = both[:, : network.HIDDEN].float(), both[:, network.HIDDEN].float()
        first, second = sums.clamp(0, 1).split(network.HIDDEN // 2, dim=1)
        found = first * second
        bucket = torch.eye(network.BUCKETS, device="cuda")[buckets.long()]
        weights = torch.cat([self.reading, self.direct[:, :, None]], dim=2)
        read = torch.einsum("np,bpk->nbk", found, weights)
        read = (read * bucket[:, :, None]).sum(1)
        active = (read[:, :-1] + bucket @ self.thresholds).clamp(0, 1)
        return worth + read[:, -1] + bucket @ self.constants + (active * (bucket @ self.says)).sum(1)

    def learn(self, lessons: list[Lessons], steps: int) -> None:
        """Go over the lessons for so many steps."""
        torch = self.torch
        rows = torch.cat([each.rows[~each.held] for each in lessons])
        buckets = torch.cat([each.buckets[~each.held] for each in lessons])
        targets = torch.cat([each.targets[~each.held] for each in lessons])
        learner = torch.optim.Adam(self.parts, lr=FASTEST, fused=True)
        pace = torch.optim.lr_scheduler.OneCycleLR(learner, max_lr=FASTEST, total_steps=steps, pct_start=0.05)
        begun, total = time.monotonic(), torch.zeros((), device="cuda")
        shown = max(steps // 10, 1)
        for step in range(1, steps + 1):
            batch = torch.randint(len(rows), (BATCH,), device="cuda")
            odds = self.odds(rows[batch], buckets[batch])
            loss = torch.nn.functional.binary_cross_entropy_with_logits(odds, targets[batch])
            learner.zero_grad()
            loss.backward()
            learner.step()
            pace.step()
            total += loss.detach()
            with torch.no_grad():
                self.reading.clamp_(-HEAVIEST, HEAVIEST)
            if step % shown == 0:
                said(f"step {step} of {steps}: loss {total.item() / shown:.4f}, {time.monotonic() - begun:.0f} s")
                total.zero_()

    def tested(self, lessons: Lessons, values: Any = None) -> float:
        """Return the loss in games kept from the learner, and show it by bucket; by given values, if there are any."""
        torch = self.torch
        part = torch.nonzero(lessons.held).flatten()[:400_000]
        total, count, shown = 0.0, 0, []
        scale = 1.0 if values is None else fitted_scale(values[part].float(), lessons.targets[part], torch)
        for bucket in range(network.BUCKETS):
            chosen = part[lessons.buckets[part] == bucket]
            if not len(chosen):
                continue
            with torch.no_grad():
                if values is None:
                    parts = [self.odds(lessons.rows[some], lessons.buckets[some]) for some in chosen.split(BATCH)]
                    odds = torch.cat(parts)
                else:
                    odds = values[chosen].float() * (scale / network.UNIT)
                targets = lessons.targets[chosen]
                loss = torch.nn.functional.binary_cross_entropy_with_logits(odds, targets, reduction="sum").item()
                least = torch.nn.functional.binary_cross_entropy(targets, targets, reduction="sum").item()
            shown.append(f"{(loss - least) / len(chosen):.4f}")
            total, count = total + loss - least, count + len(chosen)
        said(f"loss above the least possible, of {count:,} held back: {total / count:.4f}; by bucket {' '.join(shown)}")
        return total / count

    def rounded(self) -> dict[str, NDArray[Any]]:
        """Return the network as network.npz keeps it."""
        torch = self.torch

        def whole(part: Any, unit: int, most: int = 32_767) -> NDArray[np.int16]:
            found: NDArray[np.int16] = np.clip(np.round(part.detach().cpu().numpy() * unit), -most, most).astype(
                np.int16
            )
            return found

        with torch.no_grad():
            rows = self.whole_rows()
        return {
            "rows": whole(rows[:, :-1], scale.ONE, 127).astype(np.int8),
            "worths": whole(rows[:, -1], network.UNIT),
            "neurons": whole(self.reading.transpose(1, 2), scale.WEIGHT),
            "thresholds": whole(self.thresholds, scale.WEIGHT),
            "says": whole(self.says, network.UNIT),
            "direct": whole(self.direct, network.UNIT * scale.FINE),
            "constants": whole(self.constants, network.UNIT),
        }


def keep(path: Path, kept: dict[str, Any]) -> None:
    """Write a network to a file."""
    np.savez_compressed(path, **kept)


def main(arguments: list[str] | None = None) -> None:
    """Make the network again."""
    parser = argparse.ArgumentParser(
        prog="scripts/teach",
        description="Teach Fanorona's network with games that a GPU plays against itself.",
        epilog="Example: scripts/teach --positions 1000000 --generations 1 --steps 2000 --out small.npz",
    )
    parser.add_argument("--positions", type=int, default=40_000_000, help="of each generation (40,000,000)")
    parser.add_argument("--generations", type=int, default=3)
    parser.add_argument("--nodes", type=int, default=1000, help="the most looked at for a turn of a game (1000)")
    parser.add_argument(
        "--steps", type=int, default=27_000, help=f"of {BATCH:,} positions, in each generation (27,000)"
    )
    parser.add_argument("--stones", type=int, default=7, help="look up endings with up to so many (7)")
    parser.add_argument("--games", type=int, default=132 * 1280, help="how many are played at once")
    parser.add_argument("--trust", type=float, default=0.5, help="how much the outcome counts beside the search (0.5)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=network.FILE)
    wishes = parser.parse_args(arguments)
    begun = time.monotonic()
    player = Player(STANDARD, wishes.stones, wishes.games, wishes.seed)
    said(f"endings solved after {time.monotonic() - begun:.0f} s")
    lessons: list[Lessons] = []
    for generation in range(wishes.generations):
        seen = player.play(wishes.positions, wishes.nodes)
        lessons.append(Lessons(player, seen, wishes.trust))
        learner = Learner(wishes.seed + generation)
        learner.tested(lessons[-1], learner.torch.from_dlpack(player.judged(seen)))
        learner.learn(lessons[-2:], wishes.steps)
        learner.tested(lessons[-1])
        kept = learner.rounded()
        keep(wishes.out, kept)
        player.judge_by(kept)
        learner.tested(lessons[-1], learner.torch.from_dlpack(player.judged(seen)))
        said(f"generation {generation + 1} after {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
