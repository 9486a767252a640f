"""Members who are held until a transaction ends: what proves who they are, their name and whether they are there stay.

Always in one order, so that of two who hold several members at once neither waits for the other for ever; and before
anything else is held. Whoever only names a member in another row, as ratings and blocks do, need not wait.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from vato.server.store import schema


async def hold(connection: AsyncConnection, people: Collection[str]) -> dict[str, Any]:
    """Hold members, and return their rows by id; who has gone is in none."""
    members = schema.members
    held = sql.select(members).where(members.c.id.in_(people)).order_by(members.c.id)
    return {row.id: row for row in await connection.execute(held.with_for_update(key_share=True))}
