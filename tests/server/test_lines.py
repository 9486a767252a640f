"""Lines to a real server that are opened by the hundred, half used, flooded, never read: cut, and others are served."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple, cast

import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame

from vato.server import logs
from vato.server.http import lines
from vato.server.http.limits import Rate
from vato.server.http.lines import Door, HttpLine, SocketLine
from vato.server.run import listen
from vato.server.settings import Limits

ASKED = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
MUCH = 20_000_000


async def app(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    while scope["path"] != "/refused" and (await receive()).get("more_body"):
        pass
    body = b"x" * (MUCH if scope["path"] == "/much" else 2)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


class Here(NamedTuple):
    """A server that runs in this process."""

    port: int
    door: Door
    opened: list[asyncio.StreamWriter]

    async def open(self, host: str = "127.0.0.1") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(host, 0))
        self.opened.append(writer)
        return reader, writer

    async def is_served(self, host: str) -> bool:
        try:
            reader, writer = await self.open(host)
            writer.write(ASKED)
            answer = await reader.read(12)
            writer.close()
            await writer.wait_closed()
        except OSError:
            return False
        return answer == b"HTTP/1.1 200"


@contextlib.asynccontextmanager
async def serving(most: int = 1_000, proxies: str = "", **limits: int) -> AsyncIterator[Here]:
    door = Door(Limits(**({"requests_per_second": 10_000} | limits)), most, proxies)
    http, ws = (cast("type[asyncio.Protocol]", partial(kind, door=door)) for kind in (HttpLine, SocketLine))
    server = uvicorn.Server(uvicorn.Config(app, http=http, ws=ws, lifespan="off", log_config=None))
    opened: list[asyncio.StreamWriter] = []
    listening = listen("127.0.0.1", 0)
    task = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield Here(listening.getsockname()[1], door, opened)
    finally:
        for writer in opened:
            writer.transport.abort()
        server.should_exit = server.force_exit = True
        await task


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(20):
            await work()

    asyncio.run(bounded())


async def is_cut(reader: asyncio.StreamReader) -> bool:
    try:
        return await reader.read() == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTTP/1.1\r\nHost:", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf"]
)
def test_a_request_that_does_not_come_to_its_end(monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(lines, "REQUEST_SECONDS", 0.2)

    async def work() -> None:
        async with serving() as here:
            reader, writer = await here.open()
            writer.write(sent)
            assert await is_cut(reader)
            assert len(here.door) == 0
            reader, writer = await here.open()
            writer.write(ASKED)
            assert (await reader.readline()).endswith(b"200 OK\r\n")
            await asyncio.sleep(0.3)
            writer.write(ASKED)  # whoever had an answer may take their time until the next question
            assert b"200 OK" in await reader.readuntil(b"200 OK")

    run(work)


def test_too_many_from_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "FOR_REQUESTS", 5)

    async def work() -> None:
        async with serving(sockets_per_address=5) as here:
            opened = [await here.open() for _ in range(10)]
            assert not await here.is_served("127.0.0.1")
            assert await here.is_served("127.0.0.2")
            assert len(here.door) <= 11
            opened[0][1].close()
            await opened[0][1].wait_closed()
            await asyncio.sleep(0.05)
            assert await here.is_served("127.0.0.1")

    run(work)


def test_where_all_lines_are_taken_one_that_rests_makes_room() -> None:
    async def work() -> None:
        async with serving(most=20) as here:
            opened = [await here.open() for _ in range(20)]
            assert await here.is_served("127.0.0.2")
            assert await is_cut(opened[0][0])
            assert len(here.door) <= 20

    run(work)


def test_the_lines_of_a_proxy_are_many_peoples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "FOR_REQUESTS", 1)

    async def work() -> None:
        async with serving(proxies="127.0.0.0/30", sockets_per_address=1) as here:
            opened = [await here.open("127.0.0.1") for _ in range(10)]
            assert await here.is_served("127.0.0.1")
            assert len(opened) == 10

    run(work)


def test_who_comes_back_again_and_again_waits() -> None:
    async def work() -> None:
        async with serving(requests_per_second=1) as here:
            served = [await here.is_served("127.0.0.1") for _ in range(15)]
            assert served[:10] == [True] * 10
            assert not all(served)
            assert await here.is_served("127.0.0.2")

    run(work)


def test_a_reader_that_takes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "TAKING_SECONDS", 0.1)

    async def work() -> None:
        async with serving() as here:
            _, writer = await here.open()
            cast("asyncio.Transport", writer.transport).pause_reading()
            writer.write(ASKED.replace(b"/", b"/much", 1))
            while len(here.door) == 0:
                await asyncio.sleep(0.01)
            while len(here.door) == 1:
                await asyncio.sleep(0.01)

    run(work)


def test_a_reader_that_is_slow_has_it_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "TAKING_SECONDS", 2)

    async def work() -> None:
        async with serving() as here:
            reader, writer = await here.open()
            writer.write(ASKED.replace(b"/", b"/much", 1))
            await reader.readuntil(b"\r\n\r\n")
            begin, left = time.monotonic(), MUCH
            while left:
                took = await reader.read(250_000)
                assert took, "cut"
                left -= len(took)
                await asyncio.sleep(0.25 * len(took) / 1_000_000)
            assert time.monotonic() - begin > 4

    run(work)


async def flooded(here: Here, flood: bytes) -> bool:
    """Return whether a socket is cut on which much of one thing comes."""
    async with connect(f"ws://127.0.0.1:{here.port}/") as socket:
        await (await socket.ping())
        with contextlib.suppress(OSError):
            for _ in range(100):
                socket.transport.write(flood)
                await asyncio.sleep(0)
        try:
            await socket.recv()
        except ConnectionClosed:
            return len(here.door) == 0
    return False


@pytest.mark.parametrize(
    "frame", [bytes.fromhex("898000000000"), bytes.fromhex("8a8000000000"), bytes.fromhex("008000000000")]
)
def test_frames_that_say_nothing(frame: bytes) -> None:
    async def work() -> None:
        async with serving() as here:
            assert await flooded(here, frame * 10)
            assert await flooded(here, frame * 10_000)

    run(work)


@pytest.mark.parametrize("frame", [bytes.fromhex("898000000000"), bytes.fromhex("818000000000")])
def test_what_comes_in_one_go_is_not_all_read_before_the_line_is_cut(
    frame: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Frame] = []
    check = Frame.check

    def counted(each: Frame) -> None:
        read.append(each)
        check(each)

    monkeypatch.setattr(Frame, "check", counted)

    async def work() -> None:
        async with serving() as here, connect(f"ws://127.0.0.1:{here.port}/") as socket:
            socket.transport.write(frame * 5_000)  # 30 kB
            with pytest.raises(ConnectionClosed):
                await socket.recv()

    run(work)
    assert 0 < len(read) < 1_000


def test_a_head_that_comes_in_one_go_is_as_long_as_any_other() -> None:
    async def answer(here: Here, length: int) -> bytes:
        reader, writer = await here.open()
        writer.write(ASKED.replace(b"\r\n\r\n", b"\r\nCookie: " + length * b"x" + b"\r\n\r\n"))
        return await reader.read(12)

    async def work() -> None:
        async with serving() as here:
            assert await answer(here, 8_000) == b"HTTP/1.1 200"
            assert await answer(here, 40_000) == b"HTTP/1.1 400"

    run(work)


@pytest.mark.parametrize("path", [b"/", b"/refused"])
def test_a_body_in_too_many_pieces_ends_the_line(path: bytes) -> None:
    head = ASKED.replace(b"GET /", b"POST " + path).replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n")

    async def answer(here: Here, pieces: int) -> bytes:
        reader, writer = await here.open()
        writer.write(head)
        for _ in range(100):
            writer.write(pieces // 100 * b"1\r\nx\r\n")
            await asyncio.sleep(0)
        writer.write(b"0\r\n\r\n")
        try:
            answered = await reader.read(12)
            writer.write(ASKED)
            return answered + await reader.readuntil(b"HTTP/1.1 200")
        except (OSError, asyncio.IncompleteReadError):
            return b"cut"

    async def work() -> None:
        async with serving() as here:
            assert b"HTTP/1.1 200" in await answer(here, 500)  # and the line is still good
            assert await answer(here, 50_000) == b"cut"

    run(work)


def test_text_that_is_none(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        async with serving() as here, connect(f"ws://127.0.0.1:{here.port}/") as socket:
            socket.transport.write(bytes.fromhex("818200000000fffe"))
            with pytest.raises(ConnectionClosed, match="1007"):
                await socket.recv()

    run(work)
    assert "Traceback" not in caplog.text


def test_the_log_does_not_grow_with_an_attack() -> None:
    sparing = logs.Sparing()
    records = [logging.LogRecord("x", logging.ERROR, "", 0, "attack %d", (number,), None) for number in range(5_000)]
    written = [record for record in records if sparing.filter(record)]
    assert len(written) < 30
    assert all(sparing.filter(logging.LogRecord("x", logging.INFO, "", 0, "request", (), None)) for _ in range(100))
    sparing._rate = Rate(1, 1)
    late = logging.LogRecord("x", logging.ERROR, "", 0, "attack %d", (1,), None)
    assert sparing.filter(late)
    assert f"(and {5_000 - len(written)} more like it)" in late.getMessage()
