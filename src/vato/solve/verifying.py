"""Verifies a solution: every value, or a random share, against those its moves lead to; counts each layer."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass

from vato.packed import Packed
from vato.solve.plan import Plan
from vato.solve.running import run
from vato.solve.work import Job, verify_task
from vato.solve.workers import Workers
from vato.solved import Folder
from vato.tasks import Disagreement, Task
from vato.text import Listing

REACHED = "reached"
"""The folder, within the solution's, of what the census has found so far."""
SAMPLE = 1_000_000_000
"""A layer with at most so many positions is verified whole, of others a random share as large as this."""


@dataclass
class Count:
    """How the positions of a layer end, each counted for both sides to move."""

    layer: int
    won: tuple[int, int]
    """By the first and by the second player."""
    drawn: int


def verify(
    plan: Plan, layers: Collection[int], folder: Folder, workers: Workers, told: Callable[[Task], None]
) -> list[Count]:
    """Return the counts of some layers, or raise `DamagedFile` or `Disagreement`."""
    tasks = plan.of_layers(layers)
    sizes = {layer: sum(task.positions for task in tasks if task.layer == layer) for layer in layers}
    totals = {layer: [0, 0, 0] for layer in plan.layers if layer in layers}
    for task, counts in _each(plan, tasks, {layer: SAMPLE / size for layer, size in sizes.items()}, folder, workers):
        totals[task.layer] = [old + new for old, new in zip(totals[task.layer], counts, strict=True)]
        told(task)
    return _counts(totals)


def census(plan: Plan, folder: Folder, workers: Workers, told: Callable[[Task], None]) -> Count:
    """Return how the positions end that can be reached from the start.

    `plan` is that of the census, and every layer must be solved; where others counted otherwise it is a `Disagreement`.
    """
    inner = Folder(folder.path / REACHED)
    inner.claim(plan.game)
    to_do = plan.to_do(plan.tasks.values(), inner, lambda: None, lambda _: None)
    run(plan, to_do, inner, workers, told, lambda _: None)
    totals = [(count.won[0], count.won[1], count.drawn) for count in kept(plan, plan.layers, inner)]
    first, second, drawn = (sum(column) for column in zip(*totals, strict=True))
    if (first, second, drawn) != plan.module.PUBLISHED:
        raise Disagreement(
            "Positions won, lost and drawn: {reached}; published were {published}.",
            reached=Listing(map(str, (first, second, drawn))),
            published=Listing(map(str, plan.module.PUBLISHED)),
        )
    shutil.rmtree(inner.path)
    return Count(0, (first, second), drawn)


def kept(plan: Plan, layers: Collection[int], folder: Folder) -> list[Count]:
    """Return the counts of some layers as they were written when the layers were solved."""
    totals = {layer: [0, 0, 0] for layer in plan.layers if layer in layers}
    for task in plan.of_layers(layers):
        with Packed(folder.file(task.name)) as file:
            totals[task.layer] = [a + b for a, b in zip(totals[task.layer], file.about["counts"], strict=True)]
    return _counts(totals)


def _counts(totals: dict[int, list[int]]) -> list[Count]:
    return [Count(layer, (first, second), drawn) for layer, (first, second, drawn) in totals.items()]


def _each(
    plan: Plan, tasks: list[Task], shares: dict[int, float], folder: Folder, workers: Workers
) -> Iterator[tuple[Task, list[int]]]:
    waiting = list(reversed(tasks))
    running: set[Future[tuple[Task, list[int]]]] = set()
    try:
        while waiting or running:
            while waiting and len(running) < workers.width:
                task = waiting.pop()
                job = Job(plan.game, plan.part, str(folder.path.absolute()), workers.device, task)
                running.add(workers.submit(verify_task, job, shares[task.layer]))
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                yield future.result()
    finally:
        for future in running:
            future.cancel()
