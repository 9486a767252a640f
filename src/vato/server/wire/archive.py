"""The archive: public games that have ended, as a search finds them."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from vato.server.wire.fields import sent
from vato.server.wire.game import Summary

ResultName = Literal["first", "second", "drawn"]
"""How a game ended: who of the two won it, or nobody"""


@sent
class ArchivedGame(TypedDict):
    """A public game that has ended."""

    summary: Summary
    opening: str | None
    """The traditional name of its first move."""


@sent
class ArchivePage(TypedDict):
    """A page of the archive, the last ended first."""

    games: list[ArchivedGame]
    next: str | None
    """Where the next page begins; None if there is none. A page may be short, or empty, and have a next one."""
    licence: str
    """What all games of the archive are given away under."""
