"""What the database keeps of members, each change in one transaction; whether somebody may is asked elsewhere.

What somebody proved before is looked at again in the transaction that it allows, with the member's row held: a password
that was changed meanwhile, a passkey that was removed, a session that has ended prove nothing any more. Whoever holds
several rows holds the member's first.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from vato.server.store import holding, schema, visits
from vato.server.store.company import bans, bots, is_closed
from vato.server.store.database import Among
from vato.server.store.post import push_subscriptions, vacations
from vato.server.store.store import Store

MOST_SESSIONS = 40
"""Of one member; the one that was not used for longest ends."""


class Banned(Exception):
    """The account was closed by a moderator."""


class Awaited(Exception):
    """Somebody plays against who is to be forgotten."""


class Ended(Exception):
    """The session that allowed something has ended meanwhile."""


@dataclass(frozen=True)
class Member:
    """A member."""

    id: str
    name: str
    password: str | None
    created_ms: int


@dataclass(frozen=True)
class Session:
    """A device on which a member is signed in."""

    token: str
    member: str
    id: str
    device: str
    created_ms: int
    seen_ms: int


@dataclass(frozen=True)
class KeptPasskey:
    """A passkey of a member."""

    id: str
    member: str
    public_key: str
    uses: int
    device: str
    created_ms: int


@dataclass(frozen=True)
class Arrival:
    """Somebody who signs in: the session that begins, the one it replaces, and the visit whose games join."""

    session: Session
    instead_of: str | None = None
    visit: str | None = None


class Members:
    """The members of a database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # Who somebody is

    async def session(self, token: str, since_ms: int) -> tuple[Session, str] | None:
        """Return the session of a token that was seen since, with the name of its member."""
        sessions, members = schema.sessions.c, schema.members.c
        found = (
            sql.select(schema.sessions, members.name)
            .join(schema.members, members.id == sessions.member)
            .where(sessions.token == token, sessions.seen_ms >= since_ms)
        )
        async with self._store.reading() as connection:
            row = (await connection.execute(found)).first()
        if row is None:
            return None
        return Session(row.token, row.member, row.id, row.device, row.created_ms, row.seen_ms), row.name

    async def living(self, tokens: Collection[str]) -> set[str]:
        """Return which of some tokens are of sessions that have not ended, or of bots."""
        found = sql.union(
            sql.select(schema.sessions.c.token).where(Among(schema.sessions.c.token, tokens)),
            sql.select(bots.c.token).where(Among(bots.c.token, tokens), ~is_closed()),
        )
        async with self._store.reading() as connection:
            return set((await connection.execute(found)).scalars())

    async def see(self, token: str, now_ms: int) -> None:
        """Write down that a session was used."""
        seen = sql.update(schema.sessions).where(schema.sessions.c.token == token).values(seen_ms=now_ms)
        async with self._store.writing() as connection:
            await connection.execute(seen)

    async def who_looks(self, looks: Collection[str]) -> str | None:
        """Return the id of the member whose name has one of these looks."""
        found = sql.select(schema.looks.c.member).where(schema.looks.c.look.in_(looks))
        async with self._store.reading() as connection:
            return (await connection.execute(found)).scalar()

    async def member(self, member_id: str | None) -> Member | None:
        """Return a member; None leads to nobody, and takes as long."""
        found = sql.select(schema.members).where(schema.members.c.id == (member_id or ""))
        async with self._store.reading() as connection:
            row = (await connection.execute(found)).first()
        return None if row is None else _member(row)

    # Signing up and in

    async def sign_up(
        self,
        member: Member,
        looks: Collection[str],
        codes: Collection[str],
        passkey: KeptPasskey | None,
        arrival: Arrival,
    ) -> list[str]:
        """Commit a new member, and return the games that are theirs now; `Conflict` if the name is taken."""
        async with self._store.writing() as connection:
            await connection.execute(sql.insert(schema.members), asdict(member))
            await connection.execute(
                sql.insert(schema.looks), [{"look": look, "member": member.id} for look in sorted(looks)]
            )
            await _insert_codes(connection, member.id, codes)
            if passkey is not None:
                await connection.execute(sql.insert(schema.passkeys), asdict(passkey))
            return await _arrive(connection, member, arrival)

    async def sign_in(
        self, member: Member, arrival: Arrival, *, passkey: KeptPasskey | None = None, code: str | None = None
    ) -> list[str] | None:
        """Commit that a member has signed in, and return the games that have joined.

        It is by the passkey or the code, or else by the password that `member` was read with. None if that is not
        theirs any more, or the code was used already.
        """
        codes, keys = schema.recovery_codes.c, schema.passkeys.c
        async with self._store.writing() as connection:
            held = await hold(connection, member.id)
            if held is None:
                return None
            used: Any = None
            if code is not None:
                mine = codes.member == member.id, codes.code == code
                used = await connection.execute(sql.delete(schema.recovery_codes).where(*mine))
            elif passkey is not None:
                own = keys.id == passkey.id, keys.member == member.id
                used = await connection.execute(sql.update(schema.passkeys).where(*own).values(uses=passkey.uses))
            if used.rowcount != 1 if used is not None else held.password != member.password:
                return None
            if (await connection.execute(sql.select(bans.c.member).where(bans.c.member == member.id))).first():
                raise Banned  # after what was proved, so that nobody else is told
            return await _arrive(connection, held, arrival)

    async def end(self, member_id: str, which: str | None = None, *, but: str | None = None) -> list[str]:
        """End a session of a member by its id, or all but one by its token; return the tokens that ended."""
        sessions = schema.sessions.c
        ended = [sessions.member == member_id]
        if which is not None:
            ended.append(sessions.id == which)
        if but is not None:
            ended.append(sessions.token != but)
        async with self._store.writing() as connection:
            await hold(connection, member_id)
            return await end_sessions(connection, ended)

    async def change_password(self, by: Session, password: str) -> list[str]:
        """Commit another password, and end all sessions but the one it is changed by; return the tokens that ended."""
        changed = sql.update(schema.members).where(schema.members.c.id == by.member).values(password=password)
        sessions = schema.sessions.c
        async with self._changing(by) as connection:
            await connection.execute(changed)
            return await end_sessions(connection, [sessions.member == by.member, sessions.token != by.token])

    @asynccontextmanager
    async def _changing(self, by: Session) -> AsyncIterator[AsyncConnection]:
        """Change what proves who a member is, in one transaction; `Ended` if the session that asks has."""
        async with self._store.writing() as connection:
            await hold(connection, by.member)
            held = sql.select(schema.sessions.c.id).where(schema.sessions.c.token == by.token).with_for_update()
            if (await connection.execute(held)).first() is None:
                raise Ended
            yield connection

    # What proves who somebody is

    async def passkey(self, key_id: str) -> KeptPasskey | None:
        """Return a passkey by its id."""
        found = sql.select(schema.passkeys).where(schema.passkeys.c.id == key_id)
        async with self._store.reading() as connection:
            row = (await connection.execute(found)).first()
        return None if row is None else _passkey(row)

    async def add_passkey(self, by: Session, passkey: KeptPasskey) -> None:
        """Commit another passkey; `Conflict` if it is there already."""
        async with self._changing(by) as connection:
            await connection.execute(sql.insert(schema.passkeys), asdict(passkey))

    async def remove_passkey(self, by: Session, key_id: str) -> bool:
        """Forget a passkey of a member; return False, and forget nothing, if it is the last way in."""
        keys, mine = schema.passkeys.c, schema.passkeys.c.member == by.member
        async with self._changing(by) as connection:  # so that two removed at once are not both the last but one
            password = sql.select(schema.members.c.password).where(schema.members.c.id == by.member)
            left = sql.select(sql.func.count()).where(mine, keys.id != key_id)
            if (await connection.execute(password)).scalar() is None and not (await connection.execute(left)).scalar():
                return False
            await connection.execute(sql.delete(schema.passkeys).where(mine, keys.id == key_id))
        return True

    async def replace_codes(self, by: Session, codes: Collection[str]) -> None:
        """Commit new recovery codes instead of all before."""
        async with self._changing(by) as connection:
            old = schema.recovery_codes.c.member == by.member
            await connection.execute(sql.delete(schema.recovery_codes).where(old))
            await _insert_codes(connection, by.member, codes)

    async def challenge(self, challenge: str, member_id: str, asker: str, now_ms: int, until_ms: int) -> None:
        """Commit a challenge that somebody was given, and forget those that nobody can use any more."""
        values = {"challenge": challenge, "member": member_id, "asker": asker, "until_ms": until_ms}
        async with self._store.writing() as connection:
            await connection.execute(sql.delete(schema.challenges).where(schema.challenges.c.until_ms < now_ms))
            await connection.execute(sql.insert(schema.challenges), values)

    async def used_challenge(self, challenge: str, asker: str, now_ms: int) -> str | None:
        """Use up a challenge, and return for whom it was; None if it was not given to whoever asks, or is used up."""
        given = schema.challenges.c
        mine = given.challenge == challenge, given.asker == asker, given.until_ms >= now_ms
        async with self._store.writing() as connection:
            member: str | None = (await connection.execute(sql.select(given.member).where(*mine))).scalar()
            used: Any = await connection.execute(sql.delete(schema.challenges).where(*mine))
        return member if used.rowcount == 1 else None

    # What members see of themselves

    async def sessions(self, member_id: str) -> list[Session]:
        """Return where a member is signed in, the last used first."""
        sessions = schema.sessions.c
        found = sql.select(schema.sessions).where(sessions.member == member_id).order_by(sessions.seen_ms.desc())
        async with self._store.reading() as connection:
            rows = (await connection.execute(found)).all()
        return [Session(row.token, row.member, row.id, row.device, row.created_ms, row.seen_ms) for row in rows]

    async def passkeys(self, member_id: str) -> list[KeptPasskey]:
        """Return the passkeys of a member, the oldest first."""
        keys = schema.passkeys.c
        found = sql.select(schema.passkeys).where(keys.member == member_id).order_by(keys.created_ms, keys.id)
        async with self._store.reading() as connection:
            return [_passkey(row) for row in (await connection.execute(found)).all()]

    async def codes_left(self, member_id: str) -> int:
        """Return how many recovery codes a member has left."""
        left = sql.select(sql.func.count()).where(schema.recovery_codes.c.member == member_id)
        async with self._store.reading() as connection:
            return int((await connection.execute(left)).scalar_one())

    async def count_games(self, visitor: str) -> int:
        """Return how many games a visitor has."""
        async with self._store.reading() as connection:
            return await visits.count(connection, visitor)

    async def games(self, member_id: str) -> list[str]:
        """Return all games of a member, the oldest first."""
        async with self._store.reading() as connection:
            return await visits.all_of(connection, member_id)

    async def days_off(self, member_id: str) -> list[dict[str, int]]:
        """Return the days that a member has taken off, the oldest first."""
        found = sql.select(vacations).where(vacations.c.member == member_id).order_by(vacations.c.from_ms)
        async with self._store.reading() as connection:
            rows = (await connection.execute(found)).all()
        return [{"from": row.from_ms, "until": row.until_ms, "days": row.days} for row in rows]

    async def under_way(self, member_id: str) -> list[str]:
        """Return the games under way in which a member plays."""
        async with self._store.reading() as connection:
            return await visits.under_way(connection, member_id)

    async def delete(self, by: Session, *, even_if_awaited: bool = False) -> list[str]:
        """Forget a member; return the games that are nobody's now."""
        async with self._changing(by) as connection:
            return await forget(connection, by.member, even_if_awaited=even_if_awaited)


