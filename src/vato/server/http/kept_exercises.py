"""Lessons and puzzles with all answers ahead, for a browser that has no network when they are tried.

What is told is what the aims, the solution and the words are: what a turn does on the board is worked out by the game's
compiled code, which the browser has as well. What takes long to find is found once, whatever the language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any, Literal

from vato import catalog, languages, scene
from vato.board import Board
from vato.learn.attempt import ONWARD, Attempt, lessons_of
from vato.learn.lesson import Exercise
from vato.learn.puzzles import BETTER, puzzles_of
from vato.learn.verdict import Verdict
from vato.server.http.engine_routes import beginning_of, words
from vato.server.http.puzzle_routes import HINT
from vato.server.wire import kept as wire
from vato.server.wire.engine import Beginning
from vato.text import Text

Say = Callable[[Any], str]
Found = dict[str, tuple[Verdict, str | None, "Found"]]
"""What comes of each turn: the verdict and, where it goes on, a right turn and what comes of each turn then."""


class _Beginnings:
    """Boards and rules that exercises share, each told once."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._places: dict[tuple[str, str], int] = {}
        self.told: list[Beginning] = []

    def start(self, board: Board) -> wire.KeptStart:
        """Return where an exercise begins."""
        kind = board.rules.name, scene.layout_key(board)
        if kind not in self._places:
            self._places[kind] = len(self.told)
            self.told.append(beginning_of(board, self._language))
        figures = catalog.find(board.game).figures
        assert figures is not None
        position = words(figures().position_of(board))
        return {"beginning": self._places[kind], "start": board.position, "position": position}


def kept_lessons(game: str, language: str) -> wire.KeptLessons:
    """Return the lessons of a game with all answers."""
    say = partial(languages.say, language)
    beginnings = _Beginnings(language)
    lessons = {
        lesson.name: [
            _exercise(exercise, attempt.board, answers, beginnings, say)
            for exercise, (attempt, answers) in zip(lesson.exercises, _found(game, lesson.name), strict=True)
        ]
        for lesson in lessons_of(game)
    }
    return {"beginnings": beginnings.told, "lessons": lessons}


def _exercise(exercise: Exercise, board: Board, answers: Found, beginnings: _Beginnings, say: Say) -> wire.KeptExercise:
    return {**beginnings.start(board), "hint": say(exercise.hint), "answers": _said(answers, say)}


def _said(answers: Found, say: Say) -> dict[str, wire.KeptAnswer]:
    told: dict[str, wire.KeptAnswer] = {}
    for text, (verdict, hint, then) in answers.items():
        assert verdict.judgement != "refused"
        assert verdict.judgement != "doubtful"
        told[text] = {"verdict": verdict.judgement, "message": say(verdict.message)}
        if verdict.answer is not None:
            told[text]["reply"] = str(verdict.answer)
        if hint is not None:
            told[text] |= {"hint": hint, "then": _said(then, say)}
    return told


@cache
def _found(game: str, lesson: str) -> list[tuple[Attempt, Found]]:
    exercises = next(each for each in lessons_of(game) if each.name == lesson).exercises
    begun = [Attempt.begin(game, lesson, number) for number in range(len(exercises))]
    return [(attempt, _answers(attempt)) for attempt in begun]


def _answers(attempt: Attempt) -> Found:
    found: Found = {}
    for text in _turns(scene.scene_of(attempt.board)["options"]):
        tried = Attempt(attempt.exercise, attempt.board.copy())
        verdict = tried.propose(text)
        goes_on = verdict.judgement == "onward"
        right = tried.right_move() if goes_on else None
        found[text] = verdict, None if right is None else str(right), _answers(tried) if goes_on else {}
    return found


def _turns(options: Sequence[scene.Option]) -> Iterator[str]:
    for option in options:
        if option.get("stop"):
            yield option["text"]
        yield from _turns(option.get("next", []))


def kept_puzzles(game: str, language: str) -> wire.KeptPuzzles:
    """Return the puzzles of a game with all answers."""
    say = partial(languages.say, language)
    beginnings = _Beginnings(language)
    tasks: dict[str, int] = {}
    messages: dict[tuple[Literal["wrong", "reached"], Text], int] = {}
    puzzles: list[wire.KeptPuzzle] = []
    for puzzle in puzzles_of(game):
        answers: dict[str, int] = {}
        for line in (puzzle.right, *(refutation.line for refutation in puzzle.wrong.values())):
            verdict: Literal["wrong", "reached"] = "reached" if line is puzzle.right else "wrong"
            message = _without_line(puzzle.message_for(line[0]))
            answers[" ".join(line)] = messages.setdefault((verdict, message), len(messages))
        task = tasks.setdefault(puzzle.task, len(tasks))
        start = beginnings.start(puzzle.board)
        puzzles.append({**start, "grade": puzzle.grade, "finds": puzzle.finds, "task": task, "answers": answers})
    return {
        "beginnings": beginnings.told,
        "rules": puzzles_of(game)[0].board.rules.name,
        "tasks": [say(task) for task in tasks],
        "messages": [{"verdict": verdict, "text": say(message)} for verdict, message in messages],
        "hint": say(HINT),
        "onward": say(ONWARD),
        "better": say(BETTER),
        "puzzles": puzzles,
    }


def _without_line(message: Text) -> Text:
    """Return a message with a gap where the line is told."""
    return Text(message.template, **dict.fromkeys(message.values, "{line}"))
