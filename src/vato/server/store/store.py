"""The database: the only truth of live play. Everything that was committed here happened, and nothing else.

One connection writes, so that writers wait for each other here and not in the database; a few others read. What a
commit returns from is on the disk.
"""

from __future__ import annotations

import logging
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Self

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from vato import catalog
from vato.errors import VatoError
from vato.server.http.refusals import Refusal, unknown_game
from vato.server.store import schema
from vato.server.store.migrate import migrate
from vato.server.store.model import (
    COMPUTER,
    BroughtKey,
    Commit,
    Ends,
    Loaded,
    Round,
    StoredContest,
    StoredGame,
    StoredMove,
)
from vato.text import why

FILE = "vato.sqlite3"
BUSY_MS = 5_000
READERS = 3
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


class Conflict(Exception):
    """Somebody else changed the game first; what was to be committed no longer fits."""


class Store:
    """Games in a database."""

    def __init__(self, writer: AsyncEngine, reader: AsyncEngine) -> None:
        self._writer = writer
        self._reader = reader

    @classmethod
    async def open(cls, folder: Path) -> Self:
        """Open the database in a folder, making both where there are none, and bring it to the present form."""
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            path = folder / FILE
            # Made before SQLite makes it, so that nobody else on this machine can read it; its helpers inherit that.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600))
        except OSError as error:
            raise VatoError("Games cannot be kept in {folder}: {why}.", folder=folder, why=why(error)) from error
        store = cls(_engine(path, "BEGIN IMMEDIATE", 1), _engine(path, "BEGIN", READERS))
        try:
            async with store._writer.begin() as connection:
                await connection.run_sync(migrate)
        except DBAPIError as error:
            await store.close()
            raise VatoError("The database {path} cannot be used: {why}.", path=path, why=error.orig) from error
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Close all connections."""
        await self._reader.dispose()
        await self._writer.dispose()

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        """Write in one transaction; raise `Conflict` where the tables forbid it, refuse where nothing can be kept."""
        try:
            async with self._writer.begin() as connection:
                yield connection
        except IntegrityError as error:
            raise Conflict from error
        except (DBAPIError, PoolTimeout) as error:
            log.error("The database cannot be written: %s", getattr(error, "orig", error))
            raise Refusal(
                "The server could not keep that, so it did not happen; try again.", code="not_kept", status=503
            ) from error

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._reader.begin() as connection:
                yield connection
        except (DBAPIError, PoolTimeout) as error:
            log.error("The database cannot be read: %s", getattr(error, "orig", error))
            raise Refusal("The games cannot be read just now; try again.", code="not_read", status=503) from error

    # Writing

    async def create(
        self, game: StoredGame, moves: tuple[StoredMove, ...] = (), contest: StoredContest | None = None
    ) -> None:
        """Commit a new game."""
        async with self._writing() as connection:
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
            await _insert(connection, game, moves)

    async def create_all(self, games: Sequence[tuple[StoredGame, tuple[StoredMove, ...]]]) -> None:
        """Commit new games, all of them or none."""
        async with self._writing() as connection:
            for game, moves in games:
                await _insert(connection, game, moves)

    async def create_brought(
        self, game: StoredGame, moves: tuple[StoredMove, ...], key: BroughtKey, instead_of: str | None
    ) -> None:
        """Commit a game that was brought; raise `Conflict` if it came at the same time by another way.

        `instead_of` is the game that its key stood for until now.
        """
        async with self._writing() as connection:
            await _insert(connection, game, moves)
            await _name(connection, key, game, instead_of)

    async def commit(self, before: StoredGame, change: Commit) -> None:
        """Commit a game's next version; raise `Conflict` if it is not the next one any more."""
        game = change.game
        values = schema.game_values(game) | {"this": game.id, "before": before.version}
        del values["id"]
        async with self._writing() as connection:
            done: Any = await connection.execute(UPDATE, values)
            if done.rowcount != 1:
                raise Conflict
            if change.keep_plies is not None:
                gone = schema.moves.c.game_id == game.id, schema.moves.c.ply > change.keep_plies
                await connection.execute(sql.delete(schema.moves).where(*gone))
            if change.moves:
                added = schema.move_values(game.id, game.plies - len(change.moves), change.moves)
                await connection.execute(INSERT_MOVES, added)
            if game.seats != before.seats:
                await connection.execute(sql.delete(schema.seats).where(schema.seats.c.game_id == game.id))
                await connection.execute(INSERT_SEATS, schema.seat_values(game))
            if (said := change.said) is not None:
                await connection.execute(INSERT_CHAT, {"game_id": game.id, **asdict(said)})
            if change.created is not None:
                await _insert(connection, change.created, change.created_moves)
            if change.passed:
                await _count(connection, game, change.passed)
            if change.brought is not None:
                known = await _known_as(connection, change.brought)
                await _name(connection, change.brought, game, known and known[0])

    async def beat(self, now_ms: int) -> None:
        """Write down that the server is alive."""
        async with self._writing() as connection:
            done: Any = await connection.execute(sql.update(schema.heartbeat).values(alive_ms=now_ms))
            if not done.rowcount:
                await connection.execute(sql.insert(schema.heartbeat).values(id=1, alive_ms=now_ms))

    async def wake(self, alive_ms: int | None, now_ms: int) -> None:
        """Set every running clock as if no time had passed since the server was last able to take a move."""
        games = schema.games
        resumed: Any = now_ms
        if alive_ms is not None:
            used_ms = alive_ms - games.c.clock_since_ms
            resumed = now_ms - sql.case((used_ms > 0, used_ms), else_=0)
        running = games.c.reason.is_(None), games.c.clock_running.is_not(None)
        async with self._writing() as connection:
            update = sql.update(games).where(*running)
            await connection.execute(update.values(clock_since_ms=resumed, version=games.c.version + 1))
        await self.beat(now_ms)

    # Reading

    async def last_beat(self) -> int | None:
        """Return when the server was last known to be alive."""
        async with self._reading() as connection:
            return (await connection.execute(sql.select(schema.heartbeat.c.alive_ms))).scalar()

    async def load(self, game_id: str) -> Loaded:
        """Return a game with all that belongs to it; refuse an unknown one."""
        async with self._reading() as connection:
            row = (await connection.execute(sql.select(schema.games).where(schema.games.c.id == game_id))).first()
            if row is None:
                raise unknown_game()
            seats = await _rows(connection, schema.seats, game_id, schema.seats.c.side)
            moves = await _rows(connection, schema.moves, game_id, schema.moves.c.ply)
            said = await _rows(connection, schema.chat, game_id, schema.chat.c.number.desc(), MOST_CHAT)
            game = schema.game_of(row, seats)
            contest: StoredContest | None = None
            rounds: tuple[Round, ...] = ()
            if game.contest_id is not None:
                found = sql.select(schema.contests).where(schema.contests.c.id == game.contest_id)
                contest = schema.contest_of((await connection.execute(found)).one())
                rounds = await _rounds(connection, game.contest_id)
        played = tuple(StoredMove(move.text, move.at_ms, move.clock_ms) for move in moves)
        return Loaded(game, played, tuple(map(schema.said_of, reversed(said))), contest, rounds)

    async def ends(self, game: str, rules: str, positions: Sequence[int]) -> dict[int, Ends]:
        """Return how games ended that came by positions; those nobody came by are left out."""
        async with self._reading() as connection:
            return await _ends(connection, game, rules, positions)

    async def brought(self, key: BroughtKey) -> tuple[str, int] | None:
        """Return the game that was brought under a key, and the version that bringing it made."""
        async with self._reading() as connection:
            return await _known_as(connection, key)

    async def was_said(self, game_id: str, ref: str) -> bool:
        """Return whether something was said in a game's chat under this `ref`."""
        found = sql.select(schema.chat.c.number).where(schema.chat.c.game_id == game_id, schema.chat.c.ref == ref)
        async with self._reading() as connection:
            return (await connection.execute(found)).first() is not None

    async def mine(self, visitor: str, page: int) -> tuple[list[StoredGame], bool]:
        """Return a page of a visitor's games, the last played first, and whether there are more."""
        games, seats = schema.games, schema.seats
        seated = sql.select(seats.c.game_id).where(seats.c.visitor == visitor)
        own = sql.or_(games.c.owner == visitor, games.c.id.in_(seated))
        found = sql.select(games).where(own, _has_room()).order_by(games.c.updated_ms.desc(), games.c.id)
        return await self._list(found.limit(PAGE + 1).offset(PAGE * page))

    async def computers_turn(self, since_ms: int, most: int) -> list[str]:
        """Return the games of late in which the computer is to move."""
        games, seats = schema.games, schema.seats
        found = (
            sql.select(games.c.id)
            .join(seats, sql.and_(seats.c.game_id == games.c.id, seats.c.side == games.c.turn))
            .where(_has_room(), games.c.reason.is_(None), games.c.updated_ms >= since_ms, seats.c.kind == COMPUTER)
            .order_by(games.c.updated_ms.desc())
            .limit(most)
        )
        return await self._identities(found)

    async def clocks_running(self) -> list[tuple[str, int]]:
        """Return the games in which somebody's time runs, and when it will be up."""
        games = schema.games
        left_ms = sql.case((games.c.clock_running == 0, games.c.clock_first_ms), else_=games.c.clock_second_ms)
        found = sql.select(games.c.id, games.c.clock_since_ms + left_ms).where(
            _has_room(), games.c.reason.is_(None), games.c.clock_running.is_not(None)
        )
        async with self._reading() as connection:
            return [(row[0], row[1]) for row in (await connection.execute(found)).all()]

    async def _identities(self, found: sql.Select[Any]) -> list[str]:
        async with self._reading() as connection:
            return list((await connection.execute(found)).scalars())

    async def _list(self, found: sql.Select[Any]) -> tuple[list[StoredGame], bool]:
        async with self._reading() as connection:
            rows = (await connection.execute(found)).all()
            seats = schema.seats
            wanted = sql.select(seats).where(seats.c.game_id.in_([row.id for row in rows])).order_by(seats.c.side)
            by_game: dict[str, list[Any]] = {row.id: [] for row in rows}
            for seat in (await connection.execute(wanted)).all():
                by_game[seat.game_id].append(seat)
        return [game for row in rows[:PAGE] if (game := _readable(row, by_game[row.id]))], len(rows) > PAGE


