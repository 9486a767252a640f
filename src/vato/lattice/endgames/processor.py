"""A pair of endings solved, counted and checked on the processor; gpu.py does the same on a GPU."""

from __future__ import annotations

from random import getrandbits
from typing import Any

import numpy as np

from vato.errors import VatoError
from vato.lattice.endgames import settle
from vato.lattice.endgames.contract import StoneGame
from vato.lattice.endgames.counts import LONGEST, Counts
from vato.lattice.endgames.directory import OPEN, Bytes, Directory
from vato.lattice.endgames.numbers import Pair, anchors_of, block, length, subsets
from vato.lattice.points import Points
from vato.rules import RuleSet

ROOM = 1 << 16
"""More turns than any position has that is solved here."""


class Processor:
    """The tables that are known so far, and what is done with them. Tables come in the order of their stones."""

    def __init__(self, game: StoneGame, points: Points, rules: RuleSet) -> None:
        board, kernel = game.start(rules, points), game.kernel()
        self.points = points
        self.directory = Directory(points)
        self._geometry = kernel.table_of(board)
        self._turns = np.empty((ROOM, 2), np.uint64)
        self._rules = kernel.rules_of(board)
        self._waits = game.waits(rules)

    def add(self, pair: Pair, tables: list[Bytes]) -> None:
        """Add the tables of a pair, one for each of its classes."""
        self.directory.add(pair, tables)

    def settle(self, pair: Pair) -> list[Bytes]:
        """Return the tables of a pair; all pairs that captures lead to must be there."""
        tables = [np.zeros(length(self.points, pair), np.uint8) for _ in pair.classes]
        self.add(pair, tables)
        sets, combinations = self._sets(pair)
        at, geometry, turns = self._addresses()
        waiting = {stones: np.full(length(self.points, pair) * self._waits, OPEN, np.uint8) for stones in pair.classes}
        highest = max(
            settle.begin(at, geometry, self._rules, sets, combinations, *stones, turns, ROOM, waiting[stones])
            for stones in pair.classes
        )
        byte = 0
        while byte < highest:
            if highest > LONGEST + 1:
                raise VatoError("There is no room in the tables for a win in more than {turns} turns.", turns=LONGEST)
            byte += 1
            for stones in pair.classes:
                settle.end_waiting(at, geometry, sets, combinations, *stones, byte, waiting[stones])
            for stones in pair.classes:
                before = waiting[stones[::-1]]
                if settle.take_round(at, geometry, sets, combinations, *stones, byte, before):
                    highest = max(highest, byte + 1)
        for table in tables:
            table[table == OPEN] = 0
        return tables

    def counts(self, pair: Pair) -> Counts:
        """Return how the positions of a pair end."""
        sets, combinations = self._sets(pair)
        sizes = anchors_of(self.points, pair.few).sizes
        by_byte = np.zeros((len(pair.classes), 256), np.int64)
        longest: list[tuple[int, int] | None] = []
        for number, stones in enumerate(pair.classes):
            table = self.directory.tables[stones]
            settle.count(table, sizes, block(self.points, pair), by_byte[number])
            wins = np.flatnonzero(by_byte[number, 2::2])
            if len(wins):
                place = int(np.argmax(table == 2 * wins[-1] + 2))
                own, enemy = settle.stones_of(sets, combinations, place, *stones)
                longest.append((int(own), int(enemy)))
            else:
                longest.append(None)
        zugzwangs = np.zeros(2, np.int64)
        settle.count_zugzwangs(self.directory.address, sets, sizes, combinations, *pair, zugzwangs)
        return Counts(by_byte, longest, zugzwangs // (1 + (pair.few == pair.many)))

    def disagreements(self, pair: Pair, share: float) -> int:
        """Return how many bytes of a pair do not follow from those their turns lead to, of a random share of them."""
        sets, combinations = self._sets(pair)
        at, geometry, turns = self._addresses()
        return sum(
            settle.disagreements(
                at,
                geometry,
                self._rules,
                sets,
                combinations,
                *stones,
                turns,
                ROOM,
                share,
                np.uint64(getrandbits(63) | 1),
            )
            for stones in pair.classes
        )

    def _sets(self, pair: Pair) -> tuple[Any, Any]:
        return anchors_of(self.points, pair.few).sets, subsets(pair.many, len(self.points.all) - pair.few)

    def _addresses(self) -> tuple[np.uint64, np.uint64, np.uint64]:
        return self.directory.address, np.uint64(self._geometry.ctypes.data), np.uint64(self._turns.ctypes.data)
