"""What real servers say is compared with what was agreed on: every answer and every message that a test hears.

Not a field more and not one less: what was read by the description and written again is what was said.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from fastapi.routing import APIRoute
from pydantic import TypeAdapter
from starlette.routing import Match

from vato.server.http.app import create_app
from vato.server.settings import Settings
from vato.server.wire.analysis import AnalysisAnswer
from vato.server.wire.failure import Failure
from vato.server.wire.live import LiveAnswer

LIVE: TypeAdapter[Any] = TypeAdapter(LiveAnswer)
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
def routes() -> list[APIRoute]:
    return [route for route in create_app(Settings(data=Path("nowhere"))).routes if isinstance(route, APIRoute)]


def answer_to(method: str, path: str) -> TypeAdapter[Any] | None:
    """Return what a request is answered with."""
    scope = {"type": "http", "method": method, "path": path}
    for route in routes():
        if route.matches(scope)[0] is Match.FULL:
            return adapter_of(route)
    return None


@cache
def adapter_of(route: APIRoute) -> TypeAdapter[Any] | None:
    return None if route.response_model is None else TypeAdapter(route.response_model)
