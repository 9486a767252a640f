"""Small boards proven: values as published and as a slow solver finds them, certificates that show them, resumption."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.games.certificates import Wrong, check
from tests.games.fanorona.slow_endgames import board_with, build, slow_solution
from tests.solve.tables import ignore
from vato.games.fanorona import Board, RuleSet
from vato.games.fanorona.endgames import Endgames
from vato.games.fanorona.proofs import GAME, claimed
from vato.knowledge import Result
from vato.lattice.endgames.contract import NotSolvable
from vato.lattice.points import board_of
from vato.lattice.proofs import prover as proving
from vato.lattice.proofs.certificate import Certificate
from vato.lattice.proofs.claims import key_of, position_of
from vato.lattice.proofs.prover import Proof, prover
from vato.solve.packed import DamagedFile


def proven(board: Board, tables: Path | None = None) -> Proof:
    """Return a proof that was run to its end."""
    proof = Proof(GAME, board, tables)
    while not proof.advance():
        pass
    return proof


def text_of(certificate: Certificate, folder: Path) -> str:
    """Return a certificate as its file has it."""
    certificate.write(folder / "certificate.txt")
    return (folder / "certificate.txt").read_text()


# Values


@pytest.mark.parametrize(
    ("size", "stones", "winner"),
    # As published, where they are written height x width.
    [
        ("3x3", 3, "white"),
        ("5x3", 4, "white"),
        ("3x5", 4, "white"),
        ("7x3", 4, "white"),
        ("3x7", 4, "white"),
        ("3x9", 5, "white"),
        ("5x5", 5, None),
    ],
)
def test_the_value_of_a_board_is_the_published_one_and_its_certificate_shows_it(
    tmp_path: Path, size: str, stones: int, winner: str | None
) -> None:
    build(tmp_path / "tables", size, "standard", stones)
    certificate = proven(Board(size=size), tmp_path / "tables").certificate(ignore)
    assert (certificate.winner, certificate.tables) == (winner, stones)
    with Endgames(tmp_path / "tables") as endgames:
        shown, _ = check("fanorona", text_of(certificate, tmp_path), lambda board: endgames.look_up(board).result)
    assert shown == (winner or "nobody")


@cache
def slow(size: str, stones: int, rules: str) -> dict[str, int | None]:
    """Return what the slow solver finds."""
    return slow_solution(board_of(size), RuleSet.read(rules), stones)


@pytest.mark.parametrize(
    ("size", "stones", "rules"), [("3x3", 9, "standard"), ("3x3", 9, "strict"), ("5x3", 4, "short")]
)
def test_positions_proven_without_tables_are_worth_what_the_slow_solver_finds(
    size: str, stones: int, rules: str
) -> None:
    ends: dict[Result, list[str]] = {result: [] for result in Result}
    for position, distance in slow(size, stones, rules).items():
        ends[Result.DRAWN if distance is None else Result.WON if distance % 2 else Result.LOST].append(position)
    winners = {Result.WON: 0, Result.DRAWN: None, Result.LOST: 1}
    for result, positions in ends.items():
        for position in random.Random(7).sample(positions, 40):
            board = board_with(board_of(size), RuleSet.read(rules), position)
            if board.outcome() is None:
                assert proven(board).winner == winners[result], board.position


def walked(start: Board) -> dict[str, tuple[int | None, list[str]]]:
    """Return every position that can come up, with who has won where it is over, and what its moves lead to."""
    found: dict[str, tuple[int | None, list[str]]] = {}
    waiting = [start.position]
    while waiting:
        position = waiting.pop()
        if position in found:
            continue
        board = Board.new(start.rules, position)
        outcome = board.outcome()
        followers = []
        for move in list(board.legal_moves):
            board.push(move)
            followers.append(board.position)
            board.pop()
        found[position] = None if outcome is None else outcome.winner, followers
        waiting += followers
    return found


def winner_of(start: Board) -> int | None:
    """Return who wins, going back from where the game is over through all positions that can come up."""
    graph = walked(start)
    leading_to = defaultdict(list)
    left = {}
    for position, (_, followers) in graph.items():
        left[position] = len(set(followers))
        for follower in set(followers):
            leading_to[follower].append(position)
    won = {position: winner for position, (winner, _) in graph.items() if winner is not None}
    waiting = list(won)
    while waiting:
        position = waiting.pop()
        for before in leading_to[position]:
            mover = "wb".index(before.split()[1])
            left[before] -= 1
            if before not in won and (won[position] == mover or left[before] == 0):
                won[before] = won[position]
                waiting.append(before)
    return won.get(start.position)


@pytest.mark.parametrize("rules", ["standard", "classic", "strict", "short"])
def test_the_smallest_board_is_worth_what_a_walk_through_all_of_it_finds(tmp_path: Path, rules: str) -> None:
    board = Board(RuleSet.read(rules), size="3x3")
    build(tmp_path, "3x3", rules, 3)
    certificate = proven(board, tmp_path).certificate(ignore)
    winner = winner_of(board)
    assert certificate.winner == (None if winner is None else Board.sides[winner])
    with Endgames(tmp_path) as endgames:
        check("fanorona", text_of(certificate, tmp_path), lambda board: endgames.look_up(board).result)


# Ten turns, as `free` has it, make a hundred thousand positions; they count with few stones only.
@pytest.mark.parametrize("name", ["free,quiet_turns=2", "free,quiet_turns=1,quiet_stones=4"])
def test_rules_without_tables_are_proven_by_search_alone(tmp_path: Path, name: str) -> None:
    rules = RuleSet.read(name)
    found = prover(GAME, {"board": "3x3", "rules": rules.name})
    assert found is not None
    assert found.tables is None
    certificate = proven(Board(rules, size="3x3")).certificate(ignore)
    winner = winner_of(Board(rules, size="3x3"))
    assert certificate.winner == (None if winner is None else Board.sides[winner])
    check("fanorona", text_of(certificate, tmp_path), _nothing)


def _nothing(_: Board) -> Result:
    raise AssertionError("there are no tables")


@pytest.mark.parametrize("size", ["3x3", "5x3", "3x9", "5x5", "7x5", "5x7"])
def test_a_key_says_everything_about_a_claim(size: str) -> None:
    generator = random.Random(3)
    board = Board(RuleSet.read("classic"), size=size)
    proof = Proof(GAME, board, None)
    keys = set()
    for turns in range(60):
        position = claimed(board)
        for claim in (0, 1):
            key = np.uint64(key_of(proof.basis, position, claim))
            assert tuple(position_of(proof.basis, key)) == tuple(position)
            keys.add(int(key))
        assert len(keys) == 2 * turns + 2
        if board.outcome() is not None:
            break
        board.push(generator.choice(list(board.legal_moves)))


# Certificates


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Callable[[Board], Result]]:
    folder = tmp_path_factory.mktemp("small")
    found = slow("5x3", 4, "standard")

    def ends(board: Board) -> Result:
        stones = board.stones.values()
        distance = found["".join("." if owner is None else "ox"[owner != board.turn] for owner in stones)]
        return Result.DRAWN if distance is None else Result.WON if distance % 2 else Result.LOST

    build(folder, "5x3", "standard", 4)
    return text_of(proven(Board(size="5x3"), folder).certificate(ignore), folder), ends


def test_a_certificate_holds_without_the_tables_it_was_made_with(small: tuple[str, Callable[[Board], Result]]) -> None:
    assert check("fanorona", *small)[0] == "white"


def test_a_forged_certificate_is_found_out(small: tuple[str, Callable[[Board], Result]]) -> None:
    text, ends = small
    lines = text.splitlines()
    first = lines.index("claim: white wins") + 1
    refused = 0
    for number in range(first, len(lines)):
        with pytest.raises(Wrong, match="there is no move"):
            check("fanorona", "\n".join(lines[:number] + lines[number + 1 :]), ends)
        position, move = lines[number].split(" | ")
        for other in Board.new(RuleSet.read("standard"), position).legal_moves:
            if str(other) != move:
                forged = "\n".join([*lines[:number], f"{position} | {other}", *lines[number + 1 :]])
                try:
                    check("fanorona", forged, ends)
                except Wrong:
                    refused += 1
    assert refused > 5
    for claim in ("black wins", "white does not lose", "nobody wins"):
        with pytest.raises(Wrong, match="but the claims are"):
            check("fanorona", text.replace("claim: white wins", f"claim: {claim}"), ends)
    with pytest.raises(Wrong, match="but the claims are"):
        check("fanorona", text.replace("winner: white", "winner: nobody"), ends)


def test_who_claims_to_win_may_not_go_round() -> None:
    text = "mark\nboard: 3x3\nrules: standard\ntables: 0\nwinner: white\nnodes: 1\nline: \n\nclaim: white wins\n"
    board = Board(size="3x3")
    moves = {}
    for position, (winner, _) in walked(board).items():
        there = Board.new(board.rules, position)
        if winner is None and there.turn == 0:
            moves[position] = str(
                min(there.legal_moves, key=lambda move: (str(move) not in ("b1-c1", "c1-b1"), str(move)))
            )
    with pytest.raises(Wrong, match="comes up again"):
        check("fanorona", text + "".join(f"{position} | {move}\n" for position, move in moves.items()), _nothing)


# Stopped, resumed, damaged


def test_a_proof_that_was_stopped_ends_as_one_that_was_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(tmp_path / "tables", "7x3", "standard", 3)
    board = Board(size="7x3")
    whole = proven(board, tmp_path / "tables").certificate(ignore)
    monkeypatch.setattr(proving, "SLICE", whole.nodes // 10)
    monkeypatch.setattr(proving, "FIRST_PLACES", 1 << 8)
    stops = 0
    while True:
        proof = Proof(GAME, board, tmp_path / "tables")
        if stops:
            proof.load(tmp_path / "state")
        if proof.advance():
            break
        proof.save(tmp_path / "state")
        stops += 1
    assert stops > 5
    assert proof.certificate(ignore) == whole


def test_what_was_proven_is_read_again_and_damage_is_made_good(tmp_path: Path) -> None:
    found = prover(GAME, {"board": "3x3"})
    assert found is not None
    assert found.tables is not None
    build(tmp_path, "3x3", "standard", int(found.tables["stones"]))
    damaged: list[DamagedFile] = []
    first = found.prove(tmp_path, ignore, damaged.append)
    path = found.certificate(tmp_path)
    written = path.read_bytes()
    assert found.prove(tmp_path, _not_again, damaged.append) == first
    for content in (written[:-1], written.replace(b"white", b"black"), b"", b"\xff\n"):
        path.write_bytes(content)
        assert found.prove(tmp_path, ignore, damaged.append) == first
        assert path.read_bytes() == written
    assert [error.path for error in damaged] == [path] * 4
    path.unlink()
    state = tmp_path / "proof-standard.state"
    Proof(GAME, Board(RuleSet.read("strict"), size="3x3"), None).save(tmp_path / "strict")
    for content in (b"no state", (tmp_path / "strict").read_bytes()):
        path.unlink(missing_ok=True)
        state.write_bytes(content)
        assert found.prove(tmp_path, ignore, damaged.append) == first
        assert damaged.pop().path == state
        assert not state.exists()


def test_a_search_is_not_gone_on_with_where_tables_are_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(tmp_path, "5x3", "standard", 4)
    monkeypatch.setattr(proving, "SLICE", 20)
    proof = Proof(GAME, Board(size="5x3"), tmp_path)
    proof.advance()
    proof.save(tmp_path / "state")
    for file in tmp_path.glob("04-*.solved"):
        file.unlink()
    with pytest.raises(DamagedFile):
        Proof(GAME, Board(size="5x3"), tmp_path).load(tmp_path / "state")
    build(tmp_path, "5x3", "standard", 5)
    more = Proof(GAME, Board(size="5x3"), tmp_path)
    more.load(tmp_path / "state")
    while not more.advance():
        pass
    with Endgames(tmp_path) as endgames:
        check("fanorona", text_of(more.certificate(ignore), tmp_path), lambda board: endgames.look_up(board).result)


def test_a_damaged_table_that_is_not_needed_is_left_aside(tmp_path: Path) -> None:
    build(tmp_path, "3x3", "standard", 3)
    for pair in ("1-3", "2-2"):
        (tmp_path / f"04-{pair}.solved").write_bytes(b"junk")
    assert proven(Board(size="3x3"), tmp_path).certificate(ignore).tables == 3


def test_a_certificate_of_another_board_is_not_believed(tmp_path: Path) -> None:
    found, other = prover(GAME, {"board": "3x3"}), prover(GAME, {"board": "3x3", "rules": "classic"})
    assert found is not None
    assert other is not None
    assert found.tables is not None
    build(tmp_path, "3x3", "standard", int(found.tables["stones"]))
    found.prove(tmp_path, ignore, ignore)
    other.certificate(tmp_path).write_bytes(found.certificate(tmp_path).read_bytes())
    damaged: list[DamagedFile] = []
    other.prove(tmp_path, ignore, damaged.append)
    assert Certificate.read(other.certificate(tmp_path)).rules == "classic"
    assert [error.path for error in damaged] == [other.certificate(tmp_path)]


def _not_again(_: int) -> None:
    raise AssertionError("it was proven before")


def test_what_cannot_be_proven_is_refused_or_left_to_the_tables() -> None:
    assert prover(GAME, {}) is None
    with pytest.raises(NotSolvable, match="vela"):
        prover(GAME, {"board": "3x3", "rules": "vela"})
    with pytest.raises(NotSolvable, match="nothing to prove by standard,repetition=1: the game is over at the start"):
        prover(GAME, {"board": "3x3", "rules": "standard,repetition=1"})
