"""What real servers say is compared with what was agreed on: every answer and every message that a test hears.

Not a field more and not one less: what was read by the description and written again is what was said.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from fastapi.routing import APIRoute
from pydantic import TypeAdapter
from starlette.routing import Match

from vato.server.http.app import ROUTERS
from vato.server.wire.analysis import AnalysisAnswer
from vato.server.wire.failure import Failure
from vato.server.wire.live import LiveAnswer
from vato.server.wire.lobby import LobbyAnswer
from vato.server.wire.study import StudyAnswer
from vato.server.wire.tournaments import TournamentAnswer
from vato.server.wire.watching import WatchAnswer

LIVE: TypeAdapter[Any] = TypeAdapter(LiveAnswer)
LOBBY: TypeAdapter[Any] = TypeAdapter(LobbyAnswer)
TOURNAMENT: TypeAdapter[Any] = TypeAdapter(TournamentAnswer)
STUDY: TypeAdapter[Any] = TypeAdapter(StudyAnswer)
WATCH: TypeAdapter[Any] = TypeAdapter(WatchAnswer)
ANALYSIS: TypeAdapter[Any] = TypeAdapter(AnalysisAnswer)
FAILURE: TypeAdapter[Any] = TypeAdapter(Failure)


def check(agreed: TypeAdapter[Any], text: str | bytes) -> Any:
    """Return what a text says, which is what was agreed on."""
    said = json.loads(text)
    assert agreed.dump_python(agreed.validate_json(text, strict=True), mode="json") == said
    return said


def check_answer(method: str, path: str, status: int, text: str) -> None:
    """Compare the JSON with which a request was answered."""
    agreed = FAILURE if status >= 400 else answer_to(method, path)
    if agreed is not None:
        check(agreed, text)


@cache
def described() -> list[tuple[APIRoute, TypeAdapter[Any] | None]]:
    """Return every address with what it answers, if that is JSON."""
    found = [route for router in ROUTERS for route in router.described() if isinstance(route, APIRoute)]
    return [(route, TypeAdapter(route.response_model) if route.response_model else None) for route in found]


def answer_to(method: str, path: str) -> TypeAdapter[Any] | None:
    """Return what a request is answered with."""
    scope = {"type": "http", "method": method, "path": path}
    return next((answer for route, answer in described() if route.matches(scope)[0] is Match.FULL), None)
