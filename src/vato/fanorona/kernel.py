"""The rules of Fanorona on bitboards, compiled: the same answers as board.py, which the tests prove.

A point is a bit, row by row from a1. A position is two sets of stones, those of the player to move first. A turn is
where its stone begins and ends and what it captures: chains that differ only in their way there are equal turns, listed
as often as there are ways.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba.extending import overload
from numpy.typing import NDArray

from vato import compiled as shared
from vato.compiled import (
    DRAWN,
    GOING_ON,
    LOST,
    WON,
    below,
    compiled,
    highest,
    lowest,
    next_random,
    popcount,
    store_at,
    takes,
    word_at,
)
from vato.fanorona.board import BEGUN, Board
from vato.fanorona.notation import Move
from vato.fanorona.points import Points, place

Bits = NDArray[np.uint64]

# Directions are numbered so that the opposite of d is d ^ 4 and the first four lead to higher bits.
DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))

ZERO, ONE, ALL = np.uint64(0), np.uint64(1), np.uint64(0xFFFF_FFFF_FFFF_FFFF)
SIX, POINT_MASK = np.uint64(6), np.uint64(63)

# A board's geometry is one table of 64-bit words: some of the whole board, then 32 of each point.
BOARD, SHIFTS, LEAVING, LEAVING_TWICE, DIRECTION_OF, POINTS = 0, 1, 8, 16, 24, 48
"""All points; how many bits a step goes; for each direction the points with one and with two more points there; the
direction of the step from p to q under q - p + 10; the points."""
WORDS, NEXT, SECOND, RAY, NEIGHBOURS = 32, 0, 8, 16, 24
"""Of each point and direction: the next point, the one after it, all of them; and all neighbours."""
WIDTH, EDGE, DIAGONALS = 5, 6, 7
"""How many columns there are; the points on the edge; the points with diagonals."""


class Rules(NamedTuple):
    """What the kernel needs of a rule set, as numbers."""

    must_capture: int
    obligatory_chain: int
    change_direction: int
    first_turn_chain: int
    first_turn_paika: int
    blocked_loses: int
    quiet_turns: int
    quiet_stones: int
    phase_one: int
    phase_one_farthest: int
    phase_one_offer: int
    stones_each: int
    repetition: int


class Position(NamedTuple):
    """A position, seen by the player to move."""

    own: np.uint64
    enemy: np.uint64
    player: int
    turns: int
    quiet: int
    phase: int


def table_of(board: Board) -> Bits:
    """Return the geometry of a board. Compiled functions take its address, `table.ctypes.data`."""
    return _table(board.points)


@cache
def _table(points: Points) -> Bits:
    index = {point: number for number, point in enumerate(points.all)}
    table = np.zeros(POINTS + WORDS * len(points.all), np.uint64)
    table[BOARD] = (1 << len(points.all)) - 1
    for direction, (columns, rows) in enumerate(DIRECTIONS):
        step = rows * points.width + columns
        table[DIRECTION_OF + step + 10] = direction
        table[SHIFTS + direction % 4] = abs(step)
    table[WIDTH] = points.width
    for origin, ways in points.lines.items():
        words = POINTS + WORDS * index[origin]
        column, row = place(origin)
        if column in (1, points.width) or row in (1, points.height):
            table[EDGE] |= np.uint64(1 << index[origin])
        if (column + row) % 2 == 0:
            table[DIAGONALS] |= np.uint64(1 << index[origin])
        for line in ways.values():
            direction = DIRECTIONS.index(line.direction)
            ray = [1 << index[point] for point in (line.target, *line.ahead)]
            table[words + NEXT + direction] = ray[0]
            table[words + RAY + direction] = sum(ray)
            table[words + NEIGHBOURS] |= np.uint64(ray[0])
            table[LEAVING + direction] |= np.uint64(1 << index[origin])
            if len(ray) > 1:
                table[words + SECOND + direction] = ray[1]
                table[LEAVING_TWICE + direction] |= np.uint64(1 << index[origin])
    table.setflags(write=False)
    return table


def rules_of(board: Board) -> Rules:
    """Return a board's rules as numbers."""
    rules = board.rules
    return Rules(
        must_capture=int(rules.must_capture),
        obligatory_chain=int(rules.chain == "obligatory"),
        change_direction=int(rules.change_direction),
        first_turn_chain=int(rules.first_turn_chain),
        first_turn_paika=int(rules.first_turn_paika),
        blocked_loses=int(rules.blocked == "loses"),
        quiet_turns=rules.quiet_turns,
        quiet_stones=rules.quiet_stones,
        phase_one=rules.phase_one,
        phase_one_farthest=int(rules.phase_one_takes == "farthest"),
        phase_one_offer=int(rules.phase_one_offer),
        stones_each=board.points.stones_each,
        repetition=rules.repetition,
    )


