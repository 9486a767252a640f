"""Bots in the database: members who have a keeper and a token instead of passkeys, passwords and sessions."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql

from vato.server.store import schema
from vato.server.store.company import bots, is_closed
from vato.server.store.members import Ended, Member, Session, forget, hold
from vato.server.store.store import Store

members = schema.members


@dataclass(frozen=True)
class Bot:
    """A bot of somebody."""

    id: str
    name: str
    created_ms: int
    token: str | None
    """The hash of its token; None if that was revoked."""
    token_ms: int | None


class Bots:
    """The bots of a database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def member_of(self, token: str) -> str | None:
        """Return the bot whose token has this hash; none that is banned, or whose keeper is."""
        found = sql.select(bots.c.member).where(bots.c.token == token, ~is_closed())
        async with self._store.reading() as connection:
            return (await connection.execute(found)).scalar()

    async def tokens(self, member: str) -> list[str]:
        """Return the hashes of the tokens of a bot, or of a member's bots."""
        theirs = sql.or_(bots.c.member == member, bots.c.keeper == member)
        found = sql.select(bots.c.token).where(theirs, bots.c.token.is_not(None))
        async with self._store.reading() as connection:
            return [str(token) for token in (await connection.execute(found)).scalars()]

    async def of(self, keeper: str) -> list[Bot]:
        """Return the bots of a member, the oldest first."""
        found = (
            sql.select(members.c.id, members.c.name, members.c.created_ms, bots.c.token, bots.c.token_ms)
            .join(bots, bots.c.member == members.c.id)
            .where(bots.c.keeper == keeper)
            .order_by(members.c.created_ms, members.c.id)
        )
        async with self._store.reading() as connection:
            return [Bot(*row) for row in (await connection.execute(found)).all()]

    async def add(self, by: Session, bot: Member, looks: Collection[str], token: str, most: int) -> bool:
        """Commit a new bot; `Conflict` if the name is taken, False if its keeper has as many as they may."""
        async with self._store.writing() as connection:
            await hold(connection, by.member)
            lives = sql.select(schema.sessions.c.id).where(schema.sessions.c.token == by.token)
            if (await connection.execute(lives)).first() is None:
                raise Ended
            known = sql.select(sql.func.count()).where(bots.c.keeper == by.member)
            if int((await connection.execute(known)).scalar_one()) >= most:
                return False
            values = {"id": bot.id, "name": bot.name, "password": None, "created_ms": bot.created_ms}
            await connection.execute(sql.insert(members).values(values))
            rows = [{"look": look, "member": bot.id} for look in sorted(looks)]
            await connection.execute(sql.insert(schema.looks), rows)
            kept = {"member": bot.id, "keeper": by.member, "token": token, "token_ms": bot.created_ms}
            await connection.execute(sql.insert(bots).values(kept))
        return True

    async def set_token(self, keeper: str, bot: str, token: str | None, now_ms: int) -> bool:
        """Give a bot another token, or none; the one before is worth nothing. Return False if it is nobody's bot."""
        mine = bots.c.member == bot, bots.c.keeper == keeper
        async with self._store.writing() as connection:
            changed = sql.update(bots).where(*mine).values(token=token, token_ms=None if token is None else now_ms)
            done: Any = await connection.execute(changed)
        return bool(done.rowcount)

    async def delete(self, keeper: str, bot: str, *, even_if_awaited: bool = False) -> list[str]:
        """Forget a bot, if it is one of theirs; return the games that are nobody's now."""
        mine = sql.select(bots.c.member).where(bots.c.member == bot, bots.c.keeper == keeper)
        async with self._store.writing() as connection:
            await hold(connection, bot)
            if (await connection.execute(mine)).first() is None:
                return []
            return await forget(connection, bot, even_if_awaited=even_if_awaited)
