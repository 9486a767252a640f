"""A page that shows what is being played, over a WebSocket: it is told which games, and how they stand."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import get_args

from starlette.websockets import WebSocket

from vato import catalog
from vato.contest.clock import Speed
from vato.server.http.refusals import Refusal
from vato.server.http.sockets import Outbox
from vato.server.http.told import keep_told
from vato.server.play.watching import MOST_BOARDS, Watcher, Watching
from vato.server.services import Services


async def watch(socket: WebSocket, watching: Watching, services: Services) -> None:
    """Serve a page for as long as it stays."""

    @asynccontextmanager
    async def attend() -> AsyncIterator[Outbox]:
        watcher = _watcher(socket)
        async with watching.listening(watcher):
            yield watcher.outbox

    await keep_told(socket, services, services.watchers, attend)


def _watcher(socket: WebSocket) -> Watcher:
    """Return what a page asks for in its address."""
    asked = socket.query_params
    game, speed, most = asked.get("game"), asked.get("speed"), asked.get("most", str(MOST_BOARDS))
    known: tuple[Speed, ...] = get_args(Speed)
    chosen = next((each for each in known if each == speed), None)
    if (speed and chosen is None) or not most.isdecimal() or not 1 <= int(most) <= MOST_BOARDS:
        raise Refusal("There are games that are quick, medium and slow, and at most 24 are shown.", code="unreadable")
    return Watcher(catalog.find(game).name if game else None, chosen, int(most))
