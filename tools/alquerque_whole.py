"""Solves all of Alquerque on a small board, from one stone each to the start, in a GPU's memory.

    python -m tools.alquerque_whole --rules modern --board 5x5

prints for each pair of stones, as a line of JSON, how many positions are won, drawn and lost for the player to move,
and at last who wins from the start and after each first turn. What was solved is kept as two bits a position, without
distances: on 5x5 about 52 GB of the GPU's memory, beside 17 for the pair at work. Needs CuPy and NumPy, and no Numba.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from typing import Any

from vato.errors import VatoError
from vato.games.alquerque import Board, RuleSet
from vato.games.alquerque.endgames import ENDINGS, essence
from vato.lattice.endgames.gpu import Cuda, Gpu
from vato.lattice.endgames.numbers import Pair, positions
from vato.lattice.points import board_of


def all_pairs(most: int) -> list[Pair]:
    """Return the pairs in which neither side has more stones than `most`, fewest stones first."""
    every = [Pair(few, many) for few in range(1, most + 1) for many in range(few, most + 1)]
    return sorted(every, key=lambda pair: (pair.stones, pair.few))


def survey(tables: Gpu, most: int, verify: bool) -> Iterator[dict[str, Any]]:
    """Yield how the positions of each pair end; the last one is left as it is, all others are put away."""
    for pair in all_pairs(most):
        begin = time.perf_counter()
        tables.settle_there(pair)
        found: dict[str, Any] = {"pair": pair.name, "results": tables.results(pair)}
        if sum(map(sum, found["results"])) != positions(tables.points, pair):
            raise VatoError(
                "{file}: values that do not follow from those their turns lead to: {found}.", file=pair.name, found=1
            )
        if verify:
            found["disagreements"] = tables.disagreements(pair, 1.0)
        found["seconds"] = round(time.perf_counter() - begin, 3)
        yield found
        if pair != (most, most):
            tables.put_away(pair)


def starts(tables: Gpu, rules: RuleSet) -> dict[str, str]:
    """Return what the start is worth to White, and each first turn, which takes nothing."""
    board = Board(rules, size=tables.points.size)
    found = {"start": _word(tables, board)}
    for move in list(board.legal_moves):
        board.push(move)
        found[str(move)] = {"won": "lost", "lost": "won"}.get(after := _word(tables, board), after)
        board.pop()
    return found


def _word(tables: Gpu, board: Board) -> str:
    sides = [0, 0]
    for number, owner in enumerate(board.stones.values()):
        if owner is not None:
            sides[owner] |= 1 << number
    byte = tables.byte(sides[board.turn], sides[1 - board.turn])
    return "drawn" if byte == 0 else "lost" if byte % 2 else "won"


def _read(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.alquerque_whole",
        description="Solve all of Alquerque on a small board in a GPU's memory, and say who wins from the start.",
        epilog="Example: python -m tools.alquerque_whole --rules alfonso --board 5x3",
    )
    parser.add_argument("--board", default="5x5", metavar="SIZE")
    parser.add_argument("--rules", default="modern", metavar="RULES")
    parser.add_argument("--verify", action="store_true", help="check every value against those it leads to")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> None:
    """Solve what the command line asks for."""
    asked = _read(arguments)
    begin = time.perf_counter()
    try:
        points, rules = board_of(asked.board), essence(RuleSet.read(asked.rules))
        tables = Gpu(ENDINGS, points, rules, Cuda(ENDINGS, points, rules, packed=True))
        for found in survey(tables, points.stones_each, asked.verify):
            print(json.dumps(found), flush=True)
            print(f"{found['pair']} after {time.perf_counter() - begin:.1f} s", file=sys.stderr, flush=True)
        print(json.dumps({"board": points.size, "rules": rules.name, **starts(tables, rules)}), flush=True)
    except VatoError as error:
        sys.exit(f"vato: {error}")
    except ModuleNotFoundError:
        sys.exit("vato: An NVIDIA GPU and CuPy are needed: pip install 'vato[gpu]'.")


if __name__ == "__main__":
    main()
