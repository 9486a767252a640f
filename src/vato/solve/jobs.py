"""What a worker does with a task, wherever it runs: read the files it needs, solve or verify, write the file."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple, Self

from vato.solve.contract import Disagreement, Opened, Solver, Task
from vato.solve.folder import Folder
from vato.solve.packed import Packed, Writer
from vato.solve.plan import Plan, solver_of


class Job(NamedTuple):
    """A task with all that another process or machine needs to know of it."""

    game: str
    part: str
    choices: dict[str, str]
    folder: str
    device: str
    task: Task

    @classmethod
    def of(cls, plan: Plan, folder: Folder, device: str, task: Task) -> Self:
        """Return a task of a plan as a job."""
        return cls(plan.game, plan.part, plan.choices, str(folder.path.absolute()), device, task)


def _opener(stack: ExitStack, folder: Folder) -> Opened:
    files: dict[str, Packed] = {}

    def opened(name: str) -> Packed:
        if name not in files:
            files[name] = stack.enter_context(Packed(folder.file(name)))
        return files[name]

    return opened


_loaded: set[tuple[str, str]] = set()
_alone = threading.Lock()


def _solver(job: Job) -> Solver:
    """Return the part of the game's solver that does a job, ready to run."""
    solver = solver_of(job.game, job.part, job.choices)
    # By one thread, as Numba fails where two load the same code at once, and a cluster's worker may have several.
    with _alone:
        if (job.game, job.part) not in _loaded:
            solver.load(job.device)
            _loaded.add((job.game, job.part))
    return solver


def solve_task(job: Job) -> None:
    """Make the file of a task."""
    folder, writer = Folder(Path(job.folder)), Writer()
    with ExitStack() as stack:
        solver = _solver(job)
        about = solver.solve(job.task, _opener(stack, folder), writer, job.device)
    writer.write(folder.file(job.task.name), {**solver.CHOSEN, **about})


def verify_task(job: Job, share: float) -> tuple[Task, list[int]]:
    """Verify the file of a task, a random share of its values at least; return its counts."""
    folder = Folder(Path(job.folder))
    solver = _solver(job)
    folder.check(job.task.name, solver.CHOSEN)
    try:
        with ExitStack() as stack:
            counts = solver.verify(job.task, _opener(stack, folder), share, job.device)
    except Disagreement as error:
        raise Disagreement(
            "{problem} Remove {path} and solve again.", problem=error, path=folder.file(job.task.name)
        ) from error
    return job.task, counts
