"""What a worker does with a task, wherever it runs: read the files it needs, solve or verify, write the file."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from vato.packed import Packed, Writer
from vato.solve.plan import solving_of
from vato.solved import Folder
from vato.tasks import Opened, Task


class Job(NamedTuple):
    """A task with all that another process or machine needs to know of it."""

    game: str
    part: str
    folder: str
    device: str
    task: Task


def _opener(stack: ExitStack, folder: Folder) -> Opened:
    files: dict[str, Packed] = {}

    def opened(name: str) -> Packed:
        if name not in files:
            files[name] = stack.enter_context(Packed(folder.file(name)))
        return files[name]

    return opened


_loaded: set[ModuleType] = set()
_alone = threading.Lock()


def _module(job: Job) -> ModuleType:
    """Return the part of the game's solver that does a job, ready to run."""
    module = solving_of(job.game, job.part)
    # By one thread, as Numba fails where two load the same code at once, and a cluster's worker may have several.
    with _alone:
        if module not in _loaded:
            module.load()
            _loaded.add(module)
    return module


def solve_task(job: Job) -> None:
    """Make the file of a task."""
    folder, writer = Folder(Path(job.folder)), Writer()
    with ExitStack() as stack:
        about = _module(job).solve(job.task, _opener(stack, folder), writer, job.device)
    writer.write(folder.file(job.task.name), about)


def verify_task(job: Job, share: float) -> tuple[Task, list[int]]:
    """Verify the file of a task, a random share of its values at least; return its counts."""
    folder = Folder(Path(job.folder))
    folder.check(job.task.name)
    with ExitStack() as stack:
        counts: Any = _module(job).verify(job.task, _opener(stack, folder), share)
    return job.task, list(counts)
