"""Who looks for somebody to play, as the database knows it: what all servers pair from, each change in one transaction.

A seek waits for as long as its page listens. What became a game stays until its page has said that it knows, so that
whoever is told, or is not because a server died, is told again.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from vato import catalog
from vato.contest.clock import Control
from vato.server.store import controls, ratings, schema
from vato.server.store.database import Among
from vato.server.store.model import Conflict, StoredGame
from vato.server.store.store import Store

MOST_READ = 1_000
"""Seeks that are looked at, those that have waited longest; more people than that have a server of their own."""
LISTENING_MS = 5_000
"""A page that was not heard of for so long does not listen: its seek is not shown, and nobody is paired with it."""
KEPT_MS = 15_000
"""For so long it is kept, should the page come back."""
UNTOLD_MS = 600_000
"""For so long it is kept what a seek became, should the page not have heard of it."""

seeks = schema.seeks


@dataclass(frozen=True, slots=True)
class StoredSeek:
    """Somebody who looks for somebody to play."""

    id: str
    visitor: str
    name: str
    game: str
    rules: str
    control: Control | None
    since_ms: int
    rating: float | None = None
    provisional: bool = True
    """Whether little is known of the rating."""
    rated: bool = False
    """Whether it is to count."""
    last_opponent: str | None = None
    first_sides: int = 0
    """How many more games of this kind they have had with the first side than with the second."""
    game_id: str | None = None
    """The game that it became."""


class Seeks:
    """The seeks of a database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def waiting(self, now_ms: int) -> list[StoredSeek]:
        """Return the seeks that wait and whose pages listen, the oldest first."""
        found = sql.select(seeks).where(_waits(), _listens(now_ms)).order_by(seeks.c.since_ms, seeks.c.id)
        return await self._read(found.limit(MOST_READ))

    async def of(self, visitors: Collection[str]) -> dict[str, StoredSeek]:
        """Return the seeks of visitors, waiting or not, by their visitors."""
        found = await self._read(sql.select(seeks).where(Among(seeks.c.visitor, visitors)))
        return {seek.visitor: seek for seek in found}

    async def _read(self, found: sql.Select[Any]) -> list[StoredSeek]:
        playable = seeks.c.game.in_(list(catalog.GAMES))  # as a room may have gone, or not have come to all servers
        async with self._store.reading() as connection:
            return [_seek_of(row) for row in (await connection.execute(found.where(playable))).all()]

    async def standing(self, seek: StoredSeek, now_ms: int) -> StoredSeek:
        """Return a seek with what pairing asks of who looks: their rating, their last opponent, their sides."""
        async with self._store.reading() as connection:
            last, firsts = await _past(connection, seek.visitor, seek.game)
            kind = None if seek.control is None else ratings.kind_of(seek.control)
            known = {} if kind is None else await ratings.of(connection, [seek.visitor], seek.game, kind)
        rating = known.get(seek.visitor)
        if rating is None and not seek.rated:
            return replace(seek, last_opponent=last, first_sides=firsts)
        shown = (rating or ratings.UNKNOWN).shown(now_ms)
        return replace(seek, rating=shown.value, provisional=shown.provisional, last_opponent=last, first_sides=firsts)

    async def put(self, seek: StoredSeek, now_ms: int) -> None:
        """Keep a seek, instead of the visitor's one that waits; raise `Conflict` if that has become a game."""
        async with self._store.writing() as connection:
            await _put(connection, seek, now_ms)

    async def withdraw(self, visitor: str) -> None:
        """Forget the seek of a visitor, unless it has become a game."""
        async with self._store.writing() as connection:
            await connection.execute(sql.delete(seeks).where(seeks.c.visitor == visitor, _waits()))

    async def seen(self, visitor: str, game_id: str) -> None:
        """Forget what a visitor's seek became, as the page knows."""
        async with self._store.writing() as connection:
            await connection.execute(sql.delete(seeks).where(seeks.c.visitor == visitor, seeks.c.game_id == game_id))

    async def pair(self, one: StoredSeek, other: StoredSeek, game: StoredGame, now_ms: int) -> None:
        """Commit the game of two seeks; raise `Conflict` unless both still wait, and their pages listen."""
        async with self._store.writing() as connection:
            await self._pair(connection, one, other, game, now_ms)

    async def take(self, theirs: StoredSeek, mine: StoredSeek, game: StoredGame, now_ms: int) -> None:
        """Commit the game of a seek with somebody who comes with a new one, instead of any other; see `pair`."""
        async with self._store.writing() as connection:
            both = sql.or_(seeks.c.id == theirs.id, seeks.c.visitor == mine.visitor)
            await connection.execute(_held(both))
            await _put(connection, mine, now_ms)
            await self._pair(connection, theirs, mine, game, now_ms)

    async def _pair(
        self, connection: AsyncConnection, one: StoredSeek, other: StoredSeek, game: StoredGame, now_ms: int
    ) -> None:
        both = seeks.c.id.in_([one.id, other.id])
        if len((await connection.execute(_held(both, _waits(), _listens(now_ms)))).all()) != 2:
            raise Conflict
        await self._store.add(connection, game)
        await connection.execute(sql.update(seeks).where(both).values(game_id=game.id))

    # Listening

    async def listen(self, visitors: Collection[str], now_ms: int) -> None:
        """Note that the pages of visitors listen, and forget the seeks of those who do not come back."""
        late = seeks.c.alive_ms < sql.case((_waits(), now_ms - KEPT_MS), else_=now_ms - UNTOLD_MS)
        async with self._store.writing() as connection:
            # What somebody else holds is being paired, and needs neither.
            mine = _held(Among(seeks.c.visitor, visitors), _waits(), skip_locked=True)
            await connection.execute(sql.update(seeks).where(seeks.c.id.in_(mine)).values(alive_ms=now_ms))
            await connection.execute(sql.delete(seeks).where(seeks.c.id.in_(_held(late, skip_locked=True))))

    async def fall_silent(self, visitor: str, now_ms: int) -> None:
        """Note that the page of a visitor does not listen any more; it may come back."""
        mine = seeks.c.visitor == visitor, _waits(), _listens(now_ms)
        async with self._store.writing() as connection:
            await connection.execute(sql.update(seeks).where(*mine).values(alive_ms=now_ms - LISTENING_MS - 1))


