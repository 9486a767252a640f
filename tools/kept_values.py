"""Measures how often the engine keeps the value of positions in which a move can spoil it.

    python -m tools.kept_values squadro --file tests/games/squadro/known.txt --nodes 620000
    python -m tools.kept_values fanorona --file tests/games/fanorona/only_moves.txt --nodes 500000 --count 2000
    python -m tools.kept_values fanorona --solution FOLDER --stones 6 --nodes 20000 --ignorant

A file holds a position in each line and, behind it, each move with what it leads to, `1L2W3L4L5W`, or the only move
that keeps the value, `| e2-e3 |`. Of Fanorona, positions in which a single move keeps the value can be drawn from a
folder that `vato solve` has filled instead.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from vato import catalog
from vato.engine import Engine, Limit
from vato.errors import VatoError
from vato.games.fanorona.endgames import SAMPLES, Endgames

Task = tuple[str, set[str]]
"""A position, and the moves that keep its value."""


def from_file(path: Path) -> Iterator[Task]:
    """Yield the positions of a file."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if " | " in line:
            position, move, _ = line.split(" | ")
            yield position, {move}
        elif line and not line.startswith("#"):
            position, _, text = line.rpartition(" ")
            values = dict(re.findall("(.)([WDL])", text))
            best = next(value for value in "WDL" if value in values.values())
            yield position, {move for move, value in values.items() if value == best}


def from_tables(folder: Path, stones: int, seed: int) -> Iterator[Task]:
    """Yield positions of Fanorona with so many stones in which a single move keeps the value."""
    with Endgames(folder) as endgames:
        for position in replace(SAMPLES, stones=range(stones, stones + 1)).only_moves(folder, seed):
            yield position, {str(next(iter(endgames.moves(catalog.new("fanorona", position=position)))))}


def measure(game: str, tasks: Iterator[Task], limit: Limit, ignorant: bool, show: bool) -> tuple[int, int]:
    """Return how many values were kept, and of how many."""
    kept = count = 0
    with Engine(game, hash_mb=64, knowledge=None if ignorant else "usual") as engine:
        for position, keeping in tasks:
            engine.clear()
            found = engine.analyse(catalog.new(game, position=position), limit, informed=not ignorant)
            right = str(found.move) in keeping
            kept, count = kept + right, count + 1
            if show and not right:
                print(f"{position}: {found.move} ({found.score.value}, depth {found.depth})", flush=True)
    return kept, count


def main(arguments: list[str] | None = None) -> None:
    """Measure, and say it."""
    parser = argparse.ArgumentParser(
        prog="tools.kept_values",
        description="Measure how often the engine keeps the value of positions in which a move can spoil it.",
        epilog="Example: python -m tools.kept_values squadro --file tests/games/squadro/known.txt --nodes 620000",
    )
    parser.add_argument("game", choices=list(catalog.GAMES))
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--file", type=Path, help="positions with the value of each move")
    source.add_argument("--solution", type=Path, help="a folder that `vato solve` has filled")
    parser.add_argument("--stones", type=int, default=6, help="how many a position has that is drawn")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=20_000, help="for a turn")
    parser.add_argument("--ignorant", action="store_true", help="use an engine that knows nothing exactly")
    parser.add_argument("--show", action="store_true", help="show where the value was lost")
    wishes = parser.parse_args(arguments)
    try:
        tasks = from_file(wishes.file) if wishes.file else from_tables(wishes.solution, wishes.stones, wishes.seed)
        limit = Limit(nodes=wishes.nodes)
        kept, count = measure(wishes.game, islice(tasks, wishes.count), limit, wishes.ignorant, wishes.show)
    except VatoError as error:
        sys.exit(f"vato: {error}")
    print(f"kept {kept} of {count} ({kept / max(count, 1):.1%})")


if __name__ == "__main__":
    main()
