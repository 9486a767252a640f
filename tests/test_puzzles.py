"""Puzzles: every one can be read, is what it claims as far as the rules tell, and is judged right."""

from __future__ import annotations

import pytest

from tests.games.fanorona.test_knowledge import five_stones
from vato import catalog
from vato.engine.engine import Engine
from vato.engine.limits import Limit
from vato.errors import UnknownName, VatoError
from vato.games.squadro import STANDARD, Board
from vato.games.squadro.knowledge import SquadroKnowledge
from vato.knowledge import Result
from vato.learn import puzzles
from vato.learn.puzzles import Puzzle, Solving

GAMES = [game for game in catalog.GAMES if puzzles.puzzles_of(game)]
each_game = pytest.mark.parametrize("game", GAMES)
each_shooting = pytest.mark.parametrize("game", ["fanorona", "alquerque"])


def exact(game: str) -> tuple[Puzzle, ...]:
    return puzzles.of_grade(game, None, puzzles.ONLY)


def shots(game: str) -> tuple[Puzzle, ...]:
    return tuple(puzzle for puzzle in puzzles.puzzles_of(game) if puzzle.theme != puzzles.ONLY)


def test_how_many_there_are() -> None:
    assert {game: len(exact(game)) for game in GAMES} == {"fanorona": 1000, "squadro": 1000, "alquerque": 300}
    assert {game: len(shots(game)) for game in GAMES} == {"fanorona": 297, "squadro": 0, "alquerque": 100}


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


@each_game
def test_what_is_known_is_worse_after_every_other_move(game: str) -> None:
    for puzzle in exact(game):
        results = [refutation.result for refutation in puzzle.wrong.values() if refutation.result is not None]
        assert len(results) == len(puzzle.wrong)
        assert puzzle.result is not None
        assert puzzle.result > max(results)
    for puzzle in shots(game):
        assert {puzzle.result, *(refutation.result for refutation in puzzle.wrong.values())} == {None}


@each_shooting
def test_shots_are_from_the_middle_of_games_and_some_go_on(game: str) -> None:
    knowledge = catalog.known(game)
    assert knowledge is not None
    assert not [puzzle.number for puzzle in shots(game) if knowledge.facts(puzzle.board) is not None]
    assert {puzzle.theme for puzzle in shots(game)} == {puzzles.ATTACK, puzzles.DEFENCE}
    assert {puzzle.finds for puzzle in shots(game)} == {1, 2, 3}
    assert all(len(puzzle.right) >= 2 * puzzle.finds - 1 for puzzle in shots(game))


@each_shooting
def test_an_engine_that_looks_longer_than_the_maker_first_did_agrees(game: str) -> None:
    with Engine(game, knowledge=None) as engine:
        for puzzle in shots(game)[7::60]:
            engine.clear()
            best, other = engine.analyse(puzzle.board, Limit(nodes=300_000), lines=2).lines
            assert str(best.move) == puzzle.right[0]
            assert best.score.value - other.score.value >= 100


@each_shooting
def test_a_shot_is_played_to_its_point(game: str) -> None:
    puzzle = next(puzzle for puzzle in shots(game) if puzzle.finds == 3)
    solving = Solving(puzzle)
    for turn in range(2):
        assert solving.right_move() == puzzle.right[2 * turn]
        verdict = solving.propose(solving.right_move())
        assert (verdict.judgement, str(verdict.answer)) == ("onward", puzzle.right[2 * turn + 1])
        other = next(str(move) for move in solving.board.legal_moves if str(move) != solving.right_move())
        assert (solving.propose(other).judgement, len(solving.board.played)) == ("wrong", 2 * turn + 2)
    again = Solving(puzzle, tuple(map(str, solving.board.played)))
    assert again.board == solving.board
    assert again.propose(puzzle.right[4]).judgement == "reached"
    for played in (puzzle.right[:1], puzzle.right[:5], puzzle.right[:6], (other, puzzle.right[1])):
        with pytest.raises(VatoError, match="This exercise is over"):
            Solving(puzzle, played)


@each_game
def test_every_line_can_be_played(game: str) -> None:
    for puzzle in puzzles.puzzles_of(game):
        for move, line in {puzzle.right[0]: puzzle.right, **{m: r.line for m, r in puzzle.wrong.items()}}.items():
            board = puzzle.board
            assert line[0] == move
            for played in line:
                board.push(played)
            shown = 5 if puzzle.theme == puzzles.ONLY else 2 * puzzle.finds - 1 if move == puzzle.right[0] else 3
            assert len(line) >= shown or board.outcome() is not None


@each_game
def test_grades_rise_with_hardness(game: str) -> None:
    found = puzzles.puzzles_of(game)
    assert [puzzle.number for puzzle in found] == list(range(1, len(found) + 1))
    assert [puzzle.number for group in puzzles.groups_of(game) for puzzle in group] == list(range(1, len(found) + 1))
    for theme in {puzzle.theme for puzzle in found}:
        groups = [puzzles.of_grade(game, grade, theme) for grade in puzzles.GRADES]
        assert max(map(len, groups)) - min(map(len, groups)) <= 1
        depths = [sum(puzzle.depth for puzzle in group) / len(group) for group in groups]
        assert depths == sorted(depths) or (theme != puzzles.ONLY and depths[0] < depths[2] < depths[4])


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
    for puzzle in exact("fanorona")[::3]:
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
    for puzzle in exact("fanorona")[::10]:
        for refutation in puzzle.wrong.values():
            board = puzzle.board
            solver = board.turn
            for move in refutation.line:
                board.push(move)
            if board.outcome() is None and (facts := knowledge.facts(board)) is not None:
                assert refutation.result is not None
                assert facts.fact.result == (refutation.result if board.turn == solver else -refutation.result)
                followed += 1
    knowledge.close()
    assert followed > 100


@each_game
def test_a_try_is_judged(game: str) -> None:
    for puzzle in puzzles.puzzles_of(game)[::50]:
        assert Solving(puzzle).propose(puzzle.right[0]).judgement == ("reached" if puzzle.finds == 1 else "onward")
        for move, refutation in puzzle.wrong.items():
            verdict = Solving(puzzle).propose(move)
            assert (verdict.judgement, verdict.line) == ("wrong", refutation.line)
            assert " ".join(refutation.line) in str(verdict.message)
            assert ("loses" in str(verdict.message)) == (refutation.result == Result.LOST)
        assert Solving(puzzle).propose("nonsense").judgement == "refused"


def test_what_there_is_not_is_refused() -> None:
    for wrong in (0, 6):
        with pytest.raises(UnknownName):
            puzzles.of_grade("squadro", wrong)
    for wrong in (0, 1001):
        with pytest.raises(UnknownName):
            puzzles.find("squadro", wrong)
    with pytest.raises(UnknownName, match="There is no theme luck; there are only, attack, defence"):
        puzzles.of_grade("squadro", 1, "luck")
    with pytest.raises(UnknownName):
        puzzles.of_grade("chess", 1)


def test_a_game_without_puzzles_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "puzzles_of", lambda _: ())
    with pytest.raises(UnknownName, match="no puzzles of fanorona yet"):
        puzzles.of_grade("fanorona", 1)
