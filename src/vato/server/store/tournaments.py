"""Tournaments as the database keeps them: who entered, who met whom, and the games of both, each change on condition.

Everything but a game's own end changes the version of its tournament, and is committed only if that was the one it was
worked out from. So any server may do what is to be done, none does it twice, and whoever dies has done all or nothing.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from vato import catalog
from vato.board import TIME
from vato.contest.clock import Control
from vato.contest.tournaments.plan import ARENA, USUAL_RATING, Entry, Meeting, Plan
from vato.contest.tournaments.tournament import Tournament
from vato.server.store import holding, ratings, schema
from vato.server.store.company import bans, bots
from vato.server.store.model import Conflict, StoredGame
from vato.server.store.rows import outcome_of
from vato.server.store.store import Store
from vato.server.store.tournament_model import (
    FINISHED,
    OPEN,
    RUNNING,
    Change,
    KnownTournament,
    MeetingKey,
    StoredEntry,
    StoredTournament,
    TournamentGame,
    group_games,
)
from vato.server.store.tournament_tables import entries, meetings, tournaments

MOST_ENTRIES = 128
MOST_OPEN = 5
"""Tournaments of one member that are not over."""
MOST_LISTED = 30
KEPT_MS = 30 * 24 * 3_600_000
"""For so long the list shows what is over."""
LATE_MS = 60_000
"""A game whose time was up for so long has nobody who could end it."""

log = logging.getLogger("vato.server")
games, seats = schema.games, schema.seats
READ = "id", "round", "winner", "reason", "no_result", "plies", "base_plies"
"""What a tournament asks of a game."""


class TooMany(Exception):
    """As many have entered, or are open, as may be."""


class Tournaments:
    """The tournaments of a database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # Reading

    async def known(self, tournament_id: str) -> KnownTournament | None:
        """Return a tournament with all that belongs to it."""
        async with self._store.reading() as connection:
            found = await self._rows(connection, tournaments.c.id == tournament_id)
            if not found:
                return None
            people = await _people(connection, tournament_id)
            played = await _games(connection, tournament_id, {person.entry.number for person in people})
            rows = sql.select(meetings).where(meetings.c.tournament_id == tournament_id)
            met = (await connection.execute(rows.order_by(meetings.c.round, meetings.c.board))).all()
        by_meeting = group_games(played)
        value = Tournament(
            found[0].plan, tuple(person.entry for person in people), tuple(_meeting(row, by_meeting) for row in met)
        )
        return KnownTournament(found[0], people, value, played)

    async def listed(self, now_ms: int) -> list[tuple[StoredTournament, int]]:
        """Return the tournaments that are worth showing, each with how many take part: running, soon, over."""
        async with self._store.reading() as connection:
            found = []
            for state, order in (
                (RUNNING, tournaments.c.begun_ms.desc()),
                (OPEN, tournaments.c.starts_ms),
                (FINISHED, tournaments.c.ended_ms.desc()),
            ):
                recent = tournaments.c.created_ms > now_ms - KEPT_MS
                found += await self._rows(connection, tournaments.c.state == state, recent, order=order)
            ids = [row.id for row in found]
            counted = (
                sql.select(entries.c.tournament_id, sql.func.count().label("many"))
                .where(entries.c.tournament_id.in_(ids), entries.c.left_round.is_(None))
                .group_by(entries.c.tournament_id)
            )
            counts = {row.tournament_id: row.many for row in await connection.execute(counted)}
        return [(row, counts.get(row.id, 0)) for row in found]

    async def of(self, member: str) -> list[dict[str, Any]]:
        """Return what tournaments know of a member, who has organised or entered them, for the member."""
        organised = (tournaments.c.organiser == member).label("organised")
        about = *(tournaments.c[name] for name in ("id", "title", "system", "game", "created_ms", "state")), organised
        mine = (*(entries.c[name] for name in ("number", "rating", "joined", "left_round", "alive_ms")),)
        entered = entries.c.tournament_id == tournaments.c.id, entries.c.member == member
        found = (
            sql.select(*about, *mine)
            .join(entries, sql.and_(*entered), isouter=True)
            .where(sql.or_(tournaments.c.organiser == member, entries.c.member.is_not(None)))
            .order_by(tournaments.c.created_ms, tournaments.c.id)
        )
        async with self._store.reading() as connection:
            return [dict(row) for row in (await connection.execute(found)).mappings()]

    async def _rows(
        self, connection: AsyncConnection, *wanted: sql.ColumnElement[bool], order: Any = None
    ) -> list[StoredTournament]:
        members = schema.members
        found = (
            sql.select(tournaments, members.c.name.label("organiser_name"))
            .join(members, members.c.id == tournaments.c.organiser, isouter=True)
            .where(*wanted, tournaments.c.game.in_(list(catalog.GAMES)))
            .limit(MOST_LISTED)
        )
        rows = (await connection.execute(found if order is None else found.order_by(order, tournaments.c.id))).all()
        return [stored for row in rows if (stored := _readable(row)) is not None]

    async def due(self, now_ms: int) -> list[str]:
        """Return the tournaments in which something is to be done: their time has come, or games have ended."""
        ended = sql.select(sql.func.count()).where(
            games.c.tournament_id == tournaments.c.id, games.c.reason.is_not(None)
        )
        is_due = sql.or_(tournaments.c.due_ms <= now_ms, ended.scalar_subquery() > tournaments.c.settled)
        found = sql.select(tournaments.c.id).where(tournaments.c.state.in_([OPEN, RUNNING]), is_due)
        async with self._store.reading() as connection:
            return list((await connection.execute(found.order_by(tournaments.c.id))).scalars())

    async def overdue(self, now_ms: int) -> list[str]:
        """Return the games of tournaments in which somebody's time was up long ago, and that nobody could end."""
        running = sql.select(tournaments.c.id).where(tournaments.c.state == RUNNING)
        waits = games.c.tournament_id.in_(running), games.c.reason.is_(None), games.c.clock_running.is_not(None)
        found = sql.select(games.c.id).where(*waits, schema.falls_at_ms() < now_ms - LATE_MS)
        async with self._store.reading() as connection:
            return list((await connection.execute(found)).scalars())

    async def versions(self, tournament_ids: Collection[str]) -> dict[str, int]:
        """Return which version of each tournament is the newest."""
        found = sql.select(tournaments.c.id, tournaments.c.version).where(tournaments.c.id.in_(tournament_ids))
        async with self._store.reading() as connection:
            return {row.id: row.version for row in await connection.execute(found)}

    # Writing

    async def create(self, row: StoredTournament, levels: Mapping[int, float]) -> None:
        """Keep a new tournament, which levels of the computer have entered, each with a rating."""
        mine = tournaments.c.organiser == row.organiser, tournaments.c.state.in_([OPEN, RUNNING])
        async with self._store.writing() as connection:
            await holding.hold(connection, [row.organiser or ""])
            found = await connection.execute(sql.select(sql.func.count()).where(*mine))
            if int(found.scalar_one()) >= MOST_OPEN:
                raise TooMany
            await connection.execute(sql.insert(tournaments).values(_values(row)))
            for number, (level, rating) in enumerate(sorted(levels.items()), start=1):
                entry = Entry(number, rating)
                await connection.execute(sql.insert(entries).values(_entry_values(row, entry, None, level)))

    async def enter(self, known: KnownTournament, member: str, now_ms: int) -> None:
        """Let a member take part, or take part again; raise `Conflict` if the tournament has gone on meanwhile."""
        row, before = known.row, known.of(member)
        async with self._store.writing() as connection:
            await holding.hold(connection, [member])
            await _next_version(connection, row, {})
            if before is not None:
                this = entries.c.tournament_id == row.id, entries.c.member == member
                back = {"left_round": None, "since_round": known.value.begun, "alive_ms": now_ms}
                await connection.execute(sql.update(entries).where(*this).values(back))
                return
            if len(known.people) >= MOST_ENTRIES:
                raise TooMany
            kind = ratings.kind_of(row.control)
            strength = (await ratings.of(connection, [member], row.plan.game, kind)).get(member)
            rating = USUAL_RATING if strength is None else round(strength.strength.rating)
            entry = Entry(len(known.people) + 1, float(rating), known.value.begun)
            await connection.execute(sql.insert(entries).values(_entry_values(row, entry, member, None, now_ms)))

    async def commit(self, known: KnownTournament, change: Change) -> None:
        """Do something to a tournament; raise `Conflict` if it has gone on meanwhile."""
        row = known.row
        async with self._store.writing() as connection:
            await _hold_seated(connection, [game for game, _ in change.created])
            await _next_version(connection, row, change.values)
            for number, begun in change.left.items():
                this = entries.c.tournament_id == row.id, entries.c.number == number
                await connection.execute(sql.update(entries).where(*this).values(left_round=begun))
            for meeting in change.forfeited:
                here = meetings.c.tournament_id == row.id, meetings.c.round == meeting.round
                held = sql.update(meetings).where(*here, meetings.c.first == meeting.first)
                await connection.execute(held.values(forfeit=meeting.forfeit))
            for board, meeting in change.met:
                values = {"tournament_id": row.id, "round": meeting.round, "board": board, "first": meeting.first}
                more = {"second": meeting.second, "forfeit": meeting.forfeit}
                await connection.execute(sql.insert(meetings).values(values | more))
            for game, moves in change.created:
                await self._store.add(connection, game, moves)

    async def end_by_clock(self, game_id: str, now_ms: int) -> None:
        """End a game that cannot be read any more as its clock says, so that nobody waits for it."""
        ended = {"reason": f"{TIME}", "winner": 1 - games.c.clock_running, "version": games.c.version + 1}
        more = {"clock_running": None, "clock_since_ms": None, "updated_ms": now_ms, "worker": None}
        goes_on = games.c.id == game_id, games.c.reason.is_(None), games.c.clock_running.is_not(None)
        async with self._store.writing() as connection:
            await connection.execute(sql.update(games).where(*goes_on).values(ended | more))

    async def listen(self, people: Collection[str], now_ms: int, tournament_id: str | None = None) -> None:
        """Note that members are there who take part in an arena that goes on, or in any."""
        running = sql.select(tournaments.c.id).where(tournaments.c.state == RUNNING, tournaments.c.system == ARENA)
        if tournament_id is not None:
            running = running.where(tournaments.c.id == tournament_id)
        these = entries.c.tournament_id.in_(running), entries.c.member.in_(people)
        async with self._store.reading() as connection:
            found = (await connection.execute(sql.select(entries.c.number).where(*these).limit(1))).first()
        if found is None:
            return
        # Whoever is held by another server, or just now leaves, is noted the next time: nobody waits for anybody here.
        key = entries.c.tournament_id, entries.c.number
        free = sql.select(*key).where(*these).with_for_update(skip_locked=True)
        async with self._store.writing() as connection:
            noted = sql.update(entries).where(sql.tuple_(*key).in_(free))
            await connection.execute(noted.values(alive_ms=now_ms))


