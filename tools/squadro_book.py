"""Makes Squadro's opening book from the solved game: `scripts/opening SOLUTION`, after `vato solve squadro --out ...`.

It follows all moves from both starts for some turns, looks up every pairing of how light's and dark's stones have
come to stand, and writes opening.xz into the game's room.
"""

from __future__ import annotations

import argparse
import lzma
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from vato.compiled.contract import GOING_ON
from vato.errors import VatoError
from vato.games.squadro import figures, kernel, opening
from vato.games.squadro.board import Board
from vato.games.squadro.rulesets import HOME, LANES, STANDARD
from vato.games.squadro.solution.slices import Phases, Shelf, number, phases_of
from vato.games.squadro.solution.solver import read_values
from vato.solve.folder import Folder
from vato.solve.packed import Packed

TURNS = 13
"""The most for which the book stays below a megabyte."""
SQUEEZING = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 0, "pb": 0}]
"""Bits in which neighbours are alike: what came just before says nothing about the next byte's letters."""
Stands = NDArray[np.uint8]


@njit(nogil=True)  # type: ignore[untyped-decorator]
def _follow(table: Any, rules: Any, positions: Any, found: Any) -> int:
    """Write what all moves of some positions lead to, and return how many they are."""
    count = 0
    for own, enemy, player in positions:
        mover: Any = np.int64(player)
        position = figures.Position(own, enemy, mover)
        if kernel.standing(rules, position) != GOING_ON:
            continue
        for lane in range(LANES):
            if kernel.progress_in(own, lane) < HOME:
                reached = kernel.play(table, position, lane)
                found[count, 0], found[count, 1] = reached.own, reached.enemy
                found[count, 2] = np.uint64(reached.player)
                count += 1
    return count


def reached(turns: int) -> list[Stands]:
    """Return how the stones of light and of dark can stand after up to so many turns, whoever begins."""
    board = Board.new(STANDARD)
    table, rules = figures.table_of(board), figures.rules_of(board)
    front = np.array([(0, 0, 0), (0, 0, 1)], np.uint64)
    stands = [np.zeros((1, LANES), np.uint8)] * 2
    for _ in range(turns):
        found = np.empty((LANES * len(front), 3), np.uint64)
        count = _follow(np.uint64(table.ctypes.data), rules, front, found)
        front = np.unique(found[:count], axis=0)
        for player in range(2):
            sides = np.where(front[:, 2] == player, front[:, 0], front[:, 1])
            stones = np.unique(sides)[:, None] >> 4 * np.arange(LANES, dtype=np.uint64) & np.uint64(15)
            stands[player] = np.unique(np.concatenate([stands[player], stones.astype(np.uint8)]), axis=0)
    return stands


def _by_phases(player: int, stands: Stands) -> dict[Phases, NDArray[np.int64]]:
    """Return, for each combination of phases, which of the stands have it, and their numbers in the slice."""
    found: dict[Phases, list[tuple[int, int]]] = {}
    for place, stones in enumerate(stands.tolist()):
        found.setdefault(phases_of(stones), []).append((place, number(player, stones)))
    return {phases: np.array(pairs).T for phases, pairs in found.items()}


def look_up(folder: Folder, stands: list[Stands]) -> NDArray[np.uint8]:
    """Return whether light wins, and whether nobody does, by side to move and the stands of dark and of light."""
    bits = np.zeros((2, 2, len(stands[1]), len(stands[0])), np.uint8)
    lights = _by_phases(0, stands[0])
    for dark, (dark_places, dark_numbers) in _by_phases(1, stands[1]).items():
        for light, (light_places, light_numbers) in lights.items():
            shelf = Shelf(sum(light) + sum(dark), dark)
            with Packed(folder.file(shelf.name)) as file:
                for player in range(2):
                    values = read_values({shelf.name: file}.__getitem__, shelf, light, player)
                    for plane, words in zip(bits, values, strict=True):
                        if words.size:
                            rows = np.unpackbits(words[light_numbers].view(np.uint8), axis=1, bitorder="little")
                            plane[player][np.ix_(dark_places, light_places)] = rows[:, dark_numbers].T
    return bits


def make(folder: Path, turns: int) -> bytes:
    """Return the opening book."""
    solution = Folder(folder)
    solution.expect(Board.game)
    stands = reached(turns)
    bits = look_up(solution, stands)
    head = np.array([(turns, [len(each) for each in stands])], opening.HEAD)
    planes = np.packbits(bits, axis=3, bitorder="little")
    pieces = (head, *stands, planes)
    return lzma.compress(b"".join(piece.tobytes() for piece in pieces), filters=SQUEEZING)


def main(arguments: list[str] | None = None) -> None:
    """Make the book again."""
    parser = argparse.ArgumentParser(
        prog="scripts/opening",
        description="Make the opening book from the solved game.",
        epilog="Example: scripts/opening squadro-solution",
    )
    parser.add_argument("solution", type=Path, help="the folder that `vato solve squadro` has filled")
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--out", type=Path, default=opening.FILE)
    wishes = parser.parse_args(arguments)
    try:
        content = make(wishes.solution, wishes.turns)
    except VatoError as error:
        sys.exit(f"vato: {error}")
    wishes.out.write_bytes(content)
    print(f"{wishes.out}: {len(content):,} bytes")


if __name__ == "__main__":
    main()
