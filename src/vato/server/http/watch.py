"""The outermost thing a request meets: it is numbered, timed, written down; or it is for the operator."""

from __future__ import annotations

import logging
import re
import secrets
import time
from dataclasses import dataclass
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Message, Receive, Scope, Send

from vato.server import logs, metrics
from vato.server.http.figures import ANSWERS, figures
from vato.server.http.lines import Door
from vato.server.services import Services

REQUEST_ID = b"x-request-id"
NUMBER = re.compile(r"[A-Za-z0-9_.-]{1,64}")


@dataclass(frozen=True)
class Watch:
    """Stands before the application."""

    app: Starlette
    door: Door
    operator_port: int | None
    """Where the figures are; whatever comes by another port is for the application."""

    believing: bool = False
    """Whether a proxy in front may number requests."""

    @property
    def services(self) -> Services:
        """What the server has while it runs."""
        services: Any = self.app.state.services
        assert isinstance(services, Services)
        return services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, partial(_send_briefly, send))
        elif self.operator_port is not None and scope["server"][1] == self.operator_port:
            await self._answer_operator(scope, receive, send)
        else:
            await self._watched(scope, receive, send)

    async def _watched(self, scope: Scope, receive: Receive, send: Send) -> None:
        begin = time.perf_counter()
        number = self._number(scope)
        logs.request_id.set(number)
        status = 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (REQUEST_ID, number.encode())]
            elif message["type"] == "websocket.close":
                status = message.get("code", 1000)
            await send(message)

        try:
            await self.app(scope, receive, sending)
        finally:
            seconds = time.perf_counter() - begin
            if scope["type"] == "http":
                metrics.REQUESTS.note(seconds, str(status))
            if logs.requests.isEnabledFor(logging.INFO):
                _write_down(scope, status, seconds)

    def _number(self, scope: Scope) -> str:
        """Return the number of a request: the proxy's, where one is believed and has given it one."""
        if self.believing:
            given = Headers(scope=scope).get(REQUEST_ID.decode(), "")
            if NUMBER.fullmatch(given):
                return given
        return secrets.token_hex(6)

    async def _answer_operator(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await send({"type": "websocket.close"})
            return
        scope["app"] = self.app
        request = Request(scope)
        response: Response
        if request.method not in ("GET", "HEAD"):
            response = PlainTextResponse("This can only be read.\n", 405, {"allow": "GET, HEAD"})
        elif scope["path"] == "/metrics":
            response = figures(self.services, self.door)
        elif (answer := ANSWERS.get(scope["path"])) is not None:
            response = await answer(request)
        else:
            response = PlainTextResponse("Here are /metrics, /health and /ready.\n", 404)
        await response(scope, receive, send)


async def _send_briefly(send: Send, message: Message) -> None:
    """Hand on what is said of starting and stopping; why a server cannot start is a sentence, if that is known."""
    reason = message.get("message", "").strip().rpartition("\n")[2]
    if reason.startswith("vato."):
        message = {**message, "message": reason.partition(": ")[2]}
    await send(message)


def _write_down(scope: Scope, status: int, seconds: float) -> None:
    client = scope["client"][0] if scope.get("client") else ""
    method = scope.get("method", "SOCKET")
    path = scope.get("raw_path", b"").decode("ascii", "replace")
    fields = {"client": client, "method": method, "path": path, "status": status, "ms": round(1000 * seconds, 1)}
    logs.requests.info("%(client)s %(method)s %(path)s: %(status)s in %(ms)s ms", fields, extra={"fields": fields})
