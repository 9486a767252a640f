"""The memory of the search for distances: solved slices, brought in when asked for, and what was found so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from vato.game import Player
from vato.squadro import kernel
from vato.squadro.board import Board
from vato.squadro.solver import distance
from vato.squadro.solver.lookup import NOTHING_DRAWN, SLICES, phases_in
from vato.squadro.solver.slices import Phases, count

ENTRIES = 1 << 21
"""How many positions are remembered, 16 bytes each."""
MOST_BYTES = 1 << 28
"""Of slices in memory; when there are more, all are dropped."""
BRINGING, BRINGING_SHARE = 5_000, 1 / 200
"""How many positions can be looked at in the time that it takes to bring in a slice, and for each of its positions."""
FARTHEST = 254
Parts = Callable[[Phases, Phases, Player], Iterator[bytearray | None]]
"""Gives the bits of a slice for a side to move: won for light, and drawn if anything is."""


class Measure:
    """Finds out how far the end is."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._addresses = np.zeros((SLICES, 2, 2), np.uint64)
        self._slices: list[NDArray[np.uint8]] = []
        self._kept = np.zeros((2 * ENTRIES, 2), np.uint64)

    def turns(self, board: Board, winner: Player, limit: int, nodes: int) -> int | None:
        """Return in how many turns a player wins a position that is won, if it is `limit` or fewer."""
        table, rules, position = kernel.table_of(board), kernel.rules_of(board), kernel.position_of(board)
        control = np.array([0, nodes, 0])
        kept = self._kept[winner * ENTRIES : (winner + 1) * ENTRIES]
        # The winner makes the last turn.
        for turns in range(int(board.turn == winner), min(limit, FARTHEST) + 1, 2):
            while True:
                control[distance.MISSING] = -1
                memory = self._addresses, kept, control
                found = distance.wins_within(np.uint64(table.ctypes.data), rules, *memory, position, winner, turns)
                if found != distance.GAVE_UP:
                    break
                missing = int(control[distance.MISSING])
                if missing < 0:
                    return None
                control[distance.NODES] += _effort(missing)
                if control[distance.NODES] > nodes:
                    return None
                self._bring(missing)
            if found == distance.YES:
                return turns
        return None

    def _bring(self, number: int) -> None:
        """Bring a slice into memory."""
        if sum(bits.nbytes for bits in self._slices) > MOST_BYTES:
            self._addresses[:] = 0
            self._slices.clear()
        for player in range(2):
            for place, content in enumerate(self._parts(*phases_in(number), player)):
                if content is None:
                    self._addresses[number, player, place] = NOTHING_DRAWN
                else:
                    self._slices.append(np.frombuffer(content, np.uint8))
                    self._addresses[number, player, place] = self._slices[-1].ctypes.data


def _effort(number: int) -> int:
    """Return how many positions can be looked at in the time that it takes to bring in a slice."""
    light, dark = phases_in(number)
    return BRINGING + int(BRINGING_SHARE * count(0, light) * count(1, dark))
