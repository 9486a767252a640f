"""Of what shows a claim little is listed, and enough."""

from __future__ import annotations

import random

import numpy as np
import pytest

from vato.lattice.proofs.choice import chosen_of
from vato.lattice.proofs.claims import LOSES, WINS
from vato.lattice.proofs.shared_claims import CLAIM_AT
from vato.lattice.proofs.support import LEAF, NO_ORDER, STANDING, Support, prune

Graph = list[tuple[bool, list[int]]]
"""For each claim whether one of those it depends on is enough, and which they are."""


def supported(graph: Graph, proof: bool) -> Support:
    """Return a graph as the search has it; what depends on nothing stands by itself."""
    chooser = WINS if proof else LOSES
    keys = np.zeros((len(graph), 2), np.uint64)
    for number, (needs_one, _) in enumerate(graph):
        keys[number, 0] = np.uint64(chooser if needs_one else WINS + LOSES - chooser) << CLAIM_AT
    return Support(
        keys,
        np.array([STANDING if on else LEAF for _, on in graph], np.uint8),
        np.cumsum([0, *(len(on) for _, on in graph)]),
        np.array([number for _, on in graph for number in on], np.int32),
        np.zeros(1, np.int32),
        np.array([len(graph), len(graph)]),
    )


def listed(graph: Graph, proof: bool, order: list[int]) -> set[int]:
    """Return the claims that are listed, each once."""
    found = list(chosen_of(supported(graph, proof), proof, np.array(order, np.int64)))
    assert found[0] == 0
    assert len(set(found)) == len(found)
    return set(map(int, found))


def test_the_way_with_fewer_claims_is_taken_though_it_comes_last() -> None:
    graph: Graph = [(True, [1, 6]), (False, [2, 3, 4])]
    graph += [(True, [number]) for number in (7, 8, 9, 10)]
    graph += [(False, [5]), *((False, []) for _ in range(4))]
    assert listed(graph, False, [0] * 11) == {0, 5, 6, 10}


def test_what_is_needed_anyway_is_chosen() -> None:
    """The claims 1 and 2 each need one of two: 4 would do for both, and costs either no less than 3 or 5."""
    graph: Graph = [(False, [1, 2]), (True, [3, 4]), (True, [5, 4]), (False, []), (False, []), (False, [])]
    assert listed(graph, False, [0] * 6) == {0, 1, 2, 4}


def test_going_round_in_a_circle_is_a_way_not_to_lose_and_none_to_win() -> None:
    graph: Graph = [(True, [1, 3]), (False, [2]), (True, [1]), (False, [4, 5, 6, 7])]
    graph += [(True, [number]) for number in (8, 9, 10, 11)]
    graph += [(False, []) for _ in range(4)]
    assert listed(graph, False, [0] * 12) == {0, 1, 2}
    assert listed(graph, True, [9, NO_ORDER, NO_ORDER, 8, *range(1, 5), *(0 for _ in range(4))]) == {0, *range(3, 12)}


@pytest.mark.parametrize("proof", [False, True])
def test_what_is_listed_stands_by_what_is_listed_and_who_wins_gets_on(proof: bool) -> None:
    chance = random.Random(5)
    size, told = 40, 0
    for _ in range(300):
        graph: Graph = []
        for _ in range(size):
            graph.append((chance.random() < 0.5, chance.sample(range(size), chance.choice((0, 1, 2, 2, 3)))))
        support = supported(graph, proof)
        order = np.empty(size, np.int64)
        prune(support, proof, order)
        if order[0] == NO_ORDER:
            continue
        told += 1
        found = set(map(int, chosen_of(support, proof, order)))
        for number in found:
            needs_one, on = graph[number]
            standing = [each in found and order[each] < (order[number] if proof else NO_ORDER) for each in on]
            assert not on or (any(standing) if needs_one else all(standing))
    assert told > 50
