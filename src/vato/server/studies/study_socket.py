"""A page of a study over a WebSocket: what somebody does to it, and what everybody does; studies.py says how."""

from __future__ import annotations

from functools import partial

from starlette.websockets import WebSocket

from vato.errors import VatoError
from vato.server import metrics
from vato.server.http.language import language_of, say
from vato.server.http.refusals import code_of
from vato.server.http.sockets import Topic, converse, turn_away
from vato.server.http.visitors import identify
from vato.server.services import Services, address_of
from vato.server.studies.studies import Listener, unknown_study
from vato.server.wire import live
from vato.server.wire import study as wire
from vato.server.wire.text import dump


async def study(socket: WebSocket, study_id: str, services: Services) -> None:
    """Serve a page of a study for as long as it stays."""
    if not services.may_open(socket) or not await services.recognises(socket):
        await socket.close()  # not even accepted
        return
    await socket.accept()
    visitor, listener = identify(socket), Listener()

    def refusal(error: VatoError, ref: str | int | None) -> str:
        metrics.REFUSALS.add(of=code_of(error))
        message = say(language_of(socket), error)
        return dump(live.Refused(type="refused", ref=ref, ply=None, message=message, code=code_of(error)))

    async def hear(message: wire.Edit | wire.FollowStudy | live.Ping) -> None:
        if isinstance(message, live.Ping):
            listener.outbox.put(dump(live.Pong(type="pong", ref=message.ref)))
            return
        services.check_message(socket)
        if isinstance(message, wire.FollowStudy):
            await services.studies.follow(study_id, listener, message.version)
            return
        services.check_editing(visitor, socket)
        version = await services.studies.edit(study_id, services.editor(visitor, socket), message)
        listener.outbox.put(dump(live.Accepted(type="accepted", ref=message.ref, version=version)))

    topic = Topic(wire.STUDY, "ref", hear, refusal)
    try:
        if await services.studies.rows.head(study_id) is None:
            raise unknown_study()
        with services.sockets.hold(address_of(socket)):
            async with services.studies.listening(study_id, listener):
                await converse(
                    socket, listener.outbox, services.settings.limits, topic, partial(services.staying, socket)
                )
    except VatoError as refused:
        await turn_away(socket, topic, refused)
