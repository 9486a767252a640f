"""Every lesson is played: each aim can be reached, every legal turn is judged rightly, and what is said is true."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

import vato
from vato import catalog, languages
from vato.board import Board
from vato.errors import IllegalMove
from vato.games import alquerque, fanorona, squadro
from vato.games.alquerque import lessons as alquerque_lessons
from vato.games.fanorona.further_lessons import CAUGHT
from vato.games.fanorona.lessons import STRUCK_BACK, TOO_FEW
from vato.games.squadro.lessons import NOT_IN_THE_WAY, SENT_BACK
from vato.learn.attempt import Attempt, find_lesson, lessons_of, resume, start
from vato.learn.lesson import Exercise, Lesson, Wins
from vato.learn.verdict import Verdict
from vato.text import Text

COURSES = {
    "fanorona": "step approach withdrawal choice rows chains closed direction must first-turn ending vela to-the-end "
    "draws first-game",
    "squadro": "speed turning jumping sent-back several home first-game",
    "alquerque": "step jump jumps safe must shut-in forwards first-game",
}


class Place(NamedTuple):
    """Where an exercise stands."""

    game: str
    lesson: str
    number: int

    @property
    def exercise(self) -> Exercise:
        return find_lesson(self.game, self.lesson).exercises[self.number]

    def attempt(self, *moves: str) -> Attempt:
        return resume(self.game, self.lesson, self.number, moves)


LESSONS = [(game, lesson) for game in COURSES for lesson in lessons_of(game) if lesson.whole is None]
"""What the whole games are is for test_first_game.py."""
PLACES = [Place(game, lesson.name, number) for game, lesson in LESSONS for number in range(len(lesson.exercises))]
each_lesson = pytest.mark.parametrize(("game", "lesson"), LESSONS, ids=lambda value: getattr(value, "name", value))
each_exercise = pytest.mark.parametrize("place", PLACES, ids=lambda place: f"{place.lesson}-{place.number + 1}")


class Try(NamedTuple):
    """A legal turn in an exercise, where it was tried, and what came of it."""

    moves: tuple[str, ...]
    before: Board
    verdict: Verdict

    @property
    def after(self) -> Board:
        board = self.before.copy()
        for move in (self.verdict.move, self.verdict.answer):
            if move is not None:
                board.push(move)
        return board


@cache
def tries(place: Place) -> tuple[Try, ...]:
    """Return every legal turn of an exercise, and of every position that right turns lead to."""

    def walk(moves: tuple[str, ...]) -> Iterator[Try]:
        for move in list(place.attempt(*moves).board.legal_moves):
            attempt = place.attempt(*moves)
            before = attempt.board.copy()
            verdict = attempt.propose(str(move))
            yield Try(moves, before, verdict)
            if verdict.judgement == "onward":
                yield from walk((*moves, str(move), str(verdict.answer)))

    return tuple(walk(()))


# The courses


def test_the_courses_are_complete() -> None:
    assert {game: " ".join(lesson.name for lesson in lessons_of(game)) for game in catalog.GAMES} == COURSES


def test_a_lesson_says_what_it_is_about_in_one_sentence() -> None:
    for _, lesson in LESSONS:
        assert re.fullmatch("[a-z-]+", lesson.name)
        assert lesson.aim.endswith(".")
        assert ". " not in lesson.aim
        assert 2 <= len(lesson.exercises) <= 3


@each_lesson
def test_somebody_answers_in_every_lesson(game: str, lesson: Lesson) -> None:
    answers = []
    for number, exercise in enumerate(lesson.exercises):
        attempt = Attempt.begin(game, lesson.name, number)
        answers += [attempt.propose(move).answer for move in exercise.solution]
    assert any(answer is not None for answer in answers)


@each_exercise
def test_all_its_sentences_can_be_said_in_every_language(place: Place) -> None:
    exercise = place.exercise
    spoken = [exercise.task, exercise.hint, exercise.wrong, exercise.praise]
    for text in [*spoken, *(miss.message for miss in exercise.misses)]:
        assert isinstance(text, Text)
        assert len(text) <= 100
        assert text.endswith((".", "?"))
        for language in languages.codes():
            known = text.template in languages.catalogue(language).messages
            assert (languages.say(language, text) != text) == known


@each_exercise
def test_sentences_speak_of_points_and_lanes_that_there_are(place: Place) -> None:
    exercise = place.exercise
    board = start(place.game, exercise)
    for text in (exercise.task, exercise.hint, exercise.wrong, exercise.praise):
        if isinstance(board, fanorona.Board | alquerque.Board):
            assert set(re.findall(r"\b[a-i][1-9]\b", text)) <= set(board.points.all)
        else:
            assert set(re.findall(r"\d", text)) <= set("12345")


# What is right


@each_exercise
def test_the_solution_reaches_the_aim_and_no_sooner(place: Place) -> None:
    attempt = Attempt.begin(*place)
    verdicts = [attempt.propose(move) for move in place.exercise.solution]
    assert [verdict.judgement for verdict in verdicts] == ["onward"] * (len(verdicts) - 1) + ["reached"]
    assert verdicts[-1].message == place.exercise.praise
    assert attempt.tries == len(verdicts)
    assert place.exercise.reached(attempt.board, attempt.learner)


def forced(board: Board, exercise: Exercise, learner: int, left: int) -> bool:
    """Return by plain search, which remembers nothing, whether a learner who has moved reaches the aim in any case."""
    over = board.outcome() is not None
    if (over or not exercise.answered) and exercise.reached(board, learner):
        return True
    if over or (left == 0 and not exercise.answered):
        return False
    return all(
        (exercise.answered and exercise.reached(answered, learner))
        or (left > 0 and any(forced(turn, exercise, learner, left - 1) for turn in after_each_move(answered)))
        for answered in after_each_move(board)
    )


def after_each_move(board: Board) -> Iterator[Board]:
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        yield after


@each_exercise
def test_a_turn_is_right_if_and_only_if_the_aim_is_reached_whatever_is_answered(place: Place) -> None:
    exercise = place.exercise
    for tried in tries(place):
        learner = tried.before.turn
        after = tried.before.copy()
        after.push(tried.verdict.move)
        left = len(exercise.solution) - len(tried.moves) // 2 - 1
        right = tried.verdict.judgement in ("onward", "reached")
        assert right == forced(after, exercise, learner, left), tried
        if tried.verdict.judgement == "reached":
            assert exercise.reached(tried.after, learner)


@pytest.fixture(scope="module")
def engines() -> Iterator[dict[str, vato.Engine]]:
    with vato.Engine("fanorona") as first, vato.Engine("squadro") as second, vato.Engine("alquerque") as third:
        yield {"fanorona": first, "squadro": second, "alquerque": third}


@each_exercise
def test_the_engine_agrees_on_what_wins(place: Place, engines: dict[str, vato.Engine]) -> None:
    exercise = place.exercise
    if exercise.aim != (Wins(),):
        return
    for tried in tries(place):
        plies = 2 * (len(exercise.solution) - len(tried.moves) // 2) - 2
        after = tried.before.copy()
        after.push(tried.verdict.move)
        outcome = after.outcome()
        if outcome is not None:
            wins = outcome.winner == tried.before.turn
        elif plies == 0:
            wins = False
        else:
            loses_in = engines[place.game].analyse(after, vato.Limit(depth=plies + 1)).score.loses_in
            wins = loses_in is not None and loses_in <= plies
        assert wins == (tried.verdict.judgement in ("onward", "reached")), tried


@each_exercise
def test_something_is_tempting_and_wrong(place: Place) -> None:
    verdict = place.attempt().propose(place.exercise.tempting)
    assert verdict.judgement == "wrong"
    assert verdict.move is not None


@each_exercise
def test_the_hint_shows_a_right_turn_wherever_right_turns_lead(place: Place) -> None:
    for moves in {tried.moves for tried in tries(place)}:
        attempt = place.attempt(*moves)
        move = attempt.right_move()
        assert attempt.propose(str(move)).judgement in ("onward", "reached")
    first = place.exercise.solution[0]
    assert str(place.attempt().right_move()) == first


@each_exercise
def test_the_answer_is_legal_and_always_the_same(place: Place) -> None:
    for tried in tries(place):
        again = place.attempt(*tried.moves).propose(str(tried.verdict.move))
        assert again == tried.verdict
        assert tried.after  # playing the answer has not been refused


# What is said


@each_exercise
def test_a_wrong_turn_is_answered_with_why(place: Place) -> None:
    wrong = [tried.verdict for tried in tries(place) if tried.verdict.judgement == "wrong"]
    assert wrong
    for verdict in wrong:
        assert verdict.message in {place.exercise.wrong, *(miss.message for miss in place.exercise.misses)}
    said = {verdict.message for verdict in wrong}
    assert {miss.message for miss in place.exercise.misses} <= said


@each_exercise
def test_what_is_said_about_a_wrong_turn_is_true(place: Place) -> None:
    for tried in tries(place):
        verdict = tried.verdict
        if verdict.judgement == "wrong" and (check := TRUTHS.get(str(verdict.message))):
            assert check(tried), (tried, verdict.message)


def taken(move: Any) -> int:
    return sum(len(step.captured) for step in move.steps)


def stones(board: Board, player: int) -> int:
    assert isinstance(board, fanorona.Board | alquerque.Board)
    return board.count(player)


def lost_a_stone(tried: Try) -> bool:
    return stones(tried.after, tried.before.turn) < stones(tried.before, tried.before.turn)


def loss_of(tried: Try, wanted: int) -> bool:
    before, after = tried.before.copy(), tried.before.copy()
    after.push(tried.verdict.move)
    assert isinstance(before, squadro.Board)
    assert isinstance(after, squadro.Board)
    return sum(before.progress[1]) - sum(after.progress[1]) == wanted


TRUTHS: dict[str, Callable[[Try], object]] = {
    CAUGHT: lambda tried: stones(tried.after, tried.before.turn) == 0,
    STRUCK_BACK: lost_a_stone,
    TOO_FEW: lambda tried: taken(tried.verdict.move) < max(map(taken, tried.before.legal_moves)),
    "That step captures nothing.": lambda tried: not taken(tried.verdict.move),
    "That step captures nothing: it does not lead straight at a stone.": lambda tried: not taken(tried.verdict.move),
    "Two stones taken, but the one behind you comes after you.": lost_a_stone,
    "Two stones taken, but you left a stone of your own to Black.": lost_a_stone,
    "Your own stone ended the row: only two were taken.": lambda tried: taken(tried.verdict.move) == 2,
    "Along the middle row only one stone can be taken.": lambda tried: taken(tried.verdict.move) == 1,
    "You stopped too soon: the stone can go on capturing.": lambda tried: (
        tried.before.continuations(tried.verdict.move).steps
    ),
    "To go on you would need c3, and you have already been there.": lambda tried: (
        not tried.before.continuations(tried.verdict.move).steps
    ),
    "To go on you would need e2, and you have already been there.": lambda tried: (
        not tried.before.continuations(tried.verdict.move).steps
    ),
    alquerque_lessons.JUMPED_BACK: lost_a_stone,
    alquerque_lessons.STOPPED: lambda tried: tried.before.continuations(tried.verdict.move).steps,
    "The black stone can still move.": lambda tried: tried.after.legal_moves,
    SENT_BACK: lambda tried: tried.verdict.answer.jumped,
    NOT_IN_THE_WAY: lambda tried: not tried.verdict.move.jumped,
    "That one had already turned round, so it lost only two places.": lambda tried: loss_of(tried, 2),
    "That was only one.": lambda tried: len(tried.verdict.move.jumped) == 1,
    "Those were only two.": lambda tried: len(tried.verdict.move.jumped) == 2,
}


def test_every_truth_is_told_somewhere() -> None:
    said = {str(tried.verdict.message) for place in PLACES for tried in tries(place)}
    assert set(TRUTHS) <= said


@each_exercise
def test_what_the_rules_refuse_is_refused_in_the_boards_own_words(place: Place) -> None:
    for text in ("nonsense", "a1-i9", "6", ""):
        attempt = place.attempt()
        before = attempt.board.position
        verdict = attempt.propose(text)
        with pytest.raises(IllegalMove) as refused:
            attempt.board.read(text)
        assert verdict.judgement == "refused"
        assert str(verdict.message) == str(refused.value)
        assert attempt.board.position == before
        assert attempt.tries == 1


def test_the_rule_that_a_lesson_teaches_is_what_refuses() -> None:
    def said(lesson: str, number: int, move: str) -> str:
        return str(Attempt.begin("fanorona", lesson, number).propose(move).message)

    assert said("step", 1, "b3-c4") == "No line joins b3 and c4."
    assert said("choice", 0, "c3-d3") == "c3-d3 can capture by approach and by withdrawal: write c3-d3A or c3-d3W."
    assert said("closed", 0, "c3-d4A-c4W-c3A") == "c3 was already visited in this chain."
    assert "must change direction" in said("direction", 0, "b1-c1W-d1A")
    assert said("must", 0, "d5-c5").startswith("You must capture")
    assert said("first-turn", 0, "e2-e3A-e4A") == "Chains are not allowed on your first turn."
    assert said("vela", 0, "g3-f3A-f4A") == "Chains are not allowed in the first phase of a Vela."


def test_nothing_follows_when_an_exercise_is_over() -> None:
    attempt = Attempt.begin("fanorona", "step", 0)
    assert attempt.propose("b2-c3").judgement == "reached"
    assert str(attempt.propose("c3-b2").message) == "This exercise is over."
    with pytest.raises(vato.VatoError, match="over"):
        resume("fanorona", "step", 0, ("b2-c3", "e5-d5"))


def test_unknown_lessons_are_refused() -> None:
    with pytest.raises(vato.UnknownName, match="fanorona has no lesson 'chess'; choose one of step, approach"):
        find_lesson("fanorona", "chess")
    with pytest.raises(vato.UnknownName, match="2 exercises"):
        Attempt.begin("fanorona", "step", 2)


@each_exercise
def test_judging_is_quick(place: Place) -> None:
    attempt = place.attempt()
    for move in list(attempt.board.legal_moves):
        Attempt(attempt.exercise, attempt.board.copy(), _known=attempt._known).propose(str(move))
    assert len(attempt._known) < 500
