"""Time in which no server could take a move: when one was last able to is written down, and clocks are set back by it.

Of several servers each writes it down, and whoever does so first after none could finds how long that was. By post,
where a turn has days, only what matters is given back: a long time, or what is taken from somebody's last hour.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from vato.contest.clock import LONG_MS
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
    """Set running clocks as if no time had passed between two moments, or since their turns began.

    Which, and how, is what `Clock.skip` says.
    """
    games = schema.games
    since_ms, by_post = games.c.clock_since_ms, sql.func.coalesce(games.c.per_turn, sql.false())
    used_ms: Any = sql.literal(0, sql.BigInteger) if alive_ms is None else alive_ms - since_ms
    resumed = sql.case(
        (used_ms > 0, now_ms - used_ms), (sql.and_(by_post, since_ms > now_ms), since_ms), else_=sql.literal(now_ms)
    )
    update = sql.update(games).where(games.c.reason.is_(None), games.c.clock_running.is_not(None))
    if alive_ms is not None and now_ms - alive_ms < LONG_MS:
        update = update.where(sql.or_(~by_post, schema.falls_at_ms() < now_ms + LONG_MS))
    await connection.execute(update.values(clock_since_ms=resumed, version=games.c.version + 1))
