"""The archive of public games, looked through: by position, player, opening and result, or all of it in order.

Whoever looks for games is given a page, the last ended first, and where the next page begins. One look goes through a
bounded number of rows, however many games there are: where few of them fit, a page may be short, or empty, with more
to come. Games that came by a position are counted likewise, not more than the last ten thousand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import sqlalchemy as sql
from sqlalchemy.ext.asyncio import AsyncConnection

from vato.server.store import schema
from vato.server.store.archive import place_of, put
from vato.server.store.archive_tables import archive, archive_backlog, archive_players, archive_positions
from vato.server.store.database import in_parts
from vato.server.store.model import Archived, Ends, StoredGame, StoredMove
from vato.server.store.store import PAGE, Store, readable

MOST_LOOKED_AT = 500
"""Games that one look goes through, of those that its narrowest condition leaves."""
MOST_COUNTED = 10_000
"""Games that are counted for a position."""
COUNTED_TOGETHER = 50
"""Positions whose games one statement counts."""
DRAWN = "drawn"
RESULTS = "first", "second", DRAWN
"""How a game can have ended, by the number that positions have for it: player 0's win first."""


class Mark(NamedTuple):
    """A place in the order of the archive: that of a game."""

    ended_ms: int
    game_id: str


@dataclass(frozen=True)
class Wanted:
    """What is looked for: games for which all of this holds."""

    game: str | None = None
    rules: str | None = None
    place: int | None = None
    """A position, as `place_of` has it."""
    member: str | None = None
    opening: str | None = None
    result: str | None = None


class Found(NamedTuple):
    """A page of games with the openings they have a name for, and where the next page begins."""

    games: list[tuple[StoredGame, str | None]]
    next: Mark | None


Played = tuple[StoredGame, list[StoredMove]]
"""A game with its moves."""


