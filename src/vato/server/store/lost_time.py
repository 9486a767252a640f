"""Time in which no server could take a move: when one was last able to is written down, and clocks are set back by it.

Of several servers each writes it down, and whoever does so first after none could finds how long that was.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from vato.server.store import schema
from vato.server.store.database import Database
from vato.server.store.roster import LEASE_MS

Lost = tuple[int, int]
"""From when to when no server could take a move."""


async def beat(connection: AsyncConnection, database: Database, now_ms: int) -> None:
    """Write down that a server is able to take moves."""
    known = schema.heartbeat.c.alive_ms
    later: Any = sql.case((known > now_ms, known), else_=now_ms) if database.is_shared else now_ms
    statement = database.upsert(schema.heartbeat, lambda _: {"alive_ms": later})
    await connection.execute(statement, {"id": 1, "alive_ms": now_ms})


async def found(connection: AsyncConnection, now_ms: int) -> Lost | None:
    """Return the time until now in which none of several servers was able; no other one finds it meanwhile."""
    beats = await connection.execute(sql.select(schema.heartbeat.c.alive_ms).with_for_update())
    alive_ms = beats.scalar()
    return None if alive_ms is None or now_ms - alive_ms <= LEASE_MS else (alive_ms, now_ms)


async def give_back(connection: AsyncConnection, alive_ms: int | None, now_ms: int) -> None:
    """Set every running clock as if no time had passed between two moments, or since its turn began."""
    games = schema.games
    resumed: Any = now_ms
    if alive_ms is not None:
        used_ms = alive_ms - games.c.clock_since_ms
        resumed = now_ms - sql.case((used_ms > 0, used_ms), else_=0)
    update = sql.update(games).where(games.c.reason.is_(None), games.c.clock_running.is_not(None))
    await connection.execute(update.values(clock_since_ms=resumed, version=games.c.version + 1))
