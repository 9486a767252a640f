"""Scenes of Squadro from compiled code, the same as scene.py's, which the tests prove; and how a game ends.

Who loads this has the overloads of `write_scene` and `stand` (`vato.compiled.contract`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from vato.compiled import contract as shared
from vato.compiled.bits import highest, lowest, popcount
from vato.compiled.cache import compiled
from vato.compiled.contract import GOING_ON, WON, key_of, takes
from vato.compiled.page import (
    FIGURE,
    begin,
    finish,
    length_of,
    put,
    put_byte,
    put_comma,
    put_number,
    put_pair,
    put_stop,
)
from vato.compiled.recurrence import recurs
from vato.games.squadro import search as search  # gives `key_of` its overload
from vato.games.squadro.figures import ENOUGH, REPEATED, Position
from vato.games.squadro.kernel import crossings_of, progress_in, standing, stones_home, way_of
from vato.games.squadro.layout import ANGLES, POINTING
from vato.games.squadro.rulesets import FAR_EDGE, HOME, LANES

ZERO, ONE, FOUR, PROGRESS = (np.uint64(number) for number in (0, 1, 4, 15))
LETTER, DASH = ord("a") - 10, ord("-")

LIGHT_OUT, LIGHT_BACK, DARK_OUT, DARK_BACK = (ANGLES[name] for side in POINTING for name in side)
"""Where the stones point."""

# A position


@compiled
def write_scene(table: np.uint64, rules: Any, position: Any, most: int, page: np.uint64, room: int) -> int:
    """Write a position as a scene."""
    player = position.player
    light, dark = (position.enemy, position.own) if player else (position.own, position.enemy)
    begin(page, room, most)
    put(page, '{"position":"')
    put_lanes(page, light)
    put(page, "/")
    put_lanes(page, dark)
    if player:
        put(page, ' dark","turn":1,"pieces":[')
    else:
        put(page, ' light","turn":0,"pieces":[')
    put_pieces(page, light, 0)
    put(page, ",")
    put_pieces(page, dark, 1)
    put(page, "]")
    put_counts(page, stones_home(light), stones_home(dark))
    put(page, ',"options":[')
    before = length_of(page)
    if most >= 0 and standing(rules, position) == GOING_ON:
        write_options(page, table, position)
    return finish(page, before)


@compiled
def put_lanes(page: np.uint64, side: np.uint64) -> None:
    """Write how far the stones of a side have come."""
    for lane in range(LANES):
        progress = progress_in(side, lane)
        put_byte(page, progress + (FIGURE if progress < 10 else LETTER))


@compiled
def put_pieces(page: np.uint64, side: np.uint64, player: int) -> None:
    """Write the stones of a side."""
    for lane in range(LANES):
        progress = progress_in(side, lane)
        put_comma(page, lane)
        put(page, '{"at":')
        put_place(page, player, lane, progress)
        put(page, ',"player":')
        put_byte(page, FIGURE + player)
        put_heading(page, player, progress >= FAR_EDGE)
        if progress == HOME:
            put(page, ',"home":true}')
        else:
            put(page, ',"home":false}')


@compiled
def put_place(page: np.uint64, player: int, lane: int, progress: int) -> None:
    """Write the name of the place where a stone stands, in quotes."""
    place = min(progress, HOME - progress)
    column, row = (place, lane + 1) if player else (lane + 1, place)
    put(page, '"')
    put_byte(page, FIGURE + column)
    put_byte(page, DASH)
    put_byte(page, FIGURE + row)
    put(page, '"')


@compiled
def put_heading(page: np.uint64, player: int, turned: bool) -> None:
    """Write where a stone points."""
    out, back = (DARK_OUT, DARK_BACK) if player else (LIGHT_OUT, LIGHT_BACK)
    put(page, ',"heading":')
    put_number(page, np.uint64(back if turned else out))


@compiled
def put_counts(page: np.uint64, light: int, dark: int) -> None:
    """Write how many stones each player has at home."""
    put(page, ',"counts":{"home":')
    put_pair(page, light, dark)
    put(page, "}")


# Turns


@compiled
def write_options(page: np.uint64, table: np.uint64, position: Any) -> None:
    """Write all turns."""
    crossings = crossings_of(table, position.enemy, 1 - position.player)
    found = 0
    for lane in range(LANES):
        if progress_in(position.own, lane) < HOME:
            put_comma(page, found)
            put_turn(page, position, lane, way_of(table, position, crossings, lane))
            found += 1


@compiled
def put_turn(page: np.uint64, position: Any, lane: int, way: np.uint64) -> None:
    """Write the turn of a lane's stone."""
    player, origin, target = position.player, progress_in(position.own, lane), np.int64(way & PROGRESS)
    jumped, rising = way >> FOUR, origin < FAR_EDGE
    put_change(page, player, lane, origin, target, False)
    put(page, ',"changes":[')
    put_change(page, player, lane, origin, target, True)
    put(page, "}")
    put_struck(page, position, jumped, rising, True)
    put(page, "]")
    if jumped != ZERO:
        put(page, ',"struck":[')
        put_struck(page, position, jumped, rising, False)
        put(page, "]")
    if target > origin + 1:
        put_path(page, player, lane, origin, target)
    if target == HOME:
        own, enemy = stones_home(position.own) + 1, stones_home(position.enemy)
        put_counts(page, enemy if player else own, own if player else enemy)
    put(page, ',"text":"')
    put_byte(page, FIGURE + 1 + lane)
    put(page, '"')
    put_stop(page, way, np.uint64(lane), max(popcount(jumped) - 1, 0), popcount(jumped))
    put(page, "}")


