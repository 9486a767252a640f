"""PettingZoo's own tests, and that its environments play the board's games."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

import vato
from vato.adapters import pettingzoo
from vato.errors import IllegalMove

SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("fanorona", {"rules": "standard"}),
    ("fanorona", {"rules": "strict"}),
    ("fanorona", {"rules": "free", "board": "5x5"}),
    ("fanorona", {"rules": "vela"}),
    ("squadro", {"rules": "standard"}),
    ("squadro", {"rules": "standard,repetition=0", "first": "dark"}),
]


@pytest.fixture
def _dictionaries() -> Iterator[None]:
    """Let PettingZoo's tests say what they say of every environment with a mask that is not on their list of names."""
    with warnings.catch_warnings():
        for message in ("Observation is not a NumPy array", "Observation space for each agent probably should be"):
            warnings.filterwarnings("ignore", message)
        yield


@pytest.mark.usefixtures("_dictionaries")
@pytest.mark.parametrize(("game", "choices"), SETUPS)
def test_the_api_test_passes(game: str, choices: dict[str, Any]) -> None:
    api_test(pettingzoo.env(game, **choices), num_cycles=300)
    api_test(pettingzoo.raw_env(game, **choices), num_cycles=50)


@pytest.mark.parametrize(("game", "choices"), SETUPS)
def test_the_seed_test_passes(game: str, choices: dict[str, Any]) -> None:
    seed_test(lambda: pettingzoo.env(game, **choices), num_cycles=50)


@pytest.mark.parametrize(("game", "choices"), SETUPS)
def test_random_games_end_like_the_board_says(game: str, choices: dict[str, Any]) -> None:
    environment = pettingzoo.env(game, **choices)
    for seed in range(3):
        rng = Random(seed)
        environment.reset(seed=seed)
        total = dict.fromkeys(environment.possible_agents, 0.0)
        turns = []
        for agent in environment.agent_iter(max_iter=5000):
            observation, reward, terminated, truncated, _ = environment.last()
            total[agent] += reward
            assert not truncated
            if terminated:
                environment.step(None)
                continue
            board = environment.unwrapped.board
            assert agent == f"player_{board.turn}"
            assert not environment.observe(f"player_{1 - board.turn}")["action_mask"].any()
            environment.step(rng.choice(np.flatnonzero(observation["action_mask"])))
            turns = [str(move) for move in environment.unwrapped.board.played]
        again = vato.new(game, **choices)
        for turn in turns:
            again.push(turn)
        outcome = again.outcome()
        assert outcome is not None
        wanted = {None: (0, 0), 0: (1, -1), 1: (-1, 1)}[outcome.winner]
        assert tuple(total.values()) == wanted
        assert environment.agents == []


def test_an_agent_keeps_the_turn_until_its_chain_ends() -> None:
    environment = pettingzoo.raw_env("fanorona", rules="classic", position="3b5/3w1bbb1/1b3bbb1/4b4/3b5 w")
    environment.reset()
    acting = []
    while not environment.board.played:
        acting.append(environment.agent_selection)
        environment.step(np.flatnonzero(environment.observe("player_0")["action_mask"])[0])
    assert acting == ["player_0"] * len(environment.board.played[0].steps)
    assert len(acting) > 1


def test_an_illegal_action_loses_or_raises() -> None:
    environment = pettingzoo.env("fanorona")
    environment.reset()
    environment.step(0)
    assert environment.terminations == {"player_0": True, "player_1": True}
    assert environment.rewards["player_0"] == -1
    bare = pettingzoo.raw_env("fanorona")
    bare.reset()
    with pytest.raises(IllegalMove):
        bare.step(0)


def test_a_long_game_can_be_cut() -> None:
    environment = pettingzoo.raw_env("squadro", most_turns=3)
    environment.reset()
    for _ in range(3):
        assert not any(environment.truncations.values())
        environment.step(0)
    assert all(environment.truncations.values())
    assert not any(environment.terminations.values())
    assert set(environment.rewards.values()) == {0}


def test_rendering_is_text() -> None:
    environment = pettingzoo.env("squadro", render_mode="ansi")
    environment.reset()
    assert environment.render() == str(vato.new("squadro"))
    environment.close()
