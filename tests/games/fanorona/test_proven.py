"""What certificates prove of positions: no more than they show, to the engine and to whoever asks."""

from __future__ import annotations

import lzma
import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import vato
from tests.games.fanorona.slow_endgames import board_with, slow_solution
from tests.games.fanorona.test_large_boards import proven as proven_board
from tests.shared import UNPROVEN
from tools import check_certificate
from vato import catalog
from vato.engine import levels
from vato.games.fanorona import Board, RuleSet
from vato.games.fanorona.endgames import PROOFS
from vato.games.fanorona.rulesets import OPENINGS
from vato.knowledge import Bounds, Fact, Facts, Patience, Proven, Result
from vato.lattice.points import board_of
from vato.lattice.proofs.proven import Proofs, is_among

LOST, DRAWN, WON = Result.LOST, Result.DRAWN, Result.WON
HOLDING = {"strict": {"d3-e3W"}, "standard": {"f2-e3A"}}
"""The first turns on 9x5 of which the certificates that come with vato show, by each rules, that White holds."""
TABLES = {"9x5 strict": 7, "9x5 standard": 8, "7x5 strict": 6}
"""How many stones the tables have that the certificates lean on."""
CERTIFICATES = Path(catalog.find("fanorona").folder or "") / "certificates"


def unknown(_board: Board) -> None:
    """Look a position up where there are no tables."""


def proven(board: Board) -> Proven | None:
    return PROOFS.proven(board, unknown)


def start(size: str = "9x5", rules: str = "strict") -> Board:
    return Board(RuleSet.read(rules), size=size)


@cache
def listed(size: str, rules: str) -> dict[str, set[str]]:
    """Return the lists of a certificate, each position as rows of single letters and without its fields."""
    text = lzma.decompress((CERTIFICATES / f"{size}-{rules}.txt.xz").read_bytes()).decode()
    found: dict[str, set[str]] = {}
    for part in text.split("\n\n")[1:]:
        claim, *lines = part.splitlines()
        found[claim.removeprefix("claim: ")] = {_spread(line.split(" ")[0]) for line in lines}
    return found


def _spread(rows: str) -> str:
    return "".join("." * int(letter) if letter.isdigit() else letter for letter in rows)


def is_listed(board: Board, claim: str) -> bool:
    """Return whether a list has a board, or one of its reflections."""
    rows = _spread(board.position.split(" ")[0]).split("/")
    upside_down = rows[::-1]
    images = rows, upside_down, [row[::-1] for row in rows], [row[::-1] for row in upside_down]
    return any("/".join(image) in listed(board.points.size, board.rules.name)[claim] for image in images)


# The whole board


@pytest.mark.parametrize(("rules", "holding"), HOLDING.items())
def test_the_whole_board_is_drawn_and_some_first_turns_are_proven_to_hold(rules: str, holding: set[str]) -> None:
    found = proven(start(rules=rules))
    assert found is not None
    assert found.bounds == Bounds(DRAWN, DRAWN)
    assert found.bounds.result == DRAWN
    assert {str(move): bounds for move, bounds in found.moves.items()} == {
        **dict.fromkeys(OPENINGS.values(), Bounds(LOST, DRAWN)),
        **dict.fromkeys(holding, Bounds(DRAWN, DRAWN)),
    }
    assert {str(move) for move in found.best} == {str(move) for move in found.keeping()} == holding


def test_where_one_strategy_covers_a_position_the_other_half_is_open() -> None:
    for first in ("e2-e3A", "d3-e3A", "d2-e3A", "f2-e3A"):
        board = start()
        board.push(first)
        found = proven(board)
        assert found is not None
        assert (found.bounds, found.bounds.result) == (Bounds(DRAWN, WON), None)
        assert found.best


@pytest.mark.parametrize(
    "board",
    [
        vato.new("fanorona", rules="short"),
        vato.new("fanorona", rules=UNPROVEN),
        vato.new("fanorona", rules="strict,repetition=2"),
        vato.new("fanorona", rules="strict", board="5x5"),
        vato.new("fanorona", rules="vela"),
        vato.new("fanorona", rules="strict", position="bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwww1w w"),
    ],
)
def test_of_other_boards_rules_and_positions_nothing_is_said(board: Board) -> None:
    assert proven(board) is None


@pytest.mark.parametrize(
    ("size", "rules", "side"),
    [*(("9x5", rules, side) for rules in HOLDING for side in (0, 1)), ("7x5", "strict", 0)],
)
def test_who_keeps_to_what_is_proven_stays_in_the_list_down_to_the_tables(size: str, rules: str, side: int) -> None:
    claim = f"{Board.sides[side]} {'wins' if size == '7x5' else 'does not lose'}"
    chance = random.Random(7)
    reached = 0
    for _ in range(40):
        board = start(size, rules)
        while board.outcome() is None:
            if board.turn != side:
                board.push(chance.choice(list(board.legal_moves)))
                continue
            found = proven(board)
            if found is None or found.bounds.least == LOST:
                # Only the tables know the answer.
                assert any(_stones_after(board, move) <= TABLES[f"{size} {rules}"] for move in board.legal_moves), board
                reached += 1
                break
            board.push(chance.choice(found.best))
            if board.outcome() is None:
                # What the other's list has with the colours exchanged holds as well.
                assert is_listed(board, claim) or is_listed(_exchanged(board), _other(claim)), board
        else:
            outcome = board.outcome()
            assert outcome is not None
            assert outcome.winner in ((side,) if size == "7x5" else (side, None))
    assert reached


