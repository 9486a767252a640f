"""The clocks' alarms: whose time is up loses, whether or not anybody looks.

Only what is up soon has a timer. What is later, as where a turn has days, is asked of the database now and then.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from vato.server.http.refusals import Refusal, damaged, unknown_game
from vato.server.play.deed import fallen
from vato.server.play.games import Games
from vato.server.play.snapshot import Snapshot
from vato.server.store.times import now_ms

SOON_MS = 20 * 60 * 1000
"""What is up within this time has a timer."""
LOOK_SECONDS = 10 * 60.0
"""Between two looks at what is later."""
PAUSE_SECONDS = 2.0
"""Between two attempts to keep that somebody's time is up."""

HOPELESS = (damaged().code, unknown_game().code)
"""What will not be otherwise later."""

log = logging.getLogger("vato.server")


class Alarms:
    """An alarm for every game in which somebody's time runs."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self.any_later = False
        """Whether somebody's time is running that is up so late that there is no timer yet."""
        games.followers.append(self.follow)

    @property
    def any_set(self) -> bool:
        """Whether somebody's time is running that is up soon."""
        return bool(self._alarms)

    def follow(self, snapshot: Snapshot) -> None:
        """Set the alarm for the moment at which somebody's time is up."""
        game = snapshot.game
        self._unset(game.id)
        if game.clock is None or game.outcome is not None or game.computer_to_move or not self._games.sees_to(game):
            return
        if (falls_at := game.clock.falls_at_ms) is not None:
            self.expect(game.id, falls_at)

    def expect(self, game_id: str, falls_at_ms: int) -> None:
        """Look at a game, which may not be in memory, when somebody's time will be up."""
        if falls_at_ms > now_ms() + SOON_MS:
            self._unset(game_id)
            self.any_later = True
            return
        # A moment later, so that rounding does not wake it a moment too soon.
        self._set(game_id, max(0, falls_at_ms - now_ms()) / 1000 + 0.005)

    async def look_ahead(self) -> None:
        """Set the alarms for what has become soon, again and again."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            with suppress(Refusal):  # while nothing can be read
                soon, self.any_later = await self._games.store.falling(now_ms() + SOON_MS)
                for game_id, falls_at_ms in soon:
                    self.expect(game_id, falls_at_ms)

    def _unset(self, game_id: str) -> None:
        if (alarm := self._alarms.pop(game_id, None)) is not None:
            alarm.cancel()

    def _set(self, game_id: str, seconds: float) -> None:
        self._unset(game_id)
        self._alarms[game_id] = asyncio.get_running_loop().call_later(seconds, self._ring, game_id)

    def _ring(self, game_id: str) -> None:
        self._alarms.pop(game_id, None)
        self._games.in_background(asyncio.create_task(self._look(game_id)))

    async def _look(self, game_id: str) -> None:
        try:
            self.follow(await self._games.change(game_id, fallen))
        except Refusal as refusal:
            if refusal.code in HOPELESS:
                return
            # It could not be kept; the time is up all the same.
            log.warning("The end of game %s waits: %s", game_id, refusal.__cause__ or refusal)
            self._set(game_id, PAUSE_SECONDS)

    def close(self) -> None:
        """Stop them all."""
        for alarm in self._alarms.values():
            alarm.cancel()
