"""Positions of games of mixed quality, compiled: what the network learns from, and what puzzles are chosen among.

A game's players choose some of their moves blindly, and a position may lie a few blind moves off the game: so there are
positions that good play leads to, and others that nobody would play but a search meets.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vato.compiled.bits import below, next_random
from vato.compiled.cache import compiled
from vato.compiled.contract import GOING_ON
from vato.games.squadro import figures, kernel, network_kernel
from vato.games.squadro.board import Board
from vato.games.squadro.rulesets import HOME, LANES, STANDARD

LONGEST = 200
MOODS = (2, 10, 25, 50, 100)
"""How many moves of a hundred a game's players choose blindly; the others are the best at first sight, or nearly."""
NEARLY = 60
STRAYS = 5
"""Fewer blind moves than this lead from a game to a position that is taken."""


@compiled
def play_games(table: Any, weights: Any, rules: Any, moods: Any, seed: Any, found: Any) -> None:
    """Fill `found` with positions of games: own progress, enemy progress, player."""
    random = seed
    count = 0
    while count < len(found):
        random = next_random(random)
        first: Any = np.int64(below(np.uint64(2), random))
        position = figures.Position(np.uint64(0), np.uint64(0), first)
        random = next_random(random)
        mood = moods[below(np.uint64(len(moods)), random)]
        for _ in range(LONGEST):
            if kernel.standing(rules, position) != GOING_ON or count == len(found):
                break
            random = next_random(random)
            taken = stray(table, rules, position, below(np.uint64(STRAYS), random), random)
            found[count, 0], found[count, 1] = taken.own, taken.enemy
            found[count, 2] = np.uint64(taken.player)
            count += 1
            random = next_random(random)
            blindly = below(np.uint64(100), random) < mood
            best, chosen = -(1 << 40), position
            for lane in range(LANES):
                if kernel.progress_in(position.own, lane) == HOME:
                    continue
                reached = kernel.play(table, position, lane)
                random = next_random(random)
                value: Any = np.int64(below(np.uint64(NEARLY), random))
                if not blindly:
                    light, dark = (reached.own, reached.enemy) if reached.player == 0 else (reached.enemy, reached.own)
                    value -= network_kernel.judge(light, dark, reached.player, weights)
                if value > best:
                    best, chosen = value, reached
            position = chosen


@compiled
def stray(table: Any, rules: Any, position: Any, moves: Any, random: Any) -> Any:
    """Return where so many blind moves lead, or fewer where the next would end the game."""
    for _ in range(moves):
        random = next_random(random)
        lane = below(np.uint64(LANES), random)
        if kernel.progress_in(position.own, lane) == HOME:
            continue
        reached = kernel.play(table, position, lane)
        if kernel.standing(rules, reached) != GOING_ON:
            break
        position = reached
    return position


def sample(count: int, seed: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return different positions of games of mixed quality: progress by player and lane, and who is to move."""
    board = Board.new(STANDARD)
    table, weights = figures.table_of(board), figures.weights()
    found = np.zeros((3 * count, 3), np.uint64)
    addresses = np.uint64(table.ctypes.data), np.uint64(weights.ctypes.data)
    play_games(*addresses, figures.rules_of(board), np.array(MOODS, np.uint64), np.uint64(seed), found)
    found = np.random.default_rng(seed).permutation(np.unique(found, axis=0))[:count]
    shifts = 4 * np.arange(LANES, dtype=np.uint64)
    own, enemy = ((found[:, side, None] >> shifts & np.uint64(15)).astype(np.int64) for side in (0, 1))
    players = found[:, 2].astype(np.int64)
    first = players[:, None] == 0
    return np.stack([np.where(first, own, enemy), np.where(first, enemy, own)], axis=1), players
