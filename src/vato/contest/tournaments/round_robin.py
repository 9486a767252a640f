"""The round robin: everybody meets everybody, in the order of Berger's tables."""

from __future__ import annotations

from collections.abc import Sequence

from vato.contest.tournaments.plan import Entry, Meeting, Plan


def berger(count: int) -> list[list[tuple[int, int]]]:
    """Return Berger's table for so many players, from 1: the rounds, each with its pairs, who has the first side first.

    Where the number is odd, whoever is paired with the one who is not there has a bye.

    >>> berger(4)
    [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    """
    last = count + count % 2
    rounds = []
    for number in range(last - 1):
        # All but the last stand in a circle, which turns by half of it from round to round.
        top = number * (last // 2) % (last - 1)
        pairs = [(top + 1, last) if number % 2 == 0 else (last, top + 1)]
        for step in range(1, last // 2):
            one, other = (top + step) % (last - 1) + 1, (top - step) % (last - 1) + 1
            pairs.append((one, other))
        rounds.append(pairs)
    return rounds


def rounds_of(plan: Plan, entries: Sequence[Entry]) -> int:
    """Return how many rounds there are."""
    present = sum(entry.was_there for entry in entries)
    return plan.cycles * (present - 1 + present % 2) if present > 1 else 0


def pair(plan: Plan, entries: Sequence[Entry], number: int) -> list[Meeting]:
    """Return who meets whom in a round; who meets somebody who has left has won.

    Sides are exchanged in every other cycle. Before another cycle the last two rounds change places, as is recommended
    with the tables, or some would have the same side three times in a row.
    """
    players = [entry for entry in entries if entry.was_there]
    table = berger(len(players))
    cycle, place = divmod(number - 1, len(table))
    if cycle + 1 < plan.cycles and len(table) > 1 and place >= len(table) - 2:
        place = 2 * len(table) - 3 - place
    meetings = []
    for pair in table[place]:
        if max(pair) > len(players):
            meetings.append(Meeting(number, players[min(pair) - 1].number, None))
            continue
        one, other = (players[index - 1] for index in (pair if cycle % 2 == 0 else pair[::-1]))
        gone = next((entry.number for entry in (other, one) if not entry.is_in), None)
        meetings.append(Meeting(number, one.number, other.number, forfeit=gone))
    return meetings


def annulled(entries: Sequence[Entry], meetings: Sequence[Meeting], rounds: int) -> frozenset[int]:
    """Return who left before half of their meetings were played: nobody's points come from them."""
    return frozenset(
        entry.number
        for entry in entries
        if entry.was_there
        and not entry.is_in
        and 2 * sum(entry.number in meeting.players and meeting.forfeit is None for meeting in meetings) < rounds
    )
