"""Glicko-2 against the numbers its author publishes, and what must be true of any rating."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vato.contest.glicko import (
    DAY_MS,
    EVEN_SIDES,
    INITIAL_DEVIATION,
    LEAST_DEVIATION,
    PERIODS_PER_DAY,
    Strength,
    attempted,
    rated,
)

PERIOD_MS = round(DAY_MS / PERIODS_PER_DAY)
YEAR_MS = 365 * DAY_MS

STRENGTHS = st.builds(
    Strength, st.floats(400, 3000), st.floats(LEAST_DEVIATION, INITIAL_DEVIATION), st.floats(0.03, 0.1)
)
SIDES = st.builds(Strength, st.floats(-300, 300), st.floats(1, 200), st.just(EVEN_SIDES.volatility))
POINTS = st.sampled_from([0.0, 0.5, 1.0])
TIMES = st.integers(0, 3 * YEAR_MS)
TINY = 1e-9
few = settings(max_examples=50)


def test_the_published_example() -> None:
    # Glickman, "Example of the Glicko-2 system": a win and two losses in one period, tau 0.5. The paper rounds on its
    # way, and prints 1464.06, 151.52 and 0.05999.
    games = [(Strength(1400, 30), 1.0), (Strength(1550, 100), 0.0), (Strength(1700, 300), 0.0)]
    after = Strength(1500, 200, 0.06).after(games, PERIOD_MS, tau=0.5)
    assert after.rating == pytest.approx(1464.06, abs=0.015)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_games_only_widens() -> None:
    # Step 6 by hand: the root of 200² and of 0.06 of the paper's units, which are 173.7178 points each.
    after = Strength(1500, 200, 0.06).at(PERIOD_MS)
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(math.sqrt(200**2 + (0.06 * 173.7178) ** 2))


def test_a_year_without_games_makes_a_usual_player_provisional_again() -> None:
    # What lila's constant was chosen for.
    assert Strength(1500, 60, 0.06).at(YEAR_MS).deviation == pytest.approx(110, abs=0.1)
    assert not Strength(1500, 60).provisional
    assert Strength().provisional


@few
@given(STRENGTHS, STRENGTHS, SIDES, TIMES)
def test_who_wins_rises_and_who_loses_falls(first: Strength, second: Strength, side: Strength, now_ms: int) -> None:
    winner, loser, favoured = rated(first, second, side, 1.0, now_ms)
    assert winner.rating >= first.rating
    assert loser.rating <= second.rating
    assert favoured.rating >= side.rating


@few
@given(STRENGTHS, STRENGTHS, POINTS, TIMES)
def test_no_game_moves_a_rating_further_than_its_deviation_allows(
    known: Strength, opponent: Strength, points: float, now_ms: int
) -> None:
    # A point is all that a game can surprise by, and 0.1 of the paper's units the most that a period can add.
    most = known.deviation**2 + now_ms / PERIOD_MS * (0.1 * 173.7178) ** 2
    assert abs(known.after([(opponent, points)], now_ms).rating - known.rating) <= most / 173.7178 * 1.00001


@few
@given(STRENGTHS, STRENGTHS, SIDES, POINTS)
def test_games_say_something_of_everybody(first: Strength, second: Strength, side: Strength, points: float) -> None:
    for before, after in zip((first, second, side), rated(first, second, side, points), strict=True):
        assert after.deviation <= before.deviation + TINY
    for after in rated(first, second, side, points)[:2]:
        assert after.deviation >= LEAST_DEVIATION


@few
@given(STRENGTHS, TIMES, TIMES)
def test_time_only_widens_what_is_known(known: Strength, one_ms: int, other_ms: int) -> None:
    sooner, later = known.at(min(one_ms, other_ms)), known.at(max(one_ms, other_ms))
    assert known.deviation - TINY <= sooner.deviation <= later.deviation + TINY <= INITIAL_DEVIATION + 2 * TINY
    assert sooner.rating == later.rating == known.rating
    assert sooner.at(later.since_ms).deviation == pytest.approx(later.deviation)


@few
@given(STRENGTHS, STRENGTHS, SIDES, POINTS, TIMES)
def test_it_does_not_matter_who_is_named_first(
    first: Strength, second: Strength, side: Strength, points: float, now_ms: int
) -> None:
    one, other, advantage = rated(first, second, side, points, now_ms)
    turned = rated(second, first, replace(side, rating=-side.rating), 1 - points, now_ms)
    for known, same in zip((other, one, replace(advantage, rating=-advantage.rating)), turned, strict=True):
        assert known.rating == pytest.approx(same.rating, abs=1e-6)
        assert known.deviation == pytest.approx(same.deviation)


@few
@given(STRENGTHS, st.lists(st.tuples(STRENGTHS, POINTS), min_size=2, max_size=4))
def test_the_order_of_games_that_count_together_does_not_matter(
    known: Strength, games: list[tuple[Strength, float]]
) -> None:
    one, other = known.after(games), known.after(reversed(games))
    assert one.rating == pytest.approx(other.rating)
    assert one.deviation == pytest.approx(other.deviation)


@few
@given(st.floats(1000, 2000), st.floats(LEAST_DEVIATION, INITIAL_DEVIATION), POINTS)
def test_equals_exchange_points(rating: float, deviation: float, points: float) -> None:
    equal = Strength(rating, deviation)
    one, other, _ = rated(equal, equal, EVEN_SIDES, points)
    assert one.rating - rating == pytest.approx(rating - other.rating, abs=1e-6)


def test_a_win_with_the_better_side_is_worth_less() -> None:
    regular, better = Strength(1500, 60), Strength(150.0, 5.0, 0.006)
    with_it = rated(regular, regular, better, 1.0)[0]
    against_it = rated(regular, regular, better, 0.0)[1]
    assert regular.rating < with_it.rating < against_it.rating


def test_the_advantage_of_a_side_is_learned() -> None:
    # 640 of 1,000 points are those of somebody 100 points stronger.
    side, regular = EVEN_SIDES, Strength(1500, 60)
    for number in range(1000):
        side = rated(regular, regular, side, float(number * 16 % 25 < 16))[2]
    assert side.rating == pytest.approx(100, abs=10)
    assert side.deviation < 15


def test_a_puzzle_is_an_opponent() -> None:
    solver, puzzle = attempted(Strength(1500, 80), Strength(1700, 80), 1.0)
    assert solver.rating > 1500
    assert puzzle.rating == pytest.approx(1700 - (solver.rating - 1500))
    solver, puzzle = attempted(Strength(1500, 80), Strength(1700, 80), 0.0)
    assert solver.rating < 1500 < 1700 < puzzle.rating
