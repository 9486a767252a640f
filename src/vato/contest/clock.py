"""A chess clock as plain arithmetic: what is left to each player follows from committed times, and nothing ticks here.

Times are milliseconds of one clock on the wall; whoever keeps a `Clock` says what time it is. A player's time may run
from a moment that is yet to come, and stands until then.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from vato.board import Player
from vato.errors import VatoError

LONGEST_INITIAL_MS = 24 * 3_600_000
LONGEST_INCREMENT_MS = 3_600_000
DAY_MS = 24 * 3_600_000
MOST_DAYS = 14
LONG_MS = 3_600_000
"""What matters where a turn has days: time in which nobody could play is given back if it was longer, or if somebody
would have less than this left."""
SHORTEST_MS = 5_000
"""Less than this for a whole game is no game."""
Speed = Literal["quick", "medium", "slow"]
QUICK_MS, MEDIUM_MS = 300_000, 900_000
"""Up to these times for a whole game of one player it is quick, or medium."""
USUAL_TURNS = 40
"""How many turns a player has in a game: level 5 against itself has 30 in one game and 51 in another."""


@dataclass(frozen=True, slots=True)
class Control:
    """What each player gets: a time for the whole game, and what a turn adds or does not cost; or days for each turn.

    >>> Control(300_000, 3_000)
    Control(initial_ms=300000, increment_ms=3000, delay_ms=0, per_turn=False)
    """

    initial_ms: int
    increment_ms: int = 0
    """More time after every turn."""
    delay_ms: int = 0
    """How long a turn takes nothing from the clock (simple delay): the time stands at first, and only then runs."""
    per_turn: bool = False
    """Whether the time is for one turn, in whole days, and whole again for the next: a game by post."""

    def __post_init__(self) -> None:
        if self.per_turn:
            self._check_days()
        elif not SHORTEST_MS <= self.initial_ms <= LONGEST_INITIAL_MS:
            raise VatoError(
                "A clock begins with {least} seconds to {most} hours.",
                least=SHORTEST_MS // 1000,
                most=LONGEST_INITIAL_MS // 3_600_000,
            )
        if not 0 <= self.increment_ms <= LONGEST_INCREMENT_MS:
            raise VatoError("An increment has from 0 to {most} seconds.", most=LONGEST_INCREMENT_MS // 1000)
        if not 0 <= self.delay_ms <= LONGEST_INCREMENT_MS:
            raise VatoError("A delay has from 0 to {most} seconds.", most=LONGEST_INCREMENT_MS // 1000)
        if self.increment_ms and self.delay_ms:
            raise VatoError("A clock has an increment or a delay, not both.")

    def _check_days(self) -> None:
        if self.initial_ms % DAY_MS or not DAY_MS <= self.initial_ms <= MOST_DAYS * DAY_MS:
            raise VatoError("A turn by post has from 1 to {most} whole days.", most=MOST_DAYS)
        if self.increment_ms or self.delay_ms:
            raise VatoError("A turn by post has days only: neither an increment nor a delay.")

    @classmethod
    def by_post(cls, days: int) -> Control:
        """Return so many days for every turn.

        >>> Control.by_post(3).initial_ms
        259200000
        """
        return cls(days * DAY_MS, per_turn=True)

    @property
    def speed(self) -> Speed:
        """How fast one plays by it; each speed has ratings of its own.

        >>> Control(180_000, 2_000).speed, Control(300_000, 3_000).speed, Control(1_800_000).speed
        ('quick', 'medium', 'slow')
        """
        whole_ms = self.initial_ms + USUAL_TURNS * (self.increment_ms + self.delay_ms)
        return "quick" if whole_ms <= QUICK_MS else "medium" if whole_ms <= MEDIUM_MS else "slow"


@dataclass(frozen=True, slots=True)
class Clock:
    """What was left to each player at `since_ms`, and whose time has been running since then.

    >>> clock = Clock.of(Control(60_000, 2_000)).start(0, now_ms=1_000)
    >>> clock.remaining_at(11_000)
    (50000, 60000)
    >>> clock.press(now_ms=11_000).remaining_at(12_000)
    (52000, 59000)
    """

    control: Control
    remaining_ms: tuple[int, int]
    running: Player | None = None
    since_ms: int = 0

    @classmethod
    def of(cls, control: Control) -> Clock:
        """Return the clock of a game that has not begun."""
        return cls(control, (control.initial_ms, control.initial_ms))

    def remaining_at(self, now_ms: int) -> tuple[int, int]:
        """Return what is left to each player at a time; 0 for one whose time is up."""
        left = list(self.remaining_ms)
        if self.running is not None:
            left[self.running] = max(0, left[self.running] - max(0, now_ms - self.runs_from_ms))
        return left[0], left[1]

    @property
    def runs_from_ms(self) -> int:
        """From when on the turn under way costs time: it begins with the delay.

        >>> clock = Clock.of(Control(60_000, delay_ms=5_000)).start(0, now_ms=1_000)
        >>> clock.remaining_at(5_000), clock.remaining_at(8_000), clock.press(8_000).remaining_ms
        ((60000, 60000), (58000, 60000), (58000, 60000))
        """
        return self.since_ms + self.control.delay_ms

    def fallen(self, now_ms: int) -> Player | None:
        """Return the player whose time is up, if any."""
        if self.running is not None and self.remaining_at(now_ms)[self.running] == 0:
            return self.running
        return None

    @property
    def falls_at_ms(self) -> int | None:
        """When the time of the player whose clock runs will be up."""
        return None if self.running is None else self.runs_from_ms + self.remaining_ms[self.running]

    def start(self, player: Player, now_ms: int) -> Clock:
        """Return the clock with a player's time running from now on, and that of the other standing still."""
        return replace(self.stop(now_ms)._whole(), running=player, since_ms=now_ms)

    def stop(self, now_ms: int) -> Clock:
        """Return the clock with nobody's time running."""
        return replace(self, remaining_ms=self.remaining_at(now_ms), running=None, since_ms=now_ms)

    def press(self, now_ms: int) -> Clock:
        """Return the clock after the player whose time runs has ended a turn: more time, and the other's runs.

        >>> Clock.of(Control.by_post(2)).start(0, 0).press(100_000_000).remaining_ms
        (172800000, 172800000)
        """
        if self.running is None:
            raise VatoError("The clock does not run.")
        left = list(self.remaining_at(now_ms))
        left[self.running] += self.control.increment_ms
        pressed = replace(self, remaining_ms=(left[0], left[1]), running=1 - self.running, since_ms=now_ms)
        return pressed._whole()

    def _whole(self) -> Clock:
        """Return the clock with all of the time for each player, where it is for one turn and another begins."""
        whole_ms = self.control.initial_ms
        return replace(self, remaining_ms=(whole_ms, whole_ms)) if self.control.per_turn else self

    def standing_until(self, until_ms: int | None) -> Clock:
        """Return the clock on which no time passes before a moment.

        >>> away = Clock.of(Control.by_post(1)).start(1, 0).standing_until(5 * DAY_MS)
        >>> away.remaining_at(4 * DAY_MS)[1] == DAY_MS, away.falls_at_ms == 6 * DAY_MS
        (True, True)
        """
        return self if until_ms is None else replace(self, since_ms=max(self.since_ms, until_ms))

    def skip(self, from_ms: int, to_ms: int) -> Clock:
        """Return the clock as if no time had passed between two moments, in which nobody could play.

        >>> Clock(Control(60_000), (60_000, 60_000), 0, 1_000).skip(3_000, 50_000).remaining_at(51_000)
        (57000, 60000)
        """
        if not self.is_skipped(from_ms, to_ms):
            return self
        used_ms = from_ms - self.since_ms
        if used_ms < 0 and self.control.per_turn:
            return self.standing_until(to_ms)  # somebody is away, perhaps for longer
        return replace(self, since_ms=to_ms - max(0, used_ms))

    def is_skipped(self, from_ms: int, to_ms: int) -> bool:
        """Return whether time in which nobody could play is given back: by post only if it was long, or little is left.

        >>> hour, two_days = 3_600_000, Clock.of(Control.by_post(2)).start(0, 0)
        >>> [two_days.is_skipped(0, hours * hour) for hours in (0, 1, 47)]
        [False, True, True]
        """
        if not self.control.per_turn:
            return True
        falls_at_ms = self.falls_at_ms
        return to_ms - from_ms >= LONG_MS or (falls_at_ms is not None and falls_at_ms < to_ms + LONG_MS)
