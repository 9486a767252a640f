"""The values of all positions of a pair, compiled: captures first, then quiet positions in rounds, nearest ends first.

A player who can capture must, and a capture leads to fewer stones: such a position follows from tables that are there.
So is one without a step. The others are open. In round d all positions that end in d turns are taken: what leads
to a lost one is won, what leads to a won one is lost once all its steps do. A step leads back the way it came, and an
open position is one where no step captures, so going back is as simple as going on. What stays open is drawn.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from vato.compiled.bits import byte_at, next_random, popcount, store_byte_at, word_at
from vato.compiled.cache import compiled
from vato.games.fanorona.board import BEGUN
from vato.games.fanorona.chains import can_capture, shifted
from vato.games.fanorona.endgames.directory import DRAWN, LOST_AT_ONCE, OPEN, WON_AT_ONCE
from vato.games.fanorona.endgames.ranks import looked_up, place_in, spread, table_at, write
from vato.games.fanorona.geometry import SHIFTS
from vato.games.fanorona.kernel import ONE, POINT_MASK, SIX, ZERO, Position, can_step, list_captures, quiet_movers

TOO_MANY = 256
"""In place of a byte: more capturing turns than there is room for."""
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
def by_captures(directory: Any, table: Any, rules: Any, own: Any, enemy: Any, turns: Any, room: int) -> int:
    """Return the byte of a position in which the player to move can capture."""
    count = list_captures(table, rules, Position(own, enemy, 0, BEGUN, 0, 2), turns, room)
    if count > room:
        return TOO_MANY
    nearest_win, farthest_loss, drawn = OPEN, 0, False
    for number in range(count):
        captured, way = word_at(turns, 2 * number), word_at(turns, 2 * number + 1)
        left = enemy & ~captured
        if left == ZERO:
            return WON_AT_ONCE
        byte = looked_up(directory, left, own ^ (ONE << (way & POINT_MASK)) ^ (ONE << (way >> SIX)))
        if is_lost(byte):
            nearest_win = min(nearest_win, byte + 1)
        elif byte == DRAWN:
            drawn = True
        else:
            farthest_loss = max(farthest_loss, byte + 1)
    if nearest_win < OPEN:
        return nearest_win
    return DRAWN if drawn else farthest_loss


@compiled
def at_first(directory: Any, table: Any, rules: Any, own: Any, enemy: Any, turns: Any, room: int) -> int:
    """Return the byte of a position as far as it does not depend on quiet steps, or OPEN."""
    if can_capture(table, own, enemy):
        return by_captures(directory, table, rules, own, enemy, turns, room)
    if not can_step(table, own, enemy):
        return LOST_AT_ONCE if rules.blocked_loses else DRAWN
    return OPEN


@compiled
def by_steps(directory: Any, table: Any, own: Any, enemy: Any, most: int) -> int:
    """Return the byte of a position in which the player to move can step but not capture.

    If `most` is not OPEN, return OPEN unless all steps lead to positions that are won, with bytes up to that.
    """
    nearest_win, farthest_loss, drawn = OPEN, 0, False
    for direction in range(8):
        movers = quiet_movers(table, own, enemy, False, direction)
        shift = word_at(table, SHIFTS + (direction & 3))
        while movers != ZERO:
            bit = movers & (ZERO - movers)
            movers ^= bit
            byte = looked_up(directory, enemy, own ^ bit ^ shifted(bit, shift, direction < 4))
            if most != OPEN and (byte > most or not is_won(byte)):
                return OPEN
            if is_lost(byte):
                nearest_win = min(nearest_win, byte + 1)
            elif byte == DRAWN:
                drawn = True
            else:
                farthest_loss = max(farthest_loss, byte + 1)
    if nearest_win < OPEN:
        return nearest_win
    return DRAWN if drawn else farthest_loss


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
) -> int:
    """Write what does not depend on quiet steps into a table; return the highest byte, TOO_MANY if there is no room."""
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
            store_byte_at(values, number, byte)
            number += 1
            if byte != OPEN:
                highest = max(highest, byte)
    return highest


@compiled
def go_back(directory: Any, table: Any, own: Any, enemy: Any, byte: int) -> int:
    """Settle the open positions that lead to a position, which was settled in this round; return how many."""
    found = 0
    movers_before, others_before = popcount(enemy), popcount(own)
    values = word_at(directory, table_at(movers_before, others_before))
    block = np.int64(word_at(directory, table_at(movers_before, others_before) + 1))
    for direction in range(8):
        movers = quiet_movers(table, enemy, own, False, direction)
        shift = word_at(table, SHIFTS + (direction & 3))
        while movers != ZERO:
            bit = movers & (ZERO - movers)
            movers ^= bit
            before = enemy ^ bit ^ shifted(bit, shift, direction < 4)
            place = place_in(directory, before, own, movers_before, others_before)
            if byte_at(values, place) == OPEN and (
                is_lost(byte) or by_steps(directory, table, before, own, byte) != OPEN
            ):
                few, many = (before, own) if movers_before <= others_before else (own, before)
                write(directory, few, many, block, values, byte + 1)
                found += 1
    return found


@compiled
def take_round(directory: Any, table: Any, anchors: Any, combinations: Any, movers: int, others: int, byte: int) -> int:
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
                found += go_back(directory, table, own, enemy, byte)
    return found


@compiled
def finish(values: Any) -> None:
    """Call drawn what has stayed open."""
    for number in range(len(values)):
        if values[number] == OPEN:
            values[number] = DRAWN


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
            if byte == OPEN:
                byte = by_steps(directory, table, own, enemy, OPEN)
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
