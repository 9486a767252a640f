"""What goes on among people here, as the first page tells it to everybody: read once in some seconds, whoever asks."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, NamedTuple

from vato.contest.tournaments.plan import ARENA
from vato.server.http.visitors import is_member
from vato.server.play.games import Games
from vato.server.play.lobby import Lobby, seek_body
from vato.server.play.watching import Watching
from vato.server.store.seeks import StoredSeek
from vato.server.wire.lobby import OpenSeek
from vato.server.wire.tournaments import TournamentHead

if TYPE_CHECKING:
    from vato.server.tournaments.organising import Organising

KEPT_SECONDS = 2.0
MOST_SEEKS, MOST_TOURNAMENTS = 5, 4


class Meeting(NamedTuple):
    """What somebody may join or watch: who waits for an opponent, how many they are, and tournaments."""

    seeks: list[OpenSeek]
    seekers: int
    tournaments: list[TournamentHead]
    playing: int
    """How many public games are being played."""


class Front:
    """What goes on here, as it was a moment ago."""

    def __init__(
        self, games: Games, lobby: Lobby | None, tournaments: Organising | None, watching: Watching | None
    ) -> None:
        self._games = games
        self._lobby = lobby
        self._tournaments = tournaments
        self._watching = watching
        self._seeks: list[StoredSeek] = []
        self._heads: list[TournamentHead] = []
        self._read_at = -KEPT_SECONDS
        self._reading = asyncio.Lock()

    async def meeting(self, visitor: str | None) -> Meeting:
        """Return what a visitor may join."""
        async with self._reading:
            if time.monotonic() - self._read_at >= KEPT_SECONDS:
                self._seeks = [] if self._lobby is None else await self._lobby.waiting()
                self._heads = [] if self._tournaments is None else await self._open()
                self._read_at = time.monotonic()
        apart = (await self._games.apart([visitor])).get(visitor, ()) if visitor and is_member(visitor) else ()
        met = [seek for seek in self._seeks if seek.visitor != visitor and seek.visitor not in apart]
        playing = 0 if self._watching is None else len(await self._watching.listed())
        return Meeting([seek_body(seek) for seek in met[:MOST_SEEKS]], len(met), self._heads, playing)

    async def _open(self) -> list[TournamentHead]:
        """Return the tournaments that anybody can enter: arenas that go on, and what begins soon."""
        assert self._tournaments is not None
        listed = await self._tournaments.listed()
        running = [head for head in listed["running"] if head["system"] == ARENA]
        return (running + listed["soon"])[:MOST_TOURNAMENTS]
