"""Live play over a WebSocket: messages in, acknowledgements and states out. What they do is written in actions.py."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from starlette.websockets import WebSocket

from vato.errors import VatoError
from vato.server import metrics
from vato.server.http.language import language_of, say
from vato.server.http.refusals import code_of
from vato.server.http.sockets import Topic, converse, turn_away
from vato.server.http.visitors import identify
from vato.server.play import actions
from vato.server.play.hub import Subscriber
from vato.server.play.permission import refuse_unless_shown
from vato.server.services import Services, address_of
from vato.server.wire import live as wire
from vato.server.wire.text import dump


@dataclass
class LiveSocket:
    """One open socket."""

    services: Services
    socket: WebSocket
    subscriber: Subscriber
    game_id: str

    def accept(self, ref: str | int | None, version: int) -> None:
        """Say that something is done and kept."""
        self.subscriber.outbox.put(dump(wire.Accepted(type="accepted", ref=ref, version=version)))

    def refusal(self, error: VatoError, ref: str | int | None, ply: int | None = None) -> str:
        """Return a message that says no."""
        metrics.REFUSALS.add(of=code_of(error))
        message = say(self.subscriber.language, error)
        return dump(wire.Refused(type="refused", ref=ref, ply=ply, message=message, code=code_of(error)))


async def play(socket: WebSocket, game_id: str, services: Services) -> None:
    """Serve one player or watcher of a game for as long as they stay."""
    if not services.may_open(socket) or not await services.recognises(socket):
        await socket.close()  # not even accepted
        return
    await socket.accept()
    wants_changes = socket.query_params.get("changes") == "true"
    subscriber = Subscriber(identify(socket), language_of(socket), wants_changes=wants_changes)
    live = LiveSocket(services, socket, subscriber, game_id)
    topic = Topic(wire.LIVE, "ref", lambda message: _hear(live, message), live.refusal)
    try:
        with services.sockets.hold(address_of(socket)):
            refuse_unless_shown(await services.games.snapshot(game_id), subscriber.visitor)
            subscriber.hides = await services.games.hides(subscriber.visitor)
            with services.games.hub.subscribed(game_id, subscriber):
                await services.games.send_state(game_id, subscriber)
                staying = partial(services.staying, socket)
                await converse(socket, subscriber.outbox, services.settings.limits, topic, staying)
    except VatoError as refusal:
        await turn_away(socket, topic, refusal)
    finally:
        if subscriber.thinks:
            services.computer.look_again(game_id)


async def _hear(live: LiveSocket, message: wire.Message) -> None:
    if not isinstance(message, wire.Ping):
        live.services.check_message(live.socket)
    await SAYINGS.get(type(message), _act)(live, message)


async def _act(live: LiveSocket, message: Any) -> None:
    services, visitor = live.services, live.subscriber.visitor
    ply = getattr(message, "ply", None)
    try:
        services.check_action(message, visitor, live.socket)
        await actions.act(
            services.games,
            live.game_id,
            services.actor(visitor, live.socket),
            message,
            lambda version: live.accept(message.ref, version),
        )
    except VatoError as refusal:
        live.subscriber.outbox.put(live.refusal(refusal, message.ref, ply))
        if code_of(refusal) == "stale":
            await services.games.send_state(live.game_id, live.subscriber)


async def _pong(live: LiveSocket, message: wire.Ping) -> None:
    live.subscriber.outbox.put(dump(wire.Pong(type="pong", ref=message.ref)))


async def _state(live: LiveSocket, message: wire.SendState) -> None:
    await live.services.games.send_state(live.game_id, live.subscriber)


async def _think_here(live: LiveSocket, message: wire.ThinkHere) -> None:
    snapshot = await live.services.games.snapshot(live.game_id)
    if not snapshot.game.alone or not snapshot.game.seats_of(live.subscriber.visitor):
        return
    live.subscriber.thinks = message.here
    live.services.computer.look_again(live.game_id)


SAYINGS: dict[type[wire.Message], Callable[[LiveSocket, Any], Awaitable[None]]] = {
    wire.Ping: _pong,
    wire.SendState: _state,
    wire.ThinkHere: _think_here,
}
"""What is said beside actions."""
