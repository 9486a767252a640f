"""The kernel gives the same answers as the board, which is the specification."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

import vato
from tests.test_perft import cases
from tools.compare_kernels import agree, compare, compare_perft, random_game
from tools.squadro_kernel import positions
from vato.games.squadro import kernel
from vato.games.squadro.rulesets import FAR_EDGE, HOME
from vato.games.squadro.whole_games import count, milestones

PERFT_FILES: list[Any] = cases()


@pytest.mark.parametrize("seed", range(4))
def test_any_position_under_any_rules(seed: int) -> None:
    rng = random.Random(seed)
    compared = 0
    for board in itertools.islice(positions(rng), 600):
        compared += compare(board)
        if rng.random() < 0.05:
            compared += compare_perft(board, most_nodes=2_000)
    assert compared > 5_000


@pytest.mark.parametrize(
    ("position", "counts"),
    [pytest.param(*case.values[3:], id=case.id) for case in PERFT_FILES if case.values[0] == "squadro"],
)
def test_counts_of_the_perft_files(position: str, counts: list[int]) -> None:
    board: Any = vato.new("squadro", position=None if position == "start" else position)
    for depth, expected in enumerate(counts, start=1):
        agree(board, f"perft {depth}", count(board, depth), expected)


def test_deep_counts() -> None:
    # Counted by tests/perft/count.py, which was written from the rule text alone.
    assert vato.perft(vato.new("squadro"), 9) == vato.perft(vato.new("squadro"), 9, threads=2) == 1_953_125


@pytest.mark.parametrize(
    ("rules", "rounds"), [("standard", 2), ("standard,repetition=2", 1), ("standard,repetition=0", 3)]
)
def test_a_past_counts_for_repetition(rules: str, rounds: int) -> None:
    # Stones that send each other back: after these eight turns everything stands as before.
    board: Any = vato.new("squadro", rules=rules, position="ca3cc/c16cc dark")
    for lane in "22323322" * rounds:
        compare(board)
        assert compare_perft(board, most_nodes=2_000) > 100
        board.push(lane)
    assert board.occurrences() == rounds + 1
    assert (board.outcome() is None) == rules.endswith("=0")
    board.pop()
    assert count(board, 2) == vato.perft(board, 2, plain=True)


def test_what_cannot_be_undone_is_turning_round_and_coming_home() -> None:
    for progress in range(HOME + 1):
        expected = (progress >= FAR_EDGE) + 2 * (progress == HOME)
        same = [other for other in range(HOME + 1) if milestones(other) == milestones(progress)]
        assert same == [other for other in range(HOME + 1) if (other >= FAR_EDGE) + 2 * (other == HOME) == expected]


def test_every_move_of_the_board_has_a_turn_and_back() -> None:
    for board in random_game(random.Random(1), vato.new("squadro")):
        for move in board.legal_moves:
            assert kernel.move_of(board, 0, move.lane - 1) == move