async def _hold_seated(connection: AsyncConnection, created: Sequence[StoredGame]) -> None:
    """Hold those who are to play; `Conflict` if one of them has gone meanwhile, is shut out or has another name."""
    names = {seat.visitor: seat.name for game in created for seat in game.seats if seat.visitor is not None}
    if not names:
        return
    keepers = (await connection.execute(sql.select(bots.c.keeper).where(bots.c.member.in_(names)))).scalars()
    held = await holding.hold(connection, {*names, *keepers})
    if any(member not in held or held[member].name != name for member, name in names.items()):
        raise Conflict
    if (await connection.execute(sql.select(bans.c.member).where(bans.c.member.in_(held)))).first() is not None:
        raise Conflict


async def _next_version(connection: AsyncConnection, row: StoredTournament, values: dict[str, Any]) -> None:
    this = tournaments.c.id == row.id, tournaments.c.version == row.version
    changed = sql.update(tournaments).where(*this).values({"version": row.version + 1, **values})
    done: Any = await connection.execute(changed)
    if done.rowcount != 1:
        raise Conflict


async def _people(connection: AsyncConnection, tournament_id: str) -> tuple[StoredEntry, ...]:
    members = schema.members
    # A bot is shut out with whoever keeps it.
    banned = sql.exists().where(sql.or_(bans.c.member == entries.c.member, bans.c.member == bots.c.keeper))
    found = (
        sql.select(entries, members.c.name, banned.label("banned"))
        .join(members, members.c.id == entries.c.member, isouter=True)
        .join(bots, bots.c.member == entries.c.member, isouter=True)
        .where(entries.c.tournament_id == tournament_id)
        .order_by(entries.c.number)
    )
    return tuple(_person(row) for row in (await connection.execute(found)).all())


