"""What servers of the same games tell each other, through a Valkey or a Redis: that a game has a newer version.

A hint says where to look, and nothing else: what happened is read from the database. Whoever misses one finds out a
little later, as every server looks there by itself now and then (`Games.catch_up`); so a hint that cannot be sent is
forgotten, and a Valkey that is not there costs time only. Who looks at a game is told in the same way, and so is that
the lobby has changed, and what somebody has taken of what is limited for all servers together.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from vato.errors import VatoError

if TYPE_CHECKING:
    from redis.asyncio import Redis

CHANNEL = "vato:hints"
MOST_WAITING = 10_000
"""Hints that wait to be sent; more are forgotten."""
AT_ONCE = 100
TIMEOUT_SECONDS = 2.0
PAUSE_SECONDS = 0.5
"""Between two attempts to reach it."""
CANCEL_SECONDS = 0.1
"""Between two attempts to end."""

Hint = dict[str, Any]
log = logging.getLogger("vato.server")


class Hints:
    """What is told to other servers; nothing, unless it is known how."""

    def __init__(self) -> None:
        self.heard: Callable[[Hint], None] = lambda _: None
        """Called with what another server tells."""
        self.missed: Callable[[], None] = lambda: None
        """Called when something may have been told that was not heard."""
        self.taken: Callable[[Hint], None] = lambda _: None
        """Called with what another server has given out of what is limited."""
        self.reached = False
        """Whether others can be told, as far as is known."""

    def tell(self, hint: Hint) -> None:
        """Tell all other servers."""

    async def run(self) -> None:
        """Tell and hear until cancelled."""


class ValkeyHints(Hints):
    """What is told by a Valkey or a Redis."""

    def __init__(self, address: str, me: str) -> None:
        super().__init__()
        self._me = me
        self._waiting: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)
        self._client = client_of(address)
        self._warned = False

    def tell(self, hint: Hint) -> None:
        """Tell all other servers, soon."""
        with suppress(asyncio.QueueFull):
            self._waiting.put_nowait(json.dumps(hint | {"from": self._me}))

    async def run(self) -> None:
        """Tell and hear until cancelled."""
        tasks = [asyncio.create_task(self._again_and_again(work)) for work in (self._say, self._hear)]
        try:
            for ended in (await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED))[0]:
                ended.result()
        finally:
            # The client may take a cancellation for an error of its line, and go on: it is told until it hears.
            while running := {task for task in tasks if not task.done()}:
                for task in running:
                    task.cancel()
                await asyncio.wait(running, timeout=CANCEL_SECONDS)
            with suppress(Exception):
                await self._client.aclose()

    async def _again_and_again(self, work: Callable[[], Awaitable[None]]) -> None:
        from redis.exceptions import RedisError

        while True:
            try:
                await work()
            except (RedisError, OSError) as error:
                if not self._warned:
                    log.warning("Other servers cannot be told what happens, and will find out later: %s", error)
                self.reached, self._warned = False, True
                await asyncio.sleep(PAUSE_SECONDS)

    async def _say(self) -> None:
        while True:
            waiting = [await self._waiting.get()]
            while len(waiting) < AT_ONCE and not self._waiting.empty():
                waiting.append(self._waiting.get_nowait())
            async with self._client.pipeline(transaction=False) as pipeline:
                for text in waiting:
                    pipeline.publish(CHANNEL, text)
                await pipeline.execute()

    async def _hear(self) -> None:
        async with self._client.pubsub(ignore_subscribe_messages=True) as channel:
            await channel.subscribe(CHANNEL)
            self.reached, self._warned = True, False
            self.missed()
            while True:
                message = await channel.get_message(timeout=TIMEOUT_SECONDS)
                if message is None:
                    await channel.ping()  # a line can be cut without a word
                elif message["type"] == "message":
                    self._take(message["data"])

    def _take(self, text: bytes) -> None:
        try:
            hint = json.loads(text)
            if hint["from"] != self._me:
                (self.taken if "took" in hint else self.heard)(hint)
        except (ValueError, TypeError, KeyError):
            log.warning("Something else than vato writes to %s.", CHANNEL)


def client_of(address: str) -> Redis:
    """Return a client for an address; nothing is connected yet."""
    try:
        from redis.asyncio import from_url
    except ModuleNotFoundError as error:
        raise VatoError("Hints need a client that is not here: pip install 'vato[workers]'.") from error
    known_as = address.replace("valkey", "redis", 1) if address.startswith("valkey") else address
    try:
        return from_url(known_as, socket_connect_timeout=TIMEOUT_SECONDS, socket_timeout=TIMEOUT_SECONDS)
    except ValueError as error:
        raise VatoError("Hints go by an address such as redis://host:6379, not {address}.", address=address) from error
