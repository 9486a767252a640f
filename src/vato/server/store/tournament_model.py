"""What the database keeps of tournaments, as plain values, and what is done to one at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal

from vato.board import Outcome
from vato.contest.clock import Control
from vato.contest.tournaments.plan import Entry, Meeting, Plan
from vato.contest.tournaments.tournament import Tournament
from vato.server.store.model import StoredGame, StoredMove

State = Literal["open", "running", "finished", "closed"]
OPEN: Final = "open"
RUNNING: Final = "running"
FINISHED: Final = "finished"
CLOSED: Final = "closed"

MeetingKey = tuple[int, frozenset[int]]
"""A round, and the two who met in it."""


@dataclass(frozen=True)
class StoredTournament:
    """A tournament, but for who takes part."""

    id: str
    version: int
    organiser: str | None
    title: str
    plan: Plan
    control: Control
    rated: bool
    bots: bool
    """Whether bots may enter."""
    pause_ms: int
    lasts_ms: int
    created_ms: int
    starts_ms: int
    begun_ms: int | None = None
    ended_ms: int | None = None
    state: State = OPEN
    settled: int = 0
    due_ms: int | None = None
    organiser_name: str = ""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in (FINISHED, CLOSED)

    @property
    def ends_ms(self) -> int:
        """When an arena pairs nobody any more."""
        return (self.begun_ms or self.starts_ms) + self.lasts_ms


@dataclass(frozen=True)
class StoredEntry:
    """Somebody who entered."""

    entry: Entry
    member: str | None
    level: int | None
    name: str
    since_round: int
    """How many rounds had begun when they last entered."""
    alive_ms: int
    banned: bool = False

    @property
    def is_gone(self) -> bool:
        """Whether they cannot come any more: the account was deleted or closed."""
        return self.banned or (self.member is None and self.level is None)


@dataclass(frozen=True)
class TournamentGame:
    """A game of a tournament, as far as the tournament is concerned."""

    id: str
    round: int
    players: tuple[int, int]
    """Who of those who entered has which side, by number."""
    outcome: Outcome | None
    played: int
    """How many turns were played by the players themselves."""


@dataclass(frozen=True)
class KnownTournament:
    """A tournament with all that belongs to it, as it was at one moment."""

    row: StoredTournament
    people: tuple[StoredEntry, ...]
    value: Tournament
    games: tuple[TournamentGame, ...]

    @cached_property
    def _by_meeting(self) -> dict[MeetingKey, list[TournamentGame]]:
        return group_games(self.games)

    def games_of(self, meeting: Meeting) -> list[TournamentGame]:
        """Return the games of two who met, in their order."""
        return self._by_meeting.get((meeting.round, frozenset(meeting.players)), [])

    def of(self, member: str | None) -> StoredEntry | None:
        """Return somebody's entry, if they have one."""
        return next((entry for entry in self.people if member is not None and entry.member == member), None)


@dataclass
class Change:
    """What is done to a tournament at once."""

    values: dict[str, Any] = field(default_factory=dict)
    """Of its own row."""
    met: list[tuple[int, Meeting]] = field(default_factory=list)
    """New meetings, each with its board."""
    forfeited: list[Meeting] = field(default_factory=list)
    left: dict[int, int] = field(default_factory=dict)
    """Who leaves, by number, and how many rounds had begun."""
    created: list[tuple[StoredGame, tuple[StoredMove, ...]]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return any((self.values, self.met, self.forfeited, self.left, self.created))


def group_games(played: Sequence[TournamentGame]) -> dict[MeetingKey, list[TournamentGame]]:
    """Return games by the meetings that they are of."""
    found: defaultdict[MeetingKey, list[TournamentGame]] = defaultdict(list)
    for game in played:
        found[game.round, frozenset(game.players)].append(game)
    return dict(found)
