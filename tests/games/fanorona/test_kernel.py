"""The kernel gives the same answers as the board, which is the specification."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest

import vato
from tests.test_perft import cases
from tools.compare_kernels import Difference, agree, compare, compare_perft, random_game
from tools.fanorona_kernel import SIZES, any_board, positions
from vato.compiled.contract import TOO_LITTLE_ROOM
from vato.games import fanorona
from vato.games.fanorona import figures, kernel
from vato.games.fanorona.whole_games import count, past_of, perft

PERFT_FILES: list[Any] = cases()
RULES = list(fanorona.RuleSet.known.values())
REVANCHES = [fanorona.revanche_of(rules) for rules in RULES if rules != fanorona.VELA]
each_rules = pytest.mark.parametrize("rules", dict.fromkeys([*RULES, *REVANCHES]), ids=str)

# Counted by tests/perft/count.py, which was written from the rule text alone.
DEEP = [
    ("standard", "9x5", 6, 9_205_774),
    ("classic", "9x5", 6, 2_708_499),
    ("strict", "9x5", 6, 333_819),
    ("short", "9x5", 5, 530_873),
    ("free", "9x5", 5, 1_137_815),
    ("vela", "9x5", 6, 42_782),
    ("standard", "5x5", 6, 306_837),
    ("short", "7x7", 5, 676_444),
    ("standard", "9x7", 5, 895_999),
    ("free", "7x9", 4, 68_131),
]


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
def test_positions_of_no_game_on_every_board(rules: fanorona.RuleSet) -> None:
    rng = random.Random(rules.name)
    for size in SIZES:
        for _ in range(6):
            compare(any_board(rng, rules, size))


@each_rules
def test_random_games(rules: fanorona.RuleSet) -> None:
    rng = random.Random(rules.name)
    for size in ("9x5", rng.choice(SIZES), rng.choice(["9x7", "7x9"])):
        for board in random_game(rng, vato.new("fanorona", rules=rules, board=size), most_turns=40):
            compare(board)


@pytest.mark.parametrize(
    ("rules", "size", "position", "counts"),
    [pytest.param(*case.values[1:], id=case.id) for case in PERFT_FILES if case.values[0] == "fanorona"],
)
def test_counts_of_the_perft_files(rules: str, size: str, position: str, counts: list[int]) -> None:
    board: Any = vato.new("fanorona", rules=rules, position=None if position == "start" else position, board=size)
    for depth, expected in enumerate(counts, start=1):
        agree(board, f"perft {depth}", count(board, depth), expected)


@pytest.mark.parametrize(("rules", "size", "depth", "expected"), DEEP)
def test_deep_counts(rules: str, size: str, depth: int, expected: int) -> None:
    board: Any = vato.new("fanorona", rules=rules, board=size)
    assert vato.perft(board, depth) == vato.perft(board, depth, threads=2) == expected


def test_a_finished_game_counts_no_further_turns() -> None:
    board = vato.new("fanorona")
    board.resign()
    assert vato.perft(board, 5) == vato.perft(board, 5, threads=2) == 0


def test_impossible_wishes_are_refused() -> None:
    with pytest.raises(vato.VatoError, match="threads goes from 1 to 256"):
        vato.perft(vato.new("fanorona"), 5, threads=0)
    with pytest.raises(vato.VatoError, match="depth is a number from 0"):
        vato.perft(vato.new("fanorona"), -1)


@pytest.mark.parametrize("rules", ["standard", "standard,repetition=2", "free", "strict", "strict,repetition=2"])
def test_a_past_counts_for_repetition(rules: str) -> None:
    rng = random.Random(rules)
    start = "2b/3/3/3/w2 w" + (" turns=0" if rules.startswith("strict") else "")
    for _ in range(10):
        for board in random_game(rng, vato.new("fanorona", rules=rules, position=start), most_turns=12):
            compare_perft(board, most_nodes=300)


def test_a_first_turn_is_another_position() -> None:
    # The same stones after four turns, but then no first turn is to come, so this is no second occurrence.
    board: Any = vato.new("fanorona", rules="strict,repetition=2", position="2b/3/3/3/w2 w turns=0")
    for move in ("a1-b1", "c5-b5", "b1-a1", "b5-c5"):
        board.push(move)
    assert board.outcome() is None
    assert len(past_of(board)) == 4
    assert count(board, 1) == len(board.legal_moves) == 3
    assert compare_perft(board.root(), most_nodes=2_000) > 1_000


def test_a_claimant_must_capture_in_phase_one_whatever_the_usual_rules_say() -> None:
    rules = fanorona.revanche_of(fanorona.FREE)
    board: Any = vato.new("fanorona", rules=rules, position="bbbbbb3/9/w1b6/9/w8 w phase=1")
    assert compare(board) == 4  # a3-a4A, a3-b4A, a3-b3A and a1-b2A
    board = vato.new("fanorona", rules=rules, position="bbbbbb3/9/w1b6/9/w8 w phase=2")
    assert compare(board) > 4


def test_more_turns_than_there_is_room_for() -> None:
    # Three stones among many have more than a thousand ways to go.
    position = "b1b1b1bbb/1b2wb3/b1wb2bbb/bb3bb1b/1b1bb2bb/1w1b1b1b1/b1b3bb1 w"
    board: Any = vato.new("fanorona", rules="short", position=position)
    turns = len(board.legal_moves)
    assert turns > 1024
    table, history, small = figures.table_of(board), np.empty((2, 2), np.uint64), np.empty((100, 2), np.uint64)
    addresses = [np.uint64(words.ctypes.data) for words in (table, history, small)]
    numbers = figures.rules_of(board), figures.position_of(board)
    assert perft(addresses[0], *numbers, 2, addresses[1], 0, addresses[2], len(small)) == TOO_LITTLE_ROOM
    assert kernel.list_turns(addresses[0], *numbers, addresses[2], len(small)) == turns
    assert count(board, 1) == turns
    assert count(board, 2) == vato.perft(board, 2, plain=True)


def test_a_difference_names_the_position() -> None:
    board: Any = vato.new("fanorona")
    board.push("d3-e3A")
    with pytest.raises(Difference, match=r"perft 1: 8 instead of 7(.|\n)*position=(.|\n)*after d3-e3A"):
        agree(board, "perft 1", 8, 7)


def test_every_move_of_the_board_has_a_turn_and_back() -> None:
    rng = random.Random(1)
    for board in random_game(rng, vato.new("fanorona"), most_turns=30):
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
