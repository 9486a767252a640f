"""The database: the only truth of live play. Everything that was committed here happened, and nothing else.

What a commit returns from is on the disk. Which database it is, is the business of database.py alone.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Self

import sqlalchemy as sql
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection

from vato import catalog
from vato.server import metrics
from vato.server.http.refusals import Refusal, not_kept, unknown_game
from vato.server.store import archive, brought_names, ends, lost_time, plans, ratings, schema, turn, vacations
from vato.server.store.database import Database
from vato.server.store.lost_time import Lost
from vato.server.store.migrate import migrate
from vato.server.store.model import (
    COMPUTER,
    WITHDRAWN,
    BroughtKey,
    Commit,
    Conflict,
    Ends,
    Loaded,
    Round,
    StoredContest,
    StoredGame,
    StoredMove,
)
from vato.server.store.roster import Roster
from vato.server.store.rows import contest_of, game_of, game_values, move_values, outcome_of, said_of, seat_values
from vato.server.store.times import now_ms

PAGE = 30
MOST_CHAT = 100
"""How many messages of a game's chat are shown."""


log = logging.getLogger("vato.server")

# Built once: building a statement takes longer than running it.
UPDATE = (
    sql.update(schema.games)
    .where(schema.games.c.id == sql.bindparam("this"), schema.games.c.version == sql.bindparam("before"))
    .values({column.name: sql.bindparam(column.name) for column in schema.games.c if column.name != "id"})
)
INSERT_GAME, INSERT_SEATS, INSERT_MOVES, INSERT_CHAT = (
    sql.insert(table) for table in (schema.games, schema.seats, schema.moves, schema.chat)
)