def position_of(board: Board) -> Position:
    """Return a board's position for the kernel."""
    sides = [0, 0]
    for number, point in enumerate(board.points.all):
        owner = board.stones[point]
        if owner is not None:
            sides[owner] |= 1 << number
    own, enemy = sides[board.turn], sides[1 - board.turn]
    return Position(np.uint64(own), np.uint64(enemy), board.turn, board.turns, board.quiet, board.phase)


def move_of(board: Board, first: int, second: int) -> Move:
    """Return the board's move for a turn of the kernel: the shortest of those that end and capture alike."""
    names = board.points.all
    origin, target = names[second & 63], names[second >> 6]
    captured = {point for number, point in enumerate(names) if first >> number & 1}
    moves = [
        move
        for move in board.legal_moves
        if (move.steps[0].origin, move.steps[-1].target) == (origin, target)
        and {point for step in move.steps for point in step.captured} == captured
    ]
    return min(moves, key=lambda move: (len(move.steps), str(move)))


@compiled
def row_of_enemies(ray: np.uint64, enemy: np.uint64, rising: bool) -> np.uint64:
    """Return the enemies that stand without a gap from the start of a ray on."""
    stops = ray & ~enemy
    if rising:
        return ray & ((stops & (ZERO - stops)) - ONE)
    if stops == ZERO:
        return ray
    return ray & (ALL << np.uint64(highest(stops))) & ~stops


@compiled
def can_capture(table: np.uint64, own: np.uint64, enemy: np.uint64) -> bool:
    """Return whether any stone of `own` has a capturing step."""
    empty = word_at(table, BOARD) & ~(own | enemy)
    for axis in range(4):
        shift = word_at(table, SHIFTS + axis)
        twice = shift + shift
        up, down = word_at(table, LEAVING + axis), word_at(table, LEAVING + axis + 4)
        rising = own & up & (empty >> shift)
        falling = own & down & (empty << shift)
        approached_up = word_at(table, LEAVING_TWICE + axis) & (enemy >> twice)
        approached_down = word_at(table, LEAVING_TWICE + axis + 4) & (enemy << twice)
        if (rising & (approached_up | (down & (enemy << shift)))) | (
            falling & (approached_down | (up & (enemy >> shift)))
        ):
            return True
    return False


@compiled
def can_step(table: np.uint64, own: np.uint64, enemy: np.uint64) -> bool:
    """Return whether any stone of `own` has a step."""
    empty = word_at(table, BOARD) & ~(own | enemy)
    for axis in range(4):
        shift = word_at(table, SHIFTS + axis)
        rising = word_at(table, LEAVING + axis) & (empty >> shift)
        falling = word_at(table, LEAVING + axis + 4) & (empty << shift)
        if own & (rising | falling):
            return True
    return False


