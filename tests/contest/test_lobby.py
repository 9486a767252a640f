"""What the lobby promises: nobody twice, nobody who was blocked, nobody too far, and ever wider."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from vato.contest.lobby import OFFER_MS, WAVE_MS, Seek, may_meet, offered, wave

NAMES = list("abcdefgh")
NOW_MS = 10 * WAVE_MS
SEEKS = st.lists(
    st.builds(
        Seek,
        st.sampled_from(NAMES),
        st.integers(1000, 2000).map(float),
        st.integers(0, NOW_MS),
        st.integers(-3, 3),
        st.none() | st.sampled_from(NAMES),
        st.frozensets(st.sampled_from(NAMES), max_size=2),
    ),
    max_size=8,
    unique_by=lambda seek: seek.player,
)
few = settings(max_examples=50)


def just_met(one: Seek, other: Seek) -> bool:
    return one.last_opponent == other.player or other.last_opponent == one.player


@few
@given(SEEKS)
def test_nobody_is_paired_twice_or_with_whom_they_may_not_meet(seeks: list[Seek]) -> None:
    pairs = wave(seeks, NOW_MS)
    paired = [seek.player for pair in pairs for seek in pair]
    assert len(paired) == len(set(paired))
    for first, second in pairs:
        assert first in seeks
        assert second in seeks
        assert first.player != second.player
        assert first.player not in second.blocked
        assert second.player not in first.blocked
        assert abs(first.rating - second.rating) <= first.reach(NOW_MS) + second.reach(NOW_MS)


@few
@given(SEEKS)
def test_nobody_waits_who_could_have_played(seeks: list[Seek]) -> None:
    paired = [seek for pair in wave(seeks, NOW_MS) for seek in pair]
    left = [seek for seek in seeks if seek not in paired]
    for one in left:
        for other in left:
            assert not may_meet(one, other, NOW_MS) or just_met(one, other)


@few
@given(SEEKS)
def test_a_wave_in_which_anybody_may_meet_has_a_pair(seeks: list[Seek]) -> None:
    assert bool(wave(seeks, NOW_MS)) == any(may_meet(one, other, NOW_MS) for one in seeks for other in seeks)


@few
@given(SEEKS)
def test_nobody_meets_the_same_twice_in_a_row_if_others_are_there(seeks: list[Seek]) -> None:
    for first, second in wave(seeks, NOW_MS):
        others = [seek for seek in seeks if seek not in (first, second)]
        new = [(one, other) for one in (first, second) for other in others if not just_met(one, other)]
        assert not just_met(first, second) or not any(may_meet(one, other, NOW_MS) for one, other in new)


@few
@given(SEEKS)
def test_who_has_had_the_first_side_less_often_has_it(seeks: list[Seek]) -> None:
    assert all(first.first_sides <= second.first_sides for first, second in wave(seeks, NOW_MS))


@few
@given(SEEKS, st.randoms(use_true_random=False))
def test_the_order_of_seeks_does_not_matter(seeks: list[Seek], random: Random) -> None:
    shuffled = random.sample(seeks, len(seeks))
    assert wave(shuffled, NOW_MS) == wave(seeks, NOW_MS)


@few
@given(SEEKS, st.integers(0, 20 * WAVE_MS))
def test_waves_only_widen(seeks: list[Seek], more_ms: int) -> None:
    for one in seeks:
        assert one.reach(NOW_MS) <= one.reach(NOW_MS + more_ms)
        for other in seeks:
            assert not may_meet(one, other, NOW_MS) or may_meet(one, other, NOW_MS + more_ms)


def test_two_who_wait_meet_at_last_however_far_apart_they_are() -> None:
    seeks = [Seek("a", 800, 0), Seek("b", 2400, 0)]
    waves = next(number for number in range(1, 100) if wave(seeks, number * WAVE_MS))
    assert 10 < waves < 40


def test_who_has_waited_longest_is_given_the_nearest() -> None:
    seeks = [Seek("a", 1500, 0), Seek("b", 1540, 2), Seek("c", 1520, 1), Seek("d", 1530, 3)]
    assert [{one.player, other.player} for one, other in wave(seeks, WAVE_MS)] == [{"a", "c"}, {"b", "d"}]


def test_two_alone_may_play_again() -> None:
    seeks = [Seek("a", 1500, 0, last_opponent="b"), Seek("b", 1500, 0, last_opponent="a")]
    assert len(wave(seeks, WAVE_MS)) == 1
    (pair,) = wave([*seeks, Seek("c", 1580, 1)], WAVE_MS)
    assert "c" in {seek.player for seek in pair}


def test_two_seeks_of_one_player_are_one() -> None:
    seeks = [Seek("a", 1500, 0), Seek("a", 1500, 5), Seek("b", 1500, 0), Seek("c", 1500, 0)]
    assert len(wave(seeks, WAVE_MS)) == 1


def test_a_level_is_offered_to_who_has_waited() -> None:
    ratings = [800.0, 1000.0, 1200.0]
    seek = Seek("a", 1090, 0)
    assert offered(seek, ratings, OFFER_MS - 1) is None
    assert offered(seek, ratings, OFFER_MS) == 1
    assert offered(replace(seek, rating=3000.0), ratings, OFFER_MS) == 2
    assert offered(seek, [], OFFER_MS) is None
