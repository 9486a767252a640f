"""Claims proven and disproven by depth-first proof-number search, compiled, and what a proof or disproof is made of.

Each claim has two numbers: how many claims must be proven at least before it is, and how many disproven before it is
not (Nagai's df-pn; of several claims that must all be shown, the hardest counts and one for each other, as many ways
lead to most of them). All claims that were looked at stay in a table, which is all there is to go on from.

A claim that comes up again on the way counts as disproven there: who wants to win must get on. A disproof may
therefore lean on a claim further up, and stands by itself only once that one is disproven, too. Until then it is kept
with the row of the highest claim it leans on, and is forgotten when that claim is proven or left undecided.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from vato.compiled.bits import popcount
from vato.compiled.cache import compiled
from vato.compiled.contract import GOING_ON, LOST, WON, turns_of
from vato.lattice.proofs.claims import (
    LOSES,
    OPEN,
    PROVEN,
    WINS,
    after,
    claim_of,
    end_of,
    expand,
    key_of,
    position_of,
)

ZERO = np.uint64(0)
NO_KEY = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
SPREAD, SPREAD_BITS = np.uint64(0x9E37_79B9_7F4A_7C15), np.uint64(24)
FAR = 1 << 30
"""More claims than are ever needed: so many must be proven for what is disproven."""

DONE, OUT_OF_NODES, TOO_LITTLE_ROOM = 0, 1, 2
"""Why a search ended."""
NODES, USED, ORDER = 0, 1, 2
"""Counters: positions looked at, claims in the table, claims proven."""
KEY, MOST_PROOF, MOST_DISPROOF, FIRST, COUNT, CAPTURED, LEANING, COLUMNS = range(8)
"""Of a claim on the way: its key, the numbers at which it is left alone, where the claims it depends on are listed and
how many, since which row nothing was captured, and how many disproofs leaned on others when it was begun."""
ITSELF = 1 << 20
"""The row that a disproof leans on that stands by itself."""


class ClaimTable(NamedTuple):
    """The claims that were looked at; as many places as a power of two."""

    keys: Any
    proofs: Any
    """Of a disproven claim, FAR, or more by what it takes from the row it leans on to `ITSELF`."""
    disproofs: Any
    """Of a proven claim, how many were proven before it."""
    counters: Any


class SearchPath(NamedTuple):
    """Where a search is."""

    path: Any
    """A row for each claim on the way, see KEY and what follows."""
    leaning: Any
    """The keys of the disproofs that lean on claims on the way."""
    cursor: Any
    """The last row, -1 before and after a search, and how many disproofs lean."""


class Weighed(NamedTuple):
    """The numbers of a claim, and on which claim to go on."""

    proof: int
    disproof: int
    best: int
    """Where it is listed."""
    second: int
    """The number of the next easiest choice."""
    left: int
    """How many claims are neither proven nor disproven."""
    leans: int
    """The row on which it leans, if it is disproven."""


@compiled
def place_of(keys: Any, key: Any) -> Any:
    """Return where a claim is in the table, or where there is room for it."""
    mask = len(keys) - 1
    place = np.int64(key * SPREAD >> SPREAD_BITS) & mask
    while keys[place] != key and keys[place] != NO_KEY:
        place = (place + 1) & mask
    return place


@compiled
def numbers_of(table: Any, key: Any) -> Any:
    """Return how many claims must be proven, and how many disproven, to settle a claim; one each where it is new."""
    place = place_of(table.keys, key)
    if table.keys[place] == NO_KEY:
        return 1, 1
    proof = np.int64(table.proofs[place])
    return proof, FAR if proof == 0 else np.int64(table.disproofs[place])


@compiled
def keep(table: Any, key: Any, proof: int, disproof: int) -> None:
    """Keep the numbers of a claim."""
    place = place_of(table.keys, key)
    if table.keys[place] == NO_KEY:
        table.keys[place] = key
        table.counters[USED] += 1
    elif table.proofs[place] == 0:
        return
    if proof == 0:
        disproof = table.counters[ORDER]
        table.counters[ORDER] += 1
    table.proofs[place], table.disproofs[place] = proof, disproof


@compiled
def keep_settled(table: Any, key: Any, settled: int) -> None:
    """Keep that a claim is proven or disproven."""
    keep(table, key, 0 if settled == PROVEN else FAR, 0)


@compiled
def grow(table: Any, larger: Any) -> None:
    """Bring all claims into a table with more places."""
    for place in range(len(table.keys)):
        if table.keys[place] != NO_KEY:
            there = place_of(larger.keys, table.keys[place])
            larger.keys[there] = table.keys[place]
            larger.proofs[there], larger.disproofs[there] = table.proofs[place], table.disproofs[place]


@compiled
def row_of(path: Any, depth: int, key: Any) -> int:
    """Return the row of a claim that has come up since the last capture, or ITSELF."""
    for row in range(np.int64(path[depth, CAPTURED]), depth + 1):
        if path[row, KEY] == key:
            return row
    return ITSELF


@compiled
def stones_in(basis: Any, key: Any) -> Any:
    """Return how many stones a claim's position has."""
    position = position_of(basis, key)
    return popcount(position.own | position.enemy)


