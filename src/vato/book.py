"""An opening book: what long analysis found positions of a game's first turns to be worth. Knows no game.

A room whose folder holds `book.xz` has one (`catalog.book`); `tools/make_book.py` makes the file. It holds, for some
rule sets, numbers of positions in rising order and the value of each for the player to move. Mirror images are one
position. A move is worth what the position is worth that it leads to.
"""

from __future__ import annotations

import json
import logging
import lzma
import random
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vato.board import Board, Outcome, Player
from vato.compiled.contract import SURE, WIN
from vato.errors import VatoError
from vato.moves import MoveT, MoveT_co

log = logging.getLogger("vato")

FILE = "book.xz"
HEAD = b"vato book 1\n"
KEY_BITS = 48
"""How much of a position's key is kept: of a million positions that are not there, none is mistaken for one."""
VARIETY = 20
"""By how many hundredths a move that is played from a book may fall short of the best one."""


class DamagedBook(VatoError):
    """A book cannot be read."""


class Lead(NamedTuple, Generic[MoveT_co]):
    """A move, the shortest of those that lead to the same position or its mirror image, and how the game then ended."""

    move: MoveT_co
    outcome: Outcome | None


class BookMove(NamedTuple, Generic[MoveT_co]):
    """A move that a book knows."""

    move: MoveT_co
    key: int
    """The number of the position that it leads to."""
    value: int
    """For who makes the move, as in a `Score`."""


class Page(NamedTuple, Generic[MoveT_co]):
    """What a book says about a position."""

    value: int
    """For the player to move, as in a `Score`."""
    moves: tuple[BookMove[MoveT_co], ...]
    """The moves that were looked into, the best one first."""
    whole: bool
    """Whether all moves were."""


class Pages(NamedTuple):
    """The positions of a rule set: their numbers in rising order, and what they are worth."""

    keys: NDArray[np.uint64]
    values: NDArray[np.int16]


class Book:
    """An opening book; its file is read when it is first asked."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._told = False

    @property
    def sizes(self) -> dict[str, int]:
        """How many positions there are for each rule set."""
        return {rules: len(pages.keys) for rules, pages in self._pages.items()}

    def plain(self) -> bytes | None:
        """Return the book's bytes, no longer squeezed, for other readers; raise `DamagedBook` if it cannot be read."""
        return lzma.decompress(self._path.read_bytes()) if self._pages else None

    def value(self, board: Board[Any]) -> int | None:
        """Return what a position is worth for the player to move, if the book has it; raise `DamagedBook` if broken."""
        return self._look_up(board.rules.name, key_of(board))

    def _look_up(self, rules: str, key: int) -> int | None:
        pages = self._pages.get(rules)
        if pages is None:
            return None
        place = int(np.searchsorted(pages.keys, np.uint64(key)))
        if place == len(pages.keys) or int(pages.keys[place]) != key:
            return None
        return int(pages.values[place])

    def page(self, board: Board[MoveT], leads: Mapping[int, Lead[MoveT]] | None = None) -> Page[MoveT] | None:
        """Return what the book says about a position whose game goes on; raise `DamagedBook` if it cannot be read.

        Whoever has the position's `leads_of` may give them.
        """
        value = self.value(board)
        if value is None:
            return None
        leads = leads_of(board) if leads is None else leads
        moves = []
        for key, (move, outcome) in leads.items():
            after = 1 - board.turn
            worth = self._look_up(board.rules.name, key) if outcome is None else ended(outcome, after)
            if worth is not None:
                moves.append(BookMove(move, key, before(worth)))
        moves.sort(key=lambda each: -each.value)
        return Page(value, tuple(moves), whole=0 < len(moves) == len(leads))

    def choose(self, board: Board[MoveT], variety: random.Random) -> BookMove[MoveT] | None:
        """Return a move to play: the best one or one about as good, by chance; None where the book should not decide.

        It decides only where all moves were looked into, and after the move again. A position that came before is left
        to who sees the whole game. A damaged book is told in the log once, and decides nothing.
        """
        try:
            moves = self.candidates(board)
        except DamagedBook as error:
            if not self._told:
                log.warning("%s", error)
                self._told = True
            return None
        if not moves:
            return None
        return variety.choices(moves, [VARIETY + 1 - (moves[0].value - each.value) for each in moves])[0]

    def candidates(self, board: Board[MoveT]) -> list[BookMove[MoveT]]:
        """Return the moves that may be chosen, the best one first; raise `DamagedBook` if the book cannot be read."""
        page = self.page(board) if board.occurrences() == 1 else None
        if page is None or not page.whole:
            return []
        best = page.moves[0].value
        moves = [each for each in page.moves if each.value >= best - VARIETY and self._goes_on(board, each.move)]
        return moves if moves and moves[0].value == best else []

    def _goes_on(self, board: Board[MoveT], move: MoveT) -> bool:
        board = board.copy()
        board.push(move)
        if board.outcome() is not None:
            return True
        page = self.page(board)
        return page is not None and page.whole

    @property
    def _pages(self) -> dict[str, Pages]:
        if isinstance(self._content, DamagedBook):
            raise self._content.with_traceback(None)  # or it would grow each time
        return self._content

    @cached_property
    def _content(self) -> dict[str, Pages] | DamagedBook:
        """What the file says or, as it is read only once, why it says nothing."""
        try:
            return unpacked(lzma.decompress(self._path.read_bytes()))
        except Exception as error:  # what else a reader of changed bytes may raise, nobody can list
            return DamagedBook(
                "The opening book {path} cannot be read ({reason}) and is left aside; install vato again to mend it.",
                path=str(self._path),
                reason=str(error),
            )


