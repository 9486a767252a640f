"""The simple opponents: legal, repeatable, and greedy where they should be."""

from __future__ import annotations

from random import Random

import pytest

import vato
from vato import catalog
from vato.engine.simple import OPPONENTS, greedy_move, random_move

SETUPS = [(game.name, rules) for game in catalog.GAMES.values() for rules in game.rules.known]


@pytest.mark.parametrize(("game", "rules"), SETUPS)
def test_opponents_play_whole_games_by_the_rules(game: str, rules: str) -> None:
    rng = Random(1)
    board = vato.new(game, rules=rules)
    while board.outcome() is None and len(board.played) < 300:
        before = board.position, len(board.played)
        move = list(OPPONENTS.values())[board.turn](board, rng)
        assert (board.position, len(board.played)) == before
        board.push(move)
    assert len(board.played) > 1


@pytest.mark.parametrize("name", OPPONENTS)
def test_the_same_seed_gives_the_same_choice(name: str) -> None:
    board = vato.new("fanorona", rules="free")
    assert [OPPONENTS[name](board, Random(3)) for _ in range(5)].count(OPPONENTS[name](board, Random(3))) == 5


def test_greedy_wins_at_once_where_it_can() -> None:
    # Dark needs one more stone home; going on with stone 1 would be worth more places than stone 2 coming home.
    board = vato.new("squadro", position="00000/6bccc dark")
    assert {str(greedy_move(board, Random(seed))) for seed in range(10)} == {"2"}


def test_greedy_takes_the_most_stones() -> None:
    board = vato.new("fanorona")
    most = max(sum(len(step.captured) for step in move.steps) for move in board.legal_moves)
    for seed in range(10):
        assert sum(len(step.captured) for step in greedy_move(board, Random(seed)).steps) == most


def test_ties_are_broken_by_chance() -> None:
    board = vato.new("squadro", position="00000/00000 light")
    assert {str(greedy_move(board, Random(seed))) for seed in range(40)} == {"2", "4"}
    assert {str(random_move(board, Random(seed))) for seed in range(80)} == {"1", "2", "3", "4", "5"}


@pytest.mark.parametrize("name", OPPONENTS)
def test_a_finished_game_is_refused_in_a_sentence(name: str) -> None:
    board = vato.new("squadro")
    board.resign()
    with pytest.raises(vato.VatoError, match="The game is over: dark wins by resignation"):
        OPPONENTS[name](board, Random(1))