@compiled
def weigh(table: Any, claims: Any, path: Any, depth: int) -> Any:
    """Return the numbers of the last claim on the way."""
    claim = claim_of(path[depth, KEY])
    first = np.int64(path[depth, FIRST])
    # Seen by who has to make a choice: how much the easiest one takes, and how much it takes to rule out all.
    easiest, second, hardest, left, best = FAR, FAR, 0, 0, -1
    leans = ITSELF if claim == WINS else -1
    for number in range(first, first + np.int64(path[depth, COUNT])):
        proof, disproof = numbers_of(table, claims[number])
        row = ITSELF
        if proof != 0 and disproof != 0:
            row = row_of(path, depth, claims[number])
            if row != ITSELF:
                proof, disproof = FAR, 0
        elif disproof == 0:
            row, proof = ITSELF - (proof - FAR), FAR
        if disproof == 0:
            leans = min(leans, row) if claim == WINS else max(leans, row)
        mine, other = (proof, disproof) if claim == WINS else (disproof, proof)
        if other == 0:
            continue
        left += 1
        hardest = max(hardest, other)
        if mine < easiest:
            easiest, second, best = mine, easiest, number
        elif mine < second:
            second = mine
    all_of_them = min(hardest + left - 1, FAR) if left else 0
    proof, disproof = (easiest, all_of_them) if claim == WINS else (all_of_them, easiest)
    return Weighed(proof, disproof, best, second, left, leans)


@compiled
def leave(table: Any, path: Any, depth: int, here: Any, leaning: Any, count: int) -> Any:
    """Keep the numbers of the last claim on the way, and see to the disproofs since; return how many still lean."""
    first = np.int64(path[depth, LEANING])
    disproven = here.disproof == 0
    by_itself = here.leans >= depth
    left = first
    for number in range(first, count):
        place = place_of(table.keys, leaning[number])
        row = ITSELF - (np.int64(table.proofs[place]) - FAR)
        if not disproven:
            table.proofs[place], table.disproofs[place] = 1, 1
        elif by_itself and row >= depth:
            table.proofs[place] = FAR
        else:
            # It may lean on this claim, which leans on another.
            table.proofs[place] = FAR + ITSELF - (row if by_itself else min(row, here.leans))
            leaning[left] = leaning[number]
            left += 1
    if disproven and not by_itself:
        keep(table, path[depth, KEY], FAR + ITSELF - here.leans, 0)
        leaning[left] = path[depth, KEY]
        left += 1
    else:
        keep(table, path[depth, KEY], FAR if disproven else here.proof, here.disproof)
    return left


@compiled
def search(basis: Any, root: Any, table: Any, nodes: int, room: Any, way: Any) -> int:
    """Look at so many positions more, or at as many as it takes to settle a claim; say why it ended."""
    path, leaning, cursor = way
    counters = table.counters
    last = counters[NODES] + nodes
    depth, leans = cursor
    if depth < 0:
        settled, count = expand(basis, root, room, 0)
        if count < 0:
            return TOO_LITTLE_ROOM
        counters[NODES] += 1
        if settled != OPEN:
            keep_settled(table, root, settled)
            return DONE
        depth = 0
        path[0, KEY], path[0, MOST_PROOF], path[0, MOST_DISPROOF] = root, FAR, FAR
        path[0, FIRST], path[0, COUNT], path[0, CAPTURED], path[0, LEANING] = 0, count, 0, 0
    while counters[NODES] < last:
        key = path[depth, KEY]
        here = weigh(table, room.claims, path, depth)
        most_proof, most_disproof = np.int64(path[depth, MOST_PROOF]), np.int64(path[depth, MOST_DISPROOF])
        is_settled = here.proof == 0 or here.disproof == 0
        if is_settled or here.proof >= most_proof or here.disproof >= most_disproof:
            leans = leave(table, path, depth, here, leaning, leans)
            depth -= 1
            if depth < 0:
                break
            continue
        child, first = room.claims[here.best], np.int64(path[depth, FIRST] + path[depth, COUNT])
        settled, count = expand(basis, child, room, first)
        if count < 0 or depth + 1 == len(path):
            return TOO_LITTLE_ROOM
        counters[NODES] += 1
        if settled != OPEN:
            keep_settled(table, child, settled)
            continue
        # A quarter more than the next best takes, so as not to come back for each single claim.
        enough = here.second + here.second // 4 + 1
        if claim_of(key) == WINS:
            most_proof, most_disproof = min(most_proof, enough), most_disproof - here.left + 1
        else:
            most_proof, most_disproof = most_proof - here.left + 1, min(most_disproof, enough)
        since = path[depth, CAPTURED] if stones_in(basis, child) == stones_in(basis, key) else np.uint64(depth + 1)
        depth += 1
        path[depth, KEY], path[depth, MOST_PROOF], path[depth, MOST_DISPROOF] = child, most_proof, most_disproof
        path[depth, FIRST], path[depth, COUNT], path[depth, CAPTURED] = first, count, since
        path[depth, LEANING] = leans
    cursor[0], cursor[1] = depth, leans
    return DONE if depth < 0 else OUT_OF_NODES


