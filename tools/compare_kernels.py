"""The kernels against the boards they are proven equal to: positions to compare on, and the comparison.

    python -m tools.compare_kernels --nodes 100000000 --seed 1

compares until so many turns have been compared, and prints how many. A difference stops it with the position that shows
it. `scripts/compare` does the same from a fresh clone; the tests of each kernel compare a little every time.
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
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

import vato
from vato import catalog
from vato.board import REPETITION
from vato.compiled.contract import DRAWN, GOING_ON, LOST, WON
from vato.games import fanorona, squadro
from vato.games.fanorona import kernel as fanorona_kernel
from vato.games.fanorona.notation import Placement
from vato.games.fanorona.points import MOST_POINTS, SIDES, board_of
from vato.games.squadro import kernel as squadro_kernel

ROOM = 1 << 16
MOST_TURNS = 5_000
"""Positions with more turns than this are left to the kernel alone: chains in open space can be numberless."""

Turn = tuple[int, ...]
"""What the kernel writes of a turn."""


class Difference(AssertionError):
    """The kernel and the board do not agree."""


@dataclass(frozen=True)
class Subject:
    """How one game's kernel is asked, and what its answers should look like by the board."""

    kernel: Any
    list_turns: Callable[[Any, Any, Any, Any], int]
    """Of table, rules, position and an address, or None to count only."""
    play: Callable[[Any, Any, Any, Turn], Any]
    standing: Callable[[Any, Any, Any], int]
    turn_of: Callable[[Any, Any], Turn]
    words_of: Callable[[Any], tuple[int, ...]]
    positions: Callable[[random.Random], Iterator[vato.Board]]
    """Boards without end to compare on."""


def compare(board: vato.Board) -> int:
    """Compare all that can happen next on a board; return how many turns were compared."""
    subject = SUBJECTS[board.game]
    kernel = subject.kernel
    table, rules, position = kernel.table_of(board), kernel.rules_of(board), kernel.position_of(board)
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
    return compared


def agree(board: vato.Board, what: str, found: object, expected: object) -> None:
    """Raise `Difference` if the kernel found something else than the board says."""
    if found != expected:
        raise Difference(
            f"{what}: {found} instead of {expected}\nin {board!r}\nafter {' '.join(map(str, board.played))}"
        )


# Fanorona

SIZES = [f"{width}x{height}" for width in SIDES for height in SIDES if width * height <= MOST_POINTS]
NUMBERS = {
    "repetition": (0, 1, 2, 3, 3, 3),
    "quiet_turns": (0, 0, 0, 1, 2, 5, 10),
    "quiet_stones": (0, 2, 3, 5, 99),
    "phase_one": (0, 0, 0, 1, 3, 6, 17, 99),
}
"""What is drawn for fields whose range is too wide to find the interesting values in it by chance."""


def any_rules(rng: random.Random) -> fanorona.RuleSet:
    """Return a rule set with a name, or any combination of fields."""
    known = rng.choice(list(fanorona.RuleSet.known.values()))
    if rng.random() < 0.3:
        return known
    return known.derive(
        **{
            field.name: rng.choice(NUMBERS.get(field.name, field.metadata["values"]))
            for field in fields(known)
            if field.name != "name" and rng.random() < 0.6
        }
    )


def any_fanorona(rng: random.Random, rules: fanorona.RuleSet, size: str) -> fanorona.Board:
    """Return a position that need not occur in any game: dense, sparse, full, few stones, or made for chains."""
    points = board_of(size)
    names = list(points.all)
    rng.shuffle(names)
    kind = rng.choice(["any", "few", "full", "scattered", "apart"])
    if kind == "few":
        sides = [rng.randint(0, 4), rng.randint(0, 4)]
    elif kind == "full":
        empty = rng.randint(0, 3)
        first = rng.randint(1, len(names) - empty - 1)
        sides = [first, len(names) - empty - first]
    elif kind == "scattered":
        # A few stones among many: the longest chains.
        sides = [int(len(names) * rng.uniform(0.3, 0.7)), rng.randint(1, 3)]
    elif kind == "apart":
        # Stones that do not touch leave room between them.
        apart = [name for name in names if ord(name[0]) % 2 == 0 and int(name[1]) % 2 == 0]
        names = apart + [name for name in names if name not in apart]
        sides = [rng.randint(1, len(apart)), rng.randint(1, 3)]
    else:
        share, white = rng.uniform(0.1, 1), rng.random()
        stones = int(len(names) * share)
        sides = [int(stones * white), stones - int(stones * white)]
    first_player = rng.randint(0, 1)
    owners = [first_player] * sides[0] + [1 - first_player] * sides[1]
    placed: dict[str, int | None] = dict.fromkeys(points.all)
    placed.update(zip(names, owners, strict=False))
    limit = rules.quiet_turns
    given = {"turns": rng.randint(0, 2), "quiet": rng.choice([0, 1, 3, 9, max(limit - 1, 0), limit, limit + 1])}
    if rules.phase_one:
        gone = points.stones_each - owners.count(1)
        given["phase"] = 2 if gone >= rules.phase_one else rng.choice([1, 1, 2])
    kind_of_board = fanorona.VelaBoard if rules.phase_one else fanorona.Board
    return kind_of_board(rules, Placement(points, placed, rng.randint(0, 1), given))