@compiled
def count_chain(
    table: np.uint64, free: np.uint64, enemy: np.uint64, point: int, last: int, straight: int, forced: int
) -> int:
    """Return how many ways a chain can end that has come to `point`.

    `free` are the points that hold no own stone and have not been visited.
    """
    words = POINTS + WORDS * point
    targets = word_at(table, words + NEIGHBOURS) & free & ~enemy
    found = 0
    while targets != ZERO:
        target = lowest(targets)
        targets &= targets - ONE
        direction = np.int64(word_at(table, DIRECTION_OF + target - point + 10))
        ahead = word_at(table, words + SECOND + direction) & enemy
        behind = word_at(table, words + NEXT + (direction ^ 4)) & enemy
        if ahead | behind == ZERO or (direction == last and not straight):
            continue
        left = free ^ (ONE << np.uint64(target))
        if ahead != ZERO:
            taken = row_of_enemies(
                word_at(table, words + RAY + WORDS * (target - point) + direction), enemy, direction < 4
            )
            found += count_chain(table, left, enemy ^ taken, target, direction, straight, forced)
        if behind != ZERO:
            taken = row_of_enemies(word_at(table, words + RAY + (direction ^ 4)), enemy, direction >= 4)
            found += count_chain(table, left, enemy ^ taken, target, direction, straight, forced)
    return found if forced and found else found + 1


@compiled
def list_chain(
    table: np.uint64,
    free: np.uint64,
    enemy: np.uint64,
    point: int,
    last: int,
    straight: int,
    forced: int,
    origin: int,
    captured: np.uint64,
    turns: np.uint64,
    room: int,
    found: int,
) -> int:
    """Write the turns a chain can end as that has come to `point`, and return how many turns there are by now."""
    words = POINTS + WORDS * point
    targets = word_at(table, words + NEIGHBOURS) & free & ~enemy
    before = found
    while targets != ZERO:
        target = lowest(targets)
        targets &= targets - ONE
        direction = np.int64(word_at(table, DIRECTION_OF + target - point + 10))
        ahead = word_at(table, words + SECOND + direction) & enemy
        behind = word_at(table, words + NEXT + (direction ^ 4)) & enemy
        if ahead | behind == ZERO or (direction == last and not straight):
            continue
        left = free ^ (ONE << np.uint64(target))
        if ahead != ZERO:
            taken = row_of_enemies(
                word_at(table, words + RAY + WORDS * (target - point) + direction), enemy, direction < 4
            )
            known = captured | taken
            found = list_chain(
                table, left, enemy ^ taken, target, direction, straight, forced, origin, known, turns, room, found
            )
        if behind != ZERO:
            taken = row_of_enemies(word_at(table, words + RAY + (direction ^ 4)), enemy, direction >= 4)
            known = captured | taken
            found = list_chain(
                table, left, enemy ^ taken, target, direction, straight, forced, origin, known, turns, room, found
            )
    if not forced or found == before:
        write_turn(turns, room, found, captured, origin, point)
        found += 1
    return found


@compiled
def write_turn(turns: np.uint64, room: int, number: int, captured: np.uint64, origin: int, target: int) -> None:
    """Keep a turn, if there is room for it."""
    if number < room:
        store_at(turns, 2 * number, captured)
        store_at(turns, 2 * number + 1, np.uint64(origin) | (np.uint64(target) << SIX))


@compiled
def shifted(bits: np.uint64, shift: np.uint64, rising: bool) -> np.uint64:
    """Return all bits moved one step."""
    return bits << shift if rising else bits >> shift


@compiled
def list_turns(table: np.uint64, rules: Any, position: Any, turns: np.uint64 | None, room: int) -> int:
    """Write the legal turns as far as there is room, and return how many there are; repetition is the caller's.

    `turns` is the address to write to, or None to count only, which is compiled on its own.
    """
    own, enemy = position.own, position.enemy
    if own == ZERO or enemy == ZERO or too_quiet(rules, position):
        return 0
    if position.phase == 1 and position.player == 1:
        return list_offers(table, rules, own, enemy, turns, room)
    found = 0
    captures = can_capture(table, own, enemy)
    if captures:
        if position.phase == 1 or (position.turns < BEGUN and not rules.first_turn_chain):
            found = list_single_captures(table, rules, position, turns, room)
        else:
            found = list_captures(table, rules, own, enemy, turns, room)
        if rules.must_capture and not (rules.first_turn_paika and position.turns < BEGUN):
            return found
    if position.phase == 1:
        return found
    return list_quiet_steps(table, own, enemy, captures, turns, room, found)


