"""A page of a tournament that is open; director.py says what it is told."""

from __future__ import annotations

from vato.server.http.sockets import Outbox


class Listener:
    """A page of a tournament that is open."""

    def __init__(self, visitor: str | None) -> None:
        self.visitor = visitor
        self.moderates = False
        self.boards: frozenset[str] = frozenset()
        """The games of which it has been shown how they stand."""
        self.outbox = Outbox()
