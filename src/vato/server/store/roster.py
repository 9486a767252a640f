"""Which servers use a database, and which of them sees to what in a game must happen by itself.

Whoever makes a version of a game sees to what follows from it: a flag that falls, the computer's turn. That is written
in the game, and costs nothing. Every server says once a second that it is alive; what one that does not should see to,
the others take over, and at once if they are told that it has ended (crew.py). Nothing depends on the dead being dead:
should one wake, all it can do is to make the version that follows the one it knew, if nobody else has.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from typing import Any

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from vato import catalog
from vato.errors import VatoError
from vato.server.store import schema, times
from vato.server.store.database import Database

BEAT_SECONDS = 1.0
LEASE_MS = 3_000
"""A server that has not been heard of for so long is taken for dead."""
SHORTEST_PAUSE_SECONDS = 0.05
MOST_ENDED = 100


class Roster:
    """The servers of a database, as this one knows them."""

    def __init__(self, database: Database, name: str = "") -> None:
        self._database = database
        self.me = name or secrets.token_hex(8)
        """What this server is called, from its start to its end."""
        self.others: frozenset[str] = frozenset()
        """The other servers that are alive."""
        self.alone = True
        """Whether there can be no others."""
        self.ended: deque[str] = deque(maxlen=MOST_ENDED)
        """Servers of which it is known that they have ended, whenever they last said that they are alive."""
        self.pause_seconds = BEAT_SECONDS
        """Until this server says again that it is alive, or earlier, as another one may then be taken for dead."""

    async def join(self, *, alone: bool) -> None:
        """Be one of the servers; refuse if it, or another one, cannot be told what others do."""
        self.alone = alone
        if not self._database.is_shared:
            async with self._database.writer.begin() as connection:
                # Whoever holds the folder is the only one.
                await connection.execute(sql.delete(schema.workers))
                await self._sign(connection, times.now_ms())
            return
        for _ in range(LEASE_MS // 500 + 2):
            if await self._may_join():
                return
            await asyncio.sleep(0.5)  # one that was killed is alive for a moment longer
        raise VatoError(
            "Another server uses the database {name}; to be told what others do, each of them needs --hints.",
            name=self._database.name,
        )

    async def _may_join(self) -> bool:
        async with self._database.writer.begin() as connection:
            await self._database.hold_for_joining(connection)
            begin_ms = times.now_ms()
            now_ms = await self._database.now_ms(connection)
            times.agree(begin_ms, now_ms)
            await self._bury(connection, now_ms)
            others = (await connection.execute(sql.select(schema.workers.c.alone))).scalars().all()
            if others and (self.alone or any(others)):
                return False
            await self._sign(connection, now_ms)
            return True

    async def _sign(self, connection: AsyncConnection, now_ms: int) -> None:
        sign = self._database.upsert(schema.workers, lambda new: {"alive_ms": new.alive_ms})
        await connection.execute(sign, {"id": self.me, "alive_ms": now_ms, "alone": self.alone})

    async def _bury(self, connection: AsyncConnection, now_ms: int) -> None:
        # One that says just now that it is alive is not waited for, as it may wait for this one.
        is_dead = sql.or_(schema.workers.c.alive_ms < now_ms - LEASE_MS, schema.workers.c.id.in_(self.ended))
        dead = sql.select(schema.workers.c.id).where(is_dead)
        gone = schema.workers.c.id.in_(dead.with_for_update(skip_locked=True))
        await connection.execute(sql.delete(schema.workers).where(gone))

    async def renew(self, connection: AsyncConnection) -> int:
        """Say that this server is alive, look which others are, and return what time it is for all of them."""
        begin_ms = times.now_ms()
        now_ms = await self._database.now_ms(connection)
        times.agree(begin_ms, now_ms)
        await self._sign(connection, now_ms)
        await self._bury(connection, now_ms)
        others = sql.select(schema.workers.c.id, schema.workers.c.alive_ms).where(schema.workers.c.id != self.me)
        heard_ms = {str(row[0]): int(row[1]) for row in (await connection.execute(others)).all()}
        self.others = frozenset(heard_ms)
        left_ms = min(heard_ms.values(), default=now_ms) + LEASE_MS + 1 - now_ms
        self.pause_seconds = min(BEAT_SECONDS, max(SHORTEST_PAUSE_SECONDS, left_ms / 1000))
        return now_ms

    async def take_over(
        self, connection: AsyncConnection, since_ms: int, *, anew: bool
    ) -> list[tuple[str, int | None]]:
        """See from now on to the games that nobody alive sees to; return them, and when somebody's time is up.

        If it is `anew`, those are among them that this server sees to already. Games that wait for the computer since
        before `since_ms` are left until somebody looks at them.
        """
        games = schema.games
        alive = sql.select(schema.workers.c.id)
        if anew:
            alive = alive.where(schema.workers.c.id != self.me)
        taken: Any = (
            sql.update(games)
            .where(
                games.c.worker.is_not(None),
                games.c.worker.not_in(alive),
                games.c.reason.is_(None),
                games.c.game.in_(list(catalog.GAMES)),
                sql.or_(games.c.clock_running.is_not(None), games.c.updated_ms >= since_ms),
            )
            .values(worker=self.me)
            .returning(games.c.id, sql.case((games.c.clock_running.is_not(None), schema.falls_at_ms()), else_=None))
        )
        return [(row[0], row[1]) for row in (await connection.execute(taken)).all()]

    async def falling(self, connection: AsyncConnection, until_ms: int) -> tuple[list[tuple[str, int]], bool]:
        """Return the games that this server sees to in which time is up before a moment, when, and if any is later."""
        games = schema.games
        mine = games.c.worker == self.me, games.c.reason.is_(None), games.c.clock_running.is_not(None)
        soon = sql.select(games.c.id, schema.falls_at_ms()).where(*mine, schema.falls_at_ms() <= until_ms)
        later = sql.select(games.c.id).where(*mine, schema.falls_at_ms() > until_ms).limit(1)
        found = [(row[0], row[1]) for row in (await connection.execute(soon)).all()]
        return found, (await connection.execute(later)).first() is not None

    async def leave(self, connection: AsyncConnection) -> None:
        """Be none of the servers any more: the others need not wait until this one is taken for dead."""
        await connection.execute(sql.delete(schema.workers).where(schema.workers.c.id == self.me))
