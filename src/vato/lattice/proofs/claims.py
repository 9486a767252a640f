"""What a claim about a position is, and what it depends on, compiled.

A claim says of a position that the player to move wins, or that they lose; where neither holds, the position is drawn.
A claim to win is proven by one turn after which the other has lost, a claim to lose by every turn leaving the other
with a win. A claim's key says everything about it, so that no two claims are ever taken for each other.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from vato.compiled.bits import popcount
from vato.compiled.cache import compiled
from vato.compiled.contract import DRAWN, GOING_ON, LOST, WON, turns_of
from vato.compiled.contract import after as played
from vato.compiled.contract import end_of as standing
from vato.lattice.endgames import directory
from vato.lattice.endgames.ranks import looked_up
from vato.lattice.proofs.contract import CLAIM_BIT, is_solved, packed, plain, unpacked

WINS, LOSES = 0, 1
"""What is claimed of the player to move."""
OPEN, PROVEN, DISPROVEN = 0, 1, 2

CLAIM = np.uint64(CLAIM_BIT)
POSITION = (np.uint64(1) << CLAIM) - np.uint64(1)


class Basis(NamedTuple):
    """What all claims rest on: the rules, and how the positions with few stones end."""

    geometry: np.uint64
    """The address of the board's table."""
    rules: Any
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


@compiled
def key_of(basis: Any, position: Any, claim: int) -> Any:
    """Return the key of a claim about a position."""
    return np.uint64(claim) << CLAIM | packed(basis.geometry, basis.rules, position)


@compiled
def claim_of(key: Any) -> Any:
    """Return what a key's claim says."""
    return np.int64(key >> CLAIM)


@compiled
def position_of(basis: Any, key: Any) -> Any:
    """Return the position that a key's claim is about."""
    return unpacked(basis.geometry, basis.rules, key & POSITION)


@compiled
def after(basis: Any, position: Any, captured: Any, way: Any) -> Any:
    """Return the position after a turn, as claims have it."""
    return plain(basis.geometry, basis.rules, played(basis.geometry, basis.rules, position, captured, way))


@compiled
def end_of(basis: Any, position: Any) -> Any:
    """Return how a position ends for the player to move if that is plain or in the tables, or else GOING_ON."""
    end = standing(basis.geometry, basis.rules, position)
    if end != GOING_ON or popcount(position.own | position.enemy) > basis.stones or not is_solved(position):
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
    position, claim = position_of(basis, key), claim_of(key)
    turns, claims = room
    count = turns_of(basis.geometry, basis.rules, position, np.uint64(turns.ctypes.data), len(turns))
    if count > len(turns):
        return OPEN, -1
    found = 0
    for number in range(count):
        there = after(basis, position, turns[number, 0], turns[number, 1])
        end = end_of(basis, there)
        if end != GOING_ON:
            if claim == WINS and end == LOST:
                return PROVEN, 0
            if claim == LOSES and end != WON:
                return DISPROVEN, 0
            continue
        child = key_of(basis, there, 1 - claim)
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
