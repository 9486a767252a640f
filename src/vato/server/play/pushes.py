"""Who is told by web push that it is their turn: whoever wants it and does not look, once for each turn.

It is no part of a move, which never waits for it. A few moments after a turn has begun it is looked whether whoever is
to move has subscribed and is away; of all servers that know one claims the turn in the database, and tells. What a
killed server has not told is found when one starts.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from vato import catalog, languages
from vato.errors import VatoError
from vato.server.http.refusals import Refusal
from vato.server.play.games import Games
from vato.server.play.push_service import GONE, Signer, Undelivered, deliver, new_key
from vato.server.play.snapshot import Snapshot
from vato.server.store.model import PERSON, StoredGame
from vato.server.store.pushes import PushRows, Subscription
from vato.server.store.times import now_ms
from vato.text import Text

SOON_SECONDS = 2.0
"""Who moves again so soon, or looks, need not be told."""
MOST_WAITING = 2_000
"""Turns that wait to be told; those beyond it are told by the next server that starts, or never."""
MOST_REMEMBERED = 20_000
MISSED_MS = 24 * 3_600_000
"""What was missed for longer is not told any more."""
THREADS = 4
ATTEMPTS = 3
PAUSE_SECONDS = 5.0

log = logging.getLogger("vato.server")


class Pushes:
    """What this server tells browsers that are elsewhere."""

    def __init__(self, games: Games, contact: str, *, anywhere: bool) -> None:
        self._games = games
        self._contact = contact
        self.anywhere = anywhere
        """Whether push services may be anywhere, as in tests."""
        self.rows = PushRows(games.store)
        self._signer: Signer | None = None
        self._seen: OrderedDict[str, int] = OrderedDict()
        """The turn of each game that was last looked at."""
        self._turns: asyncio.Queue[tuple[float, str, int]] = asyncio.Queue(MOST_WAITING)
        self._threads = ThreadPoolExecutor(THREADS, "vato push")
        self._room = asyncio.Semaphore(THREADS)
        games.followers.append(self.follow)

    def close(self) -> None:
        """Tell nobody any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def signer(self) -> Signer:
        """Return what signs for this server, with the key that all servers of the database have."""
        if self._signer is None:
            self._signer = Signer(await self.rows.key(new_key()), self._contact)
        return self._signer

    def follow(self, snapshot: Snapshot) -> None:
        """Note whose turn it is in a game."""
        game = snapshot.game
        if self._seen.get(game.id) == game.plies or to_tell(game) is None:
            return
        self._seen[game.id] = game.plies
        self._seen.move_to_end(game.id)
        while len(self._seen) > MOST_REMEMBERED:
            self._seen.popitem(last=False)
        if not self._turns.full():
            self._turns.put_nowait((asyncio.get_running_loop().time() + SOON_SECONDS, game.id, game.plies))

    async def run(self) -> None:
        """Tell whoever is to be told, until cancelled."""
        try:
            for game_id in await self.rows.missed(now_ms() - MISSED_MS):
                with suppress(VatoError):  # whatever is wrong with one, the others are told
                    await self._games.snapshot(game_id)
        except Refusal as refusal:
            log.warning("What was not told is left: %s", refusal)
        while True:
            due, game_id, plies = await self._turns.get()
            await asyncio.sleep(max(0.0, due - asyncio.get_running_loop().time()))
            await self._room.acquire()
            self._games.in_background(asyncio.create_task(self._tell(game_id, plies)))

    async def _tell(self, game_id: str, plies: int) -> None:
        try:
            snapshot = await self._games.snapshot(game_id)
            side = to_tell(snapshot.game)
            if side is None or snapshot.game.plies != plies:
                return
            subscriptions = await self.rows.of(snapshot.game.seats[side].visitor or "")
            if not subscriptions or not await self.rows.claim(game_id, plies):
                return
            if self._games.hub.presence(snapshot.game, thinking=False)["online"][side]:
                return
            signer = await self.signer()
            for subscription in subscriptions:
                await self._send(subscription, message(snapshot.game, side, subscription.language), signer)
        except Refusal as refusal:
            log.warning("It could not be told whose turn it is in game %s: %s", game_id, refusal)
        finally:
            self._room.release()

    async def _send(self, subscription: Subscription, told: dict[str, Any], signer: Signer) -> None:
        work = asyncio.get_running_loop().run_in_executor
        for attempt in range(1, ATTEMPTS + 1):
            try:
                status = await work(
                    self._threads,
                    lambda: deliver(subscription, told, told["tag"], signer, anywhere=self.anywhere),
                )
            except (Undelivered, Refusal) as error:
                log.info("A push service was not reached: %s", error)
                return
            if status in GONE:
                await self.rows.forget(subscription.id)
                return
            if status < 500 and status != 429:
                return
            if attempt < ATTEMPTS:
                await asyncio.sleep(PAUSE_SECONDS)


def to_tell(game: StoredGame) -> int | None:
    """Return the side whose player is to be told that it is their turn: where nobody needs to be there at once."""
    if game.outcome is not None or not game.full or (game.clock is not None and not game.by_post):
        return None
    mine, other = game.seats[game.turn], game.seats[1 - game.turn]
    between_people = mine.kind == other.kind == PERSON and mine.visitor is not None and mine.visitor != other.visitor
    return game.turn if between_people else None


def message(game: StoredGame, side: int, language: str) -> dict[str, Any]:
    """Return what a browser shows, in its own language."""
    title, name = catalog.find(game.game).title, game.seats[1 - side].name
    known = Text("{name} has moved in {game}.", name=name, game=title)
    said = known if name else Text("Your opponent has moved in {game}.", game=title)
    return {
        "title": languages.say(language, Text("It is your turn")),
        "body": languages.say(language, said),
        "language": language,
        "tag": game.id,
        "address": f"/game/{game.id}",
    }