class Archive:
    """The archive of a database, to be looked through."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, wanted: Wanted, before: Mark | None = None) -> Found:
        """Return a page of the games that are wanted, the last ended first, from a mark on."""
        async with self._store.reading() as connection:
            rows = (await connection.execute(_look(wanted, before))).all()
            fitting = [row for row in rows if row.fits]
            listed = [row.game_id for row in fitting[:PAGE]]
            entries = sql.select(archive.c.game_id, archive.c.opening).where(archive.c.game_id.in_(listed))
            openings = {row.game_id: row.opening for row in await connection.execute(entries)} if listed else {}
        last = fitting[PAGE - 1] if len(fitting) > PAGE else rows[-1] if len(rows) >= MOST_LOOKED_AT else None
        selected = sql.select(schema.games).where(schema.games.c.id.in_(list(openings)))
        stored, _ = await self._store.listed(selected) if openings else ([], False)
        by_id = {game.id: game for game in stored}
        return Found(
            [(by_id[game_id], openings[game_id]) for game_id in listed if game_id in by_id],
            None if last is None else Mark(last.ended_ms, last.game_id),
        )

    async def ends(self, game: str, rules: str, positions: Sequence[int]) -> dict[int, Ends]:
        """Return how the last games ended that came by positions; those nobody came by are left out."""
        keys = {place_of(game, rules, key): key for key in positions}
        counted: defaultdict[int, Ends] = defaultdict(Ends)
        async with self._store.reading() as connection:
            for places in in_parts(keys, COUNTED_TOGETHER):
                asked = {f"place{number}": place for number, place in enumerate(places)}
                for row in await connection.execute(_counting(len(places)), {**asked, "most": MOST_COUNTED}):
                    counted[row.place] = counted[row.place]._replace(**{RESULTS[row.result]: row.games})
        return {
            keys[place]: ends._replace(more=ends.first + ends.second + ends.drawn >= MOST_COUNTED)
            for place, ends in counted.items()
        }

    async def written(self, game: str | None, after: Mark | None, most: int) -> tuple[list[Played], Mark | None]:
        """Return some games with their moves, the first ended first, from a mark on; and the next mark, if any."""
        marks = sql.select(archive.c.ended_ms, archive.c.game_id).order_by(archive.c.ended_ms, archive.c.game_id)
        if game is not None:
            marks = marks.where(archive.c.game == game)
        if after is not None:
            marks = marks.where(_mark(archive) > sql.tuple_(*map(sql.literal, after)))
        async with self._store.reading() as connection:
            rows = (await connection.execute(marks.limit(most))).all()
            ids = [row.game_id for row in rows]
            played = await _played(connection, ids) if ids else []
        return played, Mark(*rows[-1]) if len(rows) == most else None

    # Games that ended before there was an archive

    async def backlog(self, most: int) -> list[str]:
        """Return some of the games that ended before there was an archive."""
        async with self._store.reading() as connection:
            return list((await connection.execute(sql.select(archive_backlog).limit(most))).scalars())

    async def settle(self, game: StoredGame | None, game_id: str, entry: Archived | None) -> None:
        """Put a game of the backlog into the archive, or only take it from the backlog, once for all servers."""
        async with self._store.writing() as connection:
            gone = sql.delete(archive_backlog).where(archive_backlog.c.game_id == game_id)
            done: Any = await connection.execute(gone)
            if done.rowcount == 1 and game is not None and entry is not None:
                await put(connection, game, entry, game.updated_ms)


@cache
def _counting(positions: int) -> sql.CompoundSelect[Any]:
    """Return the statement that counts the last games of some positions by their results, from an index alone."""
    at, most = archive_positions.c, sql.bindparam("most", type_=sql.Integer)

    def one(number: int) -> sql.Select[Any]:
        here = sql.select(at.place, at.result).where(at.place == sql.bindparam(f"place{number}"))
        last = here.order_by(at.ended_ms.desc(), at.game_id.desc()).limit(most).subquery()
        games = sql.func.count().label("games")
        return sql.select(last.c.place, last.c.result, games).group_by(last.c.place, last.c.result)

    return sql.union_all(*map(one, range(positions)))


def _mark(table: sql.Table) -> sql.Tuple:
    return sql.tuple_(table.c.ended_ms, table.c.game_id)


def _look(wanted: Wanted, before: Mark | None) -> sql.Select[Any]:
    """Return the statement that goes through games by an index that has them in their order, and says which fit."""
    result = None if wanted.result is None else RESULTS.index(wanted.result)
    # What came by a place is of its game and rules; how it ended stands in the same index.
    names = ("opening",) if wanted.place is not None else ("game", "rules", "opening")
    own = [archive.c[name] == value for name in names if (value := getattr(wanted, name)) is not None]
    if wanted.member is not None:
        table, leading, others = archive_players, [archive_players.c.member == wanted.member], own
    elif wanted.place is not None:
        table, leading, others = archive_positions, [archive_positions.c.place == wanted.place], own
    else:
        table, leading, others = archive, own, []
    if wanted.place is None and result is not None:
        won = archive.c.winner.is_(None) if wanted.result == DRAWN else archive.c.winner == result
        others = [*others, won]
    if before is not None:
        leading = [*leading, _mark(table) < sql.tuple_(*map(sql.literal, before))]
    is_elsewhere = wanted.place is not None and table is not archive_positions
    most = MOST_LOOKED_AT if others or is_elsewhere or result is not None else PAGE + 1
    ends = [table.c.result] if table is archive_positions else []
    marks = sql.select(table.c.ended_ms, table.c.game_id, *ends).where(*leading)
    looked = marks.order_by(table.c.ended_ms.desc(), table.c.game_id.desc()).limit(most).subquery()
    found = looked.join(archive, archive.c.game_id == looked.c.game_id) if others else looked
    if wanted.place is not None:
        # A value to look up for each game: joined, or as EXISTS, PostgreSQL may gather all that came by a common place.
        at = archive_positions.c
        here = at.place == wanted.place, at.ended_ms == looked.c.ended_ms, at.game_id == looked.c.game_id
        there = sql.select(at.result).where(*here).scalar_subquery() if is_elsewhere else looked.c.result
        others = [*others, there.is_not(None) if result is None else there == result]
    fits = sql.and_(sql.true(), *others).label("fits")
    order = looked.c.ended_ms.desc(), looked.c.game_id.desc()
    return sql.select(looked.c.ended_ms, looked.c.game_id, fits).select_from(found).order_by(*order)


async def _played(connection: AsyncConnection, ids: Sequence[str]) -> list[Played]:
    games, seats, moves = schema.games, schema.seats, schema.moves
    rows = {row.id: row for row in await connection.execute(sql.select(games).where(games.c.id.in_(ids)))}
    seated: dict[str, list[Any]] = {game_id: [] for game_id in ids}
    for seat in await connection.execute(sql.select(seats).where(seats.c.game_id.in_(ids)).order_by(seats.c.side)):
        seated[seat.game_id].append(seat)
    turns: dict[str, list[StoredMove]] = {game_id: [] for game_id in ids}
    for move in await connection.execute(sql.select(moves).where(moves.c.game_id.in_(ids)).order_by(moves.c.ply)):
        turns[move.game_id].append(StoredMove(move.text, move.at_ms, move.clock_ms))
    stored = {game_id: readable(rows[game_id], seated[game_id]) for game_id in ids if game_id in rows}
    return [(game, turns[game_id]) for game_id, game in stored.items() if game is not None]
