"""An engine on another machine as the server sees it: it has come by itself, and is asked as one of the server's own.

Its other end is helping.py. It is only trusted with questions: what it answers is checked, and whoever does not
answer in time, or wrongly, is let go; what it was asked goes to another one.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import version
from typing import cast

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from vato.errors import VatoError
from vato.server import metrics
from vato.server.engine.checking import Checked, Unfit
from vato.server.engine.engineer import GRACE_SECONDS, HelperLost
from vato.server.engine.signature import signature
from vato.server.engine.worker import Job
from vato.server.http.language import language_of, say
from vato.server.http.limits import Rate
from vato.server.http.refusals import Refusal, code_of, too_fast
from vato.server.http.sockets import COME_BACK, POLICY_VIOLATION
from vato.server.services import Services, address_of
from vato.server.wire import helping as wire
from vato.server.wire.text import dump

HELLO_SECONDS = 10.0
"""For the first message."""
MOST_MESSAGES, MESSAGES_PER_SECOND = 100, 20
"""At once, and in the long run; an engine says ten times a second what it has found."""

log = logging.getLogger("vato.server")


class Helper:
    """One process of the engine on another machine."""

    is_elsewhere = True

    def __init__(self, name: str, socket: WebSocket) -> None:
        self.name = name
        self._socket = socket
        self._numbers = itertools.count(1)
        self._current: int | None = None
        self._heard: asyncio.Queue[wire.Reply | None] = asyncio.Queue()
        """What was said to the question under way; None when nothing will be said any more."""
        self._deadline: asyncio.Timeout | None = None
        self._stopping = False
        self._saying: asyncio.Task[None] | None = None
        """What is being sent beside the question."""

    @property
    def is_asked(self) -> bool:
        """Whether it has a question."""
        return self._current is not None

    async def ask(self, job: Job, told: Callable[[Job], None]) -> Job:
        """Ask it something and wait for the answer; `told` hears what it finds on the way."""
        self._stopping = False
        self._current = next(self._numbers)
        try:
            async with asyncio.timeout(job.get("seconds", 0) + GRACE_SECONDS) as self._deadline:
                await self._send({"type": "question", "number": self._current, "job": cast("wire.HelperJob", job)})
                if self._stopping:
                    self.stop()
                return await self._answer(Checked(job), told)
        except (TimeoutError, Unfit, RuntimeError, WebSocketDisconnect) as error:
            metrics.ENGINES_LOST.add()
            log.warning("The engine at %s was lost (%r); its question goes to another one.", self.name, error)
            await self.close()
            raise HelperLost from error
        finally:
            self._current = self._deadline = None

    async def _answer(self, checked: Checked, told: Callable[[Job], None]) -> Job:
        begin = asyncio.get_running_loop().time()
        while True:
            said = await self._heard.get()
            if said is None or isinstance(said, wire.HelperFailed):
                raise Unfit("it has gone" if said is None else "it failed")
            is_old = isinstance(said, wire.HelperInfo) and not self._heard.empty()  # what follows says more
            if said.number != self._current or is_old:
                continue
            elapsed = asyncio.get_running_loop().time() - begin
            if isinstance(said, wire.HelperDone):
                return await asyncio.to_thread(checked.answer, said.found, elapsed)
            told(await asyncio.to_thread(checked.answer, said.found, elapsed))

    def hear(self, said: wire.Reply | None) -> None:
        """Take what it says, which counts only where it was asked."""
        if said is None or said.number == self._current:
            self._heard.put_nowait(said)

    def stop(self) -> None:
        """End the question under way soon."""
        self._stopping = True
        if self._current is None or self._deadline is None or self._deadline.expired():
            return
        self._saying = asyncio.create_task(self._stop(self._current))
        soon = asyncio.get_running_loop().time() + GRACE_SECONDS
        self._deadline.reschedule(min(soon, self._deadline.when() or soon))

    async def _stop(self, number: int) -> None:
        with suppress(RuntimeError, WebSocketDisconnect):
            await self._send({"type": "stop", "number": number})

    async def _send(self, message: wire.HelperQuestion | wire.HelperStop) -> None:
        await self._socket.send_text(dump(message))

    async def close(self, code: int = POLICY_VIOLATION) -> None:
        """Hang up."""
        with suppress(RuntimeError, WebSocketDisconnect):
            await self._socket.close(code)


async def serve(socket: WebSocket, services: Services) -> None:
    """Let an engine on another machine help for as long as it stays."""
    if not services.may_open(socket):
        await socket.close()  # not even accepted
        return
    await socket.accept()
    try:
        with services.sockets.hold(address_of(socket)):
            async with asyncio.timeout(HELLO_SECONDS):
                hello = await _hear(socket)
            _check_token(socket, services.settings.helpers_token)
            await _check_engine(hello)
            await _help(socket, services)
    except VatoError as refusal:
        metrics.REFUSALS.add(of=code_of(refusal))
        message = say(language_of(socket), refusal)
        with suppress(RuntimeError, WebSocketDisconnect):
            refused: wire.HelperRefused = {"type": "refused", "message": message, "code": code_of(refusal)}
            await socket.send_text(dump(refused))
            await socket.close(POLICY_VIOLATION)
    except (TimeoutError, WebSocketDisconnect, RuntimeError):
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(POLICY_VIOLATION)


def _check_token(socket: WebSocket, token: str) -> None:
    if not token:
        raise Refusal("This server takes no engines from elsewhere; start it with --engines.", code="not_yours")
    kind, _, given = socket.headers.get("authorization", "").partition(" ")
    if kind != "Bearer" or not secrets.compare_digest(given.encode(), token.encode()):
        raise Refusal("This is not the token of the server's operator.", code="not_yours", status=403)


async def _check_engine(hello: wire.Hello | wire.HelperReady | wire.Reply) -> None:
    if not isinstance(hello, wire.Hello):
        raise Refusal("An engine says first which one it is.", code="unreadable", status=422)
    ours = version("vato")
    if hello.version != ours or hello.signature != await asyncio.to_thread(signature):
        raise Refusal(
            "This engine is not the server's, which has that of vato {version}: install the same there.",
            code="other_engine",
            version=ours,
        )


async def _help(socket: WebSocket, services: Services) -> None:
    helper = Helper(address_of(socket), socket)
    going: list[asyncio.Task[None]] = []
    with services.leaving.told(lambda: going.append(asyncio.create_task(_go(helper)))):
        welcome: wire.Welcome = {"type": "welcome", "stay": not services.store.is_shared}
        await socket.send_text(dump(welcome))
        if not isinstance(await _hear(socket), wire.HelperReady):
            raise Refusal("An engine is asked nothing before it is ready.", code="unreadable", status=422)
        log.info("An engine at %s helps.", helper.name)
        services.thinking.welcome(helper)
        rate = Rate(MOST_MESSAGES, MESSAGES_PER_SECOND)
        try:
            while socket.client_state is WebSocketState.CONNECTED:
                said = await _hear(socket)
                if not rate.allows(""):
                    raise too_fast()
                if not isinstance(said, wire.Hello | wire.HelperReady):
                    helper.hear(said)
        finally:
            services.thinking.part(helper)
            helper.hear(None)
            log.info("The engine at %s has gone.", helper.name)


async def _go(helper: Helper) -> None:
    """Send a helper to this server's successor, once it has answered."""
    while helper.is_asked:
        await asyncio.sleep(0.05)
    await helper.close(COME_BACK)


async def _hear(socket: WebSocket) -> wire.Hello | wire.HelperReady | wire.Reply:
    received = await socket.receive()
    if received["type"] != "websocket.receive":
        raise WebSocketDisconnect
    try:
        return wire.HELPER.validate_json(received.get("text") or "")
    except ValidationError as error:
        raise Refusal("This message cannot be understood.", code="unreadable", status=422) from error
