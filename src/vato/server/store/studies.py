"""Studies as the database keeps them: each edit is the next version, with all the rows that it changes.

Whoever commits an edit holds the study meanwhile and sees what others have committed before; so any server may take
edits of any study, and nobody has to try again.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from vato.server.store.store import Store
from vato.server.store.study_tables import chapters, edits, nodes, studies

KEPT_EDITS = 500
"""Who has missed more than these reads the study again."""
TIDY_EVERY = 50
"""How often edits that are too old are deleted."""
MOST_STUDIES = 200
"""Of one visitor."""

Values = Mapping[str, Any]


class TooMany(Exception):
    """A visitor has as many studies as may be."""


@dataclass(frozen=True)
class Head:
    """What of a study is in no chapter."""

    id: str
    version: int
    owner: str
    title: str
    by_link: bool
    made: int


@dataclass(frozen=True)
class Loaded:
    """A study as its rows: the chapters in their order, the turns each after the one before it."""

    head: Head
    chapters: list[Any]
    nodes: list[Any]


@dataclass(frozen=True)
class Change:
    """What an edit does to the rows of a study."""

    edit: Any
    """As it is told; None if it is too much for that."""
    study: Values = field(default_factory=dict)
    chapters: Mapping[int, Values] = field(default_factory=dict)
    nodes: Mapping[int, Values] = field(default_factory=dict)
    new_chapters: tuple[Values, ...] = ()
    new_nodes: tuple[Values, ...] = ()
    gone_chapter: int | None = None
    gone_nodes: tuple[int, ...] = ()


@dataclass(frozen=True)
class Changing:
    """A study that is held, in a transaction that ends with whoever holds it."""

    connection: AsyncConnection
    head: Head

    async def edits_since(self, version: int) -> list[Any] | None:
        """Return the edits after a version, as they are told; None if some are gone."""
        return await _edits_since(self.connection, self.head, version)

    async def load(self) -> Loaded:
        """Return the study with all there is in it."""
        return await _load(self.connection, self.head)

    async def commit(self, change: Change, ref: str | None, now_ms: int) -> int:
        """Commit an edit of the newest version as the one after it, which is returned; each `ref` once."""
        study_id, version = self.head.id, self.head.version + 1
        values = {"version": version, "updated_ms": now_ms, **change.study}
        await self.connection.execute(sql.update(studies).where(studies.c.id == study_id).values(values))
        text = None if change.edit is None else json.dumps(change.edit, ensure_ascii=False, separators=(",", ":"))
        made = {"study_id": study_id, "version": version, "ref": ref, "edit": text}
        await self.connection.execute(sql.insert(edits).values(made))
        await _write(self.connection, study_id, change)
        if version % TIDY_EVERY == 0:
            old = edits.c.study_id == study_id, edits.c.version <= version - KEPT_EDITS
            await self.connection.execute(sql.delete(edits).where(*old))
        return version


class StudyRows:
    """The studies of a database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # Reading

    async def head(self, study_id: str) -> Head | None:
        """Return a study, but for its chapters."""
        async with self._store.reading() as connection:
            return await _head(connection, study_id)

    async def load(self, study_id: str) -> Loaded | None:
        """Return a study with all there is in it."""
        async with self._store.reading() as connection:
            head = await _head(connection, study_id)
            return None if head is None else await _load(connection, head)

    async def edits_since(self, study_id: str, version: int) -> tuple[Head, list[Any] | None] | None:
        """Return a study with the edits after a version, as they are told; None in their place if some are gone."""
        async with self._store.reading() as connection:
            head = await _head(connection, study_id)
            return None if head is None else (head, await _edits_since(connection, head, version))

    async def version_of(self, study_id: str, ref: str) -> int | None:
        """Return the version that an edit has made, if it was committed already."""
        found = sql.select(edits.c.version).where(edits.c.study_id == study_id, edits.c.ref == ref)
        async with self._store.reading() as connection:
            return (await connection.execute(found)).scalar()

    async def versions(self, study_ids: Collection[str]) -> dict[str, int]:
        """Return which version of each study is the newest; those that there are not are left out."""
        found = sql.select(studies.c.id, studies.c.version).where(studies.c.id.in_(study_ids))
        async with self._store.reading() as connection:
            return dict((await connection.execute(found)).tuples().all())

    async def of(self, owner: str) -> list[Any]:
        """Return the studies of a visitor, the last edited first, each with the games of its chapters."""
        found = sql.select(studies).where(studies.c.owner == owner)
        async with self._store.reading() as connection:
            rows = (await connection.execute(found.order_by(studies.c.updated_ms.desc(), studies.c.id))).all()
            of = sql.select(chapters.c.study_id, chapters.c.game).where(
                chapters.c.study_id.in_([row.id for row in rows])
            )
            games: dict[str, list[str]] = {row.id: [] for row in rows}
            for chapter in (await connection.execute(of.order_by(chapters.c.place))).all():
                games[chapter.study_id].append(chapter.game)
        return [(row, games[row.id]) for row in rows]

    # Writing

    async def create(self, head: Head, change: Change, now_ms: int) -> None:
        """Commit a new study with its chapters."""
        mine = sql.select(sql.func.count()).where(studies.c.owner == head.owner)
        async with self._store.writing() as connection:
            if int((await connection.execute(mine)).scalar_one()) >= MOST_STUDIES:
                raise TooMany
            values = {"id": head.id, "version": head.version, "owner": head.owner, "title": head.title}
            values |= {"by_link": head.by_link, "made": head.made, "created_ms": now_ms, "updated_ms": now_ms}
            await connection.execute(sql.insert(studies).values(values))
            await _write(connection, head.id, change)

    @asynccontextmanager
    async def changing(self, study_id: str) -> AsyncIterator[Changing | None]:
        """Hold a study that is to be changed, as nobody else does meanwhile, if there is one."""
        async with self._store.writing() as connection:
            head = await _head(connection, study_id, hold=True)
            yield None if head is None else Changing(connection, head)

    async def delete(self, study_id: str) -> None:
        """Forget a study."""
        async with self._store.writing() as connection:
            await connection.execute(sql.delete(studies).where(studies.c.id == study_id))


