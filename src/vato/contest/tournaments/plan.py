"""What a tournament is made of, as values: its plan, who entered, who met whom with what result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from vato import catalog
from vato.board import Outcome
from vato.errors import VatoError

System = Literal["arena", "swiss", "round_robin", "knockout"]
Form = Literal["game", "match", "series"]
Openings = Literal["free", "rotate", "drawn"]
ARENA: Final = "arena"
SWISS: Final = "swiss"
ROUND_ROBIN: Final = "round_robin"
KNOCKOUT: Final = "knockout"
GAME: Final = "game"
MATCH: Final = "match"
SERIES: Final = "series"
FREE: Final = "free"
ROTATE: Final = "rotate"
DRAWN: Final = "drawn"
MOST_ROUNDS = 15
MOST_CYCLES = 10
USUAL_RATING = 1500.0
"""Of who has none."""


@dataclass(frozen=True)
class Plan:
    """What is agreed before a tournament begins."""

    system: System
    game: str
    rules: str
    """The rules of its usual games."""
    form: Form = GAME
    """What two who meet play: one game, a match with revanches, or a series of all openings."""
    openings: Openings = FREE
    """Whether first moves are assigned: those of the game in turn, from round to round, or as they are drawn."""
    order: tuple[str, ...] = ()
    """The openings in the agreed order, by name or as moves; the usual order if empty."""
    rounds: int = 5
    """Of a Swiss tournament."""
    cycles: int = 1
    """How often everybody meets everybody in a round robin."""
    seed: int = 0
    """What is drawn is drawn with this number, so that everybody finds the same."""

    def __post_init__(self) -> None:
        entry = catalog.find(self.game)
        if self.form == MATCH and entry.revanche is None:
            raise VatoError("{game} knows no revanche game; choose single games.", game=self.game)
        if self.form == MATCH and self.openings != FREE:
            raise VatoError("In a match with revanches nobody is assigned an opening.")
        if (self.form == SERIES or self.openings != FREE) and not entry.openings:
            raise VatoError("{game} has no openings with names to be assigned.", game=self.game)
        if self.system == ARENA and self.form != GAME:
            raise VatoError("In an arena two who meet play one game.")
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise VatoError("A Swiss tournament has from 1 to {most} rounds.", most=MOST_ROUNDS)
        if not 1 <= self.cycles <= MOST_CYCLES:
            raise VatoError("A round robin has from 1 to {most} cycles.", most=MOST_CYCLES)


@dataclass(frozen=True)
class Entry:
    """Somebody who takes part, or did."""

    number: int
    """In the order of entering, from 1."""
    rating: float = USUAL_RATING
    joined: int = 0
    """How many rounds had begun when they came."""
    left: int | None = None
    """How many rounds had begun when they withdrew; None of who is still in."""

    @property
    def is_in(self) -> bool:
        """Whether they are to be paired."""
        return self.left is None

    @property
    def was_there(self) -> bool:
        """Whether they were there when the first round began, and were counted on."""
        return self.joined == 0 and self.left != 0


@dataclass(frozen=True)
class Meeting:
    """Two who were paired in a round, or somebody for whom there was nobody: a bye.

    In an arena every pairing is a round of its own.
    """

    round: int
    first: int
    """Who has the first side in the first game, by number."""
    second: int | None
    """None in a bye."""
    outcomes: tuple[Outcome, ...] = ()
    """How its games ended, in their order. The winner in an outcome is a side of its game."""
    forfeit: int | None = None
    """Who did not come, or left before it was decided; the other one has won."""

    @property
    def players(self) -> tuple[int, ...]:
        """Who meets."""
        return (self.first,) if self.second is None else (self.first, self.second)

    def other(self, player: int) -> int | None:
        """Return whom a player meets here."""
        return self.second if player == self.first else self.first


def numbered(meetings: Iterable[Meeting]) -> Iterator[tuple[int, Meeting]]:
    """Return meetings, each with its board: which one of its round it is, from 1."""
    boards: Counter[int] = Counter()
    for meeting in meetings:
        boards[meeting.round] += 1
        yield boards[meeting.round], meeting


def firsts(player: int, meetings: Iterable[Meeting]) -> tuple[int, bool]:
    """Return how much more often somebody was first in a meeting than second, and whether they were the last time."""
    mine = [meeting for meeting in meetings if meeting.second is not None and player in meeting.players]
    balance = sum(1 if meeting.first == player else -1 for meeting in mine)
    return balance, bool(mine) and max(mine, key=lambda meeting: meeting.round).first == player


@dataclass(frozen=True)
class Place:
    """Where somebody stands."""

    place: int
    """From 1; who is level in everything shares one."""
    player: int
    points: float
    ties: tuple[float, ...] = ()
    """What decides between equal points, the weightiest first; see `standing.TIE_BREAKS`."""
    fire: bool = False
    """Whether the next game counts double, in an arena."""
