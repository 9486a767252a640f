"""Challenges of one member to another, as the database knows them: asked, accepted, declined, taken back, expired.

A challenge that is accepted becomes a game in the same transaction. The answer is kept for a while, so that whoever
asked is told, whichever server they are at.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from vato import catalog
from vato.contest.clock import Control
from vato.server.store import controls, holding, schema
from vato.server.store.company import bans, blocks, bots, dares, is_closed
from vato.server.store.database import Among
from vato.server.store.model import StoredGame
from vato.server.store.store import Store

Answer = Literal["accepted", "declined", "withdrawn"]
ACCEPTED: Final = "accepted"
DECLINED: Final = "declined"
WITHDRAWN: Final = "withdrawn"
TOLD_MS = 60_000
"""For so long it is told what was answered."""
MOST_ASKED, MOST_WAITING = 10, 50
"""Challenges of one member that wait for an answer, and such to one member."""


class Apart(Exception):
    """Two do not play each other: one has blocked the other, or has gone."""


class TooMany(Exception):
    """As many challenges wait as may."""


@dataclass(frozen=True, slots=True)
class Dare:
    """A challenge."""

    id: str
    challenger: str
    challenged: str
    game: str
    rules: str
    control: Control | None
    side: int | None
    """Which the challenger is to have; None if it is drawn."""
    created_ms: int
    until_ms: int
    answer: Answer | None = None
    game_id: str | None = None
    challenger_name: str = ""
    challenged_name: str = ""


class Dares:
    """The challenges of a database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def put(self, dare: Dare, now_ms: int) -> None:
        """Keep a challenge, instead of the challenger's one to the same member that waits."""
        asked = dares.c.challenger == dare.challenger, dares.c.answer.is_(None)
        async with self._store.writing() as connection:
            await self._hold(connection, dare)
            await self._refuse_if_apart(connection, dare)
            await connection.execute(sql.delete(dares).where(*asked, dares.c.challenged == dare.challenged))
            await connection.execute(sql.delete(dares).where(_is_old(now_ms)))
            mine = sql.select(sql.func.count()).where(*asked)
            theirs = sql.select(sql.func.count()).where(dares.c.challenged == dare.challenged, dares.c.answer.is_(None))
            for waiting, most in ((mine, MOST_ASKED), (theirs, MOST_WAITING)):
                if int((await connection.execute(waiting)).scalar_one()) >= most:
                    raise TooMany
            await connection.execute(sql.insert(dares).values(_values(dare)))

    async def _refuse_if_apart(self, connection: AsyncConnection, dare: Dare) -> None:
        both = dare.challenger, dare.challenged
        blocked = sql.select(blocks.c.member).where(blocks.c.member.in_(both), blocks.c.blocked.in_(both))
        closed = sql.select(bans.c.member).where(bans.c.member.in_(both))
        closed_bots = sql.select(bots.c.member).where(bots.c.member.in_(both), is_closed())
        for found in (blocked, closed, closed_bots):
            if (await connection.execute(found)).first() is not None:
                raise Apart

    async def answer(
        self, dare_id: str, by: str, answer: Answer, now_ms: int, begin: Callable[[Dare], StoredGame]
    ) -> Dare | None:
        """Answer a challenge as who was challenged, or take it back as who challenged; None if it does not wait.

        One that is accepted begins a game of the two as they are called then.
        """
        mine = dares.c.challenger if answer == WITHDRAWN else dares.c.challenged
        waits = dares.c.id == dare_id, mine == by, dares.c.answer.is_(None), dares.c.until_ms >= now_ms
        async with self._store.writing() as connection:
            row = (await connection.execute(sql.select(dares).where(*waits))).first()
            if row is None:
                return None
            # Before the challenge itself, as whoever goes is held first and takes their challenges with them.
            challenger, challenged = await self._hold(connection, _dare(row))
            dare = replace(_dare(row), challenger_name=challenger, challenged_name=challenged)
            if (await connection.execute(sql.select(dares.c.id).where(*waits).with_for_update())).first() is None:
                return None
            game_id = None
            if answer == ACCEPTED:
                await self._refuse_if_apart(connection, dare)
                game = begin(dare)
                await self._store.add(connection, game)
                game_id = game.id
            changed = {"answer": answer, "answered_ms": now_ms, "game_id": game_id}
            await connection.execute(sql.update(dares).where(dares.c.id == dare_id).values(changed))
        return replace(dare, answer=answer, game_id=game_id)

    async def _hold(self, connection: AsyncConnection, dare: Dare) -> tuple[str, str]:
        """Hold the two until the transaction ends, and return their names; `Apart` if one of them has gone."""
        held = await holding.hold(connection, (dare.challenger, dare.challenged))
        if len(held) < 2:
            raise Apart
        return held[dare.challenger].name, held[dare.challenged].name

    async def one(self, dare_id: str) -> Dare | None:
        """Return a challenge, with names."""
        return next(iter(await self._read(dares.c.id == dare_id)), None)

    async def of(self, people: Collection[str], now_ms: int) -> list[Dare]:
        """Return the challenges by or to members that wait or were answered just now, the oldest first."""
        theirs = sql.or_(Among(dares.c.challenger, people), Among(dares.c.challenged, people))
        found = await self._read(theirs, ~_is_old(now_ms))
        return sorted(found, key=lambda dare: (dare.created_ms, dare.id))

    async def _read(self, *wanted: sql.ColumnElement[bool]) -> list[Dare]:
        one, other = schema.members.alias(), schema.members.alias()
        found = (
            sql.select(dares, one.c.name.label("one_name"), other.c.name.label("other_name"))
            .join(one, one.c.id == dares.c.challenger)
            .join(other, other.c.id == dares.c.challenged)
            .where(*wanted, dares.c.game.in_(list(catalog.GAMES)))
        )
        async with self._store.reading() as connection:
            rows = (await connection.execute(found)).all()
        return [replace(_dare(row), challenger_name=row.one_name, challenged_name=row.other_name) for row in rows]

    async def under_way(self, people: Collection[str]) -> list[tuple[str, str]]:
        """Return the games under way in which both sides have somebody: who of these people plays, and the game."""
        seats, games = schema.seats, schema.games
        other = seats.alias()
        found = (
            sql.select(seats.c.visitor, games.c.id)
            .join(games, games.c.id == seats.c.game_id)
            .join(other, sql.and_(other.c.game_id == seats.c.game_id, other.c.side != seats.c.side))
            .where(Among(seats.c.visitor, people), games.c.reason.is_(None))
            .where(games.c.game.in_(list(catalog.GAMES)), other.c.kind != "open")
            .order_by(games.c.created_ms, games.c.id)
        )
        async with self._store.reading() as connection:
            return [(row.visitor, row.id) for row in (await connection.execute(found)).all()]


def _is_old(now_ms: int) -> sql.ColumnElement[bool]:
    """Return the condition that nobody needs to know of a challenge any more."""
    expired = sql.and_(dares.c.answer.is_(None), dares.c.until_ms < now_ms)
    return sql.or_(expired, sql.func.coalesce(dares.c.answered_ms, now_ms) < now_ms - TOLD_MS)


def _values(dare: Dare) -> dict[str, Any]:
    return {
        "id": dare.id,
        "challenger": dare.challenger,
        "challenged": dare.challenged,
        "game": dare.game,
        "rules": dare.rules,
        **controls.values_of(dare.control),
        "side": dare.side,
        "created_ms": dare.created_ms,
        "until_ms": dare.until_ms,
    }


def _dare(row: Any) -> Dare:
    control = controls.control_of(row)
    return Dare(
        *(row.id, row.challenger, row.challenged, row.game, row.rules, control, row.side),
        *(row.created_ms, row.until_ms, row.answer, row.game_id),
    )
