"""The kernel gives the same answers as the board, which is the specification."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest

import vato
from tests.test_perft import cases
from tools.alquerque_kernel import SIZES, any_board, positions
from tools.compare_kernels import agree, compare, compare_perft, random_game
from vato.compiled.contract import TOO_LITTLE_ROOM
from vato.games import alquerque
from vato.games.alquerque import figures, kernel
from vato.games.alquerque.whole_games import count, past_of, perft, play_games

PERFT_FILES: list[Any] = cases()
each_rules = pytest.mark.parametrize("rules", list(alquerque.RuleSet.known.values()), ids=str)


@pytest.mark.parametrize("seed", range(6))
def test_any_position_under_any_rules(seed: int) -> None:
    rng = random.Random(seed)
    compared = 0
    for board in itertools.islice(positions(rng), 160):
        compared += compare(board)
        if rng.random() < 0.1:
            compared += compare_perft(board, most_nodes=600)
    assert compared > 1_000


@each_rules
def test_positions_of_no_game_on_every_board(rules: alquerque.RuleSet) -> None:
    rng = random.Random(f"{rules.name} anyhow")  # none of them with so many jumps that counting them takes seconds
    for size in SIZES:
        for _ in range(6):
            compare(any_board(rng, rules, size))


@each_rules
def test_random_games(rules: alquerque.RuleSet) -> None:
    rng = random.Random(rules.name)
    for size in ("5x5", rng.choice(SIZES), rng.choice(["9x7", "7x9"])):
        for board in random_game(rng, vato.new("alquerque", rules=rules, board=size), most_turns=40):
            compare(board)


@pytest.mark.parametrize(
    ("rules", "size", "position", "counts"),
    [pytest.param(*case.values[1:], id=case.id) for case in PERFT_FILES if case.values[0] == "alquerque"],
)
def test_counts_of_the_perft_files(rules: str, size: str, position: str, counts: list[int]) -> None:
    board: Any = vato.new("alquerque", rules=rules, position=None if position == "start" else position, board=size)
    for depth, expected in enumerate(counts, start=1):
        agree(board, f"perft {depth}", count(board, depth), expected)


@pytest.mark.parametrize("rules", ["modern", "modern,repetition=2", "bell,backward=free", "alfonso,quiet_turns=5"])
def test_a_past_counts_for_repetition(rules: str) -> None:
    rng = random.Random(rules)
    for _ in range(10):
        for board in random_game(rng, vato.new("alquerque", rules=rules, position="2b/3/3/3/w2 w"), most_turns=12):
            compare_perft(board, most_nodes=300)


def test_stones_that_went_elsewhere_make_another_position() -> None:
    # The same stones after eight turns, but one has come there by another way, so this is no second occurrence.
    rules = "bell,backward=free,repetition=2"
    board: Any = vato.new("alquerque", rules=rules, position="5/4b/5/1w3/5 w")
    for move in ("b2-c3", "e4-e5", "c3-c2", "e5-e4", "c2-b2", "e4-e5", "b2-b1", "e5-e4"):
        board.push(move)
    board.push("b1-b2")
    board.push("e4-e5")
    assert board.outcome() is None
    assert len(past_of(board)) == 10
    assert compare_perft(board, most_nodes=500) > 50


def test_the_kernel_knows_where_the_most_is_no_longer_counted() -> None:
    many = "1b1b1b1/1b2b2/5b1/3bbbb/1b3b1/4bbb/wb1b1b1 w"
    for rules in ("modern,most=yes", "alfonso,most=yes", "modern,most=yes,revisit=no"):
        board: Any = vato.new("alquerque", rules=rules, position=many)
        agree(board, "turns", count(board, 1), len(board.legal_moves))


def test_more_turns_than_there_is_room_for() -> None:
    board: Any = vato.new("alquerque", rules="alfonso", board="9x7", position=None)
    table, history, small = figures.table_of(board), np.empty((2, 4), np.uint64), np.empty((1, 2), np.uint64)
    addresses = [np.uint64(words.ctypes.data) for words in (table, history, small)]
    numbers = figures.rules_of(board), figures.position_of(board)
    assert perft(addresses[0], *numbers, 2, addresses[1], 0, addresses[2], len(small)) == TOO_LITTLE_ROOM
    assert kernel.list_turns(addresses[0], *numbers, addresses[2], len(small)) == len(board.legal_moves) > 1
    assert count(board, 3) == vato.perft(board, 3, plain=True)


def test_every_move_of_the_board_has_a_turn_and_back() -> None:
    rng = random.Random(1)
    for board in random_game(rng, vato.new("alquerque", board="7x7"), most_turns=30):
        for move in board.legal_moves:
            board.push(move)
            reached = figures.position_of(board)
            board.pop()
            bit = board.points.all.index
            captured = sum(1 << bit(point) for step in move.steps for point in step.captured)
            back = kernel.move_of(board, captured, bit(move.steps[0].origin) | bit(move.steps[-1].target) << 6)
            board.push(back)
            assert figures.position_of(board) == reached
            board.pop()


def test_random_games_by_the_kernel() -> None:
    results, turns = play_games(alquerque.Board(), 200, 1)
    assert results.sum() == 200
    assert turns > 2_000
