"""A server with the browser app's files from another folder, which a test may change while the server runs.

Two files beside the folder make it sick: while there is one called `lacking`, the app's file that is named in it is not
to be had by its version; while there is one called `gateway`, everything is answered as by somebody in between who does
not reach the server.
"""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from vato.server import run
from vato.server.http import app as application
from vato.server.http.refusals import Refusal
from vato.server.http.static_files import Static


class Files(Static):
    """The files of the folder."""

    def answer(self, request: Request, path: str) -> Response:
        """Return a file, unless it is the one that is lacking."""
        lacking = self._folder.parent / "lacking"
        if lacking.exists() and path.startswith("~") and path.endswith(lacking.read_text()):
            raise Refusal("There is no such page here.", code="not_found", status=404)
        return super().answer(request, path)


class Gateway:
    """Somebody in between."""

    def __init__(self, app: ASGIApp, sign: Path) -> None:
        self._app = app
        self._sign = sign

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or say that the server is not there."""
        sick = scope["type"] == "http" and self._sign.exists()
        answer = HTMLResponse("<h1>Bad Gateway</h1>", status_code=502)
        await (answer if sick else self._app)(scope, receive, send)


def serve_from(folder: Path) -> None:
    """Let the server that this process will be have the files of a folder."""
    create_app = application.create_app
    vars(application)["Static"] = lambda **how: Files(folder, **how)
    vars(run)["create_app"] = lambda settings: Gateway(create_app(settings), folder.parent / "gateway")
