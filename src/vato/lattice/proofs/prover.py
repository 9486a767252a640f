"""The game on a small board proven: who wins from the start, by search on top of the endgame tables.

Owns the table of claims and its file, so that a proof that was stopped goes on where it was: what is found and the
certificate are the same whether it was stopped or not. Where the rules allow no tables, the search does without.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import numpy as np

from vato.compiled.cache import is_kept
from vato.errors import VatoError
from vato.knowledge import Result
from vato.lattice.endgames.contract import NotSolvable
from vato.lattice.endgames.directory import Directory
from vato.lattice.endgames.endgames import Endgames
from vato.lattice.endgames.numbers import MOST_STONES, length, pairs
from vato.lattice.endgames.solver import chosen
from vato.lattice.endgames.tables import add_tables
from vato.lattice.points import Points, board_of
from vato.lattice.proofs.certificate import Certificate
from vato.lattice.proofs.certifier import Certifier
from vato.lattice.proofs.checker import Wrong, check
from vato.lattice.proofs.claims import LOSES, WINS, Basis, Workspace, key_of
from vato.lattice.proofs.contract import ProvenGame
from vato.lattice.proofs.large_boards import LargeBoardProver
from vato.lattice.proofs.proof_search import (
    COLUMNS,
    COUNT,
    FIRST,
    NO_KEY,
    NODES,
    TOO_LITTLE_ROOM,
    USED,
    ClaimTable,
    SearchPath,
    grow,
    numbers_of,
    search,
)
from vato.rules import RuleSet
from vato.solve.contract import Followed, Prover
from vato.solve.packed import DamagedFile, Packed, Writer
from vato.text import Number, Text

log = logging.getLogger(__name__)

SLICE = 100_000
"""How many positions are looked at between two reports."""
TABLE_BYTES = 32 << 20
"""Endgame tables are made up to so many stones as stay below this: seconds of work."""
MOST_TABLE_BYTES = 2 << 30
"""Tables that are there already are read up to so many stones as stay below this."""
FIRST_PLACES, MOST_PLACES = 1 << 20, 1 << 27
"""Of the table of claims, sixteen bytes each."""
FULL, SHARE = 0.7, 4
"""How full it may become, and for which share of it there is room among the disproofs that lean on others."""
TURNS, CLAIMS, DEPTH = 1 << 16, 1 << 20, 1 << 12
"""Room for the turns of a position, for what all claims on the way depend on, and for the way."""
SECONDS_BETWEEN_FILES = 20.0

KINDS = {
    "keys": np.uint64,
    "proofs": np.uint32,
    "disproofs": np.uint32,
    "path": np.uint64,
    "leaning": np.uint64,
    "claims": np.uint64,
}
"""The parts of the file."""

Report = Callable[[int], None]
"""Takes how many positions were looked at."""


def prover(game: ProvenGame, choices: Mapping[str, str]) -> Prover | None:
    """Return who proves the game on a board by some rules.

    None where no board is chosen, or one that is too large, or only its endings up to a number of stones are asked for.
    """
    if "board" not in choices or "stones" in choices:
        return None
    points = board_of(choices["board"])
    rules = game.endings.rules.read(choices.get("rules", game.endings.usual_rules.name))
    if len(points.all) <= game.most_points:
        return SmallBoardProver(game, points, rules)
    if game.large is None or len(points.all) > game.large.most_points:
        return None
    return LargeBoardProver(game, points, rules)


class SmallBoardProver:
    """The game on a board by some rules."""

    def __init__(self, game: ProvenGame, points: Points, rules: RuleSet) -> None:
        game.check(rules, points)
        self.game = game
        self.board = game.endings.start(rules, points)
        if self.board.outcome() is not None:  # at the first occurrence of a position
            raise NotSolvable("There is nothing to prove by {rules}: the game is over at the start.", rules=rules.name)
        try:
            self.CHOSEN = chosen(game.endings, points, rules)
            """What the folder is for."""
            self.tables: dict[str, str] | None = self.CHOSEN | {"stones": str(_stones(points))}
            """The choices for the tables that the proof needs, if there can be any."""
        except NotSolvable:
            self.CHOSEN = {"board": points.size, "rules": rules.name}
            self.tables = None

    def prove(
        self,
        folder: Path,
        report: Report,
        damaged: Callable[[DamagedFile], None],
        tell: Callable[[Text], None] | None = None,
        threads: int = 1,
    ) -> Certificate:
        """Return what was proven, from its file or by search; the tables must be there.

        Nothing is settled before the end, and one thread does it, so that the same bytes come out everywhere.
        """
        path, state = self.certificate(folder), folder / f"proof-{self.board.rules.name}.state"
        if path.exists():
            try:
                certificate = Certificate.read(path)
                expect(path, f"{certificate.board} {certificate.rules}", subject(self.board))
                state.unlink(missing_ok=True)
                return certificate
            except DamagedFile as error:
                damaged(error)
        proof = Proof(self.game, self.board, folder if self.tables else None)
        if state.exists():
            try:
                proof.load(state)
            except DamagedFile as error:
                damaged(error)
        proof.run(report, state)
        certificate = proof.certificate(report)
        certificate.write(path)
        state.unlink(missing_ok=True)
        return certificate

    def check(
        self,
        folder: Path,
        report: Report | None = None,
        threads: int = 1,
    ) -> Followed:
        """Return through how many positions the certificate was followed; one that shows nothing is damaged."""
        path = self.certificate(folder)
        certificate = Certificate.read(path)
        expect(path, f"{certificate.board} {certificate.rules}", subject(self.board))
        with Endgames(self.game.endings, folder) if self.tables is not None else nullcontext() as endgames:

            def ends(board: Any) -> Result:
                if endgames is None:
                    raise Wrong("there are no tables by these rules")
                return endgames.look_up(board).result

            try:
                _, looked_at = check(self.board, path.read_text(encoding="utf-8"), ends)
            except Wrong as error:
                raise DamagedFile(path, Text("it does not show what it claims ({why})", why=error)) from error
        return Followed(looked_at, looked_at)

    def is_compiled(self) -> bool:
        """Return whether an earlier run left the compiled search where Numba keeps it."""
        return is_kept(search)

    def certificate(self, folder: Path) -> Path:
        """Return where the certificate lies."""
        return folder / f"certificate-{self.board.rules.name}.txt"


def subject(board: Any) -> str:
    """Return what a proof is about."""
    return f"{board.points.size} {board.rules.name}"


def expect(path: Path, found: str, wanted: str) -> None:
    """Refuse a file that is about something else."""
    if found != wanted:
        raise DamagedFile(path, Text("it is for {found}, not for {wanted}", found=found, wanted=wanted))


def _stones(points: Points) -> int:
    """Return up to how many stones tables are made for a proof: at most half of all, so that there is a game."""
    left, found = TABLE_BYTES, 2
    for stones in range(2, min(MOST_STONES, points.stones_each) + 1):
        left -= sum(len(pair.classes) * length(points, pair) for pair in pairs(stones))
        if left < 0:
            break
        found = stones
    return found


def new_table(places: int) -> ClaimTable:
    """Return an empty table of claims."""
    return ClaimTable(
        np.full(places, NO_KEY, np.uint64),
        np.zeros(places, np.uint32),
        np.zeros(places, np.uint32),
        np.zeros(3, np.int64),
    )


def places_for(places: int, used: int, leaning: int) -> int:
    """Return how many places, at least so many, leave room for what is looked at next."""
    while used + SLICE > FULL * places or leaning + DEPTH + SLICE > places // SHARE:
        places *= 2
    return places


def new_way(places: int) -> SearchPath:
    """Return where a search with a table of so many places begins."""
    return SearchPath(np.zeros((DEPTH, COLUMNS), np.uint64), np.zeros(places // SHARE, np.uint64), np.array([-1, 0]))


class Proof:
    """The search of a proof, and what it has found so far."""

    def __init__(self, game: ProvenGame, board: Any, tables: Path | None) -> None:
        self.game, self.board = game, board
        kernel = game.endings.kernel()
        directory = Directory(board.points)
        if tables is not None:
            try:
                add_tables(game.endings.name, directory, tables, MOST_TABLE_BYTES)
            except DamagedFile as error:  # one with more stones than the proof needs
                log.warning("%s It is left aside.", error)
        self._memory = directory, kernel.table_of(board)
        self.basis = Basis(
            np.uint64(self._memory[1].ctypes.data),
            kernel.rules_of(board),
            directory.address,
            directory.stones,
        )
        self._table = new_table(FIRST_PLACES)
        self._way = new_way(FIRST_PLACES)
        self._room = Workspace(np.empty((TURNS, 2), np.uint64), np.empty(CLAIMS, np.uint64))
        self._roots = [np.uint64(key_of(self.basis, game.claimed(board), claim)) for claim in (WINS, LOSES)]
        self._tables = tables

    @property
    def winner(self) -> int | None:
        """Who wins, or None for nobody, once both claims are settled, or one is proven."""
        proven = [numbers_of(self._table, root)[0] == 0 for root in self._roots]
        return proven.index(True) if any(proven) else None

    def run(self, report: Report, state: Path) -> None:
        """Search until it is known who wins; write the file now and then, and when it is interrupted."""
        pause, last = SECONDS_BETWEEN_FILES, time.monotonic()
        try:
            while not self.advance():
                report(int(self._table.counters[NODES]))
                if time.monotonic() - last > pause:
                    began = time.monotonic()
                    with suppress(OSError):  # a full disk is no reason to stop the search
                        self.save(state)
                    last = time.monotonic()
                    pause = max(SECONDS_BETWEEN_FILES, 20 * (last - began))
        except KeyboardInterrupt:
            self.save(state)
            raise
        except MemoryError as error:
            raise self._too_large() from error

    def advance(self) -> bool:
        """Look at some more positions; return whether it is known who wins."""
        for root in self._roots:
            proof, disproof = numbers_of(self._table, root)
            if proof == 0:
                return True
            if disproof:
                self._make_room()
                if search(self.basis, root, self._table, SLICE, self._room, self._way) == TOO_LITTLE_ROOM:
                    raise self._too_large()
                return False
        return True

    def _make_room(self) -> None:
        """Make the table larger before it is too full."""
        used, leaning = int(self._table.counters[USED]), int(self._way.cursor[1])
        places = places_for(len(self._table.keys), used, leaning)
        if places > MOST_PLACES:
            raise self._too_large()
        if places > len(self._table.keys):
            larger = new_table(places)
            larger.counters[:] = self._table.counters
            grow(self._table, larger)
            self._table = larger
            self._way = self._way._replace(leaning=np.resize(self._way.leaning, places // SHARE))

    def _too_large(self) -> VatoError:
        return VatoError(
            "The proof is too large for this memory: {count} positions were looked at.",
            count=Number(int(self._table.counters[NODES])),
        )

    # Its file

    def save(self, path: Path) -> None:
        """Write what was found so far, and where the search is."""
        used = self._table.keys != NO_KEY
        depth, leans = map(int, self._way.cursor)
        last = self._way.path[depth]
        parts = {
            "keys": self._table.keys[used],
            "proofs": self._table.proofs[used],
            "disproofs": self._table.disproofs[used],
            "path": self._way.path[: depth + 1],
            "leaning": self._way.leaning[:leans],
            "claims": self._room.claims[: int(last[FIRST] + last[COUNT]) if depth >= 0 else 0],
        }
        writer = Writer()
        for name, content in parts.items():
            writer.add(name, content.tobytes())
        counters = self._table.counters.tolist()
        about = {
            "of": subject(self.board),
            "tables": self.basis.stones,
            "counters": counters,
            "cursor": [depth, leans],
        }
        writer.write(path, about)

    def load(self, path: Path) -> None:
        """Go on from what was written."""
        with Packed(path) as file:
            file.check()
            expect(path, str(file.about.get("of")), subject(self.board))
            # What is in the tables is no claim, so with fewer of them claims would be missing.
            if file.about["tables"] > self.basis.stones:
                raise DamagedFile(path, Text("it is not as it was written"))
            parts = {name: np.frombuffer(file.read(name), kind) for name, kind in KINDS.items()}
            about = file.about
        places = places_for(FIRST_PLACES, about["counters"][USED], len(parts["leaning"]))
        table = new_table(places)
        grow(ClaimTable(parts["keys"], parts["proofs"], parts["disproofs"], table.counters), table)
        table.counters[:] = about["counters"]
        way = new_way(places)
        way.path[: len(parts["path"]) // COLUMNS] = parts["path"].reshape(-1, COLUMNS)
        way.leaning[: len(parts["leaning"])] = parts["leaning"]
        way.cursor[:] = about["cursor"]
        self._room.claims[: len(parts["claims"])] = parts["claims"]
        self._table, self._way = table, way

    # What it amounts to

    def certificate(self, report: Report) -> Certificate:
        """Return what was proven, with all that shows it."""
        return Certifier(
            self.game, self.board, self.basis, self._table, self._room, self._roots, self._tables, report
        ).certificate(self.winner)
