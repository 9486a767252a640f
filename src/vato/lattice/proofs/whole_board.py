"""The game on a whole board proven by threads: who wins, what each first turn is worth, and the certificate of both.

Owns the order in which claims are settled, and the file from which a proof that was stopped goes on. Where it was
stopped may change how many positions are looked at and which certificate comes out, but neither the values nor that the
certificate shows them.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from vato.lattice.proofs.claims import LOSES, WINS
from vato.lattice.proofs.contract import LargeGame, ProvenGame
from vato.lattice.proofs.position_certificate import DRAWN, LOST, WON, PositionCertificate
from vato.lattice.proofs.shared_claims import stage_of_key, stones_of_key
from vato.lattice.proofs.whole_search import Keys, Report, Root, Shown, Stopped, WholeSearch
from vato.solve.packed import DamagedFile, Packed, Writer
from vato.text import Text

MOST_KEPT = 8 << 20
"""How many claims are kept in the file from which a proof goes on."""
SECONDS_BETWEEN_FILES = 300.0
WIN_WORDS, HOLD_WORDS = "{side} wins", "{side} does not lose"

Tell = Callable[[Text], None]
"""Takes what is settled so far."""


FirstTurns = list[tuple[tuple[Root, Root], tuple[bool | None, bool | None]]]
"""For each first turn the claims that who plays it wins, and that the other does, and whether these are settled."""
Claimed = tuple[Root, bool | None]
"""The claim that who does not begin wins from the start, and whether it is settled."""
Wanted = Callable[[FirstTurns, Claimed], list[Root]]


def for_the_start(turns: FirstTurns, other: Claimed) -> list[Root]:
    """Return the claims that it takes to know who wins: a turn that wins, or that none does, nor does the other.

    One turn is enough against the other; which, is left to the search.
    """
    if any(mine for _, (mine, _) in turns):
        return []
    found = [claims[0] for claims, (mine, _) in turns if mine is None]
    root, settled = other
    return [*found, root] if settled is None else found


def for_all_values(turns: FirstTurns, _other: Claimed) -> list[Root]:
    """Return the claims that it takes to know what each first turn is worth."""
    return [
        claim
        for claims, states in turns
        if True not in states
        for claim, state in zip(claims, states, strict=True)
        if state is None
    ]


class WholeProof:
    """A proof under way."""

    def __init__(self, game: ProvenGame, board: Any, search: WholeSearch, sums: Iterable[str]) -> None:
        self.game, self.board, self.search = game, board, search
        self._sums = hashlib.sha256("".join(sums).encode()).hexdigest()
        self._lists: dict[str, dict[bytes, Any]] = {}
        self.values: dict[str, str] = {}
        self.winner: int | None = None
        self.is_settled = False
        """Whether it is known who wins from the start."""
        self._last_file = time.monotonic()

    def run(self, state: Path, report: Report, tell: Tell, until: float = float("inf")) -> PositionCertificate:
        """Settle the start and all first turns, and return the certificate; keep what was found when it is stopped."""

        def reported(count: int) -> None:
            report(count)
            if time.monotonic() - self._last_file > SECONDS_BETWEEN_FILES:
                self.save(state)

        try:
            self._search(for_the_start, reported, until)
            self._settle_start(reported, tell, until)
            self.is_settled = True
            with suppress(Stopped):  # which is raised again by a first turn that was not found out
                self._search(for_all_values, reported, until)
            self._settle_first_turns(reported, tell, until)
        except (KeyboardInterrupt, Stopped):
            self.save(state)
            raise
        return self.certificate()

    def _search(self, wanted: Wanted, report: Report, until: float) -> None:
        """Search first turns side by side: threads at different claims are in nobody's way."""
        pairs: dict[Root, tuple[Root, Root]] = {}
        for move in list(self.board.legal_moves):
            board = self.board.copy()
            board.push(move)
            if board.outcome() is None:
                theirs = self.search.root(board, WINS)
                pairs[theirs] = self.search.root(board, LOSES), theirs
        found, other = self.search.is_settled, self.search.root(self.board, LOSES)

        def left() -> list[Root]:
            turns = [(claims, (found(claims[0]), found(claims[1]))) for claims in pairs.values()]
            return wanted(turns, (other, found(other)))

        self.search.settle(left, report, until, self.search.threads)

    def _settle_start(self, report: Report, tell: Tell, until: float) -> None:
        sides, found = self.game.sides, []
        mover = self.board.turn
        for player, claim in ((mover, WINS), (1 - mover, LOSES)):
            shown = self._show(self.board, claim, report, until)
            if shown.proven:
                self.winner = player
                self._list(shown, player)
                tell(Text("Wins from the start: {side}", side=sides[player]))
                return
            found.append((shown, player))
            tell(Text("Does not win from the start: {side}", side=sides[player]))
        for shown, player in found:
            self._list(shown, player)

    def _settle_first_turns(self, report: Report, tell: Tell, until: float) -> None:
        """Say of each first turn what it is worth; those that lead to the same position up to reflection are alike.

        When the time is over, those that were found out are still listed.
        """
        known: dict[Root, str] = {}
        mover = self.board.turn
        stopped: Stopped | None = None
        for move in sorted(self.board.legal_moves, key=lambda move: (len(move.steps), str(move))):
            board = self.board.copy()
            board.push(move)
            root = self.search.root(board, WINS)
            if root in known:
                continue
            try:
                known[root] = self._value(board, mover, report, until)
            except Stopped as error:
                stopped = error
                continue
            self.values[str(move)] = known[root]
            tell(Text("{move} {value}", move=str(move), value=Text(known[root])))
        if stopped is not None:
            raise stopped

    def _value(self, board: Any, mover: int, report: Report, until: float) -> str:
        """Return what a first turn is worth to who has played it, and list what shows it."""
        if board.outcome() is not None:
            winner = board.outcome().winner
            return DRAWN if winner is None else WON if winner == mover else LOST
        mine = None
        if self.winner == mover and self.search.is_settled(self.search.root(board, WINS)) is not True:
            mine = self._show(board, LOSES, report, until)
            if mine.proven:
                self._list(mine, mover)
                return WON
        other = self._show(board, WINS, report, until)
        if self.winner == mover and mine is None and not other.proven:  # it did not stand that the other wins
            return self._value(board, mover, report, until)
        self._list(other, 1 - mover)
        if other.proven:
            return LOST
        if mine is not None:
            self._list(mine, mover)
        return DRAWN

    def _show(self, board: Any, claim: int, report: Report, until: float) -> Shown:
        return self.search.show(self.search.root(board, claim), report, until)

    def _list(self, shown: Shown, claimant: int) -> None:
        """List what shows that a player wins, or that the other does not lose."""
        if shown.proven:
            name, other = WIN_WORDS.format(side=self.game.sides[claimant]), 1 - claimant
        else:
            name, other = HOLD_WORDS.format(side=self.game.sides[1 - claimant]), claimant
        listed = self._lists.setdefault(name, {})
        for key in shown.keys:
            listed.setdefault(key.tobytes(), other)

    def certificate(self) -> PositionCertificate:
        """Return what was proven so far, with all that shows it."""
        writer = PositionWriter(self.search.large, self.board)
        claims = {}
        for name, keys in self._lists.items():
            positions = [writer.text(key, player) for key, player in keys.items()]
            claims[name] = positions if "wins" in name else sorted(positions)
        return PositionCertificate(
            self.board.points.size,
            self.board.rules.name,
            self.search.ground.stones,
            self._sums,
            None if self.winner is None else self.game.sides[self.winner],
            self.search.looked_at,
            self.values,
            claims,
        )

    # Its file

    def save(self, path: Path) -> None:
        """Write the settled claims that took the most work."""
        writer = Writer()
        writer.add("claims", self.search.kept(MOST_KEPT).tobytes())
        about = {"of": self._subject(), "tables": self.search.ground.stones, "nodes": self.search.looked_at}
        writer.write(path, about)
        self._last_file = time.monotonic()

    def load(self, path: Path) -> None:
        """Go on from what was written."""
        with Packed(path) as file:
            file.check()
            if file.about.get("of") != self._subject() or file.about["tables"] > self.search.ground.stones:
                raise DamagedFile(path, Text("it is not as it was written"))
            listed: Keys = np.frombuffer(file.read("claims"), np.uint64).reshape(-1, 2)
            self.search.looked_at_before = int(file.about["nodes"])
        self.search.take(listed)

    def _subject(self) -> str:
        return f"{self.board.points.size} {self.board.rules.name}"


