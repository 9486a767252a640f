"""The tables behind the training of endings: made when they are first needed, looked up by one request at a time."""

from __future__ import annotations

import asyncio
import logging
import math
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from vato import catalog
from vato.errors import VatoError
from vato.knowledge import Knowledge, Unasked
from vato.learn.endings import NoTables
from vato.server.http.refusals import Refusal
from vato.solve import usual_tables

PAUSE_SECONDS = 60.0
"""After tables could not be made, before that is tried again."""

Answer = TypeVar("Answer")
log = logging.getLogger("vato.server")


class EndingTables:
    """What is known about endings, by game."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._making: dict[str, asyncio.Task[None]] = {}
        self._failed: dict[str, float] = {}
        """When the tables of a game could not be made."""
        self._known: dict[str, Knowledge] = {}
        self._lock = threading.Lock()

    def is_ready(self, game: str) -> bool:
        """Return whether a game's tables are there; begin to make them if they are not."""
        if usual_tables.are_there(*usual_tables.tables(game, self._data)):
            return True
        if game not in self._making and time.monotonic() >= self._failed.get(game, -math.inf) + PAUSE_SECONDS:
            self._making[game] = asyncio.create_task(self._make(game))
        return False

    async def ask(self, game: str, question: Callable[[Knowledge], Answer]) -> Answer:
        """Return the answer to a question about a game, once its tables are there."""
        if not self.is_ready(game):
            if (making := self._making.get(game)) is not None:
                await asyncio.shield(making)
            if not self.is_ready(game):
                raise _no_tables(game)
        return await asyncio.to_thread(self._answer, game, question)

    async def close(self) -> None:
        """Stop making tables, and let go of files; the same command goes on where it was."""
        for making in tuple(self._making.values()):
            making.cancel()
        await asyncio.gather(*self._making.values(), return_exceptions=True)
        with self._lock:
            for knowledge in self._known.values():
                knowledge.close()

    def _answer(self, game: str, question: Callable[[Knowledge], Answer]) -> Answer:
        with self._lock:
            for _ in range(2):
                try:
                    return question(self._open(game))
                except NoTables:
                    # What was open is damaged; it may have been made again.
                    if (knowledge := self._known.pop(game, None)) is not None:
                        knowledge.close()
        raise _no_tables(game)

    def _open(self, game: str) -> Knowledge:
        if game not in self._known:
            _, folder = usual_tables.tables(game, self._data)
            try:
                found = catalog.known(game, folder.path)
            except VatoError as error:
                log.error("%s", error)
                raise _no_tables(game) from error
            assert found is not None
            self._known[game] = Unasked(found)
        return self._known[game]

    async def _make(self, game: str) -> None:
        try:
            failure = await self._solve(game)
        except OSError as error:
            failure = str(error)
        finally:
            del self._making[game]
        if failure:
            self._failed[game] = time.monotonic()
            log.error("vato solve %s failed: %s", game, failure)

    async def _solve(self, game: str) -> str:
        """Make a game's tables in a process of its own; return why it failed, or nothing."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "vato", "solve", game, "--processes", "1"),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            env=os.environ | {"VATO_DATA": str(self._data.absolute())},
        )
        try:
            _, said = await process.communicate()
        except asyncio.CancelledError:
            with suppress(ProcessLookupError):
                process.terminate()
            await process.wait()
            raise
        if not process.returncode:
            return ""
        return said.decode(errors="replace")[-300:].strip() or f"it ended with {process.returncode}"


def _no_tables(game: str) -> Refusal:
    return Refusal(
        "The tables of these endings are missing; to make them, type: {command}",
        code="no_tables",
        status=503,
        command=f"vato solve {game}",
    )
