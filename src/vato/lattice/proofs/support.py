"""What a settled claim leans on, down to the tables: found anew by the rules and pruned to what stands, compiled.

A disproof stands if it belongs to a set of claims in which each is disproven by others of the set: the greatest such
set, so that a game may go round in it for ever. A proof stands if it follows from claims that were shown before it: the
least such set. Either is sound, whatever the search that named the claims has mistaken.

A chooser is a claim that needs one of those it depends on, the others need all: claims to win for a proof, claims to
lose for a disproof.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from vato.compiled.cache import compiled
from vato.lattice.proofs.claims import LOSES, OPEN, PROVEN, WINS
from vato.lattice.proofs.shared_claims import (
    FIRST_MASK,
    KNOWN_PROVEN,
    ZERO,
    claim_of_key,
    forget,
    mixed,
    numbers_of,
    place_in_known,
    stage_of_key,
    stones_of_key,
)
from vato.lattice.proofs.shared_search import FIRST_KEY, SECOND_KEY, SPREAD, expand

FALLEN, STANDING, LEAF = 0, 1, 2
"""What a claim is: does not stand, stands if enough of those do that it depends on, stands by itself."""
ROOM = 1 << 14
"""So much room must be left for what one claim depends on."""
NO_ORDER = 1 << 62


class Support(NamedTuple):
    """Claims that lean on each other, by number; the first is the root."""

    keys: Any
    states: Any
    begins: Any
    """Where the numbers of those a claim depends on begin, one more than there are claims."""
    on: Any
    index: Any
    """Numbers of claims by their keys, one more than they are."""
    sizes: Any
    """How many claims there are, and how many were seen to."""


@compiled
def number_of(support: Any, first: Any, second: Any, spread: Any) -> Any:
    """Return the number of a claim, which is added if it is new."""
    mask = len(support.index) - 1
    place = np.int64(spread) & mask
    while support.index[place] != 0:
        number = np.int64(support.index[place]) - 1
        if support.keys[number, 0] == first and support.keys[number, 1] == second:
            return number
        place = (place + 1) & mask
    number = support.sizes[0]
    support.sizes[0] += 1
    support.index[place] = number + 1
    support.keys[number, 0], support.keys[number, 1] = first, second
    return number


@compiled
def index_again(support: Any) -> None:
    """Fill an index that is empty."""
    mask = len(support.index) - 1
    for number in range(support.sizes[0]):
        place = np.int64(mixed(support.keys[number, 0], support.keys[number, 1])) & mask
        while support.index[place] != 0:
            place = (place + 1) & mask
        support.index[place] = number + 1


@compiled
def is_settled(shared: Any, first: Any, second: Any, spread: Any, proof: bool) -> Any:
    """Return whether the table says that a claim is proven, or disproven."""
    to_prove, to_disprove = numbers_of(shared, first, second, spread)
    return to_prove == 0 if proof else to_disprove == 0


@compiled
def collect(ground: Any, shared: Any, bench: Any, support: Any, proof: bool) -> bool:
    """Add all that the claims lean on, as far as there is room; return whether that is all."""
    chooser = WINS if proof else LOSES
    while support.sizes[1] < support.sizes[0]:
        number = support.sizes[1]
        begin = support.begins[number]
        full = support.sizes[0] + ROOM > len(support.keys) or begin + ROOM > len(support.on)
        if full or 2 * support.sizes[0] > len(support.index):
            return False
        support.sizes[1] += 1
        first, second = support.keys[number, 0], support.keys[number, 1]
        own, enemy = stones_of_key(first, second)
        claim = claim_of_key(first)
        settled, count = expand(ground, bench, own, enemy, stage_of_key(first), claim, 0)
        support.begins[number + 1] = begin
        if settled != OPEN or count < 0:
            support.states[number] = LEAF if count >= 0 and (settled == PROVEN) == proof else FALLEN
            continue
        # What the table has lost may still be plain at a glance, but is followed no further.
        if number > 0 and not is_settled(shared, first, second, mixed(first, second), proof):
            support.states[number] = FALLEN
            continue
        support.states[number] = STANDING
        claims, found = bench.claims, 0
        for child in range(count):
            key = claims[child, FIRST_KEY], claims[child, SECOND_KEY], claims[child, SPREAD]
            if claim != chooser or is_settled(shared, key[0], key[1], key[2], proof):
                support.on[begin + found] = number_of(support, key[0], key[1], key[2])
                found += 1
        if found == 0:
            for child in range(count):
                key = claims[child, FIRST_KEY], claims[child, SECOND_KEY], claims[child, SPREAD]
                support.on[begin + child] = number_of(support, key[0], key[1], key[2])
            found = count
        support.begins[number + 1] = begin + found
    return True


@compiled
def stands(support: Any, number: int, chooser: int, order: Any) -> Any:
    """Return whether enough of the claims stand that one depends on; those without an order do not."""
    needs_one = claim_of_key(support.keys[number, 0]) == chooser
    for place in range(support.begins[number], support.begins[number + 1]):
        if (order[support.on[place]] < NO_ORDER) == needs_one:
            return needs_one
    return not needs_one


@compiled
def prune(support: Any, proof: bool, order: Any) -> int:
    """Number the claims that stand, what a proof leans on before itself; the others have no order. Return how many."""
    chooser = WINS if proof else LOSES
    count, found = support.sizes[0], 0
    for number in range(count):
        there = support.states[number] == LEAF or (not proof and support.states[number] == STANDING)
        order[number] = 0 if there else NO_ORDER
    changed = True
    while changed:
        changed = False
        for number in range(count - 1, -1, -1):
            if support.states[number] != STANDING or (order[number] < NO_ORDER) == proof:
                continue
            if stands(support, number, chooser, order) == proof:
                found += 1
                order[number] = found if proof else NO_ORDER
                changed = True
    left = 0
    for number in range(count):
        left += order[number] < NO_ORDER
    return left


@compiled
def take_down(shared: Any, support: Any, order: Any) -> None:
    """Take the claims out of the table that do not stand."""
    for number in range(support.sizes[0]):
        if order[number] == NO_ORDER:
            first, second = support.keys[number, 0], support.keys[number, 1]
            forget(shared, first, second, mixed(first, second))


@compiled
def make_known(known: Any, support: Any, order: Any, proof: bool) -> int:
    """Add the claims that stand to those beyond doubt, which have room; return how many are new."""
    found = 0
    for number in range(support.sizes[0]):
        if order[number] < NO_ORDER:
            first, second = support.keys[number, 0], support.keys[number, 1]
            place = place_in_known(known, first, second, mixed(first, second))
            if known[place, 0] == ZERO:
                known[place, 0], known[place, 1] = (first | KNOWN_PROVEN if proof else first), second
                found += 1
    return found


@compiled
def known_again(known: Any, larger: Any) -> None:
    """Bring the claims beyond doubt to where there is more room."""
    for number in range(len(known)):
        if known[number, 0] != ZERO:
            first, second = known[number, 0] & FIRST_MASK, known[number, 1]
            place = place_in_known(larger, first, second, mixed(first, second))
            larger[place, 0], larger[place, 1] = known[number, 0], second
