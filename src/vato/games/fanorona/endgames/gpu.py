"""A pair of Fanorona endings solved, counted and checked on an NVIDIA GPU: the same bytes as processor.py finds.

The work is in settle.cu, which CuPy compiles; this brings tables there and back. Numba is not needed for it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from vato.errors import VatoError
from vato.games.fanorona import geometry
from vato.games.fanorona.endgames import directory as words
from vato.games.fanorona.endgames.counts import LONGEST, Counts
from vato.games.fanorona.endgames.directory import Bytes, Directory
from vato.games.fanorona.endgames.numbers import MOST_STONES, Pair, block, length, subsets
from vato.games.fanorona.rulesets import RuleSet
from vato.lattice.points import Points

SOURCE = Path(__file__).with_name("settle.cu")
THREADS, BLOCKS, TILE = 256, 132 * 32, 4096
SPARE = 16
"""How many bytes a table has behind its end, as several are read at a time."""


def source(points: Points, rules: RuleSet) -> str:
    """Return the program for a board and rules: settle.cu, after its names in capitals."""
    table = [int(word) for word in geometry.table_for(points)[: geometry.POINTS]]
    found: dict[str, object] = {
        "BOARD": f"{table[geometry.BOARD]}ull",
        "WIDTH": points.width,
        "HEIGHT": points.height,
        "SHIFTS": ",".join(map(str, table[geometry.SHIFTS :][:4])),
        "LEAVING": ",".join(f"{word}ull" for word in table[geometry.LEAVING :][:8]),
        "LEAVING_TWICE": ",".join(f"{word}ull" for word in table[geometry.LEAVING_TWICE :][:8]),
        "MOST_STONES": MOST_STONES,
        "OBLIGATORY": int(rules.chain == "obligatory"),
        "CHANGE_DIRECTION": int(rules.change_direction),
        "BLOCKED_LOSES": int(rules.blocked == "loses"),
        "TILE": TILE,
    }
    for name in ("BINOMIALS", "ANCHORS", "TABLES", "DRAWN", "LOST_AT_ONCE", "WON_AT_ONCE", "OPEN"):
        found[name] = getattr(words, name)
    lines = [f"#define {name} {value}" for name, value in found.items()]
    return "\n".join([*lines, SOURCE.read_text(encoding="utf-8")])


class Machine(Protocol):
    """What runs the program of settle.cu: a GPU or, in the tests, this machine's own processor."""

    @property
    def arrays(self) -> Any:
        """NumPy, or what does the same in the machine's memory."""

    def launch(self, name: str, *arguments: Any) -> None:
        """Run a function of the program."""

    def fetch(self, array: Any) -> Any:
        """Return an array as one of NumPy."""

    def tidy(self) -> None:
        """Give back memory that nobody uses."""


class Cuda:
    """This machine's GPU with the program for a board and rules."""

    def __init__(self, points: Points, rules: RuleSet) -> None:
        import cupy

        self.arrays = cupy
        self._program = _program(points, rules)

    def launch(self, name: str, *arguments: Any) -> None:
        """Run a function of the program."""
        self._program.get_function(name)((BLOCKS,), (THREADS,), arguments)

    def fetch(self, array: Any) -> Any:
        """Return an array as one of NumPy."""
        return self.arrays.asnumpy(array)

    def tidy(self) -> None:
        """Give back memory that nobody uses."""
        self.arrays.get_default_memory_pool().free_all_blocks()


@cache
def _program(points: Points, rules: RuleSet) -> Any:
    import cupy

    return cupy.RawModule(code=source(points, rules), options=("-std=c++17",))