class Store:
    """Games in a database."""

    def __init__(self, database: Database, name: str = "") -> None:
        self._database = database
        self.roster = Roster(database, name)

    @property
    def database(self) -> Database:
        """Which database it is, for those who write to it in transactions of their own."""
        return self._database

    @property
    def is_shared(self) -> bool:
        """Whether other servers may use the same games."""
        return self._database.is_shared

    def signed(self, game: StoredGame) -> StoredGame:
        """Return a game with who sees to what must happen by itself: whoever makes a version of it."""
        worker = self.roster.me if game.needs_care else None
        return game if game.worker == worker else replace(game, worker=worker)

    @classmethod
    async def open(cls, place: Path | str, name: str = "") -> Self:
        """Open the database in a folder or at an address for a server of some name, in the present form."""
        database = Database.at(place)
        try:
            async with database.writer.begin() as connection:
                await database.hold_for_migrating(connection)
                await connection.run_sync(migrate)
        except DBAPIError as error:
            await database.close()
            raise database.unusable(error) from error
        except BaseException:
            await database.close()
            raise
        return cls(database, name)

    async def close(self) -> None:
        """Close all connections."""
        await self._database.close()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Write in one transaction; raise `Conflict` where the tables forbid it, refuse where nothing can be kept."""
        async with self._refusing_to_write(), self._database.transaction(self._database.writer) as connection:
            yield connection

    @asynccontextmanager
    async def _refusing_to_write(self) -> AsyncIterator[None]:
        try:
            yield
        except (IntegrityError, sqlite3.IntegrityError) as error:
            raise Conflict from error
        except DataError as error:
            raise Refusal("That is too long to be kept, or no text.", code="unreadable", status=422) from error
        except (DBAPIError, PoolTimeout, sqlite3.Error) as error:
            metrics.STORAGE_ERRORS.add()
            log.error("The database cannot be written: %s", getattr(error, "orig", error))
            raise not_kept() from error

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Read all tables as they were at one moment; refuse while nothing can be read."""
        try:
            async with self._database.transaction(self._database.reader) as connection:
                yield connection
        except DataError as error:
            raise unknown_game() from error  # what cannot be a name there is not the name of anything
        except (DBAPIError, PoolTimeout) as error:
            metrics.STORAGE_ERRORS.add()
            log.error("The database cannot be read: %s", getattr(error, "orig", error))
            raise Refusal("The games cannot be read just now; try again.", code="not_read", status=503) from error

    # Writing

    async def create(
        self,
        game: StoredGame,
        moves: tuple[StoredMove, ...] = (),
        contest: StoredContest | None = None,
        key: BroughtKey | None = None,
    ) -> None:
        """Commit a new game; raise `Conflict` if its key stands for one already."""
        async with self.writing() as connection:
            if contest is not None:
                values = {
                    "id": contest.id,
                    "kind": contest.kind,
                    "game": contest.game,
                    "rules": contest.rules,
                    "opening_order": list(contest.order),
                    "cycles": contest.cycles,
                }
                await connection.execute(sql.insert(schema.contests).values(values))
            await _insert(connection, self.signed(game), moves)
            if key is not None:
                await brought_names.name(connection, key, game, None)

    async def add(self, connection: AsyncConnection, game: StoredGame, moves: tuple[StoredMove, ...] = ()) -> None:
        """Add a new game in a transaction that is under way."""
        await _insert(connection, self.signed(game), moves)

    async def create_all(self, games: Sequence[tuple[StoredGame, tuple[StoredMove, ...]]]) -> None:
        """Commit new games, all of them or none."""
        async with self.writing() as connection:
            for game, moves in games:
                await _insert(connection, self.signed(game), moves)

    async def create_brought(
        self, game: StoredGame, moves: tuple[StoredMove, ...], key: BroughtKey, instead_of: str | None
    ) -> None:
        """Commit a game that was brought; raise `Conflict` if it came at the same time by another way.

        `instead_of` is the game that its key stood for until now.
        """
        async with self.writing() as connection:
            await _insert(connection, self.signed(game), moves)
            await brought_names.name(connection, key, game, instead_of)

    async def commit(self, before: StoredGame, change: Commit) -> StoredGame:
        """Commit a game's next version, and return it; raise `Conflict` if it is not the next one any more.

        The end of a rated game has changed ratings, too, when it is returned.
        """
        game = self.signed(change.game)
        is_rating = ratings.counts(before, game)
        values = game_values(game) | {"this": game.id, "before": before.version}
        added = move_values(game.id, game.plies - len(change.moves), change.moves)
        if not self.is_shared and change.is_turn and game.seats == before.seats and not is_rating:
            async with self._refusing_to_write():
                await turn.commit(self._database.writer, values, added)
            return game
        del values["id"]
        async with self.writing() as connection:
            if game.by_post and game.seats != before.seats:
                game = await vacations.seated(connection, game, now_ms())
                values |= game_values(game)
                del values["id"]
            done: Any = await connection.execute(UPDATE, values)
            if done.rowcount != 1:
                raise Conflict
            if change.keep_plies is not None:
                gone = schema.moves.c.game_id == game.id, schema.moves.c.ply > change.keep_plies
                await connection.execute(sql.delete(schema.moves).where(*gone))
            if added:
                await connection.execute(INSERT_MOVES, added)
            if is_rating:
                game = await ratings.settle(connection, self._database, game)
            if game.seats != before.seats:
                await connection.execute(sql.delete(schema.seats).where(schema.seats.c.game_id == game.id))
                await connection.execute(INSERT_SEATS, seat_values(game))
            if change.plan is not None:
                await plans.change(connection, self._database, game.id, change.plan)
            if (said := change.said) is not None:
                await connection.execute(INSERT_CHAT, {"game_id": game.id, **asdict(said)})
            if change.created is not None:
                await _insert(connection, self.signed(change.created), change.created_moves)
            if change.passed:
                await ends.count(connection, self._database, game, change.passed)
            if change.archived is not None:
                await archive.put(connection, game, change.archived, game.updated_ms)
            if change.brought is not None:
                known = await brought_names.known_as(connection, change.brought)
                await brought_names.name(connection, change.brought, game, known and known[0])
        return game

    async def plan_of(self, game_id: str) -> plans.Plan | None:
        """Return what is planned in a game."""
        async with self.reading() as connection:
            return await plans.of(connection, game_id)

    async def save_plan(self, game_id: str, plan: plans.Plan) -> None:
        """Keep what somebody plans instead of what they planned before; `Conflict` if the game has gone on."""
        async with self.writing() as connection:
            await plans.save(connection, self._database, game_id, plan)

    async def beat(self, now_ms: int) -> Lost | None:
        """Write down that a server is able to take moves; give back the time in which no other was, either."""
        async with self.writing() as connection:
            return await self._beat(connection, now_ms)

    async def _beat(self, connection: AsyncConnection, now_ms: int) -> Lost | None:
        lost = None if self.roster.alone else await lost_time.found(connection, now_ms)
        if lost is not None:
            await lost_time.give_back(connection, *lost)
        await lost_time.beat(connection, self._database, now_ms)
        return lost

    async def wake(self, alive_ms: int | None, now_ms: int) -> Lost | None:
        """Set every running clock as if no time had passed since a server was last able to take a move.

        Return from when to when that was, or None if another server was able to take them. Where there is no other one,
        this one was last able at `alive_ms`.
        """
        async with self.writing() as connection:
            if self.roster.alone:
                await lost_time.give_back(connection, alive_ms, now_ms)
            lost = await self._beat(connection, now_ms)
        return (now_ms if alive_ms is None else alive_ms, now_ms) if self.roster.alone else lost

    # Sharing

    async def join(self, *, alone: bool) -> None:
        """Be one of the servers of this database, which hears nothing of others if it is `alone`."""
        async with self._refusing_to_write():
            await self.roster.join(alone=alone)

    async def renew(self) -> Lost | None:
        """Say that this server is alive, look which others are, and give back the time in which none was."""
        async with self.writing() as connection:
            return await self._beat(connection, await self.roster.renew(connection))

    async def take_over(self, since_ms: int, *, anew: bool = False) -> list[tuple[str, int | None]]:
        """See to the games from now on that nobody alive sees to; see `Roster.take_over`."""
        async with self.writing() as connection:
            return await self.roster.take_over(connection, since_ms, anew=anew)

    async def falling(self, until_ms: int) -> tuple[list[tuple[str, int]], bool]:
        """Return the games that this server sees to in which time is up before a moment; see `Roster.falling`."""
        async with self.reading() as connection:
            return await self.roster.falling(connection, until_ms)

    async def leave(self) -> None:
        """Be none of the servers any more."""
        async with self.writing() as connection:
            await self.roster.leave(connection)

    # Reading

    async def last_beat(self) -> int | None:
        """Return when the server was last known to be alive."""
        async with self.reading() as connection:
            return (await connection.execute(sql.select(schema.heartbeat.c.alive_ms))).scalar()

    async def load(self, game_id: str) -> Loaded:
        """Return a game with all that belongs to it; refuse an unknown one."""
        async with self.reading() as connection:
            row = (await connection.execute(sql.select(schema.games).where(schema.games.c.id == game_id))).first()
            if row is None:
                raise unknown_game()
            seats = await _rows(connection, schema.seats, game_id, schema.seats.c.side)
            moves = await _rows(connection, schema.moves, game_id, schema.moves.c.ply)
            said = await _rows(connection, schema.chat, game_id, schema.chat.c.number.desc(), MOST_CHAT)
            game = game_of(row, seats)
            contest: StoredContest | None = None
            rounds: tuple[Round, ...] = ()
            if game.contest_id is not None:
                found = sql.select(schema.contests).where(schema.contests.c.id == game.contest_id)
                contest = contest_of((await connection.execute(found)).one())
                rounds = await _rounds(connection, game.contest_id)
        played = tuple(StoredMove(move.text, move.at_ms, move.clock_ms) for move in moves)
        return Loaded(game, played, tuple(map(said_of, reversed(said))), contest, rounds)

    async def ends(self, game: str, rules: str, positions: Sequence[int]) -> dict[int, Ends]:
        """Return how games ended that came by positions; those nobody came by are left out."""
        async with self.reading() as connection:
            return await ends.of(connection, game, rules, positions)

    async def brought(self, key: BroughtKey) -> tuple[str, int] | None:
        """Return the game that a key stands for, and the version that bringing or creating it made."""
        async with self.reading() as connection:
            return await brought_names.known_as(connection, key)

    async def was_said(self, game_id: str, ref: str) -> bool:
        """Return whether something was said in a game's chat under this `ref`."""
        found = sql.select(schema.chat.c.number).where(schema.chat.c.game_id == game_id, schema.chat.c.ref == ref)
        async with self.reading() as connection:
            return (await connection.execute(found)).first() is not None

    async def mine(self, visitor: str, page: int) -> tuple[list[StoredGame], bool]:
        """Return a page of a visitor's games, the last played first, and whether there are more."""
        games, seats = schema.games, schema.seats
        seated = sql.select(seats.c.game_id).where(seats.c.visitor == visitor)
        own = sql.or_(games.c.owner == visitor, games.c.id.in_(seated))
        shown = _has_room(), sql.func.coalesce(games.c.reason, "") != WITHDRAWN
        found = sql.select(games).where(own, *shown).order_by(games.c.updated_ms.desc(), games.c.id)
        return await self.listed(found.limit(PAGE + 1).offset(PAGE * page))

    async def computers_turn(self, since_ms: int, most: int) -> list[str]:
        """Return the games of late in which the computer is to move, and that this server sees to."""
        games, seats = schema.games, schema.seats
        found = (
            sql.select(games.c.id)
            .join(seats, sql.and_(seats.c.game_id == games.c.id, seats.c.side == games.c.turn))
            .where(_has_room(), games.c.worker == self.roster.me, games.c.reason.is_(None))
            .where(games.c.updated_ms >= since_ms, seats.c.kind == COMPUTER)
            .order_by(games.c.updated_ms.desc())
            .limit(most)
        )
        return await self._identities(found)

    async def versions(self, game_ids: Sequence[str]) -> dict[str, int]:
        """Return the versions of games; unknown ones are left out."""
        games = schema.games
        found = sql.select(games.c.id, games.c.version).where(games.c.id.in_(game_ids))
        async with self.reading() as connection:
            return {row.id: row.version for row in (await connection.execute(found)).all()}

    async def rounds(self, contest_id: str) -> tuple[Round, ...]:
        """Return the games of a contest."""
        async with self.reading() as connection:
            return await _rounds(connection, contest_id)

    async def _identities(self, found: sql.Select[Any]) -> list[str]:
        async with self.reading() as connection:
            return list((await connection.execute(found)).scalars())

    async def listed(self, found: sql.Select[Any]) -> tuple[list[StoredGame], bool]:
        """Return the games of a page, of which one more than that is selected, and whether there are more."""
        async with self.reading() as connection:
            rows = (await connection.execute(found)).all()
            seats = schema.seats
            wanted = sql.select(seats).where(seats.c.game_id.in_([row.id for row in rows])).order_by(seats.c.side)
            by_game: dict[str, list[Any]] = {row.id: [] for row in rows}
            for seat in (await connection.execute(wanted)).all():
                by_game[seat.game_id].append(seat)
        return [game for row in rows[:PAGE] if (game := readable(row, by_game[row.id]))], len(rows) > PAGE


