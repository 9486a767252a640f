"""Counts Fanorona's endings that are too many for files: solved in a GPU's memory, counted, and forgotten.

    python -m tools.fanorona_survey --stones 8 --verify

prints for each pair of stones, as a line of JSON, what would be kept with its tables. All tables with fewer stones than
the most stay in memory; of those with the most only one pair at a time does. Needs CuPy and NumPy, and no Numba.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from typing import Any

from vato.errors import VatoError
from vato.games.fanorona.endgames import ENDINGS, essence
from vato.games.fanorona.rulesets import RuleSet
from vato.lattice.endgames.counts import about
from vato.lattice.endgames.gpu import Gpu
from vato.lattice.endgames.numbers import MOST_STONES, Pair, leads_to, pairs
from vato.lattice.points import board_of


def survey(tables: Gpu, wanted: list[Pair], verify: bool) -> Iterator[dict[str, Any]]:
    """Yield what is found out about each pair that is wanted, and before about each that these lead to."""
    needed = {other for pair in wanted for other in leads_to(pair)}
    for pair in sorted(needed | set(wanted), key=lambda pair: (pair.stones, pair.few)):
        begin = time.perf_counter()
        tables.settle_there(pair)
        found = {"pair": pair.name, **about(ENDINGS, tables.points, pair, tables.counts(pair))}
        found["solved_seconds"] = round(time.perf_counter() - begin, 3)
        if verify:
            found["disagreements"] = tables.disagreements(pair, 1.0)
        found["seconds"] = round(time.perf_counter() - begin, 3)
        yield found
        if pair not in needed:
            tables.drop(pair)


def _read(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.fanorona_survey",
        description="Solve Fanorona endings in a GPU's memory and count how they end.",
        epilog="Example: python -m tools.fanorona_survey --stones 8 --verify",
    )
    parser.add_argument("--stones", type=int, required=True, choices=range(2, MOST_STONES + 1), metavar="N")
    parser.add_argument("--board", default="9x5", metavar="SIZE")
    parser.add_argument("--rules", default="standard", metavar="RULES")
    parser.add_argument("--few", type=int, metavar="N", help="only the pair whose weaker side has so many stones")
    parser.add_argument("--verify", action="store_true", help="check every value against those it leads to")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> None:
    """Survey what the command line asks for."""
    asked = _read(arguments)
    wanted = [pair for pair in pairs(asked.stones) if asked.few in (None, pair.few)]
    try:
        tables = Gpu(ENDINGS, board_of(asked.board), essence(RuleSet.read(asked.rules)))
    except VatoError as error:
        sys.exit(f"vato: {error}")
    except ModuleNotFoundError:
        sys.exit("vato: An NVIDIA GPU and CuPy are needed: pip install 'vato[gpu]'.")
    begin = time.perf_counter()
    for found in survey(tables, wanted, asked.verify):
        print(json.dumps(found), flush=True)
        print(f"{found['pair']} after {time.perf_counter() - begin:.1f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
