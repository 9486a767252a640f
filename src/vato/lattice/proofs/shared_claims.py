"""Claims of a board with up to 46 points in a table that several threads share, compiled.

A claim's key has 75 bits and says everything about it, up to the board's reflections: no two claims are ever taken for
each other. The table holds sixteen bytes a claim, in buckets of eight; where a bucket is full, the claim goes that took
the least work. No lock is held: the first word of a claim is hidden under a number made from the second, so that two
halves of different claims are no claim at all.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from vato.compiled.bits import backwards, byte_at, store_at, word_at
from vato.compiled.cache import uncounted
from vato.compiled.memory import fetch_early
from vato.lattice.bits import BOARD, WIDTH
from vato.lattice.proofs.contract import CHUNK_BITS, CHUNK_MASK, POWER, THIRDS

ZERO, ONE, TWO, THREE = (np.uint64(number) for number in (0, 1, 2, 3))
ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
LOW_POINTS, MOST_POINTS = 23, 46
"""The stones on so many points are in the first part of a key, those on the others in the second."""
LOW = np.uint64(LOW_POINTS)
LOW_MASK = np.uint64((1 << LOW_POINTS) - 1)
STAGE_AT, CLAIM_AT, FIRST_BITS, SECOND_BITS = (np.uint64(number) for number in (37, 39, 40, 35))
FIRST_MASK, SECOND_MASK = (ONE << FIRST_BITS) - ONE, (ONE << SECOND_BITS) - ONE
STONES_MASK = (ONE << STAGE_AT) - ONE
NUMBER_MASK, WORK_AT = np.uint64(0xFFFFFF), np.uint64(59)

SLOTS = 8
"""How many claims a bucket has."""
BUCKET_BYTES, CACHE_LINE = 16 * SLOTS, 64
FAR = 0xFFFFFF
"""So many claims must be proven for what is disproven."""
LEANING = 0xFF0000
"""From here on a disproof leans on a claim on the way: above are the thread and the row."""
MOST = 0xFE0000
"""A number of claims that is as good as any that is higher."""
ROW_BITS = 12
MOST_WORK = 31
NOT_THERE = -1


class SharedClaims(NamedTuple):
    """The table, and what else threads share."""

    words: np.uint64
    """The address of the claims."""
    buckets: int
    busy: np.uint64
    """The address of counters: how many threads are at a claim."""
    known: Any
    """Claims that are beyond doubt, which are never driven out: keys by their place, proven ones marked."""
    stop: Any
    """One number: whether all threads are to come back."""


KNOWN_PROVEN = ONE << FIRST_BITS
BUSY_MASK = np.uint64((1 << 17) - 1)


# Keys


@uncounted
def turned_over(geometry: Any, bits: Any) -> Any:
    """Return a set of points with top and bottom exchanged."""
    width = word_at(geometry, WIDTH)
    row = (ONE << width) - ONE
    left, found = word_at(geometry, BOARD), ZERO
    while left != ZERO:
        found = found << width | bits & row
        bits >>= width
        left >>= width
    return found


@uncounted
def smallest_image(geometry: Any, points: Any, own: Any, enemy: Any) -> Any:
    """Return the reflection of a position that comes first."""
    spare = np.uint64(64 - points)
    over = turned_over(geometry, own)
    half, across = backwards(own) >> spare, backwards(over) >> spare
    best = min(min(own, over), min(half, across))
    beside = ALL
    if own == best:
        beside = enemy
    if half == best:
        beside = min(beside, backwards(enemy) >> spare)
    if over == best or across == best:
        enemy = turned_over(geometry, enemy)
        if over == best:
            beside = min(beside, enemy)
        if across == best:
            beside = min(beside, backwards(enemy) >> spare)
    return best, beside


@uncounted
def thirds_of_low(bits: Any) -> Any:
    """Return the number whose digits to base three are the bits of a set of up to 24 points."""
    return THIRDS[bits & CHUNK_MASK] + POWER * THIRDS[bits >> CHUNK_BITS]


@uncounted
def key_of(own: Any, enemy: Any, stage: int, claim: int) -> Any:
    """Return the two parts of a claim's key."""
    low = thirds_of_low(own & LOW_MASK) + TWO * thirds_of_low(enemy & LOW_MASK)
    high = thirds_of_low(own >> LOW) + TWO * thirds_of_low(enemy >> LOW)
    return low | np.uint64(stage) << STAGE_AT | np.uint64(claim) << CLAIM_AT, high


