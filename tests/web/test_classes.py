"""A school class behind one address: all open the app at once and begin a game, and nobody is refused."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import httpx
from playwright.sync_api import Browser, Response
from websockets.asyncio.client import connect

from tests.server.people import Server
from tests.web.conftest import USUAL
from tests.web.tab import Tab
from tests.web.test_offline import ready

PUPILS = 30
LINES = 6
"""That a browser opens to one server beside its sockets."""
LEAST_ASKED = 15
"""The first page alone asks for words, the catalogue and a picture of each game, and the service worker once more."""


class Asked(NamedTuple):
    """A request as a browser made it."""

    method: str
    path: str
    body: str | None


def first_visit(browser: Browser, server: Server) -> list[Asked]:
    """Let somebody come for the first time and begin a game, and return what the API was asked."""
    asked: list[Asked] = []

    def note(response: Response) -> None:
        request = response.request
        path = request.url.removeprefix(server.address)
        if path.startswith("/api/") and not response.from_service_worker:
            asked.append(Asked(request.method, path, request.post_data))

    with browser.new_context(**USUAL) as context:
        context.on("response", note)
        ann = Tab(context, server).open("/")
        ready(ann)
        ann.button("Play the computer").click()
        ann.find("vato-board .piece").first.wait_for()
        ann.page.wait_for_load_state("networkidle")
    return asked


async def come(address: str, asked: list[Asked], here: asyncio.Barrier) -> list[int]:
    """Ask what a browser asks, over as many lines as it opens, and return the answers; stay until all have theirs."""
    limits = httpx.Limits(max_connections=LINES)
    async with httpx.AsyncClient(base_url=address, limits=limits, timeout=60, trust_env=False) as client:

        async def ask(each: Asked) -> httpx.Response:
            headers = {"content-type": "application/json"} if each.body else {}
            return await client.request(each.method, each.path, content=each.body, headers=headers)

        answers = await asyncio.gather(*map(ask, asked))
        made = next(answer for each, answer in zip(asked, answers, strict=True) if each[:2] == ("POST", "/api/games"))
        socket = f"{address.replace('http', 'ws')}/api/games/{made.json()['id']}/live"
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        async with connect(socket, additional_headers={"Cookie": cookie}) as live:
            told = await live.recv()
            assert '"type":"state"' in str(told), told
            await here.wait()
        return [answer.status_code for answer in answers]


def test_nobody_in_a_class_is_refused(browser: Browser, tmp_path: Path) -> None:
    async def all_at_once(address: str, asked: list[Asked]) -> list[list[int]]:
        here = asyncio.Barrier(PUPILS)
        async with asyncio.timeout(90):
            return await asyncio.gather(*(come(address, asked, here) for _ in range(PUPILS)))

    # A thread of its own: that of the browser has a loop already.
    with Server(tmp_path) as server, ThreadPoolExecutor(1) as thread:
        asked = first_visit(browser, server)
        assert len(asked) >= LEAST_ASKED
        codes = thread.submit(asyncio.run, all_at_once(server.address, asked)).result()
    assert {code for each in codes for code in each} <= {200, 201}