@compiled
def list_captures(
    table: np.uint64, rules: Any, own: np.uint64, enemy: np.uint64, turns: np.uint64 | None, room: int
) -> int:
    """Write the capturing turns, chains included, and return how many there are."""
    straight, forced = 1 - rules.change_direction, rules.obligatory_chain
    free = word_at(table, BOARD) & ~own
    empty = free & ~enemy
    found = 0
    for direction in range(8):
        shift = word_at(table, SHIFTS + (direction & 3))
        rising = direction < 4
        leaving = own & word_at(table, LEAVING + direction) & shifted(empty, shift, not rising)
        approached = word_at(table, LEAVING_TWICE + direction) & shifted(enemy, shift + shift, not rising)
        left_behind = word_at(table, LEAVING + (direction ^ 4)) & shifted(enemy, shift, rising)
        movers = leaving & (approached | left_behind)
        while movers != ZERO:
            bit = movers & (ZERO - movers)
            movers ^= bit
            origin = lowest(bit)
            end = lowest(shifted(bit, shift, rising))
            left = free ^ (ONE << np.uint64(end))
            if bit & approached != ZERO:
                ray = word_at(table, POINTS + WORDS * end + RAY + direction)
                taken = row_of_enemies(ray, enemy, rising)
                if turns is None:
                    found += count_chain(table, left, enemy ^ taken, end, direction, straight, forced)
                else:
                    found = list_chain(
                        table, left, enemy ^ taken, end, direction, straight, forced, origin, taken, turns, room, found
                    )
            if bit & left_behind != ZERO:
                ray = word_at(table, POINTS + WORDS * origin + RAY + (direction ^ 4))
                taken = row_of_enemies(ray, enemy, not rising)
                if turns is None:
                    found += count_chain(table, left, enemy ^ taken, end, direction, straight, forced)
                else:
                    found = list_chain(
                        table, left, enemy ^ taken, end, direction, straight, forced, origin, taken, turns, room, found
                    )
    return found


@compiled
def list_single_captures(table: np.uint64, rules: Any, position: Any, turns: np.uint64 | None, room: int) -> int:
    """Write the captures of a turn that may hold only one, and return how many there are.

    That is a player's first turn, or the claimant's in phase one of a Vela, where a capture takes one stone.
    """
    own, enemy = position.own, position.enemy
    empty = word_at(table, BOARD) & ~(own | enemy)
    found = 0
    for direction in range(8):
        shift = word_at(table, SHIFTS + (direction & 3))
        rising = direction < 4
        leaving = own & word_at(table, LEAVING + direction) & shifted(empty, shift, not rising)
        approached = word_at(table, LEAVING_TWICE + direction) & shifted(enemy, shift + shift, not rising)
        left_behind = word_at(table, LEAVING + (direction ^ 4)) & shifted(enemy, shift, rising)
        for approaches in (True, False):
            movers = leaving & (approached if approaches else left_behind)
            if turns is None:
                found += popcount(movers)
                continue
            while movers != ZERO:
                bit = movers & (ZERO - movers)
                movers ^= bit
                origin = lowest(bit)
                end = lowest(shifted(bit, shift, rising))
                start, way = (end, direction) if approaches else (origin, direction ^ 4)
                taken = row_of_enemies(word_at(table, POINTS + WORDS * start + RAY + way), enemy, way < 4)
                if position.phase == 1:
                    taken = one_of(taken, way < 4, rules.phase_one_farthest)
                write_turn(turns, room, found, taken, origin, end)
                found += 1
    return found


