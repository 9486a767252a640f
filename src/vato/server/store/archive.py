"""How a public game that has ended is put into the archive: once, in the transaction that ends it."""

from __future__ import annotations

import zlib

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from vato.book import KEY_BITS
from vato.server.store import schema
from vato.server.store.archive_tables import archive, archive_players, archive_positions
from vato.server.store.model import Archived, StoredGame

DRAWN = 2
"""Stands for the winner of a game that nobody won, where there must be a number."""


def place_of(game: str, rules: str, key: int) -> int:
    """Return the number by which a position is found: that of a book, with the rules above it."""
    return (zlib.crc32(f"{game} {rules}".encode()) & 0x7FFF) << KEY_BITS | key


async def put(connection: AsyncConnection, game: StoredGame, entry: Archived, ended_ms: int) -> None:
    """Put a game that has ended into the archive, where it is not yet."""
    assert game.outcome is not None
    values = {
        "game_id": game.id,
        "game": game.game,
        "rules": game.rules,
        "opening": entry.opening,
        "winner": game.outcome.winner,
        "ended_ms": ended_ms,
    }
    await connection.execute(sql.insert(archive), values)
    for member in sorted({seat.visitor for seat in game.seats if seat.visitor is not None}):
        # By what is there: whoever has just been forgotten is not found by a name any more.
        known = sql.select(
            schema.members.c.id, sql.literal(ended_ms, sql.BigInteger), sql.literal(game.id, sql.String)
        ).where(schema.members.c.id == member)
        await connection.execute(sql.insert(archive_players).from_select(["member", "ended_ms", "game_id"], known))
    places = sorted({place_of(game.game, game.rules, key) for key in entry.positions})
    result = DRAWN if game.outcome.winner is None else game.outcome.winner
    rows = [{"place": place, "ended_ms": ended_ms, "game_id": game.id, "result": result} for place in places]
    await connection.execute(sql.insert(archive_positions), rows)
