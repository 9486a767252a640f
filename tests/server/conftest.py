"""One server for most tests of a worker, and fresh ones for those that kill theirs; a PostgreSQL for some of both.

Games are kept in SQLite, unless a test says `ON_BOTH`.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.server.backing import Missing, Postgres, Valkey
from tests.server.people import Person, Server

WIDE = "--games-per-hour", "100000", "--requests-per-second", "10000", "--sockets-per-address", "1000"

ACCOUNTS = *WIDE, "--accounts", "--proofs-per-hour", "100000"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    try:
        running = Postgres()
    except Missing as missing:
        pytest.fail(str(missing))
    with running:
        yield running


@pytest.fixture(scope="session")
def valkey() -> Iterator[Valkey]:
    try:
        running = Valkey()
    except Missing as missing:
        pytest.fail(str(missing))
    with running:
        yield running


@pytest.fixture
def database(request: pytest.FixtureRequest) -> str:
    """The kind of database that games are kept in."""
    kind: str = getattr(request, "param", "sqlite")
    return kind


@pytest.fixture
def place(request: pytest.FixtureRequest, database: str, tmp_path: Path) -> Path | str:
    """Where games are kept: a folder or an address."""
    if database == "sqlite":
        return tmp_path
    running: Postgres = request.getfixturevalue("postgres")
    return running.new_database()


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server"), *WIDE) as running:
        yield running
        assert "Traceback" not in running.errors


@pytest.fixture(scope="session")
def postgresql_server(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[Server]:
    options = *WIDE, "--database", postgres.new_database()
    with Server(tmp_path_factory.mktemp("server"), *options) as running:
        yield running
        assert "Traceback" not in running.errors


@pytest.fixture
def server(request: pytest.FixtureRequest, database: str) -> Server:
    running: Server = request.getfixturevalue(f"{database}_server")
    return running


@pytest.fixture(scope="session")
def sqlite_members(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("members"), *ACCOUNTS) as running:
        yield running
        assert "Traceback" not in running.errors


@pytest.fixture(scope="session")
def postgresql_members(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("members"), *ACCOUNTS, "--database", postgres.new_database()) as running:
        yield running
        assert "Traceback" not in running.errors


@pytest.fixture
def members_server(request: pytest.FixtureRequest, database: str) -> Server:
    """A server that has accounts."""
    running: Server = request.getfixturevalue(f"{database}_members")
    return running


@pytest.fixture(scope="session")
def sqlite_company(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("company"), *ACCOUNTS, "--lobby") as running:
        yield running
        assert "Traceback" not in running.errors


@pytest.fixture(scope="session")
def postgresql_company(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("company")
    (folder / "address").write_text(postgres.new_database())
    with Server(folder, *ACCOUNTS, "--lobby", "--database", (folder / "address").read_text()) as running:
        yield running
        assert "Traceback" not in running.errors


@pytest.fixture
def company_server(request: pytest.FixtureRequest, database: str) -> Server:
    """A server that has accounts and a lobby, and whose database commands find, too."""
    running: Server = request.getfixturevalue(f"{database}_company")
    return running


@pytest.fixture
def name() -> str:
    """A name that no member has yet."""
    return "".join("bcdfghkpqtvxz"[byte % 13] for byte in uuid.uuid4().bytes[:12])


@pytest.fixture
def own_server(tmp_path: Path, place: Path | str) -> Iterator[Callable[..., Server]]:
    """Start a server of one's own."""
    more = ("--database", place) if isinstance(place, str) else ()
    with ExitStack() as stack:
        yield lambda *options: stack.enter_context(Server(tmp_path, *options, *more))


@pytest.fixture
def ann(server: Server) -> Person:
    return Person(server, "Ann")


@pytest.fixture
def ben(server: Server) -> Person:
    return Person(server, "Ben")


@pytest.fixture
def eve(server: Server) -> Person:
    """Somebody who has no seat."""
    return Person(server, "Eve")