async def join(connection: AsyncConnection, visit: str, member_id: str) -> None:
    """Give the studies of a visit to a member."""
    await connection.execute(sql.update(studies).where(studies.c.owner == visit).values(owner=member_id))


async def part(connection: AsyncConnection, member_id: str) -> None:
    """Forget the studies of a member who leaves: they are nobody else's."""
    await connection.execute(sql.delete(studies).where(studies.c.owner == member_id))


async def _head(connection: AsyncConnection, study_id: str, *, hold: bool = False) -> Head | None:
    columns = (studies.c[name] for name in ("id", "version", "owner", "title", "by_link", "made"))
    found = sql.select(*columns).where(studies.c.id == study_id)
    row = (await connection.execute(found.with_for_update() if hold else found)).first()
    return None if row is None else Head(*row)


async def _load(connection: AsyncConnection, head: Head) -> Loaded:
    of = sql.select(chapters).where(chapters.c.study_id == head.id).order_by(chapters.c.place)
    # A turn was made after the one before it.
    turns = sql.select(nodes).where(nodes.c.study_id == head.id).order_by(nodes.c.id)
    return Loaded(head, list((await connection.execute(of)).all()), list((await connection.execute(turns)).all()))


async def _edits_since(connection: AsyncConnection, head: Head, version: int) -> list[Any] | None:
    if not 0 <= head.version - version <= KEPT_EDITS:
        return None
    if head.version == version:
        return []
    wanted = edits.c.study_id == head.id, edits.c.version > version, edits.c.version <= head.version
    found = sql.select(edits.c.edit).where(*wanted).order_by(edits.c.version)
    told = list((await connection.execute(found)).scalars())
    if len(told) < head.version - version or None in told:
        return None
    return [json.loads(text) for text in told if text is not None]


async def _write(connection: AsyncConnection, study_id: str, change: Change) -> None:
    for table, rows in ((chapters, change.new_chapters), (nodes, change.new_nodes)):
        if rows:
            await connection.execute(sql.insert(table), [{"study_id": study_id, **row} for row in rows])
    for table, changed in ((chapters, change.chapters), (nodes, change.nodes)):
        for number, values in changed.items():
            this = table.c.study_id == study_id, table.c.id == number
            await connection.execute(sql.update(table).where(*this).values(**values))
    if change.gone_nodes:
        gone = nodes.c.study_id == study_id, nodes.c.id.in_(change.gone_nodes)
        await connection.execute(sql.delete(nodes).where(*gone))
    if change.gone_chapter is not None:
        number = change.gone_chapter
        in_it = nodes.c.study_id == study_id, nodes.c.chapter == number
        await connection.execute(sql.delete(nodes).where(*in_it))
        this = chapters.c.study_id == study_id, chapters.c.id == number
        await connection.execute(sql.delete(chapters).where(*this))
