"""A page of a tournament over a WebSocket: it is told how the tournament stands, whenever that changes."""

from __future__ import annotations

from functools import partial

from starlette.websockets import WebSocket

from vato.errors import VatoError
from vato.server import metrics
from vato.server.http.language import language_of, say
from vato.server.http.refusals import Refusal, code_of
from vato.server.http.sockets import Topic, converse, turn_away
from vato.server.http.visitors import identify
from vato.server.services import Services, address_of
from vato.server.tournaments.listener import Listener
from vato.server.wire import live
from vato.server.wire import tournaments as wire
from vato.server.wire.text import dump


async def look_on(socket: WebSocket, tournament_id: str, services: Services) -> None:
    """Serve a page of a tournament for as long as it stays."""
    if not services.may_open(socket) or not await services.recognises(socket):
        await socket.close()  # not even accepted
        return
    await socket.accept()
    listener = Listener(identify(socket))

    def refusal(error: VatoError, ref: str | int | None) -> str:
        metrics.REFUSALS.add(of=code_of(error))
        message = say(language_of(socket), error)
        return dump(live.Refused(type="refused", ref=ref, ply=None, message=message, code=code_of(error)))

    async def hear(message: live.Ping) -> None:
        listener.outbox.put(dump(live.Pong(type="pong", ref=message.ref)))

    topic = Topic(wire.TOURNAMENT, "ref", hear, refusal)
    try:
        if services.tournaments is None:
            raise Refusal("This server has no accounts.", code="no_accounts", status=404)
        await services.tournaments.known(tournament_id)
        listener.moderates = await services.tournaments.moderates(listener.visitor)
        with services.sockets.hold(address_of(socket)):
            async with services.tournaments.director.listening(tournament_id, listener):
                staying = partial(services.staying, socket)
                await converse(socket, listener.outbox, services.settings.limits, topic, staying)
    except VatoError as refused:
        await turn_away(socket, topic, refused)
