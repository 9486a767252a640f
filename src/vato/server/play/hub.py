"""Fan-out within this process: who watches which game, and what waits to be sent to each of them.

A state is whole, so a newer one takes the place of an older one that was not sent yet: a slow reader gets fewer, and
never holds up anybody. Sending itself is the business of live.py.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from vato.server.play.view import Presence
from vato.server.store.model import Game

MOST_WAITING = 256
"""Messages that wait for one reader; one who lets more pile up is let go."""
PRESENCE_SECONDS = 0.3
"""Comings and goings within this time are told together."""


class Outbox:
    """What waits to be sent to one reader."""

    def __init__(self) -> None:
        self._waiting: deque[str] = deque()
        self._state: str | None = None
        self._version = 0
        self._filled = asyncio.Event()
        self.overflowed = False

    def put(self, text: str) -> None:
        """Add a message."""
        if len(self._waiting) >= MOST_WAITING:
            self.overflowed = True
        else:
            self._waiting.append(text)
        self._filled.set()

    def put_state(self, version: int, text: str) -> None:
        """Add a state, instead of an older one that still waits; drop it if a newer one has been sent."""
        if version < self._version:
            return
        self._version = version
        self._state = text
        self._filled.set()

    async def take(self) -> str:
        """Wait for the next message: what was said before the state goes first."""
        while True:
            if self._waiting:
                return self._waiting.popleft()
            if self._state is not None:
                state, self._state = self._state, None
                return state
            self._filled.clear()
            await self._filled.wait()


class Subscriber:
    """Somebody who looks at a game."""

    def __init__(self, visitor: str | None, language: str) -> None:
        self.visitor = visitor
        self.language = language
        self.outbox = Outbox()


class Hub:
    """Who looks at which game."""

    def __init__(self) -> None:
        self._subscribers: defaultdict[str, set[Subscriber]] = defaultdict(set)
        self._telling: dict[str, asyncio.TimerHandle] = {}
        self.on_presence: Callable[[str], None] = lambda _: None
        """Called some time after the presence at a game has changed."""

    @contextmanager
    def subscribed(self, game_id: str, subscriber: Subscriber) -> Iterator[None]:
        """Be told of everything that happens to a game."""
        self._subscribers[game_id].add(subscriber)
        self.presence_changed(game_id)
        try:
            yield
        finally:
            self._subscribers[game_id].discard(subscriber)
            if not self._subscribers[game_id]:
                del self._subscribers[game_id]
            self.presence_changed(game_id)

    def watching(self, game_id: str) -> tuple[Subscriber, ...]:
        """Return who looks at a game."""
        return tuple(self._subscribers.get(game_id, ()))

    def presence(self, game: Game, *, thinking: bool) -> Presence:
        """Return who is there."""
        visitors = {subscriber.visitor for subscriber in self.watching(game.id)}
        first, second = (seat.visitor is not None and seat.visitor in visitors for seat in game.seats)
        watchers = sum(not game.seats_of(subscriber.visitor) for subscriber in self.watching(game.id))
        return Presence((first, second), watchers, thinking)

    def presence_changed(self, game_id: str) -> None:
        """Tell those who look at a game who is there, soon."""
        if game_id not in self._telling:
            loop = asyncio.get_running_loop()
            self._telling[game_id] = loop.call_later(PRESENCE_SECONDS, self._tell, game_id)

    def _tell(self, game_id: str) -> None:
        del self._telling[game_id]
        if game_id in self._subscribers:
            self.on_presence(game_id)
