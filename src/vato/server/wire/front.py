"""The first page: what goes on here that somebody may join, and which of their own games they may go on with."""

from __future__ import annotations

from typing_extensions import TypedDict

from vato.server.wire.fields import sent
from vato.server.wire.game import Summary
from vato.server.wire.lessons import PuzzleGame
from vato.server.wire.lobby import OpenSeek
from vato.server.wire.post import WaitingGames
from vato.server.wire.tournaments import TournamentHead


@sent
class Going(TypedDict):
    """What goes on among people here."""

    seeks: list[OpenSeek]
    """Some of those who wait for an opponent, and whom one may meet; those first who have waited longest."""
    seekers: int
    """How many wait."""
    tournaments: list[TournamentHead]
    """Some that can be entered: those that go on, then those that begin soon, the next one first."""
    playing: int
    """How many public games are being played, as far as they are looked at."""
    puzzles: list[PuzzleGame]
    """From which everybody works out the puzzle of their day."""


@sent
class Front(TypedDict):
    """What the first page tells somebody."""

    going: Going | None
    """Null where nobody meets anybody: without a lobby and accounts."""
    waiting: WaitingGames
    unfinished: list[Summary]
    """Games to go on with, the last played first, that do not wait for them while somebody else plays, too."""
