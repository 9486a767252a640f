"""Some processes of the engine and those who wait for them: fair turns, none too long while others wait.

Processes on other machines come and go. They are asked first, as they cost this machine nothing, and may stand in two
pools, of which one has them at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from vato.errors import VatoError
from vato.server import metrics
from vato.server.engine.engineer import Engineer, EngineLost, HelperLost
from vato.server.engine.worker import Job
from vato.server.fair_queue import Asker, FairQueue, Turn

SLICE_SECONDS = 1.0
"""How long a job that can be taken up again goes on while others wait."""
WARM_PAUSE_SECONDS = 0.1
"""After which a process that was to get ready, and has something to do, is looked at again."""
MOST_LOST = 3
"""Processes on other machines that are lost over one job before whoever asked is told."""


class Process(Protocol):
    """What can be given a job: a process of this machine or of another one."""

    name: str
    is_elsewhere: bool

    async def ask(self, job: Job, told: Callable[[Job], None]) -> Job:
        """Do a job; `told` hears what is found on the way."""

    def stop(self) -> None:
        """End the job under way soon."""


@dataclass(eq=False)
class Running:
    """A job under way."""

    turn: Turn
    engineer: Process
    started: float
    cut: bool = False
    """Whether it was stopped because others wait."""
    timer: asyncio.TimerHandle | None = field(default=None, repr=False)


class Pool:
    """Some processes of the engine, each with one job at a time; who comes later waits."""

    def __init__(self, name: str, count: int, most_waiting: int, data: Path) -> None:
        self.name = name
        self._here = [Engineer(f"{name} {number}", data) for number in range(1, count + 1)]
        self._engineers: list[Process] = [*self._here]
        self._idle = self._engineers[::-1]
        self.beside: Pool | None = None
        """The pool that has the same helpers."""
        self._queue = FairQueue(most_waiting, at_once=1)
        self._count()
        self._working: set[asyncio.Task[Job]] = set()

    @property
    def waiting(self) -> int:
        """How many jobs wait for a process."""
        return len(self._queue)

    @property
    def processes(self) -> int:
        """How many processes there may be."""
        return len(self._engineers)

    @property
    def working(self) -> int:
        """How many of them have a job."""
        return len(self._engineers) - len(self._idle)

    @property
    def busy(self) -> bool:
        """Whether a new job would have to wait."""
        return not self._idle

    def add(self, helper: Process) -> None:
        """Let a process on another machine do jobs, too, once it is put to work."""
        self._engineers.append(helper)
        self._count()

    def remove(self, helper: Process) -> None:
        """Give a process on another machine no more jobs."""
        self._engineers.remove(helper)
        if helper in self._idle:
            self._idle.remove(helper)
        self._count()

    def _count(self) -> None:
        # Of several processes one is left for whoever comes from elsewhere.
        self._queue.at_once = max(1, len(self._engineers) - 1)

    async def do(
        self,
        job: Job,
        asker: Asker,
        cost: float,
        told: Callable[[Job], None] = lambda _: None,
        *,
        sliced: bool = False,
    ) -> tuple[Job, bool]:
        """Do a job when its turn comes; return the answer, and whether it was cut short as others waited.

        Only a job that may be `sliced` is. Cancelling stops it. What a lost helper was asked, another process is asked.
        """
        for _ in range(MOST_LOST):
            try:
                return await self._do(job, asker, cost, told, sliced)
            except HelperLost:
                continue
        raise EngineLost

    async def _do(
        self, job: Job, asker: Asker, cost: float, told: Callable[[Job], None], sliced: bool
    ) -> tuple[Job, bool]:
        turn = self._queue.join(asker, cost)
        self._hand_out()
        try:
            with metrics.ENGINE_WAITS.timed(self.name):
                engineer: Process = await turn.called
        except asyncio.CancelledError:
            self._queue.leave(turn)
            if turn.called.done() and not turn.called.cancelled() and turn.called.exception() is None:
                self._free(turn, turn.called.result(), 0.0)
            raise
        return await self._run(Running(turn, engineer, _now()), job, told, sliced)

    async def _run(self, running: Running, job: Job, told: Callable[[Job], None], sliced: bool) -> tuple[Job, bool]:
        work = asyncio.create_task(running.engineer.ask(job, told))
        self._working.add(work)
        work.add_done_callback(lambda done: self._freed(done, running))
        if sliced:
            self._watch(running)
        try:
            return await asyncio.shield(work), running.cut
        except asyncio.CancelledError:
            running.engineer.stop()
            raise

    def _watch(self, running: Running) -> None:
        running.timer = asyncio.get_running_loop().call_later(SLICE_SECONDS, self._look, running)

    def _look(self, running: Running) -> None:
        if self._queue.waits_for(running.turn):
            running.cut = True
            running.engineer.stop()
        else:
            self._watch(running)

    def _freed(self, work: asyncio.Task[Job], running: Running) -> None:
        self._working.discard(work)
        if running.timer is not None:
            running.timer.cancel()
        if not work.cancelled():
            work.exception()  # whoever waited has been told, or has gone
        seconds = _now() - running.started
        metrics.ENGINE_JOBS.note(seconds, self.name)
        self._free(running.turn, running.engineer, seconds)

    def _free(self, turn: Turn, engineer: Process, seconds: float) -> None:
        self._queue.end(turn, seconds)
        self.put_back(engineer)

    def put_back(self, engineer: Process) -> None:
        """Give a process that has nothing to do the next job, of whichever pool it belongs to."""
        pools = [self] if self.beside is None else [self, self.beside]
        for pool in pools:
            if engineer in pool._engineers:
                pool._idle.append(engineer)
        for pool in pools:
            pool._hand_out()

    def _hand_out(self) -> None:
        while self._idle and (turn := self._queue.call()) is not None:
            # The last one that was used is taken first: it has loaded what the others may never need.
            engineer = next((each for each in reversed(self._idle) if each.is_elsewhere), self._idle[-1])
            self._idle.remove(engineer)
            if self.beside is not None and engineer in self.beside._idle:
                self.beside._idle.remove(engineer)
            turn.called.set_result(engineer)

    async def warm(self, games: list[str]) -> None:
        """Let every process get ready, one after the other: the next finds compiled what the first one compiled.

        It does so game by game, and whoever waits meanwhile goes first: after a restart somebody's turn may.
        """
        loading: list[Job] = [{"do": "load", "game": game} for game in games]
        for engineer in self._here:
            for job in [*loading, {"do": "warm", "games": games}]:
                while engineer not in self._idle:
                    await asyncio.sleep(WARM_PAUSE_SECONDS)
                self._idle.remove(engineer)
                try:
                    await engineer.ask(job, lambda _: None)
                except (EngineLost, VatoError):
                    break  # it has been written down, and is tried again with the first job
                finally:
                    self.put_back(engineer)

    async def close(self) -> None:
        """End all processes."""
        for work in tuple(self._working):
            work.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)
        await asyncio.gather(*(engineer.close() for engineer in self._here))


def _now() -> float:
    return asyncio.get_running_loop().time()
