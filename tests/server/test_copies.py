"""Games copied while a server uses them, put back, looked at; what fails leaves everything as it was."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests import command
from tests.command import DEVNULL, Command
from tests.server.people import Person, Server
from vato.errors import VatoError
from vato.server.run import _prepare
from vato.server.settings import Settings
from vato.server.store import copies, migrate


def vato(*arguments: object, **env: str) -> subprocess.CompletedProcess[str]:
    return command.run(*map(str, arguments), timeout=60, env=os.environ | env)


def refusal(*arguments: object, **env: str) -> str:
    """Return the one sentence with which a command refuses."""
    done = vato(*arguments, **env)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    options = "--games-per-hour", "100000", "--requests-per-second", "10000"
    with Server(tmp_path_factory.mktemp("copied"), *options) as running:
        yield running


@pytest.fixture(scope="module")
def game_id(server: Server) -> str:
    """A game of three moves."""
    ann = Person(server)
    game: str = ann.create("squadro", against="me2", setup={"first": "light"})
    for ply, move in enumerate("123"):
        assert ann.act(game, "move", ply=ply, move=move).status_code == 200
    return game


@pytest.fixture
def copied(server: Server, game_id: str, tmp_path: Path) -> Path:
    assert game_id
    file = tmp_path / "copy of all.sqlite3"
    assert vato("backup", file, "--data", server.data).returncode == 0
    return file


def test_games_that_are_copied_while_they_are_played_can_be_put_back(
    server: Server, game_id: str, tmp_path: Path
) -> None:
    played: list[str] = []
    enough = threading.Event()

    def play() -> None:
        ann = Person(server)
        while not enough.is_set():
            name = ann.create("squadro", against="me2", setup={"first": "light"})
            assert ann.act(name, "move", ply=0, move="1").status_code == 200
            played.append(name)

    playing = threading.Thread(target=play)
    playing.start()
    while not played:
        pass
    known = list(played)
    file = tmp_path / "while it runs.sqlite3"
    done = vato("backup", file, "--data", server.data)
    enough.set()
    playing.join()
    assert (done.returncode, done.stdout) == (0, f"The games are in {file}.\n")
    assert file.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == [file.name]
    with closing(sqlite3.connect(file)) as database:
        kept = {row[0] for row in database.execute("SELECT id FROM games WHERE plies = 1")}
    assert kept >= {*known}  # everything that was acknowledged before
    checked = vato("check", file)
    assert checked.returncode == 0
    assert (
        f"in order; games: {len(kept) + 1 + (kept != {*played}) * 0}" in checked.stdout or "in order" in checked.stdout
    )

    data = tmp_path / "put back"
    assert vato("restore", file, "--data", data).returncode == 0
    with Server(data) as again:
        state = Person(again, token="").state(game_id)
        assert (len(state["turns"]), state["scene"]["ply"]) == (3, 3)


def test_what_was_there_is_kept_when_games_are_put_back(copied: Path, tmp_path: Path) -> None:
    with Server(data := tmp_path) as other:
        ann = Person(other)
        lost = ann.create("squadro", against="me2")
        assert "stop it first" in refusal("restore", copied, "--data", data)  # while it runs
        other.kill()  # so that the last games are in the file beside the database
        assert (data / "vato.sqlite3-wal").stat().st_size
        done = vato("restore", copied, "--data", data)
        assert done.returncode == 0, done.stderr
        before = next(data.glob("vato-before-restore-*.sqlite3"))
        assert str(before) in done.stdout
        assert not (data / "vato.sqlite3-wal").exists()
        other.start()
        assert ann.get(f"/games/{lost}").status_code == 404
    assert vato("restore", before, "--data", data).returncode == 0
    with closing(sqlite3.connect(data / "vato.sqlite3")) as database:
        assert database.execute("SELECT id FROM games").fetchall() == [(lost,)]


def test_a_damaged_database_is_replaced_and_set_aside(copied: Path, tmp_path: Path) -> None:
    data = tmp_path / "damaged"
    data.mkdir()
    for name in ("vato.sqlite3", "vato.sqlite3-wal"):
        (data / name).write_bytes(b"garbage" * 1000)
    assert vato("restore", copied, "--data", data).returncode == 0
    assert vato("check", "--data", data).returncode == 0
    aside = {path.name.rpartition(".")[2] for path in data.glob("vato-before-restore-*")}
    assert aside == {"sqlite3", "sqlite3-wal"}


def test_a_full_disk_leaves_everything_as_it_was(server: Server, copied: Path, tmp_path: Path) -> None:
    data = tmp_path / "full"
    data.mkdir()
    shutil.copy(copied, data / "vato.sqlite3")
    before = (data / "vato.sqlite3").read_bytes()
    target = tmp_path / "too long.sqlite3"
    for arguments in (
        ("backup", target, "--data", server.data),
        ("restore", copied, "--data", data),
        ("check", copied),
    ):
        with (tmp_path / "said").open("w+b") as said:
            full = Command(*map(str, arguments), stdin=DEVNULL, stdout=said, stderr=said, largest_file=20_000)
            assert full.wait(60) == 2
            said.seek(0)
            text = said.read().decode()
        assert text.startswith("vato: ")
        assert text.count("\n") == 1
        assert "Traceback" not in text
    assert not target.exists()
    assert not list(tmp_path.glob(".*"))
    assert (data / "vato.sqlite3").read_bytes() == before
    assert {path.name for path in data.iterdir()} <= {"vato.sqlite3", "server.lock"}


def test_wrong_files_are_refused(server: Server, copied: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    text, empty, other, newer = (tmp_path / name for name in ("text", "empty", "other", "newer"))
    text.write_text("This is no database. " * 100)
    empty.touch()
    with closing(sqlite3.connect(other)) as database:
        database.execute("CREATE TABLE games (id)")
    shutil.copy(copied, newer)
    with closing(sqlite3.connect(newer)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    for name in ("restore", "check"):
        assert "cannot be read: file is not a database." in refusal(name, text, "--data", data)
        assert "is not a database of vato." in refusal(name, empty, "--data", data)
        assert "is not a database of vato." in refusal(name, other, "--data", data)
        assert "newer vato" in refusal(name, newer, "--data", data)
        assert "There is no file" in refusal(name, tmp_path / "missing", "--data", data)
    assert not data.exists()
    assert "is there already; name another file." in refusal("backup", text, "--data", server.data)
    assert "There are no games in" in refusal("backup", tmp_path / "copy", "--data", tmp_path)
    assert "There are no games in" in refusal("check", "--data", tmp_path)
    assert "cannot be written: no such file or directory." in refusal(
        "backup", tmp_path / "no" / "copy", "--data", server.data
    )
    assert "pg_dump" in refusal("backup", tmp_path / "copy", VATO_DATABASE="postgresql://localhost/vato")


def test_damage_is_found_and_said(copied: Path, game_id: str, tmp_path: Path) -> None:
    pages = bytearray(copied.read_bytes())
    for page in range(4096, len(pages), 4096):
        pages[page + 1000 : page + 4096] = random.Random(page).randbytes(3096)
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(pages)
    assert "is damaged: " in refusal("check", broken)
    assert "is damaged: " in refusal("restore", broken, "--data", tmp_path / "data")
    assert not (tmp_path / "data" / "vato.sqlite3").exists()
    for change, reason in (
        ("UPDATE moves SET text = 'nonsense' WHERE ply = 2", "nonsense"),
        ("DELETE FROM moves WHERE ply = 3", "its moves do not lead to where it stands"),
        ("UPDATE games SET rules = 'nonsense'", None),
    ):
        wrong = tmp_path / "wrong.sqlite3"
        shutil.copy(copied, wrong)
        with closing(sqlite3.connect(wrong)) as database:
            database.execute(change)
            database.commit()
        done = vato("check", wrong)
        if reason is None:
            assert "Games of which this vato has no rules" in done.stdout
        else:
            assert done.returncode == 1
            assert done.stdout.startswith(f"Game {game_id} cannot be read: ")
            assert reason in done.stdout
            assert done.stdout.count("\n") == 1


def test_a_copy_is_made_before_a_migration_and_none_otherwise(
    copied: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    shutil.copy(copied, data / "vato.sqlite3")
    asyncio.run(_prepare(Settings(data)))
    assert not list(data.glob("vato-before-*"))
    folder = tmp_path / "migrations"
    shutil.copytree(migrate.FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    last = migrate.versions()[-1]
    following = f"{int(last) + 1:04}"
    (folder / "versions" / f"{following}_more.py").write_text(
        f"from alembic import op\nimport sqlalchemy as sql\nrevision = {following!r}\ndown_revision = {last!r}\n"
        "def upgrade():\n    op.create_table('more', sql.Column('id', sql.Integer, primary_key=True))\n"
    )
    monkeypatch.setattr(migrate, "FOLDER", folder)
    asyncio.run(_prepare(Settings(data)))
    (kept,) = data.glob("vato-before-*")
    assert kept.name.startswith(f"vato-before-{following}-")
    with closing(sqlite3.connect(kept)) as before, closing(sqlite3.connect(data / "vato.sqlite3")) as after:
        versions = [each.execute("SELECT version_num FROM alembic_version").fetchone()[0] for each in (before, after)]
    assert versions == [last, following]
    asyncio.run(_prepare(Settings(data)))
    assert [*data.glob("vato-before-*")] == [kept]
    # An older vato must leave it alone, and put the copy back if asked.
    monkeypatch.undo()
    with pytest.raises(VatoError, match="newer vato"):
        asyncio.run(_prepare(Settings(data)))
    copies.restore(kept, data)
    asyncio.run(_prepare(Settings(data)))