def key_of(board: Board[Any]) -> int:
    """Return the number of a position in a book: the same for its mirror images."""
    keys = (board.key, *(board.mirror(symmetry).key for symmetry in board.symmetries))
    return min(keys) >> (64 - KEY_BITS)


def leads_of(board: Board[MoveT]) -> dict[int, Lead[MoveT]]:
    """Return where the moves of a position lead to: for the number of each position the move, the shortest first."""
    board = board.copy()
    found: dict[int, Lead[MoveT]] = {}
    for move in sorted(board.legal_moves, key=lambda move: (len(move.steps), str(move))):
        board.push(move)
        key = key_of(board)
        if key not in found:
            found[key] = Lead(move, board.outcome())
        board.pop()
    return found


def before(value: int) -> int:
    """Return what a move is worth to who makes it, by what the position after it is worth to the other.

    >>> before(-30), before(WIN - 3), before(3 - WIN)
    (30, -29996, 29996)
    """
    return -value + (value > SURE) - (value < -SURE)


def ended(outcome: Outcome, player: Player) -> int:
    """Return what a game that is over is worth to a player."""
    if outcome.winner is None:
        return 0
    return WIN if outcome.winner == player else -WIN


def packed(books: Mapping[str, Mapping[int, int]]) -> bytes:
    """Return a book as the bytes of its file: for each rule set the positions' numbers and values."""
    parts = [HEAD, json.dumps({rules: len(values) for rules, values in books.items()}).encode(), b"\n"]
    for values in books.values():
        keys = np.array(sorted(values), np.uint64)
        worths = np.array([values[key] for key in keys.tolist()], "<i2")
        # Bytes of one weight side by side: the heavy ones of the differences are mostly zeros.
        gaps = np.diff(keys, prepend=np.uint64(0)).astype("<u8").view(np.uint8).reshape(-1, 8)[:, : KEY_BITS // 8]
        parts += [gaps.T.tobytes(), worths.view(np.uint8).reshape(-1, 2).T.tobytes()]
    return lzma.compress(b"".join(parts), preset=9 | lzma.PRESET_EXTREME)


def unpacked(content: bytes) -> dict[str, Pages]:
    """Return what the bytes of a book hold; raise any of several errors if that cannot be."""
    if not content.startswith(HEAD):
        raise ValueError("it is not a book, or one of another version")
    begin = content.index(b"\n", len(HEAD)) + 1
    found, weights = {}, KEY_BITS // 8
    for rules, count in json.loads(content[len(HEAD) : begin]).items():
        gaps = np.zeros((count, 8), np.uint8)
        gaps[:, :weights] = np.frombuffer(content, np.uint8, weights * count, begin).reshape(weights, count).T
        begin += weights * count
        values = np.ascontiguousarray(np.frombuffer(content, np.uint8, 2 * count, begin).reshape(2, count).T)
        begin += 2 * count
        found[rules] = Pages(np.cumsum(gaps.view("<u8").reshape(-1), dtype=np.uint64), values.view("<i2").reshape(-1))
    return found
