"""The page that lists what the API can do, made from its own description and without anything from elsewhere."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import Any, NamedTuple

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response

from vato.server.http.answers import Ready, Routes, handed_out, ready

router = Routes(prefix="/api", include_in_schema=False)

STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h2 { margin-top: 2.5rem; text-transform: capitalize }
code, pre { font-family: ui-monospace, monospace; font-size: .9em }
details { margin: .6rem 0 } summary { cursor: pointer }
pre { overflow-x: auto; padding: .6rem 1rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent) }
""".strip()
LIVE = """
<h2>live</h2>
<p><code>WebSocket /api/games/{game_id}/live</code> sends the whole state first and after every change. It takes the
same messages as <code>POST /api/games/{game_id}/actions</code>, <code>{"type":"state"}</code> and
<code>{"type":"ping"}</code>, and answers each with <code>accepted</code> or <code>refused</code>.</p>
<p><code>WebSocket /api/analysis</code> takes <code>analyse</code>, <code>hint</code>, <code>review</code> and
<code>stop</code>. docs/api.md describes both.</p>
"""


@router.get("/docs")
async def read_documentation(request: Request) -> Response:
    """Return the page."""
    return HTMLResponse(_described(request.app).page)


@router.get("/openapi.json")
async def read_description(request: Request) -> Response:
    """Return the description that the page is made from."""
    return await handed_out(request, _described(request.app).json)


@router.get("/docs.css")
async def read_style() -> Response:
    """Return how the page looks."""
    return Response(STYLE, media_type="text/css")


class Described(NamedTuple):
    """What the API can do, for people and for programs."""

    page: str
    json: Ready


@lru_cache(maxsize=1)
def _described(app: FastAPI) -> Described:
    described: dict[str, Any] = app.openapi()
    return Described(page(described), ready(described))


def page(described: dict[str, Any]) -> str:
    """Return the page for an OpenAPI description."""
    by_tag: dict[str, list[str]] = {}
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            by_tag.setdefault(operation.get("tags", ["other"])[0], []).append(_operation(path, method, operation))
    sections = [f"<h2>{escape(tag)}</h2>{''.join(listed)}" for tag, listed in by_tag.items()]
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>vato API</title>'
        '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/api/docs.css">'
        "<h1>vato API</h1><p>Errors look like <code>{&quot;error&quot;: {&quot;message&quot;, &quot;code&quot;}}"
        "</code>."
        ' The whole description is <a href="/api/openapi.json">/api/openapi.json</a>.</p>'
        f"{''.join(sections)}{LIVE}</html>"
    )


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    asked = [parameter["name"] for parameter in operation.get("parameters", ())]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    answers = operation["responses"].get("200") or operation["responses"].get("201") or {}
    shape = answers.get("content", {}).get("application/json", {}).get("schema", {})
    lines = [operation.get("description", "")]
    lines += [f"Parameters: {', '.join(asked)}"] if asked else []
    lines += [f"Body: {_name(body)}"] if body else []
    lines += [f"Answer: {_name(shape)}"] if shape else []
    return (
        f"<details><summary><code>{method.upper()} {escape(path)}</code> {escape(operation.get('description', ''))}"
        f"</summary><pre>{escape(chr(10).join(lines))}</pre></details>"
    )


def _name(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "oneOf" in schema:
        return " | ".join(_name(each) for each in schema["oneOf"])
    if schema.get("type") == "array":
        return f"list of {_name(schema.get('items', {}))}"
    return str(schema.get("title", schema.get("type", "")))
