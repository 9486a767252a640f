"""Everything a running server has: made when it starts, closed when it stops, reached from every request."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Self

from starlette.requests import HTTPConnection

from vato.server import metrics
from vato.server.desk import Desk
from vato.server.engine.ending_tables import EndingTables
from vato.server.engine.thinking import Thinking
from vato.server.fair_queue import Asker
from vato.server.front import Front
from vato.server.http.limits import ADDRESS_FACTOR, FAULTS_PER_REQUEST, Allowance, Places, Rate, place_of
from vato.server.http.refusals import Refusal, busy, leaving, not_kept, too_fast, too_many
from vato.server.leaving import Leaving
from vato.server.play.alarms import Alarms
from vato.server.play.archiving import catch_up
from vato.server.play.boards import Boards
from vato.server.play.computer import RECENT_MS, Computer
from vato.server.play.games import Games, note_failure
from vato.server.play.hints import Hint, Hints, ValkeyHints
from vato.server.play.hub import Hub
from vato.server.play.lobby import Lobby
from vato.server.play.permission import Actor
from vato.server.play.pulse import TICK_SECONDS
from vato.server.play.watching import Watching
from vato.server.settings import Settings
from vato.server.store.store import Store
from vato.server.store.times import now_ms
from vato.server.studies.studies import Editor, Studies
from vato.server.wire import live as wire

if TYPE_CHECKING:
    from vato.server.people.members import People
    from vato.server.play.pushes import Pushes
    from vato.server.tournaments.organising import Organising

CATCH_UP_BEATS = 2
"""How often it is looked whether other servers did something that was not heard of: every so many beats."""
PRESENCE_BEATS = 10
"""How often others are told again who looks at games here."""
HEARTBEAT_SECONDS = 2.0
"""How much of a turn's time may be forgotten when the server is killed."""
LATER_BEATS = 30
"""Where a turn has days, the time is written down only every so many heartbeats."""
MOST_QUESTIONS = 2
"""Questions of one visitor that the engine has at once: a game's and the analysis board's."""
REQUEST_SECONDS = 20
"""How many seconds' worth of requests an address may send at once: a school class opens the app together."""
FILE_SECONDS, FILE_FACTOR = 100, 2
"""The same for pages and files, of which the app has some 120, and how many times as many of them are answered."""
SOCKET_COST = 2
"""What opening a socket counts for, in requests."""
MESSAGE_COST = 0.5
"""What something said over a socket counts for that is more than a sign of life."""
PLAY_THREADS = 2
"""They work out what games in play need; more of them would take the interpreter from the loop more often."""
READY_SECONDS = 2.0
"""For the database to take something, or the server is not ready to take moves."""
READY_AGE_SECONDS = 1.0
"""For which an answer holds."""
MOST_REMEMBERED = 20_000
"""Visitors of whom it is remembered where they come from."""


