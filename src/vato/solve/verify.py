"""Verifies a solution: every value, or a random share, against those its moves lead to; counts how positions end."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

from vato.solve.contract import Census, Disagreement, Task
from vato.solve.folder import Folder
from vato.solve.jobs import Job, verify_task
from vato.solve.packed import Packed
from vato.solve.plan import Plan
from vato.solve.run import run
from vato.solve.workers import Workers
from vato.text import Listing

REACHED = "reached"
"""The folder, within the solution's, of what the census has found so far."""
SAMPLE = 1_000_000_000
"""A layer with at most so many positions is verified whole, of others a random share as large as this."""


CountsByTask = dict[str, list[int]]
"""How the positions of each task end, by its name, as its game counts them."""


def verify(
    plan: Plan, layers: Collection[int], folder: Folder, workers: Workers, told: Callable[[Task], None]
) -> CountsByTask:
    """Return the counts of some layers, or raise `DamagedFile` or `Disagreement`."""
    tasks = plan.of_layers(layers)
    sizes = {layer: sum(task.positions for task in tasks if task.layer == layer) for layer in layers}
    found: CountsByTask = {}
    for task, counts in _each(plan, tasks, {layer: SAMPLE / size for layer, size in sizes.items()}, folder, workers):
        found[task.name] = counts
        told(task)
    return {task.name: found[task.name] for task in tasks}


def census(plan: Plan, folder: Folder, workers: Workers, told: Callable[[Task], None]) -> tuple[int, int, int]:
    """Return how many positions that can be reached from the start each side wins, and how many are drawn.

    `plan` is that of the census, and every layer must be solved; where others counted otherwise it is a `Disagreement`.
    """
    with census_folder(folder) as inner:
        inner.claim(plan.game, {})
        to_do = plan.to_do(plan.tasks.values(), inner, lambda: None, lambda _: None)
        run(plan, to_do, inner, workers, told, lambda _: None)
        first, second, drawn = (sum(column) for column in zip(*kept(plan, plan.layers, inner).values(), strict=True))
    published = cast(Census, plan.solver).PUBLISHED
    if (first, second, drawn) != published:
        raise Disagreement(
            "Positions won, lost and drawn: {reached}; published were {published}.",
            reached=Listing(map(str, (first, second, drawn))),
            published=Listing(map(str, published)),
        )
    shutil.rmtree(folder.path / REACHED, ignore_errors=True)
    return first, second, drawn


@contextmanager
def census_folder(folder: Folder) -> Iterator[Folder]:
    """Give a folder for what the census finds, from which the solution's files are those of the folder around.

    It lies in the solution's, where the next run goes on with it. Where nothing can be written it is a temporary one,
    and links stand for the files around it.
    """
    if folder.is_writable():
        yield Folder(folder.path / REACHED)
        return
    with TemporaryDirectory(prefix="vato-census-") as elsewhere:
        for file in folder.files():
            (Path(elsewhere) / file.name).symlink_to(file.absolute())
        yield Folder(Path(elsewhere) / REACHED)


def kept(plan: Plan, layers: Collection[int], folder: Folder) -> CountsByTask:
    """Return the counts of some layers as they were written when the layers were solved."""
    found: CountsByTask = {}
    for task in plan.of_layers(layers):
        with Packed(folder.file(task.name)) as file:
            found[task.name] = file.about["counts"]
    return found


def _each(
    plan: Plan, tasks: list[Task], shares: dict[int, float], folder: Folder, workers: Workers
) -> Iterator[tuple[Task, list[int]]]:
    waiting = list(reversed(tasks))
    running: set[Future[tuple[Task, list[int]]]] = set()
    try:
        while waiting or running:
            while waiting and len(running) < workers.width:
                task = waiting.pop()
                job = Job.of(plan, folder, workers.device, task)
                running.add(workers.submit(verify_task, job, shares[task.layer]))
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                yield future.result()
    finally:
        for future in running:
            future.cancel()