def _waits() -> sql.ColumnElement[bool]:
    return seeks.c.game_id.is_(None)


def _listens(now_ms: int) -> sql.ColumnElement[bool]:
    return seeks.c.alive_ms >= now_ms - LISTENING_MS


def _held(*wanted: sql.ColumnElement[bool], skip_locked: bool = False) -> sql.Select[Any]:
    """Return the seeks to hold until the transaction ends: always in one order, so that none waits for another."""
    return sql.select(seeks.c.id).where(*wanted).order_by(seeks.c.id).with_for_update(skip_locked=skip_locked)


async def _past(connection: AsyncConnection, visitor: str, game: str) -> tuple[str | None, int]:
    """Return whom somebody played last, and how many more games of one kind they have had with the first side."""
    games, mine, other = schema.games, schema.seats, schema.seats.alias()
    met = (
        (mine.c.visitor == visitor)
        & (other.c.game_id == mine.c.game_id)
        & (other.c.side != mine.c.side)
        & (other.c.visitor != visitor)
        & (games.c.id == mine.c.game_id)
    )
    last = sql.select(other.c.visitor).where(met).order_by(games.c.created_ms.desc(), games.c.id).limit(1)
    balance = sql.select(sql.func.sum(sql.case((mine.c.side == 0, 1), else_=-1))).where(met, games.c.game == game)
    return (await connection.execute(last)).scalar(), int((await connection.execute(balance)).scalar() or 0)


async def _put(connection: AsyncConnection, seek: StoredSeek, now_ms: int) -> None:
    await connection.execute(sql.delete(seeks).where(seeks.c.visitor == seek.visitor, _waits()))
    values = {
        "id": seek.id,
        "visitor": seek.visitor,
        "name": seek.name,
        "game": seek.game,
        "rules": seek.rules,
        **controls.values_of(seek.control),
        "rating": seek.rating,
        "provisional": seek.provisional,
        "rated": seek.rated,
        "last_opponent": seek.last_opponent,
        "first_sides": seek.first_sides,
        "since_ms": seek.since_ms,
        "alive_ms": now_ms,
    }
    await connection.execute(sql.insert(seeks).values(values))


def _seek_of(row: Any) -> StoredSeek:
    return StoredSeek(
        row.id,
        row.visitor,
        row.name,
        row.game,
        row.rules,
        controls.control_of(row),
        row.since_ms,
        row.rating,
        bool(row.provisional),
        row.rated,
        row.last_opponent,
        row.first_sides,
        row.game_id,
    )
