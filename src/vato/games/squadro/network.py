"""A small network that was distilled from the solved game and says how good a Squadro position is: its numbers.

The stones of lanes 1 and 2 of a side are a group, those of lanes 3 to 5 another. Each way in which the stones of a
group can stand has a row of numbers and a worth of its own; the player to move has a row, too. What is done with the
rows is network_kernel.py's, with a bucket for who is to move and for the layer: how many stones have turned, and
are home. network.npz holds the numbers; `tools/squadro_network.py` makes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vato.compiled.scale import FINE, ONE
from vato.games.squadro.rulesets import BACK, FAR_EDGE, HOME, LANES, OUT
from vato.shipped import read_shipped

FILE = Path(__file__).with_name("network.npz")
HIDDEN = 256
"""How many numbers a row has."""
NEURONS = 16
UNIT = 200
"""What a factor of e in the odds is worth, in hundredths."""
TURN_WORTH = 100
"""What a turn is worth without a network."""
PLACES = HOME + 1
GROUPS = ((0, 1), (2, 3, 4))
"""The lanes of each group of a side."""
SIZES = tuple(PLACES ** len(lanes) for lanes in GROUPS) * 2
"""How many ways to stand the groups have: light's, then dark's."""
BUCKETS = 2 * (4 * LANES + 1)
"""One for each layer, from no stone turned to all of them home, which no game comes to, and player to move."""

# In memory a way to stand is as many bits as a packed position has of the group, four a stone, so that there are gaps.
FIRSTS = (0, 1 << 8, (1 << 8) + (1 << 12), 2 * (1 << 8) + (1 << 12))
_ROWS = 2 * ((1 << 8) + (1 << 12))
# A word with the worth of each row and, WORTH_BITS higher, by how much its stones count for the layer; a word with the
# constant of each bucket; the rows, a byte a number; those of the players, two bytes; then the buckets.
WORTH_BITS = 32
CONSTANTS = _ROWS
ROWS_AT = 8 * (CONSTANTS + BUCKETS)
TURNS_AT = ROWS_AT + _ROWS * HIDDEN
BUCKETS_AT = TURNS_AT + 2 * 2 * HIDDEN


@cache
def weights(path: Path = FILE) -> NDArray[np.uint64]:
    """Return the network as the compiled code reads it; where its file is damaged, one that counts turns only."""
    found = read_shipped(path, _read, "the engine judges by the turns that stones have made")
    found = words(counting()) if found is None else found
    found.flags.writeable = False  # all engines share it
    return found


def _read(path: Path) -> NDArray[np.uint64]:
    with path.open("rb") as file, np.load(file) as kept:
        return words(kept)


def words(kept: Mapping[str, NDArray[Any]]) -> NDArray[np.uint64]:
    """Return a network as the compiled code reads it."""
    rows, worths = np.zeros((_ROWS, HIDDEN), np.int8), np.zeros(_ROWS, np.int64)
    begin = 0
    for first, size, lanes in zip(FIRSTS, SIZES, GROUPS * 2, strict=True):
        stands = np.stack(np.unravel_index(np.arange(size), (PLACES,) * len(lanes)))
        at = first + (stands << 4 * np.arange(len(lanes))[:, None]).sum(0)
        rows[at] = kept["rows"][begin : begin + size]
        worths[at] = kept["worths"][begin : begin + size] + ((stands // FAR_EDGE).sum(0) << WORTH_BITS)
        begin += size
    constants = np.concatenate([worths, kept["constants"].astype(np.int64)])
    reading = np.concatenate([kept["neurons"], kept["direct"][:, None]], axis=1).astype(np.int16)
    saying = np.stack([kept["thresholds"], kept["says"]], axis=1).astype(np.int32)
    buckets = np.concatenate([part.reshape(BUCKETS, -1).view(np.uint8) for part in (reading, saying)], axis=1)
    parts = (constants, rows, kept["turns"].astype(np.int16), np.ascontiguousarray(buckets))
    return np.concatenate([part.reshape(-1).view(np.uint64) for part in parts])


def counting() -> dict[str, NDArray[Any]]:
    """Return a network that has learned nothing: it counts the turns that the stones of each side are on their way."""
    rows, begin = np.zeros((sum(SIZES), HIDDEN), np.int8), 0
    for number, (size, lanes) in enumerate(zip(SIZES, GROUPS * 2, strict=True)):
        side = number // len(GROUPS)
        stands = np.stack(np.unravel_index(np.arange(size), (PLACES,) * len(lanes)))
        out, back = (np.array(speeds[side])[list(lanes), None] for speeds in (OUT, BACK))
        made = np.minimum(stands, FAR_EDGE) / out + np.maximum(stands - FAR_EDGE, 0) / back
        rows[begin : begin + size, side] = made.sum(0)
        begin += size
    # The player's row makes the other factor one, so that each product is the count; who is to move says whose is good.
    turns, direct = np.zeros((2, HIDDEN), np.int16), np.zeros((BUCKETS, HIDDEN // 2), np.int16)
    turns[:, HIDDEN // 2 : HIDDEN // 2 + 2] = ONE
    for player in range(2):
        direct[player::2, player], direct[player::2, 1 - player] = TURN_WORTH * ONE * FINE, -TURN_WORTH * ONE * FINE
    nothing = np.zeros((BUCKETS, NEURONS), np.int32)
    return {
        "rows": rows,
        "worths": np.zeros(len(rows), np.int64),
        "constants": np.zeros(BUCKETS, np.int64),
        "neurons": np.zeros((BUCKETS, NEURONS, HIDDEN // 2), np.int16),
        "direct": direct,
        "thresholds": nothing,
        "says": nothing,
        "turns": turns,
    }
