"""Brings a database to the present form: runs the migrations that it has not seen, all of them or none.

The migrations are numbered files in migrations/versions, written by hand; the next one names the one before it.
"""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sql

from vato.errors import VatoError

FOLDER = Path(__file__).with_name("migrations")


def newest() -> str:
    """Return the number of the last migration."""
    return max(path.stem.partition("_")[0] for path in FOLDER.glob("versions/[0-9]*.py"))


def migrate(connection: sql.Connection) -> None:
    """Run what is missing, within the transaction of the connection."""
    if sql.inspect(connection).has_table("alembic_version"):
        version = connection.execute(sql.text("SELECT version_num FROM alembic_version")).scalar()
        if version == newest():
            return
        if version is not None and version > newest():
            raise VatoError("This database was written by a newer vato; install that one to use it.")
    # Alembic takes a while to load, and is needed once for each new version.
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    script = ScriptDirectory(str(FOLDER))
    # The recipe of alembic's own command `upgrade`, without the file env.py that its command line wants.
    with EnvironmentContext(Config(), script, fn=lambda revision, _: script._upgrade_revs("head", revision)) as context:
        context.configure(connection=connection, transactional_ddl=True)
        context.run_migrations()