def _has_room() -> sql.ColumnElement[bool]:
    """Return the condition that a game is still in the catalogue; a room may have gone since it was played."""
    return schema.games.c.game.in_(list(catalog.GAMES))


def _readable(row: Any, seats: list[Any]) -> StoredGame | None:
    """Return the game that rows describe, or None where they describe none: the others are listed all the same."""
    try:
        return schema.game_of(row, seats)
    except (ValueError, TypeError, KeyError) as error:
        log.error("Game %s cannot be read and is left out: %r", row.id, error)
        return None


async def _insert(connection: AsyncConnection, game: StoredGame, moves: tuple[StoredMove, ...]) -> None:
    await connection.execute(INSERT_GAME, schema.game_values(game))
    await connection.execute(INSERT_SEATS, schema.seat_values(game))
    if moves:
        await connection.execute(INSERT_MOVES, schema.move_values(game.id, 0, moves))


async def _known_as(connection: AsyncConnection, key: BroughtKey) -> tuple[str, int] | None:
    row = (await connection.execute(sql.select(schema.brought).where(*_called(key)))).first()
    return None if row is None else (row.game_id, row.version)


async def _name(connection: AsyncConnection, key: BroughtKey, game: StoredGame, instead_of: str | None) -> None:
    """Let a key stand for a version of a game, and no longer for the game that it stood for."""
    values = {"game_id": game.id, "version": game.version}
    if instead_of is None:
        await connection.execute(sql.insert(schema.brought).values(**key._asdict(), **values))
        return
    stood = sql.update(schema.brought).where(*_called(key), schema.brought.c.game_id == instead_of)
    done: Any = await connection.execute(stood.values(values))
    if done.rowcount != 1:
        raise Conflict


