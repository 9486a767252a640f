"""How live play grows: with games, with workers, and with those who watch one game.

Players and servers share this machine. One worker keeps its games in SQLite, several share a PostgreSQL and a Valkey
that are started for it. What is found is written to docs/load.json, from which `scripts/docs` draws its plots. Run
`scripts/bench load`, which takes about six minutes, or
`python -m bench.load --games 100 200 --workers 1 --watchers 100`.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import gc
import json
import os
import resource
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx

from bench.live import HERE, Measured, at_share, measure, served
from tests.server.backing import Postgres, Valkey

FOUND = HERE / "docs" / "load.json"
PAUSE_SECONDS = 2.0
"""Between two moves of a game, on average."""
MOVES = 30
"""That are watched."""
SETTLE_SECONDS = 2.0
PING, PONG, MASKED = b"\x89", 0x8A, 0x80
"""How frames of a WebSocket begin."""


def with_workers(stack: ExitStack, workers: int) -> Measured:
    """Start a server with some workers."""
    options: tuple[str, ...] = ()
    if workers > 1:
        database = stack.enter_context(Postgres()).new_database()
        hints = stack.enter_context(Valkey()).address
        options = "--workers", str(workers), "--database", database, "--hints", hints
    return stack.enter_context(served(f"{workers}", HERE, *options))


def games_at_once(workers: int, games: int, seconds: float) -> dict[str, Any]:
    """Play some games at once, and return how quickly moves reached the opponent."""
    wishes = argparse.Namespace(games=games, seconds=seconds, pause=PAUSE_SECONDS, clock=False, no_engine=True)
    with ExitStack() as stack:
        server = with_workers(stack, workers)
        asyncio.run(measure([server], wishes))
    return {
        "workers": workers,
        "games": games,
        "moves_a_second": round(len(server.seen) / seconds, 1),
        "seen_ms": {str(share): round(1000 * at_share(server.seen, share), 1) for share in (50, 90, 99)},
        "processor_ms": round(server.cost_ms, 2),
    }


class Watcher(asyncio.Protocol):
    """Somebody who watches: only notes when something came last."""

    def __init__(self, path: str, host: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        upgrade = f"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}"
        self._hello = f"GET {path} HTTP/1.1\r\nHost: {host}\r\n{upgrade}\r\n\r\n".encode()
        self.last = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._hello)

    def data_received(self, data: bytes) -> None:
        """Note when something came, and answer whether anybody is there."""
        if data.startswith(PING):
            payload = data[2 : 2 + data[1]]
            self._transport.write(bytes((PONG, MASKED | len(payload), 0, 0, 0, 0)) + payload)
        else:
            self.last = time.perf_counter()


def watched(watchers: int) -> dict[str, Any]:
    """Let many watch one game, and return how long a move takes to the last of them."""
    with ExitStack() as stack:
        server = with_workers(stack, 1)
        took = asyncio.run(watch(server, watchers))
        used = server.used() - server.began_with
    return {
        "watchers": watchers,
        "last_ms": {str(share): round(1000 * at_share(took, share), 1) for share in (50, 90, 99)},
        "processor_ms": round(1000 * used / len(took), 1),
    }


async def watch(server: Measured, watchers: int) -> list[float]:
    """Return how long each of some moves took to the last watcher."""
    loop = asyncio.get_running_loop()
    host, _, port = server.address.removeprefix("http://").partition(":")
    async with httpx.AsyncClient(base_url=server.address, timeout=60, trust_env=False) as client:
        token = (await client.post("/api/visitors")).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        wish = {"game": "squadro", "seats": [{"kind": "me"}, {"kind": "me2"}], "sides": "me_first"}
        game_id = (await client.post("/api/games", json=wish)).json()["id"]
        path = f"/api/games/{game_id}/live?changes=true"
        lines = [
            await loop.create_connection(lambda: Watcher(path, f"{host}:{port}"), host, int(port))
            for _ in range(watchers)
        ]
        while not all(watcher.last for _, watcher in lines):
            await asyncio.sleep(0.05)
        await asyncio.sleep(SETTLE_SECONDS)
        server.began_with = server.used()
        took = []
        for ply in range(MOVES):
            state = (await client.get(f"/api/games/{game_id}")).json()
            if state["outcome"] is not None:
                break
            begin = time.perf_counter()
            move = {"ply": ply, "move": state["scene"]["options"][0]["text"]}
            (await client.post(f"/api/games/{game_id}/moves", json=move)).raise_for_status()
            while any(watcher.last < begin for _, watcher in lines):
                await asyncio.sleep(0.001)
            took.append(max(watcher.last for _, watcher in lines) - begin)
        for transport, _ in lines:
            transport.close()
    return took


def main() -> None:
    """Measure, print and write down."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench load",
        description="Measure how live play grows with games, workers and watchers.",
        epilog="Example: python -m bench.load --games 200 600 --workers 1 2 --watchers 100 2000 --seconds 20",
    )
    parser.add_argument("--games", type=int, nargs="*", default=[100, 200, 400, 600], help="at once; 100 to 600")
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2], help="processes that serve them; 1 and 2")
    parser.add_argument("--watchers", type=int, nargs="*", default=[100, 500, 2000], help="of one game; 100 to 2000")
    parser.add_argument("--seconds", type=float, default=20, help="for which games are played; 20")
    parser.add_argument("--out", type=Path, default=FOUND, help="where to write; docs/load.json")
    wishes = parser.parse_args()
    gc.disable()  # or players who tidy up for a tenth of a second would take it for the server's delay
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 16_384)), hard))
    found: dict[str, list[dict[str, Any]]] = {"games": [], "watchers": []}
    for workers in wishes.workers:
        for games in wishes.games:
            found["games"].append(games_at_once(workers, games, wishes.seconds))
            print(json.dumps(found["games"][-1]), flush=True)
    for watchers in wishes.watchers:
        found["watchers"].append(watched(watchers))
        print(json.dumps(found["watchers"][-1]), flush=True)
    wishes.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
