"""One process of the engine as the server sees it: started when needed, asked in lines of JSON, replaced when lost."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path

from vato.errors import VatoError
from vato.server import metrics
from vato.server.engine.worker import Job

LONGEST_LINE = 4 * 1024 * 1024
LOADING_SECONDS = 180.0
"""A first job about a game, compiling included, that takes longer never ends: its process is replaced."""
GRACE_SECONDS = 5.0
"""How much longer than it was allowed a job may take, and one that is to stop."""
CLOSING_SECONDS = 2.0

log = logging.getLogger("vato.server")


class EngineLost(Exception):
    """The engine's process ended before it had answered."""


class HelperLost(EngineLost):
    """An engine on another machine went, or was let go, before it had answered: another one is to be asked."""


class TookTooLong(EngineLost):
    """The engine's process did not answer in the time that it had."""


class Engineer:
    """One process of the engine."""

    is_elsewhere = False

    def __init__(self, name: str, data: Path) -> None:
        self.name = name
        self._data = data
        """The folder in which it finds what was solved."""
        self._process: asyncio.subprocess.Process | None = None
        self._loaded: set[str] = set()
        """The games that the process has answered about."""
        self._numbers = itertools.count(1)
        self._current: int | None = None
        self._deadline: asyncio.Timeout | None = None
        self._grace = LOADING_SECONDS
        self._stopping = False

    async def ask(self, job: Job, told: Callable[[Job], None]) -> Job:
        """Give the process a job and wait for the answer; `told` hears what it finds on the way."""
        self._stopping = False
        process = await self._started()
        self._grace = GRACE_SECONDS if job.get("game") in self._loaded else LOADING_SECONDS
        assert process.stdin is not None
        number = next(self._numbers)
        try:
            self._send({"job": number, **job})
            self._current = number
            async with asyncio.timeout(job.get("seconds", 0) + self._grace) as self._deadline:
                if self._stopping:
                    self.stop()
                await process.stdin.drain()
                answer = await self._answer(process, number, told)
            self._loaded.update(job.get("games", [job.get("game")]))
            return answer
        except (OSError, EngineLost, TimeoutError, json.JSONDecodeError) as error:
            metrics.ENGINES_LOST.add()
            log.error("The engine's process (%s) was lost (%r); another one takes its place.", self.name, error)
            await self.close()
            raise (TookTooLong if isinstance(error, TimeoutError) else EngineLost) from error
        finally:
            self._current = self._deadline = None

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
        if self._current is None:
            return
        with contextlib.suppress(OSError):
            self._send({"stop": self._current})
        if self._deadline is not None and not self._deadline.expired():
            soon = asyncio.get_running_loop().time() + self._grace
            self._deadline.reschedule(min(soon, self._deadline.when() or soon))

    def _send(self, job: Job) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(json.dumps(job).encode() + b"\n")

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._loaded.clear()
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
