"""Who plays whom in the lobby: waves of pairing, each of which reaches further for those who wait.

Only values go in and out, and the same seeks at the same time give the same pairs, whoever asks. Seeks are those of one
game, one rule set and one clock. docs/ratings.md shows how long people wait, and for whom.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

WAVE_MS = 3_000
"""How often people are paired."""
FIRST_REACH, WIDER = 50.0, 25.0
"""How many points of rating a seek brings to the distance of a pair in its first wave, and more in each after it."""
OFFER_MS = 12_000
"""When a level of the computer is offered to who still waits."""


@dataclass(frozen=True, slots=True)
class Seek:
    """Somebody who wants to play now."""

    player: str
    rating: float
    since_ms: int
    first_sides: int = 0
    """How many more games the player has had with the first side than with the second."""
    last_opponent: str | None = None
    blocked: frozenset[str] = frozenset()
    """Whom the player does not want to meet."""

    def reach(self, now_ms: int) -> float:
        """Return how many points of rating the seek brings to the distance of a pair."""
        return FIRST_REACH + WIDER * (max(0, now_ms - self.since_ms) // WAVE_MS)


def may_meet(one: Seek, other: Seek, now_ms: int) -> bool:
    """Return whether two may play each other: neither has blocked the other, and together they reach so far.

    >>> new, patient = Seek("Ann", 1500, since_ms=9_000), Seek("Ben", 1660, since_ms=0)
    >>> may_meet(new, patient, now_ms=3_000), may_meet(new, patient, now_ms=9_000)
    (False, True)
    """
    return (
        one.player != other.player
        and one.player not in other.blocked
        and other.player not in one.blocked
        and _distance(one, other) <= one.reach(now_ms) + other.reach(now_ms)
    )


def wave(seeks: Iterable[Seek], now_ms: int) -> list[tuple[Seek, Seek]]:
    """Return the pairs of one wave, each with the player of the first side first; who is in none goes on waiting.

    Whoever has waited longest is given the nearest who may be met. Two of whom one has just played the other are paired
    only if neither of them may meet anybody new.

    >>> seeks = [Seek("Ann", 1500, 0), Seek("Ben", 1590, 0), Seek("Eve", 1480, 1), Seek("Tom", 2100, 2)]
    >>> [(first.player, second.player) for first, second in wave(seeks, 3_000)]
    [('Ann', 'Eve')]
    """
    turns = sorted({seek.player: seek for seek in sorted(seeks, key=_turn, reverse=True)}.values(), key=_turn)
    free = sorted(turns, key=_place)
    pairs = []
    for seek in turns:
        place = _index(seek, free)
        if free[place : place + 1] != [seek]:
            continue
        del free[place]
        furthest = seek.reach(now_ms) + turns[0].reach(now_ms)
        for other in _outwards(seek, free, place):
            if _distance(seek, other) > furthest:
                break
            if _suit(seek, other, turns, now_ms):
                del free[_index(other, free)]
                pairs.append((seek, other) if _side(seek) < _side(other) else (other, seek))
                break
    return pairs


def offered(seek: Seek, ratings: Sequence[float], now_ms: int) -> int | None:
    """Return which of the computer's levels, by their ratings, is nearest to who has waited long enough, or None.

    >>> waiting = Seek("Ann", 1390, since_ms=0)
    >>> offered(waiting, [820, 1320, 1500], now_ms=5_000), offered(waiting, [820, 1320, 1500], now_ms=15_000)
    (None, 1)
    """
    if now_ms - seek.since_ms < OFFER_MS:
        return None
    return min(range(len(ratings)), key=lambda level: abs(ratings[level] - seek.rating), default=None)


def _turn(seek: Seek) -> tuple[int, str]:
    return seek.since_ms, seek.player


def _place(seek: Seek) -> tuple[float, str]:
    return seek.rating, seek.player


def _index(seek: Seek, row: Sequence[Seek]) -> int:
    return bisect_left(row, _place(seek), key=_place)


def _side(seek: Seek) -> tuple[int, int, str]:
    return seek.first_sides, seek.since_ms, seek.player


def _distance(one: Seek, other: Seek) -> float:
    return abs(one.rating - other.rating)


def _just_met(one: Seek, other: Seek) -> bool:
    return one.last_opponent == other.player or other.last_opponent == one.player


def _suit(one: Seek, other: Seek, everybody: Iterable[Seek], now_ms: int) -> bool:
    """Return whether two may be paired when all of these are there."""
    return may_meet(one, other, now_ms) and not (
        _just_met(one, other)
        and any(
            may_meet(seek, third, now_ms) and not _just_met(seek, third) for third in everybody for seek in (one, other)
        )
    )


def _outwards(seek: Seek, free: Sequence[Seek], place: int) -> Iterator[Seek]:
    """Yield who stands around a place in a row by rating, the nearest first."""
    below = (free[number] for number in range(place - 1, -1, -1))
    above = (free[number] for number in range(place, len(free)))
    return heapq.merge(below, above, key=lambda other: _distance(seek, other))
