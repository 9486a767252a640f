"""The plan asks the rooms for what can be solved, and knows whether their code is compiled already."""

from __future__ import annotations

import pytest

from vato import catalog
from vato.solve.plan import CENSUS, NoSolver, Plan, prover_of

SOLVED = [name for name, game in catalog.GAMES.items() if game.solver is not None]


@pytest.mark.parametrize("game", SOLVED)
def test_what_was_loaded_once_is_kept_for_the_next_run(game: str) -> None:
    solver = Plan(game).solver
    solver.load("processor")
    assert solver.is_compiled("processor")


def test_what_a_game_lacks_is_refused_in_one_sentence() -> None:
    without = next(name for name, game in catalog.GAMES.items() if game.census is None)
    with pytest.raises(NoSolver, match=rf"^There is no solver for {without} yet\.$"):
        Plan(without, CENSUS)
    assert all(prover_of(name, {}) is None for name, game in catalog.GAMES.items() if game.prover is None)
