"""What can be asked of a learner of Alquerque, as data: conditions that a board with turns on it fulfils or not."""

from __future__ import annotations

from dataclasses import dataclass

from vato.board import Player
from vato.games.alquerque.board import Board
from vato.games.alquerque.notation import Move


def last_turn(board: Board) -> Move:
    """Return the learner's last turn; whoever began is the learner."""
    mine: Move = board.played[::2][-1]
    return mine


@dataclass(frozen=True)
class Captures:
    """The learner has captured at least so many stones in all."""

    stones: int

    def holds(self, board: Board, learner: Player) -> bool:
        """Return whether so many enemy stones are gone."""
        return board.root().count(1 - learner) - board.count(1 - learner) >= self.stones


@dataclass(frozen=True)
class CapturesNothing:
    """The learner's last turn was a step."""

    def holds(self, board: Board, learner: Player) -> bool:
        """Return whether the turn captured nothing."""
        return not last_turn(board).steps[0].captured


@dataclass(frozen=True)
class Keeps:
    """The learner still has at least so many stones."""

    stones: int

    def holds(self, board: Board, learner: Player) -> bool:
        """Return whether so many own stones are left."""
        return board.count(learner) >= self.stones


@dataclass(frozen=True)
class LosesStones:
    """The learner has fewer stones than at the beginning."""

    def holds(self, board: Board, learner: Player) -> bool:
        """Return whether any own stone is gone."""
        return board.count(learner) < board.root().count(learner)


@dataclass(frozen=True)
class EndsOn:
    """The learner's last turn ended on a point."""

    point: str

    def holds(self, board: Board, learner: Player) -> bool:
        """Return whether the stone stopped there."""
        return last_turn(board).steps[-1].target == self.point
