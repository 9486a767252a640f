"""An engine that thinks for a server on another machine: it comes to the server, is asked, and answers.

Nothing listens here: each process of the engine has a line of its own to the server, which comes back by itself. The
other end is helper.py.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from vato import catalog
from vato.errors import VatoError
from vato.server.engine.engineer import Engineer, EngineLost
from vato.server.engine.signature import signature
from vato.server.engine.worker import Job
from vato.server.settings import Limits
from vato.server.wire.text import dump
from vato.text import why

FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.5, 30.0
"""Before a lost server is looked for again."""
OPENING_SECONDS = 10.0
IDLE_SECONDS = 20.0
"""Where several servers have the same games, a helper that was not asked for so long comes anew, perhaps to another."""
MOST_BYTES = 1024 * 1024
"""Of a question."""

log = logging.getLogger("vato.server")


LASTING = {"not_yours", "other_engine", "unreadable"}
"""Refusals that asking again later does not change."""


class Refused(VatoError):
    """The server does not want this helper, and said why."""


def socket_address(address: str) -> str:
    """Return where helpers come to, from the address of a server.

    >>> socket_address("https://vato.example.org/")
    'wss://vato.example.org/api/engines'
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        parts = urlsplit("")
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme)
    if scheme is None or not parts.netloc or parts.path not in ("", "/") or parts.query or parts.fragment:
        raise VatoError("{address!r} is no server; write it like https://vato.example.org.", address=address)
    return f"{scheme}://{parts.netloc}/api/engines"


async def think(address: str, token: str, processes: int, data: Path) -> None:
    """Think for a server with some processes, until it is ended or the server refuses it."""
    engineers = [Engineer(f"{number}", data) for number in range(1, processes + 1)]
    warming = asyncio.Lock()
    lines = [asyncio.create_task(_lasting(socket_address(address), token, each, warming)) for each in engineers]
    try:
        await asyncio.gather(*lines)
    finally:
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)
        await asyncio.gather(*(engineer.close() for engineer in engineers))


async def _lasting(address: str, token: str, engineer: Engineer, warming: asyncio.Lock) -> None:
    """Have a line to the server, and another one when it is lost."""
    pause = FIRST_PAUSE_SECONDS
    while True:
        try:
            headers = {"Authorization": f"Bearer {token}"}
            async with connect(
                address, additional_headers=headers, max_size=MOST_BYTES, open_timeout=OPENING_SECONDS
            ) as line:
                stay = await _greet(line)
                pause = FIRST_PAUSE_SECONDS
                async with warming:  # the next finds compiled what the first one compiled
                    await _warm(engineer)
                await line.send(dump({"type": "ready"}))
                log.info("Process %s thinks for the server.", engineer.name)
                await _answer_all(line, engineer, stay)
        except (OSError, TimeoutError, ConnectionClosed, InvalidHandshake) as error:
            reason = why(error) if isinstance(error, OSError) else str(error) or type(error).__name__
            log.warning("The server cannot be reached (%s); trying again.", reason)
        await asyncio.sleep(pause * random.uniform(0.7, 1.3))
        pause = min(2 * pause, LONGEST_PAUSE_SECONDS)


async def _warm(engineer: Engineer) -> None:
    """Let a process get ready to answer at once, about all games; one that is ready does so again in a moment."""
    games = [name for name, game in catalog.GAMES.items() if game.kernel is not None]
    try:
        await engineer.ask({"do": "warm", "games": games}, lambda _: None)
    except EngineLost as error:
        raise VatoError("The engine of this machine cannot be started.") from error


async def _greet(line: ClientConnection) -> bool:
    """Say which engine this is; return whether to stay, whatever there is to do."""
    hello = {"type": "hello", "version": version("vato"), "signature": await asyncio.to_thread(signature)}
    await line.send(dump(hello))
    answer = json.loads(await line.recv())
    if answer["type"] == "refused":
        if answer["code"] not in LASTING:
            raise TimeoutError(answer["message"])
        raise Refused("{message}", message=answer["message"])
    return bool(answer["stay"])


async def _answer_all(line: ClientConnection, engineer: Engineer, stay: bool) -> None:
    """Answer one question after the other; what comes meanwhile can only be that the answer is wanted soon."""
    asked: asyncio.Task[None] | None = None
    number = 0
    try:
        while True:
            try:
                async with asyncio.timeout(None if stay else IDLE_SECONDS):
                    said = json.loads(await line.recv())
            except TimeoutError:
                if asked is None or asked.done():
                    return
                continue
            if said["type"] == "question":
                if asked is not None:
                    await asked
                number = said["number"]
                asked = asyncio.create_task(_answer(line, engineer, number, said["job"]))
            elif said["type"] == "stop" and said["number"] == number:
                engineer.stop()
    finally:
        if asked is not None:
            engineer.stop()
            await asyncio.gather(asked, return_exceptions=True)


async def _answer(line: ClientConnection, engineer: Engineer, number: int, job: Job) -> None:
    found: asyncio.Queue[Job | None] = asyncio.Queue()

    async def tell() -> None:
        while (info := await found.get()) is not None:
            await line.send(_said("info", number, info))

    telling = asyncio.create_task(tell())
    try:
        answer = await engineer.ask(job, found.put_nowait)
        found.put_nowait(None)
        await telling
        await line.send(_said("done", number, answer))
    except (EngineLost, VatoError):
        await line.send(dump({"type": "failed", "number": number}))
    finally:
        telling.cancel()


def _said(kind: str, number: int, found: Job) -> str:
    """Return what is sent of what was found: whole, or with lines so short that the server takes it."""
    bare = _bare(found)
    lines = bare.get("found", bare).get("lines", [])
    while len(text := dump({"type": kind, "number": number, "found": bare}).encode()) > Limits.message_bytes:
        longest: list[str] = max((line["moves"] for line in lines), key=len, default=[])
        if len(longest) < 2:
            break
        del longest[(len(longest) + 1) // 2 :]
    return text.decode()


def _bare(found: Any) -> Any:
    """Return what was found without what the server knows itself: how the first turns of lines are shown."""
    if isinstance(found, dict):
        return {name: _bare(value) for name, value in found.items() if name != "first"}
    return [_bare(value) for value in found] if isinstance(found, list) else found
