"""What several tests of the solver share: a folder with the last layers of Squadro, solved in this process."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from vato.packed import DamagedFile
from vato.solve import Folder, Plan, run
from vato.solve.workers import Workers

PLAN = Plan("squadro")
_kept: list[TemporaryDirectory[str]] = []
"""Removed when the tests end."""


def ignore(*_: object) -> None:
    """Take a report and do nothing."""


def solve_here(path: Path, layers: Iterable[int], workers: Workers | None = None) -> list[DamagedFile]:
    """Solve layers into a folder, in this process if nobody else is named; return what was damaged."""
    folder = Folder(path)
    damaged: list[DamagedFile] = []
    folder.claim("squadro")
    with ThreadPoolExecutor(1) as executor:
        tasks = PLAN.to_do(PLAN.of_layers(set(layers)), folder, ignore, damaged.append)
        run(PLAN, tasks, folder, workers or Workers(executor, 2, "processor"), ignore, damaged.append)
    return damaged


@cache
def solved(lowest: int) -> Path:
    """Return a folder with the layers from 16 to `lowest`, to be read only."""
    folder = TemporaryDirectory(prefix="vato-solved-")
    _kept.append(folder)
    solve_here(Path(folder.name), range(lowest, 17))
    return Path(folder.name)


def contents(path: Path) -> dict[str, bytes]:
    """Return the files of a solution with all their bytes."""
    return {file.name: file.read_bytes() for file in sorted(path.glob("*.solved"))}
