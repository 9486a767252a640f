"""Days off of members, as the database knows them: while they last, their clocks stand still in games by post.

What a turn has taken so far is written down when the days off begin, and the clock runs again from their end on: what
is left follows from committed times, as ever, and nothing needs to happen when they are over. Whoever moves meanwhile
finds in the other's seat until when their time stands.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from vato.contest.clock import DAY_MS
from vato.server.store import holding, schema
from vato.server.store.model import StoredGame
from vato.server.store.post import vacations

DAYS_A_YEAR = 30
"""That a member may take off, in a calendar year (UTC)."""

games, seats = schema.games, schema.seats


@dataclass(frozen=True)
class DaysOff:
    """How a member's days off stand."""

    left: int
    """That may still be taken this year."""
    until_ms: int | None
    """When those end that are being taken now."""


class TooMany(Exception):
    """Not so many days are left this year."""


class AlreadyOff(Exception):
    """Days are being taken off already."""


async def of(connection: AsyncConnection, member: str, now_ms: int) -> DaysOff:
    """Return how a member's days off stand."""
    day = datetime.fromtimestamp(now_ms / 1000, UTC)
    year_ms = int(datetime(day.year, 1, 1, tzinfo=UTC).timestamp() * 1000)
    mine = vacations.c.member == member
    used = sql.select(sql.func.sum(vacations.c.days)).where(mine, vacations.c.from_ms >= year_ms)
    current = sql.select(sql.func.max(vacations.c.until_ms)).where(mine, vacations.c.until_ms > now_ms)
    left = DAYS_A_YEAR - int((await connection.execute(used)).scalar() or 0)
    return DaysOff(max(0, left), (await connection.execute(current)).scalar())


async def take(connection: AsyncConnection, member: str, days: int, now_ms: int) -> list[str]:
    """Take days off from now on, and return the games that this changes; none that is lost already is saved by it."""
    await holding.hold(connection, [member])
    standing = await of(connection, member, now_ms)
    if standing.until_ms is not None:
        raise AlreadyOff
    if days > standing.left:
        raise TooMany
    row = {"member": member, "from_ms": now_ms, "until_ms": now_ms + days * DAY_MS, "days": days}
    await connection.execute(sql.insert(vacations), row)
    return await renew(connection, member, now_ms)


async def end(connection: AsyncConnection, member: str, now_ms: int) -> list[str]:
    """End the days off that are being taken, and return the games that this changes; a day that has begun is used."""
    await holding.hold(connection, [member])
    current = vacations.c.member == member, vacations.c.until_ms > now_ms
    row = (await connection.execute(sql.select(vacations).where(*current))).first()
    if row is None:
        return []
    used = max(1, -(-(now_ms - row.from_ms) // DAY_MS))
    await connection.execute(sql.update(vacations).where(*current).values(until_ms=now_ms, days=used))
    ids = await _under_way(connection, member)
    theirs = seats.c.visitor == member, seats.c.game_id.in_(ids)
    await connection.execute(sql.update(seats).where(*theirs).values(away_until_ms=None))
    runs = sql.update(games).where(games.c.id.in_(ids), _is_turn_of(member), games.c.clock_since_ms > now_ms)
    await connection.execute(runs.values(clock_since_ms=now_ms))
    await _touch(connection, ids)
    return ids


async def renew(connection: AsyncConnection, member: str, now_ms: int, among: list[str] | None = None) -> list[str]:
    """Let a member's clocks stand until their days off are over, and return the games where they do.

    It is in all their games by post that go on, or in those among some.
    """
    until_ms = (await of(connection, member, now_ms)).until_ms
    if until_ms is None:
        return []
    ids = [game_id for game_id in await _under_way(connection, member) if among is None or game_id in among]
    theirs = seats.c.visitor == member, seats.c.game_id.in_(ids)
    await connection.execute(sql.update(seats).where(*theirs).values(away_until_ms=until_ms))
    used_ms = sql.case((games.c.clock_since_ms < now_ms, now_ms - games.c.clock_since_ms), else_=0)
    first, second = games.c.clock_first_ms, games.c.clock_second_ms
    stands = (
        sql.update(games)
        .where(games.c.id.in_(ids), _is_turn_of(member))
        .where(schema.falls_at_ms() > now_ms, games.c.clock_since_ms < until_ms)
        .values(
            clock_first_ms=sql.case((games.c.clock_running == 0, first - used_ms), else_=first),
            clock_second_ms=sql.case((games.c.clock_running == 1, second - used_ms), else_=second),
            clock_since_ms=until_ms,
        )
    )
    await connection.execute(stands)
    await _touch(connection, ids)
    return ids


async def seated(connection: AsyncConnection, game: StoredGame, now_ms: int) -> StoredGame:
    """Return a game by post that is to be kept, with until when who sits there has taken days off.

    The members are held until the transaction ends: none of them takes days off meanwhile that this game would miss.
    """
    people = sorted({seat.visitor for seat in game.seats if seat.visitor is not None})
    await holding.hold(connection, people)
    found = sql.select(vacations.c.member, vacations.c.until_ms).where(
        vacations.c.member.in_(people), vacations.c.until_ms > now_ms
    )
    until = {row.member: row.until_ms for row in (await connection.execute(found)).all()}
    first, second = (replace(seat, away_until_ms=until.get(seat.visitor or "")) for seat in game.seats)
    clock = game.clock
    if clock is not None and clock.running is not None:
        clock = clock.standing_until((first, second)[clock.running].away_until_ms)
    return replace(game, seats=(first, second), clock=clock)


async def _under_way(connection: AsyncConnection, member: str) -> list[str]:
    """Return a member's games by post that go on, held until the transaction ends."""
    seated_in = sql.select(seats.c.game_id).where(seats.c.visitor == member)
    mine = games.c.id.in_(seated_in), games.c.reason.is_(None), games.c.per_turn.is_(True)
    found = sql.select(games.c.id).where(*mine).order_by(games.c.id).with_for_update()
    return list((await connection.execute(found)).scalars())


def _is_turn_of(member: str) -> Any:
    """Return the condition that it is a member's time that runs."""
    to_move = seats.c.game_id == games.c.id, seats.c.side == games.c.clock_running, seats.c.visitor == member
    return sql.exists().where(*to_move)


async def _touch(connection: AsyncConnection, ids: list[str]) -> None:
    """Make a version of each game, so that nobody commits to the one before."""
    await connection.execute(sql.update(games).where(games.c.id.in_(ids)).values(version=games.c.version + 1))
