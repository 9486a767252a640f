"""The GPU's program, compiled for the processor and run by one thread, finds the same values. No GPU is needed here."""

from __future__ import annotations

from math import comb
from pathlib import Path

import pytest

from tests.games.alquerque.slow_endgames import slow_solution
from tests.games.one_thread import OneThread
from tools.alquerque_whole import starts, survey
from vato.games.alquerque import RuleSet
from vato.games.alquerque.endgames import ENDINGS
from vato.knowledge import Result
from vato.lattice.endgames import gpu
from vato.lattice.endgames.contract import NotSolvable
from vato.lattice.endgames.numbers import Pair, pairs
from vato.lattice.endgames.processor import Processor
from vato.lattice.points import board_of


@pytest.mark.parametrize(
    ("size", "rules", "stones"),
    [("3x3", "modern", 8), ("3x3", "huffing", 8), ("5x3", "huffing,blocked=draws", 5), ("5x5", "modern", 4)],
)
def test_the_gpu_finds_the_same_values(tmp_path: Path, size: str, rules: str, stones: int) -> None:
    points, rule_set = board_of(size), RuleSet.read(rules)
    there = gpu.Gpu(ENDINGS, points, rule_set, OneThread(tmp_path, ENDINGS, points, rule_set))
    here = Processor(ENDINGS, points, rule_set)
    for number in range(2, stones + 1):
        for pair in pairs(number):
            found, expected = there.settle(pair), here.settle(pair)
            assert all((one == other).all() for one, other in zip(found, expected, strict=True)), pair
            assert there.disagreements(pair, 1.0) == 0


@pytest.mark.parametrize("rules", ["alfonso", "modern,most=yes", "huffing,revisit=no"])
def test_rules_without_a_program_are_refused(rules: str) -> None:
    with pytest.raises(NotSolvable, match="leave out --gpu"):
        gpu.source(ENDINGS, board_of("3x3"), RuleSet.read(rules))


# That the start is worth this was found by tools/alquerque_small_boards.py, which looks at every position by board.py.
@pytest.mark.parametrize(("rules", "start"), [("modern", "lost"), ("alfonso", "drawn"), ("huffing", "lost")])
def test_the_whole_of_the_smallest_board_is_as_a_slow_solver_finds_it(tmp_path: Path, rules: str, start: str) -> None:
    points, rule_set = board_of("3x3"), RuleSet.read(rules)
    tables = gpu.Gpu(ENDINGS, points, rule_set, OneThread(tmp_path, ENDINGS, points, rule_set, packed=True))
    slow = slow_solution(points, rule_set, 8)
    for found in survey(tables, 4, verify=True):
        pair = Pair.named(found["pair"])
        assert found["disagreements"] == 0
        for stones, results in zip(pair.classes, found["results"], strict=True):
            facts = [fact.result for each, fact in slow.items() if (each.count("o"), each.count("x")) == stones]
            assert len(facts) == comb(9, stones[0]) * comb(9 - stones[0], stones[1])
            assert results == tuple(facts.count(result) for result in (Result.WON, Result.DRAWN, Result.LOST))
    assert starts(tables, rule_set)["start"] == start
