"""How long the engine may think: by time, depth, nodes or a clock."""

from __future__ import annotations

from dataclasses import dataclass

from vato.errors import VatoError

MOST_LINES = 64
"""How many lines an analysis may have."""
EXPECTED_TURNS = 25
"""How many more turns of its own the engine expects when it shares out a clock."""
MARGIN_SECONDS = 0.02
"""What is kept back of a clock for everything but thinking."""


def check_lines(lines: int) -> None:
    """Refuse a number of lines that no analysis has."""
    if not 1 <= lines <= MOST_LINES:
        raise VatoError("An analysis has from 1 to {most} lines, not {lines}.", most=MOST_LINES, lines=lines)


@dataclass(frozen=True, slots=True)
class Limit:
    """What ends the thinking, whichever comes first; without any, it thinks until stopped.

    >>> Limit(clock_seconds=60, increment_seconds=1).budget_seconds
    3.2
    """

    seconds: float | None = None
    """This long and no longer."""
    depth: int | None = None
    """So many turns deep."""
    nodes: int | None = None
    """So many positions; with one thread the result is then the same every time."""
    clock_seconds: float | None = None
    """What is left on the engine's clock; it decides itself how much of that a turn is worth."""
    increment_seconds: float = 0

    def __post_init__(self) -> None:
        for name in ("seconds", "depth", "nodes", "clock_seconds", "increment_seconds"):
            value = getattr(self, name)
            least = 1 if name in ("depth", "nodes") else 0
            if value is not None and not value >= least:
                raise VatoError("A limit of {value} for {name} cannot be kept.", value=value, name=name)

    @property
    def budget_seconds(self) -> float | None:
        """How long a turn may take at most."""
        if self.clock_seconds is None:
            return self.seconds
        share = self.clock_seconds / EXPECTED_TURNS + 0.8 * self.increment_seconds
        budget = max(min(share, self.clock_seconds - MARGIN_SECONDS), 0.001)
        return budget if self.seconds is None else min(budget, self.seconds)
