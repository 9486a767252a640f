"""The clock: what is left follows from times that were written down."""

from __future__ import annotations

import pytest

from vato.contest.clock import Clock, Control
from vato.errors import VatoError

CONTROL = Control(60_000, 2_000)


def test_only_the_player_to_move_loses_time() -> None:
    clock = Clock.of(CONTROL).start(1, now_ms=1_000)
    assert clock.remaining_at(6_000) == (60_000, 55_000)
    assert clock.press(now_ms=6_000).remaining_at(7_000) == (59_000, 57_000)


def test_a_clock_that_does_not_run_loses_nothing() -> None:
    assert Clock.of(CONTROL).remaining_at(10**12) == (60_000, 60_000)
    assert Clock.of(CONTROL).falls_at_ms is None
    with pytest.raises(VatoError, match="does not run"):
        Clock.of(CONTROL).press(now_ms=5)


def test_the_flag_falls_at_zero_and_not_before() -> None:
    clock = Clock.of(CONTROL).start(0, now_ms=5)
    assert clock.falls_at_ms == 60_005
    assert clock.fallen(60_004) is None
    assert clock.fallen(60_005) == 0
    assert clock.remaining_at(99_999) == (0, 60_000)


def test_a_stopped_clock_keeps_what_was_left() -> None:
    clock = Clock.of(CONTROL).start(0, now_ms=0).stop(now_ms=1_500)
    assert clock.remaining_at(10**9) == (58_500, 60_000)
    assert clock.fallen(10**9) is None


def test_time_that_goes_back_costs_nothing() -> None:
    assert Clock.of(CONTROL).start(0, now_ms=5_000).remaining_at(1_000) == (60_000, 60_000)


def test_time_in_which_nobody_could_play_does_not_count() -> None:
    clock = Clock.of(CONTROL).start(0, now_ms=1_000)
    assert clock.skip(4_000, 1_000_000).remaining_at(1_000_000) == (57_000, 60_000)
    # The server was last seen before the turn began, or its wall clock was set back.
    assert clock.skip(500, 1_000_000).remaining_at(1_000_000) == (60_000, 60_000)
    assert clock.skip(4_000, 200).remaining_at(200) == (57_000, 60_000)


@pytest.mark.parametrize(("initial", "increment"), [(0, 0), (4_999, 0), (10**9, 0), (60_000, -1), (60_000, 10**8)])
def test_what_is_no_control(initial: int, increment: int) -> None:
    with pytest.raises(VatoError):
        Control(initial, increment)
