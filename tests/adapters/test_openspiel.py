"""States in the shape of OpenSpiel: what its own conformance test asks of every game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import vato
from vato.adapters.openspiel import TERMINAL, State, load_game
from vato.errors import IllegalMove

SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("fanorona", {"rules": "standard"}),
    ("fanorona", {"rules": "strict", "board": "5x5"}),
    ("squadro", {"first": "dark"}),
]


@pytest.mark.parametrize(("game", "choices"), SETUPS)
def test_a_random_game_from_start_to_end_and_back(game: str, choices: dict[str, Any]) -> None:
    loaded = load_game(game, **choices)
    state = loaded.new_initial_state()
    rng = Random(4)
    seen: list[tuple[str, str, int, list[int]]] = []
    while not state.is_terminal():
        player, actions = state.current_player(), state.legal_actions()
        seen.append((str(state), state.information_state_string(player), player, actions))
        assert player == state.board.turn
        assert actions == sorted(set(actions))
        assert state.legal_actions(1 - player) == []
        mask = state.legal_actions_mask()
        assert [action for action, legal in enumerate(mask) if legal] == actions
        assert len(mask) == loaded.num_distinct_actions()
        assert [state.string_to_action(state.action_to_string(player, each)) for each in actions] == actions
        assert list(state.observation_tensor(player).shape) == loaded.observation_tensor_shape()
        assert state.returns() == [0.0, 0.0]
        state.apply_action(rng.choice(actions))
    assert (state.current_player(), state.legal_actions(), sum(state.legal_actions_mask())) == (TERMINAL, [], 0)
    check_end(state, game, choices)
    assert len({information for _, information, _, _ in seen}) == len(seen)
    for text, information, player, actions in reversed(seen):
        state.undo_action(player, state.history()[-1])
        assert (str(state), state.information_state_string(player), state.current_player()) == (
            text,
            information,
            player,
        )
        assert state.legal_actions() == actions
    assert str(state) == str(loaded.new_initial_state())


def check_end(state: State, game: str, choices: dict[str, Any]) -> None:
    board = vato.new(game, **choices)
    for move in state.board.played:
        board.push(move)
    outcome = board.outcome()
    assert outcome is not None
    assert state.returns() == state.rewards() == {None: [0, 0], 0: [1, -1], 1: [-1, 1]}[outcome.winner]
    again = load_game(game, **choices).new_initial_state()
    again.apply_actions(state.history())
    assert str(again) == str(state)


def test_a_clone_is_independent() -> None:
    state = load_game("fanorona").new_initial_state()
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert (state.history(), len(twin.history())) == ([], 1)
    assert str(state) != str(twin)
    assert twin.get_game() is state.get_game()


def test_a_half_played_chain_is_part_of_the_state() -> None:
    state = load_game("fanorona", rules="classic", position="3b5/3w1bbb1/1b3bbb1/4b4/3b5 w").new_initial_state()
    state.apply_action(state.string_to_action("d4-e4A"))
    assert state.current_player() == 0
    assert str(state) == state.observation_string(1) == f"{state.board.position} d4-e4A"
    state.apply_action(state.string_to_action("stop"))
    assert state.current_player() == 1
    assert [str(move) for move in state.board.played] == ["d4-e4A"]
    assert state.undo() == load_game("fanorona").num_distinct_actions() - 1


def test_constants_and_refusals() -> None:
    game = load_game("squadro")
    assert (game.num_players(), game.min_utility(), game.max_utility(), game.utility_sum()) == (2, -1, 1, 0)
    state = game.new_initial_state()
    assert not state.is_chance_node()
    for refused in (
        lambda: state.apply_action(7),
        lambda: state.action_to_string(0, 7),
        lambda: state.string_to_action("9"),
        lambda: state.undo_action(0, 1),
    ):
        with pytest.raises(IllegalMove):
            refused()
    state.apply_action(1)
    with pytest.raises(IllegalMove, match="one of player 0"):
        state.undo_action(1, 1)
    assert state.history() == [1]
    assert str(state) == "03000/00000 dark"
