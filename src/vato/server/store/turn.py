"""A turn kept in SQLite in one go.

Nothing is kept more often than a turn. Through the driver each statement of it goes to the connection's thread and back
three times, which takes longer than the statements themselves; so the thread is given all of them together.
"""

from __future__ import annotations

import json
import sqlite3
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.util import await_only, greenlet_spawn

from vato.server.store import controls, schema
from vato.server.store.model import Conflict
from vato.server.store.rows import Values

NEVER_CHANGED = (
    *("id", "game", "rules", "start", "base_plies", "created_ms", "imported", "tournament_id"),
    *(column.name for column in controls.columns()),
)
"""What of a game is the same in all its versions."""


def _text(statement: sql.Executable) -> str:
    """Return a statement as SQLite reads it, with the names of its values."""
    compiled: Any = statement.compile(dialect=sqlite.dialect(paramstyle="named"))  # type: ignore[attr-defined]
    return str(compiled)


UPDATE = _text(
    sql.update(schema.games)
    .where(schema.games.c.id == sql.bindparam("this"), schema.games.c.version == sql.bindparam("before"))
    .values({column.name: sql.bindparam(column.name) for column in schema.games.c if column.name not in NEVER_CHANGED})
)
INSERT = _text(sql.insert(schema.moves))


async def commit(writer: AsyncEngine, game: Values, moves: list[Values]) -> None:
    """Commit a game's next version with the moves that led to it; raise `Conflict` if it is not the next one."""
    await greenlet_spawn(_commit_through, writer, game | {"offers": json.dumps(game["offers"])}, moves)


def _commit_through(writer: AsyncEngine, game: Values, moves: list[Values]) -> None:
    """Take the connection that writes, when it is free, and commit in its thread."""
    connection = writer.sync_engine.raw_connection()
    try:
        driver: Any = connection.driver_connection
        await_only(driver._execute(_commit, driver._conn, game, moves))  # there is no other way to its thread
    finally:
        connection.close()


def _commit(connection: sqlite3.Connection, game: Values, moves: list[Values]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        if connection.execute(UPDATE, game).rowcount != 1:
            raise Conflict
        connection.executemany(INSERT, moves)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
