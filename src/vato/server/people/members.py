"""What members and those who become one do: sign up, sign in, recover; care.py has what they do about their account.

Everything that proves is limited for each address and each name, and fails with one sentence, whatever was wrong.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, suppress
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from vato.server.http.limits import Rate
from vato.server.http.refusals import Refusal, no_visitor, not_signed_in, too_fast
from vato.server.http.visitors import LONGEST_NAME, MEMBER, MEMBERS, bearer_of, clean, identify, is_member, visit_of
from vato.server.people import bots, care, dares, names, passkeys, passwords, recovery, sessions
from vato.server.play.games import Games
from vato.server.services import address_of
from vato.server.settings import Settings
from vato.server.store.conduct import Conduct
from vato.server.store.members import Arrival, Banned, KeptPasskey, Member, Members, Session
from vato.server.store.model import Conflict
from vato.server.store.times import now_ms
from vato.server.wire import people as wire

if TYPE_CHECKING:
    from vato.server.people.moderation import Moderation

NAME_SHARE = 3
"""How many times as much an address may prove as a name can be proved for."""


def wrong() -> Refusal:
    """Return the refusal of a sign-in; it does not say what was wrong."""
    return Refusal("That is not right: check the name and what goes with it.", code="not_proved", status=403)


def closed() -> Refusal:
    """Return the refusal of a member whose account a moderator has closed; they have proved who they are."""
    return Refusal("This account was closed by a moderator of this server.", code="banned", status=403)


def unknown_member(name: str) -> Refusal:
    """Return the refusal of a name that is nobody's."""
    return Refusal("There is no member called {name!r} here.", code="unknown_member", status=404, name=name[:80])


