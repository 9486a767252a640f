"""Whose turn it is, as the database knows it: somebody's games that wait for them while somebody else plays, too."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sql

from vato import catalog
from vato.server.store import schema
from vato.server.store.model import PERSON, StoredGame
from vato.server.store.store import PAGE, Store

games, seats = schema.games, schema.seats


class Waiting:
    """The games of a database that wait for somebody."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, visitor: str) -> tuple[list[StoredGame], int, bool]:
        """Return games that wait for a visitor, the most urgent first, how many there are, and if others may come."""
        other = seats.alias()
        mine = (
            sql.select(games.c.id)
            .join(seats, sql.and_(seats.c.game_id == games.c.id, seats.c.visitor == visitor))
            .join(other, sql.and_(other.c.game_id == games.c.id, other.c.side != seats.c.side))
            .where(games.c.reason.is_(None), games.c.imported.is_(None), games.c.game.in_(list(catalog.GAMES)))
            .where(other.c.kind == PERSON, sql.func.coalesce(other.c.visitor, "") != visitor)
        )
        my_turn = mine.where(seats.c.side == games.c.turn)
        up_ms: Any = sql.case((games.c.clock_running.is_(None), None), else_=schema.falls_at_ms())
        found = sql.select(games).where(games.c.id.in_(my_turn))
        found = found.order_by(up_ms.is_(None), up_ms, games.c.updated_ms, games.c.id).limit(PAGE + 1)
        async with self._store.reading() as connection:
            count = (await connection.execute(sql.select(sql.func.count()).select_from(my_turn.subquery()))).scalar()
            any_under_way = (await connection.execute(mine.limit(1))).first() is not None
        listed, _ = await self._store.listed(found) if count else ([], False)
        return listed, int(count or 0), any_under_way
