"""The games in play: each loaded once, changed by one at a time, committed, and only then told to anybody.

This is the one place where a game changes. What may be done to it, and by whom, is written in actions.py; here is the
order in which it happens: validate, commit, acknowledge, fan out, and whatever follows (the computer, the clock).
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from weakref import WeakValueDictionary

from vato.board import TIME, Board, Outcome
from vato.server.http.refusals import Refusal
from vato.server.play import view
from vato.server.play.hub import Hub, Subscriber
from vato.server.play.snapshot import Standing
from vato.server.store.model import Change, Game, Move, Offers, Said
from vato.server.store.store import Conflict, Store
from vato.server.store.times import now_ms
from vato.server.wire.messages import Message

MOST_KEPT = 1_000
"""Games kept in memory; others are read again when somebody comes back to them."""
MOST_DONE = 20_000
"""Actions remembered by their `ref`."""
PAUSE_SECONDS = 2.0
"""Between two attempts to keep that somebody's time is up."""
UNTIMED_PLIES = 2
"""Each player's first turn takes no time from the clock: somebody may still be arriving."""

log = logging.getLogger("vato.server")


class Games:
    """All games of this server."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self.store = store
        self.hub = hub
        hub.on_presence = self._tell_presence
        self._standings: OrderedDict[str, Standing] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._done: OrderedDict[tuple[str, str | None, bytes], int] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._flags: dict[str, asyncio.TimerHandle] = {}
        self.followers: list[Callable[[Standing], None]] = [self._watch_clock]
        """Called with every version of a game that comes up, new or loaded."""
        self.is_thinking: Callable[[str], bool] = lambda _: False

    async def close(self) -> None:
        """Stop the clocks' alarms and everything under way."""
        for alarm in self._flags.values():
            alarm.cancel()
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

    async def standing(self, game_id: str) -> Standing:
        """Return a game as it stands; refuse an unknown one."""
        if (known := self._standings.get(game_id)) is not None:
            self._standings.move_to_end(game_id)
            return known
        async with self._lock(game_id):
            return await self._load(game_id)

    async def _load(self, game_id: str) -> Standing:
        if (known := self._standings.get(game_id)) is not None:
            return known
        standing = await Standing.of(await self.store.load(game_id))
        self._keep(standing)
        self.attend(standing)
        return standing

    def attend(self, standing: Standing) -> None:
        """Let follow what follows from how a game stands: the computer thinks, an alarm is set."""
        for follow in self.followers:
            follow(standing)

    def _keep(self, standing: Standing) -> None:
        self._standings[standing.game.id] = standing
        self._standings.move_to_end(standing.game.id)
        while len(self._standings) > MOST_KEPT:
            self._standings.popitem(last=False)

    def _lock(self, game_id: str) -> asyncio.Lock:
        lock = self._locks.get(game_id)
        if lock is None:
            lock = self._locks[game_id] = asyncio.Lock()
        return lock

    # Changing

    @asynccontextmanager
    async def changing(self, game_id: str) -> AsyncIterator[Standing]:
        """Hold a game so that nobody else changes it meanwhile."""
        async with self._lock(game_id):
            yield await self._load(game_id)

    async def commit(self, standing: Standing, change: Change, board: Board | None = None) -> Standing:
        """Commit the next version of a game that is held; `board` is where it led to, if it led anywhere."""
        game = replace(change.game, version=standing.game.version + 1, updated_ms=now_ms())
        change = replace(change, game=game)
        try:
            await self.store.commit(standing.game, change)
        except Conflict as conflict:
            # Another process was faster: what is in memory here is old.
            self._standings.pop(game.id, None)
            raise stale() from conflict
        following = standing.played(change, standing.board if board is None else board)
        if following.rounds != standing.rounds:
            self._tell_rounds(following)
        self._keep(following)
        return following

    def _tell_rounds(self, standing: Standing) -> None:
        """Let the other games of a contest know how it stands."""
        for other in tuple(self._standings.values()):
            if other.game.contest_id == standing.game.contest_id and other.game.id != standing.game.id:
                other.rounds = standing.rounds
                self.announce(other)

    async def play(self, standing: Standing, move: str) -> Standing:
        """Play a move on a game that is held."""
        game, now = standing.game, now_ms()
        board = standing.board.copy()
        text = str(board.push(move))
        outcome = board.outcome()
        clock = game.clock
        if clock is not None:
            if outcome is not None:
                clock = clock.stop(now)
            elif clock.running is not None:
                clock = clock.press(now)
            elif game.plies + 1 >= game.base_plies + UNTIMED_PLIES:
                clock = clock.start(board.turn, now)
        played = replace(
            game,
            position=board.position,
            turn=board.turn,
            plies=game.plies + 1,
            outcome=outcome,
            clock=clock,
            # An offer of the other player is answered by the move; one's own stands.
            offers=replace(game.offers, draw=game.turn if game.offers.draw == game.turn else None, takeback=None),
        )
        left = None if clock is None else clock.remaining_ms[game.turn]
        return await self.commit(standing, Change(played, (Move(text, now, left),)), board)

    async def finish(self, standing: Standing, outcome: Outcome) -> Standing:
        """End a game that is held by what happened outside the board."""
        board = standing.board.copy()
        board.declare(outcome)
        return await self.commit(standing, Change(ended(standing.game, outcome)), board)

    async def offer(self, standing: Standing, offers: Offers) -> Standing:
        """Change what is offered in a game that is held."""
        return await self.commit(standing, Change(replace(standing.game, offers=offers)))

    async def say(self, standing: Standing, said: Said) -> Standing:
        """Add to the chat of a game that is held."""
        return await self.commit(standing, Change(standing.game, said=said))

    # Telling

    def announce(self, standing: Standing) -> None:
        """Tell everybody who looks at a game, and let follow what follows."""
        self.attend(standing)
        self.in_background(asyncio.create_task(self._announce(standing)))

    async def _announce(self, standing: Standing) -> None:
        texts: dict[tuple[tuple[int, ...], str], str] = {}
        presence = self._presence(standing.game)
        for subscriber in self.hub.watching(standing.game.id):
            key = standing.game.seats_of(subscriber.visitor), subscriber.language
            if key not in texts:
                texts[key] = await view.state(standing, subscriber.visitor, subscriber.language, presence)
            subscriber.outbox.put_state(standing.game.version, texts[key])

    async def send_state(self, game_id: str, subscriber: Subscriber) -> None:
        """Send one subscriber the whole state."""
        standing = await self.standing(game_id)
        self.attend(standing)
        text = await self.state(standing, subscriber.visitor, subscriber.language)
        subscriber.outbox.put_state(standing.game.version, text)

    async def state(self, standing: Standing, visitor: str | None, language: str) -> str:
        """Return the whole state of a game as a visitor sees it."""
        return await view.state(standing, visitor, language, self._presence(standing.game))

    def _presence(self, game: Game) -> view.Presence:
        return self.hub.presence(game, thinking=self.is_thinking(game.id))

    def _tell_presence(self, game_id: str) -> None:
        if (standing := self._standings.get(game_id)) is not None:
            message = self._presence(standing.game).message()
            for subscriber in self.hub.watching(game_id):
                subscriber.outbox.put(message)

    # Saying the same thing twice

    def done_before(self, game_id: str, visitor: str | None, action: Message) -> int | None:
        """Return the version that an action led to, if it was done already under the same `ref`."""
        return self._done.get(_name(game_id, visitor, action))

    def remember(self, game_id: str, visitor: str | None, action: Message, version: int) -> None:
        """Remember that an action was done, if it has a `ref`."""
        if action.ref is not None and visitor is not None:
            self._done[_name(game_id, visitor, action)] = version
            while len(self._done) > MOST_DONE:
                self._done.popitem(last=False)

    # The clock

    def _watch_clock(self, standing: Standing) -> None:
        """Set the alarm for the moment at which somebody's time is up."""
        game = standing.game
        if (alarm := self._flags.pop(game.id, None)) is not None:
            alarm.cancel()
        if game.clock is not None and game.outcome is None and (falls_at := game.clock.falls_at_ms) is not None:
            delay = max(0, falls_at - now_ms()) / 1000
            # A moment later, so that rounding does not wake it a moment too soon.
            self._flags[game.id] = asyncio.get_running_loop().call_later(delay + 0.005, self._alarm, game.id)

    def _alarm(self, game_id: str) -> None:
        self._flags.pop(game_id, None)
        self.in_background(asyncio.create_task(self._look_at_clock(game_id)))

    async def _look_at_clock(self, game_id: str) -> None:
        try:
            async with self.changing(game_id) as standing:
                fallen = await self.fall(standing)
                if fallen is None:
                    self._watch_clock(standing)
                else:
                    self.announce(fallen)
        except Refusal as refusal:
            # It could not be kept; the time is up all the same.
            log.warning("The end of game %s waits: %s", game_id, refusal.__cause__ or refusal)
            self._flags[game_id] = asyncio.get_running_loop().call_later(PAUSE_SECONDS, self._alarm, game_id)

    async def fall(self, standing: Standing) -> Standing | None:
        """End a game that is held if somebody's time is up; return it then."""
        game = standing.game
        loser = None if game.clock is None or game.outcome is not None else game.clock.fallen(now_ms())
        return None if loser is None else await self.finish(standing, Outcome(1 - loser, TIME))

    @property
    def clocks_run(self) -> bool:
        """Whether somebody's time is running in any game."""
        return bool(self._flags)


def ended(game: Game, outcome: Outcome) -> Game:
    """Return a game with its end."""
    clock = None if game.clock is None else game.clock.stop(now_ms())
    return replace(game, outcome=outcome, clock=clock, offers=replace(game.offers, draw=None, takeback=None))


def _name(game_id: str, visitor: str | None, action: Message) -> tuple[str, str | None, bytes]:
    """Return what tells one action from another: all that was said, as a `ref` may be used for something else."""
    return game_id, visitor, hashlib.sha256(action.model_dump_json().encode()).digest()


def stale() -> Refusal:
    """Return the refusal of what was meant for another moment of the game."""
    return Refusal("The game has gone on meanwhile.", code="stale")
