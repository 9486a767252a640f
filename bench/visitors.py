"""What analysing visitors ask of the server: those whose own device thinks, and those for whom the server does.

First one visitor analyses in Chromium, and what is asked is written down. Then many do the same without a browser: they
come as somebody who has the app's files, and then move. Beside them somebody asks for something small again and again,
and the server's time on the processor is read, with that of its engines.

Run `scripts/bench visitors`, which takes two minutes, or `python -m bench.visitors --visitors 200 --seconds 20`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Request
from websockets.asyncio.client import connect

import vato
from tests.chromium import launched
from tests.server.people import Server
from tests.web.conftest import USUAL

OPTIONS = "--games-per-hour", "1000000", "--requests-per-second", "100000", "--sockets-per-address", "10000"
GAME, RULES = "fanorona", "standard"
"""With an opening book, so that there is something to ask about the first moves."""
MOVES = 3
LOOK_SECONDS = 1.0
"""How long the visitor in the browser looks at each position."""


@dataclass(frozen=True)
class Asked:
    """A request as the browser made it."""

    method: str
    path: str
    body: str | None


PING = Asked("GET", "/api/languages", None)


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
    visit, chance, board = Visit(), random.Random(1), vato.new(GAME, rules=RULES)
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
            page.goto(f"{server.address}/analysis#game={GAME}&rules={RULES}")
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
                    "new CustomEvent('line', { detail: [move] }))",
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


class Lines:
    """Connections to the server that many visitors share: a client that can do more would need the processor itself."""

    def __init__(self, address: str) -> None:
        self.address = address.removeprefix("http://")
        self._free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def ask(self, asked: Iterable[Asked]) -> None:
        """Ask one thing after the other."""
        host, _, port = self.address.partition(":")
        reader, writer = self._free.pop() if self._free else await asyncio.open_connection(host, int(port))
        for each in asked:
            body = (each.body or "").encode()
            lines = (
                f"{each.method} {each.path} HTTP/1.1",
                f"host: {self.address}",
                "accept-encoding: gzip",
                "content-type: application/json",
                f"content-length: {len(body)}",
            )
            writer.write("\r\n".join((*lines, "", "")).encode() + body)
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            assert head.startswith("http/1.1 200"), head
            await reader.readexactly(int(head.partition("content-length:")[2].split()[0]))
        self._free.append((reader, writer))

    def close(self) -> None:
        """Hang up."""
        for _, writer in self._free:
            writer.close()


async def come(lines: Lines, visit: Visit, seconds: float, chance: random.Random) -> None:
    """Open the page, some time."""
    await asyncio.sleep(chance.random() * seconds)
    await lines.ask(visit.opening)


async def on_device(lines: Lines, visit: Visit, seconds: float, chance: random.Random) -> None:
    """Move as somebody does whose own device thinks about each position."""
    await asyncio.sleep(chance.random() * seconds / MOVES)
    for asked in visit.moves:
        await lines.ask(asked)
        await asyncio.sleep(chance.uniform(0.5, 1.0) * seconds / MOVES)


async def on_server(lines: Lines, visit: Visit, seconds: float, chance: random.Random) -> None:
    """Move likewise, and have the server think: its lines come over a socket."""
    board, loop = vato.new(GAME, rules=RULES), asyncio.get_running_loop()
    async with connect(f"ws://{lines.address}/api/analysis", max_size=None) as socket:
        for asked in visit.moves:
            await lines.ask(asked)
            question = {
                "type": "analyse",
                "game": GAME,
                "rules": RULES,
                "moves": [str(move) for move in board.played],
                "lines": 3,
            }
            await socket.send(json.dumps(question))
            looked = loop.time() + seconds / MOVES
            while (left := looked - loop.time()) > 0:
                with suppress(TimeoutError):
                    await asyncio.wait_for(socket.recv(), left)
            board.push(chance.choice(list(board.legal_moves)))


Behaviour = Callable[[Lines, Visit, float, random.Random], Awaitable[None]]


async def pinged(lines: Lines, found: list[float]) -> None:
    """Ask for something small again and again, and note how long the answers take."""
    while True:
        begin = time.perf_counter()
        await lines.ask([PING])
        found.append(time.perf_counter() - begin)
        await asyncio.sleep(0.05)


async def load(server: Server, visit: Visit, who: str, does: Behaviour, visitors: int, seconds: float) -> None:
    """Let visitors do something, and print what that costs the server."""
    pings: list[float] = []
    with closing(Lines(server.address)) as lines, closing(Lines(server.address)) as other:
        before, begin = processor_seconds(server), time.monotonic()
        pinging = asyncio.create_task(pinged(other, pings))
        await asyncio.gather(*(does(lines, visit, seconds, random.Random(number)) for number in range(visitors)))
        await asyncio.sleep(max(0.0, begin + seconds - time.monotonic()))
        pinging.cancel()
    used, took = processor_seconds(server) - before, time.monotonic() - begin
    pings.sort()
    each = f", {1000 * used / visitors:.1f} ms for each" if visitors else ""
    print(
        f"  {who}: {100 * used / took:.0f} % of a processor for {took:.0f} s{each}; an answer takes "
        f"{1000 * pings[len(pings) // 2]:.1f} ms, 99 in 100 at most {1000 * pings[len(pings) * 99 // 100]:.1f} ms",
        flush=True,
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench visitors",
        description="Measure what analysing visitors cost the server.",
        epilog="Example: python -m bench.visitors --visitors 200 --seconds 20",
    )
    parser.add_argument("--visitors", type=int, default=1000, help="whose own devices think; 1000")
    parser.add_argument("--served", type=int, default=20, help="for whom the server thinks; 20")
    parser.add_argument("--seconds", type=float, default=40, help="for three moves each; 40")
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), *OPTIONS) as server:
        visit = watched(server)
        print(f"a visitor whose device thinks: {visit}")
        paths = sorted({each.path.partition("?")[0] for asked in (visit.opening, *visit.moves) for each in asked})
        print(f"  {' '.join(paths)}")
        many, few, seconds = wishes.visitors, wishes.served, wishes.seconds
        for who, does, visitors, takes in (
            ("nobody", come, 0, seconds / 3),
            (f"{many} open the board", come, many, seconds * 2 / 3),
            (f"{many} move {MOVES} times, their devices think", on_device, many, seconds),
            (f"{few} move {MOVES} times, the server thinks", on_server, few, seconds / 2),
        ):
            asyncio.run(load(server, visit, who, does, visitors, takes))
        assert "Traceback" not in server.errors, server.errors


if __name__ == "__main__":
    main()
