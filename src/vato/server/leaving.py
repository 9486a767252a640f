"""How the server goes: who is here is told when to leave, spread out, so that they do not all come back at once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Leaving:
    """Whether the server is about to stop, and who is to be told."""

    def __init__(self) -> None:
        self._until: float | None = None
        self._here: dict[Callable[[], None], None] = {}

    @property
    def begun(self) -> bool:
        """Whether it is about to stop."""
        return self._until is not None

    def begin(self, seconds: float) -> None:
        """Go within some seconds: in the first half of them only those are told who ask whether it is ready."""
        self._until = asyncio.get_running_loop().time() + seconds
        for leave in tuple(self._here):
            self._tell(leave, seconds / 2)

    def _tell(self, leave: Callable[[], None], earliest: float = 0.0) -> None:
        assert self._until is not None
        loop = asyncio.get_running_loop()
        latest = max(earliest, self._until - loop.time())
        loop.call_later(random.uniform(earliest, latest), lambda: leave() if leave in self._here else None)

    @contextmanager
    def told(self, leave: Callable[[], None]) -> Iterator[None]:
        """Be called when it is time to leave."""
        self._here[leave] = None
        if self.begun:
            self._tell(leave)
        try:
            yield
        finally:
            del self._here[leave]
