"""Readers that have stopped reading, when they are not who they were any more: cut off soon, and not heard."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from typing import Any, cast

import pytest
import uvicorn
from pydantic import TypeAdapter
from starlette.requests import HTTPConnection, Request
from starlette.websockets import WebSocket

from vato.server.http import lines
from vato.server.http.bot_routes import Stream
from vato.server.http.lines import Door, HttpLine, SocketLine
from vato.server.http.sockets import Outbox, Topic, converse
from vato.server.run import listen
from vato.server.settings import Limits

SOON_SECONDS = 10.0
"""Much less than a reader may take who is who they were."""
MESSAGE = "x" * 200_000


class Staying:
    """What knows when somebody has to leave."""

    def __init__(self) -> None:
        self.leave: Callable[[], None] | None = None

    @contextlib.contextmanager
    def staying(self, _: HTTPConnection, leave: Callable[[], None]) -> Iterator[None]:
        self.leave = leave
        yield
        self.leave = None


class Here:
    """A server in this process that sends one reader much, by a stream or a socket."""

    def __init__(self) -> None:
        self.door = Door(Limits(requests_per_second=10_000), 1_000, "")
        self.staying = Staying()
        self.outbox = Outbox()
        self.heard: list[Any] = []
        self.ended = asyncio.Event()
        self.port = 0
        self.left = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        for _ in range(200):
            self.outbox.put(MESSAGE)
        try:
            if scope["type"] == "websocket":
                await self._converse(WebSocket(scope, receive, send))
            else:
                services = cast("Any", self.staying)
                stream = Stream(services, Request(scope, receive), self.outbox, contextlib.AsyncExitStack())
                await stream(scope, receive, send)
        finally:
            self.ended.set()

    async def _converse(self, socket: WebSocket) -> None:
        await socket.accept()

        async def hear(message: Any) -> None:
            self.heard.append(message)

        topic = Topic(TypeAdapter(Any), "ref", hear, lambda *_: "refused")
        await converse(socket, self.outbox, Limits(), topic, lambda leave: self.staying.staying(socket, leave))

    async def revoked(self) -> None:
        """Let whoever reads be nobody, once they are there; wait until they are cut off."""
        while self.staying.leave is None:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)  # until nothing more is taken
        assert not self.ended.is_set()
        self.staying.leave()
        self.left = True
        async with asyncio.timeout(SOON_SECONDS):
            await self.ended.wait()
            while len(self.door):
                await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def serving() -> AsyncIterator[Here]:
    here = Here()
    http, ws = (cast("type[asyncio.Protocol]", partial(kind, door=here.door)) for kind in (HttpLine, SocketLine))
    server = uvicorn.Server(uvicorn.Config(here, http=http, ws=ws, lifespan="off", log_config=None))
    listening = listen("127.0.0.1", 0)
    here.port = listening.getsockname()[1]
    task = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        yield here
    finally:
        server.should_exit = server.force_exit = True
        await task


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing else cut a reader."""
    monkeypatch.setattr(lines, "TAKING_SECONDS", 600)


ASKED = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
UPGRADE = (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@contextlib.asynccontextmanager
async def reading_nothing(here: Here, more: bytes = b"") -> AsyncIterator[asyncio.StreamWriter]:
    """Ask for something, and take no more of the answer than how it begins."""
    reader, writer = await asyncio.open_connection("127.0.0.1", here.port, limit=1_000)
    try:
        writer.write(ASKED + more + b"\r\n")
        await reader.readuntil(b"\r\n\r\n")
        yield writer
    finally:
        writer.transport.abort()


def say(writer: asyncio.StreamWriter, digit: bytes) -> None:
    """Send a message of one digit over a socket."""
    with contextlib.suppress(OSError):
        writer.write(b"\x81\x81\x00\x00\x00\x00" + digit)


def test_a_stream_that_nobody_takes_is_cut_when_its_reader_is_nobody() -> None:
    async def work() -> None:
        async with serving() as here, reading_nothing(here):
            await here.revoked()

    asyncio.run(work())


def test_a_socket_that_nobody_takes_is_cut_when_its_reader_is_nobody() -> None:
    async def work() -> None:
        async with serving() as here, reading_nothing(here, UPGRADE):
            await here.revoked()

    asyncio.run(work())


def test_what_is_said_after_one_was_hung_up_is_not_heard() -> None:
    async def work() -> None:
        async with serving() as here, reading_nothing(here, UPGRADE) as writer:
            say(writer, b"1")
            while not here.heard:
                await asyncio.sleep(0.01)
            revoking = asyncio.create_task(here.revoked())
            while here.staying.leave is not None and not here.left:
                await asyncio.sleep(0.01)
            while not revoking.done():
                say(writer, b"2")
                await asyncio.sleep(0.1)
            await revoking
            assert here.heard == [1]

    asyncio.run(work())
