"""Games as PettingZoo AEC environments: `vato.adapters.pettingzoo.env(name, rules="classic")`.

Needs the extra `vato[pettingzoo]`. Only translates; the game is played on a board step by step (stepwise.py).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from vato import catalog
from vato.adapters.stepwise import Stepwise
from vato.rules import RuleSet

AGENTS = ("player_0", "player_1")

Observation = dict[str, NDArray[Any]]


def env(game: str, **choices: Any) -> Any:
    """Return an environment that ends a game with a loss for an illegal action, as PettingZoo's own do."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, **choices), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


def raw_env(game: str, **choices: Any) -> Environment:
    """Return an environment without the wrappers, in which an illegal action raises `IllegalMove`."""
    return Environment(game, **choices)


class Environment(AECEnv):  # type: ignore[misc]
    """A game for two agents. A chain is played action by action, so an agent may be selected several times in a row.

    `rules`, `position` and the set-up of a game (`board`, `first`) are those of `vato.new`. With `most_turns` a game is
    truncated after so many turns. An observation holds the planes of encoding.py and a mask of the legal actions.
    """

    def __init__(
        self,
        game: str,
        *,
        rules: str | RuleSet | None = None,
        position: str | None = None,
        most_turns: int | None = None,
        render_mode: str | None = None,
        **setup: str | None,
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"{game}_v0", "render_modes": ["ansi"], "is_parallelizable": False}
        self._choices: dict[str, Any] = {"rules": rules, "position": position, **setup}
        self._name = game
        self._most_turns = most_turns
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self._begin()
        encoding = self._game.encoding
        seen: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0, 1, encoding.shape, np.float32),
            "action_mask": spaces.Box(0, 1, (encoding.actions,), np.int8),
        }
        self.action_spaces = {agent: spaces.Discrete(encoding.actions) for agent in AGENTS}
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return what the observations of an agent look like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; there is no chance in it, so the seed changes nothing."""
        self._begin()

    def _begin(self) -> None:
        self._game = Stepwise(catalog.new(self._name, **self._choices))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, self._game.board.outcome() is not None)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self._game.player]

    @property
    def board(self) -> Any:
        """The board as the last whole turn left it."""
        return self._game.board

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees; only the one to act has legal actions."""
        mask = np.zeros(self._game.encoding.actions, np.int8)
        if agent == self.agent_selection:
            mask[list(self._game.legal)] = 1
        return {"observation": self._game.planes(AGENTS.index(agent)), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Play an action of the selected agent."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._game.apply(int(action))
        board = self._game.board
        if board.outcome() is not None:
            self.rewards = dict(zip(AGENTS, self._game.returns(), strict=True))
            self.terminations = dict.fromkeys(AGENTS, True)
        elif self._most_turns is not None and len(board.played) >= self._most_turns:
            self.truncations = dict.fromkeys(AGENTS, True)
        self.agent_selection = AGENTS[self._game.player]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the board as text, in the mode `ansi`."""
        board = self._game.board.sketch(self._game.steps) if self._game.steps else self._game.board
        return str(board) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is no window."""
