"""How Fanorona's kernel is compared with its board, for `tools.compare_kernels`: any rules, boards and positions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields

import numpy as np

import vato
from tools.compare_kernels import ROOM, Subject, TurnWords, random_game
from vato import catalog
from vato.games.fanorona import Board, Move, RuleSet, VelaBoard, kernel
from vato.games.fanorona.notation import Placement
from vato.lattice.points import MOST_POINTS, SIDES, board_of

SIZES = [f"{width}x{height}" for width in SIDES for height in SIDES if width * height <= MOST_POINTS]
NUMBERS = {
    "repetition": (0, 1, 2, 3, 3, 3),
    "quiet_turns": (0, 0, 0, 1, 2, 5, 10),
    "quiet_stones": (0, 2, 3, 5, 99),
    "phase_one": (0, 0, 0, 1, 3, 6, 17, 99),
}
"""What is drawn for fields whose range is too wide to find the interesting values in it by chance."""


def any_rules(rng: random.Random) -> RuleSet:
    """Return a rule set with a name, or any combination of fields."""
    known = rng.choice(list(RuleSet.known.values()))
    if rng.random() < 0.3:
        return known
    return known.derive(
        **{
            field.name: rng.choice(NUMBERS.get(field.name, field.metadata["values"]))
            for field in fields(known)
            if field.name != "name" and rng.random() < 0.6
        }
    )


def any_board(rng: random.Random, rules: RuleSet, size: str) -> Board:
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
    kind_of_board = VelaBoard if rules.phase_one else Board
    return kind_of_board(rules, Placement(points, placed, rng.randint(0, 1), given))


def positions(rng: random.Random) -> Iterator[vato.Board]:
    """Yield positions of games under any rules on any board, and positions of none."""
    while True:
        rules, size = any_rules(rng), rng.choice(SIZES)
        for _ in range(10):
            yield any_board(rng, rules, size)
        yield from random_game(rng, catalog.new("fanorona", rules=rules, board=size))
        yield from random_game(rng, any_board(rng, rules, size), most_turns=30)


def words_of_turn(board: Board, move: Move) -> TurnWords:
    """Return a move as the kernel writes it."""
    bit = board.points.all.index
    captured = sum(1 << bit(point) for step in move.steps for point in step.captured)
    return captured, bit(move.steps[0].origin) | bit(move.steps[-1].target) << 6


def words_of_position(board: Board) -> tuple[int, ...]:
    """Return a position as the kernel sees it."""
    sides = [
        sum(1 << number for number, point in enumerate(board.points.all) if board.stones[point] == player)
        for player in (board.turn, 1 - board.turn)
    ]
    return (*sides, board.turn, board.turns, board.quiet, board.phase)


SUBJECT = Subject(
    list_turns=lambda table, rules, position, turns: kernel.list_turns(
        table, rules, position, turns, 0 if turns is None else ROOM
    ),
    play=lambda _, rules, position, turn: kernel.play(rules, position, *map(np.uint64, turn)),
    standing=kernel.standing,
    turn_of=words_of_turn,
    words_of=words_of_position,
    positions=positions,
)
