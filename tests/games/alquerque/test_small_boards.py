"""The smallest board is solved by looking at every position, and the engine finds the same."""

from __future__ import annotations

import vato
from tools.alquerque_small_boards import Solved, solve


def test_the_smallest_board_by_bells_rules() -> None:
    solved = solve("bell", "3x3")
    assert solved == Solved(value=-1, turns=12, positions=5_233)
    with vato.Engine("alquerque") as engine:
        found = engine.analyse(vato.new("alquerque", rules="bell", board="3x3"), vato.Limit(depth=14))
    assert found.score.loses_in == solved.turns
