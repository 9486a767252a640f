"""What a lesson is, as data: positions to try something on, and what counts as having done it. Knows no game.

A game's room fills in its lessons (`lessons.py` there), the conditions that its aims are made of (`aims.py`), and what
is worth looking at in a first whole game (`first_game.py`). Who answers the learner, and what is said about a try, is
worked out in `vato.learn.attempt` and `vato.learn.first_game`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
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
class Look:
    """Something that is worth looking at in a position."""

    name: str
    """The same for all that say the same of different positions."""
    message: str
    at: tuple[str, ...] = ()
    """The points it is about."""
    always: bool = False
    """Whether it is said each time; else the first time in a game."""


@dataclass(frozen=True)
class WholeGame:
    """A whole game from the usual start, in which the learner is told what is worth looking at."""

    task: str
    rules: str
    looks: Callable[[Any], Iterable[Look]]
    """What the rules know to be worth looking at for who is to move on a board, what matters most first."""


@dataclass(frozen=True)
class Lesson:
    """A few exercises about one thing, or a whole game."""

    name: str
    """A word for addresses and commands."""
    title: str
    aim: str
    """What it teaches, in one sentence."""
    exercises: tuple[Exercise, ...] = ()
    whole: WholeGame | None = None
    """The game, where there are no exercises."""

    @property
    def count(self) -> int:
        """How many things there are to do."""
        return len(self.exercises) or 1
