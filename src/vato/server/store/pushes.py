"""Where "your turn" is pushed to, as the database knows it: the server's key, subscriptions, and what was told already.

Whoever changes the row of a game in `pushed` tells, and nobody else: so each turn is told once, whichever servers know.
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite

from vato import catalog
from vato.server.store import schema
from vato.server.store.model import PERSON
from vato.server.store.post import push_keys, push_subscriptions, pushed
from vato.server.store.store import Store

MOST_SUBSCRIPTIONS = 10
"""Of one visitor; the one that was made first is forgotten."""
MOST_MISSED = 500


@dataclass(frozen=True, slots=True)
class Subscription:
    """A browser that wants to be told."""

    id: str
    visitor: str
    session: str | None
    """Of a member: the session in which it was made, and with which it goes."""
    endpoint: str
    public_key: str
    secret: str
    language: str
    created_ms: int


def id_of(endpoint: str) -> str:
    """Return what a subscription is kept under."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


class PushRows:
    """The subscriptions of a database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def key(self, made: str) -> str:
        """Return the server's private key: the one that was made when it was first needed, or now."""
        insert: Any = (postgresql if self._store.is_shared else sqlite).insert(push_keys)
        async with self._store.writing() as connection:
            await connection.execute(insert.on_conflict_do_nothing(), {"id": 1, "private_key": made})
            return str((await connection.execute(sql.select(push_keys.c.private_key))).scalar_one())

    async def subscribe(self, subscription: Subscription) -> None:
        """Keep a subscription; the same endpoint is one, whoever had it before."""
        rows = push_subscriptions.c
        mine = rows.visitor == subscription.visitor
        newest = sql.select(rows.id).where(mine).order_by(rows.created_ms.desc(), rows.id).limit(MOST_SUBSCRIPTIONS)
        values = asdict(subscription)
        changed = {name: value for name, value in values.items() if name != "id"}
        async with self._store.writing() as connection:
            await connection.execute(self._store.database.upsert(push_subscriptions, lambda _: changed), values)
            await connection.execute(sql.delete(push_subscriptions).where(mine, rows.id.not_in(newest)))

    async def unsubscribe(self, visitor: str, endpoint: str) -> None:
        """Forget a subscription of a visitor."""
        rows = push_subscriptions.c
        async with self._store.writing() as connection:
            await connection.execute(
                sql.delete(push_subscriptions).where(rows.id == id_of(endpoint), rows.visitor == visitor)
            )

    async def forget(self, subscription_id: str) -> None:
        """Forget a subscription that is none any more."""
        async with self._store.writing() as connection:
            await connection.execute(sql.delete(push_subscriptions).where(push_subscriptions.c.id == subscription_id))

    async def of(self, visitor: str) -> list[Subscription]:
        """Return where a visitor wants to be told."""
        found = sql.select(push_subscriptions).where(push_subscriptions.c.visitor == visitor)
        async with self._store.reading() as connection:
            return [Subscription(*row) for row in (await connection.execute(found)).all()]

    async def claim(self, game_id: str, plies: int) -> bool:
        """Be the one who tells of a turn; return False if it was told already."""
        table: Any = (postgresql if self._store.is_shared else sqlite).insert(pushed)
        claimed = table.on_conflict_do_update(
            index_elements=[pushed.c.game_id], set_={"plies": plies}, where=pushed.c.plies != plies
        ).returning(pushed.c.game_id)
        async with self._store.writing() as connection:
            return (await connection.execute(claimed, {"game_id": game_id, "plies": plies})).first() is not None

    async def missed(self, since_ms: int) -> list[str]:
        """Return games in which somebody should have been told of their turn since a moment and was not."""
        games, seats = schema.games, schema.seats
        other = seats.alias()
        known = sql.select(pushed.c.plies).where(pushed.c.game_id == games.c.id).scalar_subquery()
        wanted = sql.select(push_subscriptions.c.visitor)
        found = (
            sql.select(games.c.id)
            .join(seats, sql.and_(seats.c.game_id == games.c.id, seats.c.side == games.c.turn))
            .join(other, sql.and_(other.c.game_id == games.c.id, other.c.side != seats.c.side))
            .where(games.c.reason.is_(None), games.c.updated_ms >= since_ms, games.c.game.in_(list(catalog.GAMES)))
            .where(sql.or_(games.c.initial_ms.is_(None), games.c.per_turn.is_(True)), seats.c.visitor.in_(wanted))
            .where(other.c.kind == PERSON, sql.func.coalesce(known, -1) != games.c.plies)
            .limit(MOST_MISSED)
        )
        async with self._store.reading() as connection:
            return list((await connection.execute(found)).scalars())
