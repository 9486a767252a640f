"""How many turns a won position takes when the winner hurries and the loser holds out: a search on top of the solution.

It asks whether the winner wins within one more turn, two more, and so on. The winner's turns that give the win away are
left out, as the solution knows them; so is what an earlier, shorter search has answered.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vato.compiled.bits import popcount
from vato.compiled.cache import compiled
from vato.compiled.contract import GOING_ON, WON
from vato.games.squadro.kernel import FOUR, LANE_MASK, crossings_of, go, progress_in, standing, stones_home, way_of
from vato.games.squadro.rulesets import FAR_EDGE, HOME, LANES
from vato.games.squadro.search import hash_of
from vato.games.squadro.solution.slices_in_memory import NOT_HERE, slice_of, winner_of
from vato.knowledge import LOOKED_AT, MOST

NO, YES, GAVE_UP = 0, 1, 2
TRUSTING = 3
"""With so few turns left, to try everything is cheaper than to look it up."""


@compiled
def wins_within(
    table: np.uint64,
    rules: Any,
    addresses: NDArray[np.uint64],
    kept: NDArray[np.uint64],
    patience: NDArray[np.int64],
    missing: NDArray[np.int64],
    position: Any,
    winner: int,
    turns: int,
) -> int:
    """Return whether a player, who wins the position, does so within so many turns of both sides: YES, NO or GAVE_UP.

    `kept` is what was found so far: by position a key and, packed, the turns within which it is won and is not.
    `patience` has the words of `Patience`; `missing` is told which slice is not in memory, if one was asked for.
    """
    state = standing(rules, position)
    if state != GOING_ON:
        return YES if (state == WON) == (position.player == winner) else NO
    own_turns = (turns + 1) // 2 if position.player == winner else turns // 2
    if own_turns < _fewest_turns(rules, position.own if position.player == winner else position.enemy):
        return NO
    patience[LOOKED_AT] += 1
    if patience[LOOKED_AT] > patience[MOST]:
        return GAVE_UP

    key = hash_of(position.own, position.enemy, position.player)
    entry = np.int64(key & np.uint64(kept.shape[0] - 1))
    won_within, open_within, best = 255, 0, 15
    if kept[entry, 0] == key:
        word = np.int64(kept[entry, 1])
        won_within, open_within, best = word & 255, (word >> 8) & 255, (word >> 16) & 15
        if won_within <= turns:
            return YES
        if open_within >= turns:
            return NO

    crossings = crossings_of(table, position.enemy, 1 - position.player)
    tried = 0
    answer = NO if position.player == winner else YES
    decisive = YES if position.player == winner else NO
    for _ in range(LANES):
        # The turn that decided it last time first, then those that jump over most.
        lane, most = -1, -1
        for other in range(LANES):
            if (tried >> other) & 1 or progress_in(position.own, other) == HOME:
                continue
            way = way_of(table, position, crossings, other)
            promise = 100 if other == best else 10 * popcount(way >> FOUR) + np.int64(way & LANE_MASK) % FAR_EDGE
            if promise > most:
                lane, most = other, promise
        if lane < 0:
            break
        tried |= 1 << lane
        reached = go(position, way_of(table, position, crossings, lane), lane)
        if position.player == winner and turns > TRUSTING and standing(rules, reached) == GOING_ON:
            light, dark = (reached.own, reached.enemy) if reached.player == 0 else (reached.enemy, reached.own)
            found = winner_of(addresses, light, dark, reached.player)
            if found == NOT_HERE:
                missing[0] = slice_of(light, dark)
                return GAVE_UP
            if found != winner:
                continue
        result = wins_within(table, rules, addresses, kept, patience, missing, reached, winner, turns - 1)
        if result == GAVE_UP:
            return GAVE_UP
        if result == decisive:
            answer, best = decisive, lane
            break
    if answer == YES:
        won_within = turns
    else:
        open_within = turns
    kept[entry, 0] = key
    kept[entry, 1] = np.uint64(won_within | (open_within << 8) | (best << 16))
    return answer


@compiled
def _fewest_turns(rules: Any, side: np.uint64) -> int:
    """Return how many turns of its own a side needs at least: one for a stone on its way back, two for one that is out.

    More cannot be said in general, as a jump can bring a stone to the edge from anywhere.
    """
    missing = rules.stones_home - stones_home(side)
    back = 0
    for lane in range(LANES):
        if FAR_EDGE <= progress_in(side, lane) < HOME:
            back += 1
    return missing + max(missing - back, 0)
