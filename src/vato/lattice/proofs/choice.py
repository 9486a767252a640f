"""A short list of claims that show a settled one: of several that would do, which is chosen, compiled.

The shortest list is hard to find. What each claim would add is estimated, and again when it is known what the claims on
the list could make use of in common.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from vato.compiled.cache import compiled
from vato.lattice.proofs.claims import LOSES, WINS
from vato.lattice.proofs.shared_claims import claim_of_key
from vato.lattice.proofs.support import NO_ORDER, Support

CHOICES = 3
"""So often the list is made anew."""
SWEEPS = 20
"""So often costs are carried up from what they depend on."""
FURTHER, MOST_COST = 0.7, 1e12
"""What the costs of what a claim needs count for, and a cost that is as bad as any."""


def chosen_of(support: Support, proof: bool, order: Any) -> Any:
    """Return claims, the root first, that need no others to show it; chosen are only those that have an order."""
    count = len(order)
    costs, sought = np.zeros(count), np.zeros(count, np.int32)
    listed, chosen = np.empty(count, np.int64), np.zeros(count, np.uint8)
    found, shortest = listed[:0], None
    for _ in range(CHOICES):
        count_sought(support, proof, order, found, sought)
        weigh(support, proof, order, sought, costs)
        found = listed[: choose(support, proof, order, costs, listed, chosen)]
        if shortest is None or len(found) < len(shortest):
            shortest = found.copy()
    return shortest


@compiled
def may_choose(order: Any, number: int, other: int, proof: bool) -> Any:
    """Return whether a claim can stand on another; what wins must get on, and stands on what was shown before it."""
    return order[other] < (order[number] if proof else NO_ORDER)


@compiled
def weigh(support: Any, proof: bool, order: Any, sought: Any, costs: Any) -> None:
    """Put down as its costs how many claims each would add to the list, as an estimate that starts from nothing.

    What several of the listed claims could make use of is shared among them. What lies further down counts for less,
    as the same claims are met on many ways to it, and so that going round in circles has a cost, but not without end.
    """
    chooser = WINS if proof else LOSES
    costs[:] = 0.0
    for _ in range(SWEEPS):
        for number in range(support.sizes[0] - 1, -1, -1):
            if order[number] >= NO_ORDER:
                continue
            begin, end = support.begins[number], support.begins[number + 1]
            if claim_of_key(support.keys[number, 0]) == chooser:
                cost = MOST_COST if begin < end else 0.0
                for place in range(begin, end):
                    other = support.on[place]
                    if may_choose(order, number, other, proof):
                        cost = min(cost, costs[other])
                costs[number] = cost
            else:
                cost = 0.0
                for place in range(begin, end):
                    cost += costs[support.on[place]]
                costs[number] = min(MOST_COST, (1.0 + FURTHER * cost) / max(1, sought[number]))


@compiled
def choose(support: Any, proof: bool, order: Any, costs: Any, listed: Any, chosen: Any) -> int:
    """List the claims that a way to show the root leads to, the root first; return how many.

    Of those that would do, a claim is chosen that is chosen already, or else the cheapest.
    """
    chooser = WINS if proof else LOSES
    chosen[:] = 0
    listed[0] = 0
    chosen[0] = 1
    found, at = 1, 0
    while at < found:
        number = listed[at]
        at += 1
        begin, end = support.begins[number], support.begins[number + 1]
        if claim_of_key(support.keys[number, 0]) != chooser:
            for place in range(begin, end):
                other = support.on[place]
                if not chosen[other]:
                    chosen[other] = 1
                    listed[found] = other
                    found += 1
            continue
        best = -1
        for place in range(begin, end):
            other = support.on[place]
            if not may_choose(order, number, other, proof):
                continue
            if chosen[other]:
                best = -1
                break
            if best < 0 or costs[other] < costs[best]:
                best = other
        if best >= 0:
            chosen[best] = 1
            listed[found] = best
            found += 1
    return found


@compiled
def count_sought(support: Any, proof: bool, order: Any, listed: Any, sought: Any) -> None:
    """Count for each claim of how many listed ones it would do as the choice."""
    chooser = WINS if proof else LOSES
    sought[:] = 0
    for at in range(len(listed)):
        number = listed[at]
        if claim_of_key(support.keys[number, 0]) == chooser:
            for place in range(support.begins[number], support.begins[number + 1]):
                other = support.on[place]
                if may_choose(order, number, other, proof):
                    sought[other] += 1
