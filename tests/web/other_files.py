"""The command `vato` with the browser app's files from another folder, which a test may change while the server runs.

`python -m tests.web.other_files FOLDER serve ...`. Two files beside the folder make it sick: while there is one called
`lacking`, the app's file that is named in it is not to be had by its version; while there is one called `gateway`,
everything is answered as by somebody in between who does not reach the server.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from vato.server import run
from vato.server.http import app as application
from vato.server.http.refusals import Refusal
from vato.server.http.static_files import Static
from vato.terminal.app import main

FOLDER = Path(sys.argv.pop(1))
LACKING, GATEWAY = FOLDER.parent / "lacking", FOLDER.parent / "gateway"


class Files(Static):
    """The files of the folder."""

    def __init__(self) -> None:
        super().__init__(FOLDER)

    def answer(self, request: Request, path: str) -> Response:
        """Return a file, unless it is the one that is lacking."""
        if LACKING.exists() and path.startswith("~") and path.endswith(LACKING.read_text()):
            raise Refusal("There is no such page here.", code="not_found", status=404)
        return super().answer(request, path)


class Gateway:
    """Somebody in between."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or say that the server is not there."""
        sick = scope["type"] == "http" and GATEWAY.exists()
        answer = HTMLResponse("<h1>Bad Gateway</h1>", status_code=502)
        await (answer if sick else self._app)(scope, receive, send)


def _create(settings: Any) -> Any:
    return Gateway(_create_app(settings))


_create_app = application.create_app
vars(application)["Static"] = Files
vars(run)["create_app"] = _create
if __name__ == "__main__":
    main()
