"""Endings looked up: how a position ends, and each of its moves, from the files of a folder.

Needs no compiled code; for the search, tables.py brings the same files into memory.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Self

from vato.board import Outcome, Player
from vato.errors import VatoError
from vato.knowledge import Fact, Result
from vato.lattice.endgames.contract import NotSolvable, StoneGame
from vato.lattice.endgames.directory import DRAWN
from vato.lattice.endgames.numbers import Pair, number_of
from vato.lattice.endgames.solver import check_file, chosen, part_name
from vato.solve.contract import NotSolved
from vato.solve.folder import Folder
from vato.solve.packed import BLOCK, Packed

MOST_BLOCKS = 256
"""How many blocks are kept, 128 KiB each."""


class Endgames:
    """The endings in a folder. Close it, or use it with `with`."""

    def __init__(self, game: StoneGame, folder: str | Path) -> None:
        self._game = game
        self._folder = Folder(Path(folder))
        self._chosen = self._folder.expect(game.name)
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

    def is_for(self, board: Any) -> bool:
        """Return whether the folder is about a board's size and rules."""
        try:
            return chosen(self._game, board.points, board.rules) == self._chosen
        except NotSolvable:
            return False

    def look_up(self, board: Any) -> Fact:
        """Return how a position ends for the player to move, and after how many turns of both players together.

        What was played before does not matter. `NotSolved` is raised where the folder does not say.
        """
        self._expect(board)
        sides = [0, 0]
        for number, point in enumerate(board.points.all):
            if (owner := board.stones[point]) is not None:
                sides[owner] |= 1 << number
        own, enemy = sides[board.turn], sides[1 - board.turn]
        if not own or not enemy:
            return Fact(Result.WON if own else Result.LOST, 0)
        few, many = (own, enemy) if own.bit_count() <= enemy.bit_count() else (enemy, own)
        pair = Pair(few.bit_count(), many.bit_count())
        self._file(pair)  # before a number is looked for that would be astronomical
        place = number_of(board.points, few, many)
        byte = self._block(pair, own.bit_count(), place // BLOCK)[place % BLOCK]
        if byte == DRAWN:
            return Fact(Result.DRAWN)
        return Fact(Result.LOST if byte % 2 else Result.WON, byte - 1)

    def moves(self, board: Any) -> dict[Any, Fact]:
        """Return what each legal move is worth to who plays it, best first; the turns are counted from before it."""
        self.look_up(board)  # before all moves of a position with many stones are listed
        found = {}
        board = board.copy()
        player = board.turn
        for move in list(board.legal_moves):
            board.push(move)
            found[move] = self._after(board, player)
            board.pop()
        return dict(sorted(found.items(), key=lambda item: item[1].worth, reverse=True))

    def _after(self, board: Any, player: Player) -> Fact:
        """Return what a move that was just played has led to, for who played it."""
        if (outcome := board.outcome()) is not None:
            return _ended(outcome, player)
        fact = self.look_up(board)
        return Fact(Result(-fact.result), None if fact.turns is None else fact.turns + 1)

    def _expect(self, board: Any) -> None:
        """Refuse a board that is not what the folder is about."""
        if not self.is_for(board):
            raise NotSolved(
                "{folder} is for {there}, not for a {board} board and {rules}.",
                folder=self._folder.path,
                there=" and ".join(self._chosen.values()),
                board=board.points.size,
                rules=board.rules.name,
            )
        self._game.check(board)

    def _read_block(self, pair: Pair, movers: int, number: int) -> bytes:
        return self._file(pair).block(part_name(movers, pair.stones - movers), number)

    def _file(self, pair: Pair) -> Packed:
        if pair not in self._files:
            if not self._folder.has(pair.name):
                raise NotSolved(
                    "{folder} holds no positions with {few} against {many} stones.",
                    folder=self._folder.path,
                    few=pair.few,
                    many=pair.many,
                )
            file = Packed(self._folder.file(pair.name))
            try:
                check_file(file, self._chosen, pair)
            except VatoError:
                file.__exit__()
                raise
            self._files[pair] = file
        return self._files[pair]


def _ended(outcome: Outcome, player: Player) -> Fact:
    """Return what a move was worth that has ended the game."""
    if outcome.winner is None:
        return Fact(Result.DRAWN, 1)
    return Fact(Result.WON if outcome.winner == player else Result.LOST, 1)
