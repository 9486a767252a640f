"""What every tournament must keep to, checked from who met whom alone, without the code that paired them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple


class Met(NamedTuple):
    """Two who met in a round, or somebody who had a bye; what each scored."""

    round: int
    first: int
    second: int | None
    points: tuple[float, float] | None
    forfeit: bool = False


def by_round(met: Iterable[Met]) -> dict[int, list[Met]]:
    rounds: defaultdict[int, list[Met]] = defaultdict(list)
    for each in met:
        rounds[each.round].append(each)
    return dict(rounds)


def check_rounds(met: Sequence[Met]) -> None:
    """Nobody is in two places at once, and nobody meets themselves."""
    for number, pairs in by_round(met).items():
        players = Counter(player for each in pairs for player in (each.first, each.second) if player is not None)
        assert set(players.values()) == {1}, number


def check_nobody_twice(met: Sequence[Met]) -> None:
    pairs = Counter(frozenset((each.first, each.second)) for each in met if each.second is not None)
    assert set(pairs.values()) <= {1}, pairs.most_common(1)


def check_byes(met: Sequence[Met], within: float | None = None) -> None:
    """One bye a round at most, and nobody has two; it goes to somebody with few points, `within` those of the last."""
    scores: defaultdict[int, float] = defaultdict(float)
    had: set[int] = set()
    for number, pairs in sorted(by_round(met).items()):
        byes = [each.first for each in pairs if each.second is None]
        assert len(byes) <= 1, number
        there = {player for each in pairs for player in (each.first, each.second) if player is not None}
        for player in byes:
            assert player not in had, (number, player)
            if within is not None:
                assert scores[player] <= min(scores[other] for other in there - had) + within, (number, player)
        had |= set(byes)
        for each in pairs:
            for who, scored in zip((each.first, each.second), each.points or (0, 0), strict=True):
                if who is not None:
                    scores[who] += scored


def sides(met: Sequence[Met]) -> dict[int, list[int]]:
    """Return which sides each player has had, in order."""
    had: defaultdict[int, list[int]] = defaultdict(list)
    for each in sorted(met):
        if each.second is not None:
            had[each.first].append(0)
            had[each.second].append(1)
    return had


def check_balance(met: Sequence[Met], most: int = 2) -> None:
    for player, had in sides(met).items():
        assert abs(had.count(0) - had.count(1)) <= most, (player, had)


def check_everybody_meets(met: Sequence[Met], players: Sequence[int], times: int) -> None:
    pairs = Counter(frozenset((each.first, each.second)) for each in met if each.second is not None)
    assert pairs == {frozenset(pair): times for pair in combinations(players, 2)}


def swiss_points(met: Sequence[Met]) -> dict[int, float]:
    points: defaultdict[int, float] = defaultdict(float)
    for each in met:
        if each.points is not None:
            points[each.first] += each.points[0]
            if each.second is not None:
                points[each.second] += each.points[1]
    return dict(points)


def arena_points(games: Sequence[tuple[int, int, float]]) -> dict[int, int]:
    """Return points by the arena's rules, from who had the first and the second side and what the first one scored."""
    points: Counter[int] = Counter()
    past: defaultdict[int, list[float]] = defaultdict(list)
    for first, second, scored in games:
        for player, mine in ((first, scored), (second, 1 - scored)):
            fire = past[player][-2:] == [1, 1]
            points[player] += int(2 * mine) * (2 if fire else 1)
            past[player].append(mine)
    return dict(points)
