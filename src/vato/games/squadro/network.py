"""How good a Squadro position is, compiled: a small network that was distilled from the solved game.

The stones of lanes 1 and 2 of a side are a group, those of lanes 3 to 5 another. Each way in which the stones of a
group can stand has a row of numbers; the rows of the four groups and one for the player to move are added, and each sum
is cut to between nothing and ONE. The first half of the sums is multiplied with the second, and a few neurons read the
products. Their weights depend on who is to move and on the layer: how many stones have turned, and are home. Beside
that each way to stand has a worth of its own. network.npz holds the numbers; `tools/squadro_network.py` makes them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

from vato.compiled.bits import word_at
from vato.compiled.cache import compiled
from vato.games.squadro.rulesets import FAR_EDGE, HOME, LANES

HIDDEN = 256
"""How many numbers a row has."""
PRODUCTS = HIDDEN // 2
NEURONS = 16
ONE = 64
"""What 1 is in a row."""
WEIGHT = 256
"""What 1 is in a weight of the neurons, and in what they say."""
UNIT = 200
"""What a factor of e in the odds is worth, in hundredths."""
FINE = 4
"""How many parts a hundredth has in a weight that reads the products without a neuron between."""
PLACES = HOME + 1
GROUPS = ((0, 1), (2, 3, 4))
"""The lanes of each group of a side."""
SIZES = tuple(PLACES ** len(lanes) for lanes in GROUPS) * 2
"""How many ways to stand the groups have: light's, then dark's."""
BUCKETS = 2 * (4 * LANES + 1)
"""One for each layer, from no stone turned to all of them home, which no game comes to, and player to move."""

# In memory a way to stand is as many bits as a packed position has of the group, four a stone, so that there are gaps.
_FIRSTS = (0, 1 << 8, (1 << 8) + (1 << 12), 2 * (1 << 8) + (1 << 12))
_ROWS = 2 * ((1 << 8) + (1 << 12))
# A word with the worth of each row and, WORTH_BITS higher, by how much its stones count for the layer; a word with the
# constant of each bucket; the rows, a byte a number; those of the players, two bytes; then for each bucket the weights
# of each neuron and those without one, two bytes each, and what is added to each neuron and how it weighs, four bytes.
WORTH_BITS = 32
CONSTANTS = _ROWS
ROWS_AT = 8 * (CONSTANTS + BUCKETS)
TURNS_AT = ROWS_AT + _ROWS * HIDDEN
BUCKETS_AT = TURNS_AT + 2 * 2 * HIDDEN
BUCKET_BYTES = 2 * PRODUCTS * (NEURONS + 1) + 2 * 4 * NEURONS


def weights() -> NDArray[np.uint64]:
    """Return the network as the compiled code reads it."""
    with Path(__file__).with_name("network.npz").open("rb") as file, np.load(file) as kept:
        rows, worths = np.zeros((_ROWS, HIDDEN), np.int8), np.zeros(_ROWS, np.int64)
        begin = 0
        for first, size, lanes in zip(_FIRSTS, SIZES, GROUPS * 2, strict=True):
            stands = np.stack(np.unravel_index(np.arange(size), (PLACES,) * len(lanes)))
            at = first + (stands << 4 * np.arange(len(lanes))[:, None]).sum(0)
            rows[at] = kept["rows"][begin : begin + size]
            worths[at] = kept["worths"][begin : begin + size] + ((stands // FAR_EDGE).sum(0) << WORTH_BITS)
            begin += size
        words = np.concatenate([worths, kept["constants"].astype(np.int64)])
        reading = np.concatenate([kept["neurons"], kept["direct"][:, None]], axis=1).astype(np.int16)
        saying = np.stack([kept["thresholds"], kept["says"]], axis=1).astype(np.int32)
        buckets = np.concatenate([part.reshape(BUCKETS, -1).view(np.uint8) for part in (reading, saying)], axis=1)
        parts = (words, rows, kept["turns"].astype(np.int16), np.ascontiguousarray(buckets))
    return np.concatenate([part.reshape(-1).view(np.uint64) for part in parts])


@intrinsic
def weighed(context: Any, addresses: Any) -> Any:
    """Return what the neurons say, in hundredths, from the addresses of four rows, a player's row and a bucket."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        *places, turn, bucket = cgutils.unpack_tuple(builder, arguments[0])
        byte, short, wide, word = (ir.IntType(bits) for bits in (8, 16, 32, 64))

        def vector(address: Any, kind: ir.IntType, size: int) -> Any:
            pointer = builder.inttoptr(address, ir.VectorType(kind, size).as_pointer())
            return builder.load(pointer, align=kind.width // 8)

        def constant(number: int, kind: ir.IntType, size: int) -> Any:
            return ir.Constant(ir.VectorType(kind, size), [number] * size)

        def cut(values: Any, most: int, kind: ir.IntType, size: int) -> Any:
            nothing, one = constant(0, kind, size), constant(most, kind, size)
            values = builder.select(builder.icmp_signed(">", values, nothing), values, nothing)
            return builder.select(builder.icmp_signed("<", values, one), values, one)

        def summed(values: Any, size: int) -> Any:
            name = f"llvm.vector.reduce.add.v{size}i32"
            module = builder.module
            kind = ir.FunctionType(wide, [ir.VectorType(wide, size)])
            return builder.call(module.globals.get(name) or ir.Function(module, kind, name), [values])

        def further(address: Any, count: int) -> Any:
            return builder.add(address, ir.Constant(word, count))

        total = vector(turn, short, HIDDEN)
        for address in places:
            total = builder.add(total, builder.sext(vector(address, byte, HIDDEN), total.type))
        total = cut(total, ONE, short, HIDDEN)
        halves = [
            builder.shuffle_vector(total, total, ir.Constant(ir.VectorType(wide, PRODUCTS), list(numbers)))
            for numbers in (range(PRODUCTS), range(PRODUCTS, HIDDEN))
        ]
        products = builder.sext(builder.mul(*halves), ir.VectorType(wide, PRODUCTS))

        def read(number: int) -> Any:
            those = vector(further(bucket, 2 * PRODUCTS * number), short, PRODUCTS)
            return summed(builder.mul(products, builder.sext(those, products.type)), PRODUCTS)

        neurons = constant(0, wide, NEURONS)
        for number in range(NEURONS):
            neurons = builder.insert_element(neurons, read(number), ir.Constant(wide, number))
        neurons = builder.ashr(neurons, constant((ONE * ONE).bit_length() - 1, wide, NEURONS))
        thresholds = further(bucket, 2 * PRODUCTS * (NEURONS + 1))
        neurons = cut(builder.add(neurons, vector(thresholds, wide, NEURONS)), WEIGHT, wide, NEURONS)
        says = builder.mul(neurons, vector(further(thresholds, 4 * NEURONS), wide, NEURONS))
        said = builder.ashr(summed(says, NEURONS), ir.Constant(wide, WEIGHT.bit_length() - 1))
        direct = builder.ashr(read(NEURONS), ir.Constant(wide, (ONE * ONE * FINE).bit_length() - 1))
        return builder.sext(builder.add(said, direct), word)

    return types.int64(addresses), build


@compiled
def judge(light: np.uint64, dark: np.uint64, player: int, weights: np.uint64) -> int:
    """Return how good a position is for the player to move, in hundredths, from both sides' progress, packed."""
    first = np.int64(light & np.uint64(255))
    second = _FIRSTS[1] + np.int64(light >> np.uint64(8))
    third = _FIRSTS[2] + np.int64(dark & np.uint64(255))
    fourth = _FIRSTS[3] + np.int64(dark >> np.uint64(8))
    total = np.int64(word_at(weights, first)) + np.int64(word_at(weights, second))
    total += np.int64(word_at(weights, third)) + np.int64(word_at(weights, fourth))
    layer = (total + (1 << (WORTH_BITS - 1))) >> WORTH_BITS
    bucket = 2 * layer + player
    total += np.int64(word_at(weights, CONSTANTS + bucket)) - (layer << WORTH_BITS)
    rows = weights + np.uint64(ROWS_AT)
    found = weighed(
        (
            rows + np.uint64(HIDDEN * first),
            rows + np.uint64(HIDDEN * second),
            rows + np.uint64(HIDDEN * third),
            rows + np.uint64(HIDDEN * fourth),
            weights + np.uint64(TURNS_AT + 2 * HIDDEN * player),
            weights + np.uint64(BUCKETS_AT + BUCKET_BYTES * bucket),
        )
    )
    return total + found
