"""A solved game looked up: who wins a position, and each of its moves, from the files of a solution folder.

A file keeps only positions that can occur, so a stone that moves by 2 or 3 must not stand on the first place of its
way. Blocks read lately are kept in memory.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from vato.board import Player
from vato.games.squadro.board import Board
from vato.games.squadro.notation import SIDES, Move
from vato.games.squadro.rulesets import FAR_EDGE, LANES, STANDARD
from vato.games.squadro.solution.slices import Phases, Shelf, count, has_won, number, phases_of, phases_text, places
from vato.knowledge import Patience
from vato.solve.contract import NotSolved
from vato.solve.folder import Folder
from vato.solve.packed import BLOCK, Packed

if TYPE_CHECKING:
    from vato.games.squadro.solution.distance_memory import Measure

MOST_BLOCKS = 256
"""How many blocks are kept, 128 KiB each."""
MOST_FILES = 64
MOST_NODES = 20_000_000
"""How many positions are looked at to find out how far the end is: some seconds."""


class Value(Enum):
    """How a position ends when both play as well as possible."""

    LIGHT = "won for light"
    DARK = "won for dark"
    DRAWN = "drawn"

    @property
    def winner(self) -> Player | None:
        """Who wins, if anybody does."""
        return {Value.LIGHT: 0, Value.DARK: 1}.get(self)

    def word(self, player: Player) -> str:
        """Return what this is for a player.

        >>> Value.DARK.word(0), Value.DARK.word(1), Value.DRAWN.word(1)
        ('lost', 'won', 'drawn')
        """
        return "drawn" if self.winner is None else "won" if self.winner == player else "lost"


class Solution:
    """The values in a solution folder. Close it, or use it with `with`."""

    def __init__(self, folder: str | Path) -> None:
        self._folder = Folder(Path(folder))
        self._folder.expect(Board.game)
        self._files: OrderedDict[str, Packed] = OrderedDict()
        self._blocks: OrderedDict[tuple[str, str, int], bytes] = OrderedDict()
        self._measure: Measure | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all files."""
        self._measure = None
        while self._files:
            self._files.popitem()[1].__exit__()

    def value(self, board: Board) -> Value:
        """Return who wins a position, whatever was played before; raise `NotSolved` where the folder does not say."""
        if board.rules.stones_home != STANDARD.stones_home:
            raise NotSolved("Only games to {count} stones home are solved.", count=STANDARD.stones_home)
        light, dark = (phases_of(side) for side in board.progress)
        for phases, value in ((light, Value.LIGHT), (dark, Value.DARK)):
            if has_won(phases):
                return value
        try:
            row, bit = (number(player, side) for player, side in enumerate(board.progress))
        except ValueError:
            raise NotSolved("A stone that moves by 2 or 3 never stands on the first place of its way.") from None
        shelf = Shelf(sum(light) + sum(dark), dark)
        if self._bit(shelf, part_name(light, board.turn, "drawn"), row, bit):
            return Value.DRAWN
        return Value.LIGHT if self._bit(shelf, part_name(light, board.turn, "won"), row, bit) else Value.DARK

    def moves(self, board: Board) -> dict[Move, Value]:
        """Return each legal move with who wins after it."""
        found = {}
        board = board.copy()
        for move in list(board.legal_moves):
            board.push(move)
            found[move] = self.value(board)
            board.pop()
        return found

    def distance(self, board: Board, limit: int, patience: Patience | None = None) -> int | None:
        """Return how many turns a won position takes when the winner hurries and the loser holds out.

        None when that takes more than `limit` turns or more than the patience there is, or nobody wins. Repetition is
        left aside, as whoever hurries never repeats a position.
        """
        winner = self.value(board).winner
        if winner is None:
            return None
        return self.measure().turns(board, winner, limit, patience or Patience(MOST_NODES))

    def measure(self) -> Measure:
        """Return who finds out how far the end is; the first time that takes a while, as it is compiled or loaded."""
        if self._measure is None:
            from vato.games.squadro.solution.distance_memory import Measure

            self._measure = Measure(self._parts)
        return self._measure

    def _parts(self, light: Phases, dark: Phases, player: Player) -> Iterator[Iterator[bytes] | None]:
        """Yield the bits of a slice that say what is won for light and, where anything is, what is drawn."""
        file = self._file(Shelf(sum(light) + sum(dark), dark))
        for what in ("won", "drawn"):
            name = part_name(light, player, what)
            yield file.blocks(name) if name in file else None

    def winners(self, progress: NDArray[np.int64], players: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return who wins each of many unfinished positions, -1 for nobody: far quicker than one by one.

        `progress` is by position, player and lane; `players` says who is to move.
        """
        light, dark = (_numbers(player, progress[:, player]) for player in (0, 1))
        kept = np.array([words_kept(tuple(phases)) for phases in progress[:, 1] // FAR_EDGE]) * 8
        at = kept * light + dark // 8
        slices = (progress // FAR_EDGE).reshape(len(progress), 2 * LANES) @ 3 ** np.arange(2 * LANES)
        order = np.lexsort((at, players, slices))
        changes = np.diff(slices[order]) | np.diff(players[order]) | np.diff(at[order] // BLOCK)
        found = np.full(len(progress), -1)
        for block in np.split(order, np.flatnonzero(changes) + 1):
            one = block[0]
            phases = [tuple(side.tolist()) for side in progress[one] // FAR_EDGE]
            file = self._file(Shelf(sum(phases[0]) + sum(phases[1]), phases[1]))
            for what in ("won", "drawn"):
                name = part_name(phases[0], int(players[one]), what)
                if name not in file:
                    continue
                content = np.frombuffer(file.block(name, int(at[one] // BLOCK)), np.uint8)
                bits = content[at[block] % BLOCK] >> dark[block] % 8 & 1
                found[block] = 1 - bits if what == "won" else np.where(bits, -1, found[block])
        return found

    def _bit(self, shelf: Shelf, part: str, row: int, bit: int) -> bool:
        file = self._file(shelf)
        if part not in file:
            return False
        place = 8 * words_kept(shelf.dark) * row + bit // 8
        key = shelf.name, part, place // BLOCK
        if key not in self._blocks:
            if len(self._blocks) >= MOST_BLOCKS:
                self._blocks.popitem(last=False)
            self._blocks[key] = file.block(part, place // BLOCK)
        self._blocks.move_to_end(key)
        return bool(self._blocks[key][place % BLOCK] >> bit % 8 & 1)

    def _file(self, shelf: Shelf) -> Packed:
        name = shelf.name
        if name not in self._files:
            if not self._folder.has(name):
                raise NotSolved(
                    "{folder} does not hold layer {layer} of the solution.", folder=self._folder.path, layer=shelf.layer
                )
            if len(self._files) >= MOST_FILES:
                self._files.popitem(last=False)[1].__exit__()
            self._files[name] = Packed(self._folder.file(name))
        self._files.move_to_end(name)
        return self._files[name]


def _numbers(player: int, progress: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers of a side's stones within their slices, as `slices.number` does for one."""
    numbers = np.zeros(len(progress), np.int64)
    for lane in range(LANES):
        digits = np.zeros((3, 3 * FAR_EDGE), np.int64)
        for phase in range(3):
            digits[phase, list(places(player, lane, phase))] = range(len(places(player, lane, phase)))
        sizes = np.array([len(places(player, lane, phase)) for phase in range(3)])
        phases = progress[:, lane] // FAR_EDGE
        numbers = numbers * sizes[phases] + digits[phases, progress[:, lane]]
    return numbers


def part_name(light: Phases, player: int, what: str) -> str:
    """Return the name of a part of a shelf's file: `won` is whether light wins, `drawn` whether nobody does."""
    return f"{phases_text(light)}-{SIDES[player]}-{what}"


def words_kept(dark: Phases) -> int:
    """Return how many words of a row a file keeps."""
    return -(-count(1, dark) // 64)
