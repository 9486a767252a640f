"""Whole boards proven by threads: values as known, certificates that two checkers follow, and forgeries they refuse."""

from __future__ import annotations

import lzma
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from math import inf
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
import pytest

from tests.games.fanorona.slow_endgames import build, slow_solution
from tests.games.one_thread import OneThread
from tests.solve.tables import ignore
from tools import check_certificate, fanorona_results
from vato.games.fanorona import Board, RuleSet
from vato.games.fanorona.board import BEGUN
from vato.games.fanorona.endgames import ENDINGS
from vato.games.fanorona.proofs import GAME, staged_board
from vato.lattice.endgames import gpu
from vato.lattice.endgames.contract import NotSolvable
from vato.lattice.endgames.directory import DRAWN, Directory
from vato.lattice.endgames.numbers import pairs
from vato.lattice.endgames.processor import Processor
from vato.lattice.endgames.ranks import looked_up
from vato.lattice.endgames.results import ResultsFolder, packed
from vato.lattice.endgames.solver import chosen
from vato.lattice.points import board_of
from vato.lattice.proofs import large_boards, whole_search
from vato.lattice.proofs.claims import LOSES, WINS
from vato.lattice.proofs.large_boards import LargeBoardProver
from vato.lattice.proofs.position_certificate import PositionCertificate
from vato.lattice.proofs.prover import prover
from vato.lattice.proofs.whole_board import Wanted, WholeProof, for_the_start
from vato.lattice.proofs.whole_search import Report, Root, Stopped, WholeSearch
from vato.solve.packed import DamagedFile


@pytest.fixture(autouse=True)
def _little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large_boards, "LEAST_CLAIMS", 1 << 20)
    monkeypatch.setattr(large_boards, "MOST_CLAIMS", 1 << 24)


@cache
def tables(size: str, rules: str, stones: int) -> Path:
    """Return a folder with tables of two bits."""
    points, rule_set = board_of(size), RuleSet.read(rules)
    folder = Path(mkdtemp())
    results = ResultsFolder(folder, chosen(ENDINGS, points, rule_set))
    solver = Processor(ENDINGS, points, ENDINGS.essence(rule_set))
    for count in range(2, stones + 1):
        for pair in pairs(count):
            results.write(pair, [iter([packed(table).tobytes()]) for table in solver.settle(pair)])
    return folder


@cache
def proven(size: str, rules: str, stones: int, threads: int) -> PositionCertificate:
    """Return what is proven by so many threads."""
    found = LargeBoardProver(GAME, board_of(size), RuleSet.read(rules))
    folder = tables(size, rules, stones)
    found.certificate(folder).unlink(missing_ok=True)
    return found.prove(folder, ignore, ignore, threads=threads)


def check_both(folder: Path, certificate: PositionCertificate) -> None:
    """Let both checkers follow a certificate, which lies in the folder with its tables."""
    found = LargeBoardProver(GAME, board_of(certificate.board), RuleSet.read(certificate.rules))
    path = found.certificate(folder)
    certificate.write(path)
    followed = found.check(folder)
    assert followed.positions == sum(map(len, certificate.claims.values()))
    shown = check_certificate.check(path, folder, 1, 20)
    assert f"winner {certificate.winner or 'nobody'}" in shown


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("size", "rules", "stones", "winner"),
    [("3x3", "strict", 4, "white"), ("5x3", "standard", 4, "white"), ("7x3", "strict", 4, None)],
)
def test_values_are_as_known_and_both_checkers_follow_the_certificate(
    size: str, rules: str, stones: int, winner: str | None, threads: int
) -> None:
    certificate = proven(size, rules, stones, threads)
    assert certificate.winner == winner
    assert certificate.first_turns == proven(size, rules, stones, 1).first_turns
    check_both(tables(size, rules, stones), certificate)


def unsettled(search: WholeSearch, root: Root) -> list[Root]:
    """Return a claim unless it is settled."""
    return [root] if search.is_settled(root) is None else []


def test_a_table_that_cannot_hold_all_claims_is_no_reason_to_go_round_in_circles() -> None:
    board = Board(RuleSet.read("strict"), size="7x3")
    directory, _ = LargeBoardProver(GAME, board.points, board.rules)._tables(tables("7x3", "strict", 4), 4)
    search = WholeSearch(GAME, board, directory, 1, 1)

    def not_for_ever(count: int) -> None:
        assert count < 10_000_000

    for root in (search.root(board, WINS), search.root(board, LOSES)):
        search.settle(partial(unsettled, search, root), not_for_ever, inf, 1)
        assert search.is_settled(root) is False
    assert search.driven_out > 1000


def test_first_turns_are_worth_what_the_slow_solver_finds() -> None:
    points, rules = board_of("3x3"), RuleSet.read("standard")
    slow = slow_solution(points, rules, 9)
    for move, value in proven("3x3", "standard", 4, 1).first_turns.items():
        board = Board(rules, size="3x3")
        board.push(board.read(move))
        distance = slow["".join("." if owner is None else "ox"[owner != board.turn] for owner in board.stones.values())]
        assert value == ("drawn" if distance is None else "lost" if distance % 2 else "won"), move


