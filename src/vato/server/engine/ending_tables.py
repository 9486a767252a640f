"""What is known about endings to train and proven of openings: opened when first asked for, asked by one at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from vato import catalog
from vato.knowledge import Knowledge
from vato.learn.endings import NoTables
from vato.server.http.refusals import Refusal

Answer = TypeVar("Answer")


class EndingTables:
    """What is known about endings, by game."""

    def __init__(self) -> None:
        self._known: dict[str, Knowledge] = {}
        self._lock = threading.Lock()

    def close(self) -> None:
        """Let go of files."""
        with self._lock:
            for knowledge in self._known.values():
                knowledge.close()

    def ask(self, game: str, question: Callable[[Knowledge], Answer]) -> Answer:
        """Return the answer to a question about a game; it may take a moment."""
        with self._lock:
            if game not in self._known:
                found = catalog.known(game)
                assert found is not None
                self._known[game] = found
            try:
                return question(self._known[game])
            except NoTables as error:
                raise Refusal(error.template, code="no_tables", status=503, **error.values) from error