class PositionWriter:
    """Writes the positions of claims, many of them."""

    def __init__(self, large: LargeGame, board: Any) -> None:
        self._large, self._board = large, board
        self._width = board.points.width
        self._rows: dict[tuple[int, int], str] = {}
        self._whole = 2 * board.points.stones_each

    def text(self, key: bytes, player: int) -> str:
        """Return the position of a claim's key, a player being to move."""
        first, second = (np.uint64(int(word)) for word in np.frombuffer(key, np.uint64))
        own, enemy = map(int, stones_of_key(first, second))
        stage = int(stage_of_key(first))
        if stage < self._large.begun or (own | enemy).bit_count() == self._whole:
            return str(self._large.staged_board(self._board, own, enemy, stage, player).position)
        white, black = (own, enemy) if player == 0 else (enemy, own)
        mask, rows = (1 << self._width) - 1, []
        for at in range(len(self._board.points.all) - self._width, -1, -self._width):
            row = white >> at & mask, black >> at & mask
            if row not in self._rows:
                self._rows[row] = _row(self._width, *row)
            rows.append(self._rows[row])
        return f"{'/'.join(rows)} {'wb'[player]}"


def _row(width: int, white: int, black: int) -> str:
    """Return a row as text."""
    found, empty = "", 0
    for place in range(width):
        letter = "w" if white >> place & 1 else "b" if black >> place & 1 else ""
        if letter:
            found += (str(empty) if empty else "") + letter
            empty = 0
        else:
            empty += 1
    return found + (str(empty) if empty else "")
