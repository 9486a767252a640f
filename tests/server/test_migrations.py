"""The database's form: the migrations make what the code uses, run all or none, and the next one can be written."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest
import sqlalchemy as sql
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from tests.server.backing import ON_BOTH
from tools import migration
from vato.errors import VatoError
from vato.server.store import migrate, schema
from vato.server.store.database import FILE
from vato.server.store.members import Arrival, Member, Members, Session
from vato.server.store.model import Loaded
from vato.server.store.store import Store

BROKEN = """
import sqlalchemy as sql
from alembic import op

revision, down_revision = "{broken:04}", "{last:04}"


def upgrade() -> None:
    op.create_table("half", sql.Column("id", sql.Integer, primary_key=True))
    raise ZeroDivisionError
"""


@ON_BOTH
def test_the_migrations_make_the_tables_that_the_code_uses(place: Path | str) -> None:
    url = f"sqlite:///{place}/new.sqlite3" if isinstance(place, Path) else sql.make_url(place)
    engine = sql.create_engine(url if isinstance(url, str) else url.set(drivername="postgresql+psycopg"))
    with engine.begin() as connection:
        migrate.migrate(connection)
        migrate.migrate(connection)  # nothing is missing the second time
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        differences = compare_metadata(context, schema.metadata)
    engine.dispose()
    assert differences == []


OLD_GAME = {
    "id": "aB3dE5fG7h", "game": "squadro", "rules": "standard", "start": "00000/00000 light",
    "position": "00100/00000 dark", "version": 3, "turn": 1, "plies": 1, "base_plies": 0, "created_ms": 1,
    "updated_ms": 2, "no_result": False, "owner": "a" * 64,
    "offers": {"draw": None, "takeback": None, "rematch": None, "draw_plies": [-1, -1]},
}  # fmt: skip
"""A game as version 0.1.0 kept it."""


@ON_BOTH
def test_a_visitor_of_version_0_1_0_becomes_a_member_with_all_games(place: Path | str) -> None:
    url = f"sqlite:///{place}/{FILE}" if isinstance(place, Path) else sql.make_url(place)
    engine = sql.create_engine(url if isinstance(url, str) else url.set(drivername="postgresql+psycopg"))
    with engine.begin() as connection:
        command.upgrade(migrate.configuration(connection), "0001")
        old = sql.MetaData()
        old.reflect(connection)
        connection.execute(sql.insert(old.tables["games"]), OLD_GAME)
        seats = [
            {"game_id": OLD_GAME["id"], "side": side, "kind": "person", "name": name, "visitor": visitor * 64}
            for side, (name, visitor) in enumerate([("Ann", "a"), ("Ben", "b")])
        ]
        connection.execute(sql.insert(old.tables["seats"]), seats)
        move = {"game_id": OLD_GAME["id"], "ply": 1, "text": "3", "at_ms": 2}
        connection.execute(sql.insert(old.tables["moves"]), move)
    engine.dispose()

    async def joined() -> Loaded:
        store = await Store.open(place)
        try:
            member = Member("member-1", "Ann Lee", None, 5)
            session = Session("c" * 64, member.id, "1", "", 5, 5)
            games = await Members(store).sign_up(member, ["look"], ["code"], None, Arrival(session, visit="a" * 64))
            assert games == [OLD_GAME["id"]]
            return await store.load(games[0])
        finally:
            await store.close()

    loaded = asyncio.run(joined())
    assert [(seat.name, seat.visitor) for seat in loaded.game.seats] == [("Ann Lee", "member-1"), ("Ben", "b" * 64)]
    assert (loaded.game.owner, loaded.game.version) == ("member-1", 4)
    assert [move.text for move in loaded.moves] == ["3"]


def test_alembic_finds_no_difference_either() -> None:
    with migration.newest_database() as config:
        command.check(config)


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    engine = sql.create_engine(f"sqlite:///{tmp_path}/newer.sqlite3")
    with engine.begin() as connection:
        migrate.migrate(connection)
        connection.execute(sql.text("UPDATE alembic_version SET version_num = '9999'"))
        with pytest.raises(VatoError, match="newer vato"):
            migrate.migrate(connection)
    engine.dispose()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the migrations, to which some can be added."""
    copied = tmp_path / "50% of the migrations"
    shutil.copytree(migrate.FOLDER, copied, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(migrate, "FOLDER", copied)
    return copied


def with_another_table(name: str) -> sql.MetaData:
    changed = sql.MetaData()
    for table in schema.metadata.tables.values():
        table.to_metadata(changed)
    sql.Table(name, changed, sql.Column("id", sql.Integer, primary_key=True))
    return changed


def tables_of(data: Path) -> set[str]:
    engine = sql.create_engine(f"sqlite:///{data / FILE}")
    found = set(sql.inspect(engine).get_table_names())
    engine.dispose()
    return found


async def opened(data: Path) -> None:
    await (await Store.open(data)).close()


def test_the_next_migration_is_written_and_run_all_or_none(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    asyncio.run(opened(data))
    before = tables_of(data)
    assert migration.write("Nothing") is None
    monkeypatch.setattr(schema, "metadata", with_another_table("clubs"))
    written = 1 + int(migrate.versions()[-1])
    assert migration.write("Clubs of players") == folder / "versions" / f"{written:04}_clubs_of_players.py"
    assert migration.write("Nothing more") is None
    # The one after it fails half-way: then nothing has happened, not even what came before it.
    broken = folder / "versions" / f"{written + 1:04}_broken.py"
    broken.write_text(BROKEN.format(broken=written + 1, last=written))
    with pytest.raises(ZeroDivisionError):
        asyncio.run(opened(data))
    assert tables_of(data) == before
    broken.unlink()
    asyncio.run(opened(data))
    assert tables_of(data) == before | {"clubs"}
