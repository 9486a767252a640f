"""The opening book: who wins every position of the first turns, in a file that every copy of vato has.

It holds, for each side, all ways in which its stones can stand after so many turns, and for each pair of them, with
either side to move, two bits: whether light wins, and whether nobody does. `tools/squadro_book.py` makes the file.
"""

from __future__ import annotations

import lzma
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vato.games.squadro.board import Board
from vato.games.squadro.rulesets import LANES, STANDARD
from vato.games.squadro.solution.solution import Value
from vato.solve.contract import NotSolved

FILE = "opening.xz"
HEAD = np.dtype([("turns", "<u4"), ("stands", "<u4", 2)])
"""How many turns it covers, and in how many ways the stones of light and of dark can stand."""


class Opening:
    """The opening book; read when it is first asked."""

    def value(self, board: Board) -> Value:
        """Return who wins a position, whatever was played before; raise `NotSolved` where the book does not say."""
        light, dark = (stands.get(side) for stands, side in zip(self._stands, board.progress, strict=True))
        if light is None or dark is None or board.rules.stones_home != STANDARD.stones_home:
            raise NotSolved("The opening book does not hold this position.")
        won, drawn = (bool(plane[board.turn, dark, light // 8] >> light % 8 & 1) for plane in self._planes)
        return Value.DRAWN if drawn else Value.LIGHT if won else Value.DARK

    @property
    def turns(self) -> int:
        """How many turns from the start every position is there."""
        return int(self._head["turns"])

    @property
    def stands(self) -> list[list[tuple[int, ...]]]:
        """In what ways the stones of each side stand."""
        return [list(stands) for stands in self._stands]

    @cached_property
    def _content(self) -> bytes:
        return lzma.decompress(Path(__file__).with_name(FILE).read_bytes())

    @cached_property
    def _head(self) -> np.void:
        head: np.void = np.frombuffer(self._content, HEAD, 1)[0]
        return head

    @cached_property
    def _stands(self) -> list[dict[tuple[int, ...], int]]:
        found, begin = [], HEAD.itemsize
        for count in self._head["stands"].tolist():
            rows = np.frombuffer(self._content, np.uint8, LANES * count, begin).reshape(count, LANES)
            found.append({tuple(row): number for number, row in enumerate(rows.tolist())})
            begin += rows.size
        return found

    @cached_property
    def _planes(self) -> NDArray[np.uint8]:
        light, dark = self._head["stands"].tolist()
        begin = HEAD.itemsize + LANES * (light + dark)
        return np.frombuffer(self._content, np.uint8, offset=begin).reshape(2, 2, dark, -(-light // 8))


OPENING = Opening()
