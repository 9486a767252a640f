"""What analysing visitors ask of the server: those whose own device thinks, and those for whom the server does.

First one visitor analyses in Chromium, ten moves, and what is asked is written down. Then many do the same at once,
without a browser: they open the page as somebody who has its files, and ask what was written down, move by move. Beside
them somebody asks for something small again and again, and the server's time on the processor is read.

Run `scripts/bench visitors`, or `python -m bench.visitors --visitors 1000 --served 20 --seconds 180`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from playwright.sync_api import Request
from websockets.asyncio.client import connect

import vato
from tests.chromium import launched
from tests.server.people import Server
from tests.web.conftest import USUAL

OPTIONS = "--games-per-hour", "1000000", "--requests-per-second", "100000", "--sockets-per-address", "10000"
MOVES = 10
LOOK_SECONDS = 1.0
"""How long the visitor in the browser looks at each position."""
PING = "/api/languages"


@dataclass(frozen=True)
class Asked:
    """A request as the browser made it."""

    method: str
    path: str
    body: str | None


@dataclass
class Visit:
    """What a visitor asks: for the page, and then for each move."""

    opening: list[Asked] = field(default_factory=list)
    moves: list[list[Asked]] = field(default_factory=list)

    def __str__(self) -> str:
        each = ", ".join(str(len(asked)) for asked in self.moves)
        return f"{len(self.opening)} requests to open the page, then for each move: {each}"


def watched(server: Server) -> Visit:
    """Let a visitor who has been here before analyse some moves in a browser, and return what was asked."""
    visit, chance, board = Visit(), random.Random(1), vato.new("squadro")
    with launched() as browser, browser.new_context(**USUAL) as context:
        for is_known in (False, True):
            page = context.new_page()
            asked: list[Asked] = []

            def note(request: Request, asked: list[Asked] = asked) -> None:
                path = request.url.removeprefix(server.address)
                # Files are asked for once; what is checked each time is part of every visit.
                if path.startswith("/api/") and "?version=" not in path:
                    asked.append(Asked(request.method, path, request.post_data))

            page.on("request", note)
            page.goto(f"{server.address}/analysis#game=squadro")
            page.get_by_role("switch", name="Engine").check()
            page.wait_for_selector(".engine-line")
            page.wait_for_timeout(1000 * LOOK_SECONDS)
            if not is_known:
                page.close()
                continue
            visit.opening = asked.copy()
            for _ in range(MOVES):
                asked.clear()
                move = board.push(chance.choice(list(board.legal_moves)))
                moves = ",".join(str(each) for each in board.played)
                page.evaluate(
                    "(move) => document.querySelector('vato-engine').dispatchEvent("
                    "new CustomEvent('line', { detail: move }))",
                    str(move),
                )
                page.wait_for_function("(text) => location.hash.includes(text)", arg=f"moves={moves}")
                page.wait_for_timeout(1000 * LOOK_SECONDS)
                visit.moves.append(asked.copy())
    return visit


def processor_seconds(server: Server) -> float:
    """Return how long the server and its engines have used processors."""
    assert server.process is not None
    found = 0.0
    for pid in (server.process.pid, *server.children()):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        found += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


async def on_device(client: httpx.AsyncClient, visit: Visit, seconds: float, chance: random.Random) -> None:
    """Ask what a visitor asks whose own device thinks."""
    begin = time.monotonic()
    await asyncio.sleep(chance.random() * seconds / (MOVES + 1))
    for asked in (visit.opening, *visit.moves):
        for each in asked:
            headers = {"content-type": "application/json"} if each.body else {}
            answer = await client.request(each.method, each.path, content=each.body, headers=headers)
            answer.raise_for_status()
        await asyncio.sleep(seconds / (MOVES + 1) * chance.uniform(0.5, 1.0))
        if time.monotonic() > begin + seconds:
            break


async def on_server(client: httpx.AsyncClient, visit: Visit, seconds: float, chance: random.Random) -> None:
    """Ask what a visitor asks for whom the server thinks: the same, and lines for each position over a socket."""
    address = str(client.base_url).replace("http", "ws")
    board, end = vato.new("squadro"), time.monotonic() + seconds
    async with connect(f"{address}/api/analysis", max_size=None) as socket:
        for asked in (visit.opening, *visit.moves):
            for each in asked:
                headers = {"content-type": "application/json"} if each.body else {}
                await client.request(each.method, each.path, content=each.body, headers=headers)
            question = {"type": "analyse", "game": "squadro", "moves": [str(move) for move in board.played], "lines": 3}
            await socket.send(json.dumps(question))
            looked = asyncio.get_running_loop().time() + seconds / (MOVES + 1)
            while (left := looked - asyncio.get_running_loop().time()) > 0:
                try:
                    await asyncio.wait_for(socket.recv(), left)
                except TimeoutError:
                    break
            board.push(chance.choice(list(board.legal_moves)))
            if time.monotonic() > end or board.outcome() is not None:
                break


async def pinged(client: httpx.AsyncClient, found: list[float]) -> None:
    """Ask for something small again and again, and note how long the answers take."""
    while True:
        begin = time.perf_counter()
        await client.get(PING)
        found.append(time.perf_counter() - begin)
        await asyncio.sleep(0.05)


async def load(server: Server, visit: Visit, visitors: int, seconds: float, *, served: bool) -> None:
    """Let visitors come, and print what that costs the server."""
    pings: list[float] = []
    limits = httpx.Limits(max_connections=100)
    async with (
        httpx.AsyncClient(base_url=server.address, timeout=60, limits=limits, trust_env=False) as client,
        httpx.AsyncClient(base_url=server.address, timeout=60, trust_env=False) as other,
    ):
        before, begin = processor_seconds(server), time.monotonic()
        pinging = asyncio.create_task(pinged(other, pings))
        come = on_server if served else on_device
        await asyncio.gather(*(come(client, visit, seconds, random.Random(number)) for number in range(visitors)))
        await asyncio.sleep(max(0.0, begin + seconds - time.monotonic()))
        pinging.cancel()
    used, took = processor_seconds(server) - before, time.monotonic() - begin
    pings.sort()
    who = (
        "nobody" if visitors == 0 else f"{visitors} for whom the server thinks" if served else f"{visitors} on devices"
    )
    each = f", {1000 * used / visitors:.0f} ms a visitor" if visitors else ""
    print(
        f"  {who}: {used:.1f} s of processors in {took:.0f} s{each}; an answer takes "
        f"{1000 * pings[len(pings) // 2]:.1f} ms, 99 in 100 at most {1000 * pings[len(pings) * 99 // 100]:.1f} ms",
        flush=True,
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench visitors",
        description="Measure what analysing visitors cost the server.",
        epilog="Example: python -m bench.visitors --visitors 1000 --served 20 --seconds 180",
    )
    parser.add_argument("--visitors", type=int, default=1000, help="whose own devices think; 1000")
    parser.add_argument("--served", type=int, default=20, help="for whom the server thinks; 20")
    parser.add_argument("--seconds", type=float, default=180, help="for ten moves each; 180")
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), *OPTIONS) as server:
        visit = watched(server)
        print(f"a visitor whose device thinks: {visit}")
        paths = sorted({each.path.partition("?")[0] for asked in (visit.opening, *visit.moves) for each in asked})
        print(f"  {' '.join(paths)}")
        print(f"{MOVES} moves of analysis each")
        asyncio.run(load(server, visit, 0, wishes.seconds / 4, served=False))
        asyncio.run(load(server, visit, wishes.visitors, wishes.seconds, served=False))
        asyncio.run(load(server, visit, wishes.served, wishes.seconds, served=True))
        assert "Traceback" not in server.errors, server.errors


if __name__ == "__main__":
    main()
