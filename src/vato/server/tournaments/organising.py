"""What members do with tournaments: organise one, enter, withdraw, begin it, close it; and take it home as records."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable

from vato import catalog
from vato.contest.clock import Control
from vato.contest.tournaments.meetings import refuse_unplayable
from vato.contest.tournaments.plan import SWISS, Plan, numbered
from vato.contest.tournaments.records import SetAside, headers_of, whole_headers
from vato.engine.levels import levels_of
from vato.record import Record, write
from vato.server.engine.thinking import refuse_without_engine
from vato.server.http.limits import Rate
from vato.server.http.refusals import Refusal, too_fast
from vato.server.http.visitors import clean, is_bot
from vato.server.people.members import People
from vato.server.people.moderation import deed
from vato.server.play import new_game
from vato.server.play.boards import Boards
from vato.server.play.games import ATTEMPTS, Games
from vato.server.play.positions import begun
from vato.server.play.records import written
from vato.server.play.snapshot import Snapshot
from vato.server.store.model import Conflict
from vato.server.store.times import now_ms
from vato.server.store.tournament_model import CLOSED, OPEN, Change, KnownTournament, StoredTournament
from vato.server.store.tournaments import MOST_ENTRIES, MOST_OPEN, TooMany
from vato.server.tournaments.director import Director
from vato.server.tournaments.view import Sight, head, may_come
from vato.server.wire import tournaments as wire

LONGEST_TITLE = 60
SEEDS = 1 << 31
RECORDS_PER_HOUR = 60
"""Files of records for one address: each is all games of a tournament, read again."""

log = logging.getLogger("vato.server")


class Organising:
    """What members do with the tournaments of this server."""

    def __init__(self, people: People, games: Games, boards: Boards) -> None:
        self._people = people
        self._games = games
        self.director = Director(games, boards, people.dares.company)
        self._rows = self.director.rows
        self._taking_home = Rate(RECORDS_PER_HOUR, RECORDS_PER_HOUR / 3600)

    # Looking

    async def listed(self) -> wire.TournamentList:
        """Return the tournaments that are worth showing."""
        shown: wire.TournamentList = {"running": [], "soon": [], "finished": []}
        where = {"running": shown["running"], "open": shown["soon"], "finished": shown["finished"]}
        for row, players in await self._rows.listed(now_ms()):
            where[row.state].append(head(row, players, row.plan.rounds if row.plan.system == SWISS else None))
        return shown

    async def known(self, tournament_id: str) -> KnownTournament:
        """Return a tournament; refuse one that there is not."""
        known = await self._rows.known(tournament_id)
        if known is None:
            raise Refusal("There is no such tournament here.", code="unknown_tournament", status=404)
        return known

    async def state(self, tournament_id: str, visitor: str | None) -> str:
        """Return a tournament as a visitor sees it, as JSON."""
        known = await self.known(tournament_id)
        return Sight(known, now_ms()).text(visitor, moderates=await self.moderates(visitor))

    async def moderates(self, visitor: str | None) -> bool:
        """Return whether somebody is a moderator."""
        return visitor is not None and await self._people.conduct.is_moderator(visitor)

    # Doing

    async def create(self, member: str, wish: wire.NewTournament) -> str:
        """Keep a tournament that a member organises, and return its address."""
        if is_bot(member):
            raise Refusal("A bot cannot organise a tournament.", code="bot", status=403)
        title = clean(wish.title, LONGEST_TITLE)
        if not title:
            raise Refusal("Give the tournament a name.", code="unreadable", status=422)
        entry = catalog.find(wish.game)
        rules = entry.contest_rules if wish.rules is None and wish.form != "game" else wish.rules
        now = now_ms()
        row = StoredTournament(
            id=new_game.new_id(),
            version=1,
            organiser=member,
            title=title,
            plan=Plan(
                system=wish.system,
                game=entry.name,
                rules=begun(entry.name, rules, None, {}).rules.name,
                form=wish.form,
                openings=wish.openings,
                order=_moves(entry.name, wish.order),
                rounds=wish.rounds,
                cycles=wish.cycles,
                seed=secrets.randbelow(SEEDS),
            ),
            control=_control(wish.clock.control),
            rated=wish.rated,
            bots=wish.bots,
            pause_ms=wish.pause_seconds * 1000,
            lasts_ms=round(wish.minutes * 60_000),
            created_ms=now,
            starts_ms=now + wish.starts_in_seconds * 1000,
            due_ms=now + wish.starts_in_seconds * 1000,
        )
        refuse_unplayable(row.plan)
        try:
            await self._rows.create(row, _ratings(entry.name, wish.levels))
        except TooMany as many:
            raise Refusal(
                "You organise {count} tournaments that are not over; close one, or wait for its end.",
                code="too_many",
                status=429,
                count=MOST_OPEN,
            ) from many
        return row.id

    async def enter(self, tournament_id: str, member: str) -> None:
        """Let a member take part, or take part again."""
        for _ in range(ATTEMPTS):
            known = await self.known(tournament_id)
            me = known.of(member)
            if me is not None and me.entry.is_in:
                return
            if known.row.is_over or not may_come(known, me):
                raise Refusal("Nobody can enter this tournament any more.", code="too_late")
            if is_bot(member) and not known.row.bots:
                raise Refusal("Bots do not take part in this tournament.", code="bot", status=403)
            try:
                await self._rows.enter(known, member, now_ms())
            except Conflict:
                continue
            except TooMany as many:
                raise Refusal(
                    "This tournament is full: {count} take part.", code="too_many", count=MOST_ENTRIES
                ) from many
            self.director.changed(tournament_id)
            return
        raise _busy()

    async def leave(self, tournament_id: str, member: str) -> None:
        """Let a member withdraw; a game that goes on is played to its end."""

        def left(known: KnownTournament) -> Change | None:
            me = known.of(member)
            if me is None or not me.entry.is_in:
                return None
            return Change(left={me.entry.number: known.value.begun})

        await self._change(tournament_id, left)

    async def start(self, tournament_id: str, member: str) -> None:
        """Begin a tournament before its time, as its organiser."""

        def started(known: KnownTournament) -> Change | None:
            _refuse_unless(known.row.organiser == member)
            if known.row.state != OPEN:
                return None
            return Change(values={"starts_ms": now_ms(), "due_ms": now_ms()})

        await self._change(tournament_id, started)
        await self.director.step(tournament_id)

    async def close(self, tournament_id: str, member: str) -> None:
        """End a tournament, as its organiser or a moderator: nobody is paired any more."""
        moderates = await self.moderates(member)
        known = await self.known(tournament_id)

        def closed(known: KnownTournament) -> Change | None:
            _refuse_unless(moderates or known.row.organiser == member)
            if known.row.is_over:
                return None
            return Change(values={"state": CLOSED, "ended_ms": now_ms(), "due_ms": None})

        if moderates and known.row.organiser != member and not known.row.is_over:
            moderator = await self._people.rows.member(member)
            assert moderator is not None
            about = f"{known.row.title} ({known.row.id})"
            await self._people.conduct.note(deed(moderator, "tournament", None, about))
        await self._change(tournament_id, closed)

    async def _change(self, tournament_id: str, decide: Callable[[KnownTournament], Change | None]) -> None:
        for _ in range(ATTEMPTS):
            known = await self.known(tournament_id)
            change = decide(known)
            if change is None:
                return
            try:
                await self._rows.commit(known, change)
            except Conflict:
                continue
            self.director.changed(tournament_id)
            self.director.step_soon(tournament_id)
            return
        raise _busy()

    # Taking home

    async def records(self, tournament_id: str, address: str) -> str:
        """Return all games of a tournament that have ended, as one file of records from which its standing follows."""
        if not self._taking_home.allows(address):
            raise too_fast()
        known = await self.known(tournament_id)
        # No member is called like who has gone.
        names = {person.entry.number: person.name or f"#{person.entry.number}" for person in known.people}
        records: list[Record] = []
        damaged: list[SetAside] = []
        for board, meeting in numbered(known.value.meetings):
            for number, game in enumerate(known.games_of(meeting), start=1):
                if game.outcome is None:
                    continue
                record = await self._record(game.id)
                if record is None:
                    damaged.append(SetAside(meeting.round, board, number, game.players, game.outcome.winner))
                    continue
                first, second = (names[number] for number in game.players)
                record.players = first, second
                record.headers |= headers_of(known.row.title, meeting, board)
                records.append(record)
        if not records:
            raise Refusal("No game of this tournament has ended yet.", code="not_over", status=404)
        records[0].headers |= whole_headers(known.value, names, damaged)
        return await asyncio.to_thread(write, records)

    async def _record(self, game_id: str) -> Record | None:
        """Return a game that has ended; None if it cannot be read, which keeps nobody from the others."""
        try:
            # Not by the games in play: those that are over would push them out of memory.
            return written(await Snapshot.of(await self._games.store.load(game_id)))
        except Refusal:
            raise
        except Exception as error:
            log.error("Game %s cannot be read and is set aside: %r", game_id, error)
            return None


def _control(wanted: Control) -> Control:
    if wanted.per_turn or wanted.delay_ms:
        raise Refusal(
            "A tournament is played with a time for each game, with or without an increment.",
            code="unreadable",
            status=422,
        )
    return wanted


def _moves(game: str, order: list[str]) -> tuple[str, ...]:
    """Return openings, by name or as moves, as moves."""
    named = catalog.find(game).openings
    return tuple(named.get(opening, opening) for opening in order)


def _ratings(game: str, levels: list[int]) -> dict[int, float]:
    """Return the ratings of levels of the computer that take part."""
    if not levels:
        return {}
    refuse_without_engine(game)
    known = levels_of(game)
    for level in levels:
        if level > len(known):
            raise Refusal("There is no level {number}.", code="unknown_name", status=422, number=level)
    return {level: float(known[level - 1].rating) for level in levels}


def _refuse_unless(allowed: bool) -> None:
    if not allowed:
        raise Refusal("Only its organiser can do that.", code="not_yours", status=403)


def _busy() -> Refusal:
    return Refusal("So much happens in this tournament just now; try again.", code="stale")
