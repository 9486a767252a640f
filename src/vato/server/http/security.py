"""What every request and socket passes through: whose name and page it comes by, how big it is, what browsers may do.

- The Host header must name this server, or a page elsewhere could reach it under a name of its own (DNS rebinding).
- The Origin header of whatever changes something, and of every socket, must be this server's own or an allowed one,
  scheme and all: what came over a line that anybody can change may not speak for a page that did not.
- Bodies are JSON of a bearable size, and addresses have a bearable number of fields.
- An address that asks for too much, whatever it is, is refused, and its line is closed: opening others is limited, too.
"""

from __future__ import annotations

import logging
import re
import socket
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from vato.errors import VatoError
from vato.server import metrics
from vato.server.http.figures import ANSWERS
from vato.server.http.language import language_of, say
from vato.server.http.refusals import Refusal, code_of, error_body, status_of
from vato.server.services import services_of
from vato.server.settings import LOOPBACK_NAMES, Settings

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        *(f"{kind}-src 'self'" for kind in ("style", "connect", "manifest", "media", "font", "worker")),
        "img-src 'self' data:",
        *(f"{kind} 'none'" for kind in ("base-uri", "form-action", "frame-ancestors")),
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    # These two let a page share memory with its workers.
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",  # unless an answer says otherwise: most are for one visitor, and soon old
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
log = logging.getLogger("vato.server")
CHANGING = ("POST", "PUT", "PATCH", "DELETE")
SCHEMES = {"ws": "http", "wss": "https"}
"""Of a socket, what its page was loaded by."""
FORBIDDEN = 4403
STUDIES = re.compile(r"/api/studies(/[A-Za-z0-9]+/chapters)?")
"""Where whole studies are sent as text, which are longer than what else is sent."""
MOST_FIELDS = 64
"""In the query of an address: whatever reads one takes longer with the square of them."""
TOO_FAST = 429


class Guard:
    """The first thing a request meets."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._body_bytes, self._study_bytes = settings.limits.body_bytes, settings.limits.study_bytes
        self._believes = bool(settings.proxies)
        self._origins = {_origin(origin) for origin in settings.origins}
        self._any_address = not settings.on_loopback
        self._names = {*LOOPBACK_NAMES, settings.host, *(_name(netloc) for _, netloc in self._origins)}
        if self._any_address:
            here = socket.gethostname()
            self._names |= {here, f"{here}.local"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        is_crowded = scope["query_string"].count(b"&") >= MOST_FIELDS
        if is_crowded:
            scope["query_string"] = b""  # so that nobody reads it, whatever else is refused
        try:
            _check_rate(scope)
            if is_crowded:
                raise Refusal("An address has at most {most} fields.", code="unreadable", status=422, most=MOST_FIELDS)
            self._check(scope)
            if "transfer-encoding" in Headers(scope=scope):
                receive = await self._read(receive, self._most(scope))
        except VatoError as refusal:
            await _refuse(scope, receive, send, refusal)
            return
        await self._app(scope, receive, send if scope["type"] == "websocket" else _with_headers(send))

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        if not self._believes and "x-forwarded-for" in headers:
            self._believes = True  # said once
            log.warning(
                "Requests come through a proxy, so all visitors seem to be at one address and share its limits; "
                "name the proxy by --proxy ADDRESS to tell them apart."
            )
        host = headers.get("host", "")
        if not self._known(_name(host)):
            raise Refusal(
                "This server does not go by the name {host!r}; it learns its names by --origin.",
                code="unknown_host",
                status=421,
                host=host[:80],
            )
        changing = scope["type"] == "websocket" or scope["method"] in CHANGING
        scheme: str = scope.get("scheme", "http")
        if changing and not self._welcome(headers, SCHEMES.get(scheme, scheme), host):
            raise Refusal("Another site may not do that here.", code="other_origin", status=403)
        if scope["type"] == "http" and scope["method"] in CHANGING:
            self._check_body(headers, self._most(scope))

    def _known(self, name: str) -> bool:
        if name in self._names or name.endswith(".localhost"):
            return True
        try:
            address = ip_address(name)
        except ValueError:
            return False
        # A page elsewhere comes by a name; whoever comes by an address means this machine.
        return address.is_loopback or self._any_address

    def _welcome(self, headers: Headers, scheme: str, host: str) -> bool:
        origin = headers.get("origin")
        if origin is not None:
            return _origin(origin) in {(scheme, host.lower()), *self._origins}
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")

    def _most(self, scope: Scope) -> int:
        """Return how many bytes a request may have."""
        return self._study_bytes if STUDIES.fullmatch(scope["path"]) else self._body_bytes

    def _check_body(self, headers: Headers, most: int) -> None:
        length = headers.get("content-length")
        if length is None and "transfer-encoding" not in headers:
            return
        if length is not None and (not length.isdecimal() or int(length) > most):
            raise _too_big(most)
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if length != "0" and kind != "application/json":
            raise Refusal("Send JSON (application/json).", code="not_json", status=415)

    async def _read(self, receive: Receive, most: int) -> Receive:
        """Read a body that does not say how long it is, and return a way to receive it again."""
        body = b""
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                break
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > most:
                raise _too_big(most)
        whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def again() -> Message:
            return whole.pop() if whole else await receive()

        return again


def _check_rate(scope: Scope) -> None:
    """Refuse an address that asks for too much; what the server asks itself, or its operator, is not counted."""
    if scope["type"] == "http" and scope["client"] is not None and scope["path"] not in ANSWERS:
        connection = HTTPConnection(scope)
        services_of(connection).check_request(connection, is_file=not scope["path"].startswith("/api/"))


def _too_big(most: int) -> Refusal:
    return Refusal("A request has at most {most} bytes.", code="too_big", status=413, most=most)


def _name(netloc: str) -> str:
    """Return the host of `host:port`, in small letters and without brackets."""
    try:
        return urlsplit(f"//{netloc}").hostname or ""
    except ValueError:
        return ""


def _origin(text: str) -> tuple[str, str]:
    """Return an origin as its scheme and `host:port`."""
    try:
        parts = urlsplit(text)
    except ValueError:
        return "", ""
    return parts.scheme.lower(), parts.netloc.lower()


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


async def _refuse(scope: Scope, receive: Receive, send: Send, refusal: VatoError) -> None:
    metrics.REFUSALS.add(of=code_of(refusal))
    if scope["type"] == "websocket":
        # Accepted first, as browsers do not tell a page why a socket was not.
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": FORBIDDEN, "reason": code_of(refusal)})
        return
    message = say(language_of(HTTPConnection(scope)), refusal)
    close = {"connection": "close"} if status_of(refusal) == TOO_FAST else {}
    response = JSONResponse(error_body(message, code_of(refusal)), status_of(refusal), close)
    await response(scope, receive, _with_headers(send))


def origins_of(texts: Iterable[str]) -> tuple[str, ...]:
    """Return origins as the browser writes them; refuse what is none.

    >>> origins_of(["https://vato.example.org/"])
    ('https://vato.example.org',)
    """
    found = []
    for text in texts:
        try:
            parts = urlsplit(text)
        except ValueError:
            parts = urlsplit("")
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path not in ("", "/"):
            raise VatoError("{text!r} is not an origin; write it like https://vato.example.org.", text=text)
        found.append(f"{parts.scheme}://{parts.netloc}")
    return tuple(found)
