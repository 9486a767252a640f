"""A page of a member over a WebSocket: it is told what waits, wherever in the app it is. What is in company.py."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.websockets import WebSocket

from vato.server.http.refusals import not_signed_in
from vato.server.http.sockets import Outbox
from vato.server.http.told import keep_told
from vato.server.http.visitors import identify, is_member
from vato.server.people.company import Page
from vato.server.services import Services


async def keep_company(socket: WebSocket, services: Services) -> None:
    """Serve a page of a member for as long as it stays."""

    @asynccontextmanager
    async def attend() -> AsyncIterator[Outbox]:
        member = identify(socket)
        if services.people is None or member is None or not is_member(member):
            raise not_signed_in()
        page = Page(member)
        async with services.people.dares.company.listening(page):
            yield page.outbox

    await keep_told(socket, services, services.listeners, attend)
