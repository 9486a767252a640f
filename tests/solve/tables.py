"""What several tests of the solver share: some layers of each game, solved in this process."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from tests.shared import made_once
from vato.solve.contract import Task
from vato.solve.folder import Folder
from vato.solve.packed import DamagedFile
from vato.solve.plan import Plan
from vato.solve.run import run
from vato.solve.workers import Workers

PLAN = Plan("squadro")


@dataclass(frozen=True, eq=False)
class Subject:
    """Some layers of a game to try the solver on, in three parts that are solved one after the other."""

    plan: Plan
    parts: tuple[Sequence[int], Sequence[int], Sequence[int]]
    arguments: tuple[str, ...]
    """What the command is told to solve all three."""

    def layers(self, parts: int) -> list[int]:
        """Return the layers of the first parts."""
        return [layer for part in self.parts[:parts] for layer in part]

    def tasks(self, part: int) -> list[Task]:
        """Return the tasks of one part."""
        return self.plan.of_layers(self.parts[part])

    def solved(self, parts: int) -> Path:
        """Return a folder with the first parts, to be read only."""
        name = f"{self.plan.game}-{parts}"
        return made_once(name, lambda folder: solve_here(folder, self.layers(parts), plan=self.plan))


SQUADRO = Subject(PLAN, ([16], [15], [14]), ("squadro", "--layers", "16-14"))
FANORONA = Subject(
    Plan("fanorona", choices={"board": "5x3", "stones": "12"}),
    (range(2, 8), [8], range(9, 13)),
    ("fanorona", "--board", "5x3", "--stones", "12"),
)


def ignore(*_: object) -> None:
    """Take a report and do nothing."""


def solve_here(
    path: Path, layers: Iterable[int], workers: Workers | None = None, plan: Plan = PLAN
) -> list[DamagedFile]:
    """Solve layers into a folder, in this process if nobody else is named; return what was damaged."""
    folder = Folder(path)
    damaged: list[DamagedFile] = []
    folder.claim(plan.game, plan.solver.CHOSEN)
    with ThreadPoolExecutor(1) as executor:
        tasks = plan.to_do(plan.of_layers(set(layers)), folder, ignore, damaged.append)
        run(plan, tasks, folder, workers or Workers(executor, 2, "processor"), ignore, damaged.append)
    return damaged


def solved(lowest: int) -> Path:
    """Return a folder with Squadro's layers from 16 to `lowest`, 14 at least, to be read only."""
    return SQUADRO.solved(17 - lowest)


def contents(path: Path) -> dict[str, bytes]:
    """Return the files of a solution with all their bytes."""
    return {file.name: file.read_bytes() for file in sorted(path.glob("*.solved"))}
