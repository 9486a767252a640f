"""The lobby over a WebSocket: what somebody wants, and how things stand. What is done about it is in lobby.py."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any

from starlette.websockets import WebSocket

from vato.errors import VatoError
from vato.server import metrics
from vato.server.http.language import language_of, say
from vato.server.http.refusals import Refusal, code_of, no_visitor
from vato.server.http.sockets import Topic, converse, turn_away
from vato.server.http.visitors import LONGEST_NAME, clean, identify, is_bot
from vato.server.play import new_game
from vato.server.play.lobby import Listener, Lobby
from vato.server.play.positions import begun
from vato.server.play.rated import refuse_unless_ratable
from vato.server.services import Services, address_of
from vato.server.store.seeks import StoredSeek
from vato.server.store.times import now_ms
from vato.server.wire import live
from vato.server.wire import lobby as wire
from vato.server.wire.text import dump


@dataclass
class LobbySocket:
    """One open socket."""

    services: Services
    lobby: Lobby
    socket: WebSocket
    listener: Listener

    def refusal(self, error: VatoError, ref: str | int | None) -> str:
        """Return a message that says no."""
        metrics.REFUSALS.add(of=code_of(error))
        message = say(self.listener.language, error)
        return dump(live.Refused(type="refused", ref=ref, ply=None, message=message, code=code_of(error)))

    def check_creating(self) -> None:
        """Refuse who looks for too many games, as who creates too many."""
        self.services.check_creating(self.listener.visitor, self.socket)

    def refuse_bots(self) -> None:
        """Refuse a bot: who meets one in the lobby would not know."""
        if is_bot(self.listener.visitor):
            raise Refusal("Bots play those who challenge them, or whom they challenge.", code="bot", status=403)

    async def name(self, wanted: str) -> str:
        """Return what somebody is called: a member by their name, and nobody else by it."""
        return await self.services.games.name_for(self.listener.visitor, clean(wanted, LONGEST_NAME), own=True)


async def attend(socket: WebSocket, lobby: Lobby, services: Services) -> None:
    """Serve somebody in the lobby for as long as they stay."""
    if not services.may_open(socket) or not await services.recognises(socket):
        await socket.close()  # not even accepted
        return
    await socket.accept()
    visitor = identify(socket)
    here = LobbySocket(services, lobby, socket, Listener(visitor or "", language_of(socket)))
    topic = Topic(wire.LOBBY, "ref", lambda message: _hear(here, message), here.refusal)
    try:
        if visitor is None:
            raise no_visitor()
        with services.sockets.hold(address_of(socket)):
            async with lobby.listening(here.listener):
                staying = partial(services.staying, socket)
                await converse(socket, here.listener.outbox, services.settings.limits, topic, staying)
    except VatoError as refusal:
        await turn_away(socket, topic, refusal)


async def _hear(here: LobbySocket, message: live.Message) -> None:
    here.listener.heard = time.monotonic()
    if not isinstance(message, live.Ping | wire.Here):
        here.services.check_message(here.socket)
    await SAYINGS[type(message)](here, message)


async def _seek(here: LobbySocket, message: wire.SeekOpponent) -> None:
    here.refuse_bots()
    visitor = here.listener.visitor
    clock = message.clock
    wanted = StoredSeek(
        id=new_game.new_id(),
        visitor=visitor,
        name=await here.name(message.name),
        game=message.game,
        rules=begun(message.game, message.rules, None, {}).rules.name,
        control=None if clock is None else clock.control,
        since_ms=now_ms(),
        rated=message.rated,
    )
    if wanted.rated:
        refuse_unless_ratable(visitor, wanted.game, wanted.rules, wanted.control)
    known = await here.lobby.known(visitor)
    if known is not None and (known.game_id is not None or _same(known, wanted)):
        here.lobby.look_soon()  # said again, as the line was lost
        return
    here.check_creating()
    await here.lobby.seek(wanted)


def _same(one: StoredSeek, other: StoredSeek) -> bool:
    wanted = attrgetter("game", "rules", "control", "name", "rated")
    return bool(wanted(one) == wanted(other))


async def _stop(here: LobbySocket, message: wire.StopSeeking) -> None:
    await here.lobby.stop(here.listener.visitor)


async def _take(here: LobbySocket, message: wire.TakeSeek) -> None:
    here.refuse_bots()
    here.check_creating()
    await here.lobby.take(message.seek, here.listener.visitor, await here.name(message.name))


async def _seen(here: LobbySocket, message: wire.SeenGame) -> None:
    await here.lobby.seen(here.listener.visitor, message.game)


async def _here(here: LobbySocket, message: wire.Here) -> None:
    pass  # that it was said is all there is to it


async def _pong(here: LobbySocket, message: live.Ping) -> None:
    here.listener.outbox.put(dump(live.Pong(type="pong", ref=message.ref)))


SAYINGS: dict[type[live.Message], Callable[[LobbySocket, Any], Awaitable[None]]] = {
    wire.SeekOpponent: _seek,
    wire.StopSeeking: _stop,
    wire.TakeSeek: _take,
    wire.SeenGame: _seen,
    wire.Here: _here,
    live.Ping: _pong,
}
