"""The number of a Fanorona position in the opening book, compiled: `vato.book.key_of`'s, which the tests prove."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from vato.book import KEY_BITS
from vato.compiled import contract as shared
from vato.compiled.bits import lowest, popcount, word_at
from vato.compiled.cache import compiled
from vato.compiled.contract import takes
from vato.games.fanorona.board import BEGUN
from vato.games.fanorona.figures import Position
from vato.games.fanorona.geometry import BOARD, WIDTH

ZERO, ONE = np.uint64(0), np.uint64(1)
DROPPED = np.uint64(64 - KEY_BITS)
LEFT_RIGHT, TOP_BOTTOM, DIAGONAL = 1, 2, 4
"""What mirror images are put together from."""


@compiled
def mixed(number: int) -> np.uint64:
    """Return what `vato.mixing.mix` makes of a number."""
    found = np.uint64(number) + np.uint64(0x9E3779B97F4A7C15)
    found = (found ^ (found >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    found = (found ^ (found >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return found ^ (found >> np.uint64(31))


@compiled
def stones_key(stones: np.uint64, owner: int, width: int, height: int, image: int) -> np.uint64:
    """Return what a side's stones on a mirror image give to the board's `key`."""
    found = ZERO
    while stones != ZERO:
        row, column = divmod(lowest(stones), width)
        stones &= stones - ONE
        if image & LEFT_RIGHT:
            column = width - 1 - column
        if image & TOP_BOTTOM:
            row = height - 1 - row
        if image & DIAGONAL:
            row, column = column, row
        found ^= mixed(100 * owner + 9 * row + column)
    return found


@compiled
def book_key(table: np.uint64, position: Any) -> np.uint64:
    """Return the least `key` of a position and its mirror images, as far as a book keeps it."""
    width = np.int64(word_at(table, WIDTH))
    height = popcount(word_at(table, BOARD)) // width
    rest = mixed(1000 + 10 * width + height)
    if position.player:
        rest ^= mixed(2000)
    if position.turns < BEGUN:
        rest ^= mixed(2001 + position.turns)
    if position.phase == 1:
        rest ^= mixed(2003)
    least = ~ZERO
    for image in range(8 if width == height else 4):
        own = stones_key(position.own, position.player, width, height, image)
        enemy = stones_key(position.enemy, 1 - position.player, width, height, image)
        least = min(least, rest ^ own ^ enemy)
    return least >> DROPPED


@overload(shared.book_key)
def _book_key(table, position):
    if takes(position, Position):
        return lambda table, position: book_key(table, position)
    return None
