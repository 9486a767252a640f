"""Compares the kernels with the boards they are proven equal to: `scripts/compare --nodes 100000000`. Knows no game.

It goes on until so many turns have been compared, and prints how many. A difference stops it with the position that
shows it. How a game's kernel is asked, and on which positions, says `SUBJECT` in the file here that is called by the
game and `_kernel`. The tests of each kernel compare a little every time.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

import vato
from vato import catalog
from vato.board import REPETITION
from vato.compiled.contract import DRAWN, GOING_ON, LOST, WON

ROOM = 1 << 16
MOST_TURNS = 5_000
"""Positions with more turns than this are left to the kernel alone: chains in open space can be numberless."""

TurnWords = tuple[int, ...]
"""What the kernel writes of a turn."""


class Difference(AssertionError):
    """The kernel and the board do not agree."""


@dataclass(frozen=True)
class Subject:
    """How one game's kernel is asked, and what its answers should look like by the board."""

    list_turns: Callable[[Any, Any, Any, Any], int]
    """Of table, rules, position and an address, or None to count only."""
    play: Callable[[Any, Any, Any, TurnWords], Any]
    standing: Callable[[Any, Any, Any], int]
    turn_of: Callable[[Any, Any], TurnWords]
    words_of: Callable[[Any], tuple[int, ...]]
    positions: Callable[[random.Random], Iterator[vato.Board]]
    """Boards without end to compare on."""


@cache
def subjects() -> dict[str, Subject]:
    """Return the games whose kernels can be compared, as the files beside this one say."""
    files = {game: f"tools.{game}_kernel" for game in catalog.GAMES}
    return {game: import_module(file).SUBJECT for game, file in files.items() if find_spec(file) is not None}


def compare(board: vato.Board) -> int:
    """Compare all that can happen next on a board; return how many turns were compared."""
    subject, given = subjects()[board.game], catalog.find(board.game).figures
    assert given is not None
    figures = given()
    table, rules, position = figures.table_of(board), figures.rules_of(board), figures.position_of(board)
    address = np.uint64(table.ctypes.data)
    agree(board, "position", tuple(map(int, position)), subject.words_of(board))

    outcome = board.outcome()
    if outcome is not None and outcome.reason == REPETITION:
        return 0  # the kernel knows repetition only where it counts or plays whole games
    expected = GOING_ON
    if outcome is not None:
        expected = DRAWN if outcome.winner is None else (WON if outcome.winner == board.turn else LOST)
    agree(board, "standing", subject.standing(address, rules, position), expected)

    counted = subject.list_turns(address, rules, position, None)
    if counted > MOST_TURNS:
        return 0
    written = np.full((ROOM, 2), 0, np.uint64)
    listed = subject.list_turns(address, rules, position, np.uint64(written.ctypes.data))
    moves = {move: subject.turn_of(board, move) for move in board.legal_moves}
    agree(board, "number of turns", (counted, listed), (len(moves), len(moves)))
    agree(board, "turns", Counter(map(tuple, written[:listed].tolist())), Counter(moves.values()))
    for move, turn in moves.items():
        reached = subject.play(address, rules, position, turn)
        board.push(move)
        agree(board, "successor", tuple(map(int, reached)), subject.words_of(board))
        board.pop()
    return len(moves)


def compare_perft(board: vato.Board, most_nodes: int) -> int:
    """Compare counts, deeper and deeper, as long as they do not exceed `most_nodes`; return how many were compared."""
    compared = 0
    kernel = catalog.find(board.game).kernel
    assert kernel is not None
    count = kernel().count
    for depth in range(1, 12):
        if board.outcome() is not None:
            break
        found = count(board, depth)
        if found == 0 or compared + found > most_nodes:
            break
        agree(board, f"perft {depth}", found, vato.perft(board, depth, plain=True))
        compared += found
        if compared + found > most_nodes:
            break  # there are hardly ever fewer with one turn more, and where stones jump far they can be numberless
    return compared


def agree(board: vato.Board, what: str, found: object, expected: object) -> None:
    """Raise `Difference` if the kernel found something else than the board says."""
    if found != expected:
        raise Difference(
            f"{what}: {found} instead of {expected}\nin {board!r}\nafter {' '.join(map(str, board.played))}"
        )


def random_game(rng: random.Random, board: vato.Board, most_turns: int = 200) -> Iterator[Any]:
    """Yield a board while a random game is played on it."""
    yield board
    while board.legal_moves and len(board.played) < most_turns:
        board.push(rng.choice(board.legal_moves))
        yield board


# The long run

PART_NODES = 500_000
"""How many turns are compared between two reports of a process."""
MOST_NODES = 20_000
"""How many turns of one position are counted at most, so that all kinds of positions have their share."""


def compare_part(seed: str, games: tuple[str, ...]) -> int:
    """Compare positions of all these games, about PART_NODES turns; return how many turns were compared."""
    rng = random.Random(seed)
    sources = [subjects()[game].positions(rng) for game in games]
    compared = 0
    while compared < PART_NODES:
        for source in sources:
            board = next(source)
            compared += compare(board)
            if rng.random() < 0.3:
                compared += compare_perft(board, MOST_NODES)
    return compared


def main(arguments: list[str] | None = None) -> None:
    """Compare until enough is compared."""
    parser = argparse.ArgumentParser(
        prog="scripts/compare",
        description="Compare the kernels with the plain boards.",
        epilog="Example: scripts/compare --game alquerque --nodes 1000000 --seed 2",
    )
    parser.add_argument("--game", choices=subjects(), help="one game only")
    parser.add_argument("--nodes", type=int, default=100_000_000, help="how many turns to compare at least")
    parser.add_argument("--seed", type=int, default=1, help="the same seed compares the same positions")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="how many work at once")
    wishes = parser.parse_args(arguments)
    if wishes.processes < 1:
        parser.error("--processes is a number from 1")
    for game, entry in catalog.GAMES.items():
        if entry.kernel is not None and game not in subjects():
            print(f"{game} has a kernel, and there is no tools/{game}_kernel.py to compare it by.", file=sys.stderr)
    games = (wishes.game,) if wishes.game else tuple(subjects())
    begin = time.monotonic()
    compared = part = 0
    with ProcessPoolExecutor(wishes.processes) as pool:
        while compared < wishes.nodes:
            seeds = [f"{wishes.seed} {part + number}" for number in range(wishes.processes)]
            part += len(seeds)
            try:
                compared += sum(pool.map(partial(compare_part, games=games), seeds))
            except Difference as difference:
                sys.exit(f"{compared:,} turns were equal, then:\n{difference}")
            share = min(compared / wishes.nodes, 1)
            print(f"{share:4.0%}  {compared:13,} turns equal, {time.monotonic() - begin:6.0f} s", flush=True)


if __name__ == "__main__":
    main()