def _person(row: Any) -> StoredEntry:
    entry = Entry(row.number, row.rating, row.joined, row.left_round)
    name = row.name or ("" if row.level is None else f"vato level {row.level}")
    return StoredEntry(entry, row.member, row.level, name, row.since_round, row.alive_ms, bool(row.banned))


async def _games(
    connection: AsyncConnection, tournament_id: str, entered: Collection[int]
) -> tuple[TournamentGame, ...]:
    """Return the games of a tournament; one of which it is not known who plays is none, and played anew."""
    found = (
        sql.select(*(games.c[name] for name in READ), seats.c.contestant)
        .join(seats, seats.c.game_id == games.c.id)
        .where(games.c.tournament_id == tournament_id)
        .order_by(games.c.created_ms, games.c.id, seats.c.side)
    )
    by_game: defaultdict[str, list[Any]] = defaultdict(list)
    for row in (await connection.execute(found)).all():
        if row.contestant in entered:
            by_game[row.id].append(row)
    return tuple(_game(*rows) for rows in by_game.values() if len(rows) == 2)


def _game(first: Any, second: Any) -> TournamentGame:
    players = first.contestant, second.contestant
    played = first.plies - first.base_plies
    return TournamentGame(first.id, first.round, players, outcome_of(first), played)


def _meeting(row: Any, by_meeting: Mapping[MeetingKey, Sequence[TournamentGame]]) -> Meeting:
    played = by_meeting.get((row.round, frozenset((row.first, row.second))), ())
    outcomes = tuple(game.outcome for game in played if game.outcome is not None)
    return Meeting(row.round, row.first, row.second, outcomes, row.forfeit)


