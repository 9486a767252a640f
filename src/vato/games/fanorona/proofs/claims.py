"""What a claim about a Fanorona position is, and what it depends on, compiled.

A claim says of a position that the player to move wins, or that they lose; where neither holds, the position is drawn.
A claim to win is proven by one turn after which the other has lost, a claim to lose by every turn leaving the other
with a win. A claim's key says everything about it, so that no two claims are ever taken for each other.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from vato.compiled.bits import popcount
from vato.compiled.cache import compiled
from vato.compiled.contract import DRAWN, GOING_ON, LOST, WON
from vato.games.fanorona import kernel
from vato.games.fanorona.board import BEGUN, Board
from vato.games.fanorona.endgames import directory
from vato.games.fanorona.endgames.ranks import looked_up
from vato.games.fanorona.kernel import ZERO, Position, Rules, list_turns, play, standing

WINS, LOSES = 0, 1
"""What is claimed of the player to move."""
OPEN, PROVEN, DISPROVEN = 0, 1, 2

MOST_POINTS = 35
"""So many points have 3 ** 35 placements, fewer than 2 ** 56."""
STONES_BITS, TURNS_BITS, QUIET_BITS = 56, 2, 4
REST, CLAIM = np.uint64(STONES_BITS), np.uint64(STONES_BITS + TURNS_BITS + QUIET_BITS)
STONES = (np.uint64(1) << REST) - np.uint64(1)
MOST_TURNS, MOST_QUIET = (1 << TURNS_BITS) - 1, (1 << QUIET_BITS) - 1
CHUNK = 12
CHUNK_BITS, CHUNK_MASK = np.uint64(CHUNK), np.uint64((1 << CHUNK) - 1)
THIRDS = np.array(
    [sum(3**place for place in range(CHUNK) if bits >> place & 1) for bits in range(1 << CHUNK)], np.uint64
)
"""For a set of twelve points the number whose digits to base three are those bits."""
POWER = np.uint64(3**CHUNK)
ONE, TWO, THREE = (np.uint64(number) for number in (1, 2, 3))


class Basis(NamedTuple):
    """What all claims rest on: the rules, and how the positions with few stones end."""

    geometry: np.uint64
    """The address of the board's table."""
    rules: Rules
    tables: np.uint64
    """The address of the directory of endgame tables."""
    stones: int
    """Up to how many stones they go; 0 where there are none."""


class Workspace(NamedTuple):
    """Memory to work in."""

    turns: Any
    """The turns of a position."""
    claims: Any
    """Keys of claims."""


def claimed(board: Board) -> Position:
    """Return a board's position as claims have it: seen by the player to move, without what makes no difference."""
    position = kernel.position_of(board)
    return position._replace(player=0, quiet=min(position.quiet, board.rules.quiet_turns))


@compiled
def thirds(bits: Any) -> Any:
    """Return the number whose digits to base three are the bits of a set of points."""
    low, high = bits & CHUNK_MASK, bits >> CHUNK_BITS
    return THIRDS[low] + POWER * (THIRDS[high & CHUNK_MASK] + POWER * THIRDS[high >> CHUNK_BITS])


@compiled
def key_of(position: Any, claim: int) -> Any:
    """Return the key of a claim about a position."""
    rest = (claim << QUIET_BITS | position.quiet) << TURNS_BITS | position.turns
    return np.uint64(rest) << REST | (thirds(position.own) + TWO * thirds(position.enemy))


@compiled
def claim_of(key: Any) -> Any:
    """Return what a key's claim says."""
    return np.int64(key >> CLAIM)


@compiled
def position_of(key: Any) -> Any:
    """Return the position that a key's claim is about."""
    left = key & STONES
    own, enemy, bit = ZERO, ZERO, ONE
    while left != ZERO:
        digit = left % THREE
        left //= THREE
        if digit == ONE:
            own |= bit
        elif digit == TWO:
            enemy |= bit
        bit <<= ONE
    rest = np.int64(key >> REST)
    return Position(own, enemy, 0, int(rest & MOST_TURNS), int(rest >> TURNS_BITS & MOST_QUIET), 2)


@compiled
def after(rules: Any, position: Any, captured: Any, way: Any) -> Any:
    """Return the position after a turn; those without a capture are counted only as far as the rules do."""
    there = play(rules, position, captured, way)
    return Position(there.own, there.enemy, 0, there.turns, min(there.quiet, rules.quiet_turns), 2)


@compiled
def end_of(basis: Any, position: Any) -> Any:
    """Return how a position ends for the player to move if that is plain or in the tables, or else GOING_ON."""
    end = standing(basis.geometry, basis.rules, position)
    if end != GOING_ON or position.turns < BEGUN or popcount(position.own | position.enemy) > basis.stones:
        return end
    byte = looked_up(basis.tables, position.own, position.enemy)
    if byte == directory.DRAWN:
        return DRAWN
    return LOST if byte & 1 else WON


@compiled
def expand(basis: Any, key: Any, room: Any, first: int) -> Any:
    """List the claims that a claim depends on, from `first` on, each once; return what settles it, and how many.

    Where a turn leads to a position whose end is known, there is no claim; one such turn may be enough to settle all.
    -1 stands for more turns or claims than there is room for.
    """
    position, claim = position_of(key), claim_of(key)
    turns, claims = room
    count = list_turns(basis.geometry, basis.rules, position, np.uint64(turns.ctypes.data), len(turns))
    if count > len(turns):
        return OPEN, -1
    found = 0
    for number in range(count):
        there = after(basis.rules, position, turns[number, 0], turns[number, 1])
        end = end_of(basis, there)
        if end != GOING_ON:
            if claim == WINS and end == LOST:
                return PROVEN, 0
            if claim == LOSES and end != WON:
                return DISPROVEN, 0
            continue
        child = key_of(there, 1 - claim)
        for other in range(first, first + found):
            if claims[other] == child:
                break
        else:
            if first + found == len(claims):
                return OPEN, -1
            claims[first + found] = child
            found += 1
    if found:
        return OPEN, found
    return (DISPROVEN if claim == WINS else PROVEN), 0
