"""What is known exactly about a position: who wins it, what each move leads to, how far the end is. Knows no game.

A game that knows anything gives a `Knowledge` (see `catalog.known`); the engine, the analysis and the app ask it.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Generic, Protocol

import numpy as np
from numpy.typing import NDArray

from vato.board import Board
from vato.errors import VatoError
from vato.moves import MoveT, MoveT_co

log = logging.getLogger("vato")


class Result(IntEnum):
    """How a position ends for a player when both play as well as possible; the better, the greater."""

    LOST = -1
    DRAWN = 0
    WON = 1

    @property
    def word(self) -> str:
        """What this is called in files and among programs.

        >>> Result.WON.word
        'won'
        """
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Fact:
    """How a position ends for a player and, where that is known, after how many turns of both sides."""

    result: Result
    turns: int | None = None

    @property
    def worth(self) -> tuple[int, int]:
        """The better for the player, the greater: won soon, won late, drawn, lost late, lost soon.

        >>> facts = Fact(Result.LOST, 2), Fact(Result.WON, 9), Fact(Result.WON, 3), Fact(Result.WON)
        >>> [(fact.result.name, fact.turns) for fact in sorted(facts, key=lambda fact: fact.worth)]
        [('LOST', 2), ('WON', None), ('WON', 9), ('WON', 3)]
        """
        return self.result, -self.result * (_UNKNOWN if self.turns is None else self.turns)

    def __str__(self) -> str:
        return self.result.word if self.turns is None else f"{self.result.word} in {self.turns}"


_UNKNOWN = 1 << 20
"""More turns than any game has: what may take for ever is put off when losing, and avoided when winning."""


@dataclass(frozen=True)
class Facts(Generic[MoveT_co]):
    """What is known about a position: how it ends for the player to move, and what becomes of that with each move."""

    fact: Fact
    moves: Mapping[MoveT_co, Fact]
    """For the player to move, each counted from before the move."""

    def keeping(self) -> list[MoveT_co]:
        """Return the moves that keep the result."""
        return [move for move, fact in self.moves.items() if fact.result == self.fact.result]

    def best(self) -> list[MoveT_co]:
        """Return the moves that keep the result and, as far as is known, win soonest or hold out longest."""
        most = max(fact.worth for fact in self.moves.values())
        return [move for move, fact in self.moves.items() if fact.worth == most]


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is proven of how a position ends for a player: not worse than the one, not better than the other.

    Unlike a `Fact` it may leave open what happens, as a strategy that does not lose says nothing of who wins.
    """

    least: Result = Result.LOST
    most: Result = Result.WON

    @property
    def tell(self) -> bool:
        """Whether anything is proven.

        >>> Bounds().tell, Bounds(least=Result.DRAWN).tell
        (False, True)
        """
        return (self.least, self.most) != (Result.LOST, Result.WON)

    @property
    def result(self) -> Result | None:
        """How it ends, where that follows."""
        return self.least if self.least == self.most else None


@dataclass(frozen=True)
class Proven(Generic[MoveT_co]):
    """What is proven about a position whose end may still be open, for the player to move."""

    bounds: Bounds
    moves: Mapping[MoveT_co, Bounds]
    """What is proven of each move, for who plays it; of some that is nothing."""
    best: Sequence[MoveT_co]
    """The moves that keep what the player is proven to have and, in a win, get on; none where that is nothing."""

    def keeping(self) -> list[MoveT_co]:
        """Return the moves that are proven to keep what the player is proven to have."""
        least = self.bounds.least
        return [move for move, bounds in self.moves.items() if bounds.least == least > Result.LOST]


class Patience:
    """How many positions may be looked at to find out how far an end is: in all, and until somebody says stop.

    Compiled code counts in `words` what it has looked at, and gives up at what another thread may lower meanwhile.
    """

    def __init__(self, positions: int) -> None:
        self.words = np.array([0, positions], np.int64)

    def spend(self, positions: int) -> None:
        """Count what took as long as looking at so many positions."""
        self.words[LOOKED_AT] += positions

    def stop(self) -> None:
        """Have no more patience from now on; for any thread."""
        self.words[MOST] = -1

    @property
    def is_over(self) -> bool:
        """Whether nothing more may be looked at."""
        return bool(self.words[LOOKED_AT] >= self.words[MOST])


LOOKED_AT, MOST = 0, 1
"""The words of patience."""


class Knowledge(Protocol):
    """Somebody who knows some positions of a game. May be asked by several threads, one at a time."""

    def facts(self, board: Any, patience: Patience | None = None) -> Facts[Any] | None:
        """Return what is known about a position whose game goes on; None where nothing is.

        Only with patience is it searched for how far the end is, where that must be searched for. A patience for
        nothing at all gets ready whatever that search needs.
        """
        ...

    def proven(self, board: Any) -> Proven[Any] | None:
        """Return what is proven about a position whose game goes on, where that says less than facts do."""
        ...

    def words(self, board: Any) -> NDArray[np.uint64] | None:
        """Return what the search may look up by itself when it thinks about a board (see `vato.compiled.contract`)."""
        ...

    def close(self) -> None:
        """Let go of files and memory."""
        ...


class Forgiving:
    """Knowledge from files that may be damaged: what they do not give is not known, and the log says why, once.

    It is for files that vato looks for by itself, and for who must play on whatever happens.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._told: set[str] = set()

    def facts(self, board: Any, patience: Patience | None = None) -> Facts[Any] | None:
        """Return what is known about a position."""
        try:
            return self._knowledge.facts(board, patience)
        except (VatoError, OSError) as error:
            self._leave_aside(error)
            return None

    def proven(self, board: Any) -> Proven[Any] | None:
        """Return what is proven about a position."""
        try:
            return self._knowledge.proven(board)
        except (VatoError, OSError) as error:
            self._leave_aside(error)
            return None

    def words(self, board: Any) -> NDArray[np.uint64] | None:
        """Return what the search may look up by itself."""
        try:
            return self._knowledge.words(board)
        except (VatoError, OSError) as error:
            self._leave_aside(error)
            return None

    def close(self) -> None:
        """Let go of files and memory."""
        self._knowledge.close()

    def _leave_aside(self, error: Exception) -> None:
        if str(error) not in self._told:
            self._told.add(str(error))
            log.warning("%s What it knew is left aside; vato solve makes it again.", error)


def best_line(knowledge: Knowledge, board: Board[MoveT], most: int, deadline: float = math.inf) -> list[MoveT]:
    """Return how a game goes on when both play what is known to be best, as far as it is known how far the end is.

    Nothing is looked up after the deadline, a time of `time.monotonic`.
    """
    board = board.copy()
    line: list[MoveT] = []
    while len(line) < most and board.outcome() is None and time.monotonic() < deadline:
        facts = knowledge.facts(board)
        if facts is None or facts.fact.turns is None:
            break
        line.append(board.push(facts.best()[0]))
    return line
