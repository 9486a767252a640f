"""First whole games: what is said at every turn is true, what costs much is doubted first, and there is a last word."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

import vato
from vato import catalog, languages
from vato.board import Board
from vato.compiled.contract import WIN
from vato.engine.analysis import Score
from vato.engine.levels import levels_of
from vato.engine.simple import greedy_move
from vato.games import alquerque, fanorona, squadro
from vato.learn.attempt import lessons_of
from vato.learn.first_game import LEVEL, FirstGame, Opinion
from vato.learn.lesson import Look
from vato.learn.verdict import Verdict

GAMES = [game for game in catalog.GAMES if lessons_of(game)]
NAME = "first-game"
each_game = pytest.mark.parametrize("game", GAMES)


@dataclass
class Friend:
    """Somebody who plays anything, and thinks of positions what they were told to think, one after the other."""

    seed: int = 1
    thoughts: list[int] = field(default_factory=list)

    async def judge(self, board: Board) -> Opinion:
        value = self.thoughts.pop(0) if self.thoughts else 0
        score = Score(value)
        return Opinion(value, score.wins_in, score.loses_in, str(next(iter(board.legal_moves))))

    async def answer(self, board: Board) -> str:
        return str(Random(f"{self.seed} {board.position}").choice(list(board.legal_moves)))


def tried(game: FirstGame, move: object, *thoughts: int, sure: bool = False) -> Verdict:
    return asyncio.run(game.propose(str(move), Friend(thoughts=list(thoughts)), sure=sure))


def played(game: str, seed: int) -> Iterator[FirstGame]:
    """Yield a game in which the learner takes what can be had, whenever it is the learner's turn and at its end."""
    whole = FirstGame.begin(game, NAME)
    friend = Friend(seed)
    verdict = Verdict("onward", "")
    while verdict.judgement == "onward" and len(whole.board.played) < 300:
        yield whole
        move = greedy_move(whole.board, Random(f"{seed} {whole.board.position}"))
        verdict = asyncio.run(whole.propose(str(move), friend, sure=True))
    yield whole


def turned(board: Board) -> Board:
    """Return the board as if it were the other side's turn."""
    other = board.root(len(board.played))
    other.turn = 1 - other.turn
    return other


def taken(move: Any) -> set[str]:
    return {point for step in move.steps for point in step.captured}


# What it is


@each_game
def test_it_is_the_last_lesson_of_a_game_against_its_gentlest_level(game: str) -> None:
    *others, last = lessons_of(game)
    assert last.name == NAME
    assert last.whole is not None
    assert not last.exercises
    assert all(lesson.whole is None for lesson in others)
    assert levels_of(game)[0].number == LEVEL
    assert FirstGame.begin(game, NAME).board == vato.new(game, rules=last.whole.rules)


def test_lessons_that_are_no_game_and_moves_that_lead_nowhere_are_refused() -> None:
    with pytest.raises(vato.UnknownName, match="no whole game"):
        FirstGame.begin("fanorona", "step")
    with pytest.raises(vato.VatoError, match="not the learner's turn"):
        FirstGame.begin("squadro", NAME, ("1",))
    with pytest.raises(vato.IllegalMove):
        FirstGame.begin("squadro", NAME, ("1", "9"))


# What is said


@each_game
def test_at_every_turn_something_is_said_that_is_true(game: str) -> None:
    names: set[str] = set()
    for seed in range(4):
        for whole in played(game, seed):
            looks = whole.looks()
            assert bool(looks) == (whole.board.outcome() is None)
            assert len(looks) <= 2
            for look in looks:
                names.add(look.name)
                assert len(look.message) <= 120
                assert look.message.endswith((".", "?"))
                assert languages.say("en", look.message) == look.message
                TRUTHS[game](whole.board, look)
    assert len(names) >= 6, names


def on_points(board: Board, look: Look) -> None:
    """Check what is said of a game in which stones are taken from points."""
    assert isinstance(board, fanorona.Board | alquerque.Board)
    assert set(look.at) <= set(board.points.all)
    moves: list[Any] = list(board.legal_moves)
    most = max(len(taken(move)) for move in moves)
    threats = [taken(move) for move in turned(board).legal_moves]
    if look.name == "win":
        assert most == board.count(1)
    elif look.name == "must":
        assert look.at
        assert {move.steps[0].origin for move in moves if taken(move)} == set(look.at)
    elif look.name == "many":
        assert str(most) in look.message
    elif look.name in ("paika", "offer"):
        assert most == 0
    elif look.name == "threat":
        assert set(look.at) in threats
        assert len(look.at) == max(map(len, threats))
        assert set(re.findall("[a-i][1-9]", look.message)) == set(look.at)
    elif look.name == "chain":
        assert any(len(move.steps) > 1 and move.steps[0].origin in look.at for move in moves)
    elif look.name == "choice":
        origin, target = look.at
        assert {f"{origin}-{target}{kind}" for kind in "AW"} <= {str(move) for move in moves}
    elif look.name == "quiet":
        assert most == 0
        assert not any(threats)
    elif look.name == "few":
        assert board.count(1) <= 3
    else:
        assert look.name in ("opening", "behind")


