"""Run by alembic, and imported by nobody: how its commands reach the database, and what they compare it with.

The server hands its own connection over (migrate.py). Alembic's own command works on any database, if it is told which:
`alembic -x database=FILE current`, or a URL of SQLAlchemy's instead of a file.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sql
from alembic import context
from alembic.script import ScriptDirectory
from alembic.util import CommandError

import vato.server.store.archive_tables
import vato.server.store.company
import vato.server.store.post
import vato.server.store.study_tables
import vato.server.store.tournament_tables
from vato.server.store import schema


def number(_context: Any, _revision: Any, directives: Any) -> None:
    """Give a new migration the next number."""
    head = ScriptDirectory.from_config(context.config).get_current_head()
    for script in directives:
        script.rev_id = f"{int(head or 0) + 1:04}"


def run(connection: sql.Connection) -> None:
    """Do what alembic was asked for, all of it or nothing."""
    context.configure(
        connection=connection,
        target_metadata=schema.metadata,
        compare_type=True,
        sqlalchemy_module_prefix="sql.",
        render_as_batch=True,  # SQLite changes a table by making another one
        transactional_ddl=True,
        process_revision_directives=number,
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
elif database := context.get_x_argument(as_dictionary=True).get("database"):
    with sql.create_engine(database if "://" in database else f"sqlite:///{database}").begin() as opened:
        run(opened)
else:
    raise CommandError("Say which database: alembic -x database=FILE ...")
