"""The application: routes, sockets, the browser app's files, and one shape for everything that goes wrong."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Match, Route

from vato.errors import VatoError
from vato.server import metrics
from vato.server.engine import analysis_socket, helper
from vato.server.http import (
    archive_routes,
    bot_routes,
    company_routes,
    ending_routes,
    engine_routes,
    explorer_routes,
    figures,
    front_routes,
    game_routes,
    kept_routes,
    lesson_routes,
    library_routes,
    member_routes,
    openapi_page,
    post_routes,
    print_routes,
    push_routes,
    puzzle_routes,
    rating_routes,
    study_routes,
    tournament_routes,
    whole_game_routes,
)
from vato.server.http.answers import SCHEMAS
from vato.server.http.language import language_of, say
from vato.server.http.refusals import Refusal, code_of, error_body, status_of
from vato.server.http.security import HEADERS, Guard
from vato.server.http.static_files import SERVICE_WORKER, Static
from vato.server.people import company_socket
from vato.server.play import live_socket, lobby_socket, watch_socket
from vato.server.services import Services, services_of
from vato.server.settings import Settings
from vato.server.studies import study_socket
from vato.server.tournaments import tournament_socket
from vato.server.wire.failure import Failure

ROUTERS = (
    library_routes.router,
    lesson_routes.router,
    whole_game_routes.router,
    explorer_routes.router,
    engine_routes.router,
    puzzle_routes.router,
    ending_routes.router,
    game_routes.router,
    post_routes.router,
    front_routes.router,
    push_routes.router,
    member_routes.router,
    company_routes.router,
    bot_routes.router,
    rating_routes.router,
    archive_routes.router,
    tournament_routes.router,
    study_routes.router,
    kept_routes.router,
    print_routes.router,
    openapi_page.router,
)
PAGES = {
    "/": "start",
    "/game/{name}": "game",
    "/analysis": "analysis",
    "/games": "games",
    "/rules": "rules",
    "/rules/{name}": "rules",
    "/learn": "learn",
    "/learn/{game}/{name}": "lesson",
    "/puzzles": "puzzles",
    "/puzzles/{game}/{name}": "puzzle",
    "/training": "training",
    "/training/{game}/{name}": "ending",
    "/print": "print",
    "/print/{name}": "print",
    "/account": "account",
    "/challenge": "challenge",
    "/moderation": "moderation",
    "/report": "report",
    "/join": "join",
    "/sign-in": "sign-in",
    "/people/{name}": "profile",
    "/leaders": "leaders",
    "/archive": "archive",
    "/watch": "watch",
    "/tournaments": "tournaments",
    "/tournaments/new": "tournament-new",
    "/tournaments/{name}": "tournament",
    "/studies": "studies",
    "/study/{name}": "study",
}
"""Every page is the same file, which looks at its address itself (`web/app/router.js`); it wants this module then."""
LOBBY = {"/lobby": "lobby"}
"""One more, where there is one."""

log = logging.getLogger("vato.server")


class App(FastAPI):
    """The server's application, whose description says what a failure looks like.

    FastAPI would say it, but works it out anew for every address and failure: two seconds of the first requests.
    """

    def openapi(self) -> dict[str, Any]:
        """Return the description of all addresses."""
        if self.openapi_schema is not None:
            return self.openapi_schema
        whole = FastAPI(title=self.title, summary=self.summary)
        for router in ROUTERS:
            whole.router.routes += router.described()
        described = self.openapi_schema = whole.openapi()
        failure = TypeAdapter(Failure).json_schema(mode="serialization", ref_template=f"{SCHEMAS}{{model}}")
        described["components"]["schemas"] |= failure.pop("$defs") | {"Failure": failure}
        return described


def create_app(settings: Settings) -> FastAPI:
    """Return the application."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.services = await Services.open(settings)
        try:
            yield
        finally:
            await app.state.services.close()

    app = App(
        title="vato",
        summary="Board games, played by people and programs.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,  # http/openapi_page.py makes it once
    )
    app.add_middleware(GZipMiddleware, minimum_size=1_000, compresslevel=5)
    app.add_middleware(Guard, settings=settings)
    for router in ROUTERS:
        # As they are: FastAPI's own way builds each a second time, for half a second of the first request.
        app.router.routes += router.routes
    _add_sockets(app, settings)
    static = Static(offers=settings.offers)
    _add_pages(app, static, settings)
    _add_failures(app, static)
    return app


