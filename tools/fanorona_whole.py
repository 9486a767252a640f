"""Proves Fanorona on a whole board, leaning on tables that tools.fanorona_results has made.

    python -m tools.fanorona_whole --rules strict --stones 7 --tables /dev/shm/strict --out proof --seconds 500

prints what is settled as it is, and writes the certificate. Stopped, or when the seconds are over, it keeps what it
found in the folder, and the same command goes on. Needs NumPy and Numba.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from vato.errors import VatoError
from vato.games.fanorona import Board
from vato.games.fanorona.endgames import ENDINGS
from vato.games.fanorona.proofs import GAME
from vato.games.fanorona.rulesets import RuleSet
from vato.lattice.endgames.directory import Directory
from vato.lattice.endgames.results import ResultsFolder
from vato.lattice.endgames.solver import chosen
from vato.lattice.proofs.whole_board import WholeProof
from vato.lattice.proofs.whole_search import Stopped, WholeSearch

BETWEEN = 10.0
"""Seconds between two lines about how far it has come."""


def _read(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.fanorona_whole",
        description="Prove Fanorona on a whole board with tables of two bits a position.",
        epilog="Example: python -m tools.fanorona_whole --rules strict --stones 7 --tables strict --out proof",
    )
    parser.add_argument("--board", default="9x5", metavar="SIZE")
    parser.add_argument("--rules", default="strict", metavar="RULES")
    parser.add_argument("--stones", type=int, required=True, metavar="N", help="lean on tables of up to so many stones")
    parser.add_argument("--tables", type=Path, required=True, metavar="DIR")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--memory", type=float, default=4.0, metavar="GB", help="for the table of claims")
    parser.add_argument("--seconds", type=float, default=float("inf"), metavar="S")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> None:
    """Prove what the command line asks for."""
    asked = _read(arguments)
    begin = time.monotonic()

    def say(text: object) -> None:
        print(f"{time.monotonic() - begin:.1f} s: {text}", flush=True)

    try:
        board = Board(RuleSet.read(asked.rules), size=asked.board)
        folder = ResultsFolder(asked.tables, chosen(ENDINGS, board.points, board.rules))
        directory = Directory(board.points)
        folder.add_to(directory, asked.stones)
        if directory.stones < asked.stones:
            raise VatoError(
                "{folder} holds tables of up to {stones} stones.", folder=folder.path, stones=directory.stones
            )
        search = WholeSearch(GAME, board, directory, int(asked.memory * 1e9), asked.threads)
        proof = WholeProof(GAME, board, search, folder.sums(asked.stones).values())
        asked.out.mkdir(parents=True, exist_ok=True)
        state = asked.out / f"proof-{asked.rules}.state"
        if state.exists():
            proof.load(state)
        last = 0.0

        def report(count: int) -> None:
            nonlocal last
            if time.monotonic() - last > BETWEEN:
                last = time.monotonic()
                say(f"{count} positions, table {search.full:.3f}, driven out {search.driven_out}")

        path = asked.out / f"certificate-{asked.rules}.txt.xz"
        try:
            certificate = proof.run(state, report, say, begin + asked.seconds)
            state.unlink(missing_ok=True)
        except Stopped:
            say("the time is over; the same command goes on")
            if not proof.is_settled:
                sys.exit(3)
            certificate = proof.certificate()
        certificate.write(path)
        lists = {claim: len(positions) for claim, positions in certificate.claims.items()}
        say(f"winner: {certificate.winner or 'nobody'}, {certificate.nodes} positions, {lists}, {path}")
    except VatoError as error:
        sys.exit(f"vato: {error}")


if __name__ == "__main__":
    main()