@uncounted
def stage_of_key(first: Any) -> Any:
    """Return the stage of the game that a key is about."""
    return np.int64(first >> STAGE_AT & THREE)


@uncounted
def claim_of_key(first: Any) -> Any:
    """Return what a key's claim says."""
    return np.int64(first >> CLAIM_AT & ONE)


@uncounted
def stones_of_key(first: Any, second: Any) -> Any:
    """Return the stones of the player to move and of the other."""
    own, enemy = ZERO, ZERO
    left, bit = first & STONES_MASK, ONE
    for _ in range(2):
        while left != ZERO:
            digit = left % THREE
            left //= THREE
            if digit == ONE:
                own |= bit
            elif digit == TWO:
                enemy |= bit
            bit <<= ONE
        left, bit = second, ONE << LOW
    return own, enemy


@uncounted
def mixed(first: Any, second: Any) -> Any:
    """Return a well-spread number for a key."""
    found = first * np.uint64(0x9E3779B97F4A7C15) ^ (second + np.uint64(0x7F4A7C15)) * np.uint64(0xC2B2AE3D27D4EB4F)
    found ^= found >> np.uint64(32)
    found *= np.uint64(0xD6E8FEB86659FD93)
    return found ^ found >> np.uint64(29)


@uncounted
def cover(second: Any) -> Any:
    """Return the number that a first word is hidden under."""
    found = second * np.uint64(0xBF58476D1CE4E5B9)
    return found ^ found >> np.uint64(31)


# The table


@uncounted
def bucket_of(shared: Any, spread: Any) -> Any:
    """Return where a bucket begins, in words."""
    return np.int64((spread >> np.uint64(32)) * np.uint64(shared.buckets) >> np.uint64(32)) * (2 * SLOTS)


@uncounted
def look_ahead(shared: Any, spread: Any) -> None:
    """Have a bucket brought from memory, which takes longer than all that is done with it."""
    first = shared.words + np.uint64(8 * bucket_of(shared, spread))
    for line in range(0, BUCKET_BYTES, CACHE_LINE):
        fetch_early(first + np.uint64(line))


@uncounted
def place_in_known(known: Any, first: Any, second: Any, spread: Any) -> Any:
    """Return where a claim is among those beyond doubt, or where there is room for it."""
    mask = len(known) - 1
    place = np.int64(spread) & mask
    while known[place, 0] != ZERO and not (known[place, 0] & FIRST_MASK == first and known[place, 1] == second):
        place = (place + 1) & mask
    return place


@uncounted
def numbers_of(shared: Any, first: Any, second: Any, spread: Any) -> Any:
    """Return how many claims must be proven, and how many disproven, to settle a claim; NOT_THERE where it is new."""
    at = bucket_of(shared, spread)
    for slot in range(at, at + 2 * SLOTS, 2):
        word = word_at(shared.words, slot + 1)
        if word & SECOND_MASK == second:
            other = word_at(shared.words, slot) ^ cover(word)
            if other & FIRST_MASK == first:
                return np.int64(other >> FIRST_BITS), np.int64(word >> SECOND_BITS & NUMBER_MASK)
    place = place_in_known(shared.known, first, second, spread)
    if shared.known[place, 0] == ZERO:
        return NOT_THERE, NOT_THERE
    return (0, FAR) if shared.known[place, 0] & KNOWN_PROVEN else (FAR, 0)


USED, DRIVEN_OUT = 1, 2
"""Counters of a thread."""


