"""Live play over a WebSocket: messages in, acknowledgements and states out. What they do is written in actions.py."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from vato.errors import VatoError
from vato.server.http.language import language_of, say
from vato.server.http.limits import Rate
from vato.server.http.refusals import Refusal, code_of, status_of, too_fast
from vato.server.http.visitors import identify
from vato.server.play import actions
from vato.server.play.hub import Outbox, Subscriber
from vato.server.play.permission import Actor
from vato.server.play.snapshot import dump
from vato.server.services import Hall, address_of
from vato.server.wire import messages

MOST_BAD, BAD_PER_SECOND = 30, 0.5
"""Messages refused as garbage or as too many before the line is cut: so many at once, and in the long run."""
LONGEST_NAME = 64
POLICY_VIOLATION, TRY_AGAIN, UNKNOWN = 1008, 1013, 4404

log = logging.getLogger("vato.server")


@dataclass
class Line:
    """One open socket."""

    hall: Hall
    socket: WebSocket
    subscriber: Subscriber
    game_id: str = ""

    def refuse(self, error: VatoError, ref: object = None, ply: int | None = None) -> None:
        """Say no."""
        self.subscriber.outbox.put(refused(self.subscriber.language, error, ref=ref, ply=ply))

    def acknowledge(self, ref: object, version: int) -> None:
        """Say that something is done and kept."""
        self.subscriber.outbox.put(dump({"type": "accepted", "ref": ref, "version": version}))


async def play(socket: WebSocket, game_id: str, hall: Hall) -> None:
    """Serve one player or watcher of a game for as long as they stay."""
    subscriber = Subscriber(identify(socket), language_of(socket))
    line = Line(hall, socket, subscriber, game_id)
    await socket.accept()
    address = address_of(socket)
    try:
        with hall.sockets.hold(address):
            await hall.games.standing(game_id)
            with hall.games.hub.subscribed(game_id, subscriber):
                await hall.games.send_state(game_id, subscriber)
                live = Topic(messages.LIVE, "ref", lambda message: _hear(line, message))
                await converse(socket, subscriber.outbox, hall, live)
    except VatoError as refusal:
        await turn_away(socket, line.subscriber.language, refusal)


async def _hear(line: Line, message: Any) -> None:
    await SAYINGS.get(type(message), _act)(line, message)


async def _act(line: Line, message: Any) -> None:
    hall, visitor = line.hall, line.subscriber.visitor
    ply = getattr(message, "ply", None)
    try:
        hall.check_action(message, visitor, line.socket)
        await actions.act(
            hall.games,
            line.game_id,
            Actor(visitor, hall.computer.accepts_draw),
            message,
            lambda version: line.acknowledge(message.ref, version),
        )
    except VatoError as refusal:
        line.refuse(refusal, message.ref, ply)
        if code_of(refusal) == "stale":
            await hall.games.send_state(line.game_id, line.subscriber)


async def _pong(line: Line, message: messages.Ping) -> None:
    line.subscriber.outbox.put(dump({"type": "pong", "ref": message.ref}))


async def _state(line: Line, message: messages.SendState) -> None:
    await line.hall.games.send_state(line.game_id, line.subscriber)


SAYINGS: dict[type[messages.Message], Callable[[Line, Any], Awaitable[None]]] = {
    messages.Ping: _pong,
    messages.SendState: _state,
}
"""What is said beside actions."""


# Any conversation over a socket


@dataclass(frozen=True)
class Topic:
    """What a conversation is about."""

    adapter: TypeAdapter[Any]
    """Reads messages."""
    name: str
    """The field by which a message is known, and which comes back with what is said about it."""
    hear: Callable[[Any], Awaitable[None]]


def refused(language: str, error: VatoError, **about: object) -> str:
    """Return a message that says no."""
    return dump({"type": "refused", **about, "message": say(language, error), "code": code_of(error)})


async def turn_away(socket: WebSocket, language: str, refusal: VatoError) -> None:
    """Say why, and hang up."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(refused(language, refusal, ref=None, ply=None))
        await socket.close({404: UNKNOWN, 429: TRY_AGAIN}.get(status_of(refusal), POLICY_VIOLATION))


async def converse(socket: WebSocket, outbox: Outbox, hall: Hall, topic: Topic) -> None:
    """Send what waits, hear what comes, until one side has had enough."""
    sending = asyncio.create_task(_send(socket, outbox))
    try:
        await _receive(socket, outbox, hall, topic)
    finally:
        sending.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await sending


async def _send(socket: WebSocket, outbox: Outbox) -> None:
    while True:
        text = await outbox.take()
        try:
            await socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError):
            return
        if outbox.overflowed:
            with suppress(WebSocketDisconnect, RuntimeError):
                await socket.close(TRY_AGAIN)
            return


async def _receive(socket: WebSocket, outbox: Outbox, hall: Hall, topic: Topic) -> None:
    per_second = hall.settings.limits.messages_per_second
    rate = Rate(4 * per_second, per_second)
    patience = Rate(MOST_BAD, BAD_PER_SECOND)
    language = language_of(socket)
    while socket.client_state is WebSocketState.CONNECTED:
        received = await socket.receive()
        if received["type"] != "websocket.receive":
            return
        refusal: VatoError
        try:
            if not rate.allows(""):
                raise too_fast()
            await topic.hear(_read(topic.adapter, received, hall))
            continue
        except VatoError as error:
            refusal = error
        except Exception:
            log.exception("A message could not be answered.")
            refusal = Refusal("Something went wrong here; it has been written down.", code="failed", status=500)
        if not patience.allows(""):
            with suppress(WebSocketDisconnect, RuntimeError):
                await socket.close(POLICY_VIOLATION)
            return
        outbox.put(refused(language, refusal, **{topic.name: _name_of(received, topic.name)}))


def _name_of(received: Any, name: str) -> str | int | None:
    """Return what the sender calls a message that may be garbage."""
    with suppress(ValueError, RecursionError):
        said = json.loads(received.get("text") or "")
        found: object = said.get(name) if isinstance(said, dict) else None
        if isinstance(found, str | int) and len(str(found)) <= LONGEST_NAME and str(found).isprintable():
            return found
    return None


def _read(adapter: TypeAdapter[Any], received: Any, hall: Hall) -> Any:
    text = received.get("text")
    if text is None or len(text) > hall.settings.limits.message_bytes:
        raise Refusal("A message is JSON text of a bearable length.", code="unreadable", status=400)
    try:
        return adapter.validate_json(text)
    except ValidationError as error:
        raise Refusal(
            "This message cannot be understood: {why}.", code="unreadable", status=400, why=_why(error)
        ) from error


def _why(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else str(first["msg"])
