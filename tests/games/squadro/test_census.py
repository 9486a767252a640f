"""Which positions are reached: the same as by following every move of board.py from a late position."""

from __future__ import annotations

import shutil
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.games.squadro.test_solver import Position, after, winner_by_stones
from tests.solve.tables import ignore, solved
from vato.games.squadro.board import Board, Progress
from vato.games.squadro.rulesets import STANDARD
from vato.games.squadro.solution import census
from vato.games.squadro.solution.solution import Solution
from vato.solve.folder import Folder
from vato.solve.plan import CENSUS, Plan
from vato.solve.run import run
from vato.solve.verify import census_folder, kept
from vato.solve.workers import Workers


@pytest.mark.parametrize(
    ("layer", "start", "writable"),
    [
        (14, ((12, 12, 6, 12, 0), (6, 12, 12, 12, 0)), True),
        (15, ((6, 12, 8, 12, 12), (12, 6, 12, 0, 12)), False),
    ],
)
def test_the_census_follows_every_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, layer: int, start: Progress, writable: bool
) -> None:
    seen: set[Position] = set()
    waiting: list[Position] = [(start, 0), (start, 1)]
    while waiting:
        position = waiting.pop()
        if position not in seen:
            seen.add(position)
            if winner_by_stones(position) is None:
                waiting += after(position)
    with Solution(solved(layer)) as solution:
        winners = Counter(solution.value(Board(STANDARD, *position)).winner for position in seen)
    monkeypatch.setattr(census, "STARTS", [start])

    plan = Plan("squadro", CENSUS)
    shutil.copytree(solved(layer), tmp_path / "solution")
    before = sorted((tmp_path / "solution").iterdir())
    # Whether a folder can be written is asked for real in tests/terminal/test_solve.py.
    monkeypatch.setattr(Folder, "is_writable", lambda _: writable)
    layers = range(layer, max(plan.layers) + 1)
    with ThreadPoolExecutor(1) as executor, census_folder(Folder(tmp_path / "solution")) as folder:
        folder.claim("squadro", {})
        run(plan, plan.of_layers(layers), folder, Workers(executor, 2, "processor"), ignore, ignore)
        counts = kept(plan, layers, folder).values()
    assert (sorted((tmp_path / "solution").iterdir()) == before) == (not writable)
    assert [sum(column) for column in zip(*counts, strict=True)] == [winners[0], winners[1], winners[None]]