def fanorona_positions(rng: random.Random) -> Iterator[vato.Board]:
    """Yield positions of games under any rules on any board, and positions of none."""
    while True:
        rules, size = any_rules(rng), rng.choice(SIZES)
        for _ in range(10):
            yield any_fanorona(rng, rules, size)
        yield from random_game(rng, catalog.new("fanorona", rules=rules, board=size))
        yield from random_game(rng, any_fanorona(rng, rules, size), most_turns=30)


def fanorona_turn(board: fanorona.Board, move: fanorona.Move) -> Turn:
    """Return a move as the kernel writes it."""
    bit = board.points.all.index
    captured = sum(1 << bit(point) for step in move.steps for point in step.captured)
    return captured, bit(move.steps[0].origin) | bit(move.steps[-1].target) << 6


def fanorona_words(board: fanorona.Board) -> tuple[int, ...]:
    """Return a position as the kernel sees it."""
    sides = [
        sum(1 << number for number, point in enumerate(board.points.all) if board.stones[point] == player)
        for player in (board.turn, 1 - board.turn)
    ]
    return (*sides, board.turn, board.turns, board.quiet, board.phase)


# Squadro


def any_squadro(rng: random.Random) -> squadro.Board:
    """Return a position in which no two stones stand on one crossing, whether or not a game can reach it."""
    rules = squadro.RuleSet.known["standard"].derive(stones_home=rng.randint(1, 5), repetition=rng.choice([0, 2, 3]))
    highest = rng.choice([5, 12, 12])
    while True:
        light, dark = ([rng.choice([rng.randint(0, highest), 12]) for _ in range(5)] for _ in range(2))
        clash = any(
            min(light[column], 12 - light[column]) == row + 1 and min(dark[row], 12 - dark[row]) == column + 1
            for column in range(5)
            for row in range(5)
        )
        if not clash and min(light.count(12), dark.count(12)) < rules.stones_home:
            return squadro.Board(rules, (tuple(light), tuple(dark)), rng.randint(0, 1))


def squadro_positions(rng: random.Random) -> Iterator[vato.Board]:
    """Yield positions of games, and positions of none."""
    while True:
        for _ in range(20):
            yield any_squadro(rng)
        yield from random_game(rng, catalog.new("squadro", first=rng.choice(["light", "dark"])))
        yield from random_game(rng, any_squadro(rng))


def squadro_words(board: squadro.Board) -> tuple[int, ...]:
    """Return a position as the kernel sees it."""
    sides = [sum(progress << 4 * lane for lane, progress in enumerate(side)) for side in board.progress]
    return sides[board.turn], sides[1 - board.turn], board.turn


# Both


def random_game(rng: random.Random, board: vato.Board, most_turns: int = 200) -> Iterator[Any]:
    """Yield a board while a random game is played on it."""
    yield board
    while board.legal_moves and len(board.played) < most_turns:
        board.push(rng.choice(board.legal_moves))
        yield board


SUBJECTS = {
    "fanorona": Subject(
        kernel=fanorona_kernel,
        list_turns=lambda table, rules, position, turns: fanorona_kernel.list_turns(
            table, rules, position, turns, 0 if turns is None else ROOM
        ),
        play=lambda _, rules, position, turn: fanorona_kernel.play(rules, position, *map(np.uint64, turn)),
        standing=fanorona_kernel.standing,
        turn_of=fanorona_turn,
        words_of=fanorona_words,
        positions=fanorona_positions,
    ),
    "squadro": Subject(
        kernel=squadro_kernel,
        list_turns=squadro_kernel.list_turns,
        play=lambda _, __, position, turn: squadro_kernel.go(position, np.uint64(turn[0]), turn[1]),
        standing=lambda _, rules, position: squadro_kernel.standing(rules, position),
        turn_of=lambda _, move: (move.target | sum(8 << jumped for jumped in move.jumped), move.lane - 1),
        words_of=squadro_words,
        positions=squadro_positions,
    ),
}


# The long run

PART_NODES = 500_000
"""How many turns are compared between two reports of a process."""
MOST_NODES = 20_000
"""How many turns of one position are counted at most, so that all kinds of positions have their share."""


def compare_part(seed: str) -> int:
    """Compare positions of all games, about PART_NODES turns; return how many turns were compared."""
    rng = random.Random(seed)
    sources = [subject.positions(rng) for subject in SUBJECTS.values()]
    compared = 0
    while compared < PART_NODES:
        for source in sources:
            board = next(source)
            compared += compare(board)
            if rng.random() < 0.3:
                compared += compare_perft(board, MOST_NODES)
    return compared


def main() -> None:
    """Compare until enough is compared."""
    parser = argparse.ArgumentParser(prog="scripts/compare", description="Compare the kernels with the plain boards.")
    parser.add_argument("--nodes", type=int, default=100_000_000, help="how many turns to compare at least")
    parser.add_argument("--seed", type=int, default=1, help="the same seed compares the same positions")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="how many work at once")
    wishes = parser.parse_args()
    begin = time.monotonic()
    compared = part = 0
    with ProcessPoolExecutor(wishes.processes) as pool:
        while compared < wishes.nodes:
            seeds = [f"{wishes.seed} {part + number}" for number in range(wishes.processes)]
            part += len(seeds)
            try:
                compared += sum(pool.map(compare_part, seeds))
            except Difference as difference:
                sys.exit(f"{compared:,} turns were equal, then:\n{difference}")
            share = min(compared / wishes.nodes, 1)
            print(f"{share:4.0%}  {compared:13,} turns equal, {time.monotonic() - begin:6.0f} s", flush=True)


if __name__ == "__main__":
    main()
