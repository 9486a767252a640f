"""Requests about endings to train. Which ones are won is remembered where they are trained; members have a rating."""

from __future__ import annotations

from functools import partial
from typing import Any

from fastapi import Request
from fastapi.responses import Response

from vato import languages, scene
from vato.board import Board
from vato.knowledge import Knowledge
from vato.learn import endings
from vato.server.http.answers import as_json, lasting, routes_at, worked_out
from vato.server.http.attempts import shown, with_rating
from vato.server.http.language import language_of
from vato.server.http.lesson_routes import answered
from vato.server.http.puzzle_routes import HINT, graded
from vato.server.http.refusals import addressed
from vato.server.services import services_of
from vato.server.store.attempts import Exercise
from vato.server.wire import lessons as wire

router = routes_at("/api/training", "training")


@router.get("", response_model=wire.PuzzleList)
async def list_endings(request: Request) -> Response:
    """Return how many endings of each grade the games have, and the number of the first."""
    return lasting(request, graded(endings.groups_of))


@router.get("/{game}/{number}", response_model=wire.Ending)
async def read_ending(request: Request, game: str, number: int) -> Response:
    """Return an ending as it begins."""
    with addressed():
        ending = endings.find(game, number)
    language = language_of(request)
    board = ending.board
    return as_json(
        wire.Ending(
            {
                "game": game,
                "number": number,
                "grade": ending.grade,
                "task": languages.say(language, ending.task),
                "sides": board.sides,
                "rules": board.rules.name,
                "player": board.turn,
                "turns": ending.turns,
                "layout": scene.layout_key(board),
                "scene": scene.scene_of(board),
                "hint": _hint(board, board.read(ending.best), language),
            }
        )
    )


@router.post("/{game}/{number}/try", response_model=wire.Tried)
async def try_ending(request: Request, game: str, number: int, tried: wire.TryPuzzle) -> Response:
    """Return what comes of a move: whether the game is still won, and the answer of a perfect defence."""
    exercise = _rated(game, number)
    question = partial(_tried, game, number, tuple(tried.moves), tried.move, language_of(request))
    answer = await worked_out(request, services_of(request).ending_tables.ask, game, question)
    return as_json(await with_rating(request, answer, exercise, rated=tried.rated))


@router.post("/{game}/{number}/shown", response_model=wire.Shown)
async def show_ending(request: Request, game: str, number: int) -> Response:
    """Let it count as failed, for the member who asks, that they were shown a move, unless it is decided already."""
    return as_json(await shown(request, _rated(game, number)))


def _rated(game: str, number: int) -> Exercise:
    with addressed():
        ending = endings.find(game, number)
    return Exercise("endings", game, ending.position, ending.grade)


def _tried(
    game: str, number: int, moves: tuple[str, ...], move: str, language: str, knowledge: Knowledge
) -> wire.Tried:
    drill = endings.resume(game, number, moves, knowledge)
    board = drill.board.copy()
    verdict = drill.propose(move)
    return answered(
        board, verdict, language, drill.board.played, lambda: _hint(drill.board, drill.right_move(), language)
    )


def _hint(board: Board, move: Any, language: str) -> wire.LessonHint:
    return {
        "message": languages.say(language, HINT),
        "turn": scene.turn_of(board, move, len(board.played) + 1),
    }
