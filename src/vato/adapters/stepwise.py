"""A game played step by step, one numbered action after the other: a player keeps the turn until it ends.

The board judges everything: what may follow comes from its `continuations`, and a whole turn is pushed on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from vato import catalog
from vato.adapters.encoding import Encoding, Planes
from vato.board import Board, Player
from vato.errors import IllegalMove, UnknownName


class _Done(NamedTuple):
    """An action that was played: what it needs to be taken back."""

    action: int
    steps: tuple[Any, ...]
    """The steps of the turn before it."""
    ended: bool
    """Whether it ended the turn."""


class Stepwise:
    """A board, and the turn on it as far as it has been played."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.encoding: Encoding = encoding_of(board)
        self.steps: tuple[Any, ...] = ()
        self._past: list[_Done] = []
        self._legal: Mapping[int, Any] | None = None

    @property
    def player(self) -> Player:
        """The player to act."""
        return self.board.turn

    @property
    def played(self) -> tuple[int, ...]:
        """The actions played so far."""
        return tuple(done.action for done in self._past)

    @property
    def legal(self) -> Mapping[int, Any]:
        """The legal actions in rising order, each with its step, or with None where it stops the turn."""
        if self._legal is None:
            legal: dict[int, Any] = {}
            if self.board.outcome() is None:
                onward, may_stop = self.board.continuations(self.steps)
                legal = {self.encoding.action(step): step for step in onward}
                if may_stop and self.encoding.stop is not None:
                    legal[self.encoding.stop] = None
            self._legal = dict(sorted(legal.items()))
        return self._legal

    def apply(self, action: int) -> None:
        """Play an action; the turn ends when it says so, or when it cannot go on."""
        if action not in self.legal:
            raise IllegalMove("Action {action} is not legal here.", action=action)
        before, step = self.steps, self.legal[action]
        steps = before if step is None else (*before, step)
        ended = step is None or not self.board.continuations(steps).steps
        if ended:
            self.board.push(steps)
        self.steps = () if ended else steps
        self._past.append(_Done(action, before, ended))
        self._legal = None

    def undo(self) -> int:
        """Take back the last action and return it."""
        if not self._past:
            raise IllegalMove("There is no action to take back.")
        action, self.steps, ended = self._past.pop()
        if ended:
            self.board.pop()
        self._legal = None
        return action

    def copy(self) -> Stepwise:
        """Return an independent game that has come as far."""
        twin = Stepwise(self.board.copy())
        twin.steps, twin._past = self.steps, self._past.copy()
        return twin

    def planes(self, player: Player) -> Planes:
        """Return what a player sees."""
        return self.encoding.planes(self.board, self.steps, player)

    def returns(self) -> tuple[float, float]:
        """Return what the game gives the players: 1 for a win, -1 for a loss, 0 for anything else."""
        outcome = self.board.outcome()
        if outcome is None or outcome.winner is None:
            return 0.0, 0.0
        return (1.0, -1.0) if outcome.winner == 0 else (-1.0, 1.0)


def encoding_of(board: Board) -> Encoding:
    """Return the encoding for games on this board."""
    if (encoding := catalog.find(board.game).encoding) is None:
        raise UnknownName("There are no numbers for the steps of {game} yet.", game=board.game)
    return encoding(board)
