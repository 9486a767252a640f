"""The simulation reckons as the library does, and a small one comes nearer to the truth."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tools import simulate, simulated_lobby, simulated_ratings
from tools.simulated_ratings import Known, Place, after, learned
from vato.contest.glicko import DAY_MS, PERIODS_PER_DAY, Strength
from vato.contest.lobby import WAVE_MS, Seek, wave


def test_arrays_are_rated_as_each_of_their_members() -> None:
    random = np.random.default_rng(1)
    people = 200
    known = Known(random.uniform(600, 2400, people), random.uniform(45, 350, people), random.uniform(0.04, 0.1, people))
    opponents, deviations = random.uniform(600, 2400, people), random.uniform(45, 350, people)
    points = random.integers(0, 3, people) / 2
    found = after(known, *learned(known.rating, opponents, deviations, points), periods=0.5)
    for number in range(people):
        games = [(Strength(opponents[number], deviations[number]), points[number])]
        expected = Strength(*(values[number] for values in known)).after(games, round(DAY_MS * 0.5 / PERIODS_PER_DAY))
        assert found.rating[number] == pytest.approx(expected.rating, abs=1e-4)
        assert found.deviation[number] == pytest.approx(expected.deviation, abs=1e-4)
        assert found.volatility[number] == pytest.approx(expected.volatility, abs=1e-6)


@pytest.mark.parametrize("place", [Place(), Place(pairs=True, sides=False), Place(first_games=5, level_games=0.5)])
def test_ratings_come_nearer_to_the_truth(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulated_ratings, "MARKS", (5, 40))
    few, many = simulated_ratings.simulate(place, 300, seed=1)
    assert many["within"] > few["within"]
    assert many["error"] < few["error"] < simulated_ratings.SPREAD


def test_the_best_pairs_are_the_nearest() -> None:
    # The longest in the queue takes the nearest, and leaves two who are further apart than need be.
    seeks = [Seek("a", 1500, 0), Seek("b", 1510, 1), Seek("c", 1440, 2), Seek("d", 1560, 3)]
    nearest = {frozenset((one.player, other.player)) for one, other in simulated_lobby.best(seeks, WAVE_MS)}
    assert nearest == {frozenset("ac"), frozenset("bd")}
    assert {frozenset((one.player, other.player)) for one, other in wave(seeks, WAVE_MS)} != nearest


def test_the_command_writes_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulated_ratings, "MARKS", (5,))
    monkeypatch.setattr(simulated_lobby, "PEOPLE", 60)
    monkeypatch.setattr(simulated_lobby, "WAITING", (10,))
    simulate.main(["--people", "100", "--out", str(tmp_path / "figures.json")])
    found = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))
    assert found["ratings"].keys() == simulated_ratings.PLACES.keys()
    assert found["lobby"]["waves"]["20"]["wait_median_s"] > 0
