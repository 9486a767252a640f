"""Positions with few stones numbered and looked up in a directory of tables, compiled.

A byte of a table is 0 for a draw, or else one more than the turns to the end if both play well: an even number of turns
is a loss for the player to move, an odd one a win.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from vato.compiled.bits import backwards, byte_at, half_at, highest, lowest, popcount, store_byte_at, word_at
from vato.compiled.cache import compiled
from vato.lattice.endgames.directory import ANCHORS, BINOMIALS, HEIGHT, POINTS, TABLES, WIDTH
from vato.lattice.endgames.numbers import MOST_STONES

ZERO, ONE = np.uint64(0), np.uint64(1)


@compiled
def rank(directory: Any, bits: Any) -> int:
    """Return the number of a set of points among those as large."""
    at = BINOMIALS
    found = 0
    while bits != ZERO:
        found += np.int64(word_at(directory, at + lowest(bits)))
        bits &= bits - ONE
        at += 64
    return found


@compiled
def reflect(directory: Any, bits: Any, reflection: int) -> Any:
    """Return the image of a set of points."""
    if reflection & 1:
        width, height = np.int64(word_at(directory, WIDTH)), np.int64(word_at(directory, HEIGHT))
        row = (ONE << np.uint64(width)) - ONE
        image = ZERO
        for number in range(height):
            image |= ((bits >> np.uint64(number * width)) & row) << np.uint64((height - 1 - number) * width)
        bits = image
    if reflection & 2:
        bits = backwards(bits) >> (np.uint64(64) - word_at(directory, POINTS))
    return bits


@compiled
def squeeze(bits: Any, anchor: Any) -> Any:
    """Return a set of points with the points of the anchor left out, those beyond them moving up."""
    while anchor != ZERO:
        # From the highest point down: what lies beyond a point moves once for each.
        below = (ONE << np.uint64(highest(anchor))) - ONE
        anchor &= below
        bits = (bits & below) | ((bits >> ONE) & ~below)
    return bits


@compiled
def spread(bits: Any, anchor: Any) -> Any:
    """Return a set of points with room made for the points of the anchor: the opposite of `squeeze`."""
    while anchor != ZERO:
        below = (anchor & (ZERO - anchor)) - ONE
        anchor &= anchor - ONE
        bits = (bits & below) | ((bits & ~below) << ONE)
    return bits


@compiled
def number_beside(directory: Any, anchor: int, few: Any, many: Any, block: int) -> int:
    """Return the number of a position whose side with few stones stands as an anchor does."""
    return anchor * block + rank(directory, squeeze(many, few))


@compiled
def number_of(directory: Any, few: Any, many: Any, block: int) -> int:
    """Return the number of a position in its table; an anchor has `block` numbers."""
    at = ANCHORS + 2 * popcount(few)
    place = half_at(word_at(directory, at), rank(directory, few))
    if place & 3:
        few = word_at(word_at(directory, at + 1), place >> 5)
        many = reflect(directory, many, place & 3)
    return number_beside(directory, place >> 5, few, many, block)


@compiled
def write(directory: Any, few: Any, many: Any, block: int, values: Any, byte: int) -> None:
    """Write the byte of a position to its table, under all numbers that it has."""
    at = ANCHORS + 2 * popcount(few)
    place = half_at(word_at(directory, at), rank(directory, few))
    few = word_at(word_at(directory, at + 1), place >> 5)
    many = reflect(directory, many, place & 3)
    store_byte_at(values, number_beside(directory, place >> 5, few, many, block), byte)
    for reflection in range(1, 4):
        if place >> (reflection + 1) & 1:
            image = reflect(directory, many, reflection)
            store_byte_at(values, number_beside(directory, place >> 5, few, image, block), byte)


@compiled
def table_at(movers: int, others: int) -> int:
    """Return where the directory says where a table lies."""
    return TABLES + 2 * (MOST_STONES * movers + others)


@compiled
def place_in(directory: Any, own: Any, enemy: Any, movers: int, others: int) -> int:
    """Return the number of a position in its table, which must be there."""
    block = np.int64(word_at(directory, table_at(movers, others) + 1))
    if movers <= others:
        return number_of(directory, own, enemy, block)
    return number_of(directory, enemy, own, block)


@compiled
def looked_up(directory: Any, own: Any, enemy: Any) -> int:
    """Return the byte of a position, whose table must be there."""
    movers, others = popcount(own), popcount(enemy)
    return byte_at(word_at(directory, table_at(movers, others)), place_in(directory, own, enemy, movers, others))
