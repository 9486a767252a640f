"""Games in the shape of OpenSpiel: `load_game(name).new_initial_state()` gives a state to act on.

The names and their meaning are those of `pyspiel.Game` and `pyspiel.State`, as far as a game of perfect information
without chance has them; OpenSpiel itself is not needed. A chain is played action by action, so the same player may be
to act several times in a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vato import catalog
from vato.adapters.encoding import Planes
from vato.adapters.stepwise import Stepwise
from vato.board import Player
from vato.errors import IllegalMove
from vato.rules import RuleSet

TERMINAL = -4
"""Who is to act once the game is over, as in OpenSpiel."""


def load_game(game: str, *, rules: str | RuleSet | None = None, position: str | None = None, **setup: Any) -> Game:
    """Return a game, with the choices of `vato.new`.

    >>> state = load_game("squadro").new_initial_state()
    >>> state.apply_action(1)
    >>> state.current_player(), state.legal_actions(), str(state)
    (1, [0, 1, 2, 3, 4], '03000/00000 dark')
    """
    return Game(Stepwise(catalog.new(game, rules=rules, position=position, **setup)))


class Game:
    """A game and its constants."""

    def __init__(self, start: Stepwise) -> None:
        self._start = start

    def new_initial_state(self) -> State:
        """Return a state at the start."""
        return State(self, self._start.copy())

    def num_players(self) -> int:
        """Return how many play."""
        return 2

    def num_distinct_actions(self) -> int:
        """Return how many actions there are, legal or not."""
        return self._start.encoding.actions

    def observation_tensor_shape(self) -> list[int]:
        """Return the shape of what a player sees."""
        return list(self._start.encoding.shape)

    def min_utility(self) -> float:
        """Return what a lost game gives."""
        return -1.0

    def max_utility(self) -> float:
        """Return what a won game gives."""
        return 1.0

    def utility_sum(self) -> float:
        """Return what both get together."""
        return 0.0


class State:
    """A game in play."""

    def __init__(self, game: Game, played: Stepwise) -> None:
        self._game = game
        self._played = played

    def get_game(self) -> Game:
        """Return the game this is a state of."""
        return self._game

    @property
    def board(self) -> Any:
        """The board as the last whole turn left it."""
        return self._played.board

    def current_player(self) -> Player:
        """Return who is to act."""
        return TERMINAL if self.is_terminal() else self._played.player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._played.board.outcome() is not None

    def is_chance_node(self) -> bool:
        """Return whether chance is to act, which it never is."""
        return False

    def legal_actions(self, player: Player | None = None) -> list[int]:
        """Return the legal actions in rising order; none for a player who is not to act."""
        return list(self._played.legal) if player in (None, self.current_player()) else []

    def legal_actions_mask(self, player: Player | None = None) -> list[int]:
        """Return for every action whether it is legal, as 1 or 0."""
        legal = set(self.legal_actions(player))
        return [int(action in legal) for action in range(self._game.num_distinct_actions())]

    def action_to_string(self, player: Player, action: int) -> str:
        """Return a legal action as text."""
        if action not in self._played.legal:
            raise IllegalMove("Action {action} is not legal here.", action=action)
        step = self._played.legal[action]
        return "stop" if step is None else str(step)

    def string_to_action(self, text: str) -> int:
        """Return the legal action that a text stands for."""
        for action in self._played.legal:
            if self.action_to_string(self._played.player, action) == text:
                return action
        raise IllegalMove("{text!r} is not legal here.", text=text)

    def apply_action(self, action: int) -> None:
        """Play an action."""
        self._played.apply(action)

    def apply_actions(self, actions: Sequence[int]) -> None:
        """Play actions one after the other."""
        for action in actions:
            self.apply_action(action)

    def undo_action(self, player: Player, action: int) -> None:
        """Take back the last action, which is this one of this player."""
        if self._played.played[-1:] != (action,):
            raise IllegalMove("Action {action} is not the last one.", action=action)
        self._played.undo()
        if self._played.player != player:
            acted = self._played.player
            self._played.apply(action)
            raise IllegalMove("The last action was one of player {acted}.", acted=acted)

    def undo(self) -> int:
        """Take back the last action and return it."""
        return self._played.undo()

    def history(self) -> list[int]:
        """Return the actions so far."""
        return list(self._played.played)

    def returns(self) -> list[float]:
        """Return what the game gives the players: 1, -1 or 0."""
        return list(self._played.returns())

    def rewards(self) -> list[float]:
        """Return what the last action gave the players; only the end gives anything."""
        return self.returns()

    def observation_string(self, player: Player) -> str:
        """Return the position as text, with the steps of a turn that is not over yet."""
        return str(self)

    def observation_tensor(self, player: Player) -> Planes:
        """Return what a player sees as planes."""
        return self._played.planes(player)

    def information_state_string(self, player: Player) -> str:
        """Return all that a player knows as text: how the game began, and each action since."""
        return " ".join([self._played.board.root().position, *map(str, self._played.played)])

    def clone(self) -> State:
        """Return an independent state that has come as far."""
        return State(self._game, self._played.copy())

    def __str__(self) -> str:
        return " ".join([self._played.board.position, *map(str, self._played.steps)])
