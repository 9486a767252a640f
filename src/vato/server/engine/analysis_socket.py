"""The analysis socket: positions analysed as the engine goes deeper, hints, and reviews of whole games.

A socket has one question under way; the next one takes its place. Every answer carries the question's `id`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from starlette.websockets import WebSocket

from vato.board import Board
from vato.compiled.contract import WIN
from vato.errors import VatoError
from vato.server import metrics
from vato.server.engine.engineer import EngineLost, TookTooLong
from vato.server.fair_queue import Asker
from vato.server.http.language import language_of, say
from vato.server.http.refusals import Refusal, code_of, not_yours
from vato.server.http.sockets import Outbox, Topic, converse, turn_away
from vato.server.http.visitors import identify
from vato.server.play.closed import refuse_if_closed
from vato.server.play.permission import may, refuse_unless_shown
from vato.server.play.positions import reached
from vato.server.services import Services, address_of
from vato.server.wire import analysis as wire
from vato.server.wire.board import Turn
from vato.server.wire.text import dump

HINT_SECONDS = 1.0

Answer = wire.Information | wire.HintFound | wire.ReviewTurn | wire.ReviewDone | wire.Queued | wire.AnalysisPong

log = logging.getLogger("vato.server")


class AnalysisSocket:
    """One open socket and the question under way."""

    def __init__(self, services: Services, socket: WebSocket) -> None:
        self.services = services
        self.visitor = identify(socket)
        self.language = language_of(socket)
        self.address = address_of(socket)
        self.asker = Asker(self.visitor or self.address, self.address)
        self.outbox = Outbox()
        self._under_way: asyncio.Task[None] | None = None

    def answer(self, answer: Answer) -> None:
        """Say something about a question."""
        self.outbox.put(dump(answer))

    def refusal(self, error: VatoError, id: str | int | None) -> str:  # noqa: A002
        """Return a message that says no."""
        metrics.REFUSALS.add(of=code_of(error))
        message = say(self.language, error)
        return dump(wire.AnalysisRefused(type="refused", id=id, message=message, code=code_of(error)))

    async def hear(self, question: wire.Analyse | wire.Hint | wire.Review | wire.Stop | wire.AnalysisPing) -> None:
        """Begin to answer a question, instead of the one before."""
        if isinstance(question, wire.AnalysisPing):
            self.answer({"type": "pong", "id": question.id})
            return
        await self.stop()
        if not isinstance(question, wire.Stop):
            self._under_way = asyncio.create_task(self._answer(question))

    async def stop(self) -> None:
        """Let go of the question under way."""
        task, self._under_way = self._under_way, None
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _answer(self, question: wire.Analyse | wire.Hint | wire.Review) -> None:
        try:
            with self.services.asking(self.visitor, self.address):
                await ANSWERS[type(question)](self, question)
        except VatoError as refusal:
            self._refuse(question, refusal)
        except TookTooLong:
            slow = Refusal("The engine finds nothing about this position in time.", code="engine_lost", status=503)
            self._refuse(question, slow)
        except EngineLost:
            self._refuse(question, Refusal("The engine was lost; ask again.", code="engine_lost", status=503))
        except Exception:
            log.exception("A question to the engine could not be answered.")
            self._refuse(question, Refusal("Something went wrong here; it has been written down.", code="failed"))

    def _refuse(self, question: wire.Question, refusal: VatoError) -> None:
        self.outbox.put(self.refusal(refusal, question.id))

    async def reach(self, game: str, rules: str | None, start: str | None, moves: Sequence[str]) -> Board:
        """Return the board that a question is about."""
        return await self.services.desk.do(self.asker, partial(reached, game, rules, start, moves))

    def notice_queue(self, question: wire.Question) -> None:
        """Tell somebody who has to wait."""
        pool = self.services.thinking.analysing
        if pool.busy:
            self.answer({"type": "queued", "id": question.id, "ahead": pool.waiting + 1})


async def serve(socket: WebSocket, services: Services) -> None:
    """Serve one analysis socket for as long as it is open."""
    if not services.may_open(socket) or not await services.recognises(socket):
        await socket.close()  # not even accepted
        return
    await socket.accept()
    here = AnalysisSocket(services, socket)
    topic = Topic(wire.ANALYSIS, "id", here.hear, here.refusal)
    try:
        with services.sockets.hold(here.address):
            staying = partial(services.staying, socket)
            await converse(socket, here.outbox, services.settings.limits, topic, staying)
    except VatoError as refusal:
        await turn_away(socket, topic, refusal)
    finally:
        await here.stop()


async def _analyse(here: AnalysisSocket, question: wire.Analyse) -> None:
    await refuse_if_closed(here.services.store, here.visitor, question.game)
    board = await here.reach(question.game, question.rules, question.start, question.moves)
    here.notice_queue(question)

    def tell(found: wire.Findings, *, done: bool = False) -> None:
        here.answer({"type": "info", "id": question.id, "done": done, **found})

    tell(await here.services.thinking.analyse(board, question.seconds, here.asker, question.lines, tell), done=True)


async def _hint(here: AnalysisSocket, question: wire.Hint) -> None:
    snapshot = await here.services.games.snapshot(question.game_id)
    mine = snapshot.game.seats_of(here.visitor)
    if not mine:
        raise not_yours()
    if not may(snapshot, mine)["hint"]:
        raise Refusal("Hints are for your turns against the computer or on the same screen.", code="no_hint")
    await refuse_if_closed(here.services.store, here.visitor, snapshot.game.game)
    here.notice_queue(question)
    found = await here.services.thinking.analyse(snapshot.board, HINT_SECONDS, here.asker)
    best = found["lines"][0]
    here.answer(
        {
            "type": "hint",
            "id": question.id,
            "ply": snapshot.game.plies,
            "move": best["moves"][0],
            "turn": best["first"],
            "score": best["score"],
        }
    )


async def _review(here: AnalysisSocket, question: wire.Review) -> None:
    if question.game_id is not None:
        snapshot = await here.services.games.snapshot(question.game_id)
        refuse_unless_shown(snapshot, here.visitor)
        game = snapshot.game
        # One against the computer may count, too: whoever asks may be its player, who has not signed in here.
        if game.outcome is None and (game.counts or not game.alone):
            raise Refusal("A game can be reviewed once it is over.", code="not_over")
        await refuse_if_closed(here.services.store, here.visitor, game.game)
        board = snapshot.board
    elif question.game is not None:
        await refuse_if_closed(here.services.store, here.visitor, question.game)
        board = await here.reach(question.game, question.rules, question.start, question.moves)
    else:
        raise VatoError("Say which game to review: by game_id, or by game and moves.")
    here.notice_queue(question)
    replay = board.root()
    before = await _judge(here, replay)
    for ply, move in enumerate(board.played, start=1):
        turn = replay.turn
        replay.push(move)
        after = await _judge(here, replay)
        # Values are for whoever is to move, so the same one before and after differ in their sign.
        value = -after.value if replay.turn != turn else after.value
        here.answer(
            {
                "type": "review_turn",
                "id": question.id,
                "ply": ply,
                "first_value": after.value if replay.turn == 0 else -after.value,
                "wins_in": after.wins_in,
                "loses_in": after.loses_in,
                "best": before.best,
                "best_turn": before.best_turn,
                "loss": 0 if before.best == str(move) else max(0, before.value - value),
                "known_before": before.known,
                "known": after.known,
            }
        )
        before = after
    here.answer({"type": "review_done", "id": question.id, "plies": len(board.played)})


class Worth(NamedTuple):
    """What a position is worth to whoever is to move, and the best move there."""

    value: int
    wins_in: int | None
    loses_in: int | None
    known: wire.Fact | None
    best: str | None = None
    best_turn: Turn | None = None


async def _judge(here: AnalysisSocket, board: Board) -> Worth:
    if (outcome := board.outcome()) is not None:
        value = 0 if outcome.winner is None else WIN if outcome.winner == board.turn else -WIN
        wins, loses = (0 if value == sign * WIN else None for sign in (1, -1))
        return Worth(value, wins, loses, {"winner": outcome.winner, "turns": 0})
    found, alone = await here.services.thinking.judge(board, here.asker)
    line = found["lines"][0]
    score = line["score"]
    fact = found["known"]
    known: wire.Fact | None = None if fact is None else {"winner": fact["winner"], "turns": fact["turns"]}
    return Worth(alone, score["wins_in"], score["loses_in"], known, line["moves"][0], line["first"])


ANSWERS: dict[type[wire.Question], Callable[[AnalysisSocket, Any], Awaitable[None]]] = {
    wire.Analyse: _analyse,
    wire.Hint: _hint,
    wire.Review: _review,
}
