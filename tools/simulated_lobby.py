"""People who come to a lobby at random: how long they wait, for whom, and what a wave costs.

What `vato.contest.lobby` does is compared with the best there is: as many pairs as possible, and of all such ways the
one in which opponents are nearest, found by rustworkx.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import rustworkx

from tools.simulated_ratings import SPREAD
from vato.contest.glicko import INITIAL_RATING
from vato.contest.lobby import OFFER_MS, WAVE_MS, Seek, may_meet, wave

Pairing = Callable[[list[Seek], int], list[tuple[Seek, Seek]]]

PER_MINUTE = (2, 20, 200, 2_000)
PEOPLE = 6_000
"""How many come in each lobby."""
WAITING = (10, 100, 1_000, 10_000)
"""With how many people the cost of a wave is measured."""
MOST_FOR_BEST = 1_000


def best(seeks: list[Seek], now_ms: int) -> list[tuple[Seek, Seek]]:
    """Return as many pairs as possible, with the least distance of ratings."""
    row = sorted(seeks, key=lambda seek: seek.rating)
    reach = 2 * max((seek.reach(now_ms) for seek in row), default=0.0)
    graph: rustworkx.PyGraph[Seek, int] = rustworkx.PyGraph()
    graph.add_nodes_from(row)
    for place, one in enumerate(row):
        for other in range(place + 1, len(row)):
            if row[other].rating - one.rating > reach:
                break
            if may_meet(one, row[other], now_ms):
                graph.add_edge(place, other, -round(10 * (row[other].rating - one.rating)))
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(row[one], row[other]) for one, other in matching]


def simulate(pair: Pairing, per_minute: int, seed: int) -> dict[str, float]:
    """Return how long people waited, and how far apart their ratings were."""
    random = np.random.default_rng(seed)
    comes_ms = np.cumsum(random.exponential(60_000 / per_minute, PEOPLE))
    coming = [
        Seek(str(number), float(rating), int(since_ms))
        for number, (rating, since_ms) in enumerate(
            zip(random.normal(INITIAL_RATING, SPREAD, PEOPLE), comes_ms, strict=True)
        )
    ]
    waiting: list[Seek] = []
    waited_ms: list[int] = []
    distances: list[float] = []
    now_ms = 0
    while coming:
        now_ms += WAVE_MS
        arrived = next((number for number, seek in enumerate(coming) if seek.since_ms > now_ms), len(coming))
        waiting += coming[:arrived]
        del coming[:arrived]
        for one, other in pair(waiting, now_ms):
            waiting.remove(one)
            waiting.remove(other)
            waited_ms += [now_ms - one.since_ms, now_ms - other.since_ms]
            distances.append(abs(one.rating - other.rating))
    seconds = np.array(waited_ms) / 1000
    return {
        "wait_median_s": round(float(np.median(seconds)), 1),
        "wait_90_s": round(float(np.quantile(seconds, 0.9)), 1),
        "offered": round(float((seconds > OFFER_MS / 1000).mean()), 3),
        "distance_median": round(float(np.median(distances))),
        "distance_90": round(float(np.quantile(distances, 0.9))),
    }


def cost(pair: Pairing, people: int, seed: int) -> float:
    """Return how many milliseconds of the processor a wave of people takes who have all come at once."""
    random = np.random.default_rng(seed)
    seeks = [Seek(str(number), float(rating), 0) for number, rating in enumerate(random.normal(1500, SPREAD, people))]
    begin = time.process_time()
    pair(seeks, WAVE_MS)
    return round(1000 * (time.process_time() - begin), 1)


LOBBIES: dict[str, Pairing] = {"waves": wave, "best": best}
