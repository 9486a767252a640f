"""Requests to the opening explorer."""

from __future__ import annotations

from functools import partial

from fastapi import Request
from fastapi.responses import Response

from vato.server.http.answers import as_json, routes_at, worked_out
from vato.server.http.language import language_of
from vato.server.http.visitors import identify
from vato.server.play.closed import refuse_if_closed
from vato.server.play.explorer import explored
from vato.server.play.positions import reached
from vato.server.services import services_of
from vato.server.store.search import Archive
from vato.server.wire import explorer as wire
from vato.server.wire.library import Reach

router = routes_at("/api", "library")


@router.post("/explorer", response_model=wire.Explored)
async def explore(request: Request, wanted: Reach) -> Response:
    """Return what the opening book, games played here and certificates say about a position and its moves."""
    await refuse_if_closed(services_of(request).store, identify(request), wanted.game)
    work = partial(worked_out, request)
    board = await work(reached, wanted.game, wanted.rules, wanted.position, wanted.moves, wanted.setup)
    services = services_of(request)
    count = services.store.ends if services.people is None else Archive(services.store).ends
    return as_json(await explored(count, services.ending_tables, board, language_of(request), work))
