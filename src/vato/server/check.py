"""Looks whether all games and studies of a database can be read and played: of a copy, so that nothing is touched."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from vato import record
from vato.errors import UnknownName, VatoError
from vato.server.play.snapshot import Snapshot
from vato.server.store import copies
from vato.server.store.database import FILE
from vato.server.store.store import Store
from vato.server.store.studies import StudyRows
from vato.server.studies import records
from vato.server.studies.rows import study_of


class Found(NamedTuple):
    """What there is in a database."""

    games: int
    moves: int
    elsewhere: int
    """Games whose rules this vato does not have."""
    wrong: list[tuple[str, str]]
    """The games that cannot be read, each with the reason."""
    wrong_studies: list[tuple[str, str]]
    """The same of studies."""


def check(path: Path) -> Found:
    """Look at everything in a database; refuse one that is damaged, not of vato's, or of a newer vato."""
    copies.refuse_newer(path)
    with tempfile.TemporaryDirectory(prefix="vato-check-") as name:
        folder = Path(name)
        copies.copy(path, folder / FILE)
        return asyncio.run(_look(folder, path))


async def _look(folder: Path, path: Path) -> Found:
    store = await Store.open(folder)  # which brings the copy to the present form
    try:
        moves = elsewhere = 0
        wrong = []
        with closing(sqlite3.connect(folder / FILE)) as database:
            if (row := database.execute("PRAGMA foreign_key_check").fetchone()) is not None:
                raise VatoError(
                    "The database {path} is damaged: {table} belong to nothing there is.", path=path, table=row[0]
                )
            names = [row[0] for row in database.execute("SELECT id FROM games ORDER BY id")]
            studies = [row[0] for row in database.execute("SELECT id FROM studies ORDER BY id")]
        for name in names:
            try:
                moves += _played(await Snapshot.of(await store.load(name)))
            except UnknownName:
                elsewhere += 1
            except Exception as error:  # whatever is wrong with one, the others are looked at
                wrong.append((name, str(error) or type(error).__name__))
        wrong_studies = []
        for name in studies:
            try:
                await _look_at_study(store, name)
            except UnknownName:  # like games whose rules this vato does not have
                continue
            except Exception as error:
                wrong_studies.append((name, str(error) or type(error).__name__))
        return Found(len(names), moves, elsewhere, wrong, wrong_studies)
    finally:
        await store.close()


async def _look_at_study(store: Store, name: str) -> None:
    """Refuse a study of which a turn cannot be played, or comes after none."""
    loaded = await StudyRows(store).load(name)
    assert loaded is not None
    study = study_of(loaded)
    for part in records.parts_of(records.write(study, study.chapters)):
        record.read(part)


def _played(snapshot: Snapshot) -> int:
    """Return how many moves a game has; refuse one whose moves do not lead where it stands."""
    game = snapshot.game
    if len(snapshot.moves) != game.plies or snapshot.board.position != game.position:
        raise VatoError("its moves do not lead to where it stands")
    return len(snapshot.moves)


def sentences(found: Found) -> Iterator[VatoError]:
    """Return a sentence about each game and study that is wrong."""
    for name, reason in found.wrong:
        yield VatoError("Game {name} cannot be read: {why}.", name=name, why=reason)
    for name, reason in found.wrong_studies:
        yield VatoError("Study {name} cannot be read: {why}.", name=name, why=reason)