def _has_room() -> sql.ColumnElement[bool]:
    """Return the condition that a game is still in the catalogue; a room may have gone since it was played."""
    return schema.games.c.game.in_(list(catalog.GAMES))


def readable(row: Any, seats: list[Any]) -> StoredGame | None:
    """Return the game that rows describe, or None where they describe none: the others are listed all the same."""
    try:
        return game_of(row, seats)
    except (ValueError, TypeError, KeyError) as error:
        log.error("Game %s cannot be read and is left out: %r", row.id, error)
        return None


async def _insert(connection: AsyncConnection, game: StoredGame, moves: tuple[StoredMove, ...]) -> None:
    if game.rated:
        game = await ratings.seated(connection, game)
    if game.by_post:
        game = await vacations.seated(connection, game, now_ms())
    await connection.execute(INSERT_GAME, game_values(game))
    await connection.execute(INSERT_SEATS, seat_values(game))
    if moves:
        await connection.execute(INSERT_MOVES, move_values(game.id, 0, moves))


async def _rows(
    connection: AsyncConnection, table: sql.Table, game_id: str, order: Any, most: int | None = None
) -> list[Any]:
    found = sql.select(table).where(table.c.game_id == game_id).order_by(order).limit(most)
    return list((await connection.execute(found)).all())


async def _rounds(connection: AsyncConnection, contest_id: str) -> tuple[Round, ...]:
    games = schema.games
    found = sql.select(games).where(games.c.contest_id == contest_id).order_by(games.c.round)
    rows = (await connection.execute(found)).all()
    return tuple(Round(row.id, row.rules, outcome_of(row)) for row in rows)
