"""Ten thousand people of known strength who play each other: how near to the truth their ratings come, and how fast.

The arithmetic is `vato.contest.glicko`'s on whole arrays of people, which a test proves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vato.contest import glicko
from vato.contest.glicko import EVEN_SIDES, SCALE

Numbers = NDArray[np.float64]

SPREAD = 300.0
"""Standard deviation of true strengths."""
ADVANTAGE, GROWTH = 157.0, 0.18
"""The better side's true advantage at 1500, and what each point of strength adds: Squadro's, by its levels 3 to 5."""
UNFINISHED = 0.15
"""Share of pairs of games of which the second is not played."""
CHOOSERS = 20
"""One in so many people looks for the better side: always takes it, and leaves a pair after winning with it."""
DISTANCE = 100.0
"""How far from one's rating opponents are, in standard deviations."""
GAMES_PER_DAY = 4
LEVELS = np.array([820.0, 960, 1150, 1320, 1500, 1650, 1800, 1950, 2110, 2180])
"""Ratings of the computer's levels, which never change."""
MARKS = (5, 10, 15, 20, 30, 40, 50, 70, 100, 150, 200)
"""After how many games people are looked at."""
LATE = 100
NEAR = 50.0


class Known(NamedTuple):
    """What is known of many strengths, as `vato.contest.glicko.Strength` of one."""

    rating: Numbers
    deviation: Numbers
    volatility: Numbers


def learned(rating: Numbers, opponent: Numbers, deviation: Numbers, points: Numbers) -> tuple[Numbers, Numbers]:
    """Return information and surprise of one game each, against opponents of some ratings and deviations."""
    weight = 1 / np.sqrt(1 + 3 * (deviation / SCALE / np.pi) ** 2)
    expected = 1 / (1 + np.exp(weight * (opponent - rating) / SCALE))
    return weight**2 * expected * (1 - expected), weight * (points - expected)


def after(known: Known, information: Numbers, surprise: Numbers, periods: float) -> Known:
    """Return what is known after games of some information and surprise."""
    variance = (known.deviation / SCALE) ** 2
    volatility = _volatility(known.volatility, variance + 1 / information, surprise / information)
    variance = 1 / (1 / (variance + periods * volatility**2) + information)
    return Known(known.rating + SCALE * variance * surprise, SCALE * np.sqrt(variance), volatility)


def _volatility(before: Numbers, variance: Numbers, change: Numbers) -> Numbers:
    start, most, tau = np.log(before**2), np.full_like(before, np.log(glicko.MOST_VOLATILITY**2)), glicko.TAU

    def slope(x: Numbers) -> Numbers:
        due = variance + np.exp(x)
        return np.asarray(np.exp(x) * (change**2 - due) / (2 * due**2) - (x - start) / tau**2)

    excess = change**2 - variance
    one, other = start, np.where(excess > 0, np.minimum(np.log(np.maximum(excess, 1e-300)), most), start - tau)
    while (low := (excess <= 0) & (slope(other) < 0)).any():
        other = np.where(low, other - tau, other)
    at_one, at_other = slope(one), slope(other)
    while (going := np.abs(other - one) > glicko.TOLERANCE).any():
        step = np.divide(at_one, at_other - at_one, out=np.zeros_like(one), where=going)
        between = np.where(going, one + (one - other) * step, other)
        at_between = slope(between)
        crossed = at_between * at_other <= 0
        one, at_one = (
            np.where(going, np.where(crossed, other, one), one),
            np.where(going, np.where(crossed, at_other, at_one / 2), at_one),
        )
        other, at_other = between, np.where(going, at_between, at_other)
    return np.where(slope(most) >= 0, glicko.MOST_VOLATILITY, np.exp(one / 2))


@dataclass(frozen=True)
class Place:
    """A place where people play, and how they are rated there."""

    pairs: bool = False
    """Whether a rated encounter is two games, the sides exchanged."""
    sides: bool = True
    """Whether the side's advantage is learned and reckoned with."""
    deviation: float = glicko.INITIAL_DEVIATION
    """Of those who are looked at, when they come."""
    mean: float = 1500.0
    """Mean of the true strengths, on the scale of the levels."""
    level_games: float = 0.0
    """How many games against levels people play for each one against each other."""
    first_games: int = 0
    """How many games a newcomer plays against levels before all others."""
    growth: float = GROWTH
    """What each point of strength above 1500 adds to the side's advantage."""
    late: float = 0.0
    """Share of people who come when the others have played `LATE` games; only they are looked at."""


