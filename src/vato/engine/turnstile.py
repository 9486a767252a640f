"""Who may use something that only one can use at a time: in the order in which they came, and who waits may give up."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager


class Turnstile:
    """Lets one in at a time."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: dict[Hashable, None] = {}
        """Everybody who has come and not left; the first one is in."""

    def join(self, who: Hashable) -> None:
        """Come, and be let in after those who came before."""
        with self._changed:
            self._waiting[who] = None

    def pass_through(self, who: Hashable, given_up: Callable[[], bool] = lambda: False) -> bool:
        """Wait until it is somebody's turn, or until they have given up; return whether it is their turn."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_first(who) or given_up())
            return self._is_first(who)

    def leave(self, who: Hashable) -> None:
        """Let the next one in."""
        with self._changed:
            del self._waiting[who]
            self._changed.notify_all()

    def wake(self) -> None:
        """Let everybody who waits see whether to give up."""
        with self._changed:
            self._changed.notify_all()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Wait for a turn of one's own and have it during the block."""
        who = object()
        self.join(who)
        try:
            self.pass_through(who)
            yield
        finally:
            self.leave(who)

    def _is_first(self, who: Hashable) -> bool:
        return next(iter(self._waiting)) is who