def test_on_the_board_that_the_network_knows_claims_are_settled_as_larger_tables_have_them() -> None:
    start = Board(RuleSet.read("strict"), size="9x5")
    solver = Processor(ENDINGS, start.points, ENDINGS.essence(start.rules))
    leaning_on = Directory(start.points)
    for count in range(2, 5):
        for pair in pairs(count):
            found = solver.settle(pair)
            if count < 4:
                leaning_on.add(pair, [packed(table) for table in found])
                leaning_on.complete(count)
    search = WholeSearch(GAME, start, leaning_on, 1 << 24, 1)
    chance, seen = random.Random(9), Counter[bool]()
    while seen.total() < 100:
        places = [1 << place for place in chance.sample(range(45), 4)]
        movers = chance.randint(1, 3)
        own, enemy = sum(places[:movers]), sum(places[movers:])
        byte = looked_up(solver.directory.address, np.uint64(own), np.uint64(enemy))
        if byte == DRAWN:
            continue  # which may take a look at most of the positions there are
        is_won = byte % 2 == 0
        board = staged_board(start, own, enemy, BEGUN, chance.choice((0, 1)))
        for claim, is_true in ((WINS, is_won), (LOSES, not is_won)):
            assert search.show(search.root(board, claim), ignore).proven is is_true, board.position
        seen[is_won] += 1
    assert min(seen.values()) > 20


def forged(change: Callable[[PositionCertificate], PositionCertificate]) -> PositionCertificate:
    return change(proven("5x3", "standard", 4, 1))


def without_one(claim: str) -> Callable[[PositionCertificate], PositionCertificate]:
    return lambda certificate: replace(
        certificate, claims={**certificate.claims, claim: list(certificate.claims[claim])[1:]}
    )


FORGERIES: dict[str, Callable[[PositionCertificate], PositionCertificate]] = {
    "a position is missing from a win": without_one("white wins"),
    "a position is missing from what holds": without_one("black does not lose"),
    "a win goes backwards": lambda certificate: replace(
        certificate, claims={**certificate.claims, "white wins": list(certificate.claims["white wins"])[::-1]}
    ),
    "the winner is another": lambda certificate: replace(certificate, winner="black"),
    "nobody is said to win": lambda certificate: replace(certificate, winner=None),
    "a claim is missing": lambda certificate: replace(
        certificate, claims={"white wins": certificate.claims["white wins"]}
    ),
    "claims are mixed up": lambda certificate: replace(
        certificate,
        claims={
            "white wins": certificate.claims["black wins"],
            "black wins": certificate.claims["white wins"],
        },
    ),
    "a first turn is worth more": lambda certificate: replace(
        certificate, first_turns=dict.fromkeys(certificate.first_turns, "won")
    ),
    "it leans on other tables": lambda certificate: replace(certificate, sums="0" * 64),
    "it is of other rules": lambda certificate: replace(certificate, rules="classic"),
    "a position is of another board": lambda certificate: replace(
        certificate, claims={**certificate.claims, "white wins": ["3/3/1b1 b", *certificate.claims["white wins"]]}
    ),
}


@pytest.mark.parametrize("change", FORGERIES.values(), ids=FORGERIES)
def test_what_is_forged_is_refused_by_both_checkers_though_its_checksum_is_right(
    change: Callable[[PositionCertificate], PositionCertificate],
) -> None:
    folder = tables("5x3", "standard", 4)
    found = LargeBoardProver(GAME, board_of("5x3"), RuleSet.read("standard"))
    path = found.certificate(folder)
    forged(change).write(path)
    with pytest.raises(DamagedFile):
        found.check(folder)
    # By classic the tables are the same, but a first turn is not: the lists do not hold there either.
    with pytest.raises(check_certificate.Refused):
        check_certificate.check(path, folder, 1, 1)


def test_a_truncated_file_and_one_that_was_changed_are_refused(tmp_path: Path) -> None:
    found = LargeBoardProver(GAME, board_of("5x3"), RuleSet.read("standard"))
    path = found.certificate(tmp_path)
    proven("5x3", "standard", 4, 1).write(path)
    whole = path.read_bytes()
    changed = lzma.compress(lzma.decompress(whole).replace(b"winner: white", b"winner: black"))
    for content in (whole[:-20], whole[:5], b"", changed):
        path.write_bytes(content)
        with pytest.raises(DamagedFile):
            found.check(tmp_path)
        with pytest.raises(check_certificate.Refused):
            check_certificate.read_certificate(path)


