"""How strong people, levels and puzzles are: Glicko-2 after every game, with the side's advantage as part of the model.

The steps are those of Mark E. Glickman, "Example of the Glicko-2 system" (glicko.net), but that time goes on between
games: what the paper does once in a rating period is done for that part of one that has passed. The constants are those
of lichess's server (lila, modules/rating/src/main/Glicko.scala), but for the initial deviation, which is the paper's.
docs/ratings.md tells why, and shows how near to the truth it comes.

What many games of two players are worth, with error bars, is told by `vato.contest.rating`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

INITIAL_RATING, INITIAL_DEVIATION, INITIAL_VOLATILITY = 1500.0, 350.0, 0.09
LEAST_DEVIATION = 45.0
"""Nobody is thought to be known better, so that whoever improves is noticed."""
PROVISIONAL_DEVIATION = 110.0
MOST_VOLATILITY = 0.1
TAU = 0.75
"""How readily volatilities change; the paper finds 0.3 to 1.2 reasonable."""
PERIODS_PER_DAY = 0.21436
"""By this a deviation of 60 grows to 110 in a year without games, where the volatility is 0.06."""
DAY_MS = 86_400_000
SCALE = 400 / math.log(10)
"""How many points of a rating are one unit of the paper's own scale."""
TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Strength:
    """What is known of a strength: a rating, how far off it may be, and how much the strength changes with time.

    >>> after = Strength().after([(Strength(1600, 60), 1.0)])
    >>> round(after.rating), round(after.deviation), after.provisional
    (1732, 254, True)
    """

    rating: float = INITIAL_RATING
    deviation: float = INITIAL_DEVIATION
    volatility: float = INITIAL_VOLATILITY
    since_ms: int = 0
    """When this was known."""

    @property
    def provisional(self) -> bool:
        """Whether so little is known that the rating is marked."""
        return self.deviation > PROVISIONAL_DEVIATION

    def __add__(self, other: Strength) -> Strength:
        return replace(self, rating=self.rating + other.rating, deviation=math.hypot(self.deviation, other.deviation))

    def __sub__(self, other: Strength) -> Strength:
        return self + replace(other, rating=-other.rating)

    def at(self, now_ms: int) -> Strength:
        """Return what is left of this knowledge at a later time; of a newcomer as much is known."""
        later = self.after((), now_ms)
        return replace(later, deviation=min(later.deviation, INITIAL_DEVIATION))

    def after(self, games: Iterable[tuple[Strength, float]], now_ms: int = 0, tau: float = TAU) -> Strength:
        """Return what is known after games, each told by the opponent and the points won: 1, a half or 0."""
        information = surprise = 0.0
        for opponent, points in games:
            weight = 1 / math.sqrt(1 + 3 * (opponent.deviation / SCALE / math.pi) ** 2)
            expected = 1 / (1 + math.exp(weight * (opponent.rating - self.rating) / SCALE))
            information += weight**2 * expected * (1 - expected)
            surprise += weight * (points - expected)
        now_ms = max(now_ms, self.since_ms)
        periods = PERIODS_PER_DAY * (now_ms - self.since_ms) / DAY_MS
        variance, volatility = (self.deviation / SCALE) ** 2, self.volatility
        if information:
            volatility = _volatility(volatility, variance + 1 / information, surprise / information, tau)
        variance += periods * volatility**2
        variance = 1 / (1 / variance + information)
        return Strength(self.rating + SCALE * variance * surprise, SCALE * math.sqrt(variance), volatility, now_ms)


EVEN_SIDES = Strength(0.0, 200.0, 0.006)
"""What is known of the first side's advantage by a rule set before anybody has played: a strength as any other."""


def rated(
    first: Strength, second: Strength, side: Strength, points: float, now_ms: int = 0
) -> tuple[Strength, Strength, Strength]:
    """Return what is known after a game in which the first side won points: of both players, and of that side.

    Whoever has the first side plays with its advantage; that advantage meets what is left between the players.

    >>> [round(known.rating) for known in rated(Strength(), Strength(), Strength(150.0, 10.0), 1.0)]
    [1620, 1380, 150]
    """
    first_now, second_now, side_now = first.at(now_ms), second.at(now_ms), side.at(now_ms)
    return (
        _kept_alert(first.after([(second_now - side_now, points)], now_ms)),
        _kept_alert(second.after([(first_now + side_now, 1 - points)], now_ms)),
        side.after([(second_now - first_now, points)], now_ms),
    )


def attempted(solver: Strength, puzzle: Strength, points: float, now_ms: int = 0) -> tuple[Strength, Strength]:
    """Return what is known of both after an attempt at a puzzle, or at an ending: 1 point for who solves it.

    >>> [round(known.rating) for known in attempted(Strength(), Strength(1500, 60), 0.0)]
    [1325, 1507]
    """
    return (
        _kept_alert(solver.after([(puzzle.at(now_ms), points)], now_ms)),
        _kept_alert(puzzle.after([(solver.at(now_ms), 1 - points)], now_ms)),
    )


def _kept_alert(known: Strength) -> Strength:
    return replace(known, deviation=max(known.deviation, LEAST_DEVIATION))


def _volatility(before: float, variance: float, change: float, tau: float) -> float:
    """Return the volatility after a change of the rating where one of some variance was due (step 5 of the paper).

    After a great upset there can be a second solution, a thousand times as large, beyond any volatility of a person.
    """
    start, most = math.log(before**2), math.log(MOST_VOLATILITY**2)

    def slope(x: float) -> float:
        due = variance + math.exp(x)
        return math.exp(x) * (change**2 - due) / (2 * due**2) - (x - start) / tau**2

    if slope(most) >= 0:
        return MOST_VOLATILITY
    one, other = start, start - tau
    if change**2 > variance:
        other = min(math.log(change**2 - variance), most)
    else:
        while slope(other) < 0:
            other -= tau
    at_one, at_other = slope(one), slope(other)
    while abs(other - one) > TOLERANCE:
        between = one + (one - other) * at_one / (at_other - at_one)
        at_between = slope(between)
        if at_between * at_other <= 0:
            one, at_one = other, at_other
        else:
            at_one /= 2
        other, at_other = between, at_between
    return math.exp(one / 2)
