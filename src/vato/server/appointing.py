"""Makes members moderators, from the machine on which a server runs: whoever can open its database may."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError

from vato.errors import VatoError
from vato.server.http.visitors import is_bot
from vato.server.people.names import looks
from vato.server.play.new_game import new_id
from vato.server.store import copies
from vato.server.store.conduct import APPOINTED, DISMISSED, Deed
from vato.server.store.conduct import appoint as commit
from vato.server.store.database import Database
from vato.server.store.members import Members
from vato.server.store.migrate import versions
from vato.server.store.store import Store
from vato.server.store.times import now_ms


async def appoint(place: Path | str, name: str, *, remove: bool) -> str:
    """Make the member of a name a moderator, or none any more; return how the member is written."""
    if isinstance(place, Path):
        copies.database_in(place)
    database = Database.at(place)
    try:
        await _refuse_unless_present(database)
        store = Store(database)
        members = Members(store)
        member = await members.member(await members.who_looks(looks(name)))
        if member is None or is_bot(member.id):
            raise VatoError("There is no member called {name!r}.", name=name)
        deed = Deed(new_id(), now_ms(), "", DISMISSED if remove else APPOINTED, member.id, None, "")
        if not await commit(store, member.id, deed):
            if remove:
                raise VatoError("{name} is no moderator.", name=member.name)
            raise VatoError("{name} is a moderator already.", name=member.name)
        return member.name
    finally:
        await database.close()


async def _refuse_unless_present(database: Database) -> None:
    """Refuse a database that this vato's server has not brought to its form: that is for the server to do."""
    try:
        async with database.reader.begin() as connection:
            found = (await connection.execute(sql.text("SELECT version_num FROM alembic_version"))).scalar()
    except DBAPIError as error:
        raise database.unusable(error) from error
    if found != versions()[-1]:
        raise VatoError(
            "The database {path} is of another vato: start the server of this one first.", path=database.name
        )
