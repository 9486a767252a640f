"""The memory of the search for distances: solved slices, brought in when asked for, and what was found so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from vato.board import Player
from vato.games.squadro.board import Board
from vato.games.squadro.figures import position_of, rules_of, table_of
from vato.games.squadro.rulesets import STANDARD
from vato.games.squadro.solution import distance
from vato.games.squadro.solution.slices import Phases, count
from vato.games.squadro.solution.slices_in_memory import NOTHING_DRAWN, SLICES, phases_in
from vato.knowledge import Patience

ENTRIES = 1 << 21
"""How many positions are remembered, 16 bytes each."""
MOST_BYTES = 1 << 28
"""Of slices in memory; when there are more, all are dropped."""
BRINGING, BRINGING_SHARE = 5_000, 1 / 200
"""How many positions can be looked at in the time that it takes to bring in a slice, and for each of its positions."""
FARTHEST = 254
Parts = Callable[[Phases, Phases, Player], Iterator[Iterator[bytes] | None]]
"""Gives the bits of a slice for a side to move, block by block: won for light, and drawn if anything is."""


class Measure:
    """Finds out how far the end is."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._addresses = np.zeros((SLICES, 2, 2), np.uint64)
        self._slices: list[NDArray[np.uint8]] = []
        self._kept = np.zeros((2 * ENTRIES, 2), np.uint64)
        # Compiled, or loaded, here: that is no part of anybody's patience.
        self.turns(Board.new(STANDARD), 0, FARTHEST, Patience(0))

    def turns(self, board: Board, winner: Player, limit: int, patience: Patience) -> int | None:
        """Return in how many turns a player wins a position that is won, if it is `limit` or fewer."""
        table, rules, position = table_of(board), rules_of(board), position_of(board)
        missing = np.empty(1, np.int64)
        kept = self._kept[winner * ENTRIES : (winner + 1) * ENTRIES]
        # The winner makes the last turn.
        for turns in range(int(board.turn == winner), min(limit, FARTHEST) + 1, 2):
            while True:
                missing[0] = -1
                memory = self._addresses, kept, patience.words, missing
                found = distance.wins_within(np.uint64(table.ctypes.data), rules, *memory, position, winner, turns)
                if found != distance.GAVE_UP:
                    break
                if missing[0] < 0:
                    return None
                patience.spend(_effort(int(missing[0])))
                if not self._bring(int(missing[0]), patience):
                    return None
            if found == distance.YES:
                return turns
        return None

    def _bring(self, number: int, patience: Patience) -> bool:
        """Bring a slice into memory; return whether the patience was enough for that."""
        addresses = np.full((2, 2), NOTHING_DRAWN)
        brought = []
        for player in range(2):
            for place, blocks in enumerate(self._parts(*phases_in(number), player)):
                if blocks is None:
                    continue
                content = bytearray()
                for block in blocks:
                    if patience.is_over:
                        return False
                    content += block
                brought.append(np.frombuffer(content, np.uint8))
                addresses[player, place] = brought[-1].ctypes.data
        if sum(bits.nbytes for bits in self._slices) > MOST_BYTES:
            self._addresses[:] = 0
            self._slices.clear()
        self._slices += brought
        self._addresses[number] = addresses
        return True


def _effort(number: int) -> int:
    """Return how many positions can be looked at in the time that it takes to bring in a slice."""
    light, dark = phases_in(number)
    return BRINGING + int(BRINGING_SHARE * count(0, light) * count(1, dark))