def test_the_small_checker_needs_nothing_of_vato_and_makes_its_tables_itself(tmp_path: Path) -> None:
    path = tmp_path / "certificate.txt.xz"
    proven("3x3", "strict", 4, 1).write(path)
    command = [sys.executable, "-I", "-S", str(check_certificate.__file__), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "3x3 by strict: winner white" in done.stdout
    path.write_bytes(path.read_bytes()[:-1])
    assert "REFUSED" in subprocess.run(command, capture_output=True, text=True, check=False).stderr


def test_a_proof_that_was_stopped_goes_on_and_one_of_other_tables_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whole_search, "LOOK_SECONDS", 0.001)
    board = Board(RuleSet.read("strict"), size="7x3")
    folder, state = tables("7x3", "strict", 4), tmp_path / "state"

    def begun(stones: int) -> WholeProof:
        found = LargeBoardProver(GAME, board.points, board.rules)
        directory, sums = found._tables(folder, stones)
        return WholeProof(GAME, board, WholeSearch(GAME, board, directory, 1 << 22, 1), sums)

    proof = begun(4)
    with pytest.raises(Stopped):
        proof.run(state, ignore, ignore, until=0.0)
    again = begun(4)
    again.load(state)
    certificate = again.run(state, ignore, ignore)
    assert certificate.winner is None
    assert certificate.nodes > proof.search.looked_at > 0
    with pytest.raises(DamagedFile):
        begun(3).load(state)


def test_what_was_found_out_before_the_time_was_over_is_in_the_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = Board(RuleSet.read("strict"), size="7x3")
    folder = tables("7x3", "strict", 4)
    directory, sums = LargeBoardProver(GAME, board.points, board.rules)._tables(folder, 4)
    proof = WholeProof(GAME, board, WholeSearch(GAME, board, directory, 1 << 22, 1), sums)
    search = proof._search

    def only_the_start(wanted: Wanted, report: Report, until: float) -> None:
        if wanted is for_the_start:
            search(wanted, report, until)
        else:
            monkeypatch.setattr(proof.search, "settle", out_of_time)
            raise Stopped

    def out_of_time(wanted: Callable[[], list[Root]], *_: object) -> None:
        if wanted():
            raise Stopped

    monkeypatch.setattr(proof, "_search", only_the_start)
    with pytest.raises(Stopped):
        proof.run(tmp_path / "state", ignore, ignore)
    certificate, whole = proof.certificate(), proven("7x3", "strict", 4, 1)
    assert proof.is_settled
    assert certificate.winner == whole.winner
    assert 0 < len(certificate.first_turns) < len(whole.first_turns)
    assert certificate.first_turns.items() <= whole.first_turns.items()
    check_both(folder, certificate)


def test_tables_with_distances_serve_as_well(tmp_path: Path) -> None:
    build(tmp_path, "3x3", "standard", 4)
    found = LargeBoardProver(GAME, board_of("3x3"), RuleSet.read("standard"))
    certificate = found.prove(tmp_path, ignore, ignore)
    assert certificate.sums == proven("3x3", "standard", 4, 1).sums
    assert found.check(tmp_path).positions == found.check(tmp_path).plainly
    assert found.prove(tmp_path, ignore, ignore) == certificate


def test_the_gpu_makes_the_same_tables_of_two_bits(tmp_path: Path) -> None:
    points, rules = board_of("5x3"), RuleSet.read("strict")
    machine = OneThread(tmp_path, ENDINGS, points, rules, packed=True)
    there = ResultsFolder(tmp_path / "results", chosen(ENDINGS, points, rules))
    found = list(fanorona_results.make(gpu.Gpu(ENDINGS, points, rules, machine), there, 4, verify=True))
    assert [each["pair"] for each in found] == ["02-1-1", "03-1-2", "04-1-3", "04-2-2"]
    here = ResultsFolder(tables("5x3", "strict", 4), chosen(ENDINGS, points, rules))
    assert there.sums(4) == here.sums(4)
    there.check(ignore)
    content = np.fromfile(tmp_path / "results" / "2-2.results", np.uint8)
    content[7] ^= 1
    content.tofile(tmp_path / "results" / "2-2.results")
    with pytest.raises(DamagedFile):
        there.check(ignore)
    with pytest.raises(DamagedFile):
        ResultsFolder(tmp_path / "results", chosen(ENDINGS, points, RuleSet.read("standard")))


def test_which_boards_are_proven_by_threads() -> None:
    assert isinstance(prover(GAME, {"board": "9x5", "rules": "strict"}), LargeBoardProver)
    assert prover(GAME, {"board": "9x7"}) is None
    assert prover(GAME, {"board": "9x5", "stones": "4"}) is None
    with pytest.raises(NotSolvable):
        prover(GAME, {"board": "9x5", "rules": "free"})


def test_a_machine_with_too_little_memory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large_boards, "LEAST_CLAIMS", 1 << 60)
    with pytest.raises(Exception, match=r"3x3 board needs .* GB of memory"):
        LargeBoardProver(GAME, board_of("3x3"), RuleSet.read("strict")).prove(tmp_path, ignore, ignore)