class Gpu:
    """The tables that are known so far, in the GPU's memory, and what is done with them."""

    def __init__(self, points: Points, rules: RuleSet, machine: Machine | None = None) -> None:
        self._machine = machine or Cuda(points, rules)
        self._arrays = self._machine.arrays
        self.points = points
        self.directory = Directory(points, self._arrays)
        self._combinations: dict[tuple[int, int], Any] = {}

    def add(self, pair: Pair, tables: list[Bytes]) -> None:
        """Bring the tables of a pair to the GPU, one for each of its classes."""
        there = self._room(pair)
        for target, table in zip(there, tables, strict=True):
            target[: len(table)] = self._arrays.asarray(table)
        self.directory.add(pair, there)

    def settle(self, pair: Pair) -> list[Bytes]:
        """Return the tables of a pair; all pairs that captures lead to must be there."""
        self.settle_there(pair)
        size = length(self.points, pair)
        return [self._machine.fetch(self.directory.tables[stones][:size]) for stones in pair.classes]

    def settle_there(self, pair: Pair) -> None:
        """Solve a pair, and leave its tables where they are."""
        self.directory.add(pair, self._room(pair))
        highest = self._arrays.zeros(1, np.int32)
        for stones in pair.classes:
            self._run("begin", pair, stones, highest)
        most, byte = self._number(highest), 0
        while byte < most:
            if most > LONGEST + 1:
                raise VatoError("There is no room in the tables for a win in more than {turns} turns.", turns=LONGEST)
            byte += 1
            settled = self._arrays.zeros(1, np.uint64)
            for stones in pair.classes:
                self._run("take_round", pair, stones, np.int32(byte), settled)
            if self._number(settled):
                most = max(most, byte + 1)
        for stones in pair.classes:
            self._machine.launch("finish", self.directory.tables[stones], self._size(pair))

    def counts(self, pair: Pair) -> Counts:
        """Return how the positions of a pair end."""
        by_byte, longest = [], []
        for stones in pair.classes:
            table, sizes = self.directory.tables[stones], self.directory.anchors(pair.few)[2]
            counts = self._arrays.zeros(256, np.uint64)
            self._machine.launch("count", table, sizes, np.int64(block(self.points, pair)), self._size(pair), counts)
            by_byte.append(self._machine.fetch(counts).astype(np.int64))
            longest.append(self._longest_win(pair, stones, by_byte[-1]))
        zugzwangs = self._arrays.zeros(2, np.uint64)
        self._run("count_zugzwangs", pair, pair, self.directory.anchors(pair.few)[2], zugzwangs)
        found = self._machine.fetch(zugzwangs).astype(np.int64) // (1 + (pair.few == pair.many))
        return Counts(np.array(by_byte), longest, found)

    def _longest_win(self, pair: Pair, stones: tuple[int, int], counts: Any) -> tuple[int, int] | None:
        wins = np.flatnonzero(counts[2::2])
        if not len(wins):
            return None
        first = self._arrays.full(1, 1 << 62, np.uint64)
        byte = np.int32(2 * wins[-1] + 2)
        self._machine.launch("find_first", self.directory.tables[stones], self._size(pair), byte, first)
        found = self._arrays.zeros(2, np.uint64)
        self._run("show", pair, stones, np.int64(self._number(first)), found)
        own, enemy = self._machine.fetch(found).tolist()
        return own, enemy

    def disagreements(self, pair: Pair, share: float) -> int:
        """Return how many bytes of a pair do not follow from those their turns lead to; all are looked at anyway."""
        found = self._arrays.zeros(1, np.uint64)
        for stones in pair.classes:
            self._run("disagreements", pair, stones, found)
        return self._number(found)

    def drop(self, pair: Pair) -> None:
        """Forget the tables of a pair, and what else takes room."""
        self.directory.drop(pair)
        self._combinations.clear()
        self._machine.tidy()

    def _room(self, pair: Pair) -> list[Any]:
        return [self._arrays.zeros(length(self.points, pair) + SPARE, np.uint8) for _ in pair.classes]

    def _size(self, pair: Pair) -> np.int64:
        return np.int64(length(self.points, pair))

    def _number(self, array: Any) -> int:
        return int(self._machine.fetch(array)[0])

    def _run(self, name: str, pair: Pair, stones: tuple[int, int], *more: Any) -> None:
        """Run a function that is given the directory, the sets of points and the stones of a class."""
        left = len(self.points.all) - pair.few
        if (pair.many, left) not in self._combinations:
            self._combinations.clear()
            self._combinations[pair.many, left] = subsets(pair.many, left, self._arrays)
        sets = self.directory.anchors(pair.few)[1], self._combinations[pair.many, left]
        directory = self._arrays.asarray(self.directory.words)
        self._machine.launch(name, directory, *sets, *map(np.int32, stones), self._size(pair), *more)
