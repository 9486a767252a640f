"""How far `vato solve` has come: a bar on a terminal, a line now and then elsewhere, both on the standard error."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Self

from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from vato.terminal import language
from vato.terminal.progress import NowAndThen, error_console
from vato.text import Listing, Number, Text

if TYPE_CHECKING:
    from vato.solve.contract import Task
    from vato.solve.packed import DamagedFile


ENOUGH = 0.02
"""How much of the work must be done before it says how long the rest takes: the first tasks are the smallest."""


class SolvingProgress:
    """Tells which layer is under way, how many positions a second are done and how long the rest takes at that pace."""

    def __init__(self, doing: str, total: float) -> None:
        self._doing, self._total = doing, total
        self._console = error_console()
        self._lines = NowAndThen(self._console)
        columns = (
            TextColumn("{task.description}"),
            BarColumn(20),
            TaskProgressColumn(),
            TextColumn("{task.fields[pace]}"),
        )
        self._bar = Progress(*columns, console=self._console, transient=True, disable=not self._console.is_terminal)
        self._task = self._bar.add_task(language.say(doing), total=total or 1, pace="")
        self._began = time.monotonic()
        self._effort, self._positions = 0.0, 0

    def __enter__(self) -> Self:
        self._bar.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._bar.__exit__(None, None, None)

    def damaged(self, error: DamagedFile) -> None:
        """Say which file is damaged."""
        self._console.print(language.say(Text("{problem} It is made again.", problem=error)), soft_wrap=True)

    def checked(self) -> None:
        """Count a file that was looked at."""
        self._effort += 1
        self._tell(self._doing, "")

    def done(self, task: Task) -> None:
        """Count a task."""
        self._effort += task.effort
        self._positions += task.positions
        seconds = max(time.monotonic() - self._began, 0.001)
        pace: str = Text("million positions per second: {rate}", rate=Number(self._positions / seconds / 1e6, ",.0f"))
        if self._effort > ENOUGH * self._total:
            left = duration(seconds * (self._total - self._effort) / self._effort)
            pace = Listing((pace, Text("time left: {time}", time=left)))
        self._tell(Listing((self._doing, Text("layer {layer}", layer=task.layer))), pace)

    def _tell(self, doing: str, pace: str) -> None:
        doing, pace = language.say(doing), language.say(pace)
        self._bar.update(self._task, completed=self._effort, description=doing, pace=pace)
        if not self._console.is_terminal:
            share = Number(self._effort / self._total, ".1%")
            self._lines.print(lambda: ", ".join(filter(None, (f"{doing}: {language.say(share)}", pace))))


def duration(seconds: float) -> str:
    """Return a time as people say it.

    >>> duration(42), duration(200), duration(7300)
    ('42 s', '3 min', '2 h 2 min')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"
