"""Depth-first proof-number search by several threads over one table of claims, compiled.

As proof_search.py has it, with what threads need. Each goes its own way from the root; who is at a claim makes it look
harder to the others. A claim that comes up again on the way counts as disproven there. A disproof that leans on a claim
further up is marked with its thread and row, and forgotten when that claim is proven or left undecided. What another
thread makes of it meanwhile may be wrong: support.py finds that out at the end. Proofs lean on proven claims alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from vato.compiled.bits import highest, popcount
from vato.compiled.cache import uncounted
from vato.compiled.contract import DRAWN, GOING_ON, LOST, WON, turns_of
from vato.compiled.contract import after as played
from vato.compiled.contract import end_of as standing
from vato.compiled.memory import add_to_byte
from vato.lattice.endgames.result_ranks import result_in
from vato.lattice.proofs.claims import DISPROVEN, LOSES, OPEN, PROVEN, WINS
from vato.lattice.proofs.contract import hope, is_solved, stage_of, staged
from vato.lattice.proofs.shared_claims import (
    BUSY_MASK,
    FAR,
    LEANING,
    MOST,
    MOST_WORK,
    ROW_BITS,
    busy_at,
    keep,
    key_of,
    look_ahead,
    mixed,
    numbers_of,
    smallest_image,
    stage_of_key,
)

ZERO, ONE = np.uint64(0), np.uint64(1)
ITSELF = 1 << 28
"""The row that a disproof leans on that stands by itself."""
NO_ROW = 1 << 30
DONE, STOPPED, TOO_LITTLE_ROOM = 0, 1, 2
"""Why a search ended."""
LOOKED_AT, DEEPEST = 0, 3
"""Counters of a thread; shared_claims.py has two more."""
COUNTERS = 8
BETWEEN_CHECKS = 256
"""After so many positions a thread sees what the others have found."""
AT_FIRST, FARTHEST = 4.0, 6.0
"""What a claim is thought to take that is as likely as not, with one stone more than the tables have, and beyond which
odds none is told apart."""
A_STONE, MOST_FURTHER = 0.35, 4
"""By how much more it is thought to take with each further stone, as a power of e, up to so many stones."""
UNLIKELY = 1.5
"""What is taken from the odds of any claim, as what is drawn is claimed in vain by both."""
RECENT = np.uint64(0xFFFF)

# Columns of the way.
FIRST_KEY, SECOND_KEY, SPREAD, OWN, ENEMY, CLAIM, MOST_PROOF, MOST_DISPROOF = range(8)
BEGIN, COUNT, SINCE, LEANS, BEGAN, FROM, COLUMNS = range(8, 15)
"""`BEGIN` and `COUNT` say where the claims lie that a claim depends on, `SINCE` since which row nothing was captured,
`LEANS` how many disproofs leaned on others when it was begun, `BEGAN` how many positions had been looked at, and `FROM`
where it lies among those that the row above depends on."""
# Columns of the claims that others depend on; the first five are those of the way.
PROOF, DISPROOF, CHILD_COLUMNS = 5, 6, 7
"""What a claim may take as long as nobody has looked at it, and later what this thread has found: where the table has
lost it, two claims that drive each other out would be searched in turn for ever."""


class Ground(NamedTuple):
    """What all claims rest on: the rules, how positions with few stones end, and how good others look."""

    geometry: np.uint64
    points: int
    rules: Any
    tables: np.uint64
    """The address of the directory of tables of two bits."""
    stones: int
    weights: np.uint64


class Bench(NamedTuple):
    """What a thread works with."""

    number: int
    turns: Any
    seen: Any
    """Places of turns or claims by a number made of them, each with when it was written."""
    claims: Any
    path: Any
    recent: Any
    """How many claims on the way have these last bits."""
    leaning: Any
    counters: Any


@uncounted
def end_of(ground: Any, position: Any) -> Any:
    """Return how a position ends for the player to move if that is plain or in the tables, or else GOING_ON."""
    if popcount(position.own | position.enemy) <= ground.stones and is_solved(position):
        if position.own == ZERO:
            return LOST
        if position.enemy == ZERO:
            return WON
        result = result_in(ground.tables, position.own, position.enemy)
        return DRAWN if result == 0 else LOST if result == 1 else WON
    return standing(ground.geometry, ground.rules, position)


@uncounted
def is_new(seen: Any, mask: int, stamp: int, first: Any, second: Any) -> bool:
    """Return whether two words have not been seen since the stamp was new, and remember them."""
    place = np.int64(mixed(first, second)) & mask
    while seen[place, 0] == np.uint64(stamp):
        if seen[place, 1] == first and seen[place, 2] == second:
            return False
        place = (place + 1) & mask
    seen[place, 0], seen[place, 1], seen[place, 2] = np.uint64(stamp), first, second
    return True


@uncounted
def expand(ground: Any, bench: Any, own: Any, enemy: Any, stage: int, claim: int, begin: int) -> Any:
    """List the claims that a claim depends on, from `begin` on, each once; return what settles it, and how many.

    -1 stands for more turns or claims than there is room for.
    """
    turns, claims, seen = bench.turns, bench.claims, bench.seen
    position = staged(ground.rules, own, enemy, stage)
    count = turns_of(ground.geometry, ground.rules, position, np.uint64(turns.ctypes.data), len(turns))
    if count > len(turns):
        return OPEN, -1
    stamp = bench.counters[COUNTERS - 1] + 1
    bench.counters[COUNTERS - 1] = stamp
    size = 64
    while size < 2 * count:
        size *= 2
    found = begin
    for number in range(count):
        if not is_new(seen[0], size - 1, stamp, turns[number, 0], turns[number, 1]):
            continue
        there = played(ground.geometry, ground.rules, position, turns[number, 0], turns[number, 1])
        end = end_of(ground, there)
        if end != GOING_ON:
            if claim == WINS and end == LOST:
                return PROVEN, 0
            if claim == LOSES and end != WON:
                return DISPROVEN, 0
            continue
        if found == len(claims):
            return OPEN, -1
        first_own, first_enemy = smallest_image(ground.geometry, ground.points, there.own, there.enemy)
        first, second = key_of(first_own, first_enemy, stage_of(ground.rules, there), 1 - claim)
        if is_new(seen[1], size - 1, stamp, first, second):
            claims[found, FIRST_KEY], claims[found, SECOND_KEY] = first, second
            claims[found, SPREAD] = mixed(first, second)
            claims[found, OWN], claims[found, ENEMY] = first_own, first_enemy
            found += 1
    if found == begin:
        return (DISPROVEN if claim == WINS else PROVEN), 0
    return OPEN, found - begin


@uncounted
def judge_claims(ground: Any, shared: Any, claims: Any, begin: int, count: int, claim: int) -> None:
    """Write what claims may take that nobody has looked at; `claim` says what they say."""
    for number in range(begin, begin + count):
        look_ahead(shared, claims[number, SPREAD])
        odds: Any = hope(ground.geometry, ground.rules, claims[number, OWN], claims[number, ENEMY], ground.weights)
        odds = max(-FARTHEST, min(FARTHEST, (odds if claim == WINS else -odds) - UNLIKELY))
        stones = np.int64(popcount(claims[number, OWN] | claims[number, ENEMY]))
        takes = AT_FIRST * np.exp(A_STONE * min(stones - ground.stones - 1, MOST_FURTHER))
        claims[number, PROOF] = max(ONE, np.uint64(takes * np.exp(-odds) + 0.5))
        claims[number, DISPROOF] = max(ONE, np.uint64(takes * np.exp(odds) + 0.5))


@uncounted
def row_of(bench: Any, depth: int, first: Any, second: Any, spread: Any) -> int:
    """Return the row of a claim that has come up since the last capture, or ITSELF."""
    if bench.recent[spread & RECENT] == 0:
        return ITSELF
    path = bench.path
    for row in range(np.int64(path[depth, SINCE]), depth + 1):
        if path[row, FIRST_KEY] == first and path[row, SECOND_KEY] == second:
            return row
    return ITSELF


class Weighed(NamedTuple):
    """The numbers of a claim, and on which claim to go on."""

    proof: int
    disproof: int
    best: int
    second: int
    left: int
    leans: int


@uncounted
def weigh(shared: Any, bench: Any, depth: int) -> Any:
    """Return the numbers of the last claim on the way."""
    path, claims = bench.path, bench.claims
    claim = np.int64(path[depth, CLAIM])
    begin = np.int64(path[depth, BEGIN])
    limit = np.int64(path[depth, MOST_PROOF] if claim == WINS else path[depth, MOST_DISPROOF])
    easiest, second, hardest, left, best, truly = 1 << 40, MOST, 0, 0, -1, MOST
    leans = ITSELF if claim == WINS else -1
    for number in range(begin, begin + np.int64(path[depth, COUNT])):
        look_ahead(shared, claims[number, SPREAD])
    for number in range(begin, begin + np.int64(path[depth, COUNT])):
        first_key, second_key, spread = claims[number, FIRST_KEY], claims[number, SECOND_KEY], claims[number, SPREAD]
        proof, disproof = numbers_of(shared, first_key, second_key, spread)
        if proof < 0:
            proof, disproof = np.int64(claims[number, PROOF]), np.int64(claims[number, DISPROOF])
        row = ITSELF
        if proof != 0 and disproof != 0:
            row = row_of(bench, depth, first_key, second_key, spread)
            if row != ITSELF:
                proof, disproof = FAR, 0
        elif disproof == 0 and proof != FAR and (proof - LEANING) >> ROW_BITS == bench.number:
            row = (proof - LEANING) & ((1 << ROW_BITS) - 1)
        if disproof == 0:
            leans = min(leans, row) if claim == WINS else max(leans, row)
        if proof == 0:
            mine, other = (0, MOST) if claim == WINS else (MOST, 0)
        elif disproof == 0:
            mine, other = (MOST, 0) if claim == WINS else (0, MOST)
        else:
            mine, other = (proof, disproof) if claim == WINS else (disproof, proof)
        if other == 0:
            continue
        left += 1
        hardest = max(hardest, other)
        truly = min(truly, mine)
        # Where other threads are at work it seems harder than it is.
        seeming = mine + busy_at(shared, spread) * (1 + mine // 4)
        if mine >= limit:  # it would be left at once
            second = min(second, seeming)
        elif seeming < easiest:
            second = min(second, easiest)
            easiest, best = seeming, number
        else:
            second = min(second, seeming)
    all_of_them = min(hardest + left - 1, MOST) if left else 0
    if truly == 0:
        all_of_them = MOST
    if left == 0:
        truly = MOST
    proof, disproof = (truly, all_of_them) if claim == WINS else (all_of_them, truly)
    return Weighed(proof, disproof, best, min(second, MOST), left, leans)


@uncounted
def drop_leaning(shared: Any, bench: Any, since: Any, count: int) -> Any:
    """Forget the disproofs that leaned on others from a number on; return how many are left."""
    leaning = bench.leaning
    for number in range(since, count):
        first, second, spread = leaning[number, 0], leaning[number, 1], leaning[number, 2]
        proof, disproof = numbers_of(shared, first, second, spread)
        if disproof == 0 and proof != FAR and (proof - LEANING) >> ROW_BITS == bench.number:
            keep(shared, bench.counters, first, second, spread, 1, 1, 0, True)
    return since


@uncounted
def found_out(shared: Any, bench: Any, number: Any, proof: Any, disproof: Any, work: Any) -> None:
    """Keep the numbers of a claim that another depends on, in the table and for as long as that other is on the way."""
    claim = bench.claims[number]
    claim[PROOF], claim[DISPROOF] = np.uint64(proof), np.uint64(disproof)
    keep(shared, bench.counters, claim[FIRST_KEY], claim[SECOND_KEY], claim[SPREAD], proof, disproof, work, False)


@uncounted
def leave(shared: Any, bench: Any, depth: int, here: Any, count: int) -> Any:
    """Keep the numbers of the last claim on the way, and see to the disproofs since; return how many still lean."""
    path, leaning, counters = bench.path, bench.leaning, bench.counters
    since = np.int64(path[depth, LEANS])
    disproven = here.disproof == 0
    by_itself = here.leans >= depth
    work = min(MOST_WORK, highest(np.uint64(counters[LOOKED_AT] - np.int64(path[depth, BEGAN])) | ONE))
    mark = LEANING + (bench.number << ROW_BITS)
    left = since
    if not disproven:
        left = drop_leaning(shared, bench, since, count)
    else:
        for number in range(since, count):
            first, second, spread = leaning[number, 0], leaning[number, 1], leaning[number, 2]
            proof, disproof = numbers_of(shared, first, second, spread)
            if disproof != 0 or proof == FAR or (proof - LEANING) >> ROW_BITS != bench.number:
                continue
            row = (proof - LEANING) & ((1 << ROW_BITS) - 1)
            if by_itself and row >= depth:
                keep(shared, counters, first, second, spread, FAR, 0, 0, True)
            else:
                row = row if by_itself else min(row, here.leans)
                keep(shared, counters, first, second, spread, mark + row, 0, 0, True)
                leaning[left, 0], leaning[left, 1], leaning[left, 2] = first, second, spread
                left += 1
    place = np.int64(path[depth, FROM])
    if disproven and not by_itself:
        if left < len(leaning):
            found_out(shared, bench, place, mark + here.leans, 0, work)
            for column in range(3):
                leaning[left, column] = path[depth, column]
            left += 1
        else:
            bench.claims[place, PROOF], bench.claims[place, DISPROOF] = np.uint64(mark + here.leans), ZERO
    elif here.proof == 0:
        found_out(shared, bench, place, 0, FAR, work)
    else:
        found_out(shared, bench, place, FAR if disproven else here.proof, here.disproof, work)
    return left


@uncounted
def settled_row(shared: Any, bench: Any, depth: int) -> int:
    """Return the first row whose claim another thread has settled, or NO_ROW."""
    path = bench.path
    for row in range(depth + 1):
        proof, disproof = numbers_of(shared, path[row, FIRST_KEY], path[row, SECOND_KEY], path[row, SPREAD])
        if proof == 0 or (disproof == 0 and proof == FAR):
            return row
    return NO_ROW


@uncounted
def go_back(shared: Any, bench: Any, depth: int) -> None:
    """Take the last claim off the way."""
    spread = bench.path[depth, SPREAD]
    bench.recent[spread & RECENT] -= 1
    add_to_byte(shared.busy, np.int64(spread & BUSY_MASK), -1)


@uncounted
def go_on(shared: Any, bench: Any, depth: int) -> None:
    """Say that a claim is on the way now."""
    spread = bench.path[depth, SPREAD]
    bench.recent[spread & RECENT] += 1
    add_to_byte(shared.busy, np.int64(spread & BUSY_MASK), 1)
    bench.counters[DEEPEST] = max(bench.counters[DEEPEST], depth)


@uncounted
def search(ground: Any, shared: Any, bench: Any, own: Any, enemy: Any, stage: int, claim: Any) -> int:
    """Search until a claim is settled, by this thread or another, or all are to stop; say why it ended."""
    path, claims, counters = bench.path, bench.claims, bench.counters
    first, second = key_of(own, enemy, stage, claim)
    spread = mixed(first, second)
    claims[0, FIRST_KEY], claims[0, SECOND_KEY], claims[0, SPREAD] = first, second, spread
    settled, count = expand(ground, bench, own, enemy, stage, claim, 1)
    if count < 0:
        return TOO_LITTLE_ROOM
    counters[LOOKED_AT] += 1
    if settled != OPEN:
        proof, disproof = (0, FAR) if settled == PROVEN else (FAR, 0)
        found_out(shared, bench, 0, proof, disproof, 0)
        return DONE
    judge_claims(ground, shared, claims, 1, count, 1 - claim)
    path[0, FIRST_KEY], path[0, SECOND_KEY], path[0, SPREAD] = first, second, spread
    path[0, OWN], path[0, ENEMY], path[0, CLAIM] = own, enemy, claim
    path[0, MOST_PROOF], path[0, MOST_DISPROOF] = MOST, MOST
    path[0, BEGIN], path[0, COUNT], path[0, SINCE], path[0, LEANS] = 1, count, 0, 0
    path[0, BEGAN], path[0, FROM] = counters[LOOKED_AT], 0
    depth, leans, ended = 0, 0, DONE
    go_on(shared, bench, 0)
    next_check = counters[LOOKED_AT] + BETWEEN_CHECKS
    while depth >= 0:
        if counters[LOOKED_AT] >= next_check:
            next_check = counters[LOOKED_AT] + BETWEEN_CHECKS
            back_to = settled_row(shared, bench, depth)
            if shared.stop[0] != 0:
                back_to, ended = 0, STOPPED
            while depth >= back_to and depth >= 0:
                leans = drop_leaning(shared, bench, np.int64(path[depth, LEANS]), leans)
                go_back(shared, bench, depth)
                depth -= 1
            if depth < 0:
                break
        here = weigh(shared, bench, depth)
        most_proof, most_disproof = np.int64(path[depth, MOST_PROOF]), np.int64(path[depth, MOST_DISPROOF])
        is_settled = here.proof == 0 or here.disproof == 0
        if is_settled or here.proof >= most_proof or here.disproof >= most_disproof:
            leans = leave(shared, bench, depth, here, leans)
            go_back(shared, bench, depth)
            depth -= 1
            continue
        claim = np.int64(path[depth, CLAIM])
        best, begin = here.best, np.int64(path[depth, BEGIN] + path[depth, COUNT])
        own, enemy = claims[best, OWN], claims[best, ENEMY]
        first, second, spread = claims[best, FIRST_KEY], claims[best, SECOND_KEY], claims[best, SPREAD]
        settled, count = expand(ground, bench, own, enemy, stage_of_key(first), 1 - claim, begin)
        counters[LOOKED_AT] += 1
        if count < 0 or depth + 1 == len(path):
            ended = TOO_LITTLE_ROOM
            while depth >= 0:
                leans = drop_leaning(shared, bench, np.int64(path[depth, LEANS]), leans)
                go_back(shared, bench, depth)
                depth -= 1
            break
        if settled != OPEN:
            proof, disproof = (0, FAR) if settled == PROVEN else (FAR, 0)
            found_out(shared, bench, best, proof, disproof, 0)
            continue
        judge_claims(ground, shared, claims, begin, count, claim)
        # An eighth more than the next best takes, so as not to come back for each single claim.
        enough = min(MOST, here.second + here.second // 8 + 1)
        if claim == WINS:
            most_proof, most_disproof = min(most_proof, enough), most_disproof - here.left + 1
        else:
            most_proof, most_disproof = most_proof - here.left + 1, min(most_disproof, enough)
        since: Any = path[depth, SINCE]
        if popcount(own | enemy) != popcount(path[depth, OWN] | path[depth, ENEMY]):
            since = np.uint64(depth + 1)
        depth += 1
        path[depth, FIRST_KEY], path[depth, SECOND_KEY], path[depth, SPREAD] = first, second, spread
        path[depth, OWN], path[depth, ENEMY], path[depth, CLAIM] = own, enemy, 1 - claim
        path[depth, MOST_PROOF], path[depth, MOST_DISPROOF] = most_proof, most_disproof
        path[depth, BEGIN], path[depth, COUNT], path[depth, SINCE] = begin, count, since
        path[depth, LEANS], path[depth, BEGAN], path[depth, FROM] = leans, counters[LOOKED_AT], best
        go_on(shared, bench, depth)
    return ended
