"""Moves that players have planned in games by post, as the database knows them: "if this is played, I answer that".

Only who is not to move can have a plan that will ever be followed, so there is one for each game. It is followed in the
transaction of the move that it answers (store.py), and nobody but its maker is ever told of it.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from vato.board import Player
from vato.server.store import schema
from vato.server.store.database import Database
from vato.server.store.model import Conflict
from vato.server.store.post import plans

Line = tuple[str, ...]
"""What the other plays, what is answered, what the other plays then, and so on."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a player will answer."""

    side: Player
    plies: int
    """How many turns had been played where it begins, with the other player to move."""
    lines: tuple[Line, ...]
    revision: str = ""

    def answer_to(self, move: str) -> str | None:
        """Return what is answered to a move of the other player, if that was planned."""
        return next((line[1] for line in self.lines if line[0] == move), None)

    def after(self, move: str) -> Plan | None:
        """Return what is left of the plan when a move was played and answered."""
        rest = tuple(line[2:] for line in self.lines if line[0] == move and len(line) > 2)
        return Plan(self.side, self.plies + 2, rest) if rest else None


@dataclass(frozen=True, slots=True)
class PlanChange:
    """What becomes of a game's plan together with a version of the game."""

    known: str | None
    """The revision that was looked at; None if there was no plan."""
    kept: Plan | None
    """What is left of it."""


async def of(connection: AsyncConnection, game_id: str) -> Plan | None:
    """Return the plan of a game."""
    row = (await connection.execute(sql.select(plans).where(plans.c.game_id == game_id))).first()
    if row is None:
        return None
    return Plan(row.side, row.plies, tuple(tuple(line) for line in row.lines), row.revision)


async def save(connection: AsyncConnection, database: Database, game_id: str, plan: Plan) -> None:
    """Keep a plan instead of the one before; none is kept that has no lines. `Conflict` if the game has gone on."""
    games = schema.games
    held = sql.select(games.c.plies, games.c.reason).where(games.c.id == game_id).with_for_update()
    row = (await connection.execute(held)).first()
    if row is None or row.plies != plan.plies or row.reason is not None:
        raise Conflict
    await _put(connection, database, game_id, plan if plan.lines else None)


async def change(connection: AsyncConnection, database: Database, game_id: str, wanted: PlanChange) -> None:
    """Change the plan of a game that is held; `Conflict` if it is not the one that was looked at."""
    known: str | None = (
        await connection.execute(sql.select(plans.c.revision).where(plans.c.game_id == game_id))
    ).scalar()
    if known != wanted.known:
        raise Conflict
    if known is not None:
        await _put(connection, database, game_id, wanted.kept)


async def _put(connection: AsyncConnection, database: Database, game_id: str, plan: Plan | None) -> None:
    if plan is None:
        await connection.execute(sql.delete(plans).where(plans.c.game_id == game_id))
        return
    values: dict[str, Any] = {
        "side": plan.side,
        "plies": plan.plies,
        "lines": _listed(plan.lines),
        "revision": secrets.token_hex(8),
    }
    await connection.execute(database.upsert(plans, lambda _: values), {"game_id": game_id, **values})


def _listed(lines: Sequence[Line]) -> list[list[str]]:
    return [list(line) for line in lines]
