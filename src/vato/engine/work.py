"""One piece of thinking in the search's terms: a board, its limits, the words all threads share. Thinks nothing."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Generic

import numpy as np
from numpy.typing import NDArray

from vato.board import Board
from vato.compiled.contract import Kernel
from vato.engine import search
from vato.engine.informed import patience_within
from vato.engine.limits import Limit
from vato.knowledge import Bounds, Facts, Patience, Proven, Result
from vato.moves import MoveT_co

NO_LIMIT = 2**62
"""More nodes than anybody waits for."""
NOT_LOST = Bounds(Result.DRAWN)


@dataclass(eq=False)
class Work(Generic[MoveT_co]):
    """What is to be thought about and how far; whoever holds it can stop it, also before anything has begun.

    However little time, nodes or patience there is, the search is not stopped before it has an answer: a move that
    nobody has looked at may be the worst there is, and to look at each once takes a moment.
    """

    board: Board[MoveT_co]
    limit: Limit
    lines: int
    kernel: Kernel
    facts: Facts[MoveT_co] | None = None
    proven: Proven[MoveT_co] | None = None
    known: NDArray[np.uint64] | None = None
    """What the search looks up by itself."""
    rules: Any = field(init=False)
    position: Any = field(init=False)
    control: NDArray[np.uint64] = field(init=False)
    patience: Patience = field(init=False)
    begin: float = field(default_factory=time.monotonic)
    """When the thinking began."""

    def __post_init__(self) -> None:
        self.rules = self.kernel.rules_of(self.board)
        self.position = self.kernel.position_of(self.board)
        self.control = np.zeros(search.CONTROL_WORDS, np.uint64)
        self.control[search.NODE_LIMIT] = NO_LIMIT
        self.patience = patience_within(self.limit)
        self.stopped = False
        """Whether it was told to stop."""
        self._answered = False
        self._deciding = threading.Lock()

    def worth(self, move: Any) -> tuple[int, int]:
        """Return what is known of a move, the better the greater: how it ends, or whether it keeps what is proven.

        Where there may be a win, all are alike.
        """
        if self.facts is not None:
            return self.facts.moves[move].worth
        return int(self.proven is not None and not self.holding and move in self.proven.best), 0

    @property
    def holding(self) -> Sequence[MoveT_co]:
        """The moves that are proven not to lose, where it is open whether there is more to be had; else none."""
        if self.facts is not None or self.proven is None or self.proven.bounds != NOT_LOST:
            return ()
        return self.proven.best

    @property
    def cut_short(self) -> bool:
        """Whether the search has stopped: what it returns now means nothing."""
        return bool(self.control[search.STOP])

    def note_answer(self) -> None:
        """From now on the search may be cut short: there is a move to answer with."""
        with self._deciding:
            if not self._answered:
                self._answered = True
                self.control[search.NODE_LIMIT] = min(self.limit.nodes or NO_LIMIT, NO_LIMIT)
                self.control[search.STOP] = self.stopped

    @property
    def seconds(self) -> float:
        """How long the thinking has taken."""
        return time.monotonic() - self.begin

    def stop(self) -> None:
        """Tell the search to stop, and whoever looks something up for it; for any thread, at any time."""
        with self._deciding:
            self.stopped = True
            if self._answered:
                self.control[search.STOP] = 1
        self.patience.stop()

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Begin now, and stop when the time is over; who thinks beside it stops at the end of the block."""
        self.begin = time.monotonic()
        budget = self.limit.budget_seconds
        timer = None
        if budget is not None and budget < threading.TIMEOUT_MAX:
            timer = threading.Timer(budget, self.stop)
            timer.daemon = True  # as is the thread that thinks, which waits for it
            timer.start()
        try:
            yield
        finally:
            self.stop()
            if timer is not None:
                timer.cancel()
                timer.join()
