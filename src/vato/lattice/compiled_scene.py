"""What the scenes of games on a lattice share in compiled code: points, stones, ways and ends.

`table` is the address of any table that begins with the words of `vato.lattice.bits`, `page` that of a page.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from vato.compiled.bits import highest, lowest, popcount, store_at, word_at
from vato.compiled.cache import compiled
from vato.compiled.contract import LOST, WON
from vato.compiled.page import FIGURE, STEPS, put, put_byte, put_comma, put_number, put_pair
from vato.lattice.bits import BOARD, DIRECTIONS, WIDTH
from vato.lattice.ends import ALL_CAPTURED, BLOCKED
from vato.lattice.points import DIAGONAL, STRAIGHT

ZERO, ONE, EIGHT, BYTE, POINT = (np.uint64(number) for number in (0, 1, 8, 255, 63))
FIRST_COLUMN, FIRST_ROW = ord("a"), ord("1")
SPACE, SLASH, WHITE_STONE, BLACK_STONE = ord(" "), ord("/"), ord("w"), ord("b")

ORDER = sum(DIRECTIONS.index(direction) << 4 * number for number, direction in enumerate(STRAIGHT + DIAGONAL))
"""The directions in the order in which a board tells its lines, four bits for each."""


@compiled
def ended(position: Any, end: int, drawn: int) -> int:
    """Return how a game has ended that stands so for the player to move; a draw is known to be `drawn`."""
    if position.own == ZERO or position.enemy == ZERO:
        return ALL_CAPTURED + (position.player if end == WON else 1 - position.player)
    return BLOCKED + 1 - position.player if end == LOST else drawn


@compiled
def direction_at(number: int) -> int:
    """Return a direction by its number in the order of a board."""
    return ORDER >> 4 * number & 15


# Points


@compiled
def put_name(page: np.uint64, table: np.uint64, point: int) -> None:
    """Write the name of a point."""
    width = np.int64(word_at(table, WIDTH))
    put_byte(page, FIRST_COLUMN + point % width)
    put_byte(page, FIRST_ROW + point // width)


@compiled
def put_point(page: np.uint64, table: np.uint64, point: int) -> None:
    """Write the name of a point in quotes."""
    put(page, '"')
    put_name(page, table, point)
    put(page, '"')


@compiled
def put_points(page: np.uint64, table: np.uint64, points: np.uint64, rising: bool) -> None:
    """Write a list of points, the lowest or the highest first."""
    put(page, "[")
    before = 0
    while points != ZERO:
        point = lowest(points) if rising else highest(points)
        points ^= ONE << np.uint64(point)
        put_comma(page, before)
        put_point(page, table, point)
        before += 1
    put(page, "]")


@compiled
def put_gone(page: np.uint64, table: np.uint64, points: np.uint64, rising: bool) -> None:
    """Write that the stones on some points leave the board, as changes behind others."""
    while points != ZERO:
        point = lowest(points) if rising else highest(points)
        points ^= ONE << np.uint64(point)
        put(page, ',{"from":')
        put_point(page, table, point)
        put(page, "}")


@compiled
def put_ends(page: np.uint64, table: np.uint64, origin: int, target: int) -> None:
    """Write where something goes from and to."""
    put(page, '{"from":')
    put_point(page, table, origin)
    put(page, ',"to":')
    put_point(page, table, target)


@compiled
def put_begin(page: np.uint64, table: np.uint64, origin: int, target: int) -> None:
    """Write the beginning of a step: its ends, and the stone's own change."""
    put_ends(page, table, origin, target)
    put(page, ',"changes":[')
    put_ends(page, table, origin, target)
    put(page, "}")


# Stones


@compiled
def put_rows(page: np.uint64, table: np.uint64, position: Any) -> None:
    """Write the stones row by row from the top, and the side to move, as the beginning of a scene."""
    own, enemy = ord_of(position.player), ord_of(1 - position.player)
    width = np.int64(word_at(table, WIDTH))
    rows = popcount(word_at(table, BOARD)) // width
    put(page, '{"position":"')
    for row in range(rows - 1, -1, -1):
        empty = 0
        for column in range(width):
            bit = ONE << np.uint64(row * width + column)
            if (position.own | position.enemy) & bit == ZERO:
                empty += 1
                continue
            put_run(page, empty)
            empty = 0
            put_byte(page, own if position.own & bit != ZERO else enemy)
        put_run(page, empty)
        put_byte(page, SLASH if row else SPACE)
    put_byte(page, own)


@compiled
def ord_of(player: int) -> int:
    """Return the letter of a player's stones."""
    return BLACK_STONE if player else WHITE_STONE


@compiled
def put_run(page: np.uint64, empty: int) -> None:
    """Write how many points in a row are empty, if any."""
    if empty:
        put_byte(page, FIGURE + empty)


@compiled
def put_quiet(page: np.uint64, rules: Any, position: Any) -> None:
    """Write how many turns captured nothing, as far as that matters, as a part of a position."""
    quiet = min(position.quiet, rules.quiet_turns)
    if quiet > 0:
        put(page, " quiet=")
        put_number(page, np.uint64(quiet))


@compiled
def put_pieces(page: np.uint64, table: np.uint64, position: Any) -> None:
    """Write what follows the position's text in a scene, up to its options."""
    player = position.player
    put(page, '","turn":')
    put_byte(page, FIGURE + player)
    put(page, ',"pieces":[')
    stones, before = position.own | position.enemy, 0
    while stones != ZERO:
        point = lowest(stones)
        stones &= stones - ONE
        put_comma(page, before)
        put(page, '{"at":')
        put_point(page, table, point)
        put(page, ',"player":')
        owner = player if position.own >> np.uint64(point) & ONE != ZERO else 1 - player
        put_byte(page, FIGURE + owner)
        put(page, ',"heading":0,"home":false}')
        before += 1
    put(page, "]")
    put_counts(page, player, popcount(position.own), popcount(position.enemy))
    put(page, ',"options":[')


@compiled
def put_counts(page: np.uint64, player: int, own: int, enemy: int) -> None:
    """Write how many stones each player has, seen by one of them."""
    put(page, ',"counts":{"stones":')
    put_pair(page, enemy if player else own, own if player else enemy)
    put(page, "}")


# Ways


@compiled
def go_to(page: np.uint64, number: int, point: int, before: int, behind: int) -> None:
    """Keep where a step of the turn that is being written leads, and the letters before and behind its name, or 0."""
    store_at(page, STEPS + number, np.uint64(point | before << 8 | behind << 16))


@compiled
def origin_on(page: np.uint64) -> np.uint64:
    """Return where the turn begins that is being written."""
    return word_at(page, STEPS) & BYTE


@compiled
def put_way(page: np.uint64, table: np.uint64, steps: int) -> None:
    """Write the text of a turn of so many steps."""
    put(page, ',"text":"')
    for number in range(steps + 1):
        step = np.int64(word_at(page, STEPS + number))
        if step >> 8 & 255:
            put_byte(page, step >> 8 & 255)
        put_name(page, table, step & 255)
        if step >> 16:
            put_byte(page, step >> 16)
    put(page, '"')


@compiled
def put_closed(page: np.uint64, table: np.uint64, steps: int) -> None:
    """Write the points that a turn of so many steps has left."""
    put(page, ',"closed":[')
    for number in range(steps):
        put_comma(page, number)
        put_point(page, table, np.int64(word_at(page, STEPS + number) & BYTE))
    put(page, "]")
