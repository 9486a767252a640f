"""Whose turn it is where many wait for a few: whoever has had least goes next, and the cheap before the dear.

What somebody has had is counted in seconds, for their address and for themselves, whose name may be made up. Nobody
saves up by not coming: a newcomer begins level with those who are served now. Nothing here waits or works.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from vato.server.http.refusals import Refusal, busy

MOST_REMEMBERED = 10_000
"""Names of whom it is remembered what they have had; those who are not ahead of a newcomer are forgotten first."""


class Asker(NamedTuple):
    """Who asks for something."""

    visitor: str
    address: str


@dataclass(eq=False)
class Turn:
    """Somebody who waits, or whose turn it is."""

    asker: Asker
    cost: float
    """How many seconds it will take, as far as one can guess."""
    number: int
    called: asyncio.Future[Any] = field(repr=False)
    """What they wait for, or their refusal."""


class FairQueue:
    """Those who wait, and those whose turn it is."""

    def __init__(self, most: int, at_once: int, refusal: Callable[[], Refusal] = busy) -> None:
        self._most = most
        self._refusal = refusal
        self.at_once = at_once
        """Turns that one address has at once, so that something is left for whoever comes next."""
        self._waiting: list[Turn] = []
        self._begun: Counter[str] = Counter()
        self._had: dict[str, float] = {}
        self._floor = 0.0
        """What whoever was called last had had: newcomers begin there."""
        self._number = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def join(self, asker: Asker, cost: float) -> Turn:
        """Wait; where too many do, take the place of whoever came last from where most come from, or refuse."""
        if len(self._waiting) >= self._most:
            self._make_room(asker)
        self._number += 1
        turn = Turn(asker, cost, self._number, asyncio.get_running_loop().create_future())
        self._waiting.append(turn)
        return turn

    def leave(self, turn: Turn) -> None:
        """Wait no longer."""
        if turn in self._waiting:
            self._waiting.remove(turn)

    def call(self) -> Turn | None:
        """Return whose turn it is now, if anybody's."""
        ready = [turn for turn in self._waiting if self._may_begin(turn)]
        if not ready:
            return None
        turn = min(ready, key=self._rank)
        self._waiting.remove(turn)
        self._floor = max(self._floor, self._had_by(turn.asker.address))
        self._begun[turn.asker.address] += 1
        self._charge(turn.asker, turn.cost)
        return turn

    def end(self, turn: Turn, seconds: float) -> None:
        """Note that a turn is over, and how long it really took."""
        self._begun[turn.asker.address] -= 1
        if not self._begun[turn.asker.address]:
            del self._begun[turn.asker.address]
        self._charge(turn.asker, seconds - turn.cost)

    def waits_for(self, turn: Turn) -> bool:
        """Return whether somebody could have their turn if this one were over."""
        return any(other.asker.address == turn.asker.address or self._may_begin(other) for other in self._waiting)

    def _may_begin(self, turn: Turn) -> bool:
        return not turn.called.done() and self._begun[turn.asker.address] < self.at_once

    def _rank(self, turn: Turn) -> tuple[float, float, int]:
        address, visitor = self._had_by(turn.asker.address), self._had_by(turn.asker.visitor)
        return address + turn.cost, visitor + turn.cost, turn.number

    def _had_by(self, name: str) -> float:
        return max(self._floor, self._had.get(name, 0.0))

    def _charge(self, asker: Asker, seconds: float) -> None:
        for name in {*asker}:
            self._had[name] = self._had_by(name) + seconds
        if len(self._had) > MOST_REMEMBERED:
            self._had = {name: had for name, had in self._had.items() if had > self._floor}

    def _make_room(self, asker: Asker) -> None:
        waiting = Counter(turn.asker.address for turn in self._waiting)
        crowd, size = waiting.most_common(1)[0]
        if size <= waiting[asker.address] + 1:
            raise self._refusal()
        last = next(turn for turn in reversed(self._waiting) if turn.asker.address == crowd)
        self._waiting.remove(last)
        if not last.called.done():
            last.called.set_exception(self._refusal())