def _called(key: BroughtKey) -> tuple[sql.ColumnElement[bool], ...]:
    return schema.brought.c.visitor == key.visitor, schema.brought.c.key == key.key


async def _ends(connection: AsyncConnection, game: str, rules: str, positions: Sequence[int]) -> dict[int, Ends]:
    ends = schema.ends
    wanted = ends.c.game == game, ends.c.rules == rules, ends.c.position.in_(positions)
    rows = (await connection.execute(sql.select(ends).where(*wanted))).all()
    return {row.position: Ends(row.first, row.second, row.drawn) for row in rows}


async def _count(connection: AsyncConnection, game: StoredGame, positions: tuple[int, ...]) -> None:
    """Count how a game ended for the positions it came by."""
    assert game.outcome is not None
    known = await _ends(connection, game.game, game.rules, positions)
    new = [
        {"game": game.game, "rules": game.rules, "position": position, **Ends()._asdict()}
        for position in positions
        if position not in known
    ]
    if new:
        await connection.execute(sql.insert(schema.ends), new)
    ends = schema.ends
    column = ends.c.drawn if game.outcome.winner is None else (ends.c.first, ends.c.second)[game.outcome.winner]
    counted = ends.c.game == game.game, ends.c.rules == game.rules, ends.c.position.in_(positions)
    await connection.execute(sql.update(ends).where(*counted).values({column: column + 1}))


async def _rows(
    connection: AsyncConnection, table: sql.Table, game_id: str, order: Any, most: int | None = None
) -> list[Any]:
    found = sql.select(table).where(table.c.game_id == game_id).order_by(order).limit(most)
    return list((await connection.execute(found)).all())


async def _rounds(connection: AsyncConnection, contest_id: str) -> tuple[Round, ...]:
    games = schema.games
    found = sql.select(games).where(games.c.contest_id == contest_id).order_by(games.c.round)
    rows = (await connection.execute(found)).all()
    return tuple(Round(row.id, row.rules, schema.outcome_of(row)) for row in rows)


def _engine(path: Path, begin: str, connections: int) -> AsyncEngine:
    engine = create_async_engine(
        f"sqlite+aiosqlite:///{path}",
        poolclass=AsyncAdaptedQueuePool,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=30,
        pool_reset_on_return=None,  # every use is a transaction that ends itself
    )
    sql.event.listen(engine.sync_engine, "connect", _prepare)
    sql.event.listen(engine.sync_engine, "begin", _beginner(begin))
    return engine


def _prepare(connection: Any, _: object) -> None:
    # The driver would begin transactions on its own, and too late; here they begin when the code says so.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout = {BUSY_MS}",
        "journal_mode = WAL",
        "synchronous = FULL",  # an acknowledged move survives a power cut
        "foreign_keys = ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _beginner(begin: str) -> Callable[[sql.Connection], None]:
    def start(connection: sql.Connection) -> None:
        connection.exec_driver_sql(begin)

    return start
