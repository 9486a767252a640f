from __future__ import annotations

import pytest

import vato
from tools import level_ratings
from vato import catalog
from vato.engine import levels


@pytest.mark.parametrize("game", [name for name, game in catalog.GAMES.items() if game.levels])
def test_there_are_ten_levels_with_names(game: str) -> None:
    ladder = levels.levels_of(game)
    assert [level.number for level in ladder] == list(range(1, 11))
    assert len({level.name for level in ladder}) == 10
    ratings = [level.rating for level in ladder]
    assert ratings == sorted(set(ratings))
    assert ratings[4] == 1500


@pytest.mark.parametrize("game", [name for name, game in catalog.GAMES.items() if game.levels])
def test_ratings_are_those_that_the_league_found_for_these_settings(game: str) -> None:
    found = level_ratings.standings(game, level_ratings.read()[game])
    assert [each.level.rating for each in found] == [level_ratings.rounded(each.rating) for each in found]
    assert len(found) == 10, "run python -m tools.league"


@pytest.mark.parametrize("game", [name for name, game in catalog.GAMES.items() if game.levels])
@pytest.mark.parametrize("number", [1, 4, 7, 8])
def test_every_level_plays_legal_moves_and_the_same_ones_for_a_seed(game: str, number: int) -> None:
    games = []
    for _ in range(2):
        player = levels.player(game, number, seed=5)
        board = vato.new(game)
        while board.outcome() is None and len(board.played) < 12:
            board.push(player.play(board))
        player.close()
        games.append([str(move) for move in board.played])
    assert games[0] == games[1]


def test_low_levels_overlook_long_chains_and_withdrawals() -> None:
    board = vato.new("fanorona", position="3b5/3w1bbb1/1b3bbb1/4b4/3b5 w", rules="standard")
    first, best = (levels.player("fanorona", number, seed=1) for number in (1, 10))
    long = best.play(board)
    assert len(long.steps) > 1
    assert sum(first.play(board) == long for _ in range(20)) < 10
    first.close()
    best.close()


@pytest.mark.parametrize("game", [name for name, game in catalog.GAMES.items() if game.levels])
def test_high_levels_beat_low_ones(game: str) -> None:
    low, high = levels.player(game, 1, seed=1), levels.player(game, 8, seed=2)
    won = 0
    for number in range(6):
        board = vato.new(game)
        players = (high, low) if number % 2 == 0 else (low, high)
        while board.outcome() is None and len(board.played) < 160:
            board.push(players[board.turn].play(board))
        outcome = board.outcome()
        won += outcome is not None and outcome.winner == number % 2
    assert won >= 5
    low.close()
    high.close()


def test_unknown_levels_are_refused() -> None:
    with pytest.raises(vato.UnknownName, match="levels go from 1 to 10"):
        levels.player("squadro", 11)
