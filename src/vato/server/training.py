"""Requests about endings to train. Nothing is kept here: which ones somebody has won is remembered where they train."""

from __future__ import annotations

from functools import partial
from typing import Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from vato import catalog, languages, scene, training
from vato.game import Board
from vato.knowledge import Knowledge
from vato.server import shapes
from vato.server.hall import hall_of
from vato.server.library import as_json, lasting, limited
from vato.server.messages import TryEnding
from vato.server.puzzles import HINT
from vato.server.speaking import language_of
from vato.training import Ending

router = APIRouter(prefix="/api/training", dependencies=[Depends(limited)], tags=["training"])


@router.get("", response_model=shapes.PuzzleList)
async def list_endings(request: Request) -> Response:
    """Return how many endings of each grade the games have, and the number of the first."""
    games = [
        {"game": game, "grades": [_grade(training.of_grade(game, grade)) for grade in training.GRADES]}
        for game in catalog.GAMES
        if training.endings_of(game)
    ]
    return lasting(request, {"games": games})


def _grade(found: tuple[Ending, ...]) -> dict[str, Any]:
    return {"grade": found[0].grade, "first": found[0].number, "count": len(found), "position": found[0].position}


@router.get("/{game}/{number}", response_model=shapes.Ending)
async def read_ending(request: Request, game: str, number: int) -> Response:
    """Return an ending as it begins. Its tables are made if they are missing; until then a try has to wait."""
    ending = training.find(game, number)
    language = language_of(request)
    board = ending.board
    return as_json(
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
            "ready": hall_of(request).coach.is_ready(game),
        }
    )


@router.post("/{game}/{number}/try", response_model=shapes.Tried)
async def try_ending(request: Request, game: str, number: int, tried: TryEnding) -> Response:
    """Return what comes of a move: whether the game is still won, and the answer of a perfect defence."""
    training.find(game, number)
    question = partial(_tried, game, number, tuple(tried.moves), tried.move, language_of(request))
    return as_json(await hall_of(request).coach.ask(game, question))


def _tried(
    game: str, number: int, moves: tuple[str, ...], move: str, language: str, knowledge: Knowledge
) -> dict[str, Any]:
    drill = training.resume(game, number, moves, knowledge)
    board = drill.board.copy()
    verdict = drill.propose(move)
    turns: list[scene.Turn | None] = []
    for played in (verdict.move, verdict.answer):
        turns.append(None if played is None else scene.turn_of(board, played, len(board.played) + 1))
        if played is not None:
            board.push(played)
    goes_on = verdict.judgement in ("refused", "onward")
    return {
        "verdict": verdict.judgement,
        "message": languages.say(language, verdict.message),
        "turn": turns[0],
        "reply": turns[1],
        "scene": scene.scene_of(board, options=goes_on),
        "moves": [str(played) for played in drill.board.played],
        "hint": _hint(drill.board, drill.right_move(), language) if goes_on else None,
    }


def _hint(board: Board, move: Any, language: str) -> dict[str, Any]:
    return {
        "message": languages.say(language, HINT),
        "turn": scene.turn_of(board, move, len(board.played) + 1),
    }
