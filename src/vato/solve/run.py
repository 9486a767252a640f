"""Runs a plan: hands each task to a worker as soon as what it needs is there, and rebuilds what turns out damaged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from heapq import heappop, heappush

from vato.solve.contract import Task
from vato.solve.folder import Folder, task_of
from vato.solve.jobs import Job, solve_task
from vato.solve.packed import DamagedFile
from vato.solve.plan import Plan
from vato.solve.workers import Workers

MOST_REBUILDS = 3
"""How often a file may turn out damaged in one run before the disk is not trusted any more."""


Done = Callable[[Task], None]
Damaged = Callable[[DamagedFile], None]


def run(plan: Plan, tasks: Iterable[Task], folder: Folder, workers: Workers, done: Done, damaged: Damaged) -> None:
    """Do the tasks, and report each that is done and each file made again; what else they need must be there."""
    _Run(plan, folder, workers, done, damaged).do(tasks)


class _Run:
    def __init__(self, plan: Plan, folder: Folder, workers: Workers, done: Done, damaged: Damaged) -> None:
        self._plan, self._folder, self._workers = plan, folder, workers
        self._done, self._damaged = done, damaged
        self._open: dict[str, set[str]] = {}
        """The tasks that are not done, each with those it waits for."""
        self._ready: list[tuple[int, float, str]] = []
        self._rebuilds: Counter[str] = Counter()
        self._running: dict[Future[None], Task] = {}

    def do(self, tasks: Iterable[Task]) -> None:
        wanted = {task.name: task for task in tasks}
        for task in wanted.values():
            self._open[task.name] = {name for name in task.needs if name in wanted}
        for task in wanted.values():
            self._offer(task)
        try:
            while self._open:
                self._hand_out()
                finished, _ = wait(self._running, return_when=FIRST_COMPLETED)
                for future in finished:
                    self._take_back(self._running.pop(future), future)
        finally:
            for future in self._running:
                future.cancel()

    def _offer(self, task: Task) -> None:
        if not self._open[task.name]:
            # Layer by layer, and in each the longest tasks first, so that no worker is left alone with one at the end.
            heappush(self._ready, (self._plan.layers.index(task.layer), -task.effort, task.name))

    def _hand_out(self) -> None:
        while self._ready and len(self._running) < self._workers.width:
            task = self._plan.tasks[heappop(self._ready)[2]]
            job = Job.of(self._plan, self._folder, self._workers.device, task)
            self._running[self._workers.submit(solve_task, job)] = task

    def _take_back(self, task: Task, future: Future[None]) -> None:
        try:
            future.result()
        except DamagedFile as error:
            self._rebuild(task, error)
            return
        del self._open[task.name]
        self._done(task)
        for name, waits_for in self._open.items():
            if task.name in waits_for:
                waits_for.remove(task.name)
                self._offer(self._plan.tasks[name])

    def _rebuild(self, task: Task, error: DamagedFile) -> None:
        """Put a damaged file before the task that needs it."""
        name = task_of(error)
        if name not in self._plan.tasks:
            raise error
        self._open[task.name].add(name)
        if name not in self._open:
            self._rebuilds[name] += 1
            if self._rebuilds[name] > MOST_REBUILDS:
                raise error
            self._damaged(error)
            self._open[name] = set()
            self._offer(self._plan.tasks[name])
