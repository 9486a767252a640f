"""The values of all positions of a pair, compiled: captures first, then steps in rounds, nearest ends first.

A capture leads to fewer stones, so what it is worth follows from tables that are there. A player who can capture and
must, or who would lose stones by not doing so, has nothing else; nor has one without a step. Such positions are settled
at once, the others are open. In round d all positions that end in d turns are taken: what leads to a lost one is won,
what leads to a won one is lost once all its steps do. A step leads back the way it came, and from an open position
every step may be made, so going back is as simple as going on. What stays open is drawn.

Where a player who can capture may also step, what the captures are worth *waits*, a byte for each position: a win until
its round comes, unless a step wins sooner; a loss until all steps lose, too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from vato.compiled.bits import byte_at, next_random, popcount, store_byte_at, word_at
from vato.compiled.cache import compiled
from vato.compiled.contract import after, is_tense, turns_of
from vato.lattice.bits import BOARD, LEAVING, SHIFTS
from vato.lattice.endgames.contract import position_with
from vato.lattice.endgames.directory import DRAWN, LOST_AT_ONCE, OPEN, WON_AT_ONCE
from vato.lattice.endgames.ranks import looked_up, place_in, spread, table_at, write

ZERO = np.uint64(0)
TOO_MANY = 256
"""In place of a byte: more turns than there is room for."""
WAITING = 512
"""Added to a byte: there are steps, too."""
LOWEST_BITS, HIGHEST_BITS = (np.uint64(byte * 0x0101_0101_0101_0101) for byte in (0x01, 0x80))


@compiled
def is_lost(byte: int) -> bool:
    """Return whether a byte says that the player to move loses; what is open does not."""
    return byte & 1 == 1 and byte != OPEN


@compiled
def is_won(byte: int) -> bool:
    """Return whether a byte says that the player to move wins."""
    return byte & 1 == 0 and byte != DRAWN


@compiled
def better(byte: int, other: int) -> int:
    """Return the better of two bytes for the player to move: a near win, a draw, a far loss; OPEN is none."""
    if byte == OPEN or other == OPEN:
        return min(byte, other)
    if is_won(byte) or is_won(other):
        return min(byte if is_won(byte) else OPEN, other if is_won(other) else OPEN)
    return DRAWN if byte == DRAWN or other == DRAWN else max(byte, other)


@compiled
def shifted(bits: Any, shift: Any, rising: bool) -> Any:
    """Return all bits moved one step."""
    return bits << shift if rising else bits >> shift


@compiled
def steppers(table: Any, own: Any, enemy: Any, direction: int) -> Any:
    """Return the stones that can step in a direction."""
    empty = word_at(table, BOARD) & ~(own | enemy)
    shift = word_at(table, SHIFTS + (direction & 3))
    return own & word_at(table, LEAVING + direction) & shifted(empty, shift, direction >= 4)


@compiled
def can_step(table: Any, own: Any, enemy: Any) -> Any:
    """Return whether any stone of `own` has a step."""
    found = ZERO
    for direction in range(8):
        found |= steppers(table, own, enemy, direction)
    return found != ZERO


@compiled
def by_captures(directory: Any, table: Any, rules: Any, position: Any, turns: Any, room: int) -> Any:
    """Return the byte of what turns are worth that take stones off the board; there is one at least.

    WAITING is added if there are steps beside them.
    """
    count = turns_of(table, rules, position, turns, room)
    if count > room:
        return TOO_MANY
    found, steps = OPEN, 0
    stones = popcount(position.own | position.enemy)
    for number in range(count):
        there = after(table, rules, position, word_at(turns, 2 * number), word_at(turns, 2 * number + 1))
        if there.own == ZERO:
            return WON_AT_ONCE
        if popcount(there.own | there.enemy) == stones:
            steps = WAITING
        elif there.enemy != ZERO:  # nobody need lose all stones by their own turn: a capture holds out longer
            byte = looked_up(directory, there.own, there.enemy)
            found = better(found, DRAWN if byte == DRAWN else byte + 1)
    return found + steps


@compiled
def at_first(directory: Any, table: Any, rules: Any, own: Any, enemy: Any, turns: Any, room: int) -> int:
    """Return the byte of a position as far as it does not depend on steps, or OPEN; WAITING is added to what waits."""
    position = position_with(rules, own, enemy)
    if is_tense(table, rules, position):
        return by_captures(directory, table, rules, position, turns, room)
    if not can_step(table, own, enemy):
        return LOST_AT_ONCE if rules.blocked_loses else DRAWN
    return OPEN


@compiled
def by_steps(directory: Any, table: Any, own: Any, enemy: Any, most: int) -> int:
    """Return the byte of what the steps of a position are worth.

    If `most` is not OPEN, return OPEN unless all steps lead to positions that are won, with bytes up to that.
    """
    found = OPEN
    for direction in range(8):
        movers = steppers(table, own, enemy, direction)
        shift = word_at(table, SHIFTS + (direction & 3))
        while movers != ZERO:
            bit = movers & (ZERO - movers)
            movers ^= bit
            byte = looked_up(directory, enemy, own ^ bit ^ shifted(bit, shift, direction < 4))
            if most != OPEN and (byte > most or not is_won(byte)):
                return OPEN
            found = better(found, DRAWN if byte == DRAWN else byte + 1)
    return found


@compiled
def stones_of(anchors: Any, combinations: Any, number: int, movers: int, others: int) -> Any:
    """Return the stones of the player to move and of the other in the position of a number."""
    anchor = anchors[number // len(combinations)]
    beside = spread(combinations[number % len(combinations)], anchor)
    if movers <= others:
        return anchor, beside
    return beside, anchor


@compiled
def begin(
    directory: Any,
    table: Any,
    rules: Any,
    anchors: Any,
    combinations: Any,
    movers: int,
    others: int,
    turns: Any,
    room: int,
    waiting: Any,
) -> int:
    """Write what does not depend on steps into a table; return the highest byte, TOO_MANY if there is no room.

    `waiting` has a byte for each number, or none where nothing waits.
    """
    values = word_at(directory, table_at(movers, others))
    highest = 0
    number = 0
    for anchor in anchors:
        for combination in combinations:
            beside = spread(combination, anchor)
            own, enemy = (anchor, beside) if movers <= others else (beside, anchor)
            byte = at_first(directory, table, rules, own, enemy, turns, room)
            if byte == TOO_MANY:
                return byte
            if byte >= WAITING:
                byte -= WAITING
                waiting[number] = byte
                store_byte_at(values, number, OPEN)
            else:
                store_byte_at(values, number, byte)
            number += 1
            if byte != OPEN:
                highest = max(highest, byte)
    return highest


@compiled
def end_waiting(
    directory: Any, table: Any, anchors: Any, combinations: Any, movers: int, others: int, byte: int, waiting: Any
) -> int:
    """Settle the open positions whose captures are worth this byte, if their steps are worth no more; return how many.

    A loss that steps may yet turn waits on.
    """
    values = word_at(directory, table_at(movers, others))
    found = 0
    for number in range(len(waiting)):
        if waiting[number] == byte and byte_at(values, number) == OPEN:
            if is_lost(byte):
                own, enemy = stones_of(anchors, combinations, number, movers, others)
                if by_steps(directory, table, own, enemy, byte - 1) == OPEN:
                    continue
            store_byte_at(values, number, byte)
            found += 1
    return found


@compiled
def is_out(waiting: Any, place: int, byte: int) -> bool:
    """Return whether no capture is worth more than a loss in this byte."""
    return len(waiting) == 0 or waiting[place] == OPEN or (is_lost(waiting[place]) and waiting[place] <= byte)


@compiled
def go_back(directory: Any, table: Any, own: Any, enemy: Any, byte: int, waiting: Any) -> int:
    """Settle the open positions that lead to a position, which was settled in this round; return how many.

    `waiting` is what waits in the table of those positions.
    """
    found = 0
    movers_before, others_before = popcount(enemy), popcount(own)
    values = word_at(directory, table_at(movers_before, others_before))
    block = np.int64(word_at(directory, table_at(movers_before, others_before) + 1))
    for direction in range(8):
        movers = steppers(table, enemy, own, direction)
        shift = word_at(table, SHIFTS + (direction & 3))
        while movers != ZERO:
            bit = movers & (ZERO - movers)
            movers ^= bit
            before = enemy ^ bit ^ shifted(bit, shift, direction < 4)
            place = place_in(directory, before, own, movers_before, others_before)
            if byte_at(values, place) == OPEN and (
                is_lost(byte)
                or (is_out(waiting, place, byte + 1) and by_steps(directory, table, before, own, byte) != OPEN)
            ):
                few, many = (before, own) if movers_before <= others_before else (own, before)
                write(directory, few, many, block, values, byte + 1)
                found += 1
    return found


@compiled
def take_round(
    directory: Any, table: Any, anchors: Any, combinations: Any, movers: int, others: int, byte: int, waiting: Any
) -> int:
    """Go back from all positions of a table that have this byte; return how many were settled."""
    values = word_at(directory, table_at(movers, others))
    pattern = np.uint64(byte) * LOWEST_BITS
    size = len(anchors) * len(combinations)
    found = 0
    for first in range(0, size, 8):
        if first + 8 <= size:
            # Whether any of eight bytes is the one looked for.
            word = word_at(values, first >> 3) ^ pattern
            if (word - LOWEST_BITS) & ~word & HIGHEST_BITS == ZERO:
                continue
        for number in range(first, min(first + 8, size)):
            if byte_at(values, number) == byte:
                own, enemy = stones_of(anchors, combinations, number, movers, others)
                found += go_back(directory, table, own, enemy, byte, waiting)
    return found


@compiled
def disagreements(
    directory: Any,
    table: Any,
    rules: Any,
    anchors: Any,
    combinations: Any,
    movers: int,
    others: int,
    turns: Any,
    room: int,
    share: float,
    seed: Any,
) -> int:
    """Return how many bytes of a table do not follow from those their turns lead to, of a share of all anchors."""
    values = word_at(directory, table_at(movers, others))
    found = 0
    random = seed
    for number, anchor in enumerate(anchors):
        random = next_random(random)
        if np.float64(random >> np.uint64(11)) >= share * np.float64(1 << 53):
            continue
        place = number * len(combinations)
        for combination in combinations:
            beside = spread(combination, anchor)
            own, enemy = (anchor, beside) if movers <= others else (beside, anchor)
            byte = at_first(directory, table, rules, own, enemy, turns, room)
            if byte == OPEN or byte >= WAITING:
                byte = better(byte & OPEN, by_steps(directory, table, own, enemy, OPEN))
            found += byte != byte_at(values, place)
            place += 1
    return found


@compiled
def count(values: Any, sizes: Any, block: int, counts: Any) -> None:
    """Add to the counts how many positions have each byte, reflections counted separately."""
    for anchor in range(len(sizes)):
        for number in range(anchor * block, (anchor + 1) * block):
            counts[values[number]] += sizes[anchor]


@compiled
def worth(byte: int) -> int:
    """Return 1 for a win, 0 for a draw, -1 for a loss."""
    return 0 if byte == DRAWN else 1 - 2 * (byte & 1)


@compiled
def count_zugzwangs(
    directory: Any, anchors: Any, sizes: Any, combinations: Any, few: int, many: int, counts: Any
) -> None:
    """Count the placements in which who is to move would rather not be, whichever side that is.

    The first count is of those where one side loses and the other draws, the second of those where both lose.
    """
    number = 0
    here = word_at(directory, table_at(few, many))
    there = word_at(directory, table_at(many, few))
    for anchor in range(len(anchors)):
        for combination in combinations:
            first = worth(byte_at(here, number))
            if first <= 0:
                place = number
                if few == many:
                    place = place_in(directory, spread(combination, anchors[anchor]), anchors[anchor], few, many)
                both = first + worth(byte_at(there, place))
                if both < 0:
                    counts[-1 - both] += sizes[anchor]
            number += 1
