"""Puzzles: every one can be read, is what it claims as far as the rules tell, and is judged right."""

from __future__ import annotations

import pytest

from tests.games.fanorona.test_knowledge import five_stones
from vato import catalog
from vato.errors import UnknownName
from vato.games.squadro import STANDARD, Board
from vato.games.squadro.knowledge import SquadroKnowledge
from vato.knowledge import Result
from vato.learn import puzzles

GAMES = [game for game in catalog.GAMES if puzzles.puzzles_of(game)]
each_game = pytest.mark.parametrize("game", GAMES)


def test_how_many_there_are() -> None:
    found = {game: len(puzzles.puzzles_of(game)) for game in GAMES}
    assert found == {"fanorona": 1000, "squadro": 1000, "alquerque": 300}


@each_game
def test_every_puzzle_names_every_move_once(game: str) -> None:
    found = puzzles.puzzles_of(game)
    assert len({puzzle.position for puzzle in found}) == len(found)
    for puzzle in found:
        board = puzzle.board
        assert board.position == puzzle.position
        moves = {str(move) for move in board.legal_moves}
        assert moves == {puzzle.right[0], *puzzle.wrong}
        assert len(puzzle.wrong) == len(moves) - 1 >= 2
        assert puzzle.result > max(refutation.result for refutation in puzzle.wrong.values())


@each_game
def test_every_line_can_be_played(game: str) -> None:
    for puzzle in puzzles.puzzles_of(game):
        for move, line in {puzzle.right[0]: puzzle.right, **{m: r.line for m, r in puzzle.wrong.items()}}.items():
            board = puzzle.board
            assert line[0] == move
            for played in line:
                board.push(played)
            assert len(line) == 5 or board.outcome() is not None


@each_game
def test_grades_rise_with_hardness(game: str) -> None:
    found = puzzles.puzzles_of(game)
    assert [puzzle.number for puzzle in found] == list(range(1, len(found) + 1))
    grades = [puzzle.grade for puzzle in found]
    assert grades == sorted(grades)
    for grade in puzzles.GRADES:
        assert len(puzzles.of_grade(game, grade)) == len(found) // len(puzzles.GRADES)
    depths = [sum(puzzle.depth for puzzle in puzzles.of_grade(game, grade)) for grade in puzzles.GRADES]
    assert depths == sorted(depths)


def test_the_opening_book_agrees() -> None:
    knowledge = SquadroKnowledge(None)
    agreed = 0
    for puzzle in puzzles.puzzles_of("squadro"):
        facts = knowledge.facts(Board.new(STANDARD, puzzle.position))
        if facts is not None:
            assert [str(move) for move in facts.keeping()] == [puzzle.right[0]]
            assert facts.fact.result == puzzle.result
            assert {str(move): fact.result for move, fact in facts.moves.items() if str(move) != puzzle.right[0]} == {
                move: refutation.result for move, refutation in puzzle.wrong.items()
            }
            agreed += 1
    assert agreed > 10


def test_tables_of_five_stones_agree() -> None:
    knowledge = catalog.known("fanorona", five_stones())
    assert knowledge is not None
    agreed = 0
    for puzzle in puzzles.puzzles_of("fanorona")[::3]:
        facts = knowledge.facts(puzzle.board)
        if facts is not None:
            assert facts.fact.result == puzzle.result
            assert {str(move): fact.result for move, fact in facts.moves.items()} == {
                puzzle.right[0]: puzzle.result,
                **{move: refutation.result for move, refutation in puzzle.wrong.items()},
            }
            agreed += 1
    knowledge.close()
    assert agreed > 100


def test_every_fanorona_line_keeps_what_is_said_of_its_first_move() -> None:
    """What a refutation claims holds to its end, as far as there are tables: nobody in it errs."""
    knowledge = catalog.known("fanorona", five_stones())
    assert knowledge is not None
    followed = 0
    for puzzle in puzzles.puzzles_of("fanorona")[::10]:
        for refutation in puzzle.wrong.values():
            board = puzzle.board
            solver = board.turn
            for move in refutation.line:
                board.push(move)
            if board.outcome() is None and (facts := knowledge.facts(board)) is not None:
                assert facts.fact.result == (refutation.result if board.turn == solver else -refutation.result)
                followed += 1
    knowledge.close()
    assert followed > 100


@each_game
def test_a_try_is_judged(game: str) -> None:
    for puzzle in puzzles.puzzles_of(game)[::50]:
        assert puzzle.propose(puzzle.right[0]).judgement == "reached"
        for move, refutation in puzzle.wrong.items():
            verdict = puzzle.propose(move)
            assert (verdict.judgement, verdict.line) == ("wrong", refutation.line)
            assert " ".join(refutation.line) in str(verdict.message)
            assert ("loses" in str(verdict.message)) == (refutation.result == Result.LOST)
        assert puzzle.propose("nonsense").judgement == "refused"


def test_what_there_is_not_is_refused() -> None:
    for wrong in (0, 6):
        with pytest.raises(UnknownName):
            puzzles.of_grade("squadro", wrong)
    for wrong in (0, 1001):
        with pytest.raises(UnknownName):
            puzzles.find("squadro", wrong)
    with pytest.raises(UnknownName):
        puzzles.of_grade("chess", 1)


def test_a_game_without_puzzles_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "puzzles_of", lambda _: ())
    with pytest.raises(UnknownName, match="no puzzles of fanorona yet"):
        puzzles.of_grade("fanorona", 1)