def on_lanes(board: Board, look: Look) -> None:
    """Check what is said of Squadro."""
    assert isinstance(board, squadro.Board)
    moves: list[Any] = list(board.legal_moves)
    answers: list[Any] = list(turned(board).legal_moves)
    lane = int(found[0]) if (found := re.findall(r"(?:lane|row) (\d)", look.message)) else 0
    if look.name == "win":
        assert any(won(board, move) for move in moves)
    elif look.name == "last":
        assert any(move.lane == lane and won(turned(board), move) for move in answers)
    elif look.name == "threat":
        struck = [move.jumped for move in answers]
        assert any(lane in jumped or (not lane and len(jumped) == len(look.at)) for jumped in struck)
        if lane:
            assert ("far edge" in look.message) == (board.progress[0][lane - 1] >= 6)
    elif look.name == "jump":
        assert next(move for move in moves if move.lane == lane).jumped
    elif look.name == "turned":
        assert 6 <= board.progress[0][lane - 1] < 12
    elif look.name in ("mine", "theirs"):
        assert board.home(("mine", "theirs").index(look.name)) == 3
    elif look.name == "quiet":
        assert not any(move.jumped for move in (*moves, *answers))
    else:
        assert look.name == "dots"


def won(board: Board, move: object) -> bool:
    after = board.copy()
    after.push(move)
    outcome = after.outcome()
    return outcome is not None and outcome.winner == board.turn


TRUTHS = {"fanorona": on_points, "alquerque": on_points, "squadro": on_lanes}


@each_game
def test_what_was_said_once_is_not_said_again_while_there_is_something_new(game: str) -> None:
    said: set[str] = set()
    for whole in played(game, 5):
        looks = whole.looks()
        again = [look for look in looks if not look.always and look.name in said]
        assert not again or looks == again
        said |= {look.name for look in looks}
        assert FirstGame.begin(game, NAME, tuple(map(str, whole.board.played))).looks() == looks


def test_what_looking_ahead_tells_comes_first() -> None:
    for value, message in (
        (WIN - 7, "You can win in 4 turns, whatever is answered."),
        (4 - WIN, "From here dark can win, whatever you do. Take turns back if you like."),
    ):
        game = FirstGame.begin("squadro", NAME)
        asyncio.run(game.look_ahead(Friend(thoughts=[value])))
        assert game.looks()[0].message == message


# What is doubted, and how it ends


def test_a_turn_that_costs_much_is_doubted_and_counts_only_when_it_is_meant() -> None:
    game = FirstGame.begin("fanorona", NAME)
    before = game.board.position
    best, *others = map(str, game.board.legal_moves)
    assert tried(game, best, 0, 900).judgement == "onward"
    assert game.take_back()
    # Whoever judges tells what a position is worth to who is to move: before the turn the learner, then the other side.
    for thoughts, words in (
        ((0, WIN - 1), "black wins at once"),
        ((0, WIN - 9), "black can win, whatever you do"),
        ((7 - WIN, WIN - 1), "black wins at once"),
        ((0, 900), "what the answer costs you"),
    ):
        game = FirstGame.begin("fanorona", NAME)
        verdict = tried(game, others[0], *thoughts)
        assert verdict.judgement == "doubtful"
        assert words in str(verdict.message)
        assert verdict.answer is not None
        assert game.board.position == before
    for thoughts in ((0, 0), (900, -900), (-900, 900), (2 - WIN, WIN - 1)):
        game = FirstGame.begin("fanorona", NAME)
        assert tried(game, others[0], *thoughts).judgement == "onward", thoughts
    game = FirstGame.begin("fanorona", NAME)
    assert tried(game, others[0], sure=True).judgement == "onward"
    assert len(game.board.played) == 2
    assert game.take_back()
    assert not game.take_back()
    assert tried(game, "a1-i5").judgement == "refused"


def test_a_better_turn_is_told_of_where_the_answer_takes_nothing() -> None:
    game = FirstGame.begin("squadro", NAME)
    verdict = tried(game, "5", 0, 900)
    assert (verdict.judgement, str(verdict.message)) == (
        "doubtful",
        "Careful: there is a much better turn. A hint shows it.",
    )


@each_game
def test_it_ends_with_a_word_and_can_be_taken_back_from_there(game: str) -> None:
    *_, whole = played(game, 1)
    outcome = whole.board.outcome()
    assert outcome is not None
    moves = [str(move) for move in whole.board.played]
    last = len(moves) - 1 if len(moves) % 2 else len(moves) - 2
    again = FirstGame.begin(game, NAME, tuple(moves[:last]))
    verdict = asyncio.run(again.propose(moves[last], Friend(1), sure=True))
    assert verdict.judgement == "reached"
    assert str(verdict.message).startswith(
        "Well played, you have won: " if outcome.winner == 0 else ("This", "A whole")
    )
    assert str(again.board.describe(outcome)) in str(verdict.message)
    assert again.take_back()
    assert [str(move) for move in again.board.played] == moves[:last]
