"""What the solver and a game say to each other: tasks, and the files they make and need. Knows no game.

A game that can be solved says so in its entry in the catalogue (`vato.game.Game`): `solver` gives a `Solver`, `census`
what follows the moves from the start, and `prover` a `Prover` where the whole game can be proven by search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from vato.errors import VatoError
from vato.solve.packed import DamagedFile, Packed, Writer
from vato.text import Text

Opened = Callable[[str], Packed]
"""Gives the file of a task by the task's name."""


class Task(NamedTuple):
    """One file to be made."""

    name: str
    layer: int
    needs: tuple[str, ...]
    """The names of the tasks whose files must be there first."""
    positions: int
    """How many positions it settles, each counted for both sides to move."""
    effort: float
    """How much work it is, compared with other tasks."""


class Tasks(Protocol):
    """Work that is done file by file: a module, or an object that knows what was chosen."""

    @property
    def LAYERS(self) -> Sequence[int]:  # noqa: N802  it may be a module
        """The layers in the order in which they are solved."""

    @property
    def CHOSEN(self) -> Mapping[str, str]:  # noqa: N802
        """What was chosen that all files of a folder share."""

    def load(self, device: str) -> None:
        """Compile what must be compiled, or load it, to solve on a device and to verify."""

    def tasks(self, layer: int) -> list[Task]:
        """Return the tasks of a layer, which can be done side by side."""

    def solve(self, task: Task, opened: Opened, writer: Writer, device: str) -> dict[str, Any]:
        """Add the parts of the task's file; return what else to keep with it, `counts` at least."""


class Solver(Tasks, Protocol):
    """What solves a game."""

    def is_compiled(self, device: str) -> bool:
        """Return whether `load` takes a moment only."""

    def memory(self, task: Task, device: str, there: int) -> int:
        """Return about how many bytes of memory a task takes on a device; refuse it where only so many are there."""

    def size(self, task: Task) -> int:
        """Return about how many bytes the file of a task has."""

    def verify(self, task: Task, opened: Opened, share: float, device: str) -> list[int]:
        """Return the counts of a file, once every value, or a random share, agrees with those it leads to.

        Raise `Disagreement` where one does not.
        """

    def rows(self, counts: Mapping[str, list[int]]) -> list[dict[str, int]]:
        """Return the counts of tasks as the rows of a table, one number in each column."""


class Census(Tasks, Protocol):
    """Who follows the moves from the start, to be compared with what others counted."""

    @property
    def PUBLISHED(self) -> tuple[int, int, int]:  # noqa: N802
        """How many reached positions each side wins, and how many are drawn."""


class Proven(Protocol):
    """What was proven of a game."""

    @property
    def winner(self) -> str | None:
        """The side that wins from the start, or None for a draw."""

    @property
    def nodes(self) -> int:
        """How many positions were looked at."""

    @property
    def line(self) -> Sequence[str]:
        """How the game may go when both play well."""

    @property
    def first_turns(self) -> Mapping[str, str]:
        """What first turns are worth to who plays them, as far as that is known: won, drawn or lost."""


class Followed(NamedTuple):
    """Through how many positions a certificate was followed."""

    positions: int
    plainly: int
    """How many of them by the rules in plain Python; the others by compiled code."""


class Prover(Protocol):
    """Who proves who wins a game from the start."""

    @property
    def CHOSEN(self) -> Mapping[str, str]:  # noqa: N802
        """What was chosen that all files of the folder share."""

    @property
    def tables(self) -> Mapping[str, str] | None:
        """The choices of what must be solved first, if anything must."""

    def is_compiled(self) -> bool:
        """Return whether the search need not be compiled first."""

    def prove(
        self,
        folder: Path,
        report: Callable[[int], None],
        damaged: Callable[[DamagedFile], None],
        tell: Callable[[Text], None] = ...,
        threads: int = ...,
    ) -> Proven:
        """Prove it, or go on with a proof that was stopped, and write a certificate.

        Report now and then how many positions were looked at, tell what is settled so far, and report files that are
        damaged and made again. Who can uses as many threads.
        """

    def certificate(self, folder: Path) -> Path:
        """Return where the certificate is written."""

    def check(self, folder: Path, report: Callable[[int], None] = ..., threads: int = ...) -> Followed:
        """Return through how many positions the certificate was followed; raise `DamagedFile` if it shows nothing."""


class NotSolved(VatoError):
    """A position whose value a solution's folder, or what was taken from one, does not hold."""


class Disagreement(VatoError):
    """A value that does not follow from those its moves lead to."""
