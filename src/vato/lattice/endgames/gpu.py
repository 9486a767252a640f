"""A pair of endings solved, counted and checked on an NVIDIA GPU: the same bytes as processor.py finds.

The work is in settle.cu, which CuPy compiles; this brings tables there and back. Numba is not needed for it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from vato.errors import VatoError
from vato.lattice.bits import BOARD, LEAVING, LEAVING_TWICE, SHIFTS, shared_words
from vato.lattice.endgames import directory as words
from vato.lattice.endgames.contract import NotSolvable, StoneGame
from vato.lattice.endgames.counts import LONGEST, Counts
from vato.lattice.endgames.directory import Bytes, Directory
from vato.lattice.endgames.numbers import MOST_STONES, Pair, block, length, number_of, subsets
from vato.lattice.points import Points
from vato.rules import RuleSet

SOURCE = Path(__file__).with_name("settle.cu")
GAMES_PART = "// The game's own part stands here.\n"
THREADS, BLOCKS, TILE = 256, 132 * 32, 4096
SPARE = 16
"""How many bytes a table has behind its end, as several are read at a time."""


def source(game: StoneGame, points: Points, rules: RuleSet, packed: bool = False) -> str:
    """Return the program for a board and rules: settle.cu around the game's own part, after their names in capitals.

    Where tables with fewer stones are `packed`, distances are counted to the next capture only.
    """
    if game.program is None or (game.waits(rules) and not packed):
        raise NotSolvable("There is no GPU program for {rules}; leave out --gpu.", rules=rules.name)
    table = shared_words(points)
    found: dict[str, object] = {
        "BOARD": f"{table[BOARD]}ull",
        "WIDTH": points.width,
        "HEIGHT": points.height,
        "SHIFTS": ",".join(map(str, table[SHIFTS:][:4])),
        "LEAVING": ",".join(f"{word}ull" for word in table[LEAVING:][:8]),
        "LEAVING_TWICE": ",".join(f"{word}ull" for word in table[LEAVING_TWICE:][:8]),
        "MOST_STONES": MOST_STONES,
        "TILE": TILE,
        "PACKED": int(packed),
        "WAITS": int(game.waits(rules)),
        "AT_LEAST_DRAWN": LONGEST + 2,
        **game.program.names(rules),
    }
    for name in ("BINOMIALS", "ANCHORS", "TABLES", "DRAWN", "LOST_AT_ONCE", "WON_AT_ONCE", "OPEN"):
        found[name] = getattr(words, name)
    lines = [f"#define {name} {value}" for name, value in found.items()]
    shared = SOURCE.read_text(encoding="utf-8")
    return "\n".join([*lines, shared.replace(GAMES_PART, game.program.source.read_text(encoding="utf-8"))])


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

    def __init__(self, game: StoneGame, points: Points, rules: RuleSet, packed: bool = False) -> None:
        import cupy

        self.arrays = cupy
        self._program = _program(game, points, rules, packed)

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
def _program(game: StoneGame, points: Points, rules: RuleSet, packed: bool) -> Any:
    import cupy

    return cupy.RawModule(code=source(game, points, rules, packed), options=("-std=c++17",))


class Gpu:
    """The tables that are known so far, in the GPU's memory, and what is done with them."""

    def __init__(self, game: StoneGame, points: Points, rules: RuleSet, machine: Machine | None = None) -> None:
        self._machine = machine or Cuda(game, points, rules)
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
            by_byte.append(self._counted(pair, stones))
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

    def put_away(self, pair: Pair) -> None:
        """Keep of a pair only who wins, in two bits a number, for a program that reads such tables."""
        size = length(self.points, pair)
        packed = []
        for stones in pair.classes:
            packed.append(self._arrays.zeros((size + 3) // 4, np.uint8))
            self._machine.launch("pack", self.directory.tables[stones], np.int64(size), packed[-1])
        self.directory.drop(pair)
        self.directory.add(pair, packed)
        self._machine.tidy()

    def results(self, pair: Pair) -> list[tuple[int, int, int]]:
        """Return for each class of a pair how many positions are won, drawn and lost."""
        return [
            (int(row[2::2].sum()), int(row[0]), int(row[1::2].sum()))
            for row in (self._counted(pair, stones) for stones in pair.classes)
        ]

    def _counted(self, pair: Pair, stones: tuple[int, int]) -> Any:
        table, sizes = self.directory.tables[stones], self.directory.anchors(pair.few)[2]
        counts = self._arrays.zeros(256, np.uint64)
        self._machine.launch("count", table, sizes, np.int64(block(self.points, pair)), self._size(pair), counts)
        return self._machine.fetch(counts).astype(np.int64)

    def byte(self, own: int, enemy: int) -> int:
        """Return the byte of a position whose pair was the last to be settled, and is not put away."""
        few, many = sorted((own, enemy), key=int.bit_count)
        table = self.directory.tables[own.bit_count(), enemy.bit_count()]
        # Of as many stones, those of the player to move come first.
        place = number_of(self.points, *((own, enemy) if own.bit_count() == enemy.bit_count() else (few, many)))
        return int(self._machine.fetch(table[place : place + 1])[0])

    def fetched(self, array: Any) -> Any:
        """Return an array of the machine as one of NumPy."""
        return self._machine.fetch(array)

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
