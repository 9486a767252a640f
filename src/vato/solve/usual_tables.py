"""The tables that `vato solve GAME` makes without further wishes: where they are, and whether all of them are there."""

from __future__ import annotations

from pathlib import Path

from vato.folders import solution_folder
from vato.solve.folder import Folder
from vato.solve.plan import Plan


def tables(game: str, data: Path | None = None) -> tuple[Plan, Folder]:
    """Return how a game's tables are made, and their folder: in this user's data folder or in another one."""
    plan = Plan(game)
    return plan, Folder(solution_folder(game, plan.solver.CHOSEN, data))


def are_there(plan: Plan, folder: Folder) -> bool:
    """Return whether no table is missing."""
    return all(folder.has(name) for name in plan.tasks)