def _add_sockets(app: FastAPI, settings: Settings) -> None:
    @app.websocket("/api/games/{game_id}/live")
    async def play(socket: WebSocket, game_id: str) -> None:
        await live_socket.play(socket, game_id, services_of(socket))

    @app.websocket("/api/analysis")
    async def analyse(socket: WebSocket) -> None:
        await analysis_socket.serve(socket, services_of(socket))

    @app.websocket("/api/engines")
    async def help_thinking(socket: WebSocket) -> None:
        await helper.serve(socket, services_of(socket))

    @app.websocket("/api/studies/{study_id}/live")
    async def study(socket: WebSocket, study_id: str) -> None:
        await study_socket.study(socket, study_id, services_of(socket))

    if settings.accounts:

        @app.websocket("/api/me/live")
        async def keep_company(socket: WebSocket) -> None:
            await company_socket.keep_company(socket, services_of(socket))

        @app.websocket("/api/tournaments/{tournament_id}/live")
        async def look_on(socket: WebSocket, tournament_id: str) -> None:
            await tournament_socket.look_on(socket, tournament_id, services_of(socket))

        @app.websocket("/api/watch")
        async def watch(socket: WebSocket) -> None:
            services = services_of(socket)
            assert services.watching is not None
            await watch_socket.watch(socket, services.watching, services)

    if settings.lobby:

        @app.websocket("/api/lobby")
        async def attend(socket: WebSocket) -> None:
            services = services_of(socket)
            assert services.lobby is not None
            await lobby_socket.attend(socket, services.lobby, services)


def _add_pages(app: FastAPI, static: Static, settings: Settings) -> None:
    def page_of(module: str) -> Callable[[Request], Awaitable[Response]]:
        async def page(request: Request) -> Response:
            return static.shell(request, f"pages/{module}.js")

        return page

    async def service_worker(request: Request) -> Response:
        return static.service_worker(request)

    for path, answer in figures.ANSWERS.items():
        app.add_route(path, answer, methods=["GET", "HEAD"], include_in_schema=False)
    for path, module in (PAGES | LOBBY if settings.lobby else PAGES).items():
        app.add_route(path, page_of(module), methods=["GET", "HEAD"], include_in_schema=False)
    app.add_route(f"/{SERVICE_WORKER}", service_worker, methods=["GET", "HEAD"], include_in_schema=False)


def _add_failures(app: FastAPI, static: Static) -> None:
    def answer(request: Request, error: VatoError) -> Response:
        metrics.REFUSALS.add(of=code_of(error))
        message = say(language_of(request), error)
        return JSONResponse(error_body(message, code_of(error)), status_of(error))

    @app.exception_handler(VatoError)
    async def refused(request: Request, error: VatoError) -> Response:
        return answer(request, error)

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> Response:
        services_of(request).charge_for_faults(request, len(error.errors()))
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        why = f"{where}: {first['msg']}" if where else str(first["msg"])
        return answer(
            request,
            Refusal("This request cannot be understood: {why}.", code="unreadable", status=422, why=why[:300]),
        )

    @app.exception_handler(HTTPException)
    async def standard(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and request.method in ("GET", "HEAD") and not request.url.path.startswith("/api/"):
            return _file(request, static)
        if error.status_code == 405:
            response = answer(request, Refusal("That cannot be done at this address.", code="not_allowed", status=405))
            response.headers["allow"] = ", ".join(_methods(app, request))
            return response
        if error.status_code == 404:
            return answer(request, Refusal("There is nothing at this address.", code="not_found", status=404))
        return answer(request, Refusal("This request cannot be understood.", code="unreadable", status=422))

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> Response:
        log.error("%s %s failed.", request.method, request.url.path, exc_info=error)
        refusal = Refusal("Something went wrong here; it has been written down.", code="failed", status=500)
        response = answer(request, refusal)
        response.headers.update(HEADERS)  # as this answer does not pass the guard
        return response


def _file(request: Request, static: Static) -> Response:
    """Return a file of the browser app, or for people the page that says that there is nothing."""
    try:
        return static.answer(request, request.scope["path"].removeprefix("/"))
    except Refusal as refusal:
        if "text/html" not in request.headers.get("accept", ""):
            return JSONResponse(error_body(say(language_of(request), refusal), refusal.code), refusal.status)
        response = static.shell(request)
        response.status_code = 404 if response.status_code == 200 else response.status_code
        return response


def _methods(app: FastAPI, request: Request) -> list[str]:
    """Return what can be done at an address."""
    found: set[str] = set()
    for route in app.routes:
        if isinstance(route, Route) and route.matches(request.scope)[0] is not Match.NONE:
            found |= route.methods or set()
    return sorted(found)
