"""Random games of the kernel end as those of the plain board do."""

from __future__ import annotations

import math
import random

import pytest

import vato
from vato.playouts import Playouts, playouts

GAMES = 200_000

# Rules and positions from which every game is over after a few turns, so that all of them can be played.
SHORT_GAMES = [
    ("fanorona", "standard,quiet_turns=2,quiet_stones=99", "b1b/b1w/w1w w"),
    ("fanorona", "standard,repetition=2,quiet_turns=6,quiet_stones=99", "2b/3/3/3/w2 w"),
    ("fanorona", "free,quiet_turns=2,quiet_stones=99", "b1b/b1w/w1w w"),
    ("fanorona", "short,quiet_turns=1,quiet_stones=99", "bb1bb/1bwb1/bb1wb w"),
    ("fanorona", "strict,quiet_turns=2,quiet_stones=99", "bbb/b1w/www w turns=0"),
    ("fanorona", "classic,quiet_turns=2,quiet_stones=99", "bbb/b1w/www w turns=0"),
    ("fanorona", "vela,quiet_turns=3,quiet_stones=99,phase_one=2", "bbb/b1w/www w"),
    ("squadro", "standard", "ccc28/ccc81 light"),
    ("squadro", "standard", "ccc27/ccc91 dark"),
]


def chances(board: vato.Board) -> tuple[float, float, float, float]:
    """Return how likely each player is to win a random game, and nobody, and how many turns it takes on average."""
    if (outcome := board.outcome()) is not None:
        return outcome.winner == 0, outcome.winner == 1, outcome.winner is None, 0
    moves = list(board.legal_moves)
    each = []
    for move in moves:
        board.push(move)
        each.append(chances(board))
        board.pop()
    first, second, nobody, turns = (sum(column) / len(moves) for column in zip(*each, strict=True))
    return first, second, nobody, turns + 1


def check(found: Playouts, games: int, expected: tuple[float, float, float, float]) -> None:
    """Check that a sample lies within five standard errors of what is expected; the seed is fixed."""
    *shares, turns = expected
    assert found.games == games
    for number, share in zip((*found.wins, found.undecided), shares, strict=True):
        assert abs(number / games - share) <= 5 * math.sqrt(share * (1 - share) / games)
    assert found.turns / games == pytest.approx(turns, rel=0.02)


@pytest.mark.parametrize(("game", "rules", "position"), SHORT_GAMES)
def test_every_move_has_the_same_chance(game: str, rules: str, position: str) -> None:
    board = vato.new(game, rules=rules, position=position)
    check(playouts(board, GAMES, seed=2), GAMES, chances(board))


def test_a_past_counts_for_repetition() -> None:
    board = vato.new("fanorona", rules="standard,repetition=2,quiet_turns=6,quiet_stones=99", position="2b/3/3/3/w2 w")
    for move in ("a1-a2", "c5-c4", "a2-a1"):
        board.push(move)
    expected = chances(board)
    fresh = chances(vato.new("fanorona", rules=board.rules, position=board.position))
    assert expected[3] < fresh[3] - 0.1  # going back at once ends the game
    check(playouts(board, GAMES), GAMES, expected)


@pytest.mark.parametrize(("game", "plain_games"), [("fanorona", 120), ("squadro", 200), ("alquerque", 200)])
def test_whole_games_end_like_those_of_the_plain_board(game: str, plain_games: int) -> None:
    rng = random.Random(3)
    lengths, wins = [], 0
    for _ in range(plain_games):
        board = vato.new(game)
        while board.legal_moves:
            board.push(rng.choice(board.legal_moves))
        lengths.append(len(board.played))
        outcome = board.outcome()
        wins += outcome is not None and outcome.winner == 0
    many = playouts(vato.new(game), 20_000)
    mean = sum(lengths) / plain_games
    spread = math.sqrt(sum((length - mean) ** 2 for length in lengths) / plain_games)
    assert abs(many.turns / many.games - mean) <= 4 * spread / math.sqrt(plain_games)
    assert abs(many.wins[0] / many.games - wins / plain_games) <= 4 * math.sqrt(0.25 / plain_games)


@pytest.mark.parametrize("game", ["fanorona", "squadro", "alquerque"])
def test_a_seed_gives_the_same_games_on_any_number_of_threads(game: str) -> None:
    board = vato.new(game)
    alone = playouts(board, 3_500, seed=7)
    assert alone == playouts(board, 3_500, seed=7, threads=2) == playouts(board, 3_500, seed=7, threads=5)
    assert alone != playouts(board, 3_500, seed=8)
    assert alone.games == 3_500


def test_the_board_is_left_alone() -> None:
    board = vato.new("squadro")
    board.push("1")
    playouts(board, 100)
    assert board.position == "10000/00000 dark"
    assert len(board.played) == 1


def test_a_finished_game_is_not_played_on() -> None:
    board = vato.new("squadro")
    board.resign()
    assert playouts(board, 30) == Playouts((0, 30), 0, 0)
    assert playouts(vato.new("squadro"), 0) == Playouts((0, 0), 0, 0)


def test_impossible_wishes_are_refused() -> None:
    with pytest.raises(vato.VatoError, match="cannot be -1 games"):
        playouts(vato.new("squadro"), -1)
    with pytest.raises(vato.VatoError, match="1 to 256 threads, not 0"):
        playouts(vato.new("squadro"), 1, threads=0)
