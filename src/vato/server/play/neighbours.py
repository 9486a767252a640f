"""The other servers of the same games: what they are told, and what is done when they tell something, or fall silent.

The database is the truth, and what is in memory may be old: so whoever is refused something, or reads, is answered only
after a look at the version there. Without other servers nothing here does anything.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING

from vato.server.http.refusals import Refusal
from vato.server.play.hints import Hint, Hints
from vato.server.play.hub import NOBODY, Seen
from vato.server.store.model import StoredGame

if TYPE_CHECKING:
    from vato.server.play.games import Games

GONE = sys.maxsize
"""Stands for the version of a game that is not there any more: newer than any, so that it is looked for again."""


class Neighbours:
    """The other servers, as this one's games know them."""

    def __init__(self, games: Games, hints: Hints) -> None:
        self._games = games
        self.hints = hints
        hints.heard = self._hear
        hints.missed = self.catch_up_soon
        self.on_lobby: Callable[[], None] = lambda: None
        """Called when somebody has come to the lobby, or gone, by way of another server."""
        self.on_company: Callable[[], None] = lambda: None
        """Called when something has happened between members by way of another server."""
        self.on_tournament: Callable[[str], None] = lambda _: None
        """Called when something has happened in a tournament by way of another server."""
        self.on_study: Callable[[str], None] = lambda _: None
        """Called when a study has been edited by way of another server."""
        self._told: dict[str, Seen] = {}
        """Who looks at a game here, as the others were told."""

    # Telling

    def tell(self, game: StoredGame) -> None:
        """Tell that a game has a newer version."""
        self.hints.tell({"game": game.id, "version": game.version, "contest": game.contest_id})

    def tell_of_all(self) -> None:
        """Tell that any game may have a newer version."""
        self.hints.tell({"all": True})
        self.catch_up_soon()

    def tell_lobby(self) -> None:
        """Tell that somebody has come to the lobby, or gone."""
        self.hints.tell({"lobby": True})

    def tell_company(self) -> None:
        """Tell that something has happened between members: a challenge, or its answer."""
        self.hints.tell({"company": True})

    def tell_tournament(self, tournament_id: str) -> None:
        """Tell that something has happened in a tournament."""
        self.hints.tell({"tournament": tournament_id})

    def tell_study(self, study_id: str) -> None:
        """Tell that a study has a newer version."""
        self.hints.tell({"study": study_id})

    def tell_hides(self, member: str) -> None:
        """Tell that a member sees the chats of others than before."""
        self.hints.tell({"hides": member})

    def tell_presence(self, game_id: str) -> None:
        """Tell who looks at a game here, if that is not known; whoever begins to look asks who else does."""
        known, hub = self._games.known(game_id), self._games.hub
        seen = hub.seen(known.game) if known is not None and hub.watching(game_id) else NOBODY
        before = self._told.get(game_id, NOBODY)
        if seen != before:
            self._tell_seen(game_id, seen, asks=before == NOBODY)
        if seen == NOBODY:
            self._told.pop(game_id, None)
        else:
            self._told[game_id] = seen

    def tell_presence_again(self) -> None:
        """Tell who looks at all games here, as somebody may have missed it or has come since."""
        for game_id, seen in self._told.items():
            self._tell_seen(game_id, seen, asks=False)

    def _tell_seen(self, game_id: str, seen: Seen, *, asks: bool) -> None:
        self.hints.tell({"game": game_id, "seen": seen, "asks": asks})

    # Hearing

    async def have_newer(self, game: StoredGame) -> bool:
        """Return whether another server has made a newer version of a game."""
        store = self._games.store
        # One that is not there any more is newer, too: reading it says so.
        return store.is_shared and (await store.versions([game.id])).get(game.id, game.version + 1) > game.version

    def catch_up_soon(self) -> None:
        """Look what the others have done."""
        self._soon(self.catch_up())

    async def catch_up(self) -> None:
        """Read again what the others have changed, of what somebody looks at; nothing that they tell is needed."""
        watched = self._games.hub.watched()
        if watched and self._games.store.is_shared:
            with suppress(Refusal):  # while nothing can be read
                versions = await self._games.store.versions(watched)
                for game_id in watched:
                    await self._read_again(game_id, versions.get(game_id, GONE))

    def _hear(self, hint: Hint) -> None:
        if "seen" in hint:
            self._hear_presence(str(hint["game"]), str(hint["from"]), Seen(*hint["seen"]), asks=bool(hint["asks"]))
        elif "lobby" in hint:
            self.on_lobby()
        elif "company" in hint:
            self.on_company()
        elif "tournament" in hint:
            self.on_tournament(str(hint["tournament"]))
        elif "study" in hint:
            self.on_study(str(hint["study"]))
        elif "hides" in hint:
            self._soon(self._games.hides_changed(str(hint["hides"])))
        elif "all" in hint:
            self.catch_up_soon()
        else:
            self._soon(self._read_again(str(hint["game"]), int(hint["version"])))
            if hint["contest"] is not None:
                self._soon(self._read_rounds(str(hint["contest"]), str(hint["game"])))

    async def _read_again(self, game_id: str, version: int) -> None:
        """Read a game again that has a newer version, if anybody looks at it; else forget it."""
        known = self._games.known(game_id)
        if known is None or known.game.version >= version:
            return
        if not self._games.hub.is_watched(game_id):
            self._games.forget(game_id)
            return
        with suppress(Refusal):
            await self._games.newer(game_id, known)
            self._games.hub.presence_changed(game_id)

    async def _read_rounds(self, contest_id: str, changed_id: str) -> None:
        """Let the games of a contest know how it stands, one of which was changed elsewhere."""
        others = [each for each in self._games.in_memory() if each.game.contest_id == contest_id]
        if all(other.game.id == changed_id for other in others):
            return
        with suppress(Refusal):
            rounds = await self._games.store.rounds(contest_id)
            for other in others:
                if other.rounds != rounds and self._games.known(other.game.id) is other:
                    other.rounds = rounds
                    self._games.announce(other)

    def _hear_presence(self, game_id: str, worker: str, seen: Seen, *, asks: bool) -> None:
        self._games.hub.seen_elsewhere(game_id, worker, seen)
        if self._games.hub.watching(game_id):
            self._games.send_presence(game_id)
        if asks and game_id in self._told:
            self._tell_seen(game_id, self._told[game_id], asks=False)

    def _soon(self, work: Coroutine[None, None, None]) -> None:
        self._games.in_background(asyncio.create_task(work))
