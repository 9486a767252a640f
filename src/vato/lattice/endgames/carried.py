"""The endings that every copy of vato has of a game: the usual ones, on the usual board by the usual rules.

They are those of all rules that come to the same. A room's endings.xz holds the tables one after the other, squeezed; a
changed byte does not go unnoticed. `tools/carried_endings.py` makes it from a folder that `vato solve` has filled.
"""

from __future__ import annotations

import lzma
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from vato.lattice.endgames.contract import NotSolvable, StoneGame
from vato.lattice.endgames.directory import Bytes, Directory
from vato.lattice.endgames.numbers import Pair, length, pairs
from vato.lattice.endgames.solver import chosen
from vato.lattice.points import board_of
from vato.shipped import read_shipped


def carried_pairs(game: StoneGame) -> Iterator[Pair]:
    """Yield the pairs of a game's file in their order."""
    for stones in range(2, game.usual_stones + 1):
        yield from pairs(stones)


def carried_for(game: StoneGame) -> dict[str, str]:
    """Return the board and rules that a game's file is for."""
    return chosen(game, board_of(game.usual_board), game.usual_rules)


class Carried:
    """The tables of the file, where endings are looked up (see `endgames.Tables`); nothing is there to be closed."""

    def __init__(self, game: StoneGame, path: Path, directory: Directory) -> None:
        self.name = path.name
        self.chosen = carried_for(game)
        self.directory = directory
        self._stones = game.usual_stones

    def has(self, pair: Pair) -> bool:
        """Return whether the tables of a pair are there."""
        return pair.stones <= self._stones

    def byte(self, pair: Pair, movers: int, place: int) -> int:
        """Return the byte of a position."""
        return int(self.directory.tables[movers, pair.stones - movers][place])

    def placed_at(self, address: int) -> bytes:
        """Return the tables in one piece, for a memory in which they lie at an address."""
        return self.directory.placed_at(address)

    def close(self) -> None:
        """Leave everything as it is: all engines share it."""


_reading = threading.Lock()


def carried(game: StoneGame) -> Carried | None:
    """Return the endings every copy of vato has; None, and a word in the log, where the file is damaged."""
    # The words say only where the tables lie: if two threads read the file, what one of them got would be freed.
    with _reading:
        return _carried(game)


def carried_on(game: StoneGame, board: Any) -> Carried | None:
    """Return the endings every copy of vato has, if they are for a board and its rules."""
    try:
        fits = chosen(game, board.points, board.rules) == carried_for(game)
    except NotSolvable:
        return None
    return carried(game) if fits else None


@cache
def _carried(game: StoneGame) -> Carried | None:
    return read_shipped(game.carried, lambda path: _read(game, path), "the engine plays on without these endings")


def _read(game: StoneGame, path: Path) -> Carried:
    content: Bytes = np.frombuffer(lzma.decompress(path.read_bytes()), np.uint8)
    points = board_of(game.usual_board)
    directory, begin = Directory(points), 0
    for pair in carried_pairs(game):
        size = length(points, pair)
        tables = [content[begin + number * size :][:size] for number in range(len(pair.classes))]
        begin += size * len(tables)
        directory.add(pair, tables)
    if begin != len(content):
        raise ValueError("It is too long.")
    directory.complete(game.usual_stones)
    directory.words.flags.writeable = False  # all engines share it
    return Carried(game, path, directory)
