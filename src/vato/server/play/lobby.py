"""The lobby: who is in it by way of this server, who of all who wait is paired with whom, and what they are told.

The database knows who waits (store/seeks.py), and a pair is a transaction on the condition that both still do: any
server may pair, and none pairs anybody twice. Who fits whom is decided by `vato.contest.lobby`. Other servers are told
to look; each looks now and then by itself, as well.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

from vato.contest.clock import Control
from vato.contest.lobby import Seek, offered, wave
from vato.engine.levels import levels_of
from vato.errors import VatoError
from vato.server import metrics
from vato.server.http.refusals import Refusal
from vato.server.http.sockets import Outbox
from vato.server.play import new_game
from vato.server.play.games import Games
from vato.server.play.rated import rated, refuse_unless_ratable
from vato.server.store.model import PERSON, Conflict, Seat, StoredGame
from vato.server.store.seeks import LISTENING_MS, Seeks, StoredSeek
from vato.server.store.times import now_ms
from vato.server.wire import lobby as wire
from vato.server.wire.text import dump

USUAL_RATING = 1500.0
"""Of who has none."""
CLOCKS = (Control(180_000, 2_000), Control(600_000, 5_000), None)
"""What is offered to choose from: few, so that people meet."""
MOST_SHOWN = 50
BEAT_SECONDS = 2.0
"""How often it is asked who is still there, and looked who has come to whom."""
SOON_SECONDS = 0.05
"""What happens within this time is looked at together."""

STILL_THERE = dump(wire.StillThere(type="still_there"))


class Listener:
    """A page of the lobby that is open."""

    def __init__(self, visitor: str, language: str) -> None:
        self.visitor = visitor
        self.language = language
        self.outbox = Outbox()
        self.heard = time.monotonic()
        """When it last said anything."""
        self.told = ""


class Lobby:
    """Everybody who is in the lobby by way of this server."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._seeks = Seeks(games.store)
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        """By visitor."""
        self._waiting: frozenset[str] = frozenset()
        """Who of them waits, as far as is known."""
        self._looking = asyncio.Lock()
        self._soon: asyncio.TimerHandle | None = None
        self._states = 0
        games.neighbours.on_lobby = self.look_soon

    def __len__(self) -> int:
        return len(self._listeners)

    async def run(self) -> None:
        """Attend to whoever is there until cancelled."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            with suppress(Refusal, Conflict):  # while nothing can be kept
                await self.beat()

    async def beat(self) -> None:
        """Ask who is still there, and let wider waves reach whom they reach."""
        if not self._listeners:
            return
        since = time.monotonic() - LISTENING_MS / 1000
        listening = []
        for visitor in self._waiting & self._listeners.keys():
            for listener in self._listeners[visitor]:
                listener.outbox.put(STILL_THERE)
            if any(listener.heard >= since for listener in self._listeners[visitor]):
                listening.append(visitor)
        await self._seeks.listen(listening, now_ms())
        await self.look()

    @asynccontextmanager
    async def listening(self, listener: Listener) -> AsyncIterator[None]:
        """Have a page in the lobby: whoever comes back finds what they waited for, or what became of it."""
        visitor = listener.visitor
        self._listeners[visitor].add(listener)
        try:
            with suppress(Refusal, Conflict):  # while nothing can be kept, which will be told later
                await self._seeks.listen([visitor], now_ms())
                await self.look()
            if visitor in self._waiting:
                self._tell_others()
            yield
        finally:
            self._listeners[visitor].discard(listener)
            if not self._listeners[visitor]:
                del self._listeners[visitor]
                self._games.in_background(asyncio.create_task(self._miss(visitor)))

    async def _miss(self, visitor: str) -> None:
        with suppress(Refusal, Conflict):
            await self._seeks.fall_silent(visitor, now_ms())
        self._changed()

    async def waiting(self) -> list[StoredSeek]:
        """Return who waits, those first who have waited longest."""
        return list(await self._seeks.waiting(now_ms()))

    # What people do

    async def known(self, visitor: str) -> StoredSeek | None:
        """Return what a visitor waits for, or what became of it."""
        return (await self._seeks.of([visitor])).get(visitor)

    async def seek(self, seek: StoredSeek) -> None:
        """Let somebody wait, instead of for what they waited for before."""
        if seek.rating is None:
            seek = await self._seeks.standing(seek, now_ms())
        with suppress(Conflict):  # it has become a game, which they are told
            await self._seeks.put(seek, now_ms())
        self._changed()

    async def stop(self, visitor: str) -> None:
        """Let somebody wait no longer."""
        await self._seeks.withdraw(visitor)
        self._changed()

    async def seen(self, visitor: str, game_id: str) -> None:
        """Forget what a seek became, as its page knows."""
        await self._seeks.seen(visitor, game_id)
        self.look_soon()

    async def take(self, seek_id: str, visitor: str, name: str) -> None:
        """Let somebody play with whoever waits there."""
        now = now_ms()
        theirs = next((seek for seek in await self._seeks.waiting(now) if seek.id == seek_id), None)
        apart = (await self._games.apart([visitor])).get(visitor, ())
        if theirs is None or theirs.visitor == visitor or theirs.visitor in apart:
            raise _gone()
        if theirs.rated:
            refuse_unless_ratable(visitor, theirs.game, theirs.rules, theirs.control)
        mine = replace(theirs, id=new_game.new_id(), visitor=visitor, name=name, rating=None, since_ms=now)
        mine = await self._seeks.standing(mine, now)
        try:
            await self._seeks.take(theirs, mine, _game_of(theirs, mine), now)
            metrics.PAIRINGS.add()
        except Conflict:
            raise _gone() from None
        finally:
            self._changed()

    # Pairing

    async def look(self) -> None:
        """Look who waits, pair whom there is to pair, and tell everybody here how things stand."""
        async with self._looking:
            now = now_ms()
            waiting = await self._seeks.waiting(now)
            if await self._pair(waiting, now):
                self._tell_others()
                waiting = await self._seeks.waiting(now)
            here = list(self._listeners)
            own = await self._seeks.of(here)
            self._waiting = frozenset(visitor for visitor, seek in own.items() if seek.game_id is None)
            self._tell(here, waiting, own, await self._games.apart(here), now)

    async def _pair(self, waiting: Sequence[StoredSeek], now: int) -> int:
        """Commit the games of one wave, and return how many they are."""
        alike: defaultdict[tuple[str, str, Control | None, bool], dict[str, StoredSeek]] = defaultdict(dict)
        for seek in waiting:
            alike[seek.game, seek.rules, seek.control, seek.rated][seek.visitor] = seek
        made = 0
        for seeks in alike.values():
            apart = await self._games.apart(seeks)
            for one, other in wave([_value(seek, apart) for seek in seeks.values()], now):
                pair = seeks[one.player], seeks[other.player]
                # Another server was faster, somebody has gone, or nothing can be kept: the others are not concerned.
                with suppress(Conflict, VatoError):
                    await self._seeks.pair(*pair, _game_of(*pair), now)
                    made += 1
        metrics.PAIRINGS.add(made)
        return made

    # Telling

    def look_soon(self) -> None:
        """Look how things stand, with whatever else happens in the next moment."""
        if self._soon is None and self._listeners:
            self._soon = asyncio.get_running_loop().call_later(SOON_SECONDS, self._look_now)

    def _look_now(self) -> None:
        self._soon = None
        self._games.in_background(asyncio.create_task(self._try_to_look()))

    async def _try_to_look(self) -> None:
        with suppress(Refusal):
            await self.look()

    def _changed(self) -> None:
        self._tell_others()
        self.look_soon()

    def _tell_others(self) -> None:
        self._games.neighbours.tell_lobby()

    def _tell(
        self,
        here: list[str],
        waiting: Sequence[StoredSeek],
        own: dict[str, StoredSeek],
        apart: dict[str, frozenset[str]],
        now: int,
    ) -> None:
        self._states += 1
        for_most = dump(_state(waiting, None, now))
        for visitor in here:
            text = for_most
            if visitor in own or visitor in apart:
                met = [seek for seek in waiting if seek.visitor not in apart.get(visitor, ())]
                text = dump(_state(met, own.get(visitor), now))
            for listener in self._listeners.get(visitor, ()):
                if listener.told != text:
                    listener.told = text
                    listener.outbox.put_state(self._states, text)


def _state(waiting: Sequence[StoredSeek], mine: StoredSeek | None, now: int) -> wire.LobbyState:
    """Return the lobby as somebody sees it, who may wait themselves."""
    others = [seek for seek in waiting[: MOST_SHOWN + 1] if mine is None or seek.visitor != mine.visitor]
    waits = mine is not None and mine.game_id is None
    return {
        "type": "lobby",
        "seeks": [seek_body(seek) for seek in others[:MOST_SHOWN]],
        "mine": seek_body(mine) if mine and waits else None,
        "level": _level(mine, now) if mine and waits else None,
        "game": None if mine is None else mine.game_id,
        "clocks": [_control_body(control) for control in CLOCKS],
    }


def _gone() -> Refusal:
    return Refusal("Somebody else was faster, or nobody waits there any more.", code="taken")


def _value(seek: StoredSeek, apart: dict[str, frozenset[str]] | None = None) -> Seek:
    rating = USUAL_RATING if seek.rating is None else seek.rating
    blocked = (apart or {}).get(seek.visitor, frozenset())
    return Seek(seek.visitor, rating, seek.since_ms, seek.first_sides, seek.last_opponent, blocked)


def _game_of(one: StoredSeek, other: StoredSeek) -> StoredGame:
    """Return the game of two: the first side is of who has had it less often, and drawn between two who are even."""
    one, other = sorted((one, other), key=lambda seek: seek.first_sides)
    people = Seat(PERSON, one.name, one.visitor), Seat(PERSON, other.name, other.visitor)
    if one.first_sides == other.first_sides:
        people = new_game.in_some_order(people)
    game = new_game.between(one.game, one.rules, one.control, people)
    return rated(game) if one.rated else game


def _level(seek: StoredSeek, now: int) -> int | None:
    """Return the level of the computer that is offered to who waits, once it is."""
    levels = levels_of(seek.game)
    place = offered(_value(seek), [level.rating for level in levels], now)
    return None if place is None else levels[place].number


def seek_body(seek: StoredSeek) -> wire.OpenSeek:
    """Return somebody who waits as others see them."""
    return {
        "id": seek.id,
        "name": seek.name,
        "game": seek.game,
        "rules": seek.rules,
        "clock": _control_body(seek.control),
        "rated": seek.rated,
        "rating": None if seek.rating is None else round(seek.rating),
        "provisional": seek.rating is not None and seek.provisional,
    }


def _control_body(control: Control | None) -> wire.TimeControl | None:
    return None if control is None else wire.time_control(control)
