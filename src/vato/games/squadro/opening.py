"""The opening book: who wins every position of the first turns, in a file that every copy of vato has.

It holds, for each side, all ways in which its stones can stand after so many turns, and for each pair of them, with
either side to move, two bits: whether light wins, and whether nobody does. `tools/squadro_book.py` makes the file.
"""

from __future__ import annotations

import lzma
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vato.games.squadro.board import Board
from vato.games.squadro.rulesets import LANES, STANDARD
from vato.games.squadro.solution.solution import Value
from vato.shipped import read_shipped
from vato.solve.contract import NotSolved

FILE = Path(__file__).with_name("opening.xz")
HEAD = np.dtype([("turns", "<u4"), ("stands", "<u4", 2)])
"""How many turns it covers, and in how many ways the stones of light and of dark can stand."""

# In memory. Words: how many ways light's stones stand in, how many dark's. Halves of words: the number of a way, plus
# one, by the stones' packed progress, light's ways first. Bytes: the planes, by who is to move, dark's way and light's.
LIGHTS, DARKS = 0, 1
NUMBERS = 4
WAYS = 1 << 4 * LANES
PLANES = 4 * (NUMBERS + 2 * WAYS)


class Opening:
    """An opening book; read when it is first asked. A damaged one says nothing."""

    def __init__(self, path: Path = FILE) -> None:
        self._path = path

    def value(self, board: Board) -> Value:
        """Return who wins a position, whatever was played before; raise `NotSolved` where the book does not say."""
        if self._content is None:
            raise NotSolved("The opening book is damaged.")
        light, dark = (stands.get(side) for stands, side in zip(self._content.stands, board.progress, strict=True))
        if light is None or dark is None or board.rules.stones_home != STANDARD.stones_home:
            raise NotSolved("The opening book does not hold this position.")
        won, drawn = (bool(plane[board.turn, dark, light // 8] >> light % 8 & 1) for plane in self._content.planes)
        return Value.DRAWN if drawn else Value.LIGHT if won else Value.DARK

    def on(self, board: Board) -> Opening | None:
        """Return the book, if it is for a board's rules and can be read."""
        return self if board.rules.stones_home == STANDARD.stones_home and self._content is not None else None

    def placed_at(self, address: int) -> bytes:
        """Return the book for compiled code, wherever it lies in a memory."""
        assert self._content is not None
        return placed(self._content)

    @cached_property
    def _content(self) -> Content | None:
        return read_shipped(self._path, read, "the engine plays on without the opening book")


class Content(NamedTuple):
    """What the file says."""

    turns: int
    """How many turns from the start every position is there."""
    stands: list[dict[tuple[int, ...], int]]
    """In what ways the stones of each side stand, numbered."""
    planes: NDArray[np.uint8]


def read(path: Path = FILE) -> Content:
    """Return what a file says."""
    content = lzma.decompress(path.read_bytes())
    head = np.frombuffer(content, HEAD, 1)[0]
    stands, begin = [], HEAD.itemsize
    for count in head["stands"].tolist():
        rows = np.frombuffer(content, np.uint8, LANES * count, begin).reshape(count, LANES)
        stands.append({tuple(row): number for number, row in enumerate(rows.tolist())})
        begin += rows.size
    light, dark = map(len, stands)
    planes = np.frombuffer(content, np.uint8, offset=begin).reshape(2, 2, dark, -(-light // 8))
    return Content(int(head["turns"]), stands, planes)


def placed(content: Content) -> bytes:
    """Return the book as compiled code reads it."""
    numbers: NDArray[np.uint32] = np.zeros((2, WAYS), np.uint32)
    for side, stands in enumerate(content.stands):
        for stones, number in stands.items():
            numbers[side, sum(progress << 4 * lane for lane, progress in enumerate(stones))] = number + 1
    counts = np.array([len(stands) for stands in content.stands], np.uint64)
    return b"".join(part.tobytes() for part in (counts, numbers, content.planes))


OPENING = Opening()
