"""A page of a tournament that is open; director.py says what it is told."""

from __future__ import annotations

from vato.server.http.sockets import Outbox


class Listener:
    """A page of a tournament that is open."""

    def __init__(self, visitor: str | None) -> None:
        self.visitor = visitor
        self.outbox = Outbox()
