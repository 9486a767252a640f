"""The plan: which files are to be made, and which must be there before each. Runs nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import cast

from vato import catalog
from vato.errors import VatoError
from vato.solve.contract import Prover, Solver, Task
from vato.solve.folder import Folder
from vato.solve.packed import DamagedFile

SOLVER, CENSUS = "solver", "census"


class Plan:
    """The tasks of a game, to solve it or, as its `census`, to count what can be reached."""

    def __init__(self, game: str, part: str = SOLVER, choices: Mapping[str, str] | None = None) -> None:
        self.game, self.part, self.choices = game, part, dict(choices or {})
        self.solver = solver_of(game, part, self.choices)
        self.layers: tuple[int, ...] = tuple(self.solver.LAYERS)
        self.tasks: dict[str, Task] = {task.name: task for layer in self.layers for task in self.solver.tasks(layer)}

    def of_layers(self, layers: Collection[int]) -> list[Task]:
        """Return the tasks of some layers, in the order in which they are solved."""
        return [task for task in self.tasks.values() if task.layer in layers]

    def to_do(
        self,
        wanted: Iterable[Task],
        folder: Folder,
        checked: Callable[[], None],
        damaged: Callable[[DamagedFile], None],
    ) -> list[Task]:
        """Return the tasks to be done before all wanted files are there; report files that are there, and damaged ones.

        A file that is whole is left alone, and what only it was made from is not asked for.
        """
        found: dict[str, Task] = {}
        seen: set[str] = set()
        waiting = [task.name for task in wanted]
        while waiting:
            name = waiting.pop()
            if name in seen:
                continue
            seen.add(name)
            try:
                folder.check(name, self.solver.CHOSEN)
                checked()
            except DamagedFile as error:
                if folder.has(name):
                    damaged(error)
                found[name] = self.tasks[name]
                waiting += self.tasks[name].needs
        return [task for task in self.tasks.values() if task.name in found]


class NoSolver(VatoError):
    """There is no such part of a game's solver."""


def prover_of(game: str, choices: Mapping[str, str]) -> Prover | None:
    """Return who proves a whole game for what was chosen, if anybody can."""
    prover = catalog.find(game).prover
    return None if prover is None else prover(choices)


def solver_of(game: str, part: str, choices: Mapping[str, str]) -> Solver:
    """Return who solves a game for what was chosen, or who takes its census."""
    entry = catalog.find(game)
    if part == CENSUS and entry.census is not None:
        return cast(Solver, entry.census())
    if part == SOLVER and entry.solver is not None:
        return entry.solver(choices)
    raise NoSolver("There is no solver for {game} yet.", game=game)
