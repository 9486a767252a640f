"""A database full of public games, for measurements: made by playing them, written in bulk by the tables of the schema.

Games are played once and kept in a folder, so that whoever was interrupted need not wait again, and so that both kinds
of database get the same ones. They are between members of all strengths, some of whom play much and most little.
"""

from __future__ import annotations

import asyncio
import json
import pickle
import random
import sqlite3
import string
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import psycopg
import sqlalchemy as sql

import vato
from tools.random_games import Played, played
from vato.board import Board, Outcome
from vato.contest.clock import Clock, Control
from vato.server.people.names import looks
from vato.server.play.explorer import opening_names
from vato.server.store import schema
from vato.server.store.archive import DRAWN, place_of
from vato.server.store.archive_tables import archive, archive_players, archive_positions
from vato.server.store.database import FILE
from vato.server.store.model import PERSON, Seat, SeatRating, StoredGame, StoredMove
from vato.server.store.rows import Values, game_values, move_values, seat_values
from vato.server.store.store import Store

GAMES = {"fanorona": 0.8, "squadro": 0.15, "alquerque": 0.05}
"""Which part of the games is of each: most are of the one that is known best."""
CHUNK, PART = 1_000, 50_000
"""Games that are played by one process at a time, and that are written in one transaction."""
MEMBERS = 20_000
RATING, SPREAD = 1500, 350
"""Of the members' ratings."""
NEAR = 150
"""How far apart players are, on average."""
MUCH = 0.8
"""How much more some play than others: the power of their place among all."""
CONTROL = Control(300_000, 3_000)
BEGAN_MS, APART_MS = 1_700_000_000_000, 7_000
"""When the first game ended, and how much later each of the others."""
LETTERS = string.ascii_letters + string.digits
CACHE_KIB = 2_000_000

Tell = Callable[[str], None]


@cache
def start_of(game: str) -> Board:
    """Return where all games of a room begin."""
    first = {"first": "light"} if game == "squadro" else {}
    return vato.new(game, **first)


def game_of(chunk: int) -> str:
    """Return which game is played in a chunk: each its part of any hundred."""
    share, place = 0.0, (chunk * 0.618034) % 1
    for game, part in GAMES.items():
        share += part
        if place < share:
            return game
    return next(iter(GAMES))


def _play(folder: Path, chunk: int, moves: bool) -> int:
    """Play a chunk, unless that was done, and return its number."""
    path = folder / f"{chunk}{'-with-moves' * moves}.pickle"
    if not path.exists():
        found = list(played(start_of(game_of(chunk)), CHUNK, chunk + 1, moves=moves))
        unfinished = path.with_suffix(".part")
        unfinished.write_bytes(pickle.dumps(found))
        unfinished.rename(path)
    return chunk


