from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from tools import league, level_ratings
from tools.level_ratings import Match
from vato.engine.levels import Level, levels_of


def test_ratings_are_those_by_which_the_points_were_to_be_expected() -> None:
    # 10 : 1 is 400 Elo, by the definition of Elo.
    found = level_ratings.fit([("strong", "middle"), ("middle", "weak")], [1000, 1000], [1100, 1100])
    assert found["strong"] - found["middle"] == pytest.approx(400, abs=1)
    assert found["middle"] - found["weak"] == pytest.approx(400, abs=1)


def test_a_step_that_was_played_more_often_is_surer() -> None:
    names = [level_ratings.settings_of(level) for level in levels_of("squadro")]
    errors = []
    for times in (1, 16):
        matches = [Match((high, low), [0, 0, 10 * times, 10 * times, 0]) for low, high in pairwise(names)]
        ladder = level_ratings.standings("squadro", matches)
        assert [round(each.step) for each in ladder[1:]] == [round(ladder[1].step)] * 9
        assert ladder[4].rating == 1500
        errors.append(ladder[9].step_error)
    assert errors[0] / errors[1] == pytest.approx(4, rel=0.25)  # the root of sixteen


def test_a_league_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "levels.json"
    played: list[tuple[int, int, int]] = []

    def play_pair(_game: str, one: Level, other: Level, number: int) -> int:
        if len(played) == 30:
            raise KeyboardInterrupt
        played.append((one.number, other.number, number))
        return 3

    monkeypatch.setattr(league, "play_pair", play_pair)
    monkeypatch.setattr(league, "write", lambda kept: level_ratings.write(kept, path))
    with pytest.raises(KeyboardInterrupt):
        league.play_on("squadro", {}, games=6, full_games=2)
    kept = level_ratings.read(path)
    assert sum(sum(match.pairs) for match in kept["squadro"]) == 30
    played_before, played[:] = played.copy(), []
    league.play_on("squadro", kept, games=6, full_games=2)
    everything = played_before + played
    assert len(everything) == len(set(everything)) == 15 * 3 + 2
    assert level_ratings.read(path) == kept


def test_a_pair_of_games_is_played_from_both_sides_and_the_same_every_time() -> None:
    weak, strong = levels_of("squadro")[0], levels_of("squadro")[7]
    assert league.play_pair("squadro", strong, weak, 1) == league.play_pair("squadro", strong, weak, 1) == 4
    assert league.play_pair("squadro", weak, strong, 1) == 0
