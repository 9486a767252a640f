"""Whom a person can play against at the terminal: each a name and a function from a board and chance to a move.

The engine is loaded when it is first asked, and remembers the game until the sitting ends. Shows nothing itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from random import Random
from typing import TYPE_CHECKING, Any

from vato.engine import simple
from vato.engine.limits import Limit
from vato.game import Board
from vato.terminal.thinking import load, think

if TYPE_CHECKING:
    from vato.engine import Engine

HUMAN, ENGINE = "human", "engine"
EXPLANATIONS = {
    HUMAN: "another person at this keyboard",
    "random": "the program, playing anything the rules allow",
    "greedy": "the program, taking what it can get",
    ENGINE: "the program, thinking as hard as it can",
}
SECONDS = 1.0
HINT_SECONDS = 0.5


class Opponents:
    """The opponents of a sitting, by name."""

    def __init__(
        self, seconds: float = SECONDS, waiting: Callable[[], AbstractContextManager[None]] = nullcontext
    ) -> None:
        self._waiting = waiting
        """What to do while the engine thinks."""
        self._engines: dict[str, Engine] = {}
        self._hints: dict[str, Any] = {}
        self.known: Mapping[str, Callable[[Board, Random], Any]] = {
            **simple.OPPONENTS,
            ENGINE: lambda board, _: self._best(board, seconds),
        }

    def hint(self, board: Board) -> Any:
        """Return a move worth thinking about; asked again, the same one."""
        asked = repr(board)
        if asked not in self._hints:
            self._hints[asked] = self._best(board, HINT_SECONDS)
        return self._hints[asked]

    def _best(self, board: Board, seconds: float) -> Any:
        if board.game not in self._engines:
            self._engines[board.game] = load(board.game)
        with self._waiting():
            return think(self._engines[board.game], board, Limit(seconds=seconds)).move
