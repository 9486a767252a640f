"""The Swiss system: who has done equally well meets, nobody meets twice. Paired by py4swiss, by FIDE's Dutch rules.

Where these allow no pairing, which happens when few are left, sides are balanced as far as they can be, and points only
then; where that would take a second meeting, there is none, and the tournament ends.
"""

from __future__ import annotations

from collections.abc import Sequence

import rustworkx
from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from vato.contest.tournaments.meetings import points_of
from vato.contest.tournaments.plan import Entry, Meeting, Plan, firsts

POINTS_TIMES_TEN = {
    ResultToken.WIN: 10,
    ResultToken.DRAW: 5,
    ResultToken.FORFEIT_WIN: 10,
    ResultToken.PAIRING_ALLOCATED_BYE: 10,
}
"""What a round is worth there; all others nothing."""
ENOUGH, UNEVEN = 10_000_000, 10_000
"""What any pair is worth, and how much less for each game by which two have had the same side; points count less."""
ABSENT = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE)


def pair(plan: Plan, entries: Sequence[Entry], meetings: Sequence[Meeting], number: int) -> list[Meeting]:
    """Return who meets whom in a round, the leaders first and a bye last; nothing where it cannot be paired."""
    if sum(entry.is_in for entry in entries) < 2:
        return []
    # Whoever comes late has the place in the order of ratings that would have been theirs.
    seeds = [entry.number for entry in sorted(entries, key=lambda entry: (-entry.rating, entry.number))]
    sections = [_section(plan, seeds, player, meetings, number) for player in seeds]
    gone = {seeds.index(entry.number) + 1 for entry in entries if not entry.is_in}
    rounds = XSection(number_of_rounds=max(plan.rounds, number), zeroed_ids=gone)
    try:
        found = DutchEngine.generate_pairings(ParsedTrf(player_sections=sections, x_section=rounds))
    except PairingError:
        return _without_repeats(plan, entries, meetings, number)
    return [Meeting(number, seeds[each.white - 1], seeds[each.black - 1] if each.black else None) for each in found]


def _section(plan: Plan, seeds: list[int], player: int, meetings: Sequence[Meeting], number: int) -> PlayerSection:
    """Return how somebody did until a round, in the words of tournament report files."""
    results = [ABSENT] * (number - 1)
    for meeting in meetings:
        if player in meeting.players:
            results[meeting.round - 1] = _result(plan, seeds, player, meeting)
    return PlayerSection(
        code=PlayerCode.PLAYER,
        starting_number=seeds.index(player) + 1,
        points_times_ten=sum(POINTS_TIMES_TEN.get(result.result, 0) for result in results),
        rank=seeds.index(player) + 1,
        results=results,
    )


def _result(plan: Plan, seeds: list[int], player: int, meeting: Meeting) -> RoundResult:
    other = meeting.other(player)
    if other is None:
        return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE)
    color = ColorToken.WHITE if player == meeting.first else ColorToken.BLACK
    if meeting.forfeit is not None and not meeting.outcomes:
        result = ResultToken.FORFEIT_LOSS if player == meeting.forfeit else ResultToken.FORFEIT_WIN
    else:
        points = points_of(plan, meeting)
        assert points is not None
        mine, theirs = points if player == meeting.first else points[::-1]
        result = ResultToken.WIN if mine > theirs else ResultToken.LOSS if mine < theirs else ResultToken.DRAW
    return RoundResult(id=seeds.index(other) + 1, color=color, result=result)


def _without_repeats(plan: Plan, entries: Sequence[Entry], meetings: Sequence[Meeting], number: int) -> list[Meeting]:
    """Return a pairing in which nobody meets anybody again or has a second bye.

    Sides are as even as can be; then who meets is near in points, and a bye goes to who has few.
    """
    players: list[int | None] = [entry.number for entry in entries if entry.is_in]
    if len(players) % 2:
        players.append(None)
    met = {frozenset(meeting.players) for meeting in meetings}
    sides = {entry.number: firsts(entry.number, meetings) for entry in entries}
    points = _points(plan, entries, meetings)
    graph: rustworkx.PyGraph[int | None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(players)
    for place, one in enumerate(players):
        for beside, other in enumerate(players[place + 1 :], place + 1):
            if frozenset(player for player in (one, other) if player is not None) in met:
                continue
            assert one is not None
            uneven = 0 if other is None else abs(sides[one][0] + sides[other][0])
            apart = points[one] - (0 if other is None else points[other])
            graph.add_edge(place, beside, ENOUGH - UNEVEN * uneven - abs(round(2 * apart)))
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) < len(players):
        return []
    pairs = []
    for one, other in ((players[min(pair)], players[max(pair)]) for pair in found):
        assert one is not None
        if other is not None and sides[other] < sides[one]:
            one, other = other, one
        pairs.append(Meeting(number, one, other))
    return sorted(pairs, key=lambda meeting: (meeting.second is None, meeting.first))


def _points(plan: Plan, entries: Sequence[Entry], meetings: Sequence[Meeting]) -> dict[int, float]:
    points = {entry.number: 0.0 for entry in entries}
    for meeting in meetings:
        for player, scored in zip(meeting.players, points_of(plan, meeting) or (), strict=False):
            points[player] += scored
    return points