class Services:
    """The games, the engine, the limits."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self._hints = ValkeyHints(settings.hints, store.roster.me) if settings.hints else Hints()
        self.games = Games(store, Hub(), self._hints)
        self.lobby = Lobby(self.games) if settings.lobby else None
        self.thinking = Thinking(settings.players, settings.analysts, settings.limits.waiting_analyses, settings.data)
        self.ending_tables = EndingTables()
        self.alarms = Alarms(self.games)
        self.whereabouts = Whereabouts()
        self.computer = Computer(self.games, self.thinking, self.whereabouts.asker, settings.pace_seconds)
        limits = settings.limits
        self.sockets = Places(limits.sockets_per_address, too_many)
        self.downloads = Places(1, too_many)
        """Of all public games: one at a time for each address."""
        self.listeners = Places(limits.sockets_per_address, too_many)
        """Pages of members that hear of challenges, beside what else they have open: they take nobody's place."""
        self.watchers = Places(limits.sockets_per_address, too_many)
        """Pages that show what is being played, likewise."""
        self._allowances: dict[str, Allowance] = {}
        """Those that hold for all servers of the same games together."""
        self._hints.taken = self._taken_elsewhere
        self._creating = self._allowance("games", limits.games_per_hour, limits.games_per_hour / 3600)
        self._chatting = self._allowance("chats", limits.chats_per_minute / 2, limits.chats_per_minute / 60)
        self._analysing = self._allowance("analyses", limits.analyses_per_minute, limits.analyses_per_minute / 60)
        self._editing = self._allowance("edits", limits.edits_per_minute / 2, limits.edits_per_minute / 60)
        self._requesting = Rate(REQUEST_SECONDS * limits.requests_per_second, limits.requests_per_second)
        self._fetching = Rate(FILE_SECONDS * limits.requests_per_second, FILE_FACTOR * limits.requests_per_second)
        self.desk = Desk(self._requesting)
        self.studies = Studies(self.games, self.desk)
        self._asking = Places(MOST_QUESTIONS, busy)
        self._asking_here = Places(ADDRESS_FACTOR * MOST_QUESTIONS, busy)
        self.people = _people(settings, self.games) if settings.accounts else None
        """The members, where there are accounts."""
        self.pushes = _pushes(settings, self.games) if settings.push else None
        """What is told to browsers that are elsewhere, where that is wanted."""
        boards = Boards(self.games)
        self.tournaments = None if self.people is None else _tournaments(self.people, self.games, boards)
        self.watching = None if self.people is None else Watching(store, boards)
        """What is being played that everybody may see, where there are accounts."""
        self.front = None
        """What goes on among people, where they meet."""
        if self.lobby is not None or self.tournaments is not None:
            self.front = Front(self.games, self.lobby, self.tournaments, self.watching)
        self.leaving = Leaving()
        self._told_of_end = asyncio.Event()
        self._looking = asyncio.Lock()
        self._ready_until = 0.0
        self._tasks: list[asyncio.Task[None]] = []

    @classmethod
    async def open(cls, settings: Settings) -> Self:
        """Open the database, set the clocks; games are loaded when they are needed, and those of the computer soon."""
        threads = ThreadPoolExecutor(PLAY_THREADS, "vato play")
        asyncio.get_running_loop().set_default_executor(threads)
        store = await Store.open(settings.place, settings.name)
        try:
            services = cls(settings, store)
            await store.join(alone=not settings.hints)
            await store.wake(await store.last_beat(), now_ms())
            await services._take_over()
        except BaseException:
            await store.close()
            raise
        beat = services._beat_for_others() if store.is_shared else services._beat()
        for lasting in (beat, services._tick(), services._hints.run(), services.alarms.look_ahead()):
            services._keep_doing(lasting)
        services._keep_doing(services.studies.run())
        if services.lobby is not None:
            services._keep_doing(services.lobby.run())
        if services.people is not None:
            services._keep_doing(services.people.dares.company.run())
            services._keep_doing(services.people.moderation.finish_bans())
            services._keep_doing(catch_up(store))
        if services.watching is not None:
            services._keep_doing(services.watching.run())
        if services.pushes is not None:
            services._keep_doing(services.pushes.run())
        if services.tournaments is not None:
            services._keep_doing(services.tournaments.director.run())
        if settings.warm:
            services._keep_doing(services.thinking.warm())
        return services

    def _keep_doing(self, lasting: Coroutine[None, None, None]) -> None:
        """Do something for as long as the server runs; write down if it fails."""
        task = asyncio.create_task(lasting)
        task.add_done_callback(note_failure)
        self._tasks.append(task)

    async def close(self) -> None:
        """Let go of everything."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.alarms.close()
        await self.games.close()
        await self.thinking.close()
        self.ending_tables.close()
        self.desk.close()
        if self.pushes is not None:
            self.pushes.close()
        if self.people is not None:
            self.people.close()
        with suppress(Exception):
            await self.store.beat(now_ms())
            await self.store.leave()
        await self.store.close()

    async def _beat(self) -> None:
        for number in itertools.count(1):
            await asyncio.sleep(HEARTBEAT_SECONDS)
            if self.alarms.any_set or (self.alarms.any_later and number % LATER_BEATS == 0):
                with self.games.pulse.trying():
                    await self.store.beat(now_ms())
            if self.people is not None:
                await self.people.cut_ended()

    async def _beat_for_others(self) -> None:
        """Say again and again that this server is alive, take over from those that are not, and look what they did."""
        seen = 0
        for number in itertools.count():
            failures = self.games.pulse.failures
            with self.games.pulse.trying():
                if await self.store.renew() is not None:
                    self.games.neighbours.tell_of_all()
                self.games.hub.forget_all_but(self.store.roster.others)
                # What was thought to have failed may have been done, and to be seen to.
                await self._take_over(anew=failures != seen)
                seen = failures
            self._share_limits()
            if self.people is not None:
                await self.people.cut_ended()
            if number % CATCH_UP_BEATS == 0:
                await self.games.neighbours.catch_up()
            if number % PRESENCE_BEATS == 0:
                self.games.neighbours.tell_presence_again()
            with suppress(TimeoutError):
                async with asyncio.timeout(self.store.roster.pause_seconds):
                    await self._told_of_end.wait()
            self._told_of_end.clear()

    def take_over_from(self, name: str) -> None:
        """See at once to what another server saw to that has ended."""
        self.store.roster.ended.append(name)
        self._told_of_end.set()

    async def _take_over(self, *, anew: bool = False) -> None:
        """See to what must happen by itself in the games that no other server sees to, or in all such games anew."""
        taken = await self.store.take_over(now_ms() - RECENT_MS, anew=anew)
        for game_id, falls_at_ms in taken:
            self.games.take_over(game_id)
            if falls_at_ms is not None:
                self.alarms.expect(game_id, falls_at_ms)
        if taken:
            self.games.in_background(asyncio.create_task(self.computer.resume()))

    async def _tick(self) -> None:
        while True:
            begin = time.perf_counter()
            await asyncio.sleep(TICK_SECONDS)
            metrics.LOOP_LAG.note(max(0.0, time.perf_counter() - begin - TICK_SECONDS))
            with suppress(Refusal):  # while nothing can be kept
                await self.games.wake()
            self.games.pulse.tick()

    async def check_ready(self) -> None:
        """Refuse unless moves can be taken now: something is written, once a second at most, whoever asks."""
        if self.leaving.begun:
            raise leaving()
        async with self._looking:
            if time.monotonic() < self._ready_until:
                return
            # First, or the beat of a single server would hide that there is time to give back; to its end, or it may be
            # given back twice.
            await self.games.wake()
            try:
                async with asyncio.timeout(READY_SECONDS):
                    if await self.store.beat(now_ms()) is not None:
                        self.games.neighbours.tell_of_all()
            except TimeoutError as error:
                raise not_kept() from error
            self._ready_until = time.monotonic() + READY_AGE_SECONDS

    def actor(self, visitor: str | None, connection: HTTPConnection) -> Actor:
        """Return who does something to a game, as the handlers of actions know them."""
        self.whereabouts.note(visitor, address_of(connection))
        return Actor(visitor, self.computer.accepts_draw)

    # Who somebody is

    async def recognise(self, connection: HTTPConnection) -> None:
        """Find out whether a member is behind a request; `identify` knows from then on."""
        if self.people is not None:
            await self.people.recognise(connection)

    async def recognises(self, connection: HTTPConnection) -> bool:
        """Find out who opens a socket; return False while that cannot be known."""
        try:
            await self.recognise(connection)
        except Refusal:
            return False
        return True

    @contextmanager
    def staying(self, connection: HTTPConnection, leave: Callable[[], None]) -> Iterator[None]:
        """Be called when it is time to leave: the server goes, or whoever came is not who they were any more."""
        with ExitStack() as stack:
            stack.enter_context(self.leaving.told(leave))
            if self.people is not None:
                stack.enter_context(self.people.told(connection, leave))
            yield

    # Limits

    def _allowance(self, name: str, burst: float, per_second: float) -> Allowance:
        def tell(visitor: str | None, address: str, cost: float) -> None:
            self._hints.tell({"took": name, "visitor": visitor, "address": address, "cost": cost})

        self._allowances[name] = Allowance(burst, per_second, tell)
        return self._allowances[name]

    def _taken_elsewhere(self, hint: Hint) -> None:
        self._allowances[hint["took"]].taken_elsewhere(hint["visitor"], hint["address"], hint["cost"])

    def _share_limits(self) -> None:
        """Give out all that is allowed where others hear of it, or else a part of it, as they do."""
        part = 1.0 if self._hints.reached else 1 / (1 + len(self.store.roster.others))
        for allowance in self._allowances.values():
            allowance.share(part)

    def check_action(self, message: wire.Message, visitor: str | None, connection: HTTPConnection) -> None:
        """Refuse what somebody does too often."""
        if isinstance(message, wire.Chat):
            self._chatting.take(visitor, address_of(connection))
        elif isinstance(message, wire.OfferRematch | wire.AnswerRematch):
            self.check_creating(visitor, connection)

    def check_creating(self, visitor: str | None, connection: HTTPConnection, count: int = 1) -> None:
        """Refuse a visitor or an address that creates too many games, and any game while the server goes."""
        if self.leaving.begun:
            raise leaving()
        self.whereabouts.note(visitor, address_of(connection))
        self._creating.take(visitor, address_of(connection), count)

    def editor(self, visitor: str | None, connection: HTTPConnection) -> Editor:
        """Return who edits a study."""
        return Editor(visitor, address_of(connection))

    def check_editing(self, visitor: str | None, connection: HTTPConnection) -> None:
        """Refuse a visitor or an address that edits studies too fast."""
        self._editing.take(visitor, address_of(connection))

    @contextmanager
    def asking(self, visitor: str | None, address: str) -> Iterator[None]:
        """Have a question to the engine under way; refuse one too many, and too many in a short time."""
        with self._asking.hold(visitor or address), self._asking_here.hold(address):
            self._analysing.take(visitor, address)
            yield

    def may_open(self, connection: HTTPConnection) -> bool:
        """Return whether an address may open another socket now; whoever comes back again and again waits."""
        return self._requesting.allows(address_of(connection), SOCKET_COST)

    def check_message(self, connection: HTTPConnection) -> None:
        """Refuse an address that does too much over all of its sockets."""
        if not self._requesting.allows(address_of(connection), MESSAGE_COST):
            raise too_fast()

    def charge_for_faults(self, connection: HTTPConnection, count: int) -> None:
        """Let a request that cannot be understood count for more, by the mistakes that were found in it."""
        self._requesting.charge(address_of(connection), count / FAULTS_PER_REQUEST)

    def check_request(self, connection: HTTPConnection, *, is_file: bool) -> None:
        """Refuse an address that asks for too much: of the API, or of the app's pages and files."""
        rate = self._fetching if is_file else self._requesting
        if not rate.allows(address_of(connection)):
            raise too_fast()


