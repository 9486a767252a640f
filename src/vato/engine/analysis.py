"""What the engine finds: scores, lines, and the analysis they make up. Finds nothing itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from vato.engine import search
from vato.knowledge import Fact, Facts


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """How good a position is for the player to move, in hundredths of a stone or place, or as a win or loss.

    >>> str(Score(125)), str(Score(search.WIN - 3)), str(Score(2 - search.WIN))
    ('+1.25', 'wins in 3', 'loses in 2')
    """

    value: int

    @property
    def wins_in(self) -> int | None:
        """In how many turns, of both players together, the player to move wins; None if no win is known."""
        return search.WIN - self.value if self.value > search.SURE else None

    @property
    def loses_in(self) -> int | None:
        """In how many turns, of both players together, the player to move loses; None if no loss is known."""
        return search.WIN + self.value if self.value < -search.SURE else None

    def __str__(self) -> str:
        if self.wins_in is not None:
            return f"wins in {self.wins_in}"
        if self.loses_in is not None:
            return f"loses in {self.loses_in}"
        return f"{self.value / 100:+.2f}"


@dataclass(frozen=True, slots=True)
class Line:
    """A move worth considering: what it is worth, and how the game may go on."""

    move: Any
    score: Score
    moves: tuple[Any, ...]
    fact: Fact | None = None
    """How the game ends after the move when both play well, if that is known; for who makes the move."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What the engine found, best line first."""

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float
    facts: Facts | None = None
    """What is known exactly about the position, for the player to move."""

    @property
    def move(self) -> Any:
        """The best move."""
        return self.lines[0].move

    @property
    def score(self) -> Score:
        """What the best move is worth."""
        return self.lines[0].score

    @property
    def fact(self) -> Fact | None:
        """How the game ends when both play well, if that is known; for the player to move."""
        return None if self.facts is None else self.facts.fact
