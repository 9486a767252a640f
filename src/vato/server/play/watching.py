"""Watching: which public games are being played, and pages that show the best of them as small boards.

Any server can say which they are: it reads them from the database when somebody wants to know, once in some seconds at
most. A game stays in its place on a page until it is over, and its end is seen there before another one comes.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress

import sqlalchemy as sql

from vato.contest.clock import Speed
from vato.server.http.refusals import Refusal
from vato.server.http.sockets import Outbox
from vato.server.play.boards import Boards
from vato.server.play.snapshot import start_of
from vato.server.play.view import NOBODY, seats_body
from vato.server.store import schema
from vato.server.store.in_play import InPlay, in_play
from vato.server.store.model import StoredGame
from vato.server.store.store import Store
from vato.server.wire import watching as wire
from vato.server.wire.lobby import time_control
from vato.server.wire.text import dump

BEAT_SECONDS = 3.0
"""How often it is looked which games are being played, while somebody wants to know."""
RESULT_SECONDS = 8.0
"""For so long the end of a game is shown."""
MOST_BOARDS = 24


class Watcher:
    """A page that shows games that are being played: of one game or any, at one speed or any, so many at once."""

    def __init__(self, game: str | None = None, speed: Speed | None = None, most: int = MOST_BOARDS) -> None:
        self.game = game
        self.speed = speed
        self.most = most
        self.outbox = Outbox()
        self.boards: frozenset[str] = frozenset()
        self.places: list[str] = []
        """The games that are shown, each in its place."""
        self.told = ""

    def wants(self, game: InPlay) -> bool:
        """Return whether a game is one of those that are asked for."""
        return self.game in (None, game.game) and self.speed in (None, game.speed)


class Watching:
    """What is being played, and who watches by way of this server."""

    def __init__(self, store: Store, boards: Boards) -> None:
        self._store = store
        self._boards = boards
        self._watchers: set[Watcher] = set()
        self._listed: list[InPlay] = []
        self._read_at = -BEAT_SECONDS
        self._reading = asyncio.Lock()
        self._heads: dict[str, wire.WatchedGame] = {}
        """Of the games that somebody is shown."""
        self._over: dict[str, float] = {}
        """Since when games that somebody is shown are not played any more."""
        self._states = 0

    async def run(self) -> None:
        """Keep all pages current until cancelled."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            with suppress(Refusal):  # while nothing can be read
                for watcher in tuple(self._watchers):
                    await self._tell(watcher)
                self._tidy()

    async def listed(self) -> list[InPlay]:
        """Return the public games that are being played, the strongest first."""
        async with self._reading:
            if time.monotonic() - self._read_at >= BEAT_SECONDS:
                self._listed = await in_play(self._store)
                self._read_at = time.monotonic()
        return self._listed

    @asynccontextmanager
    async def listening(self, watcher: Watcher) -> AsyncIterator[None]:
        """Be told what is being played, and how that stands."""
        self._watchers.add(watcher)
        try:
            await self._tell(watcher)
            yield
        finally:
            self._watchers.discard(watcher)
            self._boards.leave(watcher)

    async def _tell(self, watcher: Watcher) -> None:
        """Let a page know which games it shows by now, and how new ones stand."""
        listed = await self.listed()
        wanted = [game.id for game in listed if watcher.wants(game)]
        watcher.places = self._placed(watcher, {game.id for game in listed}, wanted)
        await self._read(watcher.places)
        games = [self._heads[game_id] for game_id in watcher.places if game_id in self._heads]
        state: wire.WatchState = {"type": "watch", "games": games, "count": len(wanted)}
        if (text := dump(state)) != watcher.told:
            watcher.told = text
            self._states += 1
            watcher.outbox.put_state(self._states, text)
        await self._boards.show(watcher, watcher.places)

    def _placed(self, watcher: Watcher, going_on: set[str], wanted: list[str]) -> list[str]:
        """Return which game is in which place: those that were stay, and those that have gone are replaced."""
        now = time.monotonic()
        for game_id in watcher.places:
            if game_id not in going_on:
                self._over.setdefault(game_id, now)
        gone = [game_id for game_id in watcher.places if self._over.get(game_id, now) <= now - RESULT_SECONDS]
        others = (game_id for game_id in wanted if game_id not in watcher.places)
        kept = (next(others, None) if game_id in gone else game_id for game_id in watcher.places)
        places = [game_id for game_id in kept if game_id is not None]
        return (places + list(others))[: watcher.most]

    async def _read(self, game_ids: Iterable[str]) -> None:
        """Read what there is to say of games once."""
        new = [game_id for game_id in game_ids if game_id not in self._heads]
        if new:
            found, _ = await self._store.listed(sql.select(schema.games).where(schema.games.c.id.in_(new)))
            self._heads |= {game.id: _head(game) for game in found}

    def _tidy(self) -> None:
        shown = {game_id for watcher in self._watchers for game_id in watcher.places}
        self._heads = {game_id: head for game_id, head in self._heads.items() if game_id in shown}
        self._over = {game_id: since for game_id, since in self._over.items() if game_id in shown}


def _head(game: StoredGame) -> wire.WatchedGame:
    assert game.clock is not None
    control = game.clock.control
    return {
        "id": game.id,
        "game": game.game,
        "rules": game.rules,
        "seats": seats_body(start_of(game).sides, game, (), NOBODY),
        "rated": game.rated,
        "clock": time_control(control),
        "speed": control.speed,
        "tournament": game.tournament_id,
    }
