"""The endings of a folder brought into memory, for the search to look up."""

from __future__ import annotations

from pathlib import Path

from vato.lattice.endgames.directory import Directory
from vato.lattice.endgames.numbers import MOST_STONES, length, pairs
from vato.lattice.endgames.solver import read_tables
from vato.solve.folder import Folder
from vato.solve.packed import Packed

MOST_BYTES = 16 << 20
"""Larger tables stay on the disk unless asked for. Up to five stones on 9x5 take 11 MB, six stones would take 126
more."""


def add_tables(game: str, directory: Directory, path: Path, most_bytes: int = MOST_BYTES) -> None:
    """Add the tables of a folder up to so many stones as are all there and small enough; what was added is kept."""
    folder, points = Folder(path), directory.points
    chosen = folder.expect(game)
    left = most_bytes
    for stones in range(2, MOST_STONES + 1):
        found = pairs(stones)
        left -= sum(len(pair.classes) * length(points, pair) for pair in found)
        if left < 0:
            break
        if stones <= directory.stones:
            continue
        if not all(folder.has(pair.name) for pair in found):
            break
        for pair in found:
            with Packed(folder.file(pair.name)) as file:
                directory.add(pair, read_tables(file, chosen, pair))
        directory.complete(stones)
