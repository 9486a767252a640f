"""The plan: which files are to be made, and which must be there before each. Runs nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from types import ModuleType
from typing import cast

from vato import catalog
from vato.game import VatoError
from vato.packed import DamagedFile
from vato.solved import Folder
from vato.tasks import Prover, Solver, Task


class Plan:
    """The tasks of a game, to solve it or, as its `census`, to count what can be reached."""

    def __init__(self, game: str, part: str = "solving", choices: Mapping[str, str] | None = None) -> None:
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


def _part(game: str, part: str) -> ModuleType:
    try:
        return catalog.find(game).solving(part)
    except ModuleNotFoundError as error:
        if error.name not in (f"vato.{game}.solver", f"vato.{game}.solver.{part}"):
            raise
        raise NoSolver("There is no solver for {game} yet.", game=game) from None


def prover_of(game: str, choices: Mapping[str, str]) -> Prover | None:
    """Return who proves a whole game for what was chosen, if anybody can."""
    try:
        return cast(Prover | None, _part(game, "proving").prover(choices))
    except NoSolver:
        return None


def solver_of(game: str, part: str, choices: Mapping[str, str]) -> Solver:
    """Return a part of a game's solver for what was chosen."""
    module = _part(game, part)
    if hasattr(module, "solver"):
        return cast(Solver, module.solver(choices))
    for name in choices:
        raise VatoError("{game} has no option {name}.", game=game, name=f"--{name}")
    return cast(Solver, module)
