"""A checker of certificates of whole boards: what must be shown, by the rules and the endgame tables, without a search.

Every position of the lists is followed by the kernel, which the tests prove equal to the plain board; a sample of them,
chosen anew each time, by the plain board itself. It reads the certificate by itself, and believes nothing of it.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from vato.knowledge import Result
from vato.lattice.endgames.directory import Directory
from vato.lattice.endgames.numbers import number_of
from vato.lattice.proofs.checker import Wrong
from vato.lattice.proofs.contract import LargeGame, ProvenGame
from vato.lattice.proofs.position_certificate import DRAWN, LOST, NOBODY, WON, PositionCertificate, images
from vato.lattice.proofs.position_checking import (
    ALL_ANSWERED,
    TOO_LITTLE_ROOM,
    Listed,
    check_some,
    index_all,
    is_answered,
    is_listed,
)
from vato.solve.packed import write_whole

PART = 1 << 14
"""How many positions are followed between two reports."""
TURNS = 1 << 18
SAMPLE = 300
"""How many positions of each list are followed by the plain board; all of a shorter one."""

Report = Callable[[int], None]
"""Takes how many positions were followed."""


class Checked(NamedTuple):
    """What a certificate was found to show."""

    winner: str
    positions: int
    turns: int
    """How many turns of the other side were answered."""
    by_the_plain_board: int
    """How many of the positions the plain board has followed, too."""


class PositionReader:
    """Reads many positions of a board in which the same player is to move."""

    def __init__(self, game: ProvenGame, large: LargeGame, start: Any, player: int) -> None:
        self._game, self._large, self._start, self._player = game, large, start, player
        self._rows: dict[str, tuple[int, int]] = {}
        self._whole = 2 * start.points.stones_each

    def read(self, line: str) -> tuple[int, int, int]:
        """Return the stones of who is to move and of the other, and the stage."""
        rows, _, rest = line.partition(" ")
        if rest != "wb"[self._player] or len(parts := rows.split("/")) != self._start.points.height:
            return self._read_slowly(line)
        white = black = 0
        for row in parts:
            if row not in self._rows:
                self._rows[row] = self._row(line, row)
            white = white << self._start.points.width | self._rows[row][0]
            black = black << self._start.points.width | self._rows[row][1]
        if (white | black).bit_count() == self._whole:  # it may be the start
            return self._read_slowly(line)
        own, enemy = (white, black) if self._player == 0 else (black, white)
        return own, enemy, self._large.begun

    def _row(self, line: str, row: str) -> tuple[int, int]:
        letters = "".join("." * int(letter) if letter in "123456789" else letter for letter in row)
        if len(letters) != self._start.points.width or set(letters) - set("wb."):
            raise Wrong("{position} does not belong to the list", position=line)
        white, black = (sum(1 << at for at, letter in enumerate(letters) if letter == side) for side in "wb")
        return white, black

    def _read_slowly(self, line: str) -> tuple[int, int, int]:
        board = type(self._start).new(self._start.rules, line)
        if board.points.size != self._start.points.size or board.turn != self._player:
            raise Wrong("{position} does not belong to the list", position=line)
        there = self._game.claimed(board)
        return int(there.own), int(there.enemy), self._large.stage(board)


class PositionChecker:
    """A certificate that is being checked, with tables of two bits that are known to be right."""

    def __init__(
        self, game: ProvenGame, start: Any, certificate: PositionCertificate, directory: Directory, threads: int
    ) -> None:
        self._game, self._start, self._certificate = game, start, certificate
        self._directory, self._threads = directory, threads
        if directory.stones != certificate.tables:
            raise Wrong("the tables go up to {stones} stones", stones=directory.stones)
        kernel = game.endings.kernel()
        self._geometry, self._rules = kernel.table_of(start), kernel.rules_of(start)
        self.lists = {claim: self._listed(claim, lines) for claim, lines in certificate.claims.items()}

    def check(self, progress: Path, report: Report) -> Checked:
        """Follow everything; raise `Wrong` where the certificate does not show what it claims.

        What was followed is kept in a file, so that a check that was stopped goes on.
        """
        self._check_values()
        sampled = sum(self._check_plainly(claim) for claim in self.lists)
        turns = self._check_all(progress, report)
        positions = sum(map(len, self._certificate.claims.values()))
        return Checked(self._certificate.winner or NOBODY, positions, turns, sampled)

    # What must be shown

    def _check_values(self) -> None:
        """Check that the lists hold what the winner and the first turns are said to be."""
        sides, winner, start = self._game.sides, self._certificate.winner, self._start
        if winner is None:
            needed = [f"{side} does not lose" for side in sides]
        elif winner in sides:
            needed = [f"{winner} wins"]
        else:
            raise Wrong("nobody is called {winner}", winner=winner)
        for claim in needed:
            if not self._holds_from(start, claim):
                raise Wrong("that {claim} is not shown from the start", claim=claim)
        mover, other = sides[start.turn], sides[1 - start.turn]
        shown = {
            WON: [f"{mover} wins"],
            LOST: [f"{other} wins"],
            DRAWN: [f"{mover} does not lose", f"{other} does not lose"],
        }
        for name, value in self._certificate.first_turns.items():
            board = start.copy()
            board.push(board.read(name))
            if value not in shown:
                raise Wrong("{value} is no value of a first turn", value=value)
            for claim in shown[value]:
                if not self._holds_from(board, claim):
                    raise Wrong("that {move} is {value} is not shown", move=name, value=value)

    def _holds_from(self, board: Any, claim: str) -> bool:
        """Return whether a list shows its claim from a board on, once all its positions are followed."""
        if claim not in self.lists:
            return False
        listed = self.lists[claim]
        outcome = board.outcome()
        player = self._player(claim)
        if outcome is not None:
            return bool(outcome.winner == player or (outcome.winner is None and not listed.wins))
        position, last = self._game.claimed(board), len(listed.positions) + 1
        if board.turn != player:
            return bool(is_listed(listed, position, last))
        return bool(is_answered(listed, position, last, np.empty((TURNS, 2), np.uint64)) == 1)

    def _player(self, claim: str) -> int:
        return self._game.sides.index(claim.split(" ", 1)[0])

    def _listed(self, claim: str, lines: Sequence[str]) -> Listed:
        """Return a list as compiled code follows it."""
        side, _, what = claim.partition(" ")
        if side not in self._game.sides or what not in ("wins", "does not lose") or self._game.large is None:
            raise Wrong("{claim} is no claim", claim=claim)
        positions = np.zeros((len(lines), 3), np.uint64)
        reader = PositionReader(self._game, self._game.large, self._start, 1 - self._player(claim))
        for number, line in enumerate(lines):
            positions[number] = reader.read(line)
        size = 64
        while size < 2 * len(lines):
            size *= 2
        listed = Listed(
            np.uint64(self._geometry.ctypes.data),
            len(self._start.points.all),
            self._rules,
            self._directory.address,
            self._directory.stones,
            positions,
            np.zeros(size, np.int32),
            what == "wins",
        )
        if index_all(listed):
            raise Wrong("a position comes twice")
        return listed

    # By the kernel

    def _check_all(self, progress: Path, report: Report) -> int:
        """Follow all positions, several at a time; return how many turns were answered."""
        mark = hash_of(self._certificate)
        done = _read_progress(progress, mark)
        parts = [(claim, at) for claim, listed in self.lists.items() for at in range(0, len(listed.positions), PART)]
        waiting = [part for part in parts if f"{part[0]} {part[1]}" not in done]
        followed = (len(parts) - len(waiting)) * PART
        try:
            with ThreadPoolExecutor(self._threads) as pool:
                for (claim, begin), answered in zip(waiting, pool.map(self._check_part, waiting), strict=True):
                    done[f"{claim} {begin}"] = answered
                    followed += PART
                    report(followed)
        finally:
            write_whole(progress, [json.dumps({"of": mark, "done": done}).encode()])
        progress.unlink()
        return sum(done.values())

    def _check_part(self, part: tuple[str, int]) -> int:
        claim, begin = part
        listed = self.lists[claim]
        answered = np.zeros(1, np.int64)
        room = [np.empty((TURNS, 2), np.uint64) for _ in range(2)]
        failed = check_some(listed, begin, min(begin + PART, len(listed.positions)), *room, answered)
        if failed == TOO_LITTLE_ROOM:
            raise Wrong("a position has too many turns")
        if failed != ALL_ANSWERED:
            line = self._certificate.claims[claim][failed]
            raise Wrong("in {position} a turn is not answered", position=line)
        return int(answered[0])

    # By the plain board

    def _check_plainly(self, claim: str) -> int:
        """Follow a sample of a list by the plain board; return how many positions."""
        lines = self._certificate.claims[claim]
        numbers = range(len(lines)) if len(lines) <= SAMPLE else random.sample(range(len(lines)), SAMPLE)
        known = {line: at for at, line in enumerate(lines)}
        for number in numbers:
            board = type(self._start).new(self._start.rules, lines[number])
            if board.outcome() is not None:
                continue
            for move in list(board.legal_moves):
                board.push(move)
                if not self._keeps(board, claim, known, number):
                    raise Wrong("in {position} a turn is not answered", position=lines[number])
                board.pop()
        return len(numbers)

    def _keeps(self, board: Any, claim: str, known: Mapping[str, int], before: int) -> bool:
        """Return whether the claim's side, which is to move, has a move that keeps the claim."""
        wins, player = claim.endswith("wins"), self._player(claim)
        if (result := self._result(board, player)) is not None:
            return result == Result.WON or (result == Result.DRAWN and not wins)
        for move in list(board.legal_moves):
            board.push(move)
            result = self._result(board, player)
            numbers = [known[text] for text in images(board) if text in known] if result is None else []
            board.pop()
            if result == Result.WON or (result == Result.DRAWN and not wins):
                return True
            if any(not wins or number < before for number in numbers):
                return True
        return False

    def _result(self, board: Any, player: int) -> Result | None:
        """Return how a position ends for a player, if it is over or in the tables."""
        outcome = board.outcome()
        if outcome is not None:
            return Result.DRAWN if outcome.winner is None else Result.WON if outcome.winner == player else Result.LOST
        sides = [0, 0]
        for number, point in enumerate(board.points.all):
            if (owner := board.stones[point]) is not None:
                sides[owner] |= 1 << number
        own, enemy = sides[board.turn], sides[1 - board.turn]
        if getattr(board, "first_turn", False) or (own | enemy).bit_count() > self._certificate.tables:
            return None
        few, many = (own, enemy) if own.bit_count() <= enemy.bit_count() else (enemy, own)
        place = number_of(board.points, few, many)
        table = self._directory.tables[own.bit_count(), enemy.bit_count()]
        result = (Result.DRAWN, Result.LOST, Result.WON)[int(table[place >> 2]) >> 2 * (place & 3) & 3]
        return result if board.turn == player else Result(-result)


def hash_of(certificate: PositionCertificate) -> str:
    """Return a name for what a certificate says, under which it is kept how far it was followed."""
    digest = hashlib.sha256()
    for claim, lines in certificate.claims.items():
        digest.update("\n".join([claim, *lines]).encode())
    about = certificate.board, certificate.rules, certificate.tables, certificate.sums
    digest.update(repr(about).encode())
    return digest.hexdigest()


def _read_progress(path: Path, mark: str) -> dict[str, int]:
    """Return which parts were followed before, if it was the same certificate."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return dict(found["done"]) if found["of"] == mark else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}
