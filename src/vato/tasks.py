"""What the solver and a game say to each other: tasks, and the files they make and need. Knows no game.

A game that can be solved has a module `solver.solving` with

- `LAYERS`, the layers in the order in which they are solved;
- `load()`, which compiles what must be, and `is_compiled()`, which says whether that takes a moment only;
- `tasks(layer)`, the tasks of a layer, which can be done side by side;
- `solve(task, opened, writer, device)`, which adds the parts of the task's file and returns what else to keep with it;
- `verify(task, opened, share)`, which returns the counts of a file, once every value, or a random share of them, was
  found to agree with those it leads to, and raises `Disagreement` otherwise.

It may have a module `solver.census` with the first of these, which follows the moves from the start, and with
`PUBLISHED`, the counts of reached positions won, lost and drawn that others found.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from vato.game import VatoError
from vato.packed import Packed

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


class Disagreement(VatoError):
    """A value that does not follow from those its moves lead to."""
