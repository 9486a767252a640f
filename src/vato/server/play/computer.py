"""The computer as a player: whenever a game waits for it, it thinks, takes a person's time about it, and plays."""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections.abc import Callable
from contextlib import suppress

from vato.errors import VatoError
from vato.server.engine.engineer import EngineLost, TookTooLong
from vato.server.engine.thinking import Played, Thinking
from vato.server.fair_queue import Asker
from vato.server.http.refusals import Refusal
from vato.server.play.alarms import HOPELESS
from vato.server.play.deed import Deed, played
from vato.server.play.games import Games
from vato.server.play.positions import is_crowded
from vato.server.play.snapshot import Snapshot
from vato.server.store.model import StoredGame
from vato.server.store.times import now_ms

ATTEMPTS = 3
"""How often a lost engine is asked again."""
PAGE_SECONDS = 10.0
"""How long the page of whoever plays may think for the computer, before it is thought here after all."""
LONGEST_PAUSE_SECONDS = 3
"""Between two attempts to find its move, or to keep it."""
RECENT_MS = 24 * 3_600_000
"""Games in which something happened since then are taken up again when the server starts."""
MOST_RESUMED = 5_000
DRAW_SECONDS = 0.5
DRAW_VALUE = 20
"""The computer accepts a draw if it is not ahead by more than this, in hundredths of a stone or place.

Where it is known who wins, that decides."""
SHARE_OF_CLOCK = 40
"""It does not take more than this part of its remaining time just to look human."""

log = logging.getLogger("vato.server")


