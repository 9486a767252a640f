"""How requests are answered: JSON, answers that a browser may keep, and the check that every route begins with."""

from __future__ import annotations

import hashlib
from typing import Any

from fastapi import Request
from fastapi.responses import Response

from vato.server.http.static_files import is_known
from vato.server.services import services_of
from vato.server.wire.text import dump


def limited(request: Request) -> None:
    """Refuse an address that asks for too much."""
    services_of(request).check_request(request)


def as_json(body: object) -> Response:
    """Return an answer."""
    return Response(dump(body), media_type="application/json")


def lasting(request: Request, body: object) -> Response:
    """Return an answer that seldom changes."""
    return kept(request, as_json(body))


def kept(request: Request, response: Response) -> Response:
    """Let the browser keep an answer, and ask each time whether it is still right."""
    tag = f'"{hashlib.sha256(response.body).hexdigest()[:24]}"'
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-language"}
    if is_known(request, tag):
        return Response(status_code=304, headers=headers)
    response.headers.update(headers)
    return response


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
