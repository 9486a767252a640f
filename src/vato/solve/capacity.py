"""Whether what is to be done fits: into memory while it is done, and its files onto the disk."""

from __future__ import annotations

import shutil
from collections.abc import Collection

from vato.errors import VatoError
from vato.solve.contract import Task
from vato.solve.folder import Folder
from vato.solve.plan import Plan
from vato.solve.workers import Workers
from vato.text import Number


def make_fit(plan: Plan, new: Collection[Task], old: Collection[Task], folder: Folder, workers: Workers) -> None:
    """Refuse tasks that do not fit, and do fewer of them side by side where they do not fit together.

    New tasks make files; old ones are looked at again.
    """
    if workers.memory is not None:
        most = max(plan.solver.memory(task, workers.device, workers.memory) for task in (*new, *old))
        workers.width = max(1, min(workers.width, workers.memory // max(most, 1)))
    size, free = sum(map(plan.solver.size, new)), shutil.disk_usage(folder.path).free
    if size > free:
        raise VatoError(
            "The files need about {needed} GB, and in {path} there is room for {free}.",
            needed=Number(size / 1e9, ".1f"),
            path=folder.path,
            free=Number(free / 1e9, ".1f"),
        )
