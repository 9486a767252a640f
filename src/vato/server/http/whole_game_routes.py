"""Requests about the whole games of lessons: the engine answers and looks ahead. Nothing is kept here."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import Response

from vato import languages, scene
from vato.board import Board
from vato.learn.first_game import LEVEL, NODES, FirstGame, Opinion, whole_game
from vato.learn.verdict import Verdict
from vato.server.engine.engineer import EngineLost
from vato.server.engine.thinking import Thinking
from vato.server.fair_queue import Asker
from vato.server.http.answers import as_json, routes_at, worked_out
from vato.server.http.language import language_of
from vato.server.http.lesson_routes import answered
from vato.server.http.puzzle_routes import HINT
from vato.server.http.refusals import Refusal, addressed
from vato.server.http.visitors import identify
from vato.server.play.closed import refuse_if_closed
from vato.server.services import address_of, services_of
from vato.server.wire import lessons as wire

router = routes_at("/api/lessons", "lessons")


@router.post("/{game}/{name}/play", response_model=wire.Tried)
async def play_on(request: Request, game: str, name: str, tried: wire.PlayOn) -> Response:
    """Return what comes of a turn in the whole game of a lesson: a doubt or the answer, and what to look at."""
    services, visitor, address = services_of(request), identify(request), address_of(request)
    await refuse_if_closed(services.store, visitor, game)
    whole = await worked_out(request, _begun, game, name, tuple(tried.moves))
    before = whole.board
    companion = _Companion(services.thinking, Asker(visitor or address, address))
    with services.asking(visitor, address):
        try:
            if tried.move is None:
                verdict = Verdict("onward", "")
                await whole.look_ahead(companion)
            else:
                verdict = await whole.propose(tried.move, companion, sure=tried.sure)
        except EngineLost as error:
            raise Refusal("The engine was lost; ask again.", code="engine_lost", status=503) from error
    return as_json(await worked_out(request, _answered, whole, before, verdict, language_of(request)))


def _begun(game: str, name: str, moves: tuple[str, ...]) -> FirstGame:
    with addressed():
        whole_game(game, name)
    return FirstGame.begin(game, name, moves)


def _answered(whole: FirstGame, before: Board, verdict: Verdict, language: str) -> wire.Tried:
    told = answered(before.copy(), verdict, language, whole.board.played, lambda: _hint(whole, language))
    looks = whole.looks() if verdict.judgement == "onward" else []
    return {
        **told,
        "looks": [{"message": languages.say(language, look.message), "at": list(look.at)} for look in looks],
    }


def _hint(whole: FirstGame, language: str) -> wire.LessonHint | None:
    if whole.opinion is None:
        return None
    board = whole.board
    turn = scene.turn_of(board, board.read(whole.opinion.best), len(board.played) + 1)
    return {"message": languages.say(language, HINT), "turn": turn}


class _Companion:
    """The engine of the server, for one who asks."""

    def __init__(self, thinking: Thinking, asker: Asker) -> None:
        self._thinking = thinking
        self._asker = asker

    async def judge(self, board: Board) -> Opinion:
        found = (await self._thinking.judge(board, self._asker, NODES)).found
        line = found["lines"][0]
        score = line["score"]
        return Opinion(score["value"], score["wins_in"], score["loses_in"], line["moves"][0])

    async def answer(self, board: Board) -> str:
        return (await self._thinking.play(board, LEVEL, self._asker)).move
