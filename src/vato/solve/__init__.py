"""The solver: one plan of tasks for any game, done by processes on this machine, by a Dask cluster or with a GPU."""

from vato.solve.folder import Folder
from vato.solve.plan import Plan
from vato.solve.running import Done, Event, Rebuilt, run
from vato.solve.verifying import Count, verify

__all__ = ["Count", "Done", "Event", "Folder", "Plan", "Rebuilt", "run", "verify"]
