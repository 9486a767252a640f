"""Bots that play on several workers while workers, the database and hints are killed and stopped at random.

Every acknowledged move must be kept, none twice, no game may stand still, and all go on within five seconds of whatever
happened. `scripts/campaign --minutes 10` runs it for as long as one likes; a test runs a short one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.server.backing import Postgres, Valkey
from tests.server.people import Server, choose

OPTIONS = "--games-per-hour", "1000000", "--requests-per-second", "100000", "--sockets-per-address", "100000"
PATIENCE_SECONDS = 1.5
"""How long a bot waits for an answer before it takes the line for dead."""
STUCK_SECONDS = 180.0
NORMAL_SECONDS = 5.0
"""How long it may take until all games go on after something happened."""
TROUBLES = OSError, WebSocketException, TimeoutError, httpx.HTTPError
LATER = "not_kept", "not_read", "stale", "too_fast", "not_your_turn"
"""What a bot is told that may try again."""


@dataclass
class Tally:
    """What was acknowledged and what happened."""

    games: dict[str, dict[int, str]] = field(default_factory=dict)
    """The acknowledged moves of each game, by ply."""
    finished: int = 0
    sent_again: int = 0
    progress: dict[int, float] = field(default_factory=dict)
    """When each table last saw a move."""
    tables: dict[int, str] = field(default_factory=dict)
    """What is done at each table."""
    faults: list[tuple[str, float]] = field(default_factory=list)
    slowest: float = 0.0
    """The longest time until all tables of people went on after a fault."""
    slowest_computer: float = 0.0
    """The same for those against the computer, whose engine may have to be loaded again."""


class Bot:
    """One side of a game, that comes back when its line is lost."""

    def __init__(self, address: str, token: str) -> None:
        self._address = address.replace("http", "ws")
        self.headers = {"Authorization": f"Bearer {token}"}
        self._socket: ClientConnection | None = None
        self.game_id = ""
        self.state: dict[str, Any] = {}

    async def sit_down(self, game_id: str) -> None:
        await self.leave()
        self.game_id, self.state = game_id, {}

    async def leave(self) -> None:
        if self._socket is not None:
            socket, self._socket = self._socket, None
            with suppress(*TROUBLES):
                socket.transport.abort()

    async def hear(self) -> dict[str, Any]:
        """Return the next message, or fail when none comes."""
        if self._socket is None:
            path = f"{self._address}/api/games/{self.game_id}/live"
            self._socket = await connect(
                path, additional_headers=self.headers, max_size=None, open_timeout=PATIENCE_SECONDS, ping_interval=None
            )
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self._socket.recv(), PATIENCE_SECONDS))
        if message["type"] == "state" and message["version"] >= self.state.get("version", 0):
            self.state = message
        return message

    async def until_ply(self, ply: int) -> None:
        """Wait until so many moves were played, over as many lines as it takes."""
        while not self.state or (self.state["scene"]["ply"] < ply and self.state["outcome"] is None):
            try:
                await self.hear()
            except TROUBLES:
                await self.leave()
                await asyncio.sleep(0.05)

    async def move(self, ply: int, text: str, tally: Tally) -> None:
        """Play a move, and send it until it is acknowledged or seen."""
        message = json.dumps({"type": "move", "ply": ply, "move": text, "ref": f"{ply}"})
        sent = False
        while True:
            try:
                if self._socket is None:
                    await self.hear()
                if self._is_there(ply, text):
                    return
                if not sent:
                    assert self._socket is not None
                    await self._socket.send(message)
                    sent = True
                answer = await self.hear()
                if answer["type"] == "accepted" and answer["ref"] == f"{ply}":
                    tally.games[self.game_id][ply] = text
                    return
                if answer["type"] == "refused":
                    assert answer["code"] in LATER, answer
                    tally.sent_again += 1
                    sent = False
                    await asyncio.sleep(0.2)
            except TROUBLES:
                tally.sent_again += 1
                sent = False
                await self.leave()
                await asyncio.sleep(0.05)

    def _is_there(self, ply: int, text: str) -> bool:
        """Return whether a move was kept whose acknowledgement was lost."""
        if not self.state or self.state["scene"]["ply"] <= ply:
            return False
        assert self.state["turns"][ply]["text"] == text, "another move was played"
        return True


def is_against_computer(table: int) -> bool:
    """Return whether somebody plays against the computer at a table."""
    return table % 3 == 0


class Table:
    """Two bots, or one against the computer, that play one game after the other."""

    def __init__(self, number: int, address: str, tally: Tally) -> None:
        self._number, self._address, self._tally = number, address, tally
        self._chance = random.Random(number)
        self._against_computer = is_against_computer(number)

    async def play(self, stop: asyncio.Event, pause: float) -> None:
        bots = [Bot(self._address, await self._ask("/visitors", {}, "token", {})) for _ in range(2)]
        while not stop.is_set():
            await self._game(bots, stop, pause)
        for bot in bots:
            await bot.leave()

    async def _ask(self, path: str, body: object, wanted: str, headers: dict[str, str]) -> str:
        while True:
            with suppress(*TROUBLES, KeyError):
                async with httpx.AsyncClient(timeout=PATIENCE_SECONDS, trust_env=False) as client:
                    answer = await client.post(f"{self._address}/api{path}", json=body, headers=headers)
                    return str(answer.json()[wanted])
            await asyncio.sleep(0.1)

    async def _game(self, bots: list[Bot], stop: asyncio.Event, pause: float) -> None:
        other = {"kind": "computer", "level": 1} if self._against_computer else {"kind": "open"}
        wish = {
            "game": ("squadro", "fanorona")[self._number % 2],
            "seats": [{"kind": "me"}, other],
            "sides": "me_first",
            "clock": {"initial_ms": 3_600_000, "increment_ms": 0} if self._number % 4 == 1 else None,
        }
        game_id = await self._ask("/games", wish, "id", bots[0].headers)
        self._tally.games[game_id] = {}
        if not self._against_computer:
            await self._ask(f"/games/{game_id}/join", {}, "id", bots[1].headers)
        players = bots[:1] if self._against_computer else bots
        for bot in players:
            await bot.sit_down(game_id)
            await bot.until_ply(0)
        ply = 0
        while not stop.is_set():
            for bot in players:
                await bot.until_ply(ply)
            self._tally.progress[self._number] = time.monotonic()
            state = bots[0].state
            if state["outcome"] is not None:
                self._tally.finished += 1
                return
            ply = state["scene"]["ply"]
            self._tally.tables[self._number] = f"{wish['game']} {game_id}, ply {ply}, version {state['version']}"
            mover = bots[state["scene"]["turn"]]
            if mover in players:
                await mover.move(ply, choose(mover.state, self._chance), self._tally)
                await asyncio.sleep(self._chance.expovariate(1 / pause))
            ply += 1


class Campaign:
    """Everything that runs, and what is done to it."""

    def __init__(self, folder: Path, workers: int, seed: int, stack: ExitStack, *more: str) -> None:
        self._chance = random.Random(seed)
        self.postgres = stack.enter_context(Postgres())
        self.valkey = stack.enter_context(Valkey())
        self.database = self.postgres.new_database()
        options = (
            *OPTIONS,
            "--workers",
            str(workers),
            "--database",
            self.database,
            "--hints",
            self.valkey.address,
            *more,
        )
        self.server = stack.enter_context(Server(folder, *options))
        self.tally = Tally()
        self._faults = {
            "a worker killed": self._kill,
            "a worker stopped": self._stop,
            "PostgreSQL restarted": lambda: self._restart(self.postgres, signal.SIGINT),
            "PostgreSQL crashed": lambda: self._restart(self.postgres, signal.SIGQUIT),
            "Valkey killed": lambda: self._restart(self.valkey, signal.SIGKILL),
        }

    def _workers(self) -> list[int]:
        return [
            child for child in self.server.children() if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
        ]

    def _kill(self) -> None:
        os.kill(self._chance.choice(self._workers()), signal.SIGKILL)

    def _stop(self) -> None:
        """Stop a worker for longer than its leases last; it wakes when others do its work."""
        worker = self._chance.choice(self._workers())
        os.kill(worker, signal.SIGSTOP)
        time.sleep(4)
        os.kill(worker, signal.SIGCONT)

    def _restart(self, service: Postgres | Valkey, how: signal.Signals) -> None:
        service.end(how)
        time.sleep(self._chance.random())
        service.start()

    def faults(self, seconds: float) -> Iterator[str]:
        """Yield what is to happen, each as often as any other, until the time is up."""
        end = time.monotonic() + seconds
        while True:
            for name in self._chance.sample(list(self._faults), len(self._faults)):
                if time.monotonic() > end:
                    return
                yield name

    async def run(self, tables: int, pause: float, faults: Iterable[str], say: Callable[[str], object]) -> Tally:
        """Play, and let things happen, one after the other; then look whether all is well."""
        stop, tally = asyncio.Event(), self.tally
        playing = [
            asyncio.create_task(Table(number, self.server.address, tally).play(stop, pause))
            for number in range(1, tables + 1)
        ]
        everybody = range(1, tables + 1)
        people = [number for number in everybody if not is_against_computer(number)]
        for _ in range(3):  # the engine is loaded
            await self._go_on(everybody, playing)
        for name in faults:
            await asyncio.to_thread(self._faults[name])
            begin = time.monotonic()
            took = await self._go_on(people, playing, begin)
            took_computer = await self._go_on(everybody, playing, begin)
            tally.faults.append((name, took))
            tally.slowest = max(tally.slowest, took)
            tally.slowest_computer = max(tally.slowest_computer, took_computer)
            moves = sum(map(len, tally.games.values()))
            say(f"{name}: people go on after {took:.1f} s, the computer after {took_computer:.1f} s; {moves} moves")
            await asyncio.sleep(self._chance.random())
        stop.set()
        await asyncio.wait_for(asyncio.gather(*playing), 60)
        self.check()
        return tally

    async def _go_on(
        self, tables: Iterable[int], playing: list[asyncio.Task[None]], begin: float | None = None
    ) -> float:
        """Wait until a move was seen at each of some tables, and return how long that took."""
        begin = time.monotonic() if begin is None else begin
        while not all(self.tally.progress.get(number, 0.0) > begin for number in tables):
            for task in playing:
                if task.done():
                    task.result()
            assert time.monotonic() - begin < STUCK_SECONDS, self._who_stands_still(begin)
            await asyncio.sleep(0.05)
        return time.monotonic() - begin

    def _who_stands_still(self, begin: float) -> str:
        """Return what is known about the tables at which nothing happens."""
        still = [number for number in self.tally.tables if self.tally.progress.get(number, 0.0) <= begin]
        told = [f"table {number}: {self.tally.tables[number]}" for number in still]
        return "\n".join(["Games stand still.", *told, self.server.errors[-5_000:]])

    def check(self) -> None:
        """Compare what was acknowledged with what the database has."""
        name = self.database.partition("@/")[2].partition("?")[0]
        kept: dict[str, dict[int, str]] = {}
        for line in self.postgres.run(name, "SELECT game_id, ply, text FROM moves ORDER BY game_id, ply").splitlines():
            game_id, ply, text = line.split("|", 2)
            kept.setdefault(game_id, {})[int(ply)] = text
        for game_id, moves in self.tally.games.items():
            there = kept.get(game_id, {})
            assert sorted(there) == list(range(1, len(there) + 1)), f"game {game_id} has gaps"
            lost = {ply: text for ply, text in moves.items() if there.get(ply + 1) != text}
            assert not lost, f"game {game_id} lost {lost}"
        counts = self.postgres.run(name, "SELECT id, plies FROM games").split()
        for game_id, plies in (line.split("|") for line in counts):
            assert len(kept.get(game_id, {})) == int(plies), f"game {game_id} has another number of moves"


def main() -> None:
    """Run it for some minutes and say how it went."""
    parser = argparse.ArgumentParser(
        prog="scripts/campaign", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--tables", type=int, default=24, help="games at the same time")
    parser.add_argument("--pause", type=float, default=0.5, help="seconds before a move, on average")
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        campaign = Campaign(folder, wishes.workers, wishes.seed, stack, "--warm", "--players", "1")
        faults = campaign.faults(60 * wishes.minutes)
        tally = asyncio.run(campaign.run(wishes.tables, wishes.pause, faults, partial(print, flush=True)))
        failures = [line for line in campaign.server.errors.splitlines() if "Traceback" in line]
    moves = sum(map(len, tally.games.values()))
    print(
        f"{moves} acknowledged moves in {len(tally.games)} games, {tally.finished} ended, {tally.sent_again} sent again"
    )
    print(f"{len(tally.faults)} faults; no move was lost, none is there twice, no game is stuck")
    print(f"people went on within {tally.slowest:.1f} s, games with the computer within {tally.slowest_computer:.1f} s")
    if failures or tally.slowest > NORMAL_SECONDS:
        raise SystemExit(f"{len(failures)} tracebacks, and {tally.slowest:.1f} s are too long.")


if __name__ == "__main__":
    main()
