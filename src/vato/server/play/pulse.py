"""Time in which the server could not take a move is nobody's: it notices that it slept, or could keep nothing.

A stopped process, a sleeping machine, a full disk: for the players it is as if the server had been killed, and what is
done is the same, when it can be done: every running clock is set, in the database, as if no time had passed.
"""

from __future__ import annotations

import asyncio

from vato.server.store.store import Store
from vato.server.store.times import now_ms

TICK_SECONDS = 0.5
LONGEST_GAP_MS = 1_500
"""Between two ticks, where the machine is only busy."""


class Pulse:
    """When the server was last able to take a move."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._able_ms = now_ms()
        self._failing = False
        self._waking = asyncio.Lock()

    def failed(self, since_ms: int) -> None:
        """Note that something could not be kept, which was tried from some moment on."""
        self._failing = True
        self._able_ms = min(self._able_ms, since_ms)

    def tick(self) -> None:
        """Note that all is well, if it is."""
        if self._is_well:
            self._able_ms = now_ms()

    async def wake(self) -> tuple[int, int] | None:
        """Give back the time that was lost, and return from when to when it was; refuse while nothing can be kept.

        Nothing was lost while another server of the same games was able.
        """
        if self._is_well:
            return None
        async with self._waking:
            if self._is_well:
                return None
            lost = await self._store.wake(self._able_ms, now_ms())
            self._able_ms, self._failing = now_ms(), False
            return lost

    @property
    def _is_well(self) -> bool:
        return not self._failing and now_ms() - self._able_ms <= LONGEST_GAP_MS
