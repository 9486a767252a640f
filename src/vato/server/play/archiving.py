"""What of a game goes into the archive of public games, which games are public, and the archive as one file.

Public is what everybody could see before: rated games, which stand on their players' pages, and those of tournaments.
A game by a private link, an imported one and one that was brought are nobody else's business.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime

from vato.board import Board
from vato.errors import VatoError
from vato.record import NotedTurn, Record
from vato.server.http.refusals import Refusal
from vato.server.play.explorer import opening_names, passed
from vato.server.play.records import KeptMove, player_name
from vato.server.play.snapshot import Snapshot, start_of
from vato.server.store.model import Archived, Conflict, StoredGame, StoredMove
from vato.server.store.search import Archive, Played
from vato.server.store.store import Store

MOST_POSITIONS = 60
"""Turns of a game after which it is found by the position."""
LICENCE = "CC0 1.0, https://creativecommons.org/publicdomain/zero/1.0/"
"""What all games of the archive are given away under."""
PART = 40
"""Games that are written at a time."""
GZIP = 31
"""Tells zlib to write a file of gzip's."""
STEP = 20
STEP_SECONDS, RETRY_SECONDS = 0.2, 30.0

log = logging.getLogger("vato.server")


def archived(game: StoredGame, board: Board) -> Archived | None:
    """Return what the archive keeps of a game that is over, None if it is not public, or tells nothing."""
    if not game.counts or game.imported is not None or not (positions := passed(game, board, MOST_POSITIONS)):
        return None
    return Archived(opening_names(board).get(str(board.played[0])), positions)


def remembered(game: StoredGame, board: Board, *, only_public: bool) -> tuple[tuple[int, ...], Archived | None]:
    """Return the positions for which the end of a game is counted, and what the archive keeps of it.

    Where there are members the explorer tells of public games, which it counts in the archive.
    """
    return ((), archived(game, board)) if only_public else (passed(game, board), None)


async def catch_up(store: Store) -> None:
    """Put into the archive the games that ended before there was one, a few at a time, until all are there."""
    archive = Archive(store)
    while True:
        try:
            waiting = await archive.backlog(STEP)
            for game_id in waiting:
                await _settle(store, archive, game_id)
        except Refusal:  # the database is away
            await asyncio.sleep(RETRY_SECONDS)
            continue
        if not waiting:
            return
        await asyncio.sleep(STEP_SECONDS)


async def _settle(store: Store, archive: Archive, game_id: str) -> None:
    try:
        snapshot = await Snapshot.of(await store.load(game_id))
        entry = await asyncio.to_thread(archived, snapshot.game, snapshot.board)
    except (VatoError, ValueError, TypeError, KeyError) as error:
        if isinstance(error, Refusal) and error.status == 503:
            raise
        log.error("Game %s cannot be read and does not come into the archive: %r", game_id, error)
        await archive.settle(None, game_id, None)
        return
    try:
        await archive.settle(snapshot.game, game_id, entry)
    except Conflict:  # it is there already
        await archive.settle(None, game_id, None)


async def as_file(store: Store, game: str | None) -> AsyncIterator[bytes]:
    """Return all games of the archive, or those of one game, as records in a file of gzip's, in parts."""
    archive, packing, mark, is_first = Archive(store), zlib.compressobj(6, zlib.DEFLATED, GZIP), None, True
    while is_first or mark is not None:
        played, mark = await archive.written(game, mark, PART)
        text = await asyncio.to_thread(_packed, packing, played, is_first)
        is_first = False
        if text:
            yield text
    yield packing.flush()


def _packed(packing: zlib._Compress, played: list[Played], is_first: bool) -> bytes:
    texts = [text for each in played if (text := _text(*each))]
    # Games are apart by an empty line, also from those of the part before.
    text = "\n".join(texts) if is_first or not texts else "\n" + "\n".join(texts)
    return packing.compress(text.encode())


def _text(game: StoredGame, moves: list[StoredMove]) -> str:
    """Return a game as a record; nothing of one that cannot be read, which keeps nobody from the others."""
    try:
        return str(_record(game, moves))
    except (VatoError, ValueError, TypeError) as error:
        log.error("Game %s cannot be read and is not among the public games: %r", game.id, error)
        return ""


def _record(game: StoredGame, moves: list[StoredMove]) -> Record:
    """Return a record without playing the game again: its moves were legal when they were kept."""
    start = start_of(game)
    first, second = map(player_name, game.seats)
    date = datetime.fromtimestamp(game.created_ms / 1000, UTC).date().isoformat()
    return Record(
        start,
        (first, second),
        date,
        [NotedTurn(KeptMove(move.text), clock_ms=move.clock_ms) for move in moves],
        game.outcome,
        {"Licence": LICENCE},
    )
