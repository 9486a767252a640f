"""The desk: what requests want worked out that touches no game in play, in one thread, by fair turns, at its cost.

More threads would work out no more, as they share the interpreter, and take it from the loop more often. What a piece
of work cost is known when it is done: whoever had much done for them waits until it is paid.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from vato.server.fair_queue import Asker, FairQueue, Turn
from vato.server.http.limits import Rate
from vato.server.http.refusals import too_fast

Result = TypeVar("Result")

UNIT_SECONDS = 0.0025
"""What a request may cost: one that takes longer counts for several."""
MOST_WAITING = 200
USUAL_SECONDS = 0.01


class Desk:
    """Works things out, one after the other."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        """From which every request has taken one already."""
        self._queue = FairQueue(MOST_WAITING, at_once=1, refusal=too_fast)
        self._thread = ThreadPoolExecutor(1, "vato desk")
        self._free = True

    @property
    def waiting(self) -> int:
        """How many pieces of work wait for their turn."""
        return len(self._queue)

    async def do(self, asker: Asker, work: Callable[[], Result]) -> Result:
        """Return what a piece of work comes to when its turn has come; refuse whoever has to pay for others first."""
        turn = self._queue.join(asker, USUAL_SECONDS)
        self._call()
        try:
            await turn.called
        except asyncio.CancelledError:
            self._queue.leave(turn)
            if turn.called.done() and not turn.called.cancelled() and turn.called.exception() is None:
                self._done(asker, 0.0, turn)
            raise
        seconds = 0.0

        def measured() -> Result:
            nonlocal seconds
            begin = time.thread_time()
            try:
                return work()
            finally:
                seconds = time.thread_time() - begin

        if not self._rate.allows(asker.address, 0):
            self._done(asker, 0.0, turn)
            raise too_fast()
        under_way = asyncio.get_running_loop().run_in_executor(self._thread, measured)
        under_way.add_done_callback(lambda _: self._done(asker, seconds, turn))
        return await asyncio.shield(under_way)

    def _call(self) -> None:
        if self._free and (turn := self._queue.call()) is not None:
            self._free = False
            turn.called.set_result(None)

    def _done(self, asker: Asker, seconds: float, turn: Turn) -> None:
        self._queue.end(turn, seconds)
        self._rate.charge(asker.address, max(0.0, seconds / UNIT_SECONDS - 1))
        self._free = True
        self._call()

    def close(self) -> None:
        """Let go of the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)
