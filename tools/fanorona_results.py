"""Makes Fanorona's endgame tables of two bits a position on a GPU, as proofs of a whole board lean on them.

    python -m tools.fanorona_results --stones 7 --rules strict --verify /dev/shm/strict

writes a file for each class of stones into the folder, and prints for each pair, as a line of JSON, how many positions
are won, drawn and lost. What is there already is left alone. Needs CuPy and NumPy, and no Numba.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from vato.errors import VatoError
from vato.games.fanorona.endgames import ENDINGS, essence
from vato.games.fanorona.rulesets import RuleSet
from vato.lattice.endgames.gpu import Cuda, Gpu
from vato.lattice.endgames.numbers import MOST_STONES, pairs, positions
from vato.lattice.endgames.results import ResultsFolder
from vato.lattice.endgames.solver import chosen
from vato.lattice.points import board_of

PIECE = 1 << 28
"""How many bytes are brought from the GPU at a time."""


def make(tables: Gpu, folder: ResultsFolder, stones: int, verify: bool) -> Iterator[dict[str, Any]]:
    """Yield how the positions of each pair end, and write its tables."""
    for pair in (pair for count in range(2, stones + 1) for pair in pairs(count)):
        begin = time.perf_counter()
        tables.settle_there(pair)
        found: dict[str, Any] = {"pair": pair.name, "results": tables.results(pair)}
        counted = sum(map(sum, found["results"]))
        disagreements = tables.disagreements(pair, 1.0) if verify else 0
        if counted != positions(tables.points, pair) or disagreements:
            raise VatoError(
                "{file}: values that do not follow from those their turns lead to: {found}.",
                file=pair.name,
                found=disagreements or 1,
            )
        found["solved_seconds"] = round(time.perf_counter() - begin, 3)
        tables.put_away(pair)
        folder.write(pair, [_pieces(tables, stones_of) for stones_of in pair.classes])
        if pair.stones == stones:
            tables.drop(pair)
        found["seconds"] = round(time.perf_counter() - begin, 3)
        yield found


def _pieces(tables: Gpu, stones: tuple[int, int]) -> Iterator[bytes]:
    table = tables.directory.tables[stones]
    for at in range(0, len(table), PIECE):
        yield tables.fetched(table[at : at + PIECE]).tobytes()


def _read(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.fanorona_results",
        description="Solve Fanorona endings on a GPU and keep who wins, in two bits a position.",
        epilog="Example: python -m tools.fanorona_results --stones 7 --rules strict /dev/shm/strict",
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--stones", type=int, required=True, choices=range(2, MOST_STONES + 1), metavar="N")
    parser.add_argument("--board", default="9x5", metavar="SIZE")
    parser.add_argument("--rules", default="standard", metavar="RULES")
    parser.add_argument("--verify", action="store_true", help="check every value against those it leads to")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> None:
    """Make what the command line asks for."""
    asked = _read(arguments)
    begin = time.perf_counter()
    try:
        points, rules = board_of(asked.board), RuleSet.read(asked.rules)
        folder = ResultsFolder(asked.folder, chosen(ENDINGS, points, rules))
        if all(folder.has(pair) for count in range(2, asked.stones + 1) for pair in pairs(count)):
            return
        tables = Gpu(ENDINGS, points, essence(rules), Cuda(ENDINGS, points, essence(rules), packed=True))
        for found in make(tables, folder, asked.stones, asked.verify):
            print(json.dumps(found), flush=True)
            print(f"{found['pair']} after {time.perf_counter() - begin:.1f} s", file=sys.stderr, flush=True)
    except VatoError as error:
        sys.exit(f"vato: {error}")
    except ModuleNotFoundError:
        sys.exit("vato: An NVIDIA GPU and CuPy are needed: pip install 'vato[gpu]'.")


if __name__ == "__main__":
    main()
