"""The engine as the server sees it: jobs for other processes, awaited without holding up anything, and cancellable.

One pool plays (short jobs), one analyses (long ones). A process that dies is replaced; whoever waited for it is told.
No thinking is done in this process.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

from vato import catalog
from vato.board import Board
from vato.errors import UnknownName, VatoError
from vato.server.engine.worker import Job
from vato.server.http.refusals import busy
from vato.server.play.positions import refuse_if_crowded
from vato.server.wire.analysis import Findings

LONGEST_LINE = 4 * 1024 * 1024
LONGEST_SECONDS = 180.0
"""A job that takes longer, compiling included, never ends: its process is replaced."""
CLOSING_SECONDS = 2.0

log = logging.getLogger("vato.server")


class EngineLost(Exception):
    """The engine's process ended before it had answered."""


class Engineer:
    """One process of the engine, started when it is first needed."""

    def __init__(self, name: str, data: Path) -> None:
        self.name = name
        self._data = data
        """The folder in which it finds what was solved."""
        self._process: asyncio.subprocess.Process | None = None
        self._numbers = itertools.count(1)
        self._current: int | None = None
        self._stopping = False

    async def ask(self, job: Job, told: Callable[[Job], None]) -> Job:
        """Give the process a job and wait for the answer; `told` hears what it finds on the way."""
        self._stopping = False
        process = await self._started()
        assert process.stdin is not None
        number = next(self._numbers)
        try:
            self._send({"job": number, **job})
            self._current = number
            if self._stopping:
                self.stop()
            await process.stdin.drain()
            async with asyncio.timeout(LONGEST_SECONDS):
                return await self._answer(process, number, told)
        except (OSError, EngineLost, TimeoutError, json.JSONDecodeError) as error:
            log.error("The engine's process (%s) was lost (%r); another one takes its place.", self.name, error)
            await self.close()
            raise EngineLost from error
        finally:
            self._current = None

    async def _answer(self, process: asyncio.subprocess.Process, number: int, told: Callable[[Job], None]) -> Job:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            answer = json.loads(line)
            if answer["job"] != number:
                continue
            if "info" in answer:
                told(answer["info"])
            elif "refused" in answer:
                raise VatoError("{reason}", reason=answer["refused"])
            elif "failed" in answer:
                raise EngineLost(answer["failed"])
            else:
                done: Job = answer["done"]
                return done
        raise EngineLost(f"exit code {await process.wait()}")

    def stop(self) -> None:
        """End the job under way soon."""
        self._stopping = True
        if self._current is not None:
            with contextlib.suppress(OSError):
                self._send({"stop": self._current})

    def _send(self, job: Job) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(json.dumps(job).encode() + b"\n")

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "vato.server.engine.worker"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
                env=os.environ | {"VATO_DATA": str(self._data.absolute())},
            )
        return self._process

    async def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), CLOSING_SECONDS)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Pool:
    """Some processes of the engine, each with one job at a time; who comes later waits."""

    def __init__(self, name: str, count: int, most_waiting: int, data: Path) -> None:
        self._engineers = [Engineer(f"{name} {number}", data) for number in range(1, count + 1)]
        self._idle: asyncio.Queue[Engineer] = asyncio.Queue()
        for engineer in self._engineers:
            self._idle.put_nowait(engineer)
        self._most_waiting = most_waiting
        self._working: set[asyncio.Task[Job]] = set()
        self.waiting = 0
        """How many jobs wait for a process."""

    @property
    def busy(self) -> bool:
        """Whether a new job would have to wait."""
        return self._idle.empty()

    async def do(self, job: Job, told: Callable[[Job], None] = lambda _: None) -> Job:
        """Do a job as soon as a process is free; cancelling stops it."""
        if self.waiting >= self._most_waiting:
            raise busy()
        with self._counted():
            engineer = await self._idle.get()
        work = asyncio.create_task(engineer.ask(job, told))
        self._working.add(work)
        work.add_done_callback(lambda done: self._freed(done, engineer))
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            engineer.stop()
            raise

    def _freed(self, work: asyncio.Task[Job], engineer: Engineer) -> None:
        self._working.discard(work)
        if not work.cancelled():
            work.exception()  # whoever waited has been told, or has gone
        self._idle.put_nowait(engineer)

    @contextlib.contextmanager
    def _counted(self) -> Iterator[None]:
        self.waiting += 1
        try:
            yield
        finally:
            self.waiting -= 1

    async def warm(self) -> None:
        """Let every process get ready."""
        games = [name for name, game in catalog.GAMES.items() if game.kernel is not None]
        for _ in self._engineers:
            with contextlib.suppress(EngineLost, VatoError):
                await self.do({"do": "warm", "games": games})

    async def close(self) -> None:
        """End all processes."""
        for work in tuple(self._working):
            work.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)
        await asyncio.gather(*(engineer.close() for engineer in self._engineers))


class Thinking:
    """The engine's pools, and the jobs that the server has for them."""

    def __init__(self, analysts: int, waiting: int, data: Path) -> None:
        self.playing = Pool("playing", 1, 10_000, data)
        self.analysing = Pool("analysing", analysts, waiting, data)

    async def warm(self) -> None:
        """Get everything ready; the second pool finds compiled what the first one compiled."""
        await self.playing.warm()
        await self.analysing.warm()

    async def play(self, board: Board, level: int | None) -> str:
        """Return the move that a level plays; without levels, the best that the engine finds."""
        answer = await self.playing.do({"do": "play", "level": level, **await described(board)})
        move: str = answer["move"]
        return move

    async def look(self, board: Board, seconds: float) -> Findings:
        """Return what the engine that plays finds in a short time."""
        job = _analysis(seconds, 1, report=False)
        return _findings(await self.playing.do(job | await described(board)))

    async def analyse(
        self, board: Board, seconds: float, lines: int = 1, told: Callable[[Findings], None] | None = None
    ) -> Findings:
        """Return what the engine finds; `told` hears it on the way.

        Refuse a game that it does not know, and a position that would take it for ever.
        """
        refuse_without_engine(board.game)
        await asyncio.to_thread(refuse_if_crowded, board.copy())
        job = _analysis(seconds, lines, report=told is not None) | await described(board)
        if told is None:
            return _findings(await self.analysing.do(job))
        return _findings(await self.analysing.do(job, lambda info: told(_findings(info))))

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(self.playing.close(), self.analysing.close())


def job_of(board: Board) -> dict[str, Any]:
    """Return what a process needs to set up the same board."""
    return {
        "game": board.game,
        "rules": board.rules.name,
        "start": board.root().position,
        "moves": [str(move) for move in board.played],
    }


async def described(board: Board) -> dict[str, Any]:
    """Return the same, worked out where it holds up nobody: a long game has many moves to write."""
    return await asyncio.to_thread(job_of, board)


def refuse_without_engine(game: str) -> None:
    """Refuse a game that the engine does not know."""
    if catalog.find(game).kernel is None:
        raise UnknownName("There is no engine for {game} yet.", game=game)


def _findings(answer: Job) -> Findings:
    return cast("Findings", answer)  # which is what the other end writes


def _analysis(seconds: float, lines: int, *, report: bool) -> Job:
    return {"do": "analyse", "seconds": seconds, "lines": lines, "report": report}
