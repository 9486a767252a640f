"""Boards too large for prover.py proven by threads: which tables are used, what memory is taken, and the certificate.

Where the folder has tables of two bits (results.py), made on a GPU, they are used; or else those with distances, which
are brought to two bits in memory.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

from vato.compiled.cache import is_kept
from vato.errors import VatoError
from vato.lattice.endgames.contract import NotSolvable
from vato.lattice.endgames.directory import Directory
from vato.lattice.endgames.numbers import MOST_STONES, length, pairs
from vato.lattice.endgames.results import ABOUT, ResultsFolder, bytes_of, packed
from vato.lattice.endgames.solver import chosen, read_tables
from vato.lattice.points import Points
from vato.lattice.proofs.checker import Wrong
from vato.lattice.proofs.contract import ProvenGame
from vato.lattice.proofs.position_certificate import PositionCertificate
from vato.lattice.proofs.position_checker import PositionChecker
from vato.lattice.proofs.shared_search import search
from vato.lattice.proofs.whole_board import Tell, WholeProof
from vato.lattice.proofs.whole_search import BENCH_BYTES, Report, WholeSearch
from vato.rules import RuleSet
from vato.solve.contract import Followed
from vato.solve.folder import Folder
from vato.solve.packed import DamagedFile, Packed
from vato.text import Number, Text

MADE_BYTES = 256 << 20
"""Tables are made up to so many stones as stay below this, with distances: on 9x5 six stones, a minute or so."""
SHARE, LEAST_CLAIMS, MOST_CLAIMS = 0.7, 1 << 30, 64 << 30
"""Which share of the machine's memory is taken in all, and what the table of claims takes, in bytes."""


class LargeBoardProver:
    """The game on a board by some rules."""

    def __init__(self, game: ProvenGame, points: Points, rules: RuleSet) -> None:
        game.check(rules, points)
        self.game = game
        self.board = game.endings.start(rules, points)
        self.CHOSEN = chosen(game.endings, points, rules)
        """What the folder is for; there is no proof where there can be no tables."""
        if self.board.outcome() is not None:
            raise NotSolvable("There is nothing to prove by {rules}: the game is over at the start.", rules=rules.name)
        self.tables = self.CHOSEN | {"stones": str(_stones(points))}

    def prove(
        self,
        folder: Path,
        report: Report,
        damaged: Callable[[DamagedFile], None],
        tell: Tell = lambda _: None,
        threads: int = 1,
    ) -> PositionCertificate:
        """Return what was proven, from its file or by search; the tables must be there."""
        path, state = self.certificate(folder), folder / f"proof-{self.board.rules.name}.state"
        if path.exists():
            try:
                return self._read(path)
            except DamagedFile as error:
                damaged(error)
        directory, sums = self._tables(folder, MOST_STONES)
        search = WholeSearch(self.game, self.board, directory, self._claims_bytes(directory, threads), threads)
        proof = WholeProof(self.game, self.board, search, sums)
        if state.exists():
            try:
                proof.load(state)
            except DamagedFile as error:
                damaged(error)
        certificate = proof.run(state, report, tell)
        certificate.write(path)
        state.unlink(missing_ok=True)
        return certificate

    def check(self, folder: Path, report: Report = lambda _: None, threads: int = 1) -> Followed:
        """Return through how many positions the certificate was followed; one that shows nothing is damaged."""
        path = self.certificate(folder)
        certificate = self._read(path)
        directory, sums = self._tables(folder, certificate.tables)
        if directory.stones < certificate.tables:
            raise VatoError(
                "{path} leans on tables of {needed} stones, and in its folder there are those of {there}; "
                "make them first (--stones {needed}).",
                path=path,
                needed=certificate.tables,
                there=directory.stones,
            )
        try:
            if hashlib.sha256("".join(sums).encode()).hexdigest() != certificate.sums:
                raise Wrong("it leans on other tables")
            checker = PositionChecker(self.game, self.board, certificate, directory, threads)
            found = checker.check(folder / f"{path.name}.checked", report)
        except (Wrong, ValueError) as error:
            raise DamagedFile(path, Text("it does not show what it claims ({why})", why=error)) from error
        return Followed(found.positions, found.by_the_plain_board)

    def is_compiled(self) -> bool:
        """Return whether an earlier run left the compiled search where Numba keeps it."""
        return is_kept(search)

    def certificate(self, folder: Path) -> Path:
        """Return where the certificate lies."""
        return folder / f"certificate-{self.board.rules.name}.txt.xz"

    def _read(self, path: Path) -> PositionCertificate:
        """Return a certificate of this board and rules."""
        certificate = PositionCertificate.read(path)
        found, wanted = f"{certificate.board} {certificate.rules}", f"{self.board.points.size} {self.board.rules.name}"
        if found != wanted:
            raise DamagedFile(path, Text("it is for {found}, not for {wanted}", found=found, wanted=wanted))
        return certificate

    def _tables(self, folder: Path, most: int) -> tuple[Directory, list[str]]:
        """Return the tables of up to so many stones, as far as they are all there and fit, and their checksums."""
        directory = Directory(self.board.points)
        most = min(most, self._fitting())
        if (folder / ABOUT).exists():
            results = ResultsFolder(folder, self.CHOSEN)
            results.add_to(directory, most)
            return directory, list(results.sums(directory.stones).values())
        sums: list[str] = []
        files = Folder(folder)
        for stones in range(2, most + 1):
            if not all(files.has(pair.name) for pair in pairs(stones)):
                break
            for pair in pairs(stones):
                with Packed(files.file(pair.name)) as file:
                    tables = [packed(table) for table in read_tables(file, self.CHOSEN, pair)]
                directory.add(pair, tables)
                sums += [hashlib.sha256(table.tobytes()).hexdigest() for table in tables]
            directory.complete(stones)
        return directory, sums

    def _fitting(self) -> int:
        """Return up to how many stones tables take no more than a third of what is there."""
        left, found = _memory() / 3, 1
        for stones in range(2, MOST_STONES + 1):
            left -= bytes_of(self.board.points, stones)
            if left < 0:
                break
            found = stones
        return found

    def _claims_bytes(self, directory: Directory, threads: int) -> int:
        """Return how much memory the table of claims gets; refuse where there is too little."""
        tables = sum(bytes_of(self.board.points, stones) for stones in range(2, directory.stones + 1))
        left = int(SHARE * _memory()) - tables - threads * BENCH_BYTES
        if left < LEAST_CLAIMS:
            raise VatoError(
                "A proof on a {board} board needs {needed} GB of memory, and there are {there}.",
                board=self.board.points.size,
                needed=Number((LEAST_CLAIMS + tables + threads * BENCH_BYTES) / SHARE / 1e9, ".1f"),
                there=Number(_memory() / 1e9, ".1f"),
            )
        return min(left, MOST_CLAIMS)


def _stones(points: Points) -> int:
    """Return up to how many stones tables are made for a proof."""
    left, found = MADE_BYTES, 2
    for stones in range(2, min(MOST_STONES, points.stones_each) + 1):
        left -= sum(len(pair.classes) * length(points, pair) for pair in pairs(stones))
        if left < 0:
            break
        found = stones
    return found


def _memory() -> int:
    """Return how much memory this machine has; where it does not say, a little."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 4 << 30
