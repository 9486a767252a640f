"""Brings a database to the present form: alembic runs the migrations that it has not seen, all of them or none.

The migrations are numbered files in migrations/versions. `scripts/migration` writes the next one from what has changed
in schema.py; a test says when one is missing.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sql

from vato.errors import VatoError

if TYPE_CHECKING:
    from alembic.config import Config

FOLDER = Path(__file__).with_name("migrations")


def migrate(connection: sql.Connection) -> None:
    """Run what is missing, within the transaction of the connection; refuse a database that is ahead of this vato."""
    known = versions()
    if sql.inspect(connection).has_table("alembic_version"):
        version = connection.execute(sql.text("SELECT version_num FROM alembic_version")).scalar()
        if version == known[-1]:
            return
        if version is not None and version not in known:
            raise VatoError("This database was written by a newer vato; install that one to use it.")
    # Alembic takes a while to load, and is needed once for each new version.
    from alembic import command

    command.upgrade(configuration(connection), "head")


def versions() -> list[str]:
    """Return the numbers of all migrations, the oldest first."""
    return sorted(path.stem.partition("_")[0] for path in FOLDER.glob("versions/[0-9]*.py"))


def configuration(connection: sql.Connection) -> Config:
    """Return what alembic's commands need to work on a connection: pyproject.toml says the same to its own command."""
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    return config