def _readable(row: Any) -> StoredTournament | None:
    """Return the tournament that a row describes, or None where it describes none: the others go on all the same."""
    try:
        return _stored(row)
    except (ValueError, TypeError, KeyError) as error:
        log.error("Tournament %s cannot be read and is left out: %r", row.id, error)
        return None


def _stored(row: Any) -> StoredTournament:
    plan = Plan(
        system=row.system,
        game=row.game,
        rules=row.rules,
        form=row.form,
        openings=row.openings,
        order=tuple(row.opening_order),
        rounds=row.rounds,
        cycles=row.cycles,
        seed=row.seed,
    )
    return StoredTournament(
        id=row.id,
        version=row.version,
        organiser=row.organiser,
        title=row.title,
        plan=plan,
        control=Control(row.initial_ms, row.increment_ms),
        rated=row.rated,
        bots=row.bots,
        pause_ms=row.pause_ms,
        lasts_ms=row.lasts_ms,
        created_ms=row.created_ms,
        starts_ms=row.starts_ms,
        begun_ms=row.begun_ms,
        ended_ms=row.ended_ms,
        state=row.state,
        settled=row.settled,
        due_ms=row.due_ms,
        organiser_name=row.organiser_name or "",
    )


def _values(row: StoredTournament) -> dict[str, Any]:
    plan = row.plan
    return {
        "id": row.id,
        "version": row.version,
        "organiser": row.organiser,
        "title": row.title,
        "system": plan.system,
        "game": plan.game,
        "rules": plan.rules,
        "form": plan.form,
        "openings": plan.openings,
        "opening_order": list(plan.order),
        "rounds": plan.rounds,
        "cycles": plan.cycles,
        "seed": plan.seed,
        "initial_ms": row.control.initial_ms,
        "increment_ms": row.control.increment_ms,
        "rated": row.rated,
        "bots": row.bots,
        "pause_ms": row.pause_ms,
        "lasts_ms": row.lasts_ms,
        "created_ms": row.created_ms,
        "starts_ms": row.starts_ms,
        "state": row.state,
        "settled": row.settled,
        "due_ms": row.due_ms,
    }


def _entry_values(
    row: StoredTournament, entry: Entry, member: str | None, level: int | None, now_ms: int = 0
) -> dict[str, Any]:
    return {
        "tournament_id": row.id,
        "number": entry.number,
        "member": member,
        "level": level,
        "rating": entry.rating,
        "joined": entry.joined,
        "left_round": entry.left,
        "since_round": entry.joined,
        "alive_ms": now_ms,
    }
