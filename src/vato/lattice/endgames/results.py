"""Endgame tables of two bits a position, who wins and nothing else: looked up in memory, kept in files that are mapped.

A file `2-3.results` has the positions in which the player to move has two stones and the other three, four to a byte:
0 is drawn, 1 lost and 2 won. It is as long as the numbers of the class, and has no head: `results.json` beside the
files names the board and the rules, and has a checksum of each file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from vato.lattice.endgames.directory import DRAWN, Bytes, Directory
from vato.lattice.endgames.numbers import Pair, length, pairs
from vato.lattice.points import Points
from vato.solve.packed import DamagedFile, write_whole
from vato.text import Text

ABOUT = "results.json"
IN_A_BYTE = 4
READ_AT_ONCE = 1 << 24


def packed(values: Bytes) -> Bytes:
    """Return a table of bytes as one of two bits a position."""
    codes = np.zeros(-(-len(values) // IN_A_BYTE) * IN_A_BYTE, np.uint8)
    codes[: len(values)] = np.where(values == DRAWN, 0, 2 - (values & 1))
    found = codes[0::4] | codes[1::4] << 2 | codes[2::4] << 4 | codes[3::4] << 6
    return found.astype(np.uint8)


def bytes_of(points: Points, stones: int) -> int:
    """Return how many bytes the tables of exactly so many stones take."""
    return sum(len(pair.classes) * -(-length(points, pair) // IN_A_BYTE) for pair in pairs(stones))


def file_name(mover: int, other: int) -> str:
    """Return the name of the file of a class."""
    return f"{mover}-{other}.results"


class ResultsFolder:
    """A folder with such files for a board and rules."""

    def __init__(self, path: Path, chosen: dict[str, str]) -> None:
        self.path, self._chosen = path, chosen
        self._sums: dict[str, str] = {}
        if (about := path / ABOUT).exists():
            found = json.loads(about.read_text(encoding="utf-8"))
            if {name: found.get(name) for name in chosen} != chosen:
                there = " and ".join(str(found.get(name)) for name in chosen)
                wanted = " and ".join(chosen.values())
                raise DamagedFile(about, Text("it is for {found}, not for {wanted}", found=there, wanted=wanted))
            self._sums = found["sums"]

    def has(self, pair: Pair) -> bool:
        """Return whether the files of a pair are there."""
        return all(
            file_name(*stones) in self._sums and (self.path / file_name(*stones)).exists() for stones in pair.classes
        )

    def write(self, pair: Pair, tables: list[Iterator[bytes]]) -> None:
        """Write the tables of a pair, each in pieces."""
        self.path.mkdir(parents=True, exist_ok=True)
        for stones, pieces in zip(pair.classes, tables, strict=True):
            digest = hashlib.sha256()

            def passed(pieces: Iterator[bytes] = pieces, digest: Any = digest) -> Iterator[bytes]:
                for piece in pieces:
                    digest.update(piece)
                    yield piece

            write_whole(self.path / file_name(*stones), passed())
            self._sums[file_name(*stones)] = digest.hexdigest()
        about = json.dumps(self._chosen | {"sums": self._sums}, indent=1)
        write_whole(self.path / ABOUT, [about.encode()])

    def add_to(self, directory: Directory, most_stones: int) -> None:
        """Map the files of up to so many stones into memory, as far as they are all there."""
        for stones in range(2, most_stones + 1):
            if not all(self.has(pair) for pair in pairs(stones)):
                return
            for pair in pairs(stones):
                directory.add(pair, [self._mapped(directory.points, pair, *each) for each in pair.classes])
            directory.complete(stones)

    def _mapped(self, points: Points, pair: Pair, mover: int, other: int) -> Any:
        path = self.path / file_name(mover, other)
        if path.stat().st_size != -(-length(points, pair) // IN_A_BYTE):
            raise DamagedFile(path, Text("its length is not what it was"))
        return np.memmap(path, np.uint8, "r")

    def check(self, report: Callable[[int], None]) -> None:
        """Raise `DamagedFile` unless all files are as they were written; report how many bytes were read."""
        for name, wanted in self._sums.items():
            digest = hashlib.sha256()
            with (self.path / name).open("rb") as file:
                while piece := file.read(READ_AT_ONCE):
                    digest.update(piece)
                    report(len(piece))
            if digest.hexdigest() != wanted:
                raise DamagedFile(self.path / name, Text("it is not as it was written"))

    def sums(self, stones: int) -> dict[str, str]:
        """Return the checksums of the files with up to so many stones."""
        classes = [each for count in range(2, stones + 1) for pair in pairs(count) for each in pair.classes]
        return {file_name(*each): self._sums[file_name(*each)] for each in classes}