@uncounted
def keep(
    shared: Any, counters: Any, first: Any, second: Any, spread: Any, proof: Any, disproof: Any, work: Any, only: bool
) -> None:
    """Keep the numbers of a claim; `only` if it is there already."""
    at = bucket_of(shared, spread)
    least: Any = 99
    worth: Any
    chosen, fresh = at, True
    for slot in range(at, at + 2 * SLOTS, 2):
        word = word_at(shared.words, slot + 1)
        covered = word_at(shared.words, slot)
        other = covered ^ cover(word)
        if word & SECOND_MASK == second and other & FIRST_MASK == first:
            if other >> FIRST_BITS == ZERO:
                return  # what is proven stays
            work = max(work, np.int64(word >> WORK_AT))
            chosen, fresh = slot, False
            break
        if covered == ZERO and word == ZERO:
            worth = -1
        else:
            # Of two with as much work in them the open one goes.
            settled = other >> FIRST_BITS == ZERO or word >> SECOND_BITS & NUMBER_MASK == ZERO
            worth = np.int64(word >> WORK_AT) + (1 if settled else 0)
        if worth < least:
            least, chosen = worth, slot
    if fresh:
        if only:
            return
        counters[USED if least < 0 else DRIVEN_OUT] += 1
    word = second | np.uint64(disproof) << SECOND_BITS | np.uint64(work) << WORK_AT
    store_at(shared.words, chosen, (first | np.uint64(proof) << FIRST_BITS) ^ cover(word))
    store_at(shared.words, chosen + 1, word)


@uncounted
def forget(shared: Any, first: Any, second: Any, spread: Any) -> None:
    """Take a claim out of the table."""
    at = bucket_of(shared, spread)
    for slot in range(at, at + 2 * SLOTS, 2):
        word = word_at(shared.words, slot + 1)
        if word & SECOND_MASK == second and (word_at(shared.words, slot) ^ cover(word)) & FIRST_MASK == first:
            store_at(shared.words, slot, ZERO)
            store_at(shared.words, slot + 1, ZERO)


@uncounted
def busy_at(shared: Any, spread: Any) -> Any:
    """Return how many threads are at a claim."""
    return byte_at(shared.busy, np.int64(spread & BUSY_MASK))


# Claims kept between runs


@uncounted
def count_work(shared: Any, counts: Any) -> None:
    """Count the settled claims by the work that they took."""
    for slot in range(0, shared.buckets * 2 * SLOTS, 2):
        word = word_at(shared.words, slot + 1)
        covered = word_at(shared.words, slot)
        if covered != ZERO or word != ZERO:
            proof = np.int64((covered ^ cover(word)) >> FIRST_BITS)
            if proof == 0 or (proof == FAR and word >> SECOND_BITS & NUMBER_MASK == ZERO):
                counts[np.int64(word >> WORK_AT)] += 1


@uncounted
def list_settled(shared: Any, least: int, listed: Any) -> int:
    """List the settled claims that took so much work at least, as far as there is room; return how many."""
    found = 0
    for slot in range(0, shared.buckets * 2 * SLOTS, 2):
        word = word_at(shared.words, slot + 1)
        covered = word_at(shared.words, slot)
        if (covered != ZERO or word != ZERO) and np.int64(word >> WORK_AT) >= least:
            other = covered ^ cover(word)
            proof = np.int64(other >> FIRST_BITS)
            if (proof == 0 or (proof == FAR and word >> SECOND_BITS & NUMBER_MASK == ZERO)) and found < len(listed):
                listed[found, 0], listed[found, 1] = other, word
                found += 1
    return found


@uncounted
def take_settled(shared: Any, counters: Any, listed: Any) -> None:
    """Bring listed claims into the table."""
    for number in range(len(listed)):
        other, word = listed[number, 0], listed[number, 1]
        first, second = other & FIRST_MASK, word & SECOND_MASK
        proof, disproof = np.int64(other >> FIRST_BITS), np.int64(word >> SECOND_BITS & NUMBER_MASK)
        work = np.int64(word >> WORK_AT)
        keep(shared, counters, first, second, mixed(first, second), proof, disproof, work, False)
