"""The solver: one plan of tasks for any game, done by processes on this machine, by a Dask cluster or with a GPU."""

from vato.solve.plan import NoSolver, Plan, prover_of
from vato.solve.room import find_room
from vato.solve.running import run
from vato.solve.verifying import Counts, census, kept, verify
from vato.solved import Folder

__all__ = ["Counts", "Folder", "NoSolver", "Plan", "census", "find_room", "kept", "prover_of", "run", "verify"]