def _stones_after(board: Board, move: object) -> int:
    board = board.copy()
    board.push(move)
    return sum(owner is not None for owner in board.stones.values())


def _exchanged(board: Board) -> Board:
    stones, turn, *rest = board.position.split(" ")
    exchanged = stones.translate(str.maketrans("wb", "bw"))
    return Board.new(board.rules, " ".join([exchanged, {"w": "b", "b": "w"}[turn], *rest]))


def _other(claim: str) -> str:
    """Return the claim of the other side; where that has no list, an empty one."""
    side, what = claim.split(" ", 1)
    other = f"{'black' if side == 'white' else 'white'} {what}"
    listed("7x5", "strict").setdefault(other, set())
    return other


def _reflected(board: Board) -> Board:
    """Return a board seen in a mirror beside it."""
    stones, rest = board.position.split(" ", 1)
    return Board.new(board.rules, f"{'/'.join(row[::-1] for row in stones.split('/'))} {rest}")


def test_reflections_and_exchanged_colours_are_the_same_to_it() -> None:
    chance = random.Random(3)
    compared = 0
    for _ in range(12):
        board = start()
        for _ in range(24):
            if board.outcome() is not None:
                break
            found = proven(board)
            if len(board.played) >= 2:  # the first turns are White's and Black's
                for image in (_reflected(board), _exchanged(board), _exchanged(_reflected(board))):
                    there = proven(image)
                    assert (there and there.bounds) == (found and found.bounds), board
                    assert (there and len(there.best)) == (found and len(found.best)), board
                    compared += found is not None
            moves = found.best if found is not None and found.best else list(board.legal_moves)
            board.push(chance.choice(moves))
    assert compared > 50


def test_a_line_is_found_among_others_wherever_it_is() -> None:
    chance = random.Random(11)
    for _ in range(300):
        words = ["".join(chance.choices("1wb/", k=chance.randrange(1, 4))) for _ in range(chance.randrange(9))]
        lines = "".join(f"{word}\n" for word in sorted(words)).encode()
        for word in {*words, "1", "b", "w/", "wwww", "b1b"}:
            assert is_among(lines, word.encode()) == (word in words), (lines, word)


# Against who knows better


@cache
def proofs_of(size: str, rules: str, folder: Path) -> Proofs:
    proven_board(size, rules, 4, 1).write(folder / f"{size}-{rules}.txt.xz")
    return Proofs({f"{size} {rules}": folder / f"{size}-{rules}.txt.xz"})


def test_no_bound_is_wrong(tmp_path: Path) -> None:
    points, rules = board_of("3x3"), RuleSet.read("standard")
    proofs = proofs_of("3x3", "standard", tmp_path)
    slow = slow_solution(points, rules, 9)
    true = {stones: DRAWN if turns is None else WON if turns % 2 else LOST for stones, turns in slow.items()}
    told = 0
    for stones, result in true.items():
        board = board_with(points, rules, stones)
        if board.outcome() is not None or (found := proofs.proven(board, unknown)) is None:
            continue
        told += 1
        assert found.bounds.least <= result <= found.bounds.most, board
        for move, bounds in found.moves.items():
            after = board.copy()
            after.push(move)
            if (outcome := after.outcome()) is not None:
                assert outcome.winner == board.turn
                assert bounds == Bounds(WON, WON), (board, move)
                continue
            seen = "".join("." if owner is None else "ox"[owner != after.turn] for owner in after.stones.values())
            assert bounds.least <= -true[seen] <= bounds.most, (board, move)
    assert told > 20


@pytest.mark.parametrize("size", ["7x3", "7x5"])
def test_as_much_is_proven_as_the_small_checker_finds(size: str, tmp_path: Path) -> None:
    proofs = PROOFS if size == "7x5" else proofs_of(size, "strict", tmp_path)
    path = (CERTIFICATES if size == "7x5" else tmp_path) / f"{size}-strict.txt.xz"
    game = check_certificate.Game(size, "strict")
    _, claims, _ = check_certificate.read_certificate(path)
    lists = [check_certificate.Claim(game, None, 0, name, lines) for name, lines in claims]
    chance = random.Random(5)
    for name, lines in claims:
        for line in (lines[0], lines[-1], *chance.sample(lines, min(40, len(lines)))):
            board = Board.new(RuleSet.read("strict"), line)
            if board.outcome() is not None:
                continue
            holder = [each for each in lists if each.name == name]
            found = proofs.proven(board, unknown)
            assert found is not None
            # Where the same side is shown to win elsewhere in the certificate, more is known.
            assert found.bounds.most <= (LOST if holder[0].wins else DRAWN)
            board.push(chance.choice(list(board.legal_moves)))
            if board.outcome() is not None:
                continue
            own, enemy, stage, _ = game.read(board.position)
            least = LOST
            for each in lists:
                if each.answered(own, enemy, stage, len(each.positions) + 1):
                    least = max(least, WON if each.wins else DRAWN)
            found = proofs.proven(board, unknown)
            assert (LOST if found is None else found.bounds.least) == least, board


