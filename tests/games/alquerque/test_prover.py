"""Alquerque's small boards proven: values as all positions give them, certificates that show them, keys."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from tests.games.alquerque.slow_endgames import build
from tests.games.certificates import Wrong, check
from vato.games.alquerque import Board, Endgames, RuleSet
from vato.games.alquerque.proofs import GAME, claimed
from vato.knowledge import Result
from vato.lattice.endgames.contract import NotSolvable
from vato.lattice.proofs.certificate import Certificate
from vato.lattice.proofs.claims import key_of, position_of
from vato.lattice.proofs.prover import Proof, prover


def proven(board: Board, tables: Path | None, folder: Path) -> tuple[Certificate, str]:
    """Return the certificate of a proof, and its text."""
    proof = Proof(GAME, board, tables)
    while not proof.advance():
        pass
    found = proof.certificate(lambda _: None)
    found.write(folder / "certificate.txt")
    return found, (folder / "certificate.txt").read_text()


def _nothing(_: object) -> Result:
    raise AssertionError("there are no tables")


# By tools/alquerque_small_boards.py, which looks at every position by board.py.
@pytest.mark.parametrize(
    ("rules", "winner"), [("modern", "black"), ("alfonso", None), ("huffing", "black"), ("bell", "black")]
)
def test_the_smallest_board_is_worth_what_all_its_positions_give(
    tmp_path: Path, rules: str, winner: str | None
) -> None:
    board = Board(RuleSet.read(rules), size="3x3")
    found, text = proven(board, None, tmp_path)
    assert found.winner == winner
    assert check("alquerque", text, _nothing)[0] == (winner or "nobody")
    lines = text.splitlines()
    number = next(number for number, line in enumerate(lines) if " | " in line)
    with pytest.raises(Wrong, match="there is no move"):
        check("alquerque", "\n".join(lines[:number] + lines[number + 1 :]), _nothing)


def test_a_proof_rests_on_tables(tmp_path: Path) -> None:
    build(tmp_path / "tables", "3x3", "modern", 4)
    found, text = proven(Board(RuleSet.known["modern"], size="3x3"), tmp_path / "tables", tmp_path)
    assert (found.winner, found.tables) == ("black", 4)
    with Endgames(tmp_path / "tables") as endgames:
        check("alquerque", text, lambda board: endgames.look_up(board).result)


@pytest.mark.parametrize("rules", ["modern", "bell"])
@pytest.mark.parametrize("size", ["3x3", "5x3", "3x7", "5x5"])
def test_a_key_says_everything_about_a_claim(size: str, rules: str) -> None:
    generator = random.Random(3)
    board = Board(RuleSet.read(rules), size=size)
    proof = Proof(GAME, board, None)
    keys, seen = set(), set()
    for _ in range(60):
        position = claimed(board)
        seen.add(tuple(position))
        for claim in (0, 1):
            key = np.uint64(key_of(proof.basis, position, claim))
            assert tuple(position_of(proof.basis, key)) == tuple(position)
            keys.add(int(key))
            shown = GAME.board_with(board, position_of(proof.basis, key), board.turn)
            assert shown.position == board.position
        assert len(keys) == 2 * len(seen)
        if board.outcome() is not None:
            break
        board.push(generator.choice(list(board.legal_moves)))


def test_what_cannot_be_proven_is_refused() -> None:
    assert prover(GAME, {}) is None
    assert prover(GAME, {"board": "9x5"}) is None
    assert prover(GAME, {"board": "5x5", "stones": "4"}) is None
    with pytest.raises(NotSolvable, match="depends on what was played before"):
        prover(GAME, {"board": "3x3", "rules": "modern,quiet_turns=20"})
    with pytest.raises(NotSolvable, match="A 5x7 board is too large for a proof by bell"):
        prover(GAME, {"board": "5x7", "rules": "bell"})
    with pytest.raises(NotSolvable, match="nothing to prove by modern,repetition=1: the game is over at the start"):
        prover(GAME, {"board": "3x3", "rules": "modern,repetition=1"})
