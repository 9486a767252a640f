"""Whether there is room: in memory, side by side, and on the disk."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from vato.errors import VatoError
from vato.solve.capacity import make_fit
from vato.solve.folder import Folder
from vato.solve.plan import Plan
from vato.solve.workers import Workers

PLAN = Plan("fanorona", choices={"stones": "16"})


def hands(memory: int | None) -> Workers:
    return Workers(ThreadPoolExecutor(1), 8, "processor", memory)


@pytest.mark.parametrize("stones", [6, 9, 16])
def test_what_does_not_fit_in_memory_is_refused(tmp_path: Path, stones: int) -> None:
    tasks = PLAN.of_layers([stones])
    needed = max(PLAN.solver.memory(task, "processor", 1 << 80) for task in tasks)
    # All its tables must be there at once, a byte for each position up to the board's four reflections.
    assert needed > max(task.positions for task in tasks) / 4
    make_fit(PLAN, [], tasks, Folder(tmp_path), hands(needed))
    with pytest.raises(VatoError, match=f"^{stones} stones on a 9x5 board need .* GB of memory, and there are .*--gpu"):
        make_fit(PLAN, [], tasks, Folder(tmp_path), hands(needed - 1))


def test_what_does_not_fit_side_by_side_is_done_one_after_the_other(tmp_path: Path) -> None:
    tasks = PLAN.of_layers([7])
    needed = max(PLAN.solver.memory(task, "processor", 1 << 80) for task in tasks)
    for times, width in ((1, 1), (2.5, 2), (100, 8)):
        workers = hands(int(times * needed))
        make_fit(PLAN, tasks, [], Folder(tmp_path), workers)
        assert workers.width == width


def test_what_does_not_fit_on_the_disk_is_refused(tmp_path: Path) -> None:
    with pytest.raises(VatoError, match=r"The files need about [0-9.]+ GB, and in .* there is room for [0-9.]+\."):
        make_fit(PLAN, PLAN.of_layers([16]), [], Folder(tmp_path), hands(None))
