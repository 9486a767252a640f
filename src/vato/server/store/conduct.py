"""Blocks, reports, moderators and what they do, in the database: each change in one transaction, with its deed.

Whether somebody may is asked elsewhere (people/).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from vato.server.store import schema, visits
from vato.server.store.company import bans, blocks, bots, dares, deeds, moderators, reports
from vato.server.store.database import Among
from vato.server.store.members import end_sessions, hold
from vato.server.store.model import COMPUTER
from vato.server.store.store import Store

PAGE = 50

members = schema.members


class TooMany(Exception):
    """As many members are blocked as may be."""


@dataclass(frozen=True)
class Report:
    """What somebody told the moderators; whoever has gone since has no name."""

    id: str
    reporter: str | None
    about: str | None
    game_id: str | None
    reason: str
    text: str
    created_ms: int
    closed_ms: int | None = None
    about_is_banned: bool = False


@dataclass(frozen=True)
class Deed:
    """What a moderator did."""

    id: str
    at_ms: int
    moderator: str
    deed: str
    member: str | None
    """To whom, by their id when it is written and by their name when it is read."""
    report: str | None
    text: str


class Conduct:
    """How members get on, in a database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # Blocks

    async def block(self, member: str, blocked: str, now_ms: int, most: int) -> bool:
        """Let a member not meet another one; return whether that is new. `TooMany` if they may block no more."""
        mine = blocks.c.member == member
        async with self._store.writing() as connection:
            await hold(connection, member)
            known = set((await connection.execute(sql.select(blocks.c.blocked).where(mine))).scalars())
            if blocked in known:
                return False
            if len(known) >= most:
                raise TooMany
            values = {"member": member, "blocked": blocked, "since_ms": now_ms}
            await connection.execute(sql.insert(blocks).values(values))
            # What they asked of each other is answered by it.
            both = sql.or_(
                sql.and_(dares.c.challenger == member, dares.c.challenged == blocked),
                sql.and_(dares.c.challenger == blocked, dares.c.challenged == member),
            )
            await connection.execute(sql.delete(dares).where(both, dares.c.answer.is_(None)))
        return True

    async def unblock(self, member: str, blocked: str) -> bool:
        """Let a member meet another one again; return whether they did not."""
        both = blocks.c.member == member, blocks.c.blocked == blocked
        async with self._store.writing() as connection:
            done: Any = await connection.execute(sql.delete(blocks).where(*both))
        return bool(done.rowcount)

    async def blocked_by(self, member: str) -> dict[str, str]:
        """Return whom a member has blocked: their names by their ids."""
        found = (
            sql.select(members.c.id, members.c.name)
            .join(blocks, blocks.c.blocked == members.c.id)
            .where(blocks.c.member == member)
            .order_by(blocks.c.since_ms.desc(), members.c.id)
        )
        async with self._store.reading() as connection:
            return {row.id: row.name for row in (await connection.execute(found)).all()}

    async def apart(self, people: Collection[str]) -> dict[str, frozenset[str]]:
        """Return whom each of some people does not meet, because either has blocked the other."""
        met: dict[str, set[str]] = {}
        found = sql.select(blocks).where(sql.or_(Among(blocks.c.member, people), Among(blocks.c.blocked, people)))
        async with self._store.reading() as connection:
            for row in (await connection.execute(found)).all():
                met.setdefault(row.member, set()).add(row.blocked)
                met.setdefault(row.blocked, set()).add(row.member)
        return {one: frozenset(others) for one, others in met.items()}

    # Reports

    async def keep(self, report: Report) -> None:
        """Keep what somebody tells the moderators."""
        values = {
            "id": report.id,
            "reporter": report.reporter,
            "about": report.about,
            "game_id": report.game_id,
            "reason": report.reason,
            "text": report.text,
            "created_ms": report.created_ms,
        }
        async with self._store.writing() as connection:
            await connection.execute(sql.insert(reports).values(values))

    async def reports(self, *, closed: bool) -> list[Report]:
        """Return reports by name: the open ones, those first that wait longest, or the last that were closed."""
        by, about = members.alias(), members.alias()
        found = (
            sql.select(reports, by.c.name.label("by_name"), about.c.name.label("about_name"), bans.c.since_ms)
            .outerjoin(by, by.c.id == reports.c.reporter)
            .outerjoin(about, about.c.id == reports.c.about)
            .outerjoin(bans, bans.c.member == reports.c.about)
            .where(reports.c.closed_ms.is_not(None) if closed else reports.c.closed_ms.is_(None))
            .order_by(reports.c.closed_ms.desc() if closed else reports.c.created_ms, reports.c.id)
            .limit(PAGE)
        )
        async with self._store.reading() as connection:
            rows = (await connection.execute(found)).all()
        return [
            Report(
                *(row.id, row.by_name, row.about_name, row.game_id, row.reason, row.text, row.created_ms),
                closed_ms=row.closed_ms,
                about_is_banned=row.since_ms is not None,
            )
            for row in rows
        ]

    async def reports_of(self, reporter: str) -> list[dict[str, Any]]:
        """Return what a member has told the moderators, for the member."""
        told = reports.c.created_ms, reports.c.reason, reports.c.text, reports.c.game_id
        found = sql.select(*told).where(reports.c.reporter == reporter).order_by(reports.c.created_ms)
        async with self._store.reading() as connection:
            return [dict(row) for row in (await connection.execute(found)).mappings()]

    async def open_reports_of(self, reporter: str) -> int:
        """Return how many reports of somebody wait."""
        waits = sql.select(sql.func.count()).where(reports.c.closed_ms.is_(None), reports.c.reporter == reporter)
        async with self._store.reading() as connection:
            return int((await connection.execute(waits)).scalar_one())

    # Moderators

    async def is_moderator(self, member: str) -> bool:
        """Return whether a member is a moderator."""
        found = sql.select(moderators.c.member).where(moderators.c.member == member)
        async with self._store.reading() as connection:
            return (await connection.execute(found)).first() is not None

    async def is_banned(self, member: str) -> bool:
        """Return whether a member's account is closed."""
        found = sql.select(bans.c.member).where(bans.c.member == member)
        async with self._store.reading() as connection:
            return (await connection.execute(found)).first() is not None

    async def is_shut_out(self, member: str) -> bool:
        """Return whether a member's account is closed, or that of whoever keeps the bot which they are."""
        found = sql.select(members.c.id).where(members.c.id == member, members.c.id.in_(_shut_out()))
        async with self._store.reading() as connection:
            return (await connection.execute(found)).first() is not None

    async def banned_at_play(self) -> list[str]:
        """Return those whose accounts are closed and who still play somebody, or invite somebody to play."""
        games, seats, other = schema.games, schema.seats, schema.seats.alias()
        awaited = sql.or_(other.c.kind != COMPUTER, games.c.tournament_id.is_not(None))
        others = other.c.game_id == seats.c.game_id, other.c.side != seats.c.side, awaited
        found = (
            sql.select(seats.c.visitor)
            .join(games, games.c.id == seats.c.game_id)
            .join(other, sql.and_(*others, other.c.visitor.is_distinct_from(seats.c.visitor)))
            .where(games.c.reason.is_(None), seats.c.visitor.in_(_shut_out()))
            .distinct()
        )
        async with self._store.reading() as connection:
            return list((await connection.execute(found)).scalars())

    async def close(self, report: str, deed: Deed) -> bool:
        """Close a report; return False if it is closed already, or there is none."""
        waits = reports.c.id == report, reports.c.closed_ms.is_(None)
        async with self._store.writing() as connection:
            done: Any = await connection.execute(sql.update(reports).where(*waits).values(closed_ms=deed.at_ms))
            if done.rowcount != 1:
                return False
            await _note(connection, deed)
        return True

    async def ban(self, member: str, deed: Deed) -> list[str] | None:
        """Close an account, with its sessions, seeks and challenges; return the tokens that ended, None if it is."""
        sessions, seeks = schema.sessions, schema.seeks
        async with self._store.writing() as connection:
            await hold(connection, member)
            if (await connection.execute(sql.select(bans).where(bans.c.member == member))).first() is not None:
                return None
            await connection.execute(sql.insert(bans).values(member=member, since_ms=deed.at_ms))
            await connection.execute(sql.delete(seeks).where(seeks.c.visitor == member))
            kept = sql.select(bots.c.member).where(bots.c.keeper == member)
            gone = sql.union_all(sql.select(sql.literal(member)), kept)
            asked = sql.or_(dares.c.challenger.in_(gone), dares.c.challenged.in_(gone))
            await connection.execute(sql.delete(dares).where(asked, dares.c.answer.is_(None)))
            await _note(connection, deed)
            return await end_sessions(connection, [sessions.c.member == member])

    async def unban(self, member: str, deed: Deed) -> bool:
        """Open an account again; return False if it was not closed."""
        async with self._store.writing() as connection:
            done: Any = await connection.execute(sql.delete(bans).where(bans.c.member == member))
            if done.rowcount != 1:
                return False
            await _note(connection, deed)
        return True

    async def rename(self, member: str, name: str, looks: Iterable[str], deed: Deed) -> list[str]:
        """Give a member another name; return the games that show it. `Conflict` if it is taken."""
        async with self._store.writing() as connection:
            await hold(connection, member)
            await connection.execute(sql.delete(schema.looks).where(schema.looks.c.member == member))
            rows = [{"look": look, "member": member} for look in sorted(looks)]
            await connection.execute(sql.insert(schema.looks), rows)
            await connection.execute(sql.update(members).where(members.c.id == member).values(name=name))
            await _note(connection, deed)
            return await visits.rename(connection, member, name)

    async def note(self, deed: Deed) -> None:
        """Write down what a moderator did that changed nothing."""
        async with self._store.writing() as connection:
            await _note(connection, deed)

    async def deeds(self) -> Sequence[Deed]:
        """Return what moderators did, the last first."""
        found = (
            sql.select(deeds, members.c.name)
            .outerjoin(members, members.c.id == deeds.c.member)
            .order_by(deeds.c.at_ms.desc(), deeds.c.id)
            .limit(4 * PAGE)
        )
        async with self._store.reading() as connection:
            rows = (await connection.execute(found)).all()
        return [Deed(row.id, row.at_ms, row.moderator, row.deed, row.name, row.report, row.text) for row in rows]


def _shut_out() -> sql.CompoundSelect[tuple[str]]:
    """Return those who are banned, with their bots."""
    keepers = sql.select(bots.c.member).join(bans, bans.c.member == bots.c.keeper)
    return sql.union(sql.select(bans.c.member), keepers)


async def _note(connection: AsyncConnection, deed: Deed) -> None:
    values = {
        "id": deed.id,
        "at_ms": deed.at_ms,
        "moderator": deed.moderator,
        "deed": deed.deed,
        "member": deed.member,
        "report": deed.report,
        "text": deed.text,
    }
    await connection.execute(sql.insert(deeds).values(values))


async def appoint(store: Store, member: str, deed: Deed) -> bool:
    """Make a member a moderator, or none any more, as the deed says; return False if they are already."""
    async with store.writing() as connection:
        mine = moderators.c.member == member
        known = (await connection.execute(sql.select(moderators.c.member).where(mine))).first() is not None
        if known == (deed.deed == APPOINTED):
            return False
        if known:
            await connection.execute(sql.delete(moderators).where(mine))
        else:
            await connection.execute(sql.insert(moderators).values(member=member, since_ms=deed.at_ms))
        await _note(connection, deed)
    return True


APPOINTED, DISMISSED = "appointed", "dismissed"
