"""A tournament as a value: plan, entries and meetings, from which all else follows: the standing, what is next."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from vato.contest.tournaments import arena, knockout, round_robin, swiss
from vato.contest.tournaments.meetings import is_over
from vato.contest.tournaments.plan import ARENA, KNOCKOUT, ROUND_ROBIN, Entry, Meeting, Place, Plan
from vato.contest.tournaments.standing import standing_of


@dataclass(frozen=True)
class Tournament:
    """A tournament as it stands."""

    plan: Plan
    entries: tuple[Entry, ...] = ()
    meetings: tuple[Meeting, ...] = ()

    @property
    def begun(self) -> int:
        """How many rounds have begun."""
        return max((meeting.round for meeting in self.meetings), default=0)

    @property
    def rounds(self) -> int | None:
        """How many rounds there are, as far as is known; None in an arena, which has a time."""
        if self.plan.system == ARENA:
            return None
        if self.plan.system == ROUND_ROBIN:
            return round_robin.rounds_of(self.plan, self.entries)
        return knockout.rounds_of(self.entries) if self.plan.system == KNOCKOUT else self.plan.rounds

    def under_way(self) -> tuple[Meeting, ...]:
        """Return the meetings that are not over."""
        return tuple(meeting for meeting in self.meetings if not is_over(self.plan, meeting))

    def may_enter(self) -> bool:
        """Return whether somebody may still come: once it has begun, to an arena, or a Swiss before its last round."""
        if self.begun == 0 or self.plan.system == ARENA:
            return True
        return self.plan.system not in (ROUND_ROBIN, KNOCKOUT) and self.begun < self.plan.rounds

    def next_round(self) -> list[Meeting]:
        """Return who meets whom in the round after those that are over; nothing if there is none, or in an arena."""
        number = self.begun + 1
        if self.rounds is None or number > self.rounds:
            return []
        if self.plan.system == ROUND_ROBIN:
            return round_robin.pair(self.plan, self.entries, number)
        pair = knockout.pair if self.plan.system == KNOCKOUT else swiss.pair
        return pair(self.plan, self.entries, self.meetings, number)

    def next_pairs(self, present: Collection[int]) -> list[Meeting]:
        """Return who of those who are there, and do not play, meets whom in an arena."""
        playing = {player for meeting in self.under_way() for player in meeting.players}
        there = {entry.number for entry in self.entries if entry.is_in and entry.number in present} | playing
        ranking = [place.player for place in self.standing()]
        return arena.pair(ranking, there - playing, len(there), self.meetings)

    def standing(self) -> list[Place]:
        """Return where everybody stands, the leader first."""
        return standing_of(self.plan, self.entries, self.meetings)
