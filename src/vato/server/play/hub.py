"""Fan-out within this process: who watches which game, here and elsewhere. Sending is for http/sockets.py."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from vato.server.http.sockets import Outbox
from vato.server.store.model import StoredGame
from vato.server.wire.live import Presence

PRESENCE_SECONDS = 0.3
"""Comings and goings within this time are told together."""


class Subscriber:
    """Somebody who looks at a game."""

    def __init__(self, visitor: str | None, language: str, *, wants_changes: bool = False) -> None:
        self.visitor = visitor
        self.language = language
        self._wants_changes = wants_changes
        self.outbox = Outbox()
        self.hides: frozenset[str] = frozenset()
        """Whose words they do not want to see."""
        self.thinks = False
        """Whether their page thinks for the computer."""

    def knows(self, version: int) -> bool:
        """Return whether it is enough to tell what has changed since a version of the game."""
        return self._wants_changes and self.outbox.has_sent(version)


class Seen(NamedTuple):
    """Who looks at a game by way of one server: which of the two players, and how many others."""

    first: bool = False
    second: bool = False
    watchers: int = 0


NOBODY = Seen()


class Hub:
    """Who looks at which game."""

    def __init__(self) -> None:
        self._subscribers: defaultdict[str, set[Subscriber]] = defaultdict(set)
        self._elsewhere: defaultdict[str, dict[str, Seen]] = defaultdict(dict)
        """Who looks by way of other servers."""
        self.followed: frozenset[str] = frozenset()
        """Games that are shown here beside others: whoever sees them so is not counted as watching."""
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

    def everybody(self) -> Iterator[Subscriber]:
        """Return all who look at any game."""
        for subscribers in self._subscribers.values():
            yield from subscribers

    def watching(self, game_id: str) -> tuple[Subscriber, ...]:
        """Return who looks at a game."""
        return tuple(self._subscribers.get(game_id, ()))

    def watched(self) -> tuple[str, ...]:
        """Return the games that somebody looks at."""
        return tuple(self._subscribers.keys() | self.followed)

    def is_watched(self, game_id: str) -> bool:
        """Return whether somebody looks at a game, by itself or beside others."""
        return game_id in self._subscribers or game_id in self.followed

    def thinks_elsewhere(self, game_id: str) -> bool:
        """Return whether the page of somebody who looks at a game thinks for the computer."""
        return any(subscriber.thinks for subscriber in self.watching(game_id))

    def presence(self, game: StoredGame, *, thinking: bool) -> Presence:
        """Return who is there."""
        everywhere = [self.seen(game), *self._elsewhere.get(game.id, {}).values()]
        online = any(seen.first for seen in everywhere), any(seen.second for seen in everywhere)
        watchers = sum(seen.watchers for seen in everywhere)
        return {"type": "presence", "online": online, "watchers": watchers, "thinking": thinking}

    def seen(self, game: StoredGame) -> Seen:
        """Return who is there by way of this server."""
        visitors = {subscriber.visitor for subscriber in self.watching(game.id)}
        first, second = (seat.visitor is not None and seat.visitor in visitors for seat in game.seats)
        return Seen(first, second, sum(not game.seats_of(subscriber.visitor) for subscriber in self.watching(game.id)))

    def seen_elsewhere(self, game_id: str, worker: str, seen: Seen) -> None:
        """Note who is there by way of another server."""
        if seen == NOBODY:
            self._elsewhere[game_id].pop(worker, None)
        else:
            self._elsewhere[game_id][worker] = seen
        if not self._elsewhere[game_id]:
            del self._elsewhere[game_id]

    def forget_all_but(self, workers: frozenset[str]) -> None:
        """Forget who was there by way of servers that are gone."""
        for game_id, seen in tuple(self._elsewhere.items()):
            if gone := seen.keys() - workers:
                for worker in gone:
                    self.seen_elsewhere(game_id, worker, NOBODY)
                self.presence_changed(game_id)

    def presence_changed(self, game_id: str) -> None:
        """Tell those who look at a game who is there, soon."""
        if game_id not in self._telling:
            loop = asyncio.get_running_loop()
            self._telling[game_id] = loop.call_later(PRESENCE_SECONDS, self._tell, game_id)

    def _tell(self, game_id: str) -> None:
        del self._telling[game_id]
        self.on_presence(game_id)
