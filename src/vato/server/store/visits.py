"""Whose games are whose: those of a visit become a member's, and those of a member who leaves are nobody's.

Studies go along with them, but for those of a member who leaves: these go, too.

Every game that is touched has a new version, so that whoever has an older one in memory cannot commit to it.
"""

from __future__ import annotations

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from vato.server.store import schema, studies, vacations
from vato.server.store.model import OPEN
from vato.server.store.times import now_ms

NOBODY = {
    **dict.fromkeys(("visitor", "rating", "provisional", "rating_change", "away_until_ms")),
    "name": "",
}
"""What is left of who sat in a seat."""

games, seats, chat, brought, seeks = schema.games, schema.seats, schema.chat, schema.brought, schema.seeks


def _theirs(visitor: str) -> sql.ColumnElement[bool]:
    seated = sql.select(seats.c.game_id).where(seats.c.visitor == visitor)
    return sql.or_(games.c.owner == visitor, games.c.id.in_(seated))


async def count(connection: AsyncConnection, visitor: str) -> int:
    """Return how many games a visitor has."""
    return int((await connection.execute(sql.select(sql.func.count()).where(_theirs(visitor)))).scalar_one())


async def all_of(connection: AsyncConnection, visitor: str) -> list[str]:
    """Return all games of a visitor, the oldest first."""
    found = sql.select(games.c.id).where(_theirs(visitor)).order_by(games.c.created_ms, games.c.id)
    return list((await connection.execute(found)).scalars())


async def under_way(connection: AsyncConnection, visitor: str) -> list[str]:
    """Return the games in which a visitor sits and that go on."""
    seated = sql.select(seats.c.game_id).where(seats.c.visitor == visitor)
    found = sql.select(games.c.id).where(games.c.reason.is_(None), games.c.id.in_(seated))
    return list((await connection.execute(found)).scalars())


async def is_awaited(connection: AsyncConnection, visitor: str) -> bool:
    """Return whether somebody plays against a visitor."""
    other = seats.alias()
    found = (
        sql.select(games.c.id)
        .join(seats, seats.c.game_id == games.c.id)
        .join(other, sql.and_(other.c.game_id == games.c.id, other.c.side != seats.c.side))
        .where(games.c.reason.is_(None), seats.c.visitor == visitor, other.c.visitor != visitor)
    )
    return (await connection.execute(found.limit(1))).first() is not None


async def join(connection: AsyncConnection, visit: str, member_id: str, name: str) -> list[str]:
    """Give all games of a visit to a member, and return them.

    Where the member has one side it is by the member's name from now on; of two on one screen each keeps its name.
    """
    await _join_seeks(connection, visit, member_id, name)
    owner = sql.case((games.c.owner == visit, member_id), else_=games.c.owner)
    ids = await _touch(connection, visit, owner)
    moved = seats.c.visitor == visit, seats.c.game_id.in_(ids)
    await connection.execute(sql.update(seats).where(*moved, _alone()).values(name=name))
    await connection.execute(sql.update(seats).where(*moved).values(visitor=member_id))
    await vacations.renew(connection, member_id, now_ms(), ids)
    known = sql.select(brought.c.key).where(brought.c.visitor == member_id)
    await connection.execute(sql.delete(brought).where(brought.c.visitor == visit, brought.c.key.in_(known)))
    await connection.execute(sql.update(brought).where(brought.c.visitor == visit).values(visitor=member_id))
    await studies.join(connection, visit, member_id)
    return ids


async def rename(connection: AsyncConnection, member_id: str, name: str) -> list[str]:
    """Let a member's side of all games, what they said there and their seek have their new name; return the games."""
    ids = await _touch(connection, member_id, games.c.owner)
    said = sql.exists().where(
        seats.c.game_id == chat.c.game_id, seats.c.side == chat.c.seat, seats.c.visitor == member_id
    )
    await connection.execute(sql.update(chat).where(said, chat.c.name != "").values(name=name))
    await connection.execute(sql.update(seats).where(seats.c.visitor == member_id, _alone()).values(name=name))
    await connection.execute(sql.update(seeks).where(seeks.c.visitor == member_id).values(name=name))
    return ids


def _alone() -> sql.ColumnElement[bool]:
    """Return the condition that whoever has a seat has not the other one as well."""
    other = seats.alias()
    return ~sql.exists().where(
        other.c.game_id == seats.c.game_id, other.c.side != seats.c.side, other.c.visitor == seats.c.visitor
    )


async def _join_seeks(connection: AsyncConnection, visit: str, member_id: str, name: str) -> None:
    """Let who waits in the lobby wait as the member; who does so already, on another device, goes on with that."""
    waits = sql.select(seeks.c.id).where(seeks.c.visitor == member_id)
    if (await connection.execute(waits)).first() is not None:
        await connection.execute(sql.delete(seeks).where(seeks.c.visitor == visit))
    await connection.execute(sql.update(seeks).where(seeks.c.visitor == visit).values(visitor=member_id, name=name))


async def part(connection: AsyncConnection, member_id: str) -> list[str]:
    """Take a member out of all games, and return them: the games stay, the name and what they said do not.

    What nobody else could see or play goes with them: records that they kept, and games that nobody had joined.
    """
    await connection.execute(sql.delete(seeks).where(seeks.c.visitor == member_id))
    # Held first, so that nobody joins one of them while it goes.
    await connection.execute(sql.select(games.c.id).where(games.c.owner == member_id).with_for_update())
    open_seat = sql.select(seats.c.game_id).where(seats.c.kind == OPEN)
    theirs_alone = games.c.owner == member_id, sql.or_(games.c.imported.is_not(None), games.c.id.in_(open_seat))
    gone = list((await connection.execute(sql.delete(games).where(*theirs_alone).returning(games.c.id))).scalars())
    owner = sql.case((games.c.owner == member_id, None), else_=games.c.owner)
    ids = await _touch(connection, member_id, owner)
    said = sql.exists().where(
        seats.c.game_id == chat.c.game_id, seats.c.side == chat.c.seat, seats.c.visitor == member_id
    )
    await connection.execute(sql.delete(chat).where(said))
    await connection.execute(sql.update(seats).where(seats.c.visitor == member_id).values(**NOBODY))
    await connection.execute(sql.delete(brought).where(brought.c.visitor == member_id))
    await studies.part(connection, member_id)
    return gone + ids


async def _touch(connection: AsyncConnection, visitor: str, owner: sql.ColumnElement[str | None]) -> list[str]:
    touched = sql.update(games).where(_theirs(visitor)).values(owner=owner, version=games.c.version + 1)
    return list((await connection.execute(touched.returning(games.c.id))).scalars())