# What a proof or a disproof leans on. Claims are listed by their places in the table, `marks` says which are.


@compiled
def is_refuted(table: Any, place: int) -> Any:
    """Return whether the table says of a claim that it is disproven."""
    return table.keys[place] != NO_KEY and table.proofs[place] != 0 and table.disproofs[place] == 0


@compiled
def is_proven(table: Any, place: int) -> Any:
    """Return whether the table says of a claim that it is proven."""
    return table.keys[place] != NO_KEY and table.proofs[place] == 0


@compiled
def add(listed: Any, found: int, marks: Any, place: int) -> int:
    """List a claim unless it is listed; return how many are."""
    if marks[place]:
        return found
    marks[place] = 1
    listed[found] = place
    return found + 1


@compiled
def refutation(table: Any, claims: Any, count: int, marks: Any) -> Any:
    """Return the place of a disproven claim among some, of one that is marked if any is; -1 where there is none."""
    found = -1
    for number in range(count):
        place = place_of(table.keys, claims[number])
        if is_refuted(table, place):
            if marks[place]:
                return place
            if found < 0:
                found = place
    return found


@compiled
def first_proven(table: Any, claims: Any, count: int) -> Any:
    """Return the place of the claim among some that was proven first; -1 where none is."""
    found = -1
    for number in range(count):
        place = place_of(table.keys, claims[number])
        if is_proven(table, place) and (found < 0 or table.disproofs[place] < table.disproofs[found]):
            found = place
    return found


@compiled
def lean_on(basis: Any, root: Any, chooser: int, table: Any, room: Any, listed: Any, marks: Any) -> Any:
    """List the claims that one leans on; return how many, or -1 if not all of them are settled alike.

    The chooser is WINS for a proof and LOSES for a disproof: such a claim needs one of those it depends on, the others
    need all. `listed` has room for all claims of the table.
    """
    found = add(listed, 0, marks, place_of(table.keys, root))
    number, stands = 0, True
    while number < found and stands:
        key = table.keys[listed[number]]
        number += 1
        settled, count = expand(basis, key, room, 0)
        if settled == OPEN and claim_of(key) == chooser:
            # What was proven first leans on nothing later, so that no chain of proofs comes back to where it began.
            if chooser == WINS:
                chosen = first_proven(table, room.claims, count)
            else:
                chosen = refutation(table, room.claims, count, marks)
            stands = chosen >= 0
            if stands:
                found = add(listed, found, marks, chosen)
        elif settled == OPEN:
            for child in range(count):
                other = place_of(table.keys, room.claims[child])
                stands = stands and (is_proven(table, other) if chooser == WINS else is_refuted(table, other))
                if stands:
                    found = add(listed, found, marks, other)
    for number in range(found):
        marks[listed[number]] = 0
    return found if stands else -1


@compiled
def shown(basis: Any, table: Any, place: int, room: Any, marks: Any) -> Any:
    """Return the turn that shows that a claim to win is right, or that one to lose is wrong; zeros if there is none.

    It leads to a position whose end is known or, if no turn does, to a marked claim.
    """
    position, claim = position_of(basis, table.keys[place]), claim_of(table.keys[place])
    turns = room.turns
    found = ZERO, ZERO
    for number in range(turns_of(basis.geometry, basis.rules, position, np.uint64(turns.ctypes.data), len(turns))):
        turn = turns[number, 0], turns[number, 1]
        there = after(basis, position, turn[0], turn[1])
        end = end_of(basis, there)
        if end == GOING_ON:
            child = place_of(table.keys, key_of(basis, there, 1 - claim))
            # What is proven leans only on what was proven before.
            if marks[child] and (claim == LOSES or table.disproofs[child] < table.disproofs[place]):
                found = turn
        elif (end == LOST) if claim == WINS else (end != WON):
            return turn
    return found
