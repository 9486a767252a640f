"""The engine's signature: how many nodes it searches on fixed positions, with one thread, each to a fixed depth.

The total changes if and only if the engine behaves differently, whatever the machine; the speed is measured beside it.
What is known exactly is left out, so that the signature is that of the search. Prints nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from vato import catalog
from vato.engine.engine import Engine
from vato.engine.limits import Limit
from vato.game import BenchPosition

HASH_MB = 16


@dataclass(frozen=True, slots=True)
class Searched:
    """What searching a position took."""

    game: str
    position: BenchPosition
    nodes: int
    seconds: float


def run(game: str | None = None, load: Callable[[str, int, int], Engine] | None = None) -> Iterator[Searched]:
    """Yield what each position takes, of one game or of all, with an engine that has forgotten everything before.

    `load` makes the engine from its game, threads and memory, for those who want to say something about it.
    """
    for name in [entry.name for entry in catalog.GAMES.values() if entry.bench] if game is None else [game]:
        with (load or _load)(name, 1, HASH_MB) as engine:
            for position in catalog.find(name).bench:
                engine.clear()
                board = catalog.new(name, rules=position.rules, position=position.position)
                found = engine.analyse(board, Limit(depth=position.depth), informed=False)
                yield Searched(name, position, found.nodes, found.seconds)


def _load(game: str, threads: int, hash_mb: int) -> Engine:
    return Engine(game, threads=threads, hash_mb=hash_mb)
