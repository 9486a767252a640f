"""What a lesson is, as data: positions to try something on, and what counts as having done it. Knows no game.

A game's room fills in its lessons (`lessons.py` there) and the conditions that its aims are made of (`aims.py`). Who
answers the learner, and what is said about a try, is worked out in `vato.learn.attempt`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from vato.board import Player
from vato.text import Text

WELL_DONE = Text("Well done.")


class Condition(Protocol):
    """Something that is true or not of a board on which an exercise has been played."""

    def holds(self, board: Any, learner: Player) -> bool:
        """Return whether it is true; what was played is on the board."""
        ...


@dataclass(frozen=True)
class Wins:
    """The learner has won the game."""

    def holds(self, board: Any, learner: Player) -> bool:
        """Return whether the learner has won."""
        outcome = board.outcome()
        return outcome is not None and outcome.winner == learner


@dataclass(frozen=True)
class Draws:
    """The game is drawn."""

    def holds(self, board: Any, learner: Player) -> bool:
        """Return whether the game is drawn."""
        outcome = board.outcome()
        return outcome is not None and outcome.drawn


@dataclass(frozen=True)
class Miss:
    """A way to miss an aim that deserves a sentence of its own."""

    when: tuple[Condition, ...]
    """All of these hold."""
    message: str

    def fits(self, board: Any, learner: Player) -> bool:
        """Return whether the aim was missed in this way."""
        return all(condition.holds(board, learner) for condition in self.when)


@dataclass(frozen=True)
class Exercise:
    """A position with something to do in it, in as many turns as the solution has."""

    task: str
    rules: str
    position: str
    aim: tuple[Condition, ...]
    """All of these must hold."""
    solution: tuple[str, ...]
    """One way to reach the aim: the learner's turns."""
    hint: str
    wrong: str
    """Why a legal turn that misses the aim does so."""
    misses: tuple[Miss, ...] = ()
    """Sentences for particular ways to miss it, which come before the general one."""
    praise: str = WELL_DONE
    """What is said when the aim is reached."""
    tempting: str = ""
    """A legal first turn that looks right and is not."""
    answered: bool = False
    """Whether the aim must still hold when the other side has answered."""

    def reached(self, board: Any, learner: Player) -> bool:
        """Return whether a board shows the aim."""
        return all(condition.holds(board, learner) for condition in self.aim)

    def complaint(self, board: Any, learner: Player) -> str:
        """Return what is wrong with the turns on a board."""
        return next((miss.message for miss in self.misses if miss.fits(board, learner)), self.wrong)


@dataclass(frozen=True)
class Lesson:
    """A few exercises about one thing."""

    name: str
    """A word for addresses and commands."""
    title: str
    aim: str
    """What it teaches, in one sentence."""
    exercises: tuple[Exercise, ...]
