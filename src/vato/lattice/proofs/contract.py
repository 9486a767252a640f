"""What a game on the lattice gives so that its small boards can be proven: positions as claims have them.

The functions from `plain` to `hope` are empty, and overloaded by a game for its own types (see
`vato.compiled.contract`); `ProvenGame` is the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from vato.board import Player
from vato.compiled.cache import compiled
from vato.lattice.endgames.contract import StoneGame
from vato.lattice.points import Points

CLAIM_BIT = 62
"""A packed position has as many bits; the next one is the claim's."""
MOST_POINTS = 35
"""So many points have 3 ** 35 placements, fewer than 2 ** 56."""
STONES_BITS = 56
CHUNK = 12
CHUNK_BITS, CHUNK_MASK = np.uint64(CHUNK), np.uint64((1 << CHUNK) - 1)
THIRDS = np.array(
    [sum(3**place for place in range(CHUNK) if bits >> place & 1) for bits in range(1 << CHUNK)], np.uint64
)
"""For a set of twelve points the number whose digits to base three are those bits."""
POWER = np.uint64(3**CHUNK)
ZERO, ONE, TWO, THREE = (np.uint64(number) for number in (0, 1, 2, 3))


def plain(table: Any, rules: Any, position: Any) -> Any:
    """Return a position without what makes no difference: seen by the player to move, who is player 0."""


def packed(table: Any, rules: Any, position: Any) -> Any:
    """Return a plain position as a word of `CLAIM_BIT` bits, another one for every other position."""


def unpacked(table: Any, rules: Any, word: Any) -> Any:
    """Return the position of such a word; overloaded for the kernel's type of rules."""


def is_solved(position: Any) -> Any:
    """Return whether endgame tables hold such positions, if they have as many stones."""


def stage_of(rules: Any, position: Any) -> Any:
    """Return at which stage the game is, 0 to 3: positions with the same stones and stage have the same turns."""


def staged(rules: Any, own: Any, enemy: Any, stage: Any) -> Any:
    """Return the position with these stones at a stage; overloaded for the kernel's type of rules."""


def hope(table: Any, rules: Any, own: Any, enemy: Any, weights: Any) -> Any:
    """Return how good a position looks for the player to move, in factors of e in the odds; for the type of rules."""


@compiled
def thirds(bits: Any) -> Any:
    """Return the number whose digits to base three are the bits of a set of points."""
    low, high = bits & CHUNK_MASK, bits >> CHUNK_BITS
    return THIRDS[low] + POWER * (THIRDS[high & CHUNK_MASK] + POWER * THIRDS[high >> CHUNK_BITS])


@compiled
def stones_packed(own: Any, enemy: Any) -> Any:
    """Return two sets of points as a number below 2 ** STONES_BITS."""
    return thirds(own) + TWO * thirds(enemy)


@compiled
def stones_unpacked(left: Any) -> Any:
    """Return the sets of points of such a number."""
    own, enemy, bit = ZERO, ZERO, ONE
    while left != ZERO:
        digit = left % THREE
        left //= THREE
        if digit == ONE:
            own |= bit
        elif digit == TWO:
            enemy |= bit
        bit <<= ONE
    return own, enemy


@dataclass(frozen=True)
class LargeGame:
    """What a game gives so that boards with up to 46 points can be proven by threads."""

    most_points: int
    begun: int
    """The last stage: that of all positions but the first ones."""
    stage: Callable[[Any], int]
    """Return at which stage a board's game is, as `stage_of` does."""
    staged_board: Callable[[Any, int, int, int, Player], Any]
    """Return a board like a given one with the stones of who is to move and of the other, at a stage."""
    weights: Callable[[], Any]
    """Return what `hope` weighs by: words that compiled code reads by the address of the first."""


@dataclass(frozen=True)
class ProvenGame:
    """A game whose small boards are proven."""

    endings: StoneGame
    sides: tuple[str, str]
    most_points: int
    """What boards have at most whose positions can be packed."""
    check: Callable[[Any, Points], None]
    """Raise `NotSolvable` for rules by which nothing can be proven on a board."""
    claimed: Callable[[Any], Any]
    """Return a board's position as claims have it."""
    board_with: Callable[[Any, Any, Player], Any]
    """Return a board like a given one with the position of a claim, a player being to move."""
    move_of: Callable[[Any, int, int], Any]
    """Return the move on such a board for the words of a turn of the claim's position."""
    large: LargeGame | None = None
    """What boards with more points need, if they can be proven."""
