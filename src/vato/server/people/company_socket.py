"""A page of a member over a WebSocket: it is told of challenges, wherever in the app it is. What is in company.py."""

from __future__ import annotations

from functools import partial

from starlette.websockets import WebSocket

from vato.errors import VatoError
from vato.server import metrics
from vato.server.http.language import language_of, say
from vato.server.http.refusals import code_of, not_signed_in
from vato.server.http.sockets import Topic, converse, turn_away
from vato.server.http.visitors import identify, is_member
from vato.server.people.company import Page
from vato.server.services import Services, address_of
from vato.server.wire import company as wire
from vato.server.wire import live
from vato.server.wire.text import dump


async def keep_company(socket: WebSocket, services: Services) -> None:
    """Serve a page of a member for as long as it stays."""
    if not services.may_open(socket) or not await services.recognises(socket):
        await socket.close()  # not even accepted
        return
    await socket.accept()
    member = identify(socket) or ""
    page = Page(member)

    def refusal(error: VatoError, ref: str | int | None) -> str:
        metrics.REFUSALS.add(of=code_of(error))
        message = say(language_of(socket), error)
        return dump(live.Refused(type="refused", ref=ref, ply=None, message=message, code=code_of(error)))

    async def hear(message: live.Ping) -> None:
        page.outbox.put(dump(live.Pong(type="pong", ref=message.ref)))

    topic = Topic(wire.COMPANY, "ref", hear, refusal)
    try:
        if services.people is None or not is_member(member):
            raise not_signed_in()
        with services.listeners.hold(address_of(socket)):
            async with services.people.dares.company.listening(page):
                await converse(socket, page.outbox, services.settings.limits, topic, partial(services.staying, socket))
    except VatoError as refused:
        await turn_away(socket, topic, refused)
