"""Whole copies of the games in a folder: made while a server uses them, made before a migration, put back.

A copy is one file, an SQLite database that was found whole. Where anything fails, what was there is there still, and
nothing half-made is left behind. A PostgreSQL database has tools of its own for this.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from vato import locks
from vato.errors import VatoError
from vato.server.settings import LOCK
from vato.server.store.database import FILE
from vato.server.store.migrate import versions
from vato.text import why

BESIDE = "-wal", "-shm"
"""What SQLite keeps beside a database in use, by the ends of the names."""
BUSY_SECONDS = 10


def database_in(folder: Path) -> Path:
    """Return the database of a folder; refuse a folder that has none."""
    path = folder / FILE
    if not path.is_file():
        raise VatoError("There are no games in {folder}; name their folder with --data.", folder=folder)
    return path


def back_up(folder: Path, target: Path) -> None:
    """Copy the games of a folder, whether a server uses them or not, to a file that is not there yet."""
    if target.exists():
        raise VatoError("{path} is there already; name another file.", path=target)
    copy(database_in(folder), target)


def restore(source: Path, folder: Path) -> Path | None:
    """Put a copy back, where no server uses the folder; return the file in which what was there before is now."""
    refuse_newer(source)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with locks.held(folder / LOCK):
            return _put_back(source, folder)
    except locks.Taken:
        raise VatoError("A server uses the games in {folder}; stop it first.", folder=folder) from None
    except OSError as error:
        raise VatoError("Games cannot be kept in {folder}: {why}.", folder=folder, why=why(error)) from error


def copy_before_migration(folder: Path) -> Path | None:
    """Copy the games of a folder if this vato would bring them to a newer form; return the copy."""
    path = folder / FILE
    if not path.is_file() or not path.stat().st_size:
        return None
    version = _version(path)
    newest = versions()[-1]
    if version is None or version == newest or version not in versions():
        return None
    target = folder / f"vato-before-{newest}-{_now()}.sqlite3"
    copy(path, target)
    return target


def refuse_newer(path: Path) -> None:
    """Refuse a file that is no database of vato's, or of a newer vato."""
    if not path.is_file():
        raise VatoError("There is no file {path}.", path=path)
    version = _version(path)
    if version is None:
        raise VatoError("{path} is not a database of vato.", path=path)
    if version not in versions():
        raise VatoError("{path} was written by a newer vato; install that one to use it.", path=path)


def copy(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment, look whether the copy is whole, and only then give it its name."""
    partial = target.with_name(f".{target.name}.partial")
    try:
        try:
            # Made before SQLite makes it, so that nobody else on this machine can read it.
            os.close(os.open(partial, os.O_RDWR | os.O_CREAT | os.O_TRUNC | getattr(os, "O_CLOEXEC", 0), 0o600))
            with _reading(source) as database, closing(sqlite3.connect(partial)) as made:
                # In one go: while it lasts writers write on, and what they write is not in the copy.
                database.backup(made)
                made.execute("PRAGMA journal_mode = DELETE")  # so that it is one file
                found: str = made.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if found != "ok":
                raise VatoError("The database {path} is damaged: {why}.", path=source, why=found.splitlines()[-1])
            _flush(partial)
            partial.replace(target)
            _flush(target.parent)
        finally:
            for name in (partial, partial.with_name(f"{partial.name}-journal")):
                name.unlink(missing_ok=True)
    except OSError as error:
        raise VatoError("{path} cannot be written: {why}.", path=target, why=why(error)) from error
    except sqlite3.Error as error:
        raise VatoError("{path} cannot be copied to {to}: {why}.", path=source, to=target, why=error) from error


def _put_back(source: Path, folder: Path) -> Path | None:
    path = folder / FILE
    prepared = folder / f"{FILE}.restored"
    copy(source, prepared)
    before = None
    if path.exists():
        before = folder / f"vato-before-restore-{_now()}.sqlite3"
        _set_aside(path, before)
    prepared.replace(path)
    _flush(folder)
    return before


def _set_aside(path: Path, name: Path) -> None:
    """Give a database another name, with all that belongs to it: left there, it would be played into the next one.

    It is not opened, as it may be damaged, and what SQLite makes of that cannot be undone.
    """
    _name_too(path, name)
    for end in BESIDE:
        beside = path.with_name(path.name + end)
        if beside.exists():
            _name_too(beside, name.with_name(name.name + end))
            beside.unlink(missing_ok=True)


def _name_too(path: Path, name: Path) -> None:
    try:
        name.hardlink_to(path)
    except OSError:
        path.replace(name)  # where a file has one name only


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    try:
        database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)
        database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_CORRUPT:
            raise VatoError("The database {path} is damaged: {why}.", path=path, why=error) from error
        raise VatoError("The database {path} cannot be read: {why}.", path=path, why=error) from error
    with closing(database):
        yield database


def _version(path: Path) -> str | None:
    """Return which migrations a database has seen, or None if it is not of vato's."""
    with _reading(path) as database:
        try:
            database.execute("SELECT id FROM games LIMIT 1").fetchone()
            found: tuple[str] | None = database.execute("SELECT version_num FROM alembic_version").fetchone()
        except sqlite3.OperationalError:
            return None
        except sqlite3.DatabaseError as error:
            raise VatoError("The database {path} is damaged: {why}.", path=path, why=error) from error
    return None if found is None else found[0]


def _flush(path: Path) -> None:
    """Return when what was written is on the disk; of a folder, where the system knows such a thing."""
    try:
        opened = os.open(path, os.O_RDONLY)
    except PermissionError:  # a folder on Windows
        return
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _now() -> str:
    return time.strftime("%Y%m%d-%H%M%S", time.gmtime())
