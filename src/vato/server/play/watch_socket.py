"""A page that shows what is being played, over a WebSocket: it is told which games, and how they stand."""

from __future__ import annotations

from functools import partial
from typing import get_args

from starlette.websockets import WebSocket

from vato import catalog
from vato.contest.clock import Speed
from vato.errors import VatoError
from vato.server import metrics
from vato.server.http.language import language_of, say
from vato.server.http.refusals import Refusal, code_of
from vato.server.http.sockets import Topic, converse, turn_away
from vato.server.play.watching import MOST_BOARDS, Watcher, Watching
from vato.server.services import Services, address_of
from vato.server.wire import live
from vato.server.wire import watching as wire
from vato.server.wire.text import dump


async def watch(socket: WebSocket, watching: Watching, services: Services) -> None:
    """Serve a page for as long as it stays."""
    if not services.may_open(socket) or not await services.recognises(socket):
        await socket.close()  # not even accepted
        return
    await socket.accept()

    def refusal(error: VatoError, ref: str | int | None) -> str:
        metrics.REFUSALS.add(of=code_of(error))
        message = say(language_of(socket), error)
        return dump(live.Refused(type="refused", ref=ref, ply=None, message=message, code=code_of(error)))

    async def hear(message: live.Ping) -> None:
        watcher.outbox.put(dump(live.Pong(type="pong", ref=message.ref)))

    topic = Topic(wire.WATCH, "ref", hear, refusal)
    try:
        watcher = _watcher(socket)
        with services.watchers.hold(address_of(socket)):
            async with watching.listening(watcher):
                await converse(
                    socket, watcher.outbox, services.settings.limits, topic, partial(services.staying, socket)
                )
    except VatoError as refused:
        await turn_away(socket, topic, refused)


def _watcher(socket: WebSocket) -> Watcher:
    """Return what a page asks for in its address."""
    asked = socket.query_params
    game, speed, most = asked.get("game"), asked.get("speed"), asked.get("most", str(MOST_BOARDS))
    known: tuple[Speed, ...] = get_args(Speed)
    chosen = next((each for each in known if each == speed), None)
    if (speed and chosen is None) or not most.isdecimal() or not 1 <= int(most) <= MOST_BOARDS:
        raise Refusal("There are games that are quick, medium and slow, and at most 24 are shown.", code="unreadable")
    return Watcher(catalog.find(game).name if game else None, chosen, int(most))
