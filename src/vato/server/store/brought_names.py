"""Under which keys of theirs visitors brought games, so that what is sent again is the same game."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from vato.server.store import schema
from vato.server.store.model import BroughtKey, Conflict, StoredGame


async def known_as(connection: AsyncConnection, key: BroughtKey) -> tuple[str, int] | None:
    """Return the game that a key stands for, and its version."""
    row = (await connection.execute(sql.select(schema.brought).where(*_called(key)))).first()
    return None if row is None else (row.game_id, row.version)


async def name(connection: AsyncConnection, key: BroughtKey, game: StoredGame, instead_of: str | None) -> None:
    """Let a key stand for a version of a game, and no longer for the game that it stood for."""
    values = {"game_id": game.id, "version": game.version}
    if instead_of is None:
        await connection.execute(sql.insert(schema.brought).values(**key._asdict(), **values))
        return
    stood = sql.update(schema.brought).where(*_called(key), schema.brought.c.game_id == instead_of)
    done: Any = await connection.execute(stood.values(values))
    if done.rowcount != 1:
        raise Conflict


def _called(key: BroughtKey) -> tuple[sql.ColumnElement[bool], ...]:
    return schema.brought.c.visitor == key.visitor, schema.brought.c.key == key.key
