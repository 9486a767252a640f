"""What members do about their own account: change what proves who they are, see it, take all of it home, and go."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from vato.server.http.limits import Rate
from vato.server.http.refusals import Refusal, not_signed_in, too_fast
from vato.server.people import home, passkeys, passwords, recovery, sessions
from vato.server.people.resigning import parted
from vato.server.play.games import Games
from vato.server.store.members import Ended
from vato.server.store.model import Conflict
from vato.server.wire import people as wire

if TYPE_CHECKING:
    from vato.server.people.members import People

MOST_PASSKEYS = 20
EXPORTS_PER_HOUR = 6
"""Of one member: each has all their games played again."""


class Care:
    """What the members of this server do about their accounts."""

    def __init__(self, people: People, games: Games) -> None:
        self._people = people
        self._rows = people.rows
        self._games = games
        self._taking_home = Rate(EXPORTS_PER_HOUR, EXPORTS_PER_HOUR / 3600)

    async def change_password(self, connection: HTTPConnection, password: str) -> str:
        """Let a member have another password, and end their other sessions."""
        self._people.limit(connection)
        session, name = await self._people.fresh_session(connection)
        kept = await self._people.passwords.hashed(passwords.checked(password, name))
        with _while_signed_in():
            self._people.cut(await self._rows.change_password(session, kept))
        return name

    async def add_passkey(self, connection: HTTPConnection, sent: wire.NewPasskey) -> str:
        """Let a member have another passkey."""
        session, name = await self._people.fresh_session(connection)
        if len(await self._rows.passkeys(session.member)) >= MOST_PASSKEYS:
            raise Refusal("You have {count} passkeys; remove one first.", code="too_many", count=MOST_PASSKEYS)
        member_id, passkey = await self._people.made_passkey(connection, sent)
        if member_id != session.member:
            raise passkeys.refused()
        try:
            with _while_signed_in():
                await self._rows.add_passkey(session, passkey)
        except Conflict as conflict:
            raise passkeys.refused() from conflict
        return name

    async def remove_passkey(self, connection: HTTPConnection, key_id: str) -> str:
        """Let a member forget a passkey, but not the last way in."""
        session, name = await self._people.fresh_session(connection)
        with _while_signed_in():
            removed = await self._rows.remove_passkey(session, key_id)
        if not removed:
            raise Refusal("It is the last way in; add another passkey or a password first.", code="last_way_in")
        return name

    async def new_codes(self, connection: HTTPConnection) -> wire.Codes:
        """Return new recovery codes of a member, instead of all before."""
        session, _ = await self._people.fresh_session(connection)
        codes = recovery.new_codes()
        with _while_signed_in():
            await self._rows.replace_codes(session, [recovery.kept(session.member, code) for code in codes])
        return {"codes": codes}

    async def account(self, connection: HTTPConnection) -> tuple[str, wire.Account]:
        """Return a member, and what is known about them."""
        session, name = await self._people.session(connection)
        member = await self._rows.member(session.member)
        if member is None:  # gone just now
            raise not_signed_in()
        keys, open_sessions = await self._rows.passkeys(member.id), await self._rows.sessions(member.id)
        return member.id, {
            "name": name,
            "created": member.created_ms,
            "password": member.password is not None,
            "codes": await self._rows.codes_left(member.id),
            "passkeys": [{"id": key.id, "device": key.device, "created": key.created_ms} for key in keys],
            "sessions": [
                {
                    "id": each.id,
                    "device": each.device,
                    "created": each.created_ms,
                    "seen": each.seen_ms,
                    "here": each.token == session.token,
                }
                for each in open_sessions
            ],
            "fresh": sessions.is_fresh(session),
            "moderator": await self._people.conduct.is_moderator(member.id),
        }

    async def taken_home(self, connection: HTTPConnection) -> AsyncIterator[bytes]:
        """Return all that is known about a member as an archive, piece by piece."""
        member, account = await self.account(connection)
        if not self._taking_home.allows(member):
            raise too_fast()
        more = {
            "blocked": list((await self._people.conduct.blocked_by(member)).values()),
            "bots": [bot.name for bot in await self._people.bots.rows.of(member)],
            "reports": await self._people.conduct.reports_of(member),
            "days_off": await self._people.rows.days_off(member),
        }
        return home.packed(self._games.store, member, account, await self._rows.games(member), more)

    async def delete(self, connection: HTTPConnection) -> None:
        """Forget the member who asks for it: whoever plays against them has won, and the games stay without a name."""
        session, _ = await self._people.fresh_session(connection)
        tokens = [each.token for each in await self._rows.sessions(session.member)]
        for bot in await self._people.bots.rows.of(session.member):
            await self._people.bots.delete(session.member, bot)
        with _while_signed_in():
            gone = await parted(self._games, self._rows, session.member, partial(self._rows.delete, session))
        self._people.cut(tokens)
        await self._people.changed(gone)

    async def end_session(self, connection: HTTPConnection, which: str | None) -> str:
        """End a session of a member by its id, or all but the one that asks."""
        session, name = await self._people.session(connection)
        but = session.token if which is None else None
        self._people.cut(await self._rows.end(session.member, which, but=but))
        return name


@contextmanager
def _while_signed_in() -> Iterator[None]:
    """Refuse what was allowed by a session that has ended since."""
    try:
        yield
    except Ended as ended:
        raise not_signed_in() from ended
