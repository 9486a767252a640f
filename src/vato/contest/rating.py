"""What the results of many games are worth: Elo with error bars, likelihood of superiority, SPRT.

Only numbers go in and out. The two games of an opening, colours swapped, are one observation, as the opening favours
the same side in both: what is counted is how many pairs gave 0, half a point, 1, 1½ and 2 (the pentanomial counts,
worst first). Every function takes counts of games as well: lost, drawn, won.

The SPRT is the generalised one of M. Van den Bergh, "A practical introduction to the GSPRT".
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from vato.errors import VatoError

CONFIDENCE = 0.95
UNSEEN = 1e-3
"""What a result that has not occurred counts in the likelihoods, which know no impossible results."""
ACCEPTED, REJECTED = "accepted", "rejected"


def expected_score(elo: float) -> float:
    """Return the share of the points a player gets who is so much stronger.

    >>> round(expected_score(100), 3), expected_score(0)
    (0.64, 0.5)
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """Return how much stronger a player is who gets this share of the points, which may be beyond all numbers.

    >>> round(elo_of(0.64)), elo_of(1.0)
    (100, inf)
    """
    if not 0 < score < 1:
        return math.inf if score >= 1 else -math.inf
    return 400 * math.log10(score / (1 - score))


@dataclass(frozen=True, slots=True)
class Estimate:
    """How much stronger one player is than the other."""

    score: float
    """Share of the points, 0 to 1."""
    elo: float
    low: float
    high: float
    """Between these the true difference lies with 95 % confidence."""
    superiority: float
    """How likely the player is the stronger one, 0 to 1."""

    @property
    def error(self) -> float:
        """Half the width of the interval; infinite where a bound is."""
        return (self.high - self.low) / 2 if math.isfinite(self.low) and math.isfinite(self.high) else math.inf


def estimate(counts: Sequence[int]) -> Estimate:
    """Return what the counts say; with all observations alike, the interval has no bounds.

    >>> found = estimate([96, 111, 136])  # games lost, drawn, won
    >>> round(found.elo, 1), round(found.error, 1)
    (40.7, 30.4)
    """
    total = _total(counts)
    steps = [place / (len(counts) - 1) for place in range(len(counts))]
    score = sum(step * count for step, count in zip(steps, counts, strict=True)) / total
    variance = sum(count * (step - score) ** 2 for step, count in zip(steps, counts, strict=True)) / total
    deviation = math.sqrt(variance / total)
    if not deviation:
        # Nothing is known of the spread; that the better result is the likelier one, by Laplace's rule of succession.
        doubt = 0.5 ** (total + 1)
        superiority = 0.5 if score == 0.5 else 1 - doubt if score > 0.5 else doubt
        return Estimate(score, elo_of(score), -math.inf, math.inf, superiority)
    reach = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2) * deviation
    return Estimate(
        score,
        elo_of(score),
        elo_of(score - reach),
        elo_of(score + reach),
        NormalDist().cdf((score - 0.5) / deviation),
    )


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test: is the player `elo1` stronger rather than `elo0`?"""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """How likely a player of `elo0` is accepted."""
    beta: float = 0.05
    """How likely a player of `elo1` is rejected."""

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise VatoError("An SPRT has two differences in Elo, the smaller first, such as 0,10.")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise VatoError("The error probabilities of an SPRT lie between 0 and 0.5.")

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first the player is rejected, above the second accepted.

        >>> [round(bound, 2) for bound in Sprt(0, 10).bounds]
        [-2.94, 2.94]
        """
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[int]) -> float:
        """Return the logarithm of how much likelier the counts are under `elo1` than under `elo0`."""
        if not any(counts):
            return 0.0
        filled = [count or UNSEEN for count in counts]
        total = sum(filled)
        shares = [count / total for count in filled]
        under0, under1 = (_likeliest(shares, expected_score(elo)) for elo in (self.elo0, self.elo1))
        return sum(count * math.log(one / zero) for count, one, zero in zip(filled, under1, under0, strict=True))

    def verdict(self, counts: Sequence[int]) -> str | None:
        """Return whether the player is accepted or rejected, or None while more games are needed."""
        low, high = self.bounds
        ratio = self.ratio(counts)
        if ratio >= high:
            return ACCEPTED
        return REJECTED if ratio <= low else None


def _likeliest(shares: Sequence[float], score: float) -> list[float]:
    """Return the distribution with a given mean under which the observed shares are likeliest.

    It is share / (1 + t (step - score)), with the one t that gives this mean; the mean falls as t grows.
    """
    offsets = [place / (len(shares) - 1) - score for place in range(len(shares))]
    low, high = -1 / offsets[-1], -1 / offsets[0]
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        excess = sum(share * offset / (1 + middle * offset) for share, offset in zip(shares, offsets, strict=True))
        low, high = (middle, high) if excess > 0 else (low, middle)
    return [share / (1 + low * offset) for share, offset in zip(shares, offsets, strict=True)]


def _total(counts: Sequence[int]) -> int:
    if len(counts) < 2 or min(counts) < 0 or not any(counts):
        raise VatoError("Counts are not negative, worst result first, with one game at least.")
    return sum(counts)


class Tally:
    """The results of an arena so far, from the first player's side, by rounds that may come in any order.

    Rounds count from 1; an odd round and the next are a pair. A pair counts once all before it do, and none does after
    the test has its verdict, so the outcome does not depend on which games happened to end first.
    """

    def __init__(self, sprt: Sprt | None = None) -> None:
        self.sprt = sprt
        self.verdict: str | None = None
        self.pairs = [0, 0, 0, 0, 0]
        """How many pairs gave 0, ½, 1, 1½ and 2 points."""
        self.games = [0, 0, 0]
        """How many of their games were lost, drawn, won."""
        self.failures: tuple[list[str], list[str]] = ([], [])
        """For each player why it lost games by failing to play on, in the order of the games' ends."""
        self._points: dict[int, float] = {}

    def __len__(self) -> int:
        """How many rounds are known, counted or not."""
        return len(self._points)

    def add(self, number: int, points: float) -> None:
        """Note the points of a round: 1, a half or 0."""
        self._points[number] = points
        while self.verdict is None:
            begin = 2 * sum(self.pairs) + 1
            pair = [self._points.get(begin), self._points.get(begin + 1)]
            both = [points for points in pair if points is not None]
            if len(both) < 2:
                return
            self.pairs[round(2 * sum(both))] += 1
            for each in both:
                self.games[round(2 * each)] += 1
            if self.sprt is not None:
                self.verdict = self.sprt.verdict(self.pairs)

    @property
    def estimate(self) -> Estimate | None:
        """What the pairs say, or None before the first."""
        return estimate(self.pairs) if any(self.pairs) else None
