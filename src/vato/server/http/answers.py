"""How requests are answered: JSON, answers that a browser may keep; how every route begins, and how it may fail."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, TypeVar

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response
from starlette.routing import BaseRoute

from vato.server.fair_queue import Asker
from vato.server.http.static_files import is_known
from vato.server.http.visitors import identify
from vato.server.services import address_of, services_of
from vato.server.wire.text import dump

Result = TypeVar("Result")

PACKING = 5
"""How hard compression tries."""
INNER = "inner request"
"""Marks a request that the server makes to itself; nothing that comes over a line can."""
SCHEMAS = "#/components/schemas/"
"""Where the description of the API keeps what several answers share."""
FAILURES: dict[int | str, dict[str, Any]] = {
    status: {"content": {"application/json": {"schema": {"$ref": f"{SCHEMAS}Failure"}}}, "description": description}
    for status, description in {
        401: "A token is missing",
        403: "Not yours",
        404: "Unknown",
        409: "Not now",
        410: "Taken back",
        413: "Too big",
        415: "Not JSON",
        422: "Refused",
        429: "Too often",
        503: "Could not be kept",
    }.items()
}


class Routes(APIRouter):
    """Addresses that begin alike, whose answers are worked out only for who asks what they look like.

    FastAPI works them out as each address is named, which takes a server as long as to load all else.
    """

    def __init__(self, **alike: Any) -> None:
        super().__init__(**alike)
        self._alike = alike
        self._named: list[tuple[str, Callable[..., Any], dict[str, Any]]] = []

    def add_api_route(self, path: str, endpoint: Callable[..., Any], **said: Any) -> None:
        """Name an address, and what answers there."""
        self._named.append((path, endpoint, said))
        super().add_api_route(path, endpoint, **(said | {"response_model": None}))

    def described(self) -> list[BaseRoute]:
        """Return the same addresses with what they answer."""
        whole = APIRouter(**self._alike)
        for path, endpoint, said in self._named:
            whole.add_api_route(path, endpoint, **said)
        return whole.routes


def routes_at(prefix: str, *tags: str) -> Routes:
    """Return a router for addresses that begin alike, which know who asks."""
    return Routes(prefix=prefix, tags=[*tags], dependencies=[Depends(recognised)], responses=FAILURES)


async def recognised(request: Request) -> None:
    """Find out who asks; what the server asks itself is nobody's."""
    if INNER not in request.scope:
        await services_of(request).recognise(request)


async def worked_out(request: Request, work: Callable[..., Result], *arguments: Any) -> Result:
    """Return what a piece of work comes to; it is done at the desk, and counts for what it costs.

    What the server asks itself counts for nobody.
    """
    if INNER in request.scope:
        return await asyncio.to_thread(work, *arguments)
    address = address_of(request)
    asker = Asker(identify(request) or address, address)
    return await services_of(request).desk.do(asker, partial(work, *arguments))


def packed(body: object) -> bytes:
    """Return an answer compressed: a long one takes a while to write and to compress, so it is for the desk."""
    return gzip.compress(dump(body).encode(), PACKING, mtime=0)


async def packed_json(request: Request, work: Callable[..., bytes], *arguments: Any) -> Response:
    """Return an answer that is made, and `packed`, at the desk."""
    body = await worked_out(request, work, *arguments)
    headers = {"vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
    else:
        body = await worked_out(request, gzip.decompress, body)
    return Response(body, media_type="application/json", headers=headers)


class Ready(NamedTuple):
    """A long answer that is the same for everybody, made once."""

    body: bytes
    """Compressed."""
    tag: str


def ready(body: object) -> Ready:
    """Return a long answer, written and compressed for whoever will ask."""
    text = dump(body).encode()
    return Ready(gzip.compress(text, PACKING, mtime=0), _tag_of(text))


async def handed_out(request: Request, made: Ready) -> Response:
    """Return an answer that is ready; like `lasting`, the browser may keep it."""
    headers = {"etag": made.tag, "cache-control": "no-cache", "vary": "accept-language, accept-encoding"}
    if is_known(request, made.tag):
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(made.body, media_type="application/json", headers=headers)
    return Response(
        await worked_out(request, gzip.decompress, made.body), media_type="application/json", headers=headers
    )


def as_json(body: object) -> Response:
    """Return an answer."""
    return Response(dump(body), media_type="application/json")


def lasting(request: Request, body: object) -> Response:
    """Return an answer that seldom changes."""
    return kept(request, as_json(body))


def kept(request: Request, response: Response) -> Response:
    """Let the browser keep an answer, and ask each time whether it is still right."""
    tag = _tag_of(bytes(response.body))
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-language"}
    if is_known(request, tag):
        return Response(status_code=304, headers=headers)
    response.headers.update(headers)
    return response


def _tag_of(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:24]}"'


def content(kind: str) -> dict[int | str, dict[str, Any]]:
    """Return the description of an answer that is not JSON."""
    return {200: {"description": "Successful Response", "content": {kind: {"schema": {"type": "string"}}}}}


def filled(response: Response, body: object, status: int = 200) -> Response:
    """Return an answer that was begun, because it carries a cookie, with its body."""
    made = as_json(body)
    response.status_code = status
    response.body = made.body
    response.headers["content-length"] = str(len(made.body))
    return response
