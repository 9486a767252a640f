"""The network: what compiled code makes of it, where it judges, and that mirror images are worth the same."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import vato
from vato.games.fanorona import Board, RuleSet, figures, judgement, network, network_kernel
from vato.games.fanorona.weights import feature_weights
from vato.lattice.endgames.numbers import reflected
from vato.lattice.points import board_of

STANDARD = RuleSet.known["standard"]
POINTS = board_of("9x5")


@cache
def numbers() -> dict[str, NDArray[Any]]:
    """Return what the file holds."""
    with np.load(network.FILE) as kept:
        return dict(kept)


words = cache(network.words)


@cache
def boards() -> list[Board]:
    """Return boards of random games."""
    rng = random.Random(1)
    found = []
    for _ in range(30):
        board = Board.new(STANDARD)
        while board.outcome() is None and len(board.played) < 60:
            found.append(board.copy())
            board.push(rng.choice(board.legal_moves))
    return found


@cache
def seen() -> NDArray[np.uint64]:
    """Return own and enemy stones of those boards."""
    return np.array([figures.position_of(board)[:2] for board in boards()], np.uint64)


def plain_judge(own: int, enemy: int) -> int:
    """Work the network out as its description says."""
    kept = numbers()
    images = [
        tuple(int(reflected(POINTS, np.array([side], np.uint64), image)[0]) for side in (own, enemy))
        for image in range(4)
    ]
    own, enemy = min(images)
    table = np.uint64(figures.table_of(Board.new(STANDARD)).ctypes.data)
    sides = np.uint64(own), np.uint64(enemy)
    mine, theirs = judgement.activity(table, *sides), judgement.activity(table, *sides[::-1])
    stones = (own | enemy).bit_count()
    bucket = sum(stones >= first for first in network.BUCKET_FIRSTS)
    ways = []
    for first, columns, lines in network.GROUPS:
        points = [first + line * 9 + column for line in range(lines) for column in range(columns)]
        digits = [(own >> point & 1) + 2 * (enemy >> point & 1) for point in points]
        ways.append(sum(digit * 3**place for place, digit in enumerate(digits)))
    ways += [min(mine[1], 15), min(theirs[1], 15), min(mine[0], 31), min(theirs[0], 31), bucket]
    rows = [sum(network.SIZES[:kind]) + way for kind, way in enumerate(ways)]
    sums = kept["rows"][rows].astype(int).sum(0).clip(0, 64)
    half = network.HIDDEN // 2
    products = sums[:half] * sums[half:]
    neurons = kept["neurons"][bucket].astype(int) @ products // 64**2 + kept["thresholds"][bucket]
    said = int(neurons.clip(0, 256) @ kept["says"][bucket].astype(int)) // 256
    direct = int(kept["direct"][bucket].astype(int) @ products) // (64**2 * 4)
    return int(kept["constants"][bucket]) + int(kept["worths"][rows].astype(int).sum()) + said + direct


def judged(positions: NDArray[np.uint64]) -> NDArray[np.int64]:
    return network_kernel.judge_all(figures.table_of(Board.new(STANDARD)), positions, words())


def test_compiled_code_gives_what_the_description_says() -> None:
    part = seen()[::5]
    assert len(part) > 100
    assert judged(part).tolist() == [plain_judge(int(own), int(enemy)) for own, enemy in part]


@pytest.mark.parametrize("reflection", [1, 2, 3])
def test_mirror_images_are_worth_the_same(reflection: int) -> None:
    images = np.stack([reflected(POINTS, side, reflection) for side in seen().T], axis=1)
    assert (judged(images) == judged(seen())).all()


@pytest.mark.parametrize(
    ("rules", "size", "position", "by_network"),
    [
        ("standard", "9x5", None, True),
        ("free", "9x5", None, True),
        ("standard", "5x5", None, False),
        ("standard", "5x9", None, False),
        ("vela", "9x5", None, False),
        ("vela", "9x5", "9/3b5/9/2w3w2/9 w", True),
    ],
)
def test_it_judges_on_the_board_it_knows(rules: str, size: str, position: str | None, by_network: bool) -> None:
    import vato

    board: Any = vato.new("fanorona", rules=rules, board=size if position is None else None, position=position)
    table, weights = figures.table_of(board), network.weights()
    here = figures.position_of(board)
    addresses = np.uint64(table.ctypes.data), np.uint64(weights.ctypes.data)
    found = network_kernel.judge(addresses[0], here, addresses[1])
    by_features = judgement.judge(addresses[0], here.own, here.enemy, addresses[1])
    expected = judged(np.array([here[:2]], np.uint64))[0] if by_network else by_features
    assert found == expected
    assert network_kernel.applies(addresses[0], here, addresses[1]) == by_network


def test_without_a_network_the_features_judge() -> None:
    weights = feature_weights()
    here = figures.position_of(Board.new(STANDARD))
    table = np.uint64(figures.table_of(Board.new(STANDARD)).ctypes.data)
    assert not network_kernel.applies(table, here, np.uint64(weights.ctypes.data))


def test_an_engine_finds_most_turns_that_alone_keep_the_value() -> None:
    lines = (Path(__file__).parent / "only_moves.txt").read_text().splitlines()
    asked = [line.split(" | ") for line in lines if " | " in line][::12]
    found = 0
    with vato.Engine("fanorona", hash_mb=16) as engine:
        for position, move, _ in asked:
            board = Board.new(STANDARD, position)
            assert sum(owner is not None for owner in board.stones.values()) in (7, 8)
            assert not any(each.steps[0].captured for each in board.legal_moves)
            found += engine.play(board, vato.Limit(nodes=20_000)) == board.read(move)
    assert found > 0.9 * len(asked) > 80
