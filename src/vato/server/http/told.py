"""A page over a WebSocket that is only told something: it says no more than that it is there."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial

from pydantic import TypeAdapter
from starlette.websockets import WebSocket

from vato.errors import VatoError
from vato.server import metrics
from vato.server.http.language import language_of, say
from vato.server.http.limits import Places
from vato.server.http.refusals import code_of
from vato.server.http.sockets import Outbox, Topic, converse, turn_away
from vato.server.services import Services, address_of
from vato.server.wire import live
from vato.server.wire.text import dump

HEARD: TypeAdapter[live.Ping] = TypeAdapter(live.Ping)


async def keep_told(
    socket: WebSocket,
    services: Services,
    places: Places,
    attend: Callable[[], AbstractAsyncContextManager[Outbox]],
) -> None:
    """Serve a page for as long as it stays; `attend` lets it be told by way of an outbox, or refuses it."""
    if not services.may_open(socket) or not await services.recognises(socket):
        await socket.close()  # not even accepted
        return
    await socket.accept()

    def refusal(error: VatoError, ref: str | int | None) -> str:
        metrics.REFUSALS.add(of=code_of(error))
        message = say(language_of(socket), error)
        return dump(live.Refused(type="refused", ref=ref, ply=None, message=message, code=code_of(error)))

    async def hear(message: live.Ping) -> None:
        outbox.put(dump(live.Pong(type="pong", ref=message.ref)))

    topic = Topic(HEARD, "ref", hear, refusal)
    try:
        with places.hold(address_of(socket)):
            async with attend() as outbox:
                await converse(socket, outbox, services.settings.limits, topic, partial(services.staying, socket))
    except VatoError as refused:
        await turn_away(socket, topic, refused)
