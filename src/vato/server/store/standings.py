"""Ratings as people look at them: of one member with how they came about, their rated games, and who leads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from vato import catalog
from vato.contest.glicko import PROVISIONAL_DEVIATION
from vato.server.store import schema
from vato.server.store.company import bans
from vato.server.store.model import StoredGame
from vato.server.store.ratings import Rating, rating_of
from vato.server.store.store import PAGE, Store

MOST_POINTS = 300
"""Of one rating's history that are shown: the last ones."""
MOST_LEADERS, MOST_ASKED = 50, 500
"""Who is shown, of whom there may be some who have not played for long."""

ratings, history = schema.ratings, schema.rating_history


@dataclass(frozen=True)
class Standing:
    """A rating of a member, and the last points of its history: when, and how much."""

    game: str
    kind: str
    rating: Rating
    history: Sequence[tuple[int, float]] = ()


@dataclass(frozen=True)
class Leader:
    """A member who leads in something."""

    name: str
    rating: Rating


class Standings:
    """The ratings of a database, to be read."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, member: str, most: int | None = MOST_POINTS) -> list[Standing]:
        """Return all ratings of a member, with the last so many points of their histories, or with all of them."""
        playable = ratings.c.game.in_(list(catalog.GAMES))
        found = sql.select(ratings).where(ratings.c.member == member, playable, ratings.c.games > 0)
        async with self._store.reading() as connection:
            rows = (await connection.execute(found.order_by(ratings.c.game, ratings.c.kind))).all()
            return [
                Standing(row.game, row.kind, rating_of(row), await _history(connection, member, row, most))
                for row in rows
            ]

    async def games(self, member: str, page: int) -> tuple[list[StoredGame], bool]:
        """Return a page of a member's games that have counted, the last first, and whether there are more."""
        games = schema.games
        counted = history.c.member == member, games.c.id == history.c.game_id
        found = sql.select(games).where(*counted).order_by(history.c.at_ms.desc(), games.c.id)
        return await self._store.listed(found.limit(PAGE + 1).offset(PAGE * page))

    async def under_way(self, member: str, since_ms: int) -> list[str]:
        """Return which games a member plays that count: time runs in them, or they were begun since then."""
        games, seats = schema.games, schema.seats
        seated = sql.select(seats.c.game_id).where(seats.c.visitor == member)
        begun = sql.or_(games.c.clock_running.is_not(None), games.c.created_ms >= since_ms)
        counted = sql.or_(games.c.rated, games.c.tournament_id.is_not(None))
        found = sql.select(games.c.game).where(games.c.id.in_(seated), counted, games.c.reason.is_(None), begun)
        async with self._store.reading() as connection:
            return sorted(set((await connection.execute(found)).scalars()))

    async def leaders(self, game: str, kind: str, now_ms: int) -> list[Leader]:
        """Return the members with the highest ratings, those left out of whom too little is known or who are banned."""
        members = schema.members
        found = (
            sql.select(ratings, members.c.name)
            .join(members, members.c.id == ratings.c.member)
            .where(
                ratings.c.game == game,
                ratings.c.kind == kind,
                ratings.c.deviation <= PROVISIONAL_DEVIATION,
                members.c.id.not_in(sql.select(bans.c.member)),
            )
            .order_by(ratings.c.rating.desc(), members.c.name)
            .limit(MOST_ASKED)
        )
        async with self._store.reading() as connection:
            rows = (await connection.execute(found)).all()
        leaders = [Leader(row.name, rating_of(row)) for row in rows]
        # Less is known of who has not played for long, which the table does not say.
        sure = [leader for leader in leaders if not leader.rating.strength.at(now_ms).provisional]
        return sure[:MOST_LEADERS]


async def _history(connection: AsyncConnection, member: str, row: Any, most: int | None) -> list[tuple[int, float]]:
    here = history.c.member == member, history.c.game == row.game, history.c.kind == row.kind
    found = sql.select(history).where(*here).order_by(history.c.number.desc()).limit(most)
    return [(point.at_ms, point.rating) for point in reversed((await connection.execute(found)).all())]
