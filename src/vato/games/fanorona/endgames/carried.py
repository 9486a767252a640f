"""The endings that every copy of vato has: up to five stones on the usual board, by `standard`.

They are those of `classic`, too, and of all rules that differ from these at the start only. endings.xz holds the
tables one after the other, squeezed; a changed byte does not go unnoticed. `tools/fanorona_endings.py`
makes it from a folder that `vato solve` has filled.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np

from vato.games.fanorona.endgames.directory import Bytes, Directory
from vato.games.fanorona.endgames.numbers import Pair, length, pairs
from vato.games.fanorona.endgames.solver import STONES, chosen
from vato.games.fanorona.rulesets import STANDARD
from vato.lattice.points import board_of
from vato.shipped import read_shipped

FILE = Path(__file__).with_name("endings.xz")
POINTS = board_of("9x5")
CHOSEN = chosen(POINTS, STANDARD)


def carried_pairs() -> Iterator[Pair]:
    """Yield the pairs of the file in their order."""
    for stones in range(2, STONES + 1):
        yield from pairs(stones)


class Carried:
    """The tables of the file, where endings are looked up (see `endgames.Tables`); nothing is there to be closed."""

    name = FILE.name
    chosen = CHOSEN

    def __init__(self, directory: Directory) -> None:
        self.directory = directory

    def has(self, pair: Pair) -> bool:
        """Return whether the tables of a pair are there."""
        return pair.stones <= STONES

    def byte(self, pair: Pair, movers: int, place: int) -> int:
        """Return the byte of a position."""
        return int(self.directory.tables[movers, pair.stones - movers][place])

    def close(self) -> None:
        """Leave everything as it is: all engines share it."""


@cache
def carried(path: Path = FILE) -> Carried | None:
    """Return the endings every copy of vato has; None, and a word in the log, where the file is damaged."""
    return read_shipped(path, _read, "the engine plays on without these endings")


def _read(path: Path) -> Carried:
    content: Bytes = np.frombuffer(lzma.decompress(path.read_bytes()), np.uint8)
    directory, begin = Directory(POINTS), 0
    for pair in carried_pairs():
        size = length(POINTS, pair)
        tables = [content[begin + number * size :][:size] for number in range(len(pair.classes))]
        begin += size * len(tables)
        directory.add(pair, tables)
    if begin != len(content):
        raise ValueError("It is too long.")
    directory.complete(STONES)
    directory.words.flags.writeable = False  # all engines share it
    return Carried(directory)