class Crowd:
    """The people of a place."""

    def __init__(self, place: Place, people: int, seed: int) -> None:
        self.place = place
        self.random = np.random.default_rng(seed)
        self.truth = self.random.normal(place.mean, SPREAD, people)
        self.late = np.arange(people) < round(people * place.late)
        self.cohort = self.late if place.late else ~self.late
        self.known = Known(
            np.full(people, glicko.INITIAL_RATING),
            np.where(self.cohort, place.deviation, glicko.INITIAL_DEVIATION),
            np.full(people, glicko.INITIAL_VOLATILITY),
        )
        self.side = Known(*(np.array([value]) for value in (0.0, EVEN_SIDES.deviation, EVEN_SIDES.volatility)))
        self.games, self.first_sides = np.zeros(people), np.zeros(people)
        self.chooses = np.arange(people) % CHOOSERS == 0

    def play(self, chance: Numbers) -> Numbers:
        """Return points won by differences of true strength."""
        return (self.random.random(len(chance)) < 1 / (1 + np.exp(-chance / SCALE))).astype(float)

    def round(self) -> None:
        """Let everybody who is there play one encounter, with somebody near."""
        there = np.flatnonzero(~self.late | (self.games[~self.late].mean() >= LATE))
        new = there[self.games[there] < self.place.first_games]
        others = there[self.games[there] >= self.place.first_games]
        if len(others) > 1:
            self._meet(others)
        self._play_levels(np.concatenate([new, others[self.random.random(len(others)) < self.place.level_games]]))

    def _meet(self, people: NDArray[np.int_]) -> None:
        row = people[np.argsort(self.known.rating[people] + self.random.normal(0, DISTANCE, len(people)))]
        one, other = row[: len(row) // 2 * 2 : 2], row[1::2]
        wish = self.first_sides - 1e6 * self.chooses + self.random.random(len(self.games)) / 2
        exchanged = wish[one] > wish[other]
        first, second = np.where(exchanged, other, one), np.where(exchanged, one, other)
        self.first_sides[first] += 1
        self.first_sides[second] -= 1
        lead = self.truth[first] - self.truth[second]
        advantage = self._advantage((self.truth[first] + self.truth[second]) / 2)
        points = self.play(lead + advantage)
        periods = glicko.PERIODS_PER_DAY / GAMES_PER_DAY
        gains = [self._learned(first, second, 1.0, points), self._learned(second, first, -1.0, 1 - points)]
        self.games[first] += 1
        self.games[second] += 1
        if self.place.pairs:
            leaves = self.chooses[first] & (points == 1)
            stays = ((self.random.random(len(first)) >= UNFINISHED) & ~leaves).astype(float)
            points_again = self.play(lead - advantage)
            again = (
                self._learned(first, second, -1.0, points_again),
                self._learned(second, first, 1.0, 1 - points_again),
            )
            gains = [
                (gain[0] + stays * more[0], gain[1] + stays * more[1]) for gain, more in zip(gains, again, strict=True)
            ]
            self.games[first] += stays
            self.games[second] += stays
            periods *= 2
        if self.place.sides:
            between = self.known.rating[second] - self.known.rating[first]
            doubt = np.hypot(self.known.deviation[first], self.known.deviation[second])
            information, surprise = learned(self.side.rating, between, doubt, points)
            self.side = after(self.side, information.sum(keepdims=True), surprise.sum(keepdims=True), periods)
        for person, gained in zip((first, second), gains, strict=True):
            self._rate(person, *gained, periods)

    def _play_levels(self, people: NDArray[np.int_]) -> None:
        wanted = self.known.rating[people] + self.random.normal(0, DISTANCE, len(people))
        level = LEVELS[np.abs(LEVELS - wanted[:, None]).argmin(1)]
        side = self.random.choice([-1.0, 1.0], len(people))
        points = self.play(self.truth[people] - level + side * self._advantage((self.truth[people] + level) / 2))
        doubt = np.full(len(people), glicko.LEAST_DEVIATION)
        gained = learned(self.known.rating[people], level - side * self.believed, doubt, points)
        self.games[people] += 1
        self._rate(people, *gained, 0.0)

    @property
    def believed(self) -> Numbers:
        """The side's advantage as ratings take it to be."""
        return self.side.rating if self.place.sides else np.zeros(1)

    def _learned(
        self, person: NDArray[np.int_], opponent: NDArray[np.int_], side: float, points: Numbers
    ) -> tuple[Numbers, Numbers]:
        doubt = self.side.deviation if self.place.sides else np.zeros(1)
        return learned(
            self.known.rating[person],
            self.known.rating[opponent] - side * self.believed,
            np.hypot(self.known.deviation[opponent], doubt),
            points,
        )

    def _advantage(self, strength: Numbers) -> Numbers:
        return np.maximum(0.0, ADVANTAGE + self.place.growth * (strength - 1500))

    def _rate(self, people: NDArray[np.int_], information: Numbers, surprise: Numbers, periods: float) -> None:
        known = after(Known(*(values[people] for values in self.known)), information, surprise, periods)
        self.known.rating[people] = known.rating
        self.known.deviation[people] = np.maximum(known.deviation, glicko.LEAST_DEVIATION)
        self.known.volatility[people] = known.volatility

    def look(self) -> dict[str, float]:
        """Return how near to the truth the ratings are."""
        truth, rating = self.truth[self.cohort], self.known.rating[self.cohort]
        error = rating - truth
        return {
            "within": round(float((np.abs(error) <= NEAR).mean()), 3),
            "error": round(float(np.sqrt((error**2).mean())), 1),
            "bias": round(float(error.mean()), 1),
            "stretch": round(float(np.polyfit(truth, rating, 1)[0]), 3),
            "in_deviations": round(float((error / self.known.deviation[self.cohort]).std()), 2),
            "choosers": round(float(error[self.chooses[self.cohort]].mean()), 1),
            "advantage": round(float(self.believed[0]), 1),
        }


PLACES = {
    "sides ignored": Place(sides=False),
    "pairs": Place(pairs=True, sides=False),
    "side learned": Place(),
    "side learned, the same for all": Place(growth=0.0),
    "deviation 500": Place(deviation=500.0),
    "newcomers": Place(late=0.1),
    "newcomers, deviation 500": Place(late=0.1, deviation=500.0),
    "weaker": Place(mean=1350.0),
    "weaker, a tenth against levels": Place(mean=1350.0, level_games=0.1),
    "weaker, first five against levels": Place(mean=1350.0, first_games=5),
    "weaker, half against levels": Place(mean=1350.0, level_games=1.0),
}


def simulate(place: Place, people: int, seed: int) -> list[dict[str, float]]:
    """Return how near to the truth ratings are, each time people have played one of `MARKS` games on average."""
    crowd = Crowd(place, people, seed)
    found = []
    for mark in MARKS:
        while crowd.games[crowd.cohort].mean() < mark:
            crowd.round()
        found.append({"games": mark, **crowd.look()})
    return found
