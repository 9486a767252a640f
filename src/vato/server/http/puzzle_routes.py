"""Requests about puzzles. Which ones somebody has solved is remembered where they solve them; members have a rating."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import Response

from vato import catalog, languages, scene
from vato.learn import puzzles
from vato.learn.endings import Ending
from vato.learn.puzzles import Puzzle, Solving
from vato.server.http.answers import as_json, content, kept, lasting, routes_at, worked_out
from vato.server.http.attempts import shown, with_rating
from vato.server.http.language import language_of
from vato.server.http.lesson_routes import answered
from vato.server.http.refusals import addressed
from vato.server.store.attempts import Exercise
from vato.server.wire import lessons as wire
from vato.text import Text

HINT = Text("This is the stone to move.")
router = routes_at("/api/puzzles", "puzzles")


@router.get("", response_model=wire.PuzzleList)
async def list_puzzles(request: Request) -> Response:
    """Return how many puzzles of each grade the games have, and the number of the first."""
    return lasting(request, graded(puzzles.groups_of))


def graded(groups_of: Callable[[str], Iterable[Sequence[Puzzle] | Sequence[Ending]]]) -> wire.PuzzleList:
    """Return how many puzzles or endings of each theme and grade the games have, and the first of each."""
    grades = {game: [_grade(found) for found in groups_of(game)] for game in catalog.GAMES}
    return {"games": [{"game": game, "grades": listed} for game, listed in grades.items() if listed]}


def _grade(found: Sequence[Puzzle] | Sequence[Ending]) -> wire.PuzzleGrade:
    first = found[0]
    return {
        "theme": first.theme if isinstance(first, Puzzle) else None,
        "grade": first.grade,
        "first": first.number,
        "count": len(found),
        "position": first.position,
    }


@router.get("/{game}/{number}", response_model=wire.Puzzle)
async def read_puzzle(request: Request, game: str, number: int) -> Response:
    """Return a puzzle as it begins."""
    return lasting(request, await worked_out(request, _puzzle, game, number, language_of(request)))


@router.get("/{game}/{number}/picture.svg", response_model=None, responses=content("image/svg+xml"))
async def picture_puzzle(
    request: Request, game: str, number: int, theme: Annotated[str, Query(pattern="^(light|dark)$")] = "light"
) -> Response:
    """Draw the position of a puzzle as SVG."""

    def drawn() -> str:
        with addressed():
            return puzzles.find(game, number).board.svg(theme=theme)

    return kept(request, Response(await worked_out(request, drawn), media_type="image/svg+xml"))


@lru_cache(maxsize=1_000)
def _puzzle(game: str, number: int, language: str) -> wire.Puzzle:
    with addressed():
        puzzle = puzzles.find(game, number)
    board = puzzle.board
    return {
        "game": game,
        "number": number,
        "grade": puzzle.grade,
        "task": languages.say(language, puzzle.task),
        "sides": board.sides,
        "rules": board.rules.name,
        "player": board.turn,
        "turns": puzzle.finds,
        "layout": scene.layout_key(board),
        "scene": scene.scene_of(board),
        "hint": _hint(Solving(puzzle), language),
    }


def _hint(solving: Solving, language: str) -> wire.LessonHint:
    board = solving.board
    turn = scene.turn_of(board, board.read(solving.right_move()), len(board.played) + 1)
    return {"message": languages.say(language, HINT), "turn": turn}


@router.post("/{game}/{number}/try", response_model=wire.Tried)
async def try_puzzle(request: Request, game: str, number: int, tried: wire.TryPuzzle) -> Response:
    """Return whether a move solves a puzzle and, if it does not, the answer to it."""
    answer = await worked_out(request, _tried, game, number, tuple(tried.moves), tried.move, language_of(request))
    return as_json(await with_rating(request, answer, _rated(game, number), rated=tried.rated))


@router.post("/{game}/{number}/shown", response_model=wire.Shown)
async def show_puzzle(request: Request, game: str, number: int) -> Response:
    """Let it count as failed, for the member who asks, that they were shown the move, unless they have tried before."""
    return as_json(await shown(request, _rated(game, number)))


def _rated(game: str, number: int) -> Exercise:
    with addressed():
        puzzle = puzzles.find(game, number)
    return Exercise("puzzles", game, puzzle.position, puzzle.grade)


@lru_cache(maxsize=1_000)
def _tried(game: str, number: int, moves: tuple[str, ...], move: str, language: str) -> wire.Tried:
    with addressed():
        solving = Solving(puzzles.find(game, number), moves)
    board = solving.board.copy()
    verdict = solving.propose(move)
    return answered(board, verdict, language, solving.board.played, lambda: _hint(solving, language))
