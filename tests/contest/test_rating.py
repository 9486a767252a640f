"""Elo and SPRT against numbers that other programs publish, and against the arithmetic done by hand."""

from __future__ import annotations

import itertools
import math

import pytest

from vato.contest.rating import ACCEPTED, REJECTED, Sprt, Tally, elo_of, estimate, expected_score
from vato.errors import VatoError

# Disservin/fastchess, app/tests/elo_test.cpp: pairs by points, Elo, error.
PUBLISHED_ELO = [
    ((34, 54, 63, 64, 75), 55.58, 27.65),
    ((332, 433, 498, 333, 334), -8.64, 10.33),
    ((7895, 8757, 5685, 568, 9999), -21.04, 2.95),
    ((96, 111, 136), 40.70, 30.43),
]
# Disservin/fastchess, app/tests/sprt_test.cpp, with logistic Elo: counts, the two differences, the ratio.
PUBLISHED_RATIOS = [
    ((223, 9863, 21279, 10037, 246), (0.5, 2.5), -3.07),
    ((871, 26175, 55983, 26678, 821), (0, 2), -4.98),
    ((21184, 40708, 21404), (0.5, 2.5), -1.57),
    ((57030, 106593, 57433), (0, 2), -2.59),
]


@pytest.mark.parametrize(("counts", "elo", "error"), PUBLISHED_ELO)
def test_elo_and_error_are_those_fastchess_publishes(counts: tuple[int, ...], elo: float, error: float) -> None:
    found = estimate(counts)
    assert found.elo == pytest.approx(elo, abs=0.006)
    assert found.error == pytest.approx(error, abs=0.006)


def test_the_likelihood_of_superiority_is_the_published_one() -> None:
    assert estimate((332, 433, 498, 333, 334)).superiority == pytest.approx(0.0505, abs=0.00006)
    assert estimate((96, 111, 136)).superiority == pytest.approx(0.9960, abs=0.00006)


@pytest.mark.parametrize(("counts", "elos", "ratio"), PUBLISHED_RATIOS)
def test_the_likelihood_ratio_is_the_published_one(
    counts: tuple[int, ...], elos: tuple[float, float], ratio: float
) -> None:
    assert Sprt(*elos).ratio(counts) == pytest.approx(ratio, abs=0.006)


def test_the_interval_is_the_published_one() -> None:
    # From the tests of another implementation (Rust, function `logistic_elo` of a pentanomial result).
    found = estimate((485, 1923, 2942, 1937, 594))
    assert (round(found.low, 2), round(found.elo, 2), round(found.high, 2)) == (1.21, 5.11, 9.02)


def test_elo_by_hand() -> None:
    # Three points of four are odds of 3 to 1: 400 times the decimal logarithm of 3.
    assert elo_of(0.75) == pytest.approx(190.8485)
    assert expected_score(400) == pytest.approx(10 / 11)
    # Pairs of 2 points and of 1: the mean of 1 and 0.5 is 0.75, each is 0.25 off, so the mean by 0.25 / sqrt 2.
    found = estimate((0, 0, 1, 0, 1))
    assert found.score == 0.75
    assert found.low == pytest.approx(elo_of(0.75 - 1.959964 * 0.25 / math.sqrt(2)))
    assert found.high == math.inf


def test_pairs_that_cancel_out_say_more_than_single_games() -> None:
    # Ten openings that the first side always wins: as games a wide spread, as pairs none of it.
    assert estimate((10, 0, 10)).error > 100
    mixed = estimate((1, 0, 8, 0, 1))
    assert mixed.error < estimate((10, 0, 10)).error


def test_the_ratio_by_hand_where_only_two_results_occur() -> None:
    # With wins and losses alone, the likeliest distribution with a mean is that mean itself.
    test = Sprt(0, 100)
    score = expected_score(100)
    assert test.ratio((40, 60)) == pytest.approx(60 * math.log(score / 0.5) + 40 * math.log((1 - score) / 0.5))


def test_what_was_never_seen_settles_nothing() -> None:
    found = estimate((0, 0, 0, 0, 3))
    assert (found.elo, found.low, found.high) == (math.inf, -math.inf, math.inf)
    assert found.superiority == pytest.approx(15 / 16)
    assert estimate((3, 0, 0, 0, 0)).superiority == pytest.approx(1 / 16)
    assert Sprt(0, 10).ratio((0, 0, 0, 0, 0)) == 0


def test_bounds_and_verdicts() -> None:
    test = Sprt(0, 10, alpha=0.05, beta=0.1)
    assert test.bounds == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))
    # Swapping the players mirrors the question, and the answer.
    assert Sprt(0, 10).ratio((5, 60, 300, 50, 4)) == pytest.approx(-Sprt(-10, 0).ratio((4, 50, 300, 60, 5)))
    better, worse = (10, 200, 600, 300, 40), (40, 300, 600, 200, 10)
    assert [Sprt(0, 10).verdict(counts) for counts in (better, worse, (1, 2, 3, 2, 1))] == [ACCEPTED, REJECTED, None]


@pytest.mark.parametrize("wrong", [(5, 5), (10, 0), (0, 2000), (math.nan, 5)])
def test_a_test_needs_two_differences(wrong: tuple[float, float]) -> None:
    with pytest.raises(VatoError, match="smaller first"):
        Sprt(*wrong)


@pytest.mark.parametrize("wrong", [(), (3,), (0, 0, 0), (1, -1, 4)])
def test_counts_must_be_counts(wrong: tuple[int, ...]) -> None:
    with pytest.raises(VatoError, match="not negative"):
        estimate(wrong)


def test_a_standing_counts_pairs_in_order_whatever_ends_first() -> None:
    rounds = {1: 1.0, 2: 0.5, 3: 0.0, 4: 0.0, 5: 1.0, 6: 1.0}
    for order in itertools.permutations(rounds):
        tally = Tally()
        for number in order:
            tally.add(number, rounds[number])
        assert (tally.pairs, tally.games) == ([1, 0, 0, 1, 1], [2, 1, 3])
    tally = Tally()
    tally.add(3, 1.0)
    tally.add(4, 1.0)
    assert (tally.pairs, len(tally), tally.estimate) == ([0] * 5, 2, None)


def test_after_the_verdict_nothing_counts() -> None:
    tally = Tally(Sprt(-100, 100))
    for number in range(1, 401):
        tally.add(number, float(number % 5 > 0))
    assert tally.verdict == ACCEPTED
    counted = sum(tally.pairs)
    assert 0 < counted < 200
    assert tally.sprt is not None
    assert tally.sprt.verdict(tally.pairs) == ACCEPTED
