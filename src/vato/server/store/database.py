"""Where games are kept: in SQLite, in a file of a folder, or in PostgreSQL, at an address. What differs is here.

Both have one set of tables and migrations. SQLite has one connection that writes, so that writers wait for each other
here and not in the file; PostgreSQL lets several write and makes those wait who change the same game.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.pool import AsyncAdaptedQueuePool
from sqlalchemy.sql.functions import FunctionElement

from vato.errors import VatoError
from vato.server.store import times
from vato.text import why

Value = TypeVar("Value")

FILE = "vato.sqlite3"
BUSY_MS = 5_000
READERS = 3
WRITERS = 4
"""To PostgreSQL; to SQLite it is one."""
CONNECT_SECONDS = 5
POOL_SECONDS = 30

MIGRATING, JOINING = 7_646_273, 7_646_274
"""The numbers under which PostgreSQL lets one server at a time bring the tables to the present form, or come and go."""
PATIENCE = {
    # Whoever stops in the middle of a change, with a game held, must not hold it for long.
    "idle_in_transaction_session_timeout": "2s",
    "lock_timeout": "4s",
    "statement_timeout": "5s",
}
SILENCE_SECONDS = 6.0
"""For a whole transaction; what takes longer is not answered any more, and the line is given up."""
LINE = {"connect_timeout": CONNECT_SECONDS, "keepalives_idle": 5, "keepalives_interval": 2, "tcp_user_timeout": 5_000}
"""How long a line to PostgreSQL may be dead before that is noticed; in seconds, the last in milliseconds."""


@dataclass(frozen=True)
class Database:
    """The connections to a database."""

    name: str
    """What people know it by; no password is in it."""
    writer: AsyncEngine
    reader: AsyncEngine
    """Whoever reads sees all tables as they were at one moment."""
    is_shared: bool
    """Whether other servers can use it at the same time."""

    @classmethod
    def at(cls, place: Path | str) -> Database:
        """Return the database in a folder, making both where there are none, or the one at an address."""
        return _sqlite(place) if isinstance(place, Path) else _postgresql(place)

    @asynccontextmanager
    async def transaction(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        """Do something in one transaction; hang up where PostgreSQL, or what is between, falls silent for too long."""
        timer: asyncio.TimerHandle | None = None
        try:
            async with engine.begin() as connection:
                if self.is_shared:
                    timer = asyncio.get_running_loop().call_later(SILENCE_SECONDS, _hang_up, connection)
                yield connection
        finally:
            if timer is not None:
                timer.cancel()

    async def close(self) -> None:
        """Close all connections."""
        await self.reader.dispose()
        await self.writer.dispose()

    def unusable(self, error: DBAPIError) -> VatoError:
        """Return what is said of a database that cannot be opened."""
        reason = str(error.orig).partition("\n")[0].rstrip(".")
        return VatoError("The database {path} cannot be used: {why}.", path=self.name, why=reason)

    async def hold_for_migrating(self, connection: AsyncConnection) -> None:
        """Let nobody else change the tables until the transaction ends, and let it take its time."""
        if self.is_shared:
            for setting in PATIENCE:
                await connection.exec_driver_sql(f"SET LOCAL {setting} = 0")
            await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")

    async def hold_for_joining(self, connection: AsyncConnection) -> None:
        """Let nobody else join the servers until the transaction ends."""
        if self.is_shared:
            await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({JOINING})")

    async def now_ms(self, connection: AsyncConnection) -> int:
        """Return what time it is for all who share the database."""
        if not self.is_shared:
            return times.now_ms()
        asked = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
        return int((await connection.exec_driver_sql(asked)).scalar_one())

    def upsert(self, table: sql.Table, change: Callable[[Any], dict[str, Any]]) -> sql.Executable:
        """Return the statement that adds a row or, where its key is there already, changes that one."""
        insert: Any = postgresql.insert(table) if self.is_shared else sqlite.insert(table)
        statement: sql.Executable = insert.on_conflict_do_update(
            index_elements=list(table.primary_key.columns), set_=change(insert.excluded)
        )
        return statement


class Among(FunctionElement[bool]):
    """The condition that a column is one of any number of names.

    They are one value of the statement: with thousands of values, writing it takes so long that PostgreSQL could think
    that whoever asks has fallen silent, and it has room for 65,535 of them, as SQLite has for 32,766.
    """

    inherit_cache = True
    type = sql.Boolean()

    def __init__(self, column: sql.ColumnElement[str], names: Collection[str]) -> None:
        super().__init__(column, sql.literal(json.dumps(list(names)), sql.Text()))


@compiles(Among, "sqlite")
def _among_in_sqlite(element: Among, compiler: Any, **how: Any) -> str:
    column, names = (compiler.process(each, **how) for each in element.clauses)
    return f"{column} IN (SELECT value FROM json_each({names}))"


@compiles(Among, "postgresql")
def _among_in_postgresql(element: Among, compiler: Any, **how: Any) -> str:
    column, names = (compiler.process(each, **how) for each in element.clauses)
    return f"{column} = ANY (ARRAY(SELECT json_array_elements_text(CAST({names} AS json))))"


def in_parts(values: Collection[Value], size: int) -> Iterator[list[Value]]:
    """Return any number of values in parts of a size, the last of what is left."""
    rest = iter(values)
    while part := list(islice(rest, size)):
        yield part


def _hang_up(connection: AsyncConnection) -> None:
    """Cut a line to PostgreSQL at this end, so that whoever waits for an answer is told that there will be none."""
    if connection.sync_connection is None or connection.closed or connection.invalidated:
        return
    held = connection.sync_connection.connection
    held.invalidate(soft=True)  # or whoever takes it next would be told so, where the answer came after all
    line: Any = held.driver_connection
    if not line.closed:
        with suppress(OSError), socket.socket(fileno=os.dup(line.fileno())) as end:
            end.shutdown(socket.SHUT_RDWR)


def _sqlite(folder: Path) -> Database:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = folder / FILE
        # Made before SQLite makes it, so that nobody else on this machine can read it; its helpers inherit that.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600))
    except OSError as error:
        raise VatoError("Games cannot be kept in {folder}: {why}.", folder=folder, why=why(error)) from error
    writer, reader = _sqlite_engine(path, "BEGIN IMMEDIATE", 1), _sqlite_engine(path, "BEGIN", READERS)
    return Database(str(path), writer, reader, is_shared=False)


def _sqlite_engine(path: Path, begin: str, connections: int) -> AsyncEngine:
    engine = create_async_engine(
        f"sqlite+aiosqlite:///{path}",
        poolclass=AsyncAdaptedQueuePool,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=POOL_SECONDS,
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


def _postgresql(address: str) -> Database:
    try:
        url = sql.make_url(address)
    except (ArgumentError, ValueError):
        url = None
    if url is None or url.drivername not in ("postgresql", "postgres") or not url.database:
        raise VatoError("A database has an address such as postgresql://user@host/vato; without one it is a file here.")
    patience = " ".join(f"-c {setting}={value}" for setting, value in PATIENCE.items())
    given = url.query.get("options", ())
    options = " ".join([patience, *([given] if isinstance(given, str) else given)])
    url = url.set(drivername="postgresql+psycopg")
    line = {name: value for name, value in LINE.items() if name not in url.query}

    def engine(isolation: Any, connections: int) -> AsyncEngine:
        return create_async_engine(
            url,
            connect_args=line | {"options": options},
            isolation_level=isolation,
            pool_size=connections,
            max_overflow=0,
            pool_timeout=POOL_SECONDS,
        )

    try:
        writer, reader = engine("READ COMMITTED", WRITERS), engine("REPEATABLE READ", READERS)
    except ModuleNotFoundError as error:
        raise VatoError("PostgreSQL needs a driver that is not here: pip install 'vato[postgresql]'.") from error
    name = url.set(drivername="postgresql").render_as_string(hide_password=True)
    return Database(name, writer, reader, is_shared=True)
