"""Bots that play while servers, the database and hints are killed, stopped, cut off and left without room at random.

Every acknowledged move must be kept, none twice, no game may stand still, and all go on within five seconds of whatever
happened. `scripts/campaign --minutes 10` runs it for as long as one likes, on PostgreSQL with several workers or, with
`--sqlite`, on one server; a test runs a short one of each.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import socket
import sqlite3
import statistics
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import httpx

from tests.server.backing import Postgres, Valkey
from tests.server.bots import PATIENCE_SECONDS, Table, Tally, is_against_computer
from tests.server.disk import Disk
from tests.server.line import Line
from tests.server.people import Server

OPTIONS = "--games-per-hour", "1000000", "--requests-per-second", "100000", "--sockets-per-address", "100000"
STUCK_SECONDS = 120.0
NORMAL_SECONDS = 5.0
"""How long it may take until all games go on after something happened."""
LEASE_SECONDS = 3.0
FULL_SECONDS = 20.0
"""For a full disk to be noticed."""


class Stuck(Exception):
    """Games stand still."""


class Campaign(ABC):
    """Everything that runs, and what is done to it."""

    server: Server

    def __init__(self, seed: int, stack: ExitStack) -> None:
        self.chance = random.Random(seed)
        self.disk = stack.enter_context(Disk())
        self.tally = Tally()
        self.longest = 2 * LEASE_SECONDS
        """For which something is full, cut off, stopped or away."""
        self.troubles: dict[str, Callable[[], None]] = {}
        if self.disk.can_fill:
            self.troubles["the disk full"] = self._fill

    @abstractmethod
    def kept(self) -> Iterator[tuple[str, int, str]]:
        """Return all moves that the database has: game, number from 1 on, text."""

    @abstractmethod
    def plies(self) -> dict[str, int]:
        """Return how many moves each game has, as the database says."""

    def recover(self) -> None:
        """Start what a full disk has ended."""

    def _fill(self) -> None:
        before = self.tally.not_kept
        self.disk.fill()
        deadline = time.monotonic() + FULL_SECONDS
        while self.tally.not_kept == before:
            assert time.monotonic() < deadline, "nobody noticed that the disk is full"
            time.sleep(0.05)
        time.sleep(self.chance.uniform(0, self.longest))
        self.disk.clear()
        self.recover()

    def faults(self, seconds: float) -> Iterator[str]:
        """Yield what is to happen, each as often as any other, until the time is up."""
        end = time.monotonic() + seconds
        while True:
            for name in self.chance.sample(list(self.troubles), len(self.troubles)):
                if time.monotonic() > end:
                    return
                yield name

    async def run(
        self, tables: int, pause: float, rest: float, faults: Iterable[str], say: Callable[[str], object]
    ) -> Tally:
        """Play, and let things happen, one after the other; then count what was lost or doubled."""
        stop = asyncio.Event()
        numbers = range(1, tables + 1)
        async with httpx.AsyncClient(timeout=PATIENCE_SECONDS, trust_env=False, verify=False) as client:
            playing = [
                asyncio.create_task(Table(number, self.server.address, client, self.tally).play(stop, pause))
                for number in numbers
            ]
            try:
                await self._let_happen(numbers, playing, rest, faults, say)
                stop.set()
                await asyncio.wait(playing, timeout=STUCK_SECONDS)
                for task in playing:
                    if task.done():
                        task.result()
                self._refuse_stuck([number for number, task in zip(numbers, playing, strict=True) if not task.done()])
            except Stuck as stuck:
                say(str(stuck))
            finally:
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)
        self.server.stop()  # or the computer would still move while moves are counted
        self._count()
        return self.tally

    async def _let_happen(
        self,
        numbers: Iterable[int],
        playing: list[asyncio.Task[None]],
        rest: float,
        faults: Iterable[str],
        say: Callable[[str], object],
    ) -> None:
        people = [number for number in numbers if not is_against_computer(number)]
        for _ in range(3):  # the engine is loaded
            await self._go_on(numbers, playing)
        for name in faults:
            begin, before = time.monotonic(), self.tally.moves
            await asyncio.sleep(self.chance.uniform(0.5, 1) * rest)
            rate = (self.tally.moves - before) / (time.monotonic() - begin)
            written = len(self.server.errors)
            await asyncio.to_thread(self.troubles[name])
            begin = time.monotonic()
            took = await self._go_on(people, playing, begin)
            took_computer = await self._go_on(numbers, playing, begin)
            self.tally.faults.append((name, took, took_computer))
            say(
                f"{name}: people go on after {took:.1f} s, the computer after {took_computer:.1f} s; "
                f"{self.tally.moves} moves, before that {rate:.0f} a second"
            )
            if max(took, took_computer) > NORMAL_SECONDS:
                say(self.server.errors[written:])

    async def _go_on(
        self, tables: Iterable[int], playing: list[asyncio.Task[None]], begin: float | None = None
    ) -> float:
        """Wait until a move was seen at each of some tables, and return how long that took."""
        begin = time.monotonic() if begin is None else begin
        while still := [number for number in tables if self.tally.progress.get(number, 0.0) <= begin]:
            for task in playing:
                if task.done():
                    task.result()
            if time.monotonic() - begin > STUCK_SECONDS:
                self._refuse_stuck(still)
            await asyncio.sleep(0.05)
        return time.monotonic() - begin

    def _refuse_stuck(self, still: list[int]) -> None:
        self.tally.stuck = len(still)
        if still:
            told = [f"table {number}: {self.tally.tables.get(number)}" for number in still]
            raise Stuck("\n".join(["Games stand still.", *told, self.server.errors[-5_000:]]))

    def _count(self) -> None:
        """Compare what was meant and acknowledged with what the database has."""
        kept: dict[str, dict[int, str]] = {}
        for game_id, number, text in self.kept():
            kept.setdefault(game_id, {})[number - 1] = text
        for game_id, game in self.tally.games.items():
            there = kept.get(game_id, {})
            for ply in game.acknowledged:
                if there.get(ply) != game.meant[ply]:
                    self.tally.lost.append(f"{game_id}, ply {ply}: {there.get(ply)}, not {game.meant[ply]}")
            if not game.against_computer:
                for ply in there.keys() - game.meant.keys():
                    self.tally.doubled.append(f"{game_id}, ply {ply}: {there[ply]}, which nobody played")
        for game_id, count in self.plies().items():
            if (plies := sorted(kept.get(game_id, {}))) != list(range(count)):
                self.tally.doubled.append(f"{game_id}: {count} moves are said to be there, and there are {plies}")


class OnPostgres(Campaign):
    """Several workers, PostgreSQL and Valkey."""

    def __init__(self, folder: Path, workers: int, seed: int, stack: ExitStack, *more: str) -> None:
        super().__init__(seed, stack)
        self._postgres = stack.enter_context(Postgres(self.disk.folder))
        self._valkey = stack.enter_context(Valkey())
        self._line = stack.enter_context(Line(self._postgres.folder))
        self._name = self._postgres.new_database().partition("@/")[2].partition("?")[0]
        database = f"postgresql://vato@/{self._name}?host={self._line.folder}"
        shared = "--workers", str(workers), "--database", database, "--hints", self._valkey.address
        self.server = stack.enter_context(Server(folder, *OPTIONS, *shared, *more))
        self.troubles |= {
            "a worker killed": lambda: os.kill(self._worker(), signal.SIGKILL),
            "a worker stopped": self._stop,
            "a line dropped": lambda: self._cut(self._line.drop),
            "a line silent": lambda: self._cut(self._line.silence),
            "PostgreSQL restarted": lambda: self._restart(self._postgres, signal.SIGINT),
            "PostgreSQL crashed": lambda: self._restart(self._postgres, signal.SIGQUIT),
            "Valkey killed": lambda: self._restart(self._valkey, signal.SIGKILL),
        }

    def _worker(self) -> int:
        children = self.server.children()
        return self.chance.choice(
            [pid for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        )

    def _stop(self) -> None:
        """Stop a worker for longer than its leases last; it wakes when others do its work."""
        worker = self._worker()
        os.kill(worker, signal.SIGSTOP)
        time.sleep(LEASE_SECONDS + 1)
        os.kill(worker, signal.SIGCONT)

    def _cut(self, cut: Callable[[int], None]) -> None:
        """Cut a worker off, now and then for longer than its leases last."""
        cut(self._worker())
        time.sleep(self.chance.uniform(0, self.longest))
        self._line.mend()

    def _restart(self, service: Postgres | Valkey, how: signal.Signals) -> None:
        service.end(how)
        time.sleep(self.chance.uniform(0, self.longest))
        service.start()

    def recover(self) -> None:
        """Start PostgreSQL again, unless it has borne it."""
        self._postgres.start_again()

    def kept(self) -> Iterator[tuple[str, int, str]]:
        """Return all moves."""
        rows = self._postgres.run(self._name, "SELECT game_id, ply, text FROM moves").splitlines()
        for game_id, ply, text in (row.split("|", 2) for row in rows):
            yield game_id, int(ply), text

    def plies(self) -> dict[str, int]:
        """Return how many moves each game has."""
        rows = self._postgres.run(self._name, "SELECT id, plies FROM games").split()
        return {game_id: int(plies) for game_id, plies in (row.split("|") for row in rows)}


class OnSqlite(Campaign):
    """One server, and a file."""

    def __init__(self, folder: Path, seed: int, stack: ExitStack, *more: str) -> None:
        super().__init__(seed, stack)
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        place = "--port", str(port), "--data", str(self.disk.folder)
        self.server = stack.enter_context(Server(folder, *OPTIONS, *place, *more))
        self.troubles |= {"the server killed": self._kill, "the server stopped": self._stop}

    def _kill(self) -> None:
        self.server.kill()
        time.sleep(self.chance.uniform(0, self.longest))
        self.server.start()

    def _stop(self) -> None:
        assert self.server.process is not None
        self.server.process.send_signal(signal.SIGSTOP)
        time.sleep(self.chance.uniform(0, self.longest))
        self.server.process.send_signal(signal.SIGCONT)

    def _rows(self, statement: str) -> list[tuple[str, int, str]]:
        with closing(sqlite3.connect(self.disk.folder / "vato.sqlite3")) as database:
            return database.execute(statement).fetchall()

    def kept(self) -> Iterator[tuple[str, int, str]]:
        """Return all moves."""
        yield from self._rows("SELECT game_id, ply, text FROM moves")

    def plies(self) -> dict[str, int]:
        """Return how many moves each game has."""
        return {game_id: plies for game_id, plies, _ in self._rows("SELECT id, plies, '' FROM games")}


def summary(tally: Tally, seconds: float) -> str:
    """Return how it went."""
    lines = [
        f"{tally.moves} acknowledged moves in {len(tally.games)} games, {60 * tally.moves / seconds:.0f} a minute; "
        f"{tally.finished} games ended, {tally.sent_again} moves were sent again",
        f"{len(tally.lost)} lost, {len(tally.doubled)} doubled, {tally.stuck} games stuck, {len(tally.faults)} faults:",
        *(f"  lost: {each}" for each in tally.lost),
        *(f"  doubled: {each}" for each in tally.doubled),
    ]
    for name in sorted({name for name, _, _ in tally.faults}):
        people, computer = zip(*(took for each, *took in tally.faults if each == name), strict=True)
        lines.append(
            f"  {name}, {len(people)} times: people went on after {statistics.median(people):.1f} s, "
            f"at worst {max(people):.1f} s; those against the computer after {statistics.median(computer):.1f} s, "
            f"at worst {max(computer):.1f} s"
        )
    return "\n".join(lines)


def main() -> None:
    """Run it for some minutes and say how it went."""
    parser = argparse.ArgumentParser(
        prog="scripts/campaign", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--sqlite", action="store_true", help="one server that keeps its games in a file")
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--tables", type=int, default=24, help="games at the same time")
    parser.add_argument("--pause", type=float, default=0.0, help="seconds before a move, on average")
    parser.add_argument("--rest", type=float, default=5.0, help="seconds between two faults, at most")
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    say = partial(print, flush=True)
    begin = time.monotonic()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        more = "--warm", "--players", "1"
        campaign: Campaign = (
            OnSqlite(folder, wishes.seed, stack, *more)
            if wishes.sqlite
            else OnPostgres(folder, wishes.workers, wishes.seed, stack, *more)
        )
        if not campaign.disk.can_fill:
            say("The disk is never full, as only root can make a small one.")
        faults = campaign.faults(60 * wishes.minutes)
        tally = asyncio.run(campaign.run(wishes.tables, wishes.pause, wishes.rest, faults, say))
        said = campaign.server.errors
    failures = said.count("Traceback")
    if failures:
        say(said[max(0, said.index("Traceback") - 500) :][:5_000])
    say(summary(tally, time.monotonic() - begin))
    slowest = max((people for _, people, _ in tally.faults), default=0.0)
    if failures or tally.lost or tally.doubled or tally.stuck or slowest > NORMAL_SECONDS:
        raise SystemExit(
            f"{failures} tracebacks; {slowest:.1f} s until all went on, and {NORMAL_SECONDS:.0f} s are right."
        )


if __name__ == "__main__":
    main()
