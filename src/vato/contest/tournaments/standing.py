"""The standing: points, and what decides between equal ones, from entries, pairings and results and nothing else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace

from vato.contest.tournaments import arena, knockout, round_robin
from vato.contest.tournaments.meetings import is_over, points_of
from vato.contest.tournaments.plan import ARENA, KNOCKOUT, ROUND_ROBIN, SWISS, Entry, Meeting, Place, Plan, System

TIE_BREAKS: dict[System, tuple[str, ...]] = {
    ARENA: ("wins",),
    SWISS: ("buchholz", "sonneborn_berger", "wins"),
    ROUND_ROBIN: ("direct", "sonneborn_berger", "wins"),
    KNOCKOUT: (),
}
"""What the numbers in `Place.ties` are."""


def standing_of(plan: Plan, entries: Sequence[Entry], meetings: Sequence[Meeting]) -> list[Place]:
    """Return where everybody stands, the leader first."""
    if plan.system == ARENA:
        return _arena(entries, meetings)
    if plan.system == KNOCKOUT:
        return _knockout(plan, entries, meetings)
    if plan.system == ROUND_ROBIN:
        rounds = round_robin.rounds_of(plan, entries)
        without = round_robin.annulled(entries, meetings, rounds)
        table = _Table(plan, entries, [meeting for meeting in meetings if not without & {*meeting.players}])
        points = table.points
        return _placed(
            entries,
            points,
            lambda player: (table.direct(player), table.sonneborn_berger(player), table.wins(player)),
            last=without,
        )
    table = _Table(plan, entries, meetings)
    return _placed(
        entries,
        table.points,
        lambda player: (table.buchholz(player), table.sonneborn_berger(player), table.wins(player)),
    )


class _Table:
    """Who scored what against whom."""

    def __init__(self, plan: Plan, entries: Sequence[Entry], meetings: Sequence[Meeting]) -> None:
        self.points: dict[int, float] = {entry.number: 0.0 for entry in entries}
        self._scored: defaultdict[int, list[tuple[int | None, float, float]]] = defaultdict(list)
        """By player: the opponent, one's own points and theirs."""
        for meeting in meetings:
            if (points := points_of(plan, meeting)) is None:
                continue
            self._note(meeting.first, meeting.second, *points)
            if meeting.second is not None:
                self._note(meeting.second, meeting.first, *points[::-1])

    def _note(self, player: int, other: int | None, mine: float, theirs: float) -> None:
        self.points[player] += mine
        self._scored[player].append((other, mine, theirs))

    def wins(self, player: int) -> float:
        """Return how many meetings were won, byes left out."""
        return float(sum(mine > theirs for other, mine, theirs in self._scored[player] if other is not None))

    def buchholz(self, player: int) -> float:
        """Return the sum of the points of all opponents; a bye counts as an opponent with one's own points."""
        return sum(self.points[player if other is None else other] for other, *_ in self._scored[player])

    def sonneborn_berger(self, player: int) -> float:
        """Return the sum of the points of all opponents, each times what was scored against them."""
        return sum(mine * self.points[other] for other, mine, _ in self._scored[player] if other is not None)

    def direct(self, player: int) -> float:
        """Return what was scored against those who have as many points."""
        mine = self.points[player]
        return sum(won for other, won, _ in self._scored[player] if other is not None and self.points[other] == mine)


def _placed(
    entries: Sequence[Entry],
    points: dict[int, float],
    ties_of: Callable[[int], tuple[float, ...]],
    last: frozenset[int] = frozenset(),
) -> list[Place]:
    """Return places by points and then by what decides between equal ones; some come last, whatever they have."""
    worth = {
        entry.number: (entry.number not in last, points[entry.number], *ties_of(entry.number)) for entry in entries
    }
    order = sorted(worth, key=lambda player: (*(-value for value in worth[player]), player))
    places: list[Place] = []
    for index, player in enumerate(order):
        is_level = index > 0 and worth[player] == worth[order[index - 1]]
        place = places[-1].place if is_level else index + 1
        places.append(Place(place, player, points[player], tuple(float(value) for value in worth[player][2:])))
    return places


def _arena(entries: Sequence[Entry], meetings: Sequence[Meeting]) -> list[Place]:
    forms = arena.forms_of([entry.number for entry in entries], meetings)
    points = {player: float(form.points) for player, form in forms.items()}
    placed = _placed(entries, points, lambda player: (float(forms[player].wins),))
    return [replace(place, fire=forms[place.player].fire) for place in placed]


def _knockout(plan: Plan, entries: Sequence[Entry], meetings: Sequence[Meeting]) -> list[Place]:
    """Return places by how far each has come: a point for every round that was survived; who is still in is ahead."""
    survived = {entry.number: 0.0 for entry in entries}
    out = set(survived) - {player for meeting in meetings for player in meeting.players} if meetings else set()
    for meeting in meetings:
        if is_over(plan, meeting):
            winner = knockout.winner_of(plan, entries, meeting)
            survived[winner] += 1
            out |= set(meeting.players) - {winner}
    placed = _placed(entries, survived, lambda player: (float(player not in out),))
    return [replace(place, ties=()) for place in placed]
