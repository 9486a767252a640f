"""What an engine finds: scores, lines, and the analysis they make up. Finds nothing itself, and needs no engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic

from vato.board import Player
from vato.compiled.contract import SURE, WIN
from vato.knowledge import Fact, Facts, Proven
from vato.moves import MoveT_co


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """How good a position is for a player, in hundredths of a stone or place, or as a win or loss.

    An engine's scores are for the player to move; `of` tells them for a fixed one.

    >>> str(Score(125)), str(Score(WIN - 3)), str(Score(2 - WIN))
    ('+1.25', 'wins in 3', 'loses in 2')
    """

    value: int
    player: Player = field(default=0, compare=False)
    """For whom it is."""

    def of(self, player: Player) -> Score:
        """Return the score for a player, whoever is to move.

        >>> score = Score(40, player=1)
        >>> str(score.of(0)), str(score.of(1))
        ('-0.40', '+0.40')
        """
        return self if player == self.player else Score(-self.value, player)

    @property
    def wins_in(self) -> int | None:
        """In how many turns, of both players together, the player wins; None if no win is known."""
        return WIN - self.value if self.value > SURE else None

    @property
    def loses_in(self) -> int | None:
        """In how many turns, of both players together, the player loses; None if no loss is known."""
        return WIN + self.value if self.value < -SURE else None

    def __str__(self) -> str:
        if self.wins_in is not None:
            return f"wins in {self.wins_in}"
        if self.loses_in is not None:
            return f"loses in {self.loses_in}"
        return f"{self.value / 100:+.2f}"


@dataclass(frozen=True, slots=True)
class Line(Generic[MoveT_co]):
    """A move worth considering: what it is worth, and how the game may go on."""

    move: MoveT_co
    score: Score
    """For who makes the move."""
    moves: tuple[MoveT_co, ...]
    fact: Fact | None = None
    """How the game ends after the move when both play well, if that is known; for who makes the move."""


@dataclass(frozen=True, slots=True)
class Analysis(Generic[MoveT_co]):
    """What an engine found, best line first."""

    lines: tuple[Line[MoveT_co], ...]
    depth: int
    nodes: int
    seconds: float
    facts: Facts[MoveT_co] | None = None
    """What is known exactly about the position, for the player to move."""
    proven: Proven[MoveT_co] | None = None
    """What is proven about it, where that is less; the best line keeps it."""

    @property
    def move(self) -> MoveT_co:
        """The best move."""
        return self.lines[0].move

    @property
    def score(self) -> Score:
        """What the best move is worth, for the player to move."""
        return self.lines[0].score

    @property
    def fact(self) -> Fact | None:
        """How the game ends when both play well, if that is known; for the player to move."""
        return None if self.facts is None else self.facts.fact
