"""The engine's signature: how many nodes it searches on fixed positions, with one thread, each to a fixed depth.

The total changes if and only if the engine behaves differently, whatever the machine; the speed is measured beside it.
Prints nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from vato import catalog
from vato.engine.engine import Engine
from vato.engine.limits import Limit

HASH_MB = 16


@dataclass(frozen=True, slots=True)
class Task:
    """A position to search to a depth."""

    game: str
    rules: str
    position: str
    depth: int


@dataclass(frozen=True, slots=True)
class Result:
    """What a task took."""

    task: Task
    nodes: int
    seconds: float


FANORONA = (
    ("standard", "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w", 12),
    ("standard", "bbbb1b2b/2b3b1b/bw1ww3w/ww1w3ww/ww1ww1w2 w", 12),
    ("standard", "3b3bb/7b1/1ww6/7b1/w1w4w1 w", 13),
    ("classic", "5b1bb/1b2b2bb/9/5w2w/ww1w1w1w1 w", 13),
    ("strict", "bb7/3b2b2/1b5w1/w7w/3w2w1w w", 13),
    ("short", "bbb4bb/bbbb5/b8/www3w2/www2www1 w", 12),
    ("free", "b8/1b2w2w1/9/5w1w1/4w4 w quiet=7", 13),
    ("vela", "4bb1bb/2w2wbwb/2ww2w1b/ww1wwwwww/www1wwwww w phase=1", 12),
    ("standard", "b2b3/1b2w2/7/4w2/ww5 w", 13),
)
SQUADRO = (
    ("standard", "00000/00000 light", 20),
    ("standard", "00000/00000 dark", 20),
    ("standard", "13000/20503 light", 20),
    ("standard", "06600/21017 light", 20),
    ("standard", "27054/92006 light", 20),
    ("standard", "17660/60c17 dark", 20),
    ("standard", "69840/76c06 light", 20),
    ("standard", "c60c3/85c43 light", 20),
)
TASKS = tuple(Task("fanorona", *row) for row in FANORONA) + tuple(Task("squadro", *row) for row in SQUADRO)


def run(game: str | None = None, load: Callable[[str, int, int], Engine] | None = None) -> Iterator[Result]:
    """Yield what each task takes, of one game or of all, with an engine that has forgotten everything before.

    `load` makes the engine from its game, threads and memory, for those who want to say something about it.
    """
    for name in catalog.GAMES if game is None else [catalog.find(game).name]:
        with (load or _load)(name, 1, HASH_MB) as engine:
            engine.analyse(catalog.new(name), Limit(depth=1))  # so that loading the compiled code is not measured
            for task in TASKS:
                if task.game == name:
                    engine.clear()
                    board = catalog.new(name, rules=task.rules, position=task.position)
                    found = engine.analyse(board, Limit(depth=task.depth))
                    yield Result(task, found.nodes, found.seconds)


def _load(game: str, threads: int, hash_mb: int) -> Engine:
    return Engine(game, threads=threads, hash_mb=hash_mb)