@dataclass
class Games:
    """Games that were played, in files of a folder."""

    folder: Path
    with_moves: bool = False

    def play(self, count: int, processes: int, tell: Tell) -> None:
        """Play so many games, but for those that are there."""
        self.folder.mkdir(parents=True, exist_ok=True)
        chunks = range((count + CHUNK - 1) // CHUNK)
        with ProcessPoolExecutor(processes) as pool:
            waiting = [pool.submit(_play, self.folder, chunk, self.with_moves) for chunk in chunks]
            for done, each in enumerate(waiting, start=1):
                each.result()
                tell(f"{min(count, done * CHUNK):,} of {count:,} games are played")

    def read(self, begin: int, end: int) -> Iterator[tuple[int, str, Played]]:
        """Yield games by their numbers, with what was played."""
        for chunk in range(begin // CHUNK, (end + CHUNK - 1) // CHUNK):
            path = self.folder / f"{chunk}{'-with-moves' * self.with_moves}.pickle"
            for number, each in enumerate(pickle.loads(path.read_bytes()), start=chunk * CHUNK):
                if begin <= number < end:
                    yield number, game_of(chunk), each


class Members:
    """Who plays."""

    @cached_property
    def names(self) -> list[str]:
        """Their names: what can be spoken, as look-alikes are refused."""
        syllables = ["".join(pair) for pair in product("bdfghkmnprst", "aeou")]
        found = ("".join(parts).capitalize() for parts in product(syllables, repeat=3))
        return [name for name, _ in zip(found, range(MEMBERS), strict=False)]

    @cached_property
    def ratings(self) -> list[int]:
        """Their ratings, the lowest first."""
        chance = random.Random(1)
        return sorted(max(400, round(chance.gauss(RATING, SPREAD))) for _ in range(MEMBERS))

    @cached_property
    def _activity(self) -> np.ndarray[Any, Any]:
        places = np.random.default_rng(2).permutation(MEMBERS)
        weights = (places + 10.0) ** -MUCH
        return np.cumsum(weights / weights.sum())

    def pair(self, chance: random.Random) -> tuple[int, int]:
        """Return two who play with each other: somebody, and somebody who is about as strong."""
        one = min(int(np.searchsorted(self._activity, chance.random())), MEMBERS - 1)
        while True:
            away = round(chance.gauss(0, NEAR / SPREAD * MEMBERS / 3)) or 1
            if 0 <= (other := one + away) < MEMBERS:
                return one, other

    def rows(self) -> tuple[list[Values], list[Values]]:
        """Return all of them as rows, with what their names look like."""
        members = [
            {"id": member_id(number), "name": name, "created_ms": BEGAN_MS, "password": None}
            for number, name in enumerate(self.names)
        ]
        like = [
            {"look": look, "member": member_id(number)}
            for number, name in enumerate(self.names)
            for look in sorted(looks(name))
        ]
        return members, like


def member_id(number: int) -> str:
    """Return what seats know a member by."""
    return f"member-{number:08}"


class Filled(ABC):
    """A database that is filled."""

    def __init__(self, place: Path | str, games: Games) -> None:
        self.place = place
        self.games = games
        self.members = Members()
        self.count = 0

    async def make(self) -> None:
        """Make the tables."""
        await (await Store.open(self.place)).close()

    def fill(self, count: int, tell: Tell) -> None:
        """Write games until there are so many."""
        if self.count == 0:
            asyncio.run(self.make())
            members, like = self.members.rows()
            with self.transaction():
                self.write(schema.members, members)
                self.write(schema.looks, like)
        while self.count < count:
            end = min(count, self.count + PART)
            with self.transaction():
                self._write(list(self._stored(self.count, end)))
            self.count = end
            tell(f"{end:,} of {count:,} games are written")
        self.tidy()

    def _stored(self, begin: int, end: int) -> Iterator[tuple[StoredGame, Played]]:
        for number, name, each in self.games.read(begin, end):
            chance = random.Random(number)
            one, other = self.members.pair(chance)
            ahead = self.members.ratings[one] - self.members.ratings[other]
            # The better one has won as often as ratings promise.
            is_better = chance.random() < 1 / (1 + 10 ** (-ahead / 400))
            seated = (one, other) if is_better == (each.winner == 0) else (other, one)
            board = start_of(name)
            ended_ms = BEGAN_MS + number * APART_MS
            first, second = (
                Seat(PERSON, self.members.names[who], member_id(who), rating=SeatRating(self.members.ratings[who]))
                for who in seated
            )
            yield (
                StoredGame(
                    id="".join(chance.choices(LETTERS, k=10)),
                    game=name,
                    rules=board.rules.name,
                    start=board.position,
                    position=each.position,
                    seats=(first, second),
                    turn=(board.turn + each.plies) % 2,
                    plies=each.plies,
                    created_ms=ended_ms - 600_000,
                    updated_ms=ended_ms,
                    version=each.plies + 1,
                    clock=Clock.of(CONTROL),
                    outcome=Outcome(each.winner, each.reason),
                    rated=True,
                ),
                each,
            )

    def _write(self, part: Sequence[tuple[StoredGame, Played]]) -> None:
        """Write games; in the order of each table, so that it need not be looked for."""
        by_id = sorted(part, key=lambda pair: pair[0].id)
        self.write(schema.games, (game_values(game) for game, _ in by_id))
        self.write(schema.seats, (seat for game, _ in by_id for seat in seat_values(game)))
        if self.games.with_moves:
            self.write(schema.moves, (move for game, each in by_id for move in _moves(game, each)))
        self.write(archive, (_entry(game, each) for game, each in by_id))
        players = sorted((seat.visitor or "", game.updated_ms, game.id) for game, _ in part for seat in game.seats)
        names = [column.name for column in archive_players.columns]
        self.write(archive_players, (dict(zip(names, row, strict=True)) for row in players))
        counts = [len(each.keys) for _, each in part]
        places = np.concatenate(
            [each.keys.astype(np.int64) + place_of(game.game, game.rules, 0) for game, each in part]
        )
        of_game = np.repeat(np.arange(len(part)), counts)
        self.write(archive_positions, _positions(part, places, of_game, np.lexsort((of_game, places))))

    @abstractmethod
    def transaction(self) -> Any:
        """Return the context of one transaction."""

    @abstractmethod
    def write(self, table: sql.Table, rows: Iterable[Values]) -> None:
        """Write rows in bulk."""

    @abstractmethod
    def tidy(self) -> None:
        """Do what a database does by itself, some time, after so many rows."""

    @abstractmethod
    def size(self) -> int:
        """Return how many bytes it takes."""


def _moves(game: StoredGame, each: Played) -> list[Values]:
    moves = tuple(StoredMove(text, game.created_ms + 5_000 * ply) for ply, text in enumerate(each.moves))
    return move_values(game.id, 0, moves)


def _entry(game: StoredGame, each: Played) -> Values:
    return {
        "game_id": game.id,
        "game": game.game,
        "rules": game.rules,
        "opening": _openings(game.game).get(each.first),
        "winner": each.winner,
        "ended_ms": game.updated_ms,
    }


@cache
def _openings(game: str) -> dict[str, str]:
    return opening_names(start_of(game))


def _positions(part: Sequence[tuple[StoredGame, Played]], places: Any, of_game: Any, order: Any) -> Iterator[Values]:
    for place, number in zip(places[order].tolist(), of_game[order].tolist(), strict=True):
        game, each = part[number]
        result = DRAWN if each.winner is None else each.winner
        yield {"place": place, "ended_ms": game.updated_ms, "game_id": game.id, "result": result}


class FilledSQLite(Filled):
    """A file in a folder."""

    place: Path

    def __init__(self, place: Path, games: Games) -> None:
        super().__init__(place, games)
        self._connection: sqlite3.Connection | None = None

    def transaction(self) -> sqlite3.Connection:
        """Return the connection, which commits at the end of its context."""
        if self._connection is None:
            self._connection = sqlite3.connect(self.place / FILE)
            for pragma in ("synchronous = OFF", f"cache_size = -{CACHE_KIB}"):
                self._connection.execute(f"PRAGMA {pragma}")
        return self._connection

    def write(self, table: sql.Table, rows: Iterable[Values]) -> None:
        """Write rows, as they are read."""
        columns = [column.name for column in table.columns]
        marks = ", ".join("?" * len(columns))
        quoted = ", ".join(f'"{name}"' for name in columns)
        ready = (tuple(_plain(row[name]) for name in columns) for row in rows)
        self.transaction().executemany(f"INSERT INTO {table.name} ({quoted}) VALUES ({marks})", ready)

    def tidy(self) -> None:
        """Write everything to the file itself."""
        connection = self.transaction()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        self._connection = None

    def size(self) -> int:
        """Return how large the file is."""
        return (self.place / FILE).stat().st_size


class FilledPostgreSQL(Filled):
    """A database at an address."""

    place: str

    def __init__(self, place: str, games: Games) -> None:
        super().__init__(place, games)
        self._connection: psycopg.Connection | None = None

    def transaction(self) -> Any:
        """Return the context of one transaction."""
        if self._connection is None:
            self._connection = psycopg.connect(self.place, autocommit=True)
        return self._connection.transaction()

    def write(self, table: sql.Table, rows: Iterable[Values]) -> None:
        """Write rows, as they are read."""
        assert self._connection is not None
        columns = [column.name for column in table.columns]
        quoted = ", ".join(f'"{name}"' for name in columns)
        with self._connection.cursor() as cursor, cursor.copy(f"COPY {table.name} ({quoted}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row([_plain(row[name]) for name in columns])

    def tidy(self) -> None:
        """Do what the vacuum does that runs by itself on a server."""
        assert self._connection is not None
        self._connection.execute("VACUUM ANALYZE")
        self._connection.close()
        self._connection = None

    def size(self) -> int:
        """Return how large the database is."""
        with psycopg.connect(self.place) as connection:
            row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
        assert row is not None
        return int(row[0])


def _plain(value: Any) -> Any:
    """Return a value as both databases take it."""
    return json.dumps(value) if isinstance(value, dict) else value
