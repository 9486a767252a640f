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
    """Return the numbers of claims of which the first, the root, needs no others, of those that have an order."""
    count = len(order)
    listed, sought = np.empty(count, np.int64), np.zeros(count, np.int32)
    for _ in range(CHOICES):
        costs, chosen = np.zeros(count), np.zeros(count, np.uint8)
        weigh(support, proof, order, sought, costs)
        found = listed[: choose(support, proof, order, costs, listed, chosen)]
        sought[:] = 0
        count_sought(support, proof, order, found, sought)
    return found


@compiled
def weigh(support: Any, proof: bool, order: Any, sought: Any, costs: Any) -> None:
    """Estimate how many claims each would add to the list, starting from costs of nothing.

    What several of the listed claims could make use of is shared among them. What lies further down counts for less,
    as the same claims are met on many ways to it, and so that going round in circles has a cost, but not without end.
    """
    chooser = WINS if proof else LOSES
    for _ in range(SWEEPS):
        for number in range(support.sizes[0] - 1, -1, -1):
            if order[number] >= NO_ORDER:
                continue
            begin, end = support.begins[number], support.begins[number + 1]
            if claim_of_key(support.keys[number, 0]) == chooser:
                cost = MOST_COST if begin < end else 0.0
                for place in range(begin, end):
                    other = support.on[place]
                    if order[other] < (order[number] if proof else NO_ORDER):
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
            if order[other] >= (order[number] if proof else NO_ORDER):
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
    for at in range(len(listed)):
        number = listed[at]
        if claim_of_key(support.keys[number, 0]) == chooser:
            for place in range(support.begins[number], support.begins[number + 1]):
                other = support.on[place]
                if order[other] < (order[number] if proof else NO_ORDER):
                    sought[other] += 1
