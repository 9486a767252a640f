"""A chess clock as plain arithmetic: what is left to each player follows from committed times, and nothing ticks here.

Times are milliseconds of one clock on the wall; whoever keeps a `Clock` says what time it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from vato.board import Player
from vato.errors import VatoError

LONGEST_INITIAL_MS = 24 * 3_600_000
LONGEST_INCREMENT_MS = 3_600_000
SHORTEST_MS = 5_000
"""Less than this for a whole game is no game."""
Speed = Literal["quick", "medium", "slow"]
QUICK_MS, MEDIUM_MS = 300_000, 900_000
"""Up to these times for a whole game of one player it is quick, or medium."""
USUAL_TURNS = 40
"""How many turns a player has in a game: level 5 against itself has 30 in one game and 51 in another."""


@dataclass(frozen=True, slots=True)
class Control:
    """What each player gets: a time for the whole game, and some more after every turn.

    >>> Control(300_000, 3_000)
    Control(initial_ms=300000, increment_ms=3000)
    """

    initial_ms: int
    increment_ms: int = 0

    def __post_init__(self) -> None:
        if not SHORTEST_MS <= self.initial_ms <= LONGEST_INITIAL_MS:
            raise VatoError(
                "A clock begins with {least} seconds to {most} hours.",
                least=SHORTEST_MS // 1000,
                most=LONGEST_INITIAL_MS // 3_600_000,
            )
        if not 0 <= self.increment_ms <= LONGEST_INCREMENT_MS:
            raise VatoError("An increment has from 0 to {most} seconds.", most=LONGEST_INCREMENT_MS // 1000)

    @property
    def speed(self) -> Speed:
        """How fast one plays by it; each speed has ratings of its own.

        >>> Control(180_000, 2_000).speed, Control(300_000, 3_000).speed, Control(1_800_000).speed
        ('quick', 'medium', 'slow')
        """
        whole_ms = self.initial_ms + USUAL_TURNS * self.increment_ms
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
            left[self.running] = max(0, left[self.running] - max(0, now_ms - self.since_ms))
        return left[0], left[1]

    def fallen(self, now_ms: int) -> Player | None:
        """Return the player whose time is up, if any."""
        if self.running is not None and self.remaining_at(now_ms)[self.running] == 0:
            return self.running
        return None

    @property
    def falls_at_ms(self) -> int | None:
        """When the time of the player whose clock runs will be up."""
        return None if self.running is None else self.since_ms + self.remaining_ms[self.running]

    def start(self, player: Player, now_ms: int) -> Clock:
        """Return the clock with a player's time running from now on, and that of the other standing still."""
        return replace(self.stop(now_ms), running=player, since_ms=now_ms)

    def stop(self, now_ms: int) -> Clock:
        """Return the clock with nobody's time running."""
        return replace(self, remaining_ms=self.remaining_at(now_ms), running=None, since_ms=now_ms)

    def press(self, now_ms: int) -> Clock:
        """Return the clock after the player whose time runs has ended a turn: more time, and the other's runs."""
        if self.running is None:
            raise VatoError("The clock does not run.")
        left = list(self.remaining_at(now_ms))
        left[self.running] += self.control.increment_ms
        return replace(self, remaining_ms=(left[0], left[1]), running=1 - self.running, since_ms=now_ms)

    def skip(self, from_ms: int, to_ms: int) -> Clock:
        """Return the clock as if no time had passed between two moments, in which nobody could play.

        >>> Clock(Control(60_000), (60_000, 60_000), 0, 1_000).skip(3_000, 50_000).remaining_at(51_000)
        (57000, 60000)
        """
        used_ms = max(0, from_ms - self.since_ms)
        return replace(self, since_ms=to_ms - used_ms)
