"""The games in play: each loaded once, changed by one at a time, committed, and only then told to anybody.

`Games.change` is the one place where a game changes, and keeps the order in which that happens: validate, commit,
acknowledge, fan out, and whatever follows (the computer, the clock). What may be done to a game, and by whom, is
written in actions.py and the files of its table.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Protocol
from weakref import WeakValueDictionary

from vato.errors import UnknownName, VatoError
from vato.server import metrics
from vato.server.http.refusals import NAME_TAKEN, UNKNOWN_GAME, Refusal, damaged, stale
from vato.server.http.visitors import LONGEST_NAME, clean
from vato.server.play import plans, view
from vato.server.play.archiving import remembered
from vato.server.play.behind import as_seen_by, from_outside, hidden_of
from vato.server.play.deed import Deed
from vato.server.play.done import Done
from vato.server.play.hints import Hints
from vato.server.play.hub import Hub, Subscriber
from vato.server.play.neighbours import Neighbours
from vato.server.play.pulse import Pulse
from vato.server.play.snapshot import Snapshot
from vato.server.store.model import Conflict, Seat, StoredGame
from vato.server.store.plans import Plan
from vato.server.store.store import Store
from vato.server.store.times import now_ms
from vato.server.wire.live import Presence
from vato.server.wire.text import dump

MOST_KEPT = 1_000
"""Games kept in memory; others are read again when somebody comes back to them."""

ATTEMPTS = 6
"""How often something is worked out anew because another server was faster."""

log = logging.getLogger("vato.server")


def note_failure(task: asyncio.Task[None]) -> None:
    """Write down how a task failed, if it did."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("A task of the server failed.", exc_info=error)


class NameFor(Protocol):
    """By which name somebody plays who wants to be called something, in a seat of their `own` or a guest's."""

    async def __call__(self, visitor: str | None, wanted: str, /, *, own: bool) -> str:
        """Return the name, or refuse the one that is wanted."""


async def as_wished(_: str | None, wanted: str, **__: bool) -> str:
    """Let everybody be called what they like, where no name belongs to anybody."""
    return clean(wanted, LONGEST_NAME)


async def hides_nobody(_: str | None) -> frozenset[str]:
    """Show everybody what anybody says."""
    return frozenset()


async def all_together(_: Collection[str]) -> dict[str, frozenset[str]]:
    """Let everybody play with everybody."""
    return {}


