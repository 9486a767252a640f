"""How quickly a server answers moves while hundreds of games are played, what that costs it, and that it loses none.

Every game has two sockets, as two browsers would. Players pause like quick people; one move in ten is sent twice, as
after a lost answer. With `--against` a server of another version plays as many games at the same time on the same
machine, and what a move costs each is compared. Run `scripts/bench live`, or
`python -m bench.live --games 200 --seconds 30 --against HEAD~3`, where that is a git revision or the folder of a
checkout. The players run in another process of the same machine, and want as much of it as the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.server.people import choose, taken

OPTIONS = (
    *("--port", "0", "--no-warm", "--pace", "0"),
    *("--games-per-hour", "1000000", "--requests-per-second", "100000", "--sockets-per-address", "100000"),
)
CLOCK = {"initial_ms": 3_600_000, "increment_ms": 0}
HERE = Path(__file__).parents[1]


@dataclass
class Measured:
    """A server that is measured: what it took, in seconds, and what it acknowledged."""

    name: str
    process: subprocess.Popen[bytes]
    address: str
    accepted: list[float] = field(default_factory=list)
    """From sending a move to its acknowledgement."""
    seen: list[float] = field(default_factory=list)
    """From sending a move to the other player's state."""
    moves: dict[str, list[str]] = field(default_factory=dict)
    finished: int = 0
    began_with: float = 0.0
    """What the server had used when the playing began."""
    processor_seconds: float = 0.0
    """What it used for it."""

    def used(self) -> float:
        """Return for how long the server and its workers, without the engine's processes, have used a processor."""
        found = 0
        for pid in (self.process.pid, *self._workers()):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            found += int(fields[11]) + int(fields[12])
        return found / os.sysconf("SC_CLK_TCK")

    def _workers(self) -> list[int]:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]

    @property
    def cost_ms(self) -> float:
        """What a move took of a processor, in milliseconds."""
        return 1000 * self.processor_seconds / len(self.accepted)

    def report(self, seconds: float) -> None:
        """Print what was measured."""
        count = len(self.accepted)
        rate = count / seconds
        print(f"{self.name}: {count} moves in {seconds:.0f} s, {rate:.0f} a second, {self.finished} games ended")
        print(f"  {self.cost_ms:.2f} ms of a processor for a move, in the server")
        print(line("acknowledged", self.accepted))
        print(line("seen by the other player", self.seen))
        print(f"  all {count} acknowledged moves are kept, none twice; one in ten was sent twice")


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
        if message["type"] in ("state", "change"):
            self.state = taken(self.state, message)


class Gate:
    """Where all players wait for each other, so that only playing is measured."""

    def __init__(self, players: int, servers: list[Measured]) -> None:
        self._missing = players
        self._servers = servers
        self._open = asyncio.Event()
        self.end = 0.0

    async def enter(self, seconds: float) -> None:
        """Wait until everybody is there."""
        self._missing -= 1
        if not self._missing:
            for server in self._servers:
                server.began_with = server.used()
            self.end = time.monotonic() + seconds
            self._open.set()
        await self._open.wait()


async def play(
    server: Measured, client: httpx.AsyncClient, number: int, wishes: argparse.Namespace, gate: Gate
) -> None:
    """Play games between two visitors until the time is up."""
    chance = random.Random(number)
    headers = []
    for _ in range(2):
        token = (await client.post("/api/visitors")).json()["token"]
        headers.append({"Authorization": f"Bearer {token}"})
    while not gate.end or time.monotonic() < gate.end:
        game = ("squadro", "fanorona")[number % 2]
        wish: dict[str, Any] = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}], "sides": "me_first"}
        if wishes.clock:
            wish["clock"] = CLOCK
        game_id = (await client.post("/api/games", json=wish, headers=headers[0])).json()["id"]
        await client.post(f"/api/games/{game_id}/join", json={}, headers=headers[1])
        path = f"{server.address.replace('http', 'ws')}/api/games/{game_id}/live?changes=true"
        moves = server.moves.setdefault(game_id, [])
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
                await turn(players, moves, chance, server)
                await asyncio.sleep(chance.expovariate(1 / wishes.pause) if wishes.pause else 0)
            server.finished += players[0].state["outcome"] is not None


async def turn(players: tuple[Player, Player], moves: list[str], chance: random.Random, server: Measured) -> None:
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
        raise RuntimeError(f"The move {text} was refused.")
    server.accepted.append(time.perf_counter() - begin)
    moves.append(text)
    await other.until(ply + 1)
    server.seen.append(time.perf_counter() - begin)
    await mover.until(ply + 1)