@compiled
def list_quiet_steps(
    table: np.uint64, own: np.uint64, enemy: np.uint64, captures: bool, turns: np.uint64 | None, room: int, found: int
) -> int:
    """Write the steps that capture nothing, and return how many turns there are by now."""
    empty = word_at(table, BOARD) & ~(own | enemy)
    for direction in range(8):
        shift = word_at(table, SHIFTS + (direction & 3))
        rising = direction < 4
        leaving = own & word_at(table, LEAVING + direction) & shifted(empty, shift, not rising)
        if captures:
            approached = word_at(table, LEAVING_TWICE + direction) & shifted(enemy, shift + shift, not rising)
            left_behind = word_at(table, LEAVING + (direction ^ 4)) & shifted(enemy, shift, rising)
            leaving &= ~(approached | left_behind)
        if turns is None:
            found += popcount(leaving)
            continue
        while leaving != ZERO:
            origin = lowest(leaving)
            leaving &= leaving - ONE
            step = np.int64(shift)
            write_turn(turns, room, found, ZERO, origin, origin + step if rising else origin - step)
            found += 1
    return found


@compiled
def list_offers(
    table: np.uint64, rules: Any, own: np.uint64, enemy: np.uint64, turns: np.uint64 | None, room: int
) -> int:
    """Write the giver's steps in phase one of a Vela: those that leave a capture, or all where none does."""
    found = 0
    empty = word_at(table, BOARD) & ~(own | enemy)
    for offering in (True, False):
        for direction in range(8):
            shift = word_at(table, SHIFTS + (direction & 3))
            leaving = own & word_at(table, LEAVING + direction) & shifted(empty, shift, direction >= 4)
            while leaving != ZERO:
                bit = leaving & (ZERO - leaving)
                leaving ^= bit
                target = shifted(bit, shift, direction < 4)
                if offering and rules.phase_one_offer and not can_capture(table, enemy, own ^ bit ^ target):
                    continue
                if turns is not None:
                    write_turn(turns, room, found, ZERO, lowest(bit), lowest(target))
                found += 1
        if found:
            break
    return found


@compiled
def one_of(row: np.uint64, rising: bool, farthest: int) -> np.uint64:
    """Return the stone of a row that phase one of a Vela takes; `rising` says where the row leads."""
    if rising == (farthest == 0):
        return row & (ZERO - row)
    return ONE << np.uint64(highest(row))


@compiled
def too_quiet(rules: Any, position: Any) -> bool:
    """Return whether the game is drawn because too many turns captured nothing."""
    return (
        rules.quiet_turns > 0
        and position.quiet >= rules.quiet_turns
        and max(popcount(position.own), popcount(position.enemy)) < rules.quiet_stones
    )


@compiled
def play(rules: Any, position: Any, captured: np.uint64, way: np.uint64) -> Any:
    """Return the position after a turn."""
    own = position.own ^ (ONE << (way & POINT_MASK)) ^ (ONE << (way >> SIX))
    enemy = position.enemy & ~captured
    phase = position.phase
    if phase == 1 and position.player == 0 and rules.stones_each - popcount(enemy) >= rules.phase_one:
        phase = 2
    quiet = 0 if captured != ZERO else position.quiet + 1
    return Position(enemy, own, 1 - position.player, min(position.turns + 1, BEGUN), quiet, phase)


@compiled
def perft(table: np.uint64, rules: Any, position: Any, depth: int, history: Bits, length: int) -> int:
    """Return how many sequences of turns there are; `history` holds the `length` positions that led here."""
    if repeated(rules, position, history, length):
        return 0
    if depth == 1:
        return list_turns(table, rules, position, None, 0)
    turns = np.empty((128, 2), np.uint64)
    count = list_turns(table, rules, position, np.uint64(turns.ctypes.data), turns.shape[0])
    if count > turns.shape[0]:
        turns = np.empty((count, 2), np.uint64)
        count = list_turns(table, rules, position, np.uint64(turns.ctypes.data), turns.shape[0])
    history[length, 0] = position.own
    history[length, 1] = position.enemy
    total = 0
    for number in range(count):
        after = play(rules, position, turns[number, 0], turns[number, 1])
        total += perft(table, rules, after, depth - 1, history, length + 1)
    return total


