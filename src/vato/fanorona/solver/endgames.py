"""Fanorona's endings looked up: how a position ends, and each of its moves, from the files of a folder.

Needs no compiled code; for the search, tables.py brings the same files into memory.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, Self

from vato.fanorona.board import Board
from vato.fanorona.notation import Move
from vato.fanorona.points import board_of
from vato.fanorona.solver.directory import DRAWN
from vato.fanorona.solver.numbering import Pair, number_of
from vato.fanorona.solver.solving import NotSolvable, essence, part_name
from vato.game import VatoError
from vato.packed import BLOCK, Packed
from vato.solved import Folder

MOST_BLOCKS = 256
"""How many blocks are kept, 128 KiB each."""


class Value(Enum):
    """How a position ends for the player to move when both play as well as possible."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"

    @property
    def for_the_other(self) -> Value:
        """What this is for the other player."""
        return {Value.WON: Value.LOST, Value.LOST: Value.WON}.get(self, self)


class Ending(NamedTuple):
    """How a position ends for the player to move, and after how many turns of both players together."""

    value: Value
    turns: int | None
    """None for a draw."""

    @property
    def before(self) -> Ending:
        """What a turn is worth that leads to this."""
        return Ending(self.value.for_the_other, None if self.turns is None else self.turns + 1)

    @property
    def merit(self) -> int:
        """How good this is, compared with others: near wins are best, and far losses better than near ones."""
        if self.turns is None:
            return 0
        return 1000 - self.turns if self.value is Value.WON else self.turns - 1000


class NotSolved(VatoError):
    """A position whose value the folder does not hold."""


class Endgames:
    """The endings in a folder. Close it, or use it with `with`."""

    def __init__(self, folder: str | Path) -> None:
        self._folder = Folder(Path(folder))
        chosen = self._folder.expect(Board.game)
        self.board, self.rules = chosen["board"], chosen["rules"]
        self._points = board_of(self.board)
        self._files: dict[Pair, Packed] = {}
        self._block = lru_cache(MOST_BLOCKS)(self._read_block)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all files."""
        while self._files:
            self._files.popitem()[1].__exit__()

    def look_up(self, board: Board) -> Ending:
        """Return how a position ends, whatever was played before; raise `NotSolved` where the folder does not say."""
        self.expect(board)
        sides = [0, 0]
        for number, point in enumerate(board.points.all):
            if (owner := board.stones[point]) is not None:
                sides[owner] |= 1 << number
        own, enemy = sides[board.turn], sides[1 - board.turn]
        if not own or not enemy:
            return Ending(Value.WON if own else Value.LOST, 0)
        few, many = (own, enemy) if own.bit_count() <= enemy.bit_count() else (enemy, own)
        pair = Pair(few.bit_count(), many.bit_count())
        place = number_of(board.points, few, many)
        byte = self._block(pair, own.bit_count(), place // BLOCK)[place % BLOCK]
        if byte == DRAWN:
            return Ending(Value.DRAWN, None)
        return Ending(Value.LOST if byte % 2 else Value.WON, byte - 1)

    def moves(self, board: Board) -> dict[Move, Ending]:
        """Return what each legal move is worth to who plays it, best first; its own turn counts."""
        found = {}
        board = board.copy()
        for move in list(board.legal_moves):
            board.push(move)
            found[move] = self.look_up(board).before
            board.pop()
        return dict(sorted(found.items(), key=lambda item: -item[1].merit))

    def expect(self, board: Board) -> None:
        """Refuse a board that is not what the folder is about."""
        try:
            rules = essence(board.rules).name
        except NotSolvable as error:
            raise NotSolved(error.template, **error.values) from None
        if (board.points.size, rules) != (self.board, self.rules):
            raise NotSolved(
                "{folder} is for {board} and {rules}, not for {other} and {others}.",
                folder=self._folder.path,
                board=self.board,
                rules=self.rules,
                other=board.points.size,
                others=rules,
            )
        if board.rules.first_turn_differs and board.first_turn:
            raise NotSolved("A first turn has rules of its own, which the tables do not know.")

    def _read_block(self, pair: Pair, movers: int, number: int) -> bytes:
        if pair not in self._files:
            if not self._folder.has(pair.name):
                raise NotSolved(
                    "{folder} holds no positions with {few} against {many} stones.",
                    folder=self._folder.path,
                    few=pair.few,
                    many=pair.many,
                )
            self._files[pair] = Packed(self._folder.file(pair.name))
        return self._files[pair].block(part_name(movers, pair.stones - movers), number)
