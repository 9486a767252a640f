"""What came of a try, in a lesson, a puzzle or an ending. Knows no game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from vato.errors import VatoError

Judgement = Literal["refused", "wrong", "doubtful", "onward", "reached"]
"""Against the rules; legal, but the aim is missed; legal, but worth thinking over; right so far; done."""


@dataclass(frozen=True)
class Verdict:
    """What came of a try."""

    judgement: Judgement
    message: str | VatoError
    move: Any = None
    """The turn that was tried, if it was one."""
    answer: Any = None
    """The turn of the other side, if it answered."""
    line: tuple[str, ...] = ()
    """How the game may go on, from the turn that was tried on, where that is told as a whole."""

    @property
    def shown(self) -> tuple[Any, ...]:
        """The turns that show what came of it: the one tried and, if anything follows it, what."""
        if self.line:
            return self.line[: 1 if self.judgement == "reached" else 2]
        return tuple(move for move in (self.move, self.answer) if move is not None)