def _member(row: Any) -> Member:
    return Member(row.id, row.name, row.password, row.created_ms)


async def hold(connection: AsyncConnection, member_id: str) -> Member | None:
    """Return a member as they are, held until the transaction ends."""
    row = (await holding.hold(connection, [member_id])).get(member_id)
    return None if row is None else _member(row)


async def forget(connection: AsyncConnection, member_id: str, *, even_if_awaited: bool) -> list[str]:
    """Forget a member who is held; return the games that are nobody's now. `Awaited` if somebody plays against them."""
    if not even_if_awaited and await visits.is_awaited(connection, member_id):
        raise Awaited
    games = await visits.part(connection, member_id)
    await connection.execute(sql.delete(schema.members).where(schema.members.c.id == member_id))
    return games


def _passkey(row: Any) -> KeptPasskey:
    return KeptPasskey(row.id, row.member, row.public_key, row.uses, row.device, row.created_ms)


async def _insert_codes(connection: AsyncConnection, member_id: str, codes: Collection[str]) -> None:
    rows = [{"member": member_id, "code": code} for code in codes]
    await connection.execute(sql.insert(schema.recovery_codes), rows)


async def _arrive(connection: AsyncConnection, member: Member, arrival: Arrival) -> list[str]:
    sessions, told = schema.sessions.c, push_subscriptions.c
    await connection.execute(sql.insert(schema.sessions), asdict(arrival.session))
    if arrival.instead_of is not None:
        # What this browser subscribed to would end with the session before; whoever is told is still the same.
        kept = sql.update(push_subscriptions).where(told.session == arrival.instead_of, told.visitor == member.id)
        await connection.execute(kept.values(session=arrival.session.token))
        await end_sessions(connection, [sessions.token == arrival.instead_of])
    newest = sql.select(sessions.token).where(sessions.member == member.id).order_by(sessions.seen_ms.desc())
    await end_sessions(connection, [sessions.member == member.id, sessions.token.not_in(newest.limit(MOST_SESSIONS))])
    return [] if arrival.visit is None else await visits.join(connection, arrival.visit, member.id, member.name)


async def end_sessions(connection: AsyncConnection, which: Sequence[sql.ColumnElement[bool]]) -> list[str]:
    """End the sessions that are so; return their tokens."""
    ended = await connection.execute(sql.delete(schema.sessions).where(*which).returning(schema.sessions.c.token))
    return list(ended.scalars())