@compiled
def standing(table: np.uint64, rules: Any, position: Any) -> int:
    """Return how the game stands, repetition apart; a Vela without a result counts as drawn."""
    if position.own == ZERO:
        return LOST
    if position.enemy == ZERO:
        return WON
    if position.phase == 1 and position.player == 0 and not can_capture(table, position.own, position.enemy):
        return DRAWN
    if not can_step(table, position.own, position.enemy):
        return LOST if rules.blocked_loses else DRAWN
    return DRAWN if too_quiet(rules, position) else GOING_ON


@compiled
def repeated(rules: Any, position: Any, history: Bits, length: int) -> bool:
    """Return whether the position has occurred often enough since the last capture to be drawn."""
    if not rules.repetition or position.quiet < 2 * rules.repetition - 2:
        return False
    seen = 1
    for back in range(2, min(position.quiet, length) + 1, 2):
        seen += history[length - back, 0] == position.own and history[length - back, 1] == position.enemy
    return seen >= rules.repetition


@compiled
def pick_quiet_step(table: np.uint64, own: np.uint64, enemy: np.uint64, random: np.uint64) -> np.uint64:
    """Return a random step of a player who cannot capture but can step; ALL if there is none."""
    empty = word_at(table, BOARD) & ~(own | enemy)
    count = 0
    for direction in range(8):
        shift = word_at(table, SHIFTS + (direction & 3))
        count += popcount(own & word_at(table, LEAVING + direction) & shifted(empty, shift, direction >= 4))
    if count == 0:
        return ALL
    chosen = np.int64(below(np.uint64(count), random))
    for direction in range(8):
        shift = word_at(table, SHIFTS + (direction & 3))
        leaving = own & word_at(table, LEAVING + direction) & shifted(empty, shift, direction >= 4)
        here = popcount(leaving)
        if chosen < here:
            for _ in range(chosen):
                leaving &= leaving - ONE
            bit = leaving & (ZERO - leaving)
            return np.uint64(lowest(bit)) | (np.uint64(lowest(shifted(bit, shift, direction < 4))) << SIX)
        chosen -= here
    return ALL


@compiled
def play_out(table: np.uint64, rules: Any, start: Any, games: int, seed: np.uint64, results: NDArray[np.int64]) -> int:
    """Play random games, count them in `results` by winner (0, 1, or 2 for none), and return the number of turns."""
    turns = np.empty((1024, 2), np.uint64)
    history = np.empty((1024, 2), np.uint64)
    random = seed | ONE
    played = 0
    for _ in range(games):
        position = start
        length = 0
        while not repeated(rules, position, history, length):
            random = next_random(random)
            captured, way = ZERO, ALL
            captures = can_capture(table, position.own, position.enemy)
            if captures or position.phase == 1:
                count = list_turns(table, rules, position, np.uint64(turns.ctypes.data), turns.shape[0])
                if count > turns.shape[0]:
                    turns = np.empty((2 * count, 2), np.uint64)
                    count = list_turns(table, rules, position, np.uint64(turns.ctypes.data), turns.shape[0])
                if count:
                    chosen = below(np.uint64(count), random)
                    captured, way = turns[chosen, 0], turns[chosen, 1]
            elif position.enemy != ZERO and not too_quiet(rules, position):
                way = pick_quiet_step(table, position.own, position.enemy, random)
            if way == ALL:
                break
            if position.quiet == 0:
                length = 0
            if length == history.shape[0]:
                history = np.concatenate((history, np.empty_like(history)))
            history[length, 0] = position.own
            history[length, 1] = position.enemy
            length += 1
            position = play(rules, position, captured, way)
            played += 1
        ended = standing(table, rules, position)
        winner = 2
        if ended == WON:
            winner = position.player
        elif ended == LOST:
            winner = 1 - position.player
        results[winner] += 1
    return played