def _people(settings: Settings, games: Games) -> People:
    # What it needs is installed only where it is wanted.
    from vato.server.people.members import People
    from vato.server.people.moderation import Moderation

    people = People(settings, games)
    people.moderation = Moderation(people, games)
    games.name_for = people.name_for
    games.only_public = True
    return people


def _pushes(settings: Settings, games: Games) -> Pushes:
    from vato.server.play.pushes import Pushes

    return Pushes(games, settings.push, anywhere=settings.push_anywhere)


def _tournaments(people: People, games: Games, boards: Boards) -> Organising:
    from vato.server.tournaments.organising import Organising

    return Organising(people, games, boards)


class Whereabouts:
    """Where visitors were last seen: what is done for them when they are gone counts for their address, too."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def note(self, visitor: str | None, address: str) -> None:
        """Remember where somebody comes from."""
        if visitor is not None:
            self._addresses[visitor] = address
            self._addresses.move_to_end(visitor)
            while len(self._addresses) > MOST_REMEMBERED:
                self._addresses.popitem(last=False)

    def asker(self, visitor: str | None) -> Asker:
        """Return a visitor with where they were last seen; somebody unknown stands for themselves."""
        name = visitor or ""
        return Asker(name, self._addresses.get(name, name))


def address_of(connection: HTTPConnection) -> str:
    """Return where somebody comes from, as far as limits are concerned."""
    return place_of(connection.client.host) if connection.client else ""


def services_of(connection: HTTPConnection) -> Services:
    """Return what the server has that a request came to."""
    services: Any = connection.app.state.services
    assert isinstance(services, Services)
    return services
