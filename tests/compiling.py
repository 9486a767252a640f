"""Compile what the tests run of every game, before they run: python -m tests.compiling

Whatever a function calls is compiled with it, unless this process has compiled it already. So all that is compiled of a
game is compiled in one process, one function after the other; tests that needed it first would do most of it again.
"""

from __future__ import annotations

from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import vato
from tests.compiled_scenes import CompiledScenes
from tests.engine import modules
from tests.solve.tables import ignore, solve_here
from tools.compare_kernels import compare, compare_perft
from vato import catalog
from vato.engine import Engine, Limit
from vato.solve.plan import Plan, prover_of

PROCESSES = 2
SMALLEST = "3x3"
"""The board on which a game is proven, if it can be."""


def compile_game(name: str) -> None:
    """Call all that is compiled of a game once."""
    game, board = catalog.find(name), catalog.new(name)
    if game.kernel is not None:
        with Engine(name, hash_mb=1) as engine:
            engine.analyse(board, Limit(depth=1))
        compare(board)
        compare_perft(board, most_nodes=100)
        vato.playouts(board, 1)
        modules.Job(game, [modules.case_of(board, 0)]).native()
    if game.compiled_scene is not None:
        scenes = CompiledScenes(name)
        scenes.write(board)
        scenes.outcome(board)
    if game.solver is not None:
        game.solver({}).load("processor")
    if game.census is not None:
        game.census().load("processor")
    if (prover := prover_of(name, {"board": SMALLEST})) is not None:
        with TemporaryDirectory() as folder:
            if prover.tables is not None:
                tables = Plan(name, choices=prover.tables)
                solve_here(Path(folder), tables.layers, plan=tables)
            prover.prove(Path(folder), ignore, ignore)


if __name__ == "__main__":
    with get_context("spawn").Pool(PROCESSES, maxtasksperchild=1) as processes:
        processes.map(compile_game, catalog.GAMES, chunksize=1)
