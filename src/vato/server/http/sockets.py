"""A conversation over a WebSocket, whatever it is about: what waits is sent, what comes is read, garbage is refused.

A newer state takes the place of an older one that was not sent yet: a slow reader gets fewer, and never holds up
anybody. What is said is the business of play/live_socket.py, play/lobby_socket.py and engine/analysis_socket.py.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from vato.errors import VatoError
from vato.server.http.limits import FAULTS_PER_REQUEST, Rate
from vato.server.http.lines import CLOSING_SECONDS, abort
from vato.server.http.refusals import Refusal, status_of, too_fast
from vato.server.settings import Limits

MOST_WAITING = 256
"""Messages that wait for one reader; one who lets more pile up is let go."""
MOST_BAD, BAD_PER_SECOND = 30, 0.5
"""Messages refused as garbage or as too many before the line is cut: so many at once, and in the long run."""
LONGEST_NAME = 64
POLICY_VIOLATION, COME_BACK, TRY_AGAIN, UNKNOWN, GONE = 1008, 1012, 1013, 4404, 4410
LAST_WORDS_SECONDS = 1.0
"""For what waits to be sent when the server goes."""

Staying = Callable[[Callable[[], None]], AbstractContextManager[None]]
"""Given what is to be called when it is time to leave; it is, while it is held."""

log = logging.getLogger("vato.server")


class Outbox:
    """What waits to be sent to one reader."""

    def __init__(self) -> None:
        self._waiting: deque[str] = deque()
        self._state: str | None = None
        self._version = 0
        """Of the state that waits or, if none does, of the one that was sent last."""
        self._filled = asyncio.Event()
        self.overflowed = False

    def __len__(self) -> int:
        return len(self._waiting) + (self._state is not None)

    def put(self, text: str) -> None:
        """Add a message."""
        if len(self._waiting) >= MOST_WAITING:
            self.overflowed = True
        else:
            self._waiting.append(text)
        self._filled.set()

    def has_sent(self, version: int) -> bool:
        """Return whether a state was sent, and none after it is to be."""
        return self._state is None and self._version == version

    def put_state(self, version: int, text: str) -> None:
        """Add a state, instead of an older one that still waits; drop it if a newer one has been sent.

        One that tells only what has changed is for those who were sent the one before (`has_sent`).
        """
        if version < self._version:
            return
        self._version = version
        self._state = text
        self._filled.set()

    async def take(self) -> str:
        """Wait for the next message: what was said before the state goes first."""
        while True:
            if self._waiting:
                return self._waiting.popleft()
            if self._state is not None:
                state, self._state = self._state, None
                return state
            self._filled.clear()
            await self._filled.wait()


@dataclass(frozen=True)
class Topic:
    """What a conversation is about."""

    adapter: TypeAdapter[Any]
    """Reads messages."""
    name: str
    """The field by which a message is known, and which comes back with what is said about it."""
    hear: Callable[[Any], Awaitable[None]]
    refuse: Callable[[VatoError, str | int | None], str]
    """Returns the message that says no to one that may be garbage, by its name."""


async def turn_away(socket: WebSocket, topic: Topic, refusal: VatoError) -> None:
    """Say why, and hang up."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(topic.refuse(refusal, None))
        await socket.close({404: UNKNOWN, 410: GONE, 429: TRY_AGAIN}.get(status_of(refusal), POLICY_VIOLATION))


async def converse(socket: WebSocket, outbox: Outbox, limits: Limits, topic: Topic, staying: Staying) -> None:
    """Send what waits, hear what comes, until one side has had enough or it is time to leave."""
    sending = asyncio.create_task(_send(socket, outbox))
    hearing = asyncio.Lock()
    going: list[asyncio.Task[None]] = []
    try:
        with staying(lambda: going.append(asyncio.create_task(_go(socket, outbox, hearing)))):
            await _receive(socket, outbox, limits, topic, hearing)
    finally:
        for task in going:
            task.cancel()
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


async def _go(socket: WebSocket, outbox: Outbox, hearing: asyncio.Lock) -> None:
    """Finish what was begun, and hang up: whoever is there comes back, to this server's successor or to another.

    A reader that takes nothing any more, and so does not hear of it, is cut off.
    """
    async with hearing:
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS_SECONDS):
                while len(outbox):
                    await asyncio.sleep(0.01)
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            async with asyncio.timeout(LAST_WORDS_SECONDS):
                await socket.close(COME_BACK)
    await asyncio.sleep(CLOSING_SECONDS)
    abort(socket)


async def _receive(socket: WebSocket, outbox: Outbox, limits: Limits, topic: Topic, hearing: asyncio.Lock) -> None:
    per_second = limits.messages_per_second
    rate = Rate(4 * per_second, per_second)
    patience = Rate(MOST_BAD, BAD_PER_SECOND)
    while socket.client_state is WebSocketState.CONNECTED:
        received = await socket.receive()
        if received["type"] != "websocket.receive":
            return
        refusal: VatoError
        try:
            if not rate.allows(""):
                raise too_fast()
            async with hearing:
                if socket.application_state is WebSocketState.CONNECTED:  # or it was hung up
                    await topic.hear(_read(topic.adapter, received, limits))
            continue
        except VatoError as error:
            refusal = error
        except Exception:
            log.exception("A message could not be answered.")
            refusal = Refusal("Something went wrong here; it has been written down.", code="failed", status=500)
        if not patience.allows("", 1 + _faults(refusal) / FAULTS_PER_REQUEST):
            with suppress(WebSocketDisconnect, RuntimeError):
                await socket.close(POLICY_VIOLATION)
            return
        outbox.put(topic.refuse(refusal, _name_of(received, topic.name)))


def _faults(refusal: VatoError) -> int:
    """Return how many mistakes were found in a message."""
    return refusal.__cause__.error_count() if isinstance(refusal.__cause__, ValidationError) else 0


def _name_of(received: Any, name: str) -> str | int | None:
    """Return what the sender calls a message that may be garbage."""
    with suppress(ValueError, RecursionError):
        said = json.loads(received.get("text") or "")
        found: object = said.get(name) if isinstance(said, dict) else None
        if isinstance(found, str | int) and len(str(found)) <= LONGEST_NAME and str(found).isprintable():
            return found
    return None


def _read(adapter: TypeAdapter[Any], received: Any, limits: Limits) -> Any:
    text = received.get("text")
    if text is None or len(text) > limits.message_bytes:
        raise Refusal("A message is JSON text of a bearable length.", code="unreadable", status=422)
    try:
        return adapter.validate_json(text)
    except ValidationError as error:
        raise Refusal(
            "This message cannot be understood: {why}.", code="unreadable", status=422, why=_why(error)
        ) from error


def _why(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else str(first["msg"])
