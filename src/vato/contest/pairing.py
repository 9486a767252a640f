"""What every contest of several games gives: what is played next, the score, the end, and its games as records."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

from vato import catalog
from vato.board import Board, Outcome
from vato.errors import VatoError
from vato.record import Record
from vato.rules import RuleSet
from vato.text import Text


class Pairing(NamedTuple):
    """One game of a contest: what is played, who has which side, and the first move where it is assigned."""

    game: str
    rules: RuleSet
    players: tuple[int, int]
    """Which contestant, 0 or 1, has the first side and which the second."""
    opening: str | None = None

    def board(self) -> Board:
        """Return a board ready to play on, with the assigned opening move played."""
        board = catalog.new(self.game, rules=self.rules)
        if self.opening is not None:
            board.push(self.opening)
        return board


@dataclass(frozen=True)
class Contest(ABC):
    """Several games of two contestants: a value made of the outcomes so far, from which all else follows."""

    players: tuple[str, str] = ("", "")
    """The contestants' names."""
    rules: str | RuleSet | None = None
    """The rules of its usual games; those the game has for contests if None."""
    game: str = field(default_factory=lambda: next(iter(catalog.GAMES)))
    """What is played; the first game that can be played so, if it is not said."""
    outcomes: tuple[Outcome, ...] = ()
    """How the games so far ended. The winner in an outcome is a side of its game, not a contestant."""

    @property
    def usual_rules(self) -> RuleSet:
        """The rules of its usual games."""
        entry = catalog.find(self.game)
        return entry.read_rules(entry.contest_rules if self.rules is None else self.rules)

    @abstractmethod
    def _follow(self, before: tuple[Pairing, Outcome] | None, number: int) -> Pairing | None:
        """Return the game that follows the one before, as game `number` counted from 0, or None for the end."""

    def played(self) -> Iterator[tuple[Pairing, Outcome]]:
        """Yield the games so far with their outcomes."""
        before = None
        for number, outcome in enumerate(self.outcomes):
            pairing = self._follow(before, number)
            if pairing is None:
                raise VatoError("The contest was over after {count} games.", count=number)
            before = pairing, outcome
            yield before

    @property
    def next(self) -> Pairing | None:
        """The game to play next, or None when the contest is over."""
        before = None
        for before in self.played():  # noqa: B007
            pass
        return self._follow(before, len(self.outcomes))

    def after(self, outcome: Outcome) -> Self:
        """Return the contest with the outcome of its next game added."""
        if self.next is None:
            raise VatoError("The contest is over; no game is left to play.")
        if not isinstance(outcome, Outcome) or outcome.winner not in (None, 0, 1):
            raise VatoError("{outcome} is not the outcome of a finished game.", outcome=outcome)
        return replace(self, outcomes=(*self.outcomes, outcome))

    @property
    def over(self) -> bool:
        """Whether no game is left to play."""
        return self.next is None

    @property
    def score(self) -> tuple[float, float]:
        """The contestants' points: one for a game won, half for one drawn."""
        points = [0.0, 0.0]
        for pairing, outcome in self.played():
            if outcome.winner is not None:
                points[pairing.players[outcome.winner]] += 1
            elif outcome.drawn:
                points = [point + 0.5 for point in points]
        return points[0], points[1]

    @property
    @abstractmethod
    def winner(self) -> int | None:
        """The contestant who has won the contest, or None while it goes on or when it ends level."""

    def record(self, board: Board, date: str | None = None) -> Record:
        """Return the record of the next game, played on `board`, with the headers that tie it to the contest."""
        pairing = self.next
        if pairing is None:
            raise VatoError("The contest is over; no game is left to record.")
        headers = {type(self).__name__: " - ".join(self.players), "Round": str(len(self.outcomes) + 1)}
        return Record.of(board, self._names(pairing), date, headers)

    def resume(self, records: Iterable[Record]) -> Self:
        """Return the contest with the finished games of these records added; each must be the game that was due."""
        contest = self
        for record in records:
            due = contest.next
            if due is None:
                raise VatoError("The contest is over after {count} games.", count=len(contest.outcomes))
            names = contest._names(due)
            opening = str(record.turns[0].move) if record.turns and due.opening else None
            start = catalog.new(due.game, rules=due.rules)
            played = record.start, record.start.position, record.players, opening
            if played != (start, start.position, names, due.opening):
                raise VatoError(
                    "Round {number} should be {rules} with {first} and {second}{opening}.",
                    number=len(contest.outcomes) + 1,
                    rules=due.rules,
                    first=names[0] or Text("the first player"),
                    second=names[1] or Text("the second player"),
                    opening=Text(", beginning {move}", move=due.opening) if due.opening else "",
                )
            if record.outcome is None:
                raise VatoError("Round {number} is not finished.", number=len(contest.outcomes) + 1)
            contest = contest.after(record.outcome)
        return contest

    def _names(self, pairing: Pairing) -> tuple[str, str]:
        first, second = pairing.players
        return self.players[first], self.players[second]
