"""The director: sees to it that what is to be done in tournaments is done, and that whoever looks is told.

Any server may direct any tournament: a step is worked out from the database and committed on the condition that nobody
was faster (store/tournaments.py). Hints, and the ends of games here, only say when to look; every server looks by
itself, as well, so that nothing waits for one that was killed.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from vato.errors import VatoError
from vato.server.http.refusals import Refusal, code_of
from vato.server.people.company import Company
from vato.server.play.alarms import HOPELESS
from vato.server.play.boards import Boards
from vato.server.play.games import Games
from vato.server.play.snapshot import Snapshot
from vato.server.store.model import Conflict
from vato.server.store.times import now_ms
from vato.server.store.tournaments import Tournaments
from vato.server.tournaments.listener import Listener
from vato.server.tournaments.steps import next_step
from vato.server.tournaments.view import Sight, boards_of

BEAT_SECONDS = 1.0
"""How often it is looked whether something is to be done."""
SOON_SECONDS = 0.1
"""What happens within this time is looked at together."""
LISTENER_SECONDS = 0.01
"""For so much longer things are gathered for each who is told."""
MOST_STEPS = 50
"""That follow each other at once, such as rounds in which nobody is left to play."""
RECENT_MS = 10_000

log = logging.getLogger("vato.server")


class Director:
    """What this server does for all tournaments."""

    def __init__(self, games: Games, boards: Boards, company: Company) -> None:
        self._games = games
        self._boards = boards
        self._company = company
        self.rows = Tournaments(games.store)
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        """By tournament."""
        self._soon: dict[str, asyncio.TimerHandle] = {}
        self._tells: dict[str, asyncio.TimerHandle] = {}
        self._unattended: set[str] = set()
        """New games that were not looked at yet."""
        self._told: dict[str, int] = {}
        """Which version those who look here were told of, by tournament."""
        self._stuck: set[str] = set()
        """Tournaments that could not go on when they were last looked at."""
        self._states = 0
        games.neighbours.on_tournament = self.tell_soon
        games.followers.append(self._follow)

    async def run(self) -> None:
        """Direct until cancelled."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            with suppress(Refusal, Conflict):  # while nothing can be kept
                await self.beat()

    async def beat(self) -> None:
        """Note who is there, and do what is to be done."""
        now = now_ms()
        for tournament_id, listeners in tuple(self._listeners.items()):
            people = {listener.visitor for listener in listeners if listener.visitor is not None}
            if people:
                await self.rows.listen(people, now, tournament_id)
        if self._company.bots:
            await self.rows.listen(self._company.bots, now)
        await self._attend()
        await self._end_overdue(now)
        for tournament_id in await self.rows.due(now):
            await self.step(tournament_id)
        if self._listeners and self._games.store.is_shared:  # a hint of another server may have been lost
            for tournament_id, version in (await self.rows.versions(list(self._listeners))).items():
                if version != self._told.get(tournament_id):
                    self.tell_soon(tournament_id)

    async def step(self, tournament_id: str) -> None:
        """Do all that is to be done in a tournament now."""
        for _ in range(MOST_STEPS):
            try:
                known = await self.rows.known(tournament_id)
                change = None if known is None else await asyncio.to_thread(next_step, known, now_ms())
            except Refusal:
                raise
            except Exception:
                # Whatever is wrong with one must not stop the others; it is tried again, but written down once.
                if tournament_id not in self._stuck:
                    log.exception("Tournament %s cannot go on.", tournament_id)
                self._stuck.add(tournament_id)
                return
            self._stuck.discard(tournament_id)
            if known is None or not change:
                return
            try:
                await self.rows.commit(known, change)
            except Conflict:  # another server does it, or somebody has just entered: it is looked at again
                return
            self._unattended |= {game.id for game, _ in change.created}
            await self._attend()
            if change.created:
                self._company.changed()
            self.changed(tournament_id)

    async def _attend(self) -> None:
        """Set the clocks of new games, and let the computer begin; what cannot be read is tried again."""
        for game_id in tuple(self._unattended):
            try:
                await self._games.snapshot(game_id)
            except VatoError as refusal:
                if code_of(refusal) not in HOPELESS:
                    continue
            self._unattended.discard(game_id)

    async def _end_overdue(self, now: int) -> None:
        """End by its clock what nobody can play on, so that a round does not wait for it for ever."""
        for game_id in await self.rows.overdue(now):
            try:
                await self._games.snapshot(game_id)  # whose alarm rings now, where it can be read
            except VatoError as refusal:
                if code_of(refusal) in HOPELESS:
                    await self.rows.end_by_clock(game_id, now)

    def _follow(self, snapshot: Snapshot) -> None:
        """Look at a tournament soon in which a game has ended."""
        game = snapshot.game
        if game.tournament_id is None:
            return
        if game.outcome is not None and game.updated_ms > now_ms() - RECENT_MS:
            self.step_soon(game.tournament_id)

    def step_soon(self, tournament_id: str) -> None:
        """Look at a tournament, with whatever else happens in the next moment."""
        if tournament_id not in self._soon:
            loop = asyncio.get_running_loop()
            self._soon[tournament_id] = loop.call_later(SOON_SECONDS, self._step_now, tournament_id)

    def _step_now(self, tournament_id: str) -> None:
        del self._soon[tournament_id]
        self._games.in_background(asyncio.create_task(self._try_to_step(tournament_id)))

    async def _try_to_step(self, tournament_id: str) -> None:
        with suppress(Refusal):
            await self.step(tournament_id)

    # Telling

    @asynccontextmanager
    async def listening(self, tournament_id: str, listener: Listener) -> AsyncIterator[None]:
        """Be told how a tournament stands, whenever that changes."""
        self._listeners[tournament_id].add(listener)
        try:
            await self._tell(tournament_id, listener)
            yield
        finally:
            self._boards.leave(listener)
            self._listeners[tournament_id].discard(listener)
            if not self._listeners[tournament_id]:
                del self._listeners[tournament_id]
                self._told.pop(tournament_id, None)

    def changed(self, tournament_id: str) -> None:
        """Let everybody know, here and elsewhere, that something has happened."""
        self._games.neighbours.tell_tournament(tournament_id)
        self.tell_soon(tournament_id)

    def tell_soon(self, tournament_id: str) -> None:
        """Tell those who look here how a tournament stands."""
        if tournament_id in self._listeners and tournament_id not in self._tells:
            seconds = SOON_SECONDS + LISTENER_SECONDS * len(self._listeners[tournament_id])
            loop = asyncio.get_running_loop()
            self._tells[tournament_id] = loop.call_later(seconds, self._tell_now, tournament_id)

    def _tell_now(self, tournament_id: str) -> None:
        del self._tells[tournament_id]
        self._games.in_background(asyncio.create_task(self._try_to_tell(tournament_id)))

    async def _try_to_tell(self, tournament_id: str) -> None:
        with suppress(Refusal):
            await self._tell(tournament_id)

    async def _tell(self, tournament_id: str, only: Listener | None = None) -> None:
        """Tell everybody who looks here how a tournament stands, or one who has just come."""
        known = await self.rows.known(tournament_id)
        if known is None:
            return
        sight = Sight(known, now_ms())
        self._states += 1
        if only is None:
            self._told[tournament_id] = known.row.version
        told = tuple(self._listeners.get(tournament_id, ())) if only is None else (only,)
        for listener in told:
            listener.outbox.put_state(self._states, sight.text(listener.visitor, moderates=listener.moderates))
        shown = boards_of(known)
        for listener in told:
            await self._boards.show(listener, shown)
