"""Requests about lessons. Nothing is kept here: what a learner has done is remembered where they learn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from fastapi import Request
from fastapi.responses import Response
from typing_extensions import TypedDict

from vato import catalog, languages, scene
from vato.board import Board
from vato.learn.attempt import Attempt, find_lesson, lessons_of, resume
from vato.learn.lesson import Lesson
from vato.learn.verdict import Verdict
from vato.server.http.answers import as_json, lasting, routes_at, worked_out
from vato.server.http.language import language_of
from vato.server.http.refusals import addressed
from vato.server.wire import lessons as wire

router = routes_at("/api/lessons", "lessons")


@router.get("", response_model=wire.LessonList)
async def list_lessons(request: Request) -> Response:
    """Return the lessons of all games."""
    language = language_of(request)
    games: list[wire.LessonGame] = [
        {
            "game": game,
            "lessons": [
                {
                    "name": lesson.name,
                    "title": languages.say(language, lesson.title),
                    "aim": languages.say(language, lesson.aim),
                    "exercises": lesson.count,
                    **beginning_of(game, lesson),
                }
                for lesson in lessons_of(game)
            ],
        }
        for game in catalog.GAMES
        if lessons_of(game)
    ]
    return lasting(request, wire.LessonList(games=games))


@router.get("/{game}/{name}", response_model=wire.Lesson)
async def read_lesson(request: Request, game: str, name: str) -> Response:
    """Return a lesson with its exercises as they begin."""
    return lasting(request, await worked_out(request, _lesson, game, name, language_of(request)))


@lru_cache(maxsize=1_000)
def _lesson(game: str, name: str, language: str) -> wire.Lesson:
    with addressed():
        lesson = find_lesson(game, name)
    names = [each.name for each in lessons_of(game)]
    return {
        "game": game,
        "name": name,
        "title": languages.say(language, lesson.title),
        "aim": languages.say(language, lesson.aim),
        "sides": catalog.new(game).sides,
        "exercises": [_exercise(Attempt.begin(game, name, number), language) for number in range(len(lesson.exercises))]
        or [_whole_game(game, lesson, language)],
        "whole": lesson.whole is not None,
        "next": dict(pairwise(names)).get(name),
    }


class Begun(TypedDict):
    """Where a lesson begins."""

    rules: str
    position: str


def beginning_of(game: str, lesson: Lesson) -> Begun:
    """Return where a lesson begins."""
    if lesson.whole is not None:
        return {"rules": lesson.whole.rules, "position": catalog.new(game, rules=lesson.whole.rules).position}
    return {"rules": lesson.exercises[0].rules, "position": lesson.exercises[0].position}


def _exercise(attempt: Attempt, language: str) -> wire.LessonExercise:
    return {
        "task": languages.say(language, attempt.exercise.task),
        "rules": attempt.exercise.rules,
        "player": attempt.learner,
        "turns": len(attempt.exercise.solution),
        "layout": scene.layout_key(attempt.board),
        "scene": scene.scene_of(attempt.board),
        "hint": _hint(attempt, language),
    }


def _whole_game(game: str, lesson: Lesson, language: str) -> wire.LessonExercise:
    assert lesson.whole is not None
    board = catalog.new(game, rules=lesson.whole.rules)
    return {
        "task": languages.say(language, lesson.whole.task),
        "rules": lesson.whole.rules,
        "player": board.turn,
        "turns": 0,
        "layout": scene.layout_key(board),
        "scene": scene.scene_of(board),
        "hint": None,
    }


def _hint(attempt: Attempt, language: str) -> wire.LessonHint | None:
    move = attempt.right_move()
    if move is None:
        return None
    ply = len(attempt.board.played) + 1
    return {
        "message": languages.say(language, attempt.exercise.hint),
        "turn": scene.turn_of(attempt.board, move, ply),
    }


@router.post("/{game}/{name}/try", response_model=wire.Tried)
async def try_move(request: Request, game: str, name: str, tried: wire.TryMove) -> Response:
    """Return what comes of a turn in an exercise: whether it is right, why not, and the other side's answer."""
    asked = game, name, tried.exercise, tuple(tried.moves), tried.move, language_of(request)
    return as_json(await worked_out(request, _tried, *asked))


@lru_cache(maxsize=1_000)
def _tried(game: str, name: str, number: int, moves: tuple[str, ...], move: str, language: str) -> wire.Tried:
    attempt = resume(game, name, number, moves)
    board = attempt.board.copy()
    verdict = attempt.propose(move)
    return answered(board, verdict, language, attempt.board.played, lambda: _hint(attempt, language))


def answered(
    board: Board,
    verdict: Verdict,
    language: str,
    counted: Sequence[Any] = (),
    hint: Callable[[], wire.LessonHint | None] = lambda: None,
) -> wire.Tried:
    """Return what came of a move that was tried on a board, what counts since, and a hint where one may go on."""
    turns: list[scene.Turn | None] = [None, None]
    for place, played in enumerate(verdict.shown):
        turns[place] = scene.turn_of(board, played, len(board.played) + 1)
        board.push(played)
    goes_on = verdict.judgement in ("refused", "onward")
    return {
        "verdict": verdict.judgement,
        "message": languages.say(language, verdict.message),
        "turn": turns[0],
        "reply": turns[1],
        "scene": scene.scene_of(board, options=goes_on),
        "moves": [str(played) for played in counted],
        "hint": hint() if goes_on else None,
        "looks": [],
        "rating": None,
    }
