"""Endings looked up, by hand and by the engine, which wins what is won."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

import vato
from tests.games.fanorona.slow_endgames import build
from tests.shared import made_once
from vato.compiled.contract import WIN
from vato.errors import IllegalMove, VatoError
from vato.folders import solution_folder
from vato.games.fanorona import Board, Endgames, Move, NotSolved, RuleSet, known
from vato.games.fanorona.board import BEGUN
from vato.games.fanorona.endgames import ENDINGS
from vato.games.fanorona.notation import Placement
from vato.knowledge import Fact, Patience, Result
from vato.lattice.endgames.carried import carried, carried_pairs
from vato.lattice.endgames.directory import STONES
from vato.lattice.endgames.knowledge import EndgameKnowledge
from vato.lattice.points import board_of
from vato.solve.packed import Packed

STANDARD = RuleSet.known["standard"]


def five_stones() -> Path:
    """Return a folder with all endings of up to five stones on the large board, to be read only."""
    return made_once("five-stones", lambda folder: build(folder, "9x5", "standard", 5))


@pytest.fixture
def knowledge() -> Iterator[EndgameKnowledge]:
    found = known(five_stones())
    yield found
    found.close()


def random_boards(chance: Random, stones: int, size: str = "9x5", rules: RuleSet = STANDARD) -> Iterator[Board]:
    """Yield positions with so many stones in which the game goes on."""
    points = board_of(size)
    while True:
        places = chance.sample(points.all, stones)
        white = chance.randint(1, stones - 1)
        owners = dict.fromkeys(places[:white], 0) | dict.fromkeys(places[white:], 1)
        placed = {point: owners.get(point) for point in points.all}
        board = Board(rules, Placement(points, placed, chance.randint(0, 1), {"turns": BEGUN}))
        if board.outcome() is None:
            yield board


# By hand


def test_five_stones_are_small_enough_to_keep_everywhere() -> None:
    assert sum(file.stat().st_size for file in five_stones().iterdir()) < 5_000_000


def test_a_single_stone_wins_by_hand() -> None:
    # White steps between and captures: a1-b1 would let Black's stone go, a1-a2A takes it at once.
    board = Board.new(STANDARD, "9/9/b8/9/w8 w")
    with Endgames(five_stones()) as endgames:
        assert endgames.look_up(board) == Fact(Result.WON, 1)
        moves = endgames.moves(board)
    assert str(next(iter(moves))) == "a1-a2A"
    assert moves[board.read("a1-a2A")] == Fact(Result.WON, 1)


def test_moves_come_best_first_and_follow_from_what_they_lead_to() -> None:
    with Endgames(five_stones()) as endgames:
        for board in islice(random_boards(Random(5), 5), 50):
            fact, moves = endgames.look_up(board), endgames.moves(board)
            assert set(moves) == set(board.legal_moves)
            worths = [move.worth for move in moves.values()]
            assert worths == sorted(worths, reverse=True)
            assert next(iter(moves.values())) == fact


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        (Board(), "holds no positions with 22 against 22 stones"),
        (Board.new(STANDARD, "2b/3/w2 w"), "is for 9x5 and standard, not for a 3x3 board and standard"),
        (Board.new(RuleSet.known["free"], "9/9/9/9/w7b w"), "not for a 9x5 board and free"),
        (Board.new(RuleSet.known["classic"], "9/9/9/9/w7b w turns=1"), "A first turn has rules of its own"),
    ],
)
def test_what_is_not_known_is_said_to_be(board: Board, sentence: str) -> None:
    with Endgames(five_stones()) as endgames, pytest.raises(NotSolved, match=sentence):
        endgames.look_up(board)


def test_a_folder_without_endings_is_refused(tmp_path: Path) -> None:
    with pytest.raises(VatoError, match="holds no solution of fanorona"):
        known(tmp_path)


# What every copy has


def test_every_copy_has_the_endings_that_are_solved_here() -> None:
    found = carried(ENDINGS)
    assert found is not None
    with Endgames(five_stones()) as endgames:
        for pair in carried_pairs(ENDINGS):
            for mover, other in pair.classes:
                with Packed(five_stones() / f"{pair.name}.solved") as file:
                    assert found.directory.tables[mover, other].tobytes() == file.read(f"{mover}-{other}")
        assert found.chosen == endgames._tables.chosen


def test_a_plain_engine_knows_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VATO_DATA", str(tmp_path))
    boards = list(islice(random_boards(Random(8), 5), 10))
    with (
        vato.Engine("fanorona", hash_mb=1) as plain,
        vato.Engine("fanorona", hash_mb=1, knowledge=None) as ignorant,
        Endgames(five_stones()) as endgames,
    ):
        for board in boards:
            assert plain.analyse(board, vato.Limit(nodes=500)).fact == endgames.look_up(board)
            assert ignorant.analyse(board, vato.Limit(nodes=500)).fact is None
            assert plain.analyse(board, vato.Limit(nodes=500), informed=False).fact is None
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("rules", "size", "fits"),
    [
        ("standard", "9x5", True),
        ("classic", "9x5", True),
        ("standard,repetition=0", "9x5", True),
        ("strict", "9x5", False),
        ("short", "9x5", False),
        ("free", "9x5", False),
        ("vela", "9x5", False),
        ("standard", "5x5", False),
    ],
)
def test_they_are_for_the_rules_and_the_board_they_were_solved_for(
    rules: str, size: str, fits: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VATO_DATA", str(tmp_path))
    assert (known(None).words(Board(RuleSet.read(rules), size=size)) is not None) == fits


# As facts


def test_facts_are_found_in_the_usual_folder_for_each_board_and_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VATO_DATA", str(tmp_path))
    board = Board.new(RuleSet.known["classic"], "2b/3/w2 w turns=2")
    assert known(None).facts(board) is None
    build(solution_folder("fanorona", {"board": "3x3", "rules": "standard"}), "3x3", "standard", 3)
    knowledge = known(None)
    facts = knowledge.facts(board)
    assert facts is not None
    with Endgames(solution_folder("fanorona", {"board": "3x3", "rules": "standard"})) as endgames:
        assert facts.fact == endgames.look_up(board)
    for other in (
        Board.new(STANDARD, "4b/5/w4 w"),
        Board.new(RuleSet.known["short"], "2b/3/w2 w"),
        Board(RuleSet.known["strict"]),
    ):
        assert knowledge.facts(other) is None
        assert knowledge.words(other) is None
    knowledge.close()


def test_endings_that_are_solved_meanwhile_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VATO_DATA", str(tmp_path))
    folder = solution_folder("fanorona", {"board": "3x3", "rules": "standard"})
    board = Board.new(RuleSet.known["classic"], "2b/3/w2 w turns=2")
    knowledge = known(None)
    assert (knowledge.facts(board), knowledge.words(board)) == (None, None)
    for stones in (3, 4):
        build(folder, "3x3", "standard", stones)
        assert knowledge.facts(board) is not None
        words = knowledge.words(board)
        assert words is not None
        assert words[STONES] == stones
    knowledge.close()


def test_a_damaged_file_is_named_once_and_the_engine_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("VATO_DATA", str(tmp_path))
    folder = solution_folder("fanorona", {"board": "3x3", "rules": "standard"})
    build(folder, "3x3", "standard", 3)
    file = folder / "03-1-2.solved"
    content = bytearray(file.read_bytes())
    content[-3] ^= 1
    file.write_bytes(content)
    board = Board.new(STANDARD, "w1w/3/b2 w")
    with vato.Engine("fanorona", hash_mb=1) as engine:
        for _ in range(2):
            assert engine.play(board, vato.Limit(nodes=500)) in board.legal_moves
        assert engine.analyse(board, vato.Limit(nodes=500)).fact is None
    (record,) = caplog.records
    assert f"{file} is damaged" in record.getMessage()


def test_a_third_occurrence_spoils_a_win(knowledge: EndgameKnowledge) -> None:
    with Endgames(five_stones()) as endgames:
        for board in random_boards(Random(3), 4):
            winning = [move for move, fact in endgames.moves(board).items() if fact.result is Result.WON]
            if len(winning) == 1 and (again := after_going_there_twice(board, winning[0])) is not None:
                break
        assert again is not None
        # The one winning move would bring the same position about for the third time.
        assert endgames.look_up(again).result is Result.WON
        facts = knowledge.facts(again)
        assert facts is not None
        assert facts.fact.result is not Result.WON
        assert facts.moves[winning[0]] == Fact(Result.DRAWN, 1)


def after_going_there_twice(board: Board, move: Move) -> Board | None:
    """Return the same position after the move was played and taken back twice, if that can be done by quiet turns."""
    there = board.copy()
    there.push(move)
    for answer in list(there.legal_moves):
        again = Board.new(board.rules, there.position)
        try:
            for text in (str(answer), back(move), back(answer), str(move), str(answer), back(move), back(answer)):
                again.push(text)
        except IllegalMove:
            continue
        if again.position == board.position:
            return again
    return None


def back(move: Move) -> str:
    return f"{move.steps[-1].target}-{move.steps[0].origin}"


# By the engine


def test_the_search_agrees_with_the_tables_within_its_sight(knowledge: EndgameKnowledge) -> None:
    chance = Random(8)
    compared = 0
    with (
        vato.Engine("fanorona", hash_mb=4, knowledge=None) as alone,
        vato.Engine("fanorona", hash_mb=4, knowledge=knowledge) as knowing,
    ):
        for board in random_boards(chance, 5):
            facts = knowledge.facts(board)
            assert facts is not None
            if facts.fact.turns is None or not 3 <= facts.fact.turns <= 7:
                continue
            compared += 1
            value = WIN - facts.fact.turns if facts.fact.result is Result.WON else facts.fact.turns - WIN
            alone.clear()
            assert alone.analyse(board, vato.Limit(depth=facts.fact.turns + 2)).score.value == value, board.position
            assert knowing.analyse(board, vato.Limit(depth=1)).score.value == value, board.position
            if compared == 40:
                return


def test_the_search_looks_up_what_it_comes_to(knowledge: EndgameKnowledge) -> None:
    # Six stones are not in the tables, but every capture leads there: the search knows how it ends at depth 1.
    chance = Random(2)
    compared = 0
    with vato.Engine("fanorona", hash_mb=4, knowledge=knowledge) as engine, Endgames(five_stones()) as endgames:
        for board in random_boards(chance, 6):
            if not next(iter(board.legal_moves)).steps[0].captured:
                continue
            assert knowledge.facts(board) is None
            worths = []
            for move in list(board.legal_moves):
                board.push(move)
                worths.append(endgames.look_up(board))
                board.pop()
            best = max(
                (Fact(Result(-fact.result), (fact.turns or 0) + 1) for fact in worths), key=lambda fact: fact.worth
            )
            score = engine.analyse(board, vato.Limit(depth=1)).score.value
            turns = best.turns or 0
            assert score == {Result.WON: WIN - turns, Result.DRAWN: 0, Result.LOST: turns - WIN}[best.result]
            compared += 1
            if compared == 60:
                return


@pytest.mark.parametrize("stones", [4, 5])
@pytest.mark.parametrize("defence", ["perfect", "random"])
def test_the_engine_wins_what_is_won_within_the_known_turns(
    knowledge: EndgameKnowledge, stones: int, defence: str
) -> None:
    chance = Random(stones)
    won = 0
    with vato.Engine("fanorona", hash_mb=4, knowledge=knowledge) as engine, Endgames(five_stones()) as endgames:
        for board in random_boards(chance, stones):
            fact = endgames.look_up(board)
            if fact.result is not Result.WON or fact.turns is None or fact.turns < 7:
                continue
            winner, left = board.turn, fact.turns
            while board.outcome() is None:
                if board.turn == winner:
                    board.push(engine.play(board, vato.Limit(depth=2)))
                else:
                    moves = list(endgames.moves(board))
                    board.push(moves[0] if defence == "perfect" else chance.choice(moves))
                left -= 1
            outcome = board.outcome()
            assert outcome is not None
            assert outcome.winner == winner
            assert left == 0 if defence == "perfect" else left >= 0
            won += 1
            if won == 40:
                return


def test_a_line_goes_on_to_the_known_end(knowledge: EndgameKnowledge) -> None:
    board = Board.new(STANDARD, "9/b8/9/9/w8 w")
    with vato.Engine("fanorona", hash_mb=4, knowledge=knowledge) as engine:
        found = engine.analyse(board, vato.Limit(depth=3))
    assert found.fact == Fact(Result.WON, 7)
    for move in found.lines[0].moves:
        board.push(move)
    outcome = board.outcome()
    assert outcome is not None
    assert (len(board.played), outcome.winner) == (7, 0)


@dataclass
class WordsOnly:
    """Knows nothing at the root, and hands on what the search may look up."""

    knowledge: EndgameKnowledge

    def facts(self, board: Board, patience: Patience | None = None) -> None:
        pass

    def proven(self, board: Board) -> None:
        pass

    def words(self, board: Board) -> NDArray[np.uint64] | None:
        return self.knowledge.words(board)

    def close(self) -> None:
        pass


def test_a_search_with_tables_alone_plays_as_well(knowledge: EndgameKnowledge) -> None:
    chance = Random(11)
    with (
        vato.Engine("fanorona", hash_mb=4, knowledge=WordsOnly(knowledge)) as engine,
        Endgames(five_stones()) as endgames,
    ):
        for board in islice(random_boards(chance, 5), 100):
            move = engine.play(board, vato.Limit(depth=1))
            assert endgames.moves(board)[move].worth == endgames.look_up(board).worth
