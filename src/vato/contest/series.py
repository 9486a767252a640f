"""The series: players take turns to open, and the possible first moves are played in turn."""

from __future__ import annotations

from dataclasses import dataclass

from vato import catalog
from vato.board import Outcome
from vato.contest.pairing import Contest, Pairing
from vato.errors import VatoError


@dataclass(frozen=True)
class Series(Contest):
    """A series of games in which each opening is played in turn, in an agreed order.

    With five openings two cycles give each of them to both contestants. A game without named openings is played once
    a cycle.

    >>> series = Series(("Ann", "Ben"), order=("havia", "fohy", "kobana", "vaky loha", "havanana"))
    >>> series.next.opening, series.next.players
    ('f2-e3A', (0, 1))
    >>> series.after(Outcome(None, "agreement")).next[2:]
    ((1, 0), 'd3-e3A')
    >>> len(Series(("Ann", "Ben")).openings) * 2
    10
    """

    order: tuple[str, ...] = ()
    """The openings in the agreed order, by name or as moves; the usual order if empty."""
    cycles: int = 2
    """How often the whole order is played."""

    def __post_init__(self) -> None:
        _ = self.openings
        if self.cycles < 1:
            raise VatoError("A series has one cycle at least.")

    @property
    def openings(self) -> tuple[str | None, ...]:
        """The first moves in the agreed order; None where none is assigned."""
        named = catalog.find(self.game).openings
        board = catalog.new(self.game, rules=self.usual_rules)
        return tuple(str(board.read(named.get(opening, opening))) for opening in self.order or named) or (None,)

    def _follow(self, before: tuple[Pairing, Outcome] | None, number: int) -> Pairing | None:
        openings = self.openings
        if number == self.cycles * len(openings):
            return None
        return Pairing(self.game, self.usual_rules, (number % 2, 1 - number % 2), openings[number % len(openings)])

    @property
    def winner(self) -> int | None:
        """The contestant with more points once all games are played, or None when it is level."""
        first, second = self.score
        if not self.over or first == second:
            return None
        return 0 if first > second else 1