@compiled
def put_change(page: np.uint64, player: int, lane: int, before: int, after: int, whole: bool) -> None:
    """Write where a stone goes from and to and, if it is to be `whole`, what becomes of it; leave it open."""
    put(page, '{"from":')
    put_place(page, player, lane, before)
    put(page, ',"to":')
    put_place(page, player, lane, after)
    if whole:
        if (before >= FAR_EDGE) != (after >= FAR_EDGE):
            put_heading(page, player, after >= FAR_EDGE)
        if after == HOME:
            put(page, ',"home":true')


@compiled
def put_struck(page: np.uint64, position: Any, jumped: np.uint64, rising: bool, whole: bool) -> None:
    """Write the stones that were jumped over, in their order: their changes behind another, or their places only."""
    before = 1 if whole else 0
    while jumped != ZERO:
        lane = lowest(jumped) if rising else highest(jumped)
        jumped ^= ONE << np.uint64(lane)
        progress = progress_in(position.enemy, lane)
        put_comma(page, before)
        if whole:
            put_change(page, 1 - position.player, lane, progress, 0 if progress < FAR_EDGE else FAR_EDGE, True)
            put(page, "}")
        else:
            put_place(page, 1 - position.player, lane, progress)
        before += 1


@compiled
def put_path(page: np.uint64, player: int, lane: int, origin: int, target: int) -> None:
    """Write all places of a stone's way."""
    put(page, ',"path":[')
    for progress in range(origin, target + 1):
        put_comma(page, progress - origin)
        put_place(page, player, lane, progress)
    put(page, "]")


# The end


@compiled
def stand(table: np.uint64, rules: Any, position: Any, keys: np.uint64, count: int) -> int:
    """Return how the game stands."""
    end = standing(rules, position)
    if end == GOING_ON:
        return REPEATED if recurs(key_of(table, position), rules.repetition, keys, count) else GOING_ON
    return ENOUGH + (position.player if end == WON else 1 - position.player)


@overload(shared.write_scene)
def _write_scene(table, rules, position, most, page, room):
    if takes(position, Position):
        return lambda table, rules, position, most, page, room: write_scene(table, rules, position, most, page, room)
    return None


@overload(shared.stand)
def _stand(table, rules, position, keys, count):
    if takes(position, Position):
        return lambda table, rules, position, keys, count: stand(table, rules, position, keys, count)
    return None
