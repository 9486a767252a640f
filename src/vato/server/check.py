"""Looks whether all games of a database can be read and played: of a copy, so that nothing that is used is touched."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from vato.errors import UnknownName, VatoError
from vato.server.play.snapshot import Snapshot
from vato.server.store import copies
from vato.server.store.database import FILE
from vato.server.store.store import Store


class Found(NamedTuple):
    """What there is in a database."""

    games: int
    moves: int
    elsewhere: int
    """Games whose rules this vato does not have."""
    wrong: list[tuple[str, str]]
    """The games that cannot be read, each with the reason."""


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
        for name in names:
            try:
                moves += _played(await Snapshot.of(await store.load(name)))
            except UnknownName:
                elsewhere += 1
            except Exception as error:  # whatever is wrong with one, the others are looked at
                wrong.append((name, str(error) or type(error).__name__))
        return Found(len(names), moves, elsewhere, wrong)
    finally:
        await store.close()


def _played(snapshot: Snapshot) -> int:
    """Return how many moves a game has; refuse one whose moves do not lead where it stands."""
    game = snapshot.game
    if len(snapshot.moves) != game.plies or snapshot.board.position != game.position:
        raise VatoError("its moves do not lead to where it stands")
    return len(snapshot.moves)


def sentences(found: Found) -> Iterator[VatoError]:
    """Return a sentence about each game that is wrong."""
    for name, reason in found.wrong:
        yield VatoError("Game {name} cannot be read: {why}.", name=name, why=reason)
