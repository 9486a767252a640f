"""How Squadro's kernel is compared with its board, for `tools.compare_kernels`: positions of games, and of none."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

import vato
from tools.compare_kernels import Subject, random_game
from vato import catalog
from vato.games.squadro import Board, RuleSet, kernel


def any_board(rng: random.Random) -> Board:
    """Return a position in which no two stones stand on one crossing, whether or not a game can reach it."""
    rules = RuleSet.known["standard"].derive(stones_home=rng.randint(1, 5), repetition=rng.choice([0, 2, 3]))
    highest = rng.choice([5, 12, 12])
    while True:
        light, dark = ([rng.choice([rng.randint(0, highest), 12]) for _ in range(5)] for _ in range(2))
        clash = any(
            min(light[column], 12 - light[column]) == row + 1 and min(dark[row], 12 - dark[row]) == column + 1
            for column in range(5)
            for row in range(5)
        )
        if not clash and min(light.count(12), dark.count(12)) < rules.stones_home:
            return Board(rules, (tuple(light), tuple(dark)), rng.randint(0, 1))


def positions(rng: random.Random) -> Iterator[vato.Board]:
    """Yield positions of games, and positions of none."""
    while True:
        for _ in range(20):
            yield any_board(rng)
        yield from random_game(rng, catalog.new("squadro", first=rng.choice(["light", "dark"])))
        yield from random_game(rng, any_board(rng))


def words_of_position(board: Board) -> tuple[int, ...]:
    """Return a position as the kernel sees it."""
    sides = [sum(progress << 4 * lane for lane, progress in enumerate(side)) for side in board.progress]
    return sides[board.turn], sides[1 - board.turn], board.turn


SUBJECT = Subject(
    list_turns=kernel.list_turns,
    play=lambda _, __, position, turn: kernel.go(position, np.uint64(turn[0]), turn[1]),
    standing=lambda _, rules, position: kernel.standing(rules, position),
    turn_of=lambda _, move: (move.target | sum(8 << jumped for jumped in move.jumped), move.lane - 1),
    words_of=words_of_position,
    positions=positions,
)
