"""Time in which the server could not take a move is nobody's: it notices that it slept, or could keep nothing.

A stopped process, a sleeping machine, a full disk: for the players it is as if the server had been killed, and what is
done is the same, when it can be done: every running clock is set, in the database, as if no time had passed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from vato.server.http.refusals import Refusal
from vato.server.store.lost_time import Lost
from vato.server.store.model import Conflict
from vato.server.store.store import Store
from vato.server.store.times import now_ms

TICK_SECONDS = 0.5
LONGEST_GAP_MS = 1_500
"""Between two ticks, or for something to be kept, where the machine is only busy."""

log = logging.getLogger("vato.server")


class Pulse:
    """When the server was last able to take a move."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._able_ms = now_ms()
        self._failing = False
        self.failures = 0
        """How often something could not be kept, or nobody knows whether it was."""
        self._waking = asyncio.Lock()

    def failed(self, since_ms: int) -> None:
        """Note that something could not be kept, which was tried from some moment on."""
        self.failures += 1
        self._was_unable(since_ms)

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Keep something, whether or not that succeeds; a move would have fared no better meanwhile."""
        begin_ms = now_ms()
        try:
            yield
        except (Refusal, Conflict):
            self.failed(begin_ms)
        except Exception:
            log.exception("Something could not be kept.")
            self.failed(begin_ms)
        else:
            if now_ms() - begin_ms > LONGEST_GAP_MS:
                self._was_unable(begin_ms)

    def _was_unable(self, since_ms: int) -> None:
        self._failing = True
        self._able_ms = min(self._able_ms, since_ms)

    def tick(self) -> None:
        """Note that all is well, if it is."""
        if self._is_well:
            self._able_ms = now_ms()

    async def wake(self) -> Lost | None:
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