def test_tables_that_are_there_say_what_the_list_does_not() -> None:
    board = start()
    board.push("e2-e3A")

    def look_up(after: Board) -> Fact | None:
        return Fact(LOST, 4) if str(after.played[-1]) == "f4-e5W" else None

    found = PROOFS.proven(board, look_up)
    assert found is not None
    assert found.bounds == Bounds(WON, WON)
    assert [str(move) for move in found.best] == ["f4-e5W"]


# The engine


@dataclass
class Prover:
    """Proves that some moves hold, and knows nothing else."""

    holding: tuple[str, ...]
    most: Result = DRAWN
    """What may be had at most."""

    def facts(self, board: Board, patience: Patience | None = None) -> Facts | None:
        return None

    def proven(self, board: Board) -> Proven:
        moves = {move: Bounds(DRAWN if str(move) in self.holding else LOST, self.most) for move in board.legal_moves}
        held = [move for move, bounds in moves.items() if bounds.least == DRAWN]
        return Proven(Bounds(DRAWN, self.most), moves, held)

    def words(self, board: Board) -> None:
        pass

    def close(self) -> None:
        pass


def test_the_engine_keeps_what_is_proven_and_ranks_the_rest_behind() -> None:
    board = vato.new("fanorona")
    moves = list(map(str, board.legal_moves))
    for chosen in moves:
        with vato.Engine("fanorona", hash_mb=1, knowledge=Prover((chosen,))) as engine:
            assert str(engine.play(board, vato.Limit(nodes=1))) == chosen
            found = engine.analyse(board, vato.Limit(depth=3), lines=len(moves))
            assert str(found.move) == chosen
            assert sorted(str(line.move) for line in found.lines) == sorted(moves)
            assert found.proven is not None
    with vato.Engine("fanorona", hash_mb=1, knowledge=Prover(("d2-e3A", "e2-e3A"))) as engine:
        ranked = [str(line.move) for line in engine.analyse(board, vato.Limit(depth=3), lines=5).lines]
        assert set(ranked[:2]) == {"d2-e3A", "e2-e3A"}


@pytest.mark.parametrize("lines", [1, 2, 3])
def test_where_the_other_may_have_erred_the_engine_takes_what_is_better_by_far(lines: int) -> None:
    board = vato.new("fanorona", position="2b1w4/4wb2w/3w3w1/4w1w2/5ww2 w")
    winning, further = "e4-d4W-e3W", "e5-d5A"
    assert {winning, further} < {str(move) for move in board.legal_moves}
    for most, depth, expected in ((DRAWN, 7, further), (WON, 3, further), (WON, 7, winning)):
        with vato.Engine("fanorona", hash_mb=1, knowledge=Prover((further,), most)) as engine:
            assert str(engine.analyse(board, vato.Limit(depth=depth), lines=lines).move) == expected
    start = vato.new("fanorona", rules="classic")
    for move in start.legal_moves:  # their values are close
        if str(move) not in ("e2-e3A", "d2-e3A"):
            with vato.Engine("fanorona", hash_mb=1, knowledge=Prover((str(move),), WON)) as engine:
                assert engine.analyse(start, vato.Limit(depth=6), lines=lines).move == move


def test_the_book_does_not_leave_what_is_proven() -> None:
    board, book = vato.new("fanorona"), catalog.book("fanorona")
    assert book is not None
    usual = {str(each.move) for each in book.candidates(board)}
    other = next(str(move) for move in board.legal_moves if str(move) not in usual)
    with vato.Engine("fanorona", hash_mb=1, knowledge=Prover((other,)), book=book) as engine:
        assert str(engine.play(board, vato.Limit(depth=2), variety=random.Random(1))) == other


def test_the_strongest_level_keeps_the_draw_and_weaker_ones_do_not_know_of_it() -> None:
    level = levels.levels_of("fanorona")
    asked: list[str] = []

    class Asked(Prover):
        def proven(self, board: Board) -> Proven:
            asked.append(board.position)
            return super().proven(board)

    board = vato.new("fanorona", rules="strict")
    with vato.Engine("fanorona", hash_mb=1, knowledge=Asked(("d2-e3A",))) as engine:
        levels.LevelPlayer("fanorona", level[8], 1, engine).play(board)
        assert not asked
        with levels.LevelPlayer("fanorona", level[9], 1, engine).start(board, 0.1) as thought:
            assert str(thought.result().move) == "d2-e3A"
    with vato.Engine("fanorona", hash_mb=1, book=catalog.book("fanorona")) as engine:
        for seed in range(3):
            with levels.LevelPlayer("fanorona", level[9], seed, engine).start(board, 0.05) as thought:
                assert str(thought.result().move) in HOLDING["strict"]
