"""The knock-out: who loses is out. The best seeds meet last, and have the byes where there are too few."""

from __future__ import annotations

from collections.abc import Sequence

from vato.contest.tournaments.meetings import points_of
from vato.contest.tournaments.plan import Entry, Meeting, Plan, firsts


def seeds_of(entries: Sequence[Entry]) -> list[int]:
    """Return who plays, the best first: by rating, and among equals who entered first."""
    present = [entry for entry in entries if entry.was_there]
    return [entry.number for entry in sorted(present, key=lambda entry: (-entry.rating, entry.number))]


def bracket(size: int) -> list[int]:
    """Return in which order the seeds, from 1, stand in a bracket, so that two neighbours meet.

    >>> bracket(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < size:
        most = 2 * len(order) + 1
        order = [seed for one in order for seed in (one, most - one)]
    return order


def rounds_of(entries: Sequence[Entry]) -> int:
    """Return how many rounds there are."""
    return max(0, len(seeds_of(entries)) - 1).bit_length()


def winner_of(plan: Plan, entries: Sequence[Entry], meeting: Meeting) -> int:
    """Return who goes on from a meeting that is over: of two who are level, the better seed."""
    points = points_of(plan, meeting)
    assert points is not None
    if meeting.second is None or points[0] > points[1]:
        return meeting.first
    if points[0] < points[1]:
        return meeting.second
    return min((meeting.first, meeting.second), key=seeds_of(entries).index)


def pair(plan: Plan, entries: Sequence[Entry], meetings: Sequence[Meeting], number: int) -> list[Meeting]:
    """Return who meets whom in a round, in the order of the bracket; who meets somebody who has left has won."""
    by_number = {entry.number: entry for entry in entries}
    met = []
    row = _row(plan, entries, meetings, number)
    for one, other in zip(row[::2], row[1::2], strict=True):
        if one is None or other is None:
            there = other if one is None else one
            assert there is not None
            met.append(Meeting(number, there, None))
            continue
        # Whoever has had the first side less often has it; the better seed among equals, in every other round.
        order = sorted((one, other), key=lambda player: (firsts(player, meetings)[0], (number % 2) * row.index(player)))
        gone = next((player for player in reversed(order) if not by_number[player].is_in), None)
        met.append(Meeting(number, order[0], order[1], forfeit=gone))
    return met


def _row(plan: Plan, entries: Sequence[Entry], meetings: Sequence[Meeting], number: int) -> list[int | None]:
    """Return who is still in before a round, as they stand in the bracket."""
    if number > 1:
        return [winner_of(plan, entries, meeting) for meeting in meetings if meeting.round == number - 1]
    seeds = seeds_of(entries)
    return [seeds[seed - 1] if seed <= len(seeds) else None for seed in bracket(2 ** rounds_of(entries))]