class Computer:
    """Plays the computer's seats."""

    def __init__(
        self, games: Games, thinking: Thinking, asker: Callable[[str | None], Asker], pace_seconds: float
    ) -> None:
        self._pace_seconds = pace_seconds
        self._asker = asker
        self._games = games
        self._thinking = thinking
        self._turns: dict[str, tuple[int, asyncio.Task[None]]] = {}
        self._opinions: dict[tuple[str, int], asyncio.Task[bool]] = {}
        games.followers.append(self.follow)
        games.is_thinking = self.is_thinking

    def is_thinking(self, game_id: str) -> bool:
        """Return whether the computer thinks about its move in a game."""
        return game_id in self._turns

    def follow(self, snapshot: Snapshot) -> None:
        """Begin to think where it is the computer's turn, and stop where it no longer is."""
        game = snapshot.game
        plies, task = self._turns.get(game.id, (None, None))
        is_mine = game.computer_to_move and self._games.sees_to(game)
        if is_mine and plies == game.plies:
            return
        if task is not None:
            task.cancel()
            del self._turns[game.id]
        if is_mine:
            turn = asyncio.create_task(self._turn(snapshot))
            self._turns[game.id] = game.plies, turn
            turn.add_done_callback(lambda done: self._forget(game.id, done))
            self._games.in_background(turn)

    def look_again(self, game_id: str) -> None:
        """Think anew about a game in which the computer may be to move: who thinks has changed."""
        if game_id in self._turns:
            self._games.in_background(asyncio.create_task(self._begin_anew(game_id)))

    async def _begin_anew(self, game_id: str) -> None:
        with suppress(Refusal):  # while nothing can be read, the turn goes on as it was begun
            snapshot = await self._games.snapshot(game_id)
            _, task = self._turns.pop(game_id, (None, None))
            if task is not None:
                task.cancel()
            self.follow(snapshot)

    def _forget(self, game_id: str, task: asyncio.Task[None]) -> None:
        if self._turns.get(game_id, (None, None))[1] is task:
            del self._turns[game_id]
            self._games.hub.presence_changed(game_id)

    async def resume(self) -> None:
        """Take up the games that wait for the computer, and that this server sees to and may not know of."""
        while True:
            try:
                for game_id in await self._games.store.computers_turn(now_ms() - RECENT_MS, MOST_RESUMED):
                    await self._take_up(game_id)
            except Refusal:  # while nothing can be read; they wait all the same
                await asyncio.sleep(LONGEST_PAUSE_SECONDS)
            else:
                return

    async def _take_up(self, game_id: str) -> None:
        try:
            self._games.attend(await self._games.snapshot(game_id))
        except Refusal as refusal:
            if refusal.code not in HOPELESS:
                raise

    async def _turn(self, snapshot: Snapshot) -> None:
        game = snapshot.game
        if not game.counts and self._games.hub.thinks_elsewhere(game.id):
            await asyncio.sleep(PAGE_SECONDS)
        begin = time.monotonic()
        while (found := await self._move(snapshot)) is None:
            await asyncio.sleep(LONGEST_PAUSE_SECONDS)
        pause = max(0.0, self._pace(game) - (time.monotonic() - begin))
        await asyncio.sleep(pause)
        found = found._replace(seconds=found.seconds + pause)
        for attempt in itertools.count(1):
            try:
                await self._play(game, found)
            except Refusal as refusal:
                # It could not be kept. The computer is not silent for that: it plays as soon as it can be.
                log.warning("The computer's move in game %s waits: %s", game.id, refusal.__cause__ or refusal)
                await asyncio.sleep(min(0.25 * attempt, LONGEST_PAUSE_SECONDS))
            else:
                return

    async def _play(self, game: StoredGame, found: Played) -> None:
        def decide(now: Snapshot) -> Deed | None:
            if not now.game.computer_to_move or now.game.plies != game.plies:
                return None
            # Its clock shows what it thought and paused, and not what it waited for others to be thought about.
            return played(now, found.move, round(1000 * found.seconds))

        # Once it is committed this turn is played: whoever looks at the new version must not stop it.
        await self._games.change(game.id, decide, lambda _: self._forget_turn(game))

    def _forget_turn(self, game: StoredGame) -> None:
        if self._turns.get(game.id, (None, None))[0] == game.plies:
            del self._turns[game.id]

    async def _move(self, snapshot: Snapshot) -> Played | None:
        game = snapshot.game
        level = game.seats[game.turn].level
        if await asyncio.to_thread(is_crowded, snapshot.board.copy()):
            return _any_move(snapshot)  # too many turns to think about them
        for attempt in range(ATTEMPTS):
            try:
                return await self._thinking.play(snapshot.board, level, self._asker_of(game), game.clock)
            except TookTooLong:
                return _any_move(snapshot)
            except EngineLost:
                await asyncio.sleep(attempt)
            except VatoError as refusal:
                log.error("The computer was refused a move in game %s: %s", game.id, refusal)
                return None
        log.error("The computer found no move in game %s.", snapshot.game.id)
        return None

    async def accepts_draw(self, snapshot: Snapshot) -> bool:
        """Return whether the computer takes a draw: it does when it is worse or level. Asked twice, it thinks once."""
        key = snapshot.game.id, snapshot.game.plies
        if key not in self._opinions:
            self._opinions[key] = opinion = asyncio.create_task(self._opinion(snapshot))
            opinion.add_done_callback(lambda _: self._opinions.pop(key))
        return await asyncio.shield(self._opinions[key])

    async def _opinion(self, snapshot: Snapshot) -> bool:
        if await asyncio.to_thread(is_crowded, snapshot.board.copy()):
            return False
        try:
            found = await self._thinking.look(snapshot.board, DRAW_SECONDS, self._asker_of(snapshot.game))
        except EngineLost:
            return False
        if found["known"] is not None:
            return bool(found["known"]["winner"] != snapshot.game.computer)
        value: int = found["lines"][0]["score"]["value"]
        return (value if snapshot.game.turn == snapshot.game.computer else -value) <= DRAW_VALUE

    def _asker_of(self, game: StoredGame) -> Asker:
        """Return for whom the computer thinks: the person who plays against it."""
        return self._asker(next((seat.visitor for seat in game.seats if seat.visitor is not None), game.owner))

    def _pace(self, game: StoredGame) -> float:
        """Return how long a turn takes at least; a computer in a hurry does not wait."""
        if game.clock is None:
            return self._pace_seconds
        return min(self._pace_seconds, game.clock.remaining_ms[game.turn] / 1000 / SHARE_OF_CLOCK)


def _any_move(snapshot: Snapshot) -> Played:
    """Return a move that nothing was thought about."""
    return Played(str(next(iter(snapshot.board.legal_moves))), 0.0)
