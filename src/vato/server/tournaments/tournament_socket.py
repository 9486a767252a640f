"""A page of a tournament over a WebSocket: it is told how the tournament stands, whenever that changes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.websockets import WebSocket

from vato.server.http.refusals import Refusal
from vato.server.http.sockets import Outbox
from vato.server.http.told import keep_told
from vato.server.http.visitors import identify
from vato.server.services import Services
from vato.server.tournaments.listener import Listener


async def look_on(socket: WebSocket, tournament_id: str, services: Services) -> None:
    """Serve a page of a tournament for as long as it stays."""

    @asynccontextmanager
    async def attend() -> AsyncIterator[Outbox]:
        if services.tournaments is None:
            raise Refusal("This server has no accounts.", code="no_accounts", status=404)
        await services.tournaments.known(tournament_id)
        listener = Listener(identify(socket))
        listener.moderates = await services.tournaments.moderates(listener.visitor)
        async with services.tournaments.director.listening(tournament_id, listener):
            yield listener.outbox

    await keep_told(socket, services, services.sockets, attend)
