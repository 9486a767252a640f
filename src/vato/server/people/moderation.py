"""Blocks and reports of members, and what moderators do about them, each deed of whom is written down with it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import cast

from starlette.requests import HTTPConnection

from vato.server.http.limits import Rate
from vato.server.http.refusals import Refusal, too_fast
from vato.server.http.visitors import clean, is_bot, is_member, member_of
from vato.server.people import names
from vato.server.people.members import People
from vato.server.people.resigning import resign_all
from vato.server.play import new_game
from vato.server.play.games import Games
from vato.server.play.permission import refuse_unless_shown
from vato.server.play.snapshot import Snapshot
from vato.server.store.conduct import Deed, Report, TooMany
from vato.server.store.members import Member
from vato.server.store.model import Conflict
from vato.server.store.times import now_ms
from vato.server.wire import company, moderation

LONGEST_TEXT, LONGEST_NOTE = 1_000, 800
MOST_BLOCKED = 500
BLOCKS_PER_HOUR = 60
"""Of one member, taken back ones among them: everybody who is there is looked at after each."""
REPORTS_PER_HOUR = 10
MOST_REPORTS = 20
"""Of one member, that wait."""


class Moderation:
    """How members get on with each other."""

    def __init__(self, people: People, games: Games) -> None:
        self._people = people
        self._rows = people.conduct
        self._games = games
        self._reporting = Rate(REPORTS_PER_HOUR, REPORTS_PER_HOUR / 3600)
        self._blocking = Rate(BLOCKS_PER_HOUR, BLOCKS_PER_HOUR / 3600)
        games.hides = self._hidden_from
        games.apart = self._apart

    async def _hidden_from(self, visitor: str | None) -> frozenset[str]:
        if visitor is None or not is_member(visitor):
            return frozenset()
        return frozenset(await self._rows.blocked_by(visitor))

    async def _apart(self, people: Collection[str]) -> dict[str, frozenset[str]]:
        known = [person for person in people if is_member(person)]
        return await self._rows.apart(known) if known else {}

    # Blocks

    async def blocked(self, connection: HTTPConnection) -> company.MemberNames:
        """Return whom the member who asks has blocked."""
        return {"names": list((await self._rows.blocked_by(member_of(connection))).values())}

    async def block(self, connection: HTTPConnection, name: str) -> company.MemberNames:
        """Let the member who asks not meet another one."""
        member, other = member_of(connection), await self._people.named(name)
        if other.id == member:
            raise Refusal("Block somebody else than yourself.", code="apart")
        if not self._blocking.allows(member):
            raise too_fast()
        try:
            changed = await self._rows.block(member, other.id, now_ms(), MOST_BLOCKED)
        except TooMany as many:
            refusal = "You have blocked {count} members; unblock one first."
            raise Refusal(refusal, code="too_many", count=MOST_BLOCKED) from many
        if changed:
            await self._show_anew(member)
        return await self.blocked(connection)

    async def unblock(self, connection: HTTPConnection, name: str) -> company.MemberNames:
        """Let the member who asks meet another one again."""
        member, other = member_of(connection), await self._people.named(name)
        if not self._blocking.allows(member):
            raise too_fast()
        if await self._rows.unblock(member, other.id):
            await self._show_anew(member)
        return await self.blocked(connection)

    async def _show_anew(self, member: str) -> None:
        await self._games.hides_changed(member)
        self._games.neighbours.tell_hides(member)
        self._people.dares.company.changed()

    # Reports

    async def report(self, connection: HTTPConnection, sent: company.NewReport) -> company.Reported:
        """Keep what the member who asks tells the moderators."""
        member = member_of(connection)
        about = await self._people.named(sent.member) if sent.member else None
        game = await self._shown(sent.game, member) if sent.game else None
        if about is None and game is None:
            raise Refusal("Say whom or which game it is about.", code="unreadable", status=422)
        if not self._reporting.allows(member) or await self._rows.open_reports_of(member) >= MOST_REPORTS:
            raise too_fast()
        report = Report(
            id=new_game.new_id(),
            reporter=member,
            about=None if about is None else about.id,
            game_id=None if game is None else game.game.id,
            reason=sent.reason,
            text=clean(sent.text, LONGEST_TEXT),
            created_ms=now_ms(),
        )
        try:
            await self._rows.keep(report)
        except Conflict as conflict:  # whom it is about has gone just now
            raise Refusal("Whom this is about has gone.", code="unknown_member", status=404) from conflict
        return {"id": report.id}

    async def _shown(self, game_id: str, member: str) -> Snapshot:
        """Return a game that a member may look at."""
        snapshot = await self._games.snapshot(game_id)
        refuse_unless_shown(snapshot, member)
        return snapshot

    # What moderators do

    async def _moderator(self, connection: HTTPConnection) -> Member:
        """Return the moderator who asks; whoever is none is told that there is nothing here."""
        session, _ = await self._people.session(connection)
        member = await self._people.rows.member(session.member)
        if member is None or not await self._rows.is_moderator(member.id):
            raise Refusal("There is nothing at this address.", code="not_found", status=404)
        return member

    async def _acting(self, connection: HTTPConnection, name: str) -> tuple[Member, Member]:
        """Return the moderator who asks, and to whom something is to be done: not to another moderator."""
        moderator, member = await self._moderator(connection), await self._people.named(name)
        if await self._rows.is_moderator(member.id):
            raise Refusal(
                "{name} is a moderator; whoever runs the server sees to that.", code="apart", name=member.name
            )
        return moderator, member

    async def page(self, connection: HTTPConnection) -> moderation.ModeratorsPage:
        """Return all that moderators look through."""
        await self._moderator(connection)
        return {
            "open": [_report(report) for report in await self._rows.reports(closed=False)],
            "closed": [_report(report) for report in await self._rows.reports(closed=True)],
            "deeds": [_deed(deed) for deed in await self._rows.deeds()],
        }

    async def file(self, connection: HTTPConnection, name: str) -> moderation.MemberFile:
        """Return a member as moderators see them."""
        await self._moderator(connection)
        member = await self._people.named(name)
        return {
            "name": member.name,
            "created": member.created_ms,
            "banned": await self._rows.is_banned(member.id),
            "moderator": await self._rows.is_moderator(member.id),
            "bot": is_bot(member.id),
        }

    async def close(self, connection: HTTPConnection, report_id: str, note: str) -> moderation.ModeratorsPage:
        """Close a report."""
        moderator = await self._moderator(connection)
        if not await self._rows.close(report_id, deed(moderator, "closed", None, note, report_id)):
            raise Refusal("This report is closed already.", code="not_offered")
        return await self.page(connection)

    async def ban(self, connection: HTTPConnection, name: str, note: str) -> moderation.ModeratorsPage:
        """Close an account: its sessions end, its games against others are resigned, and so it is with its bots.

        Of one that is closed already what was left is done, should the server have ended on the way.
        """
        moderator, member = await self._acting(connection, name)
        ended = await self._rows.ban(member.id, deed(moderator, "banned", member, note))
        bots = await self._people.bots.rows.of(member.id)
        self._people.cut([*(ended or ()), *await self._people.bots.rows.tokens(member.id)])
        resigned = await self._resign([member.id, *(bot.id for bot in bots)])
        if ended is None and not resigned:
            raise Refusal("This account is closed already.", code="not_offered")
        self._people.dares.company.changed()
        return await self.page(connection)

    async def finish_bans(self) -> None:
        """Resign what those who are banned still play, because a server ended before it was done."""
        await self._resign(await self._rows.banned_at_play())

    async def _resign(self, players: Iterable[str]) -> int:
        """Let some who are banned give up all their games; return how many these were."""
        return sum([await resign_all(self._games, self._people.rows, player) for player in players])

    async def unban(self, connection: HTTPConnection, name: str, note: str) -> moderation.ModeratorsPage:
        """Open an account again."""
        moderator, member = await self._acting(connection, name)
        if not await self._rows.unban(member.id, deed(moderator, "unbanned", member, note)):
            raise Refusal("This account is not closed.", code="not_offered")
        return await self.page(connection)

    async def rename(self, connection: HTTPConnection, name: str, wanted: str, note: str) -> moderation.ModeratorsPage:
        """Give a member another name, in all games as well."""
        moderator, member = await self._acting(connection, name)
        new = names.checked(wanted)
        why = f"{member.name} → {new}" + (f": {note}" if note else "")
        try:
            games = await self._rows.rename(member.id, new, names.looks(new), deed(moderator, "renamed", member, why))
        except Conflict as conflict:
            raise names.taken(new) from conflict
        await self._games.seats_changed(games)
        return await self.page(connection)

    async def may_delete(self, visitor: str | None, study: str) -> bool:
        """Return whether somebody is a moderator, who deletes a study of somebody else; that is written down."""
        moderator = None if visitor is None else await self._people.rows.member(visitor)
        if moderator is None or not await self._rows.is_moderator(moderator.id):
            return False
        await self._rows.note(deed(moderator, "study", None, study))
        return True

    async def looks_at(self, connection: HTTPConnection, game_id: str) -> Snapshot:
        """Return a game in which a moderator looks for signs of engine help, once it is over; that is written down."""
        moderator = await self._moderator(connection)
        snapshot = await self._shown(game_id, moderator.id)
        if snapshot.game.outcome is None:
            raise Refusal("A game can be looked at once it is over.", code="not_over")
        await self._rows.note(deed(moderator, "looked", None, game_id))
        return snapshot


def deed(moderator: Member, kind: str, member: Member | None, note: str, report: str | None = None) -> Deed:
    """Return what a moderator does now, to be written down."""
    done_to = None if member is None else member.id
    return Deed(new_game.new_id(), now_ms(), moderator.name, kind, done_to, report, clean(note, LONGEST_NOTE))


def _report(report: Report) -> moderation.ReportEntry:
    return {
        "id": report.id,
        "reporter": report.reporter or "",
        "about": report.about or "",
        "banned": report.about_is_banned,
        "game": report.game_id,
        "reason": cast("company.Reason", report.reason),
        "text": report.text,
        "created": report.created_ms,
        "closed": report.closed_ms,
    }


def _deed(done: Deed) -> moderation.DeedEntry:
    return {
        "at": done.at_ms,
        "moderator": done.moderator,
        "deed": cast("moderation.DeedKind", done.deed),
        "member": done.member or "",
        "report": done.report,
        "text": done.text,
    }
