"""Members who are there, in whatever page or as a bot, and what they are told: challenges, answers, games that begin.

A page hears of games of tournaments, whose clock runs wherever their players are; a bot of all of its games.

What there is to tell is always read from the database; hints of other servers, and what happens here, only say when to
look. So nobody misses anything, whichever server they are at, and whatever was lost on the way.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager, suppress

from vato.errors import VatoError
from vato.server.http.refusals import Refusal
from vato.server.http.sockets import Outbox
from vato.server.http.visitors import is_bot
from vato.server.play.games import Games
from vato.server.play.snapshot import Snapshot
from vato.server.store.dares import Dare, Dares
from vato.server.store.in_play import Begun, begun
from vato.server.store.model import StoredGame
from vato.server.store.times import now_ms
from vato.server.wire import company as wire
from vato.server.wire.lobby import TimeControl, time_control
from vato.server.wire.text import dump

BEAT_SECONDS = 3.0
"""How often it is looked, whether or not anything was heard of."""
SOON_SECONDS = 0.03
"""What happens within this time is looked at together."""


class Guest(ABC):
    """A member who listens."""

    hears_of_games = False

    def __init__(self, member: str) -> None:
        self.member = member
        self.outbox = Outbox()

    @abstractmethod
    def tell(self, dares: Sequence[Dare], rounds: Sequence[Begun], games: Sequence[StoredGame]) -> None:
        """Know how things stand."""


class Page(Guest):
    """A page of a member: is told all that stands, when something of it has changed."""

    def __init__(self, member: str) -> None:
        super().__init__(member)
        self._told = ""
        self._states = 0

    def tell(self, dares: Sequence[Dare], rounds: Sequence[Begun], games: Sequence[StoredGame]) -> None:
        """Send how things stand, if that is new."""
        state: wire.CompanyState = {
            "type": "company",
            "challenges": [body(dare, self.member) for dare in dares],
            "rounds": [_round_body(begun) for begun in rounds],
        }
        text = dump(state)
        if text != self._told:
            self._told = text
            self._states += 1
            self.outbox.put_state(self._states, text)


class Bot(Guest):
    """A bot: is told what has happened, each once."""

    hears_of_games = True

    def __init__(self, member: str) -> None:
        super().__init__(member)
        self._waiting: dict[str, Dare] = {}
        self._games: dict[str, StoredGame] = {}

    def tell(self, dares: Sequence[Dare], rounds: Sequence[Begun], games: Sequence[StoredGame]) -> None:
        """Send what is new."""
        waiting = {dare.id: dare for dare in dares if dare.answer is None}
        by_id = {dare.id: dare for dare in dares}
        for dare_id, dare in waiting.items():
            if dare_id not in self._waiting:
                self._send({"type": "challenge", "challenge": body(dare, self.member)})
        for dare_id, dare in self._waiting.items():
            if dare_id not in waiting:
                gone = by_id.get(dare_id, dare)
                self._send({"type": "challenge_gone", "challenge": body(gone, self.member)})
        now = {game.id: game for game in games}
        for game in now.values():
            if game.id not in self._games:
                self._send({"type": "game_start", "game": _game_body(game, self.member)})
        for game_id in self._games.keys() - now.keys():
            self._send({"type": "game_finish", "id": game_id})
        self._waiting, self._games = waiting, now

    def _send(self, event: wire.ChallengeComes | wire.ChallengeGoes | wire.GameBegins | wire.GameEnds) -> None:
        self.outbox.put(dump(event))


class Company:
    """All members who listen by way of this server."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._rows = Dares(games.store)
        self._guests: defaultdict[str, set[Guest]] = defaultdict(set)
        """By member."""
        self._bots: frozenset[str] = frozenset()
        self._under_way: dict[str, StoredGame] = {}
        """The games of bots that go on, as they were first looked at."""
        self._looking = asyncio.Lock()
        self._soon: asyncio.TimerHandle | None = None
        games.neighbours.on_company = self.look_soon
        games.followers.append(self._follow)

    async def run(self) -> None:
        """Look now and then, until cancelled."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            await self._try_to_look()

    @asynccontextmanager
    async def listening(self, guest: Guest) -> AsyncIterator[None]:
        """Be told what happens, beginning with how things stand."""
        self._guests[guest.member].add(guest)
        self._know_bots()
        try:
            await self._try_to_look([guest.member])  # nobody else has anything new to hear
            yield
        finally:
            self._guests[guest.member].discard(guest)
            if not self._guests[guest.member]:
                del self._guests[guest.member]
            self._know_bots()

    @property
    def bots(self) -> frozenset[str]:
        """The bots that listen by way of this server."""
        return self._bots

    def _know_bots(self) -> None:
        listening = (guest for guests in self._guests.values() for guest in guests)
        self._bots = frozenset(guest.member for guest in listening if guest.hears_of_games)

    def changed(self) -> None:
        """Let everybody know, here and elsewhere, that something has happened."""
        self._games.neighbours.tell_company()
        self.look_soon()

    def look_soon(self) -> None:
        """Look how things stand, with whatever else happens in the next moment."""
        if self._soon is None and self._guests:
            self._soon = asyncio.get_running_loop().call_later(SOON_SECONDS, self._look_now)

    def _follow(self, snapshot: Snapshot) -> None:
        """Look soon if a game that begins or ends is a bot's."""
        game = snapshot.game
        is_turning = game.outcome is not None or not game.plies
        if self._bots and is_turning and any(seat.visitor in self._bots for seat in game.seats):
            self.look_soon()

    def _look_now(self) -> None:
        self._soon = None
        self._games.in_background(asyncio.create_task(self._try_to_look()))

    async def _try_to_look(self, members: Sequence[str] | None = None) -> None:
        with suppress(Refusal):  # while nothing can be read
            await self._look(members)

    async def _look(self, members: Sequence[str] | None) -> None:
        """Look how things stand for some members, or for all who listen."""
        async with self._looking:
            here = list(self._guests) if members is None else members
            if not here:
                return
            dares = await self._rows.of(here, now_ms())
            games = await self._games_of(self._bots.intersection(here))
            if members is None:  # those that are over need not be remembered
                self._under_way = {game.id: game for found in games.values() for game in found}
            by_member: defaultdict[str, list[Dare]] = defaultdict(list)
            for dare in dares:
                by_member[dare.challenger].append(dare)
                by_member[dare.challenged].append(dare)
            rounds = await begun(self._games.store)
            for member in here:
                for guest in tuple(self._guests.get(member, ())):
                    guest.tell(by_member[member], rounds.get(member, ()), games.get(member, []))

    async def _games_of(self, bots: Collection[str]) -> dict[str, list[StoredGame]]:
        found: dict[str, list[StoredGame]] = {}
        for bot, game_id in await self._rows.under_way(list(bots)) if bots else ():
            with suppress(VatoError):  # one that cannot be read
                # What is told of it does not change while it goes on.
                game = self._under_way.get(game_id) or (await self._games.snapshot(game_id)).game
                if game.seats_of(bot):
                    found.setdefault(bot, []).append(game)
        return found


def body(dare: Dare, reader: str) -> wire.GameChallenge:
    """Return a challenge as one of the two sees it."""
    return {
        "id": dare.id,
        "challenger": dare.challenger_name,
        "challenged": dare.challenged_name,
        "mine": dare.challenger == reader,
        "bot": is_bot(dare.challenged if dare.challenger == reader else dare.challenger),
        "game": dare.game,
        "rules": dare.rules,
        "clock": _clock(dare),
        "side": dare.side,
        "until": dare.until_ms,
        "answer": dare.answer,
        "game_id": dare.game_id,
    }


def _round_body(begun: Begun) -> wire.BegunRound:
    return {
        "game": begun.game_id,
        "tournament": begun.tournament_id,
        "title": begun.title,
        "opponent": begun.opponent,
        "level": begun.level,
    }


def _clock(dare: Dare) -> TimeControl | None:
    return None if dare.control is None else time_control(dare.control)


def _game_body(game: StoredGame, bot: str) -> wire.BotGame:
    side = game.seats_of(bot)[0]
    return {
        "id": game.id,
        "game": game.game,
        "rules": game.rules,
        "start": game.start,
        "side": side,
        "opponent": game.seats[1 - side].name,
    }
