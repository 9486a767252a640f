"""The GPU's program, compiled for the processor and run by one thread, finds the same values. No GPU is needed here."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.one_thread import OneThread
from tests.solve.tables import FANORONA
from tools.fanorona_survey import survey
from vato.games.fanorona import RuleSet
from vato.games.fanorona.endgames import ENDINGS
from vato.lattice.endgames import gpu
from vato.lattice.endgames.numbers import pairs
from vato.lattice.endgames.processor import Processor
from vato.lattice.points import board_of
from vato.solve.folder import Folder
from vato.solve.packed import Packed


@pytest.mark.parametrize(
    ("size", "rules", "stones"),
    [("3x3", "standard", 9), ("5x3", "strict", 6), ("5x3", "short", 6), ("5x5", "standard,chain=obligatory", 4)],
)
def test_the_gpu_finds_the_same_values(tmp_path: Path, size: str, rules: str, stones: int) -> None:
    points, rule_set = board_of(size), RuleSet.read(rules)
    there = gpu.Gpu(ENDINGS, points, rule_set, OneThread(tmp_path, ENDINGS, points, rule_set))
    here = Processor(ENDINGS, points, rule_set)
    for number in range(2, stones + 1):
        for pair in pairs(number):
            found, expected = there.settle(pair), here.settle(pair)
            assert all((one == other).all() for one, other in zip(found, expected, strict=True)), pair
            counts, counted = there.counts(pair), here.counts(pair)
            assert (counts.by_byte == counted.by_byte).all()
            assert counts.longest == counted.longest
            assert (counts.zugzwangs == counted.zugzwangs).all()
            assert there.disagreements(pair, 1.0) == here.disagreements(pair, 1.0) == 0


def test_a_survey_finds_what_is_kept_in_files(tmp_path: Path) -> None:
    points, rules = board_of("5x3"), RuleSet.known["standard"]
    there = gpu.Gpu(ENDINGS, points, rules, OneThread(tmp_path, ENDINGS, points, rules))
    found = list(survey(there, pairs(5), verify=True))
    assert [each["pair"] for each in found] == ["02-1-1", "03-1-2", "04-1-3", "04-2-2", "05-1-4", "05-2-3"]
    for each in found:
        with Packed(Folder(FANORONA.solved(1)).file(each["pair"])) as file:
            kept = {name: value for name, value in file.about.items() if name not in FANORONA.plan.solver.CHOSEN}
        assert kept == {name: each[name] for name in kept}
        assert each["disagreements"] == 0
    assert (2, 2) in there.directory.tables
    assert (2, 3) not in there.directory.tables


def test_a_wrong_value_is_found(tmp_path: Path) -> None:
    points, rules = board_of("3x3"), RuleSet.known["standard"]
    there = gpu.Gpu(ENDINGS, points, rules, OneThread(tmp_path, ENDINGS, points, rules))
    for pair in pairs(2):
        there.settle_there(pair)
        there.directory.tables[1, 1][7] ^= 3
        assert there.disagreements(pair, 1.0) > 0