# What the search asks for


@compiled
def judge(table: np.uint64, position: Any, weights: np.uint64) -> int:
    """Return how good a quiet position is for the player to move, in hundredths of a stone."""
    own, enemy = position.own, position.enemy
    edge, diagonals = word_at(table, EDGE), word_at(table, DIAGONALS)
    own_count, enemy_count = popcount(own), popcount(enemy)
    lead = own_count - enemy_count
    score = np.int64(word_at(weights, 0)) + np.int64(word_at(weights, 1)) * lead
    score += np.int64(word_at(weights, 2)) * lead // (own_count + enemy_count)
    score += np.int64(word_at(weights, 3)) * (popcount(own & edge) - popcount(enemy & edge))
    score += np.int64(word_at(weights, 4)) * (popcount(own & diagonals) - popcount(enemy & diagonals))
    inner = diagonals & ~edge
    score += np.int64(word_at(weights, 5)) * (popcount(own & inner) - popcount(enemy & inner))
    if lead > 0 and enemy_count <= 4:
        score += np.int64(word_at(weights, 6)) * closeness(table, own, enemy)
    elif lead < 0 and own_count <= 4:
        score -= np.int64(word_at(weights, 6)) * closeness(table, enemy, own)
    return score


@compiled
def closeness(table: np.uint64, hunters: np.uint64, hunted: np.uint64) -> int:
    """Return how near hunters are to the hunted: for each of the hunted, eight less the distance of each hunter."""
    width = np.int64(word_at(table, WIDTH))
    near = 0
    while hunted != ZERO:
        prey = lowest(hunted)
        hunted &= hunted - ONE
        pack = hunters
        while pack != ZERO:
            hunter = lowest(pack)
            pack &= pack - ONE
            near += 8 - max(abs(hunter % width - prey % width), abs(hunter // width - prey // width))
    return near


@compiled
def hash_of(own: np.uint64, enemy: np.uint64, rest: np.uint64) -> np.uint64:
    """Return a well-spread number for a position, for the search's table."""
    mixed = own * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(32)
    mixed = (mixed + enemy) * np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(29)
    mixed = (mixed + rest) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(32))


@overload(shared.turns_of, inline="never")
def _turns_of(table, rules, position, turns, room):
    if takes(position, Position):
        return lambda table, rules, position, turns, room: list_turns(table, rules, position, turns, room)
    return None


@overload(shared.after)
def _after(table, rules, position, first, second):
    if takes(position, Position):
        return lambda table, rules, position, first, second: play(rules, position, first, second)
    return None


@overload(shared.key_of)
def _key_of(table, position):
    if takes(position, Position):
        return lambda table, position: hash_of(
            position.own, position.enemy, np.uint64(position.player * 16 + position.turns * 4 + position.phase)
        )
    return None


@overload(shared.end_of)
def _end_of(table, rules, position):
    if takes(position, Position):
        return lambda table, rules, position: standing(table, rules, position)
    return None


@overload(shared.is_tense)
def _is_tense(table, rules, position):
    if takes(position, Position):
        return lambda table, rules, position: can_capture(table, position.own, position.enemy)
    return None


@overload(shared.gain_of)
def _gain_of(table, position, first, second):
    if takes(position, Position):
        return lambda table, position, first, second: popcount(first)
    return None


@overload(shared.judge)
def _judge(table, rules, position, weights):
    if takes(position, Position):
        return lambda table, rules, position, weights: judge(table, position, weights)
    return None


@overload(shared.reversible)
def _reversible(position, length):
    if takes(position, Position):
        return lambda position, length: min(position.quiet, length)
    return None
