"""Games of Fanorona that a GPU plays against itself, looking endings up: what `tools.fanorona_network` learns from.

The work is in fanorona_judging.cu and fanorona_games.cu, which CuPy compiles behind settle.cu. A position that is kept
is two words: the stones of the player to move, and above them the value that was found; the other stones, and above
them how the game ended, whether that is exact, and whether the game is held back from the learner.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vato.compiled import scale
from vato.compiled.contract import SURE, WIN
from vato.engine.search import INFINITE
from vato.games.fanorona import endgames, geometry, judgement, network
from vato.games.fanorona.board import Board
from vato.games.fanorona.rulesets import STANDARD, RuleSet
from vato.games.fanorona.weights import feature_weights
from vato.lattice.endgames import gpu
from vato.lattice.endgames.numbers import pairs
from vato.lattice.points import Points, board_of

SOURCES = [Path(__file__).with_name(name) for name in ("fanorona_judging.cu", "fanorona_games.cu")]
THREADS = 128
SEEN, ENDINGS, OPENING, QUIET = 160, 8, 16, 30
"""How many positions of a game are kept at most; of an ending; how many random turns an opening has at most; after
how many quiet turns a game is called drawn."""
BIAS = 4096
"""How far the numbers of rows are moved up on the GPU."""
TURNS = 64
"""How many turns the GPU keeps of a position."""
TURNS_AT_ONCE = 8
GAME_BYTES = 8 * (3 + 2 * SEEN) + 4 * 6 + 8
"""What the GPU keeps of a game that is being played."""
STONES = np.uint64((1 << 45) - 1)
VALUE_AT, OUTCOME_AT, EXACT_AT, HELD_AT = 45, 45, 55, 56
"""Above which bit of its word a value lies, moved up by INFINITE; and an outcome in thousandths, or UNKNOWN."""
UNKNOWN = 1023
FARTHEST = 80
"""How many turns to the end make a win or a loss as unsure as it can be."""


def source(points: Points, rules: RuleSet) -> str:
    """Return the program for a board and rules: settle.cu and what stands behind it, after their names in capitals."""
    table = [int(word) for word in geometry.table_for(points)[: geometry.POINTS]]
    start = _start(points)
    found: dict[str, object] = {
        "EDGE": f"{table[geometry.EDGE]}ull",
        "DIAGONALS": f"{table[geometry.DIAGONALS]}ull",
        "FEW": judgement.FEW,
        "PART": judgement.UNIT,
        "START_OWN": f"{start[0]}ull",
        "START_ENEMY": f"{start[1]}ull",
        "HIDDEN": network.HIDDEN,
        "PRODUCTS": network.HIDDEN // 2,
        "NEURONS": network.NEURONS,
        "GROUPS": len(network.SIZES),
        "MOST_CAPTURES": network.MOST_CAPTURES,
        "MOST_STEPS": network.MOST_STEPS,
        "BUCKETS": network.BUCKETS,
        "BUCKET_FIRSTS": ",".join(map(str, network.BUCKET_FIRSTS)),
        "BIAS": BIAS,
        "TURNS": TURNS,
        "SURE": SURE,
        "WIN": WIN,
        "INFINITE": INFINITE,
        "FARTHEST": FARTHEST,
        "VALUE_AT": VALUE_AT,
        "OUTCOME_AT": OUTCOME_AT,
        "EXACT_AT": EXACT_AT,
        "HELD_AT": HELD_AT,
        "UNKNOWN": UNKNOWN,
        "ONE": scale.ONE,
        "ONE_BITS": (scale.ONE**2).bit_length() - 1,
        "WEIGHT": scale.WEIGHT,
        "WEIGHT_BITS": scale.WEIGHT.bit_length() - 1,
        "FINE_BITS": scale.FINE.bit_length() - 1,
        "MOST_SEEN": SEEN,
        "ENDINGS": ENDINGS,
        "MOST_OPENING": OPENING,
        "MOST_QUIET": QUIET,
    }
    lines = [f"#define {name} {value}" for name, value in found.items()]
    return "\n".join(
        [
            gpu.source(endgames.ENDINGS, points, rules),
            *lines,
            *(source.read_text(encoding="utf-8") for source in SOURCES),
        ]
    )


def _start(points: Points) -> tuple[int, int]:
    index = {point: number for number, point in enumerate(points.all)}
    board = Board.new(STANDARD)
    sides = [sum(1 << index[point] for point, owner in board.stones.items() if owner == side) for side in (0, 1)]
    return sides[0], sides[1]


class Player:
    """A GPU with the endings of few stones, that plays games and describes positions."""

    def __init__(self, rules: RuleSet, stones: int, games: int, seed: int) -> None:
        import cupy

        self._arrays = cupy
        points = board_of("9x5")
        self._program = cupy.RawModule(code=source(points, rules), options=("-std=c++17",))
        self._stones = stones
        self._endings = gpu.Gpu(endgames.ENDINGS, points, rules)
        for number in range(2, stones + 1):
            for pair in pairs(number):
                self._endings.settle_there(pair)
        self._directory = cupy.asarray(self._endings.directory.words)
        self._weights = cupy.asarray(feature_weights().view(np.int64)[: len(judgement.FEATURES)])
        self._count = games
        self._games = cupy.zeros(games * GAME_BYTES, np.uint8)
        self._launch("start_games", self._games, np.int64(games), np.uint64(seed))
        self.network: list[Any] = [np.uint64(0)] * 6
        self.nodes = 0

    def _launch(self, name: str, *arguments: Any) -> None:
        blocks = (self._count + THREADS - 1) // THREADS if name == "play" else 132 * 32
        self._program.get_function(name)((blocks,), (THREADS,), arguments)

    def judge_by(self, kept: dict[str, NDArray[Any]]) -> None:
        """Judge by a network from now on."""
        self.network = [self._arrays.asarray(part) for part in for_gpu(kept)]

    def play(self, positions: int, nodes: int) -> Any:
        """Return at least so many positions of games, two words each, thinking so many nodes a turn."""
        cupy = self._arrays
        room = positions + self._count * TURNS_AT_ONCE * (ENDINGS + 4)
        kept, written, used = cupy.zeros((room, 2), np.uint64), cupy.zeros(1, np.int32), cupy.zeros(1, np.uint64)
        begun = time.monotonic()
        while int(written[0]) < positions:
            self._launch(
                "play",
                self._directory,
                np.int32(self._stones),
                self._weights,
                *self.network,
                self._games,
                np.int64(self._count),
                np.int32(TURNS_AT_ONCE),
                np.int32(nodes),
                kept,
                written,
                np.int32(room),
                used,
            )
            cupy.cuda.Device().synchronize()
        count, seconds = min(int(written[0]), room), time.monotonic() - begun
        said(f"{count:,} positions in {seconds:.0f} s, {int(used[0]) / seconds / 1e6:.0f} million nodes a second")
        return kept[:count].copy()

    def judged(self, seen: Any) -> Any:
        """Return what the positions are worth at first sight."""
        found = self._arrays.zeros(len(seen), np.int32)
        self._launch("judge_all", self._weights, *self.network, seen, np.int64(len(seen)), found)
        return found

    def described(self, seen: Any, about: bool = True) -> tuple[Any, Any]:
        """Return the rows and the buckets of positions; turned about, or else each as one of its images."""
        rows = self._arrays.zeros((len(seen), len(network.SIZES)), np.uint16)
        buckets = self._arrays.zeros(len(seen), np.uint8)
        self._launch("describe", seen, np.int64(len(seen)), np.int32(about), rows, buckets)
        return rows, buckets


def said(text: str) -> None:
    """Print how far it is."""
    print(text, file=sys.stderr, flush=True)


def for_gpu(kept: dict[str, NDArray[Any]]) -> list[NDArray[Any]]:
    """Return a network as fanorona_judging.cu reads it."""
    reading = np.concatenate([kept["neurons"], kept["direct"][:, None]], axis=1)  # by bucket, neuron and product
    return [
        (kept["rows"].astype(np.int32) + BIAS).astype(np.uint16),
        kept["worths"].astype(np.int32),
        kept["constants"].astype(np.int32),
        np.ascontiguousarray(reading.transpose(0, 2, 1)).astype(np.int16),
        kept["thresholds"].astype(np.int32),
        kept["says"].astype(np.int32),
    ]