class People:
    """The members of this server."""

    moderation: Moderation
    """Set by whoever makes it, as it needs this to be there."""

    def __init__(self, settings: Settings, games: Games) -> None:
        self.rows = Members(games.store)
        self._sessions = sessions.Lines()
        self._visits = sessions.Lines()
        self._games = games
        self.conduct = Conduct(games.store)
        self.bots = bots.BotAccounts(self, games)
        self.dares = dares.Challenges(self, games)
        self.passwords = passwords.Passwords()
        hourly = settings.limits.proofs_per_hour
        self._addresses = Rate(hourly, hourly / 3600)
        self._names, self._codes = (Rate(hourly / NAME_SHARE, hourly / NAME_SHARE / 3600) for _ in range(2))
        """By password and by code, apart: whoever guesses at the one keeps nobody from the other."""
        self.care = care.Care(self, games)

    def close(self) -> None:
        """Let go of everything."""
        self.passwords.close()

    # Who somebody is

    async def recognise(self, connection: HTTPConnection) -> None:
        """Find out whether a member is behind a request."""
        token = sessions.hash_of(connection)
        if token is None:
            return
        if bots.is_token(bearer_of(connection)):
            connection.scope[MEMBER] = await self.bots.recognised(token)
            return
        now = now_ms()
        found = await self.rows.session(token, now - sessions.LIFETIME_MS)
        if found is None:
            return
        session, _ = found
        connection.scope[MEMBER] = session.member
        if now - session.seen_ms > sessions.SEEN_MS:
            with suppress(Refusal):  # it is no more than a note
                await self.rows.see(token, now)

    async def session(self, connection: HTTPConnection) -> tuple[Session, str]:
        """Return the session that a request belongs to, and its member's name; refuse whoever has none."""
        token = sessions.hash_of(connection)
        found = None if token is None else await self.rows.session(token, now_ms() - sessions.LIFETIME_MS)
        if found is None:
            raise not_signed_in()
        return found

    async def fresh_session(self, connection: HTTPConnection) -> tuple[Session, str]:
        """Return the session that a request belongs to; refuse one that did not begin just now."""
        session, name = await self.session(connection)
        if not sessions.is_fresh(session):
            raise Refusal("Sign in again to change this.", code="prove_again", status=403)
        return session, name

    async def named(self, name: str) -> Member:
        """Return the member of a name, or of one that looks like it; refuse a name that is nobody's."""
        found = names.looks(clean(name, LONGEST_NAME))
        member = await self.rows.member(await self.rows.who_looks(found)) if found else None
        if member is None:
            raise unknown_member(name)
        return member

    def cut(self, tokens: Iterable[str]) -> None:
        """Cut the lines of sessions, or of bots, whose tokens are worth nothing any more."""
        self._sessions.cut(tokens)

    def told(self, connection: HTTPConnection, leave: Callable[[], None]) -> AbstractContextManager[None]:
        """Be called when whoever opened a line is not who they were any more."""
        who = identify(connection)
        if is_member(who):
            return self._sessions.told(sessions.hash_of(connection), leave)
        return self._visits.told(who, leave)

    async def cut_ended(self) -> None:
        """Cut the lines of sessions that have ended at another server, or while a line was opened."""
        if open_here := self._sessions.open:
            with suppress(Refusal):  # while nothing can be read
                self._sessions.cut(open_here - await self.rows.living(open_here))

    async def name_for(self, visitor: str | None, wanted: str, *, own: bool) -> str:
        """Return the name by which somebody plays: a member's `own` seat has theirs, no other has another member's."""
        if own and visitor is not None and is_member(visitor):
            member = await self.rows.member(visitor)
            if member is None or await self.conduct.is_banned(visitor):  # just now
                raise not_signed_in()
            return member.name
        name = clean(wanted, LONGEST_NAME)
        found = names.looks(name)
        if names.is_kept(found):
            raise names.taken(name)
        if found and (holder := await self.rows.who_looks(found)) is not None and holder != visitor:
            raise names.taken(name)
        return name

    async def shown(self, name: str) -> Member:
        """Return the member of a name as everybody sees them; one whose account is closed is nobody."""
        member = await self.named(name)
        if await self.conduct.is_shut_out(member.id):
            raise unknown_member(name)
        return member

    # Signing up and in

    async def challenge(self, connection: HTTPConnection, asker: str) -> wire.Challenge:
        """Return a challenge for a passkey that is to be made or used."""
        self.limit(connection)
        member = asker if is_member(asker) else new_member()
        challenge = secrets.token_urlsafe(32)
        now = now_ms()
        await self.rows.challenge(passkeys.hashed(challenge), member, asker, now, now + passkeys.CHALLENGE_MS)
        return {
            "challenge": challenge,
            "place": passkeys.Place.of(connection).name,
            "user": passkeys.handle(member),
        }

    async def sign_up_by_password(
        self, connection: HTTPConnection, sent: wire.SignUpByPassword
    ) -> tuple[str, wire.Joined]:
        """Make a visitor a member with a password; return the token of their session, and their codes."""
        name = await self._free_name(connection, sent.name)
        kept = await self.passwords.hashed(passwords.checked(sent.password, name))
        return await self._sign_up(connection, Member(new_member(), name, kept, now_ms()), None)

    async def sign_up_by_passkey(
        self, connection: HTTPConnection, sent: wire.SignUpByPasskey
    ) -> tuple[str, wire.Joined]:
        """Make a visitor a member with a passkey."""
        name = await self._free_name(connection, sent.name)
        member_id, passkey = await self.made_passkey(connection, sent.passkey)
        return await self._sign_up(connection, Member(member_id, name, None, now_ms()), passkey)

    async def _free_name(self, connection: HTTPConnection, wanted: str) -> str:
        self.limit(connection)
        if is_member(identify(connection)):
            raise Refusal("You are a member already.", code="member")
        name = names.checked(wanted)
        if await self.rows.who_looks(names.looks(name)) is not None:
            raise names.taken(name)
        return name

    async def _sign_up(
        self, connection: HTTPConnection, member: Member, passkey: KeptPasskey | None
    ) -> tuple[str, wire.Joined]:
        codes = recovery.new_codes()
        token, session = sessions.begun(member.id, connection, now_ms())
        arrival = Arrival(session, visit=visit_of(connection))
        kept = [recovery.kept(member.id, code) for code in codes]
        try:
            joined = await self.rows.sign_up(member, names.looks(member.name), kept, passkey, arrival)
        except Conflict as conflict:
            raise names.taken(member.name) from conflict
        await self.changed(joined, arrival)
        return token, {"name": member.name, "codes": codes}

    async def sign_in_by_password(self, connection: HTTPConnection, sent: wire.SignInByPassword) -> tuple[str, str]:
        """Sign a member in; return the token of their session, and their name."""
        member = await self._named(connection, sent.name, self._names)
        if not await self.passwords.fits(sent.password, None if member is None else member.password):
            raise wrong()
        assert member is not None
        return await self._sign_in(connection, member, sent)

    async def sign_in_by_code(self, connection: HTTPConnection, sent: wire.SignInByCode) -> tuple[str, str]:
        """Sign a member in by a recovery code, which is used up."""
        member = await self._named(connection, sent.name, self._codes)
        unknown = Member(new_member(), "", None, 0)
        return await self._sign_in(connection, member or unknown, sent, code=sent.code)

    async def sign_in_by_passkey(self, connection: HTTPConnection, sent: wire.SignInByPasskey) -> tuple[str, str]:
        """Sign a member in by a passkey."""
        self.limit(connection)
        challenge = await self._challenge(connection, sent.passkey.client_data)
        known = await self.rows.passkey(sent.passkey.id)
        member = None if known is None else await self.rows.member(known.member)
        if known is None or member is None or challenge is None:
            raise passkeys.refused()
        stored = passkeys.Passkey(known.id, known.public_key, known.uses)
        used = passkeys.used(sent.passkey, stored, challenge[1], passkeys.Place.of(connection))
        passkey = KeptPasskey(used.id, member.id, used.public_key, used.uses, known.device, known.created_ms)
        return await self._sign_in(connection, member, sent, passkey=passkey)

    async def _named(self, connection: HTTPConnection, name: str, rate: Rate) -> Member | None:
        """Return the member of a name, or of one that looks like it, unless that was tried too often in this way."""
        self.limit(connection)
        found = names.looks(clean(name, LONGEST_NAME))
        member_id = await self.rows.who_looks(found)
        if not rate.allows(member_id or min(found, default="")):
            raise too_fast()
        return await self.rows.member(member_id)

    async def _sign_in(
        self,
        connection: HTTPConnection,
        member: Member,
        sent: wire.SignIn,
        *,
        passkey: KeptPasskey | None = None,
        code: str | None = None,
    ) -> tuple[str, str]:
        token, session = sessions.begun(member.id, connection, now_ms())
        arrival = Arrival(session, sessions.hash_of(connection), visit_of(connection) if sent.games else None)
        kept = None if code is None else recovery.kept(member.id, code)
        try:
            joined = await self.rows.sign_in(member, arrival, passkey=passkey, code=kept)
        except Banned as banned:
            raise closed() from banned
        if joined is None:
            raise wrong() if passkey is None else passkeys.refused()
        await self.changed(joined, arrival)
        return token, member.name

    def limit(self, connection: HTTPConnection) -> None:
        """Refuse an address that has tried to prove too much."""
        if not self._addresses.allows(address_of(connection)):
            raise too_fast()

    # Passkeys

    async def made_passkey(self, connection: HTTPConnection, sent: wire.NewPasskey) -> tuple[str, KeptPasskey]:
        """Return a new passkey, and the member it was made for."""
        challenge = await self._challenge(connection, sent.client_data)
        if challenge is None:
            raise passkeys.refused()
        member_id, text = challenge
        made = passkeys.made(sent, text, passkeys.Place.of(connection))
        device = sessions.device_of(connection.headers.get("user-agent", ""))
        return member_id, KeptPasskey(made.id, member_id, made.public_key, made.uses, device, now_ms())

    async def _challenge(self, connection: HTTPConnection, client_data: str) -> tuple[str, str] | None:
        """Use up the challenge that a browser answered; return for whom it was, and the challenge."""
        asker = identify(connection)
        if asker is None:
            raise no_visitor()
        text = passkeys.challenge_of(client_data)
        member = await self.rows.used_challenge(passkeys.hashed(text), asker, now_ms())
        return None if member is None else (member, text)

    # Going

    async def sign_out(self, connection: HTTPConnection) -> None:
        """End the session that asks, if it is one."""
        with suppress(Refusal):
            session, _ = await self.session(connection)
            self._sessions.cut(await self.rows.end(session.member, session.id))

    async def changed(self, game_ids: Sequence[str], arrival: Arrival | None = None) -> None:
        """Let everybody who looks at games know that other people sit there now."""
        if arrival is not None:
            self._sessions.cut(filter(None, [arrival.instead_of]))
            self._visits.cut(filter(None, [arrival.visit]))
        await self._games.seats_changed(game_ids)


def new_member() -> str:
    """Return an id for a new member."""
    return f"{MEMBERS}{secrets.token_hex(16)}"
