"""The games in play: each loaded once, changed by one at a time, committed, and only then told to anybody.

`Games.change` is the one place where a game changes, and keeps the order in which that happens: validate, commit,
acknowledge, fan out, and whatever follows (the computer, the clock). What may be done to a game, and by whom, is
written in actions.py and the files of its table.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from weakref import WeakValueDictionary

from vato.errors import UnknownName
from vato.server.http.refusals import Refusal, damaged, stale
from vato.server.play import view
from vato.server.play.deed import Deed
from vato.server.play.done import Done
from vato.server.play.explorer import passed
from vato.server.play.hub import Hub, Subscriber
from vato.server.play.pulse import Pulse
from vato.server.play.snapshot import Snapshot
from vato.server.store.model import StoredGame
from vato.server.store.store import Conflict, Store
from vato.server.store.times import now_ms
from vato.server.wire.live import Presence
from vato.server.wire.text import dump

MOST_KEPT = 1_000
"""Games kept in memory; others are read again when somebody comes back to them."""

log = logging.getLogger("vato.server")


class Games:
    """All games of this server."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self.store = store
        self.hub = hub
        hub.on_presence = self._tell_presence
        self.pulse = Pulse(store)
        self.done = Done()
        """What was done, by the `ref` it was asked for with."""
        self._snapshots: OrderedDict[str, Snapshot] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[None]] = set()
        self.followers: list[Callable[[Snapshot], None]] = []
        """Called with every version of a game that comes up, new or loaded."""
        self.is_thinking: Callable[[str], bool] = lambda _: False

    async def close(self) -> None:
        """Stop everything under way."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def in_background(self, work: asyncio.Task[None]) -> None:
        """Keep a task alive until it is done, and write down how it failed."""
        self._tasks.add(work)
        work.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("A task of the server failed.", exc_info=error)

    # Reading

    async def snapshot(self, game_id: str) -> Snapshot:
        """Return a game as it stands; refuse an unknown one."""
        if (known := self._snapshots.get(game_id)) is not None:
            self._snapshots.move_to_end(game_id)
            return known
        async with self._lock(game_id):
            return await self._load(game_id)

    async def _load(self, game_id: str) -> Snapshot:
        if (known := self._snapshots.get(game_id)) is not None:
            return known
        try:
            snapshot = await Snapshot.of(await self.store.load(game_id))
        except Refusal:
            raise
        except UnknownName:
            raise  # the room is not here: the game is whole
        except Exception as error:
            # One that cannot be read, whatever is wrong with it, must not stop the others.
            log.error("Game %s cannot be read and is set aside: %r", game_id, error)
            raise damaged() from error
        self._keep(snapshot)
        self.attend(snapshot)
        return snapshot

    def attend(self, snapshot: Snapshot) -> None:
        """Let follow what follows from how a game stands: the computer thinks, an alarm is set."""
        for follow in self.followers:
            follow(snapshot)

    def _keep(self, snapshot: Snapshot) -> None:
        self._snapshots[snapshot.game.id] = snapshot
        self._snapshots.move_to_end(snapshot.game.id)
        while len(self._snapshots) > MOST_KEPT:
            self._snapshots.popitem(last=False)

    def _lock(self, game_id: str) -> asyncio.Lock:
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        return lock

    # Changing

    async def change(
        self,
        game_id: str,
        decide: Callable[[Snapshot], Deed | None],
        acknowledge: Callable[[int], None] = lambda _: None,
    ) -> Snapshot:
        """Hold a game, do what `decide` finds right, or nothing if that is None, and return the game after it.

        `decide` sees the game as it stands and refuses what may not be done. `acknowledge` is called with the version
        that was committed, before anybody else hears of it.
        """
        async with self._lock(game_id):
            try:
                deed, after = await self._change(game_id, decide)
            except Conflict:
                # What is in memory was old: another process was faster, or all clocks were set. Once more, then.
                self._snapshots.pop(game_id, None)
                try:
                    deed, after = await self._change(game_id, decide)
                except Conflict as conflict:
                    self._snapshots.pop(game_id, None)
                    raise stale() from conflict
            if deed is None or deed.refusal is None:
                acknowledge(after.game.version)
            if deed is not None:
                self._announce(after)
        if deed is not None and deed.refusal is not None:
            raise deed.refusal
        return after

    async def _change(self, game_id: str, decide: Callable[[Snapshot], Deed | None]) -> tuple[Deed | None, Snapshot]:
        await self.wake()
        before = await self._load(game_id)
        deed = decide(before)
        return deed, before if deed is None else await self._commit(before, deed)

    async def wake(self) -> None:
        """Give back to all players the time in which the server could take no move, if there was any."""
        if (lost := await self.pulse.wake()) is None:
            return
        for snapshot in tuple(self._snapshots.values()):
            game = snapshot.game
            if game.outcome is None and game.clock is not None and game.clock.running is not None:
                clock = game.clock.skip(*lost)
                set_back = replace(snapshot, game=replace(game, clock=clock, version=game.version + 1))
                self._snapshots[game.id] = set_back
                self._announce(set_back)

    async def _commit(self, before: Snapshot, deed: Deed) -> Snapshot:
        begin_ms = now_ms()
        game = replace(deed.commit.game, version=before.game.version + 1, updated_ms=now_ms())
        commit = replace(deed.commit, game=game)
        if game.outcome is not None and before.game.outcome is None:
            board = before.board if deed.board is None else deed.board
            commit = replace(commit, passed=await asyncio.to_thread(passed, game, board))
        try:
            await self.store.commit(before.game, commit)
        except Refusal:
            self.pulse.failed(begin_ms)
            raise
        after = before.after(commit, before.board if deed.board is None else deed.board)
        if after.rounds != before.rounds:
            self._tell_rounds(after)
        self._keep(after)
        return after

    def _tell_rounds(self, snapshot: Snapshot) -> None:
        """Let the other games of a contest know how it stands."""
        for other in tuple(self._snapshots.values()):
            if other.game.contest_id == snapshot.game.contest_id and other.game.id != snapshot.game.id:
                other.rounds = snapshot.rounds
                self._announce(other)

    # Telling

    def _announce(self, snapshot: Snapshot) -> None:
        """Tell everybody who looks at a game, and let follow what follows."""
        self.attend(snapshot)
        self.in_background(asyncio.create_task(self._send_all(snapshot)))

    async def _send_all(self, snapshot: Snapshot) -> None:
        texts: dict[tuple[tuple[int, ...], str], str] = {}
        presence = self._presence(snapshot.game)
        for subscriber in self.hub.watching(snapshot.game.id):
            key = snapshot.game.seats_of(subscriber.visitor), subscriber.language
            if key not in texts:
                texts[key] = await view.state(snapshot, subscriber.visitor, subscriber.language, presence)
            subscriber.outbox.put_state(snapshot.game.version, texts[key])

    async def send_state(self, game_id: str, subscriber: Subscriber) -> None:
        """Send one subscriber the whole state."""
        snapshot = await self.snapshot(game_id)
        self.attend(snapshot)
        text = await self.state(snapshot, subscriber.visitor, subscriber.language)
        subscriber.outbox.put_state(snapshot.game.version, text)

    async def state(self, snapshot: Snapshot, visitor: str | None, language: str) -> str:
        """Return the whole state of a game as a visitor sees it."""
        return await view.state(snapshot, visitor, language, self._presence(snapshot.game))

    def _presence(self, game: StoredGame) -> Presence:
        return self.hub.presence(game, thinking=self.is_thinking(game.id))

    def _tell_presence(self, game_id: str) -> None:
        if (snapshot := self._snapshots.get(game_id)) is not None:
            message = dump(self._presence(snapshot.game))
            for subscriber in self.hub.watching(game_id):
                subscriber.outbox.put(message)
