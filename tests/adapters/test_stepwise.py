"""Games played action by action are the board's games: its continuations, its turns, its outcomes."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import vato
from vato import catalog
from vato.adapters.stepwise import Stepwise, encoding_of
from vato.board import Board
from vato.errors import IllegalMove

SETUPS = [(game.name, rules) for game in catalog.GAMES.values() if game.encoding for rules in game.rules.known]
CHAIN = "3b5/3w1bbb1/1b3bbb1/4b4/3b5 w"


def random_game(board: Board, seed: int, most: int = 400) -> Stepwise:
    played = Stepwise(board)
    rng = Random(seed)
    while played.legal and len(played.played) < most:
        played.apply(rng.choice(list(played.legal)))
    return played


@pytest.mark.parametrize(("game", "rules"), SETUPS)
def test_legal_actions_are_the_continuations(game: str, rules: str) -> None:
    board = vato.new(game, rules=rules)
    played = Stepwise(board)
    rng = Random(3)
    stops = 0
    while played.legal and len(played.played) < 150:
        steps, may_stop = board.continuations(played.steps)
        offered = [step for step in played.legal.values() if step is not None]
        assert sorted(map(str, offered)) == sorted(map(str, steps))
        assert (None in played.legal.values()) == (bool(played.steps) and may_stop)
        assert all(0 <= action < played.encoding.actions for action in played.legal)
        assert list(played.legal) == sorted(played.legal)
        stops += None in played.legal.values()
        action = rng.choice(list(played.legal))
        before, step = board.turn, played.legal[action]
        played.apply(action)
        assert bool(played.steps) == (board.turn == before and board.outcome() is None)
        assert step is None or not played.steps or played.steps[-1] == step
    optional = getattr(board.rules, "chain", "") == "optional"
    assert optional or stops == 0
    # Where captures are many, some of them could go on.
    assert stops > 0 or not optional or game != "fanorona"


@pytest.mark.parametrize(("game", "rules"), SETUPS)
def test_turns_put_together_from_actions_are_all_the_legal_turns(game: str, rules: str) -> None:
    board = vato.new(game, rules=rules)
    rng = Random(1)
    for _ in range(6):
        assert sorted(whole_turns(Stepwise(board.copy()))) == sorted(map(str, board.legal_moves))
        board.push(rng.choice(board.legal_moves))


def whole_turns(played: Stepwise) -> list[str]:
    """Return every turn that actions can put together."""
    turns = []
    count = len(played.board.played)
    for action in list(played.legal):
        played.apply(action)
        turns += [str(played.board.played[-1])] if len(played.board.played) > count else whole_turns(played)
        played.undo()
    return turns


@pytest.mark.parametrize(("game", "rules"), SETUPS)
def test_every_game_ends_as_the_board_says_and_can_be_taken_back(game: str, rules: str) -> None:
    for seed in range(3):
        played = random_game(vato.new(game, rules=rules), seed)
        again = vato.new(game, rules=rules)
        for move in played.board.played:
            again.push(move)
        outcome = again.outcome()
        assert outcome == played.board.outcome()
        if outcome is not None:
            assert played.returns() == {None: (0.0, 0.0), 0: (1.0, -1.0), 1: (-1.0, 1.0)}[outcome.winner]
        actions = played.played
        assert [played.undo() for _ in actions] == list(reversed(actions))
        assert (played.board, played.steps, played.played) == (vato.new(game, rules=rules), (), ())


def test_actions_tell_all_steps_of_a_board_apart() -> None:
    for game, choices in (("fanorona", {}), ("fanorona", {"board": "7x9"}), ("squadro", {}), ("alquerque", {})):
        board = vato.new(game, **choices)
        encoding = encoding_of(board)
        steps: dict[int, str] = {}
        for seed in range(20):
            played = random_game(board.copy(), seed, most=60)
            while played.played:
                action = played.undo()
                step = played.legal[action]
                key = str(step) if step is not None else "stop"
                assert steps.setdefault(action, key) == key
        assert len(set(steps.values())) == len(steps) > 4
        assert max(steps) < encoding.actions


def test_fanorona_has_an_action_for_each_point_direction_and_kind_and_one_to_stop() -> None:
    board = vato.new("fanorona")
    encoding = encoding_of(board)
    assert encoding.actions == 45 * 8 * 3 + 1
    # d2 is point 12 (nine in the first row, then a b c); up right is direction 4; approach is kind 0.
    approach = board.read("d2-e3A").steps[0]
    assert encoding.action(approach) == (12 * 8 + 4) * 3
    withdrawal = board.read("d3-e3W").steps[0]
    assert encoding.action(withdrawal) == (21 * 8 + 1) * 3 + 1


def test_planes_show_the_half_played_chain() -> None:
    board = vato.new("fanorona", rules="classic", position=CHAIN)
    played = Stepwise(board)
    (first,) = [action for action, step in played.legal.items() if str(step) == "d4-e4A"]
    before = played.planes(0)
    played.apply(first)
    after = played.planes(0)
    assert (before[0, 3, 3], after[0, 3, 3], after[0, 3, 4]) == (1, 0, 1)
    assert before[1, 3, 5:8].tolist() == [1, 1, 1]
    assert after[1, 3, 5:8].tolist() == [0, 0, 0]
    assert (before[2].sum(), before[3].sum()) == (0, 0)
    assert np.argwhere(after[2]).tolist() == [[3, 4]]
    assert np.argwhere(after[3]).tolist() == [[3, 3], [3, 4]]
    assert board.position == vato.new("fanorona", rules="classic", position=CHAIN).position


@pytest.mark.parametrize(("game", "rules"), SETUPS)
def test_players_see_the_same_stones_each_as_their_own(game: str, rules: str) -> None:
    played = random_game(vato.new(game, rules=rules), 1, most=7)
    first, second = played.planes(0), played.planes(1)
    assert first.shape == played.encoding.shape
    assert first.dtype == np.float32
    assert (first[0] == second[1]).all()
    assert (first[1] == second[0]).all()
    assert first[0].any()
    assert (first != second).any()
    assert ((first >= 0) & (first <= 1)).all()


def test_planes_of_squadro_are_where_the_stones_stand() -> None:
    planes = Stepwise(vato.new("squadro", position="03060/00c05 dark")).planes(1)
    assert np.argwhere(planes[0]).tolist() == [[0, 0], [1, 0], [2, 12], [3, 0], [4, 5]]
    assert np.argwhere(planes[1]).tolist() == [[0, 0], [1, 3], [2, 0], [3, 6], [4, 0]]
    assert planes[2].all()
    assert not planes[3].any()


def test_a_copy_goes_its_own_way() -> None:
    played = random_game(vato.new("fanorona"), 2, most=9)
    twin = played.copy()
    before = played.board.position, played.steps, played.played
    twin.apply(next(iter(twin.legal)))
    twin.apply(next(iter(twin.legal)))
    assert (played.board.position, played.steps, played.played) == before


def test_what_is_not_legal_is_refused() -> None:
    played = Stepwise(vato.new("squadro"))
    for action in (-1, 5, 99):
        with pytest.raises(IllegalMove, match=f"Action {action} is not legal"):
            played.apply(action)
    with pytest.raises(IllegalMove, match="no action to take back"):
        played.undo()
