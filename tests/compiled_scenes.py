"""Asks the compiled scenes of a game: what they write of a board, and how they say that a game stands."""

from __future__ import annotations

from typing import Any

import numpy as np

from vato import catalog
from vato.board import Board, Outcome
from vato.compiled import contract
from vato.compiled.cache import compiled
from vato.server.play.positions import MOST_TURNS

ROOM = 1 << 23
"""How many bytes of text there is room for, unless a test gives less: enough for as many turns as are ever shown."""


@compiled
def _write(table: Any, rules: Any, position: Any, most: int, page: np.uint64, room: int) -> Any:
    return contract.write_scene(table, rules, position, most, page, room)


@compiled
def _stand(table: Any, rules: Any, position: Any, keys: np.uint64, count: int) -> Any:
    return contract.stand(table, rules, position, keys, count)


@compiled
def _key(table: Any, position: Any) -> Any:
    return contract.key_of(table, position)


FUNCTIONS = _write, _stand


class CompiledScenes:
    """The compiled scenes of a game, with memory to write to."""

    def __init__(self, game: str) -> None:
        entry = catalog.find(game)
        assert entry.kernel is not None
        assert entry.compiled_scene is not None
        entry.compiled_scene()  # gives the overloads
        self._kernel = entry.kernel()
        self.outcomes = self._kernel.OUTCOMES
        self.memory = np.zeros(contract.PAGE_TEXT + ROOM, np.uint8)

    def write(self, board: Board, *, most: int = MOST_TURNS, room: int = ROOM) -> tuple[int, bytes]:
        """Return how long the scene of a board is, and as much of it as there is room for."""
        length: int = _write(*self._asked(board), most, np.uint64(self.memory.ctypes.data), room)
        return length, self.memory[contract.PAGE_TEXT :][: min(length, room)].tobytes()

    def outcome(self, board: Board) -> Outcome | None:
        """Return how the game on a board has ended, by the keys of the positions before that could come again."""
        past, keys = board.copy(), []
        for _ in range(board._reversible_turns()):
            past.pop()
            table, _, position = self._asked(past)
            keys.append(_key(table, position))
        return self._outcome(board, keys)

    def outcome_after(self, board: Board, before: int) -> Outcome | None:
        """Return how the game has ended whose position has occurred so often before, and others in between."""
        table, _, position = self._asked(board)
        key = _key(table, position)
        return self._outcome(board, [key, key + np.uint64(1)] * before)

    def _outcome(self, board: Board, keys: list[Any]) -> Outcome | None:
        words = np.array([*keys, 0], np.uint64)
        code: int = _stand(*self._asked(board), np.uint64(words.ctypes.data), len(keys))
        return self.outcomes[code]

    def _asked(self, board: Board) -> tuple[Any, Any, Any]:
        table = self._kernel.table_of(board)  # kept by the kernel, so that its address stays good
        return np.uint64(table.ctypes.data), self._kernel.rules_of(board), self._kernel.position_of(board)
