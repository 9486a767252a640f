"""Counts the certificate of 9x5 by `strict`: its positions and the turns to what the tables know, by number of stones.

    python -m tools.docs.certificate_figures

writes docs/whole-board.json, from which `scripts/docs` makes the plots of docs/whole-board.md. Needs Numba.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from typing import Any

import numpy as np

from tools.docs import DOCS, ROOT
from vato.compiled.bits import popcount
from vato.compiled.cache import compiled
from vato.compiled.contract import GOING_ON, turns_of
from vato.compiled.contract import after as played
from vato.compiled.contract import end_of as standing
from vato.games.fanorona import Board, RuleSet
from vato.games.fanorona.proofs import GAME
from vato.lattice.endgames.directory import Directory
from vato.lattice.proofs.contract import is_solved, staged
from vato.lattice.proofs.position_certificate import PositionCertificate
from vato.lattice.proofs.position_checker import TURNS, PositionChecker
from vato.lattice.proofs.position_checking import is_answered

SIZE, RULES = "9x5", "strict"
COLUMNS = ("positions", "answered", "into_tables", "answered_by_tables")
"""Positions of the list, and turns of the other: answered in it, to the tables, answered only by a turn to these."""


@compiled
def count(listed: Any, most: int, turns: Any, answers: Any, found: Any) -> None:
    """Count the positions of a list, and what becomes of the other's turns there, by the stones of the position."""
    for number in range(len(listed.positions)):
        there = listed.positions[number]
        position = staged(listed.rules, there[0], there[1], np.int64(there[2]))
        stones = popcount(there[0] | there[1])
        found[stones, 0] += 1
        if standing(listed.geometry, listed.rules, position) != GOING_ON:
            continue
        many = turns_of(listed.geometry, listed.rules, position, np.uint64(turns.ctypes.data), len(turns))
        for turn in range(many):
            if turn and turns[turn, 0] == turns[turn - 1, 0] and turns[turn, 1] == turns[turn - 1, 1]:
                continue
            after = played(listed.geometry, listed.rules, position, turns[turn, 0], turns[turn, 1])
            if popcount(after.own | after.enemy) <= most and is_solved(after):
                found[stones, 2] += 1
            elif is_answered(listed, after, number, answers) == 1:
                found[stones, 1] += 1
            else:
                found[stones, 3] += 1


def main(arguments: list[str] | None = None) -> None:
    """Count, and write what was counted."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.docs.certificate_figures",
        description="Count the positions of the certificate of the whole board, into docs/whole-board.json.",
        epilog="Example: python -m tools.docs.certificate_figures",
    )
    parser.parse_args(arguments)
    folder = ROOT / "src" / "vato" / "games" / GAME.endings.name / "certificates"
    certificate = PositionCertificate.read(folder / f"{SIZE}-{RULES}.txt.xz")
    board = Board(RuleSet.read(RULES), size=SIZE)
    without_tables = Directory(board.points)
    checker = PositionChecker(GAME, board, replace(certificate, tables=without_tables.stones), without_tables, 1)
    written = {}
    for claim, listed in checker.lists.items():
        found = np.zeros((len(board.points.all) + 1, len(COLUMNS)), np.int64)
        room = [np.empty((TURNS, 2), np.uint64) for _ in range(2)]
        count(listed, certificate.tables, *room, found)
        rows = {stones: row for stones, row in enumerate(found.tolist()) if row[0]}
        written[claim] = {str(stones): dict(zip(COLUMNS, row, strict=True)) for stones, row in rows.items()}
    lines = [f"{json.dumps(claim)}: {json.dumps(rows)}" for claim, rows in written.items()]
    (DOCS / "whole-board.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