class Games:
    """All games of this server."""

    def __init__(self, store: Store, hub: Hub, hints: Hints | None = None) -> None:
        self.store = store
        self.neighbours = Neighbours(self, hints or Hints())
        """The other servers of the same games."""
        self.hub = hub
        hub.on_presence = self._tell_presence
        self.pulse = Pulse(store)
        self.done = Done()
        """What was done, by the `ref` it was asked for with."""
        self._snapshots: OrderedDict[str, Snapshot] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self.followers: list[Callable[[Snapshot], None]] = []
        """Called with every version of a game that comes up, new or loaded."""
        self.name_for: NameFor = as_wished
        self.hides: Callable[[str | None], Awaitable[frozenset[str]]] = hides_nobody
        """Whose words somebody does not want to see."""
        self.apart: Callable[[Collection[str]], Awaitable[dict[str, frozenset[str]]]] = all_together
        """With whom each of some people does not play; who plays with everybody is left out."""
        self.is_thinking: Callable[[str], bool] = lambda _: False
        self.only_public = False
        """Whether only public games are remembered when they end, in the archive, as it is where there are members."""

    async def close(self) -> None:
        """Stop everything under way, and begin nothing more."""
        self._closed = True
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def in_background(self, work: asyncio.Task[None]) -> None:
        """Keep a task alive until it is done, and write down how it failed; once all is closed, it is not begun."""
        if self._closed:  # or it would open a line to the database that nobody closes any more
            work.cancel()
            return
        self._tasks.add(work)
        work.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        note_failure(task)

    def __len__(self) -> int:
        return len(self._snapshots)

    # Reading

    async def snapshot(self, game_id: str) -> Snapshot:
        """Return a game as it stands; refuse an unknown one."""
        if (known := self._snapshots.get(game_id)) is not None and not await self.neighbours.have_newer(known.game):
            if game_id in self._snapshots:  # it may have been let go while it was looked whether there is a newer one
                self._snapshots.move_to_end(game_id)
            return known
        return await self.newer(game_id, known)

    def in_memory(self) -> tuple[Snapshot, ...]:
        """Return the games that are in memory, as they stood when they were last looked at."""
        return tuple(self._snapshots.values())

    def known(self, game_id: str) -> Snapshot | None:
        """Return a game as it is in memory, if it is."""
        return self._snapshots.get(game_id)

    def forget(self, game_id: str) -> None:
        """Read a game from the database when it is next needed."""
        self._snapshots.pop(game_id, None)

    async def seats_changed(self, game_ids: Sequence[str]) -> None:
        """Let it be known that other people sit in games by now, or that these are gone."""
        for game_id in game_ids:
            async with self._lock(game_id):  # what is being read just now may be of before
                known = self._snapshots.get(game_id)
                if known is not None and self.hub.watching(game_id):
                    with suppress(Refusal):
                        await self._load(game_id, known)
                        continue
                self.forget(game_id)
        if game_ids:
            self.neighbours.tell_of_all()

    async def newer(self, game_id: str, old: Snapshot | None) -> Snapshot:
        """Return a game as the database has it, where what is in memory is old."""
        async with self._lock(game_id):
            return await self._load(game_id, old)

    async def _load(self, game_id: str, old: Snapshot | None = None) -> Snapshot:
        """Return a game from memory or, if it is not there or is the `old` one, from the database."""
        known = self._snapshots.get(game_id)
        if known is not None and known is not old:
            return known
        try:
            loaded = await self.store.load(game_id)
            snapshot = await (Snapshot.of(loaded) if known is None else known.caught_up(loaded))
        except Refusal as refusal:
            if refusal.code == UNKNOWN_GAME:
                self.forget(game_id)
            raise
        except UnknownName:
            raise  # the room is not here: the game is whole
        except Exception as error:
            # One that cannot be read, whatever is wrong with it, must not stop the others.
            log.error("Game %s cannot be read and is set aside: %r", game_id, error)
            raise damaged() from error
        self._keep(snapshot)
        if known is None:
            self.attend(snapshot)
        else:
            self.announce(snapshot, known)
        return snapshot

    def sees_to(self, game: StoredGame) -> bool:
        """Return whether this server sees to what must happen by itself in a game, and no other one that is alive."""
        return game.worker not in self.store.roster.others

    def take_over(self, game_id: str) -> None:
        """Know that this server sees to a game by now, as the database says."""
        if (known := self._snapshots.get(game_id)) is not None:
            self._snapshots[game_id] = replace(known, game=self.store.signed(known.game))

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
            deed, before, after = await self._change(game_id, decide)
            if deed is None or deed.refusal is None:
                acknowledge(after.game.version)
            if deed is not None:
                self.announce(after, before)
                self.neighbours.tell(after.game)
        if deed is not None and deed.refusal is not None:
            raise deed.refusal
        return after

    async def _change(
        self, game_id: str, decide: Callable[[Snapshot], Deed | None]
    ) -> tuple[Deed | None, Snapshot, Snapshot]:
        """Return what happens to a game, and the game before and after it."""
        await self.wake()
        old: Snapshot | None = None
        for _ in range(ATTEMPTS):
            remembered = self._snapshots.get(game_id)
            before = await self._load(game_id, old)
            old = before
            try:
                deed = decide(before)
                if deed is not None:
                    return deed, before, await self._commit(before, deed)
            except Conflict:
                continue  # what is in memory was old: another server was faster, or all clocks were set
            except VatoError:
                # It may be right by now what is wrong in a game that is old.
                if before is remembered and await self.neighbours.have_newer(before.game):
                    continue
                raise
            if before is not remembered or not await self.neighbours.have_newer(before.game):
                return None, before, before
        self.forget(game_id)
        raise stale()

    async def wake(self) -> None:
        """Give back to all players the time in which the server could take no move, if there was any."""
        if (lost := await self.pulse.wake()) is None:
            return
        if self.store.is_shared:
            self.neighbours.tell_of_all()
            return
        for snapshot in tuple(self._snapshots.values()):
            game = snapshot.game
            clock = None if game.outcome is not None else game.clock
            if clock is not None and clock.running is not None and clock.is_skipped(*lost):
                clock = clock.skip(*lost)
                set_back = replace(snapshot, game=replace(game, clock=clock, version=game.version + 1))
                self._snapshots[game.id] = set_back
                self.announce(set_back, snapshot)

    async def _commit(self, before: Snapshot, deed: Deed) -> Snapshot:
        begin_ms = now_ms()
        deed = await self._with_plan(before, deed)
        game = self.store.signed(replace(deed.commit.game, version=before.game.version + 1, updated_ms=now_ms()))
        commit = replace(deed.commit, game=game)
        if game.outcome is not None and before.game.outcome is None:
            board = before.board if deed.board is None else deed.board
            counted, public = await asyncio.to_thread(remembered, game, board, only_public=self.only_public)
            commit = replace(commit, passed=counted, archived=public)
        if commit.created is not None:
            commit = replace(commit, created=await self._with_free_names(commit.created))
        try:
            with metrics.COMMITS.timed():
                commit = replace(commit, game=await self.store.commit(before.game, commit))
        except Refusal:
            self.pulse.failed(begin_ms)
            raise
        metrics.MOVES.add(len(commit.moves))
        after = before.after(commit, before.board if deed.board is None else deed.board)
        if after.rounds != before.rounds:
            self._tell_rounds(after)
        self._keep(after)
        return after

    async def _with_plan(self, before: Snapshot, deed: Deed) -> Deed:
        """Return what happens to a game with the answer that was planned to it, if one was."""
        game = deed.commit.game
        if not game.by_post or (game.plies == before.game.plies and game.outcome is None):
            return deed
        plan = await self.store.plan_of(game.id)
        # Where nobody else can plan meanwhile, as the game is held, there is nothing to look after.
        return deed if plan is None and not self.store.is_shared else plans.followed(before, deed, plan)

    async def plan(self, game_id: str, plan: Plan) -> None:
        """Keep what somebody plans; nobody is told of it, and no version of the game is made."""
        async with self._lock(game_id):
            try:
                await self.store.save_plan(game_id, plan)
            except Conflict as conflict:
                raise stale() from conflict

    async def _with_free_names(self, game: StoredGame) -> StoredGame:
        """Return a game that follows another, in which nobody has a name that has become somebody else's since."""
        first, second = [replace(seat, name=await self._free_name(seat)) for seat in game.seats]
        return replace(game, seats=(first, second))

    async def _free_name(self, seat: Seat) -> str:
        try:
            return await self.name_for(seat.visitor, seat.name, own=False)
        except Refusal as refusal:
            if refusal.code != NAME_TAKEN:
                raise
            return ""

    def _tell_rounds(self, snapshot: Snapshot) -> None:
        """Let the other games of a contest know how it stands."""
        for other in tuple(self._snapshots.values()):
            if other.game.contest_id == snapshot.game.contest_id and other.game.id != snapshot.game.id:
                other.rounds = snapshot.rounds
                self.announce(other)

    # Telling

    def announce(self, snapshot: Snapshot, before: Snapshot | None = None) -> None:
        """Tell everybody who looks at a game, and let follow what follows.

        Whoever has been sent the version `before` is told only what has changed.
        """
        self.attend(snapshot)
        if watching := self.hub.watching(snapshot.game.id):
            self.in_background(asyncio.create_task(self._send_all(snapshot, before, watching)))

    async def _send_all(self, snapshot: Snapshot, before: Snapshot | None, watching: tuple[Subscriber, ...]) -> None:
        game = snapshot.game
        texts: dict[tuple[bool, view.Seats, view.Seats, str], str] = {}
        with metrics.TELLING.timed():
            seats = [game.seats_of(subscriber.visitor) for subscriber in watching]
            presence = self._presence(game)
            inside = await view.ready(snapshot, presence, set(seats))
            outside = await view.ready(from_outside(snapshot), presence, (), hidden_of(snapshot))
            for subscriber, mine in zip(watching, seats, strict=True):
                sight = inside if mine else outside
                language = subscriber.language if sight.is_in_words else ""
                since = before if before is not None and subscriber.knows(before.game.version) else None
                hidden = _hidden(game, subscriber.hides)
                key = since is not None, mine, hidden, language
                if key not in texts:
                    texts[key] = (
                        sight.whole(mine, language, hidden)
                        if since is None
                        else sight.change(since if mine else from_outside(since), mine, language, hidden)
                    )
                subscriber.outbox.put_state(game.version, texts[key])

    async def send_state(self, game_id: str, subscriber: Subscriber) -> None:
        """Send one subscriber the whole state."""
        snapshot = await self.snapshot(game_id)
        self.attend(snapshot)
        text = await self.state(snapshot, subscriber.visitor, subscriber.language, subscriber.hides)
        subscriber.outbox.put_state(snapshot.game.version, text)

    async def hides_changed(self, member: str) -> None:
        """Show a member the chats of games anew, as they want to see the words of others than before."""
        hides = await self.hides(member)
        for game_id in self.hub.watched():
            for subscriber in self.hub.watching(game_id):
                if subscriber.visitor == member:
                    subscriber.hides = hides
                    with suppress(Refusal):
                        await self.send_state(game_id, subscriber)

    async def state(
        self, snapshot: Snapshot, visitor: str | None, language: str, hides: frozenset[str] = frozenset()
    ) -> str:
        """Return the whole state of a game as a visitor sees it, who does not want to see the words of some."""
        mine = snapshot.game.seats_of(visitor)
        seen, behind = as_seen_by(snapshot, visitor), 0 if mine else hidden_of(snapshot)
        sight = await view.ready(seen, self._presence(snapshot.game), (mine,), behind)
        return sight.whole(mine, language, _hidden(snapshot.game, hides))

    def _presence(self, game: StoredGame) -> Presence:
        elsewhere = game.computer_to_move and not self.sees_to(game)
        return self.hub.presence(game, thinking=elsewhere or self.is_thinking(game.id))

    def _tell_presence(self, game_id: str) -> None:
        """Tell who is there: those who look here, and other servers."""
        self.send_presence(game_id)
        self.neighbours.tell_presence(game_id)

    def send_presence(self, game_id: str) -> None:
        """Tell those who look here who is there."""
        if (snapshot := self._snapshots.get(game_id)) is not None:
            message = dump(self._presence(snapshot.game))
            for subscriber in self.hub.watching(game_id):
                subscriber.outbox.put(message)


def _hidden(game: StoredGame, hides: frozenset[str]) -> view.Seats:
    """Return the sides whose words are not shown to somebody."""
    return tuple(player for player, seat in enumerate(game.seats) if seat.visitor in hides) if hides else ()
