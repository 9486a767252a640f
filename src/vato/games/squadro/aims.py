"""What can be asked of a learner of Squadro, as data: conditions that a board with some turns on it fulfils or not."""

from __future__ import annotations

from dataclasses import dataclass

from vato.board import Player
from vato.games.squadro.board import Board
from vato.games.squadro.rulesets import FAR_EDGE


def last_turn(board: Board) -> int:
    """Return where in what was played the learner's last turn stands; whoever began is the learner."""
    return (len(board.played) - 1) // 2 * 2


@dataclass(frozen=True)
class GoesBy:
    """The stone of the learner's last turn went by so many places."""

    places: int

    def holds(self, board: Board, learner: Player) -> bool:
        """Return whether it went so far."""
        move = board.played[last_turn(board)]
        return bool(move.target - move.origin == self.places)


@dataclass(frozen=True)
class Comes:
    """The stone of a lane has come at least so far: 6 is the far edge, 12 home."""

    lane: int
    progress: int

    def holds(self, board: Board, learner: Player) -> bool:
        """Return whether it is there or beyond."""
        return board.progress[learner][self.lane - 1] >= self.progress


@dataclass(frozen=True)
class Turns:
    """So many of the learner's stones have turned round since the exercise began."""

    stones: int = 1

    def holds(self, board: Board, learner: Player) -> bool:
        """Return whether so many more stones have reached the far edge."""
        before, now = (sum(place >= FAR_EDGE for place in each.progress[learner]) for each in (board.root(), board))
        return now - before >= self.stones


@dataclass(frozen=True)
class SendsBack:
    """The learner's last turn jumped over so many stones."""

    stones: int

    def holds(self, board: Board, learner: Player) -> bool:
        """Return whether so many stones went back."""
        return len(board.played[last_turn(board)].jumped) >= self.stones


@dataclass(frozen=True)
class StaysSafe:
    """The other side's answer jumped over none of the learner's stones."""

    def holds(self, board: Board, learner: Player) -> bool:
        """Return whether nothing was sent back."""
        answer = last_turn(board) + 1
        return answer >= len(board.played) or not board.played[answer].jumped


@dataclass(frozen=True)
class IsSentBack:
    """The other side's answer jumped over a stone of the learner."""

    def holds(self, board: Board, learner: Player) -> bool:
        """Return whether something was sent back."""
        return not StaysSafe().holds(board, learner)


@dataclass(frozen=True)
class SetsBack:
    """The learner's last turn cost the other side so many places."""

    places: int

    def holds(self, board: Board, learner: Player) -> bool:
        """Return whether the stones jumped over lost so much."""
        before = board.copy()
        while len(before.played) > last_turn(board):
            before.pop()
        lost = sum(before.progress[1 - learner])
        before.push(board.played[last_turn(board)])
        return lost - sum(before.progress[1 - learner]) >= self.places