async def check(client: httpx.AsyncClient, server: Measured) -> None:
    """Compare what was acknowledged with what the server has kept."""
    for game_id, moves in server.moves.items():
        state = (await client.get(f"/api/games/{game_id}")).json()
        kept = [turn["text"] for turn in state["turns"]]
        if kept != moves:
            raise SystemExit(f"Game {game_id}: {len(moves)} moves were acknowledged, {len(kept)} are kept.")


def at_share(seconds: list[float], share: int) -> float:
    """Return within what time so many of a hundred were done."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, share * len(ordered) // 100)]


def line(name: str, seconds: list[float]) -> str:
    """Return percentiles as text."""
    shares = ", ".join(f"p{share} {1000 * at_share(seconds, share):.1f} ms" for share in (50, 90, 99))
    return f"  {name}: {shares}, longest {1000 * max(seconds):.1f} ms"


async def measure(servers: list[Measured], wishes: argparse.Namespace) -> None:
    """Play many games at once, on all servers."""
    gate = Gate(wishes.games * len(servers), servers)
    await asyncio.gather(*(measure_one(server, wishes, gate) for server in servers))


async def measure_one(server: Measured, wishes: argparse.Namespace, gate: Gate) -> None:
    """Play many games at once."""
    limits = httpx.Limits(max_connections=50)
    async with httpx.AsyncClient(base_url=server.address, timeout=60, limits=limits, trust_env=False) as client:
        engine = None if wishes.no_engine else asyncio.create_task(think(server.address, wishes.seconds))
        await asyncio.gather(*(play(server, client, number, wishes, gate) for number in range(wishes.games)))
        server.processor_seconds = server.used() - server.began_with
        if engine is not None:
            engine.cancel()
        await check(client, server)


async def think(address: str, seconds: float) -> None:
    """Keep the engine at full strength meanwhile."""
    async with connect(f"{address.replace('http', 'ws')}/api/analysis", max_size=None) as socket:
        question = {"type": "analyse", "game": "fanorona", "lines": 3, "seconds": min(30, seconds)}
        while True:
            await socket.send(json.dumps(question))
            while not json.loads(await socket.recv()).get("done"):
                pass


@contextmanager
def checked_out(version: str) -> Iterator[Path]:
    """Give the folder of a checkout, or of a revision that is checked out for as long as it is needed."""
    if (Path(version) / "src" / "vato").is_dir():
        yield Path(version)
        return
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "other"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(place), version], cwd=HERE, check=True)
        try:
            yield place
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(place)], cwd=HERE, check=True)


@contextmanager
def served(name: str, checkout: Path, *options: str) -> Iterator[Measured]:
    """Run the server of a checkout, with the libraries of this one."""
    with tempfile.TemporaryDirectory() as data, (Path(data) / "errors").open("w+") as errors:
        command = [sys.executable, "-m", "vato", "serve", *OPTIONS, "--data", data, *options]
        environment = os.environ | {"PYTHONPATH": str(checkout / "src")}
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, env=environment, cwd=data)
        try:
            assert process.stdout is not None
            said = process.stdout.readline().decode().split()
            if len(said) < 4:
                raise SystemExit((Path(data) / "errors").read_text())
            yield Measured(name, process, said[3])
        finally:
            process.terminate()
            process.wait(30)
            print((Path(data) / "errors").read_text(), end="", file=sys.stderr)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench live",
        description="Measure live play.",
        epilog="Example: python -m bench.live --games 200 --seconds 30 --against HEAD~3",
    )
    parser.add_argument("--games", type=int, default=200, help="how many at the same time; 200")
    parser.add_argument("--seconds", type=float, default=20, help="for how long they are played; 20")
    parser.add_argument("--pause", type=float, default=2.0, help="seconds before a move, on average; 2")
    parser.add_argument("--clock", action="store_true", help="games in which time runs")
    parser.add_argument("--no-engine", action="store_true", help="without an analysis at full strength beside it")
    parser.add_argument("--against", metavar="VERSION", help="a revision, or another checkout, to compare with")
    wishes = parser.parse_args()
    with ExitStack() as stack:
        servers = [stack.enter_context(served("here", HERE))]
        if wishes.against:
            other = stack.enter_context(checked_out(wishes.against))
            servers.append(stack.enter_context(served(wishes.against, other)))
        asyncio.run(measure(servers, wishes))
        beside = "" if wishes.no_engine else " while the engine thinks"
        print(f"{wishes.games} games at once on one server process{beside}")
        for server in servers:
            server.report(wishes.seconds)
        if wishes.against:
            print(f"a move costs {servers[0].cost_ms / servers[1].cost_ms:.2f} of what it cost in {wishes.against}")


if __name__ == "__main__":
    main()
