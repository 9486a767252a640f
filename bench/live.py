"""How quickly one server process answers moves while hundreds of games are played, and that it loses and doubles none.

Every game has two sockets, as two browsers would. Players pause like quick people; one move in ten is sent twice, as
after a lost answer. Run `scripts/bench live`, or `python -m bench.live --games 400 --seconds 30`. The players run in
another process of the same machine, and want as much of it as the server.
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
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.server.people import Server, choose

OPTIONS = ("--games-per-hour", "1000000", "--requests-per-second", "100000", "--sockets-per-address", "100000")


@dataclass
class Result:
    """What was measured, in seconds, and what was acknowledged."""

    accepted: list[float] = field(default_factory=list)
    """From sending a move to its acknowledgement."""
    seen: list[float] = field(default_factory=list)
    """From sending a move to the other player's state."""
    moves: dict[str, list[str]] = field(default_factory=dict)
    refused: int = 0
    finished: int = 0
    processor_seconds: float = 0.0
    """What the server used for it."""


@dataclass
class Player:
    """One end of a game."""

    socket: ClientConnection
    state: dict[str, Any] = field(default_factory=dict)

    async def until(self, ply: int) -> None:
        """Wait for the state after so many turns."""
        while not self.state or self.state["scene"]["ply"] < ply:
            self._take(json.loads(await self.socket.recv()))

    async def answer(self, ref: str) -> str:
        """Wait for the answer to a message."""
        while True:
            message = json.loads(await self.socket.recv())
            self._take(message)
            if message["type"] in ("accepted", "refused") and message["ref"] == ref:
                return str(message["type"])

    def _take(self, message: dict[str, Any]) -> None:
        if message["type"] == "state":
            self.state = message


class Gate:
    """Where all players wait for each other, so that only playing is measured."""

    def __init__(self, players: int, server: Server) -> None:
        self._missing = players
        self._server = server
        self.processor_seconds = 0.0
        """What the server had used when the playing began."""
        self._open = asyncio.Event()
        self.end = 0.0

    async def enter(self, seconds: float) -> None:
        """Wait until everybody is there."""
        self._missing -= 1
        if not self._missing:
            self.processor_seconds = processor_seconds(self._server)
            self.end = time.monotonic() + seconds
            self._open.set()
        await self._open.wait()


async def play(client: httpx.AsyncClient, number: int, wishes: argparse.Namespace, gate: Gate, result: Result) -> None:
    """Play games between two visitors until the time is up."""
    chance = random.Random(number)
    headers = []
    for _ in range(2):
        token = (await client.post("/api/visitors")).json()["token"]
        headers.append({"Authorization": f"Bearer {token}"})
    while not gate.end or time.monotonic() < gate.end:
        game = ("squadro", "fanorona")[number % 2]
        wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}], "sides": "me_first"}
        game_id = (await client.post("/api/games", json=wish, headers=headers[0])).json()["id"]
        await client.post(f"/api/games/{game_id}/join", json={}, headers=headers[1])
        path = f"{str(client.base_url).replace('http', 'ws')}/api/games/{game_id}/live"
        moves = result.moves.setdefault(game_id, [])
        async with (
            connect(path, additional_headers=headers[0], max_size=None) as first,
            connect(path, additional_headers=headers[1], max_size=None) as second,
        ):
            players = Player(first), Player(second)
            for player in players:
                await player.until(0)
            if not gate.end:
                await gate.enter(wishes.seconds)
                await asyncio.sleep(chance.random() * wishes.pause)
            while players[0].state["outcome"] is None and time.monotonic() < gate.end:
                await turn(players, moves, chance, result)
                await asyncio.sleep(chance.expovariate(1 / wishes.pause) if wishes.pause else 0)
            result.finished += players[0].state["outcome"] is not None


async def turn(players: tuple[Player, Player], moves: list[str], chance: random.Random, result: Result) -> None:
    """Let whoever is to move play a turn, and measure."""
    ply = len(moves)
    mover = players[players[0].state["scene"]["turn"]]
    other = players[1 - players[0].state["scene"]["turn"]]
    text = choose(mover.state, chance)
    message = json.dumps({"type": "move", "ply": ply, "move": text, "ref": f"{ply}"})
    begin = time.perf_counter()
    await mover.socket.send(message)
    if chance.random() < 0.1:
        await mover.socket.send(message)
    if await mover.answer(f"{ply}") == "refused":
        result.refused += 1
        raise RuntimeError(f"The move {text} was refused.")
    result.accepted.append(time.perf_counter() - begin)
    moves.append(text)
    await other.until(ply + 1)
    result.seen.append(time.perf_counter() - begin)
    await mover.until(ply + 1)


async def check(client: httpx.AsyncClient, result: Result) -> None:
    """Compare what was acknowledged with what the server has kept."""
    for game_id, moves in result.moves.items():
        state = (await client.get(f"/api/games/{game_id}")).json()
        kept = [turn["text"] for turn in state["turns"]]
        if kept != moves:
            raise SystemExit(f"Game {game_id}: {len(moves)} moves were acknowledged, {len(kept)} are kept.")


def line(name: str, seconds: list[float]) -> str:
    """Return percentiles as text."""
    ordered = sorted(seconds)
    at = {share: ordered[min(len(ordered) - 1, int(share / 100 * len(ordered)))] * 1000 for share in (50, 90, 99)}
    worst = ordered[-1] * 1000
    return f"  {name}: p50 {at[50]:.1f} ms, p90 {at[90]:.1f} ms, p99 {at[99]:.1f} ms, longest {worst:.1f} ms"


async def measure(server: Server, wishes: argparse.Namespace) -> Result:
    """Play many games at once."""
    result = Result()
    limits = httpx.Limits(max_connections=50)
    async with httpx.AsyncClient(base_url=server.address, timeout=60, limits=limits, trust_env=False) as client:
        engine = None if wishes.no_engine else asyncio.create_task(think(server.address, wishes.seconds))
        gate = Gate(wishes.games, server)
        await asyncio.gather(*(play(client, number, wishes, gate, result) for number in range(wishes.games)))
        result.processor_seconds = processor_seconds(server) - gate.processor_seconds
        if engine is not None:
            engine.cancel()
        await check(client, result)
    return result


async def think(address: str, seconds: float) -> None:
    """Keep the engine at full strength meanwhile."""
    async with connect(f"{address.replace('http', 'ws')}/api/analysis", max_size=None) as socket:
        question = {"type": "analyse", "game": "fanorona", "lines": 3, "seconds": min(30, seconds)}
        while True:
            await socket.send(json.dumps(question))
            while not json.loads(await socket.recv()).get("done"):
                pass


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure live play.")
    parser.add_argument("--games", type=int, default=200, help="how many at the same time")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds before a move, on average")
    parser.add_argument("--no-engine", action="store_true", help="without an analysis at full strength beside it")
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), *OPTIONS) as server:
        result = asyncio.run(measure(server, wishes))
        if server.errors:
            print(server.errors)
    count = len(result.accepted)
    beside = "" if wishes.no_engine else " while the engine thinks"
    rate = count / wishes.seconds
    print(f"{wishes.games} games at once on one server process{beside}")
    print(f"  {count} moves in {wishes.seconds:.0f} s, {rate:.0f} a second, {result.finished} games ended")
    print(f"  {result.processor_seconds / count * 1000:.1f} ms of a processor for a move, in the server")
    print(line("acknowledged", result.accepted))
    print(line("seen by the other player", result.seen))
    print(f"  all {count} acknowledged moves are kept, none twice; one in ten was sent twice")


def processor_seconds(server: Server) -> float:
    """Return how long the server has used a processor."""
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
