"""How games ended that came by positions, where there are no members: counted in the transaction that ends a game.

Where there are members, public games are counted in the archive (search.py).
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from vato.server.store import schema
from vato.server.store.database import Database
from vato.server.store.model import Ends, StoredGame

ends = schema.ends
COLUMNS = "first", "second", "drawn"


async def count(connection: AsyncConnection, database: Database, game: StoredGame, positions: Sequence[int]) -> None:
    """Count how a game ended for the positions it came by."""
    assert game.outcome is not None
    won = COLUMNS[2 if game.outcome.winner is None else game.outcome.winner]
    once = {name: int(name == won) for name in COLUMNS}
    counted = database.upsert(ends, lambda more: {name: ends.c[name] + more[name] for name in COLUMNS})
    # In order, so that two games that end at once never wait for each other.
    rows = [{"game": game.game, "rules": game.rules, "position": at, **once} for at in sorted(positions)]
    await connection.execute(counted, rows)


async def of(connection: AsyncConnection, game: str, rules: str, positions: Sequence[int]) -> dict[int, Ends]:
    """Return how games ended that came by positions; those nobody came by are left out."""
    wanted = ends.c.game == game, ends.c.rules == rules, ends.c.position.in_(positions)
    rows = (await connection.execute(sql.select(ends).where(*wanted))).all()
    return {row.position: Ends(row.first, row.second, row.drawn) for row in rows}
