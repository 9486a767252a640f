"""How good a Squadro position is, compiled: a small network that was distilled from the solved game.

Each place of each stone has a row of numbers, one row for either side to move. The rows of the ten stones and one for
the player to move are added, each sum is cut to between nothing and ONE, weighed, and all are added up. The weights,
and a constant, depend on the layer: how many stones have turned, and are home. Beside that each place has a worth of
its own. network.npz holds the numbers; `distilling.py` makes them.
"""

from __future__ import annotations

from importlib import resources
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

from vato.compiled import compiled, word_at
from vato.squadro.rulesets import FAR_EDGE, HOME, LANES

HIDDEN = 128
"""How many numbers a row has."""
ONE = 256
"""What 1 is in a row."""
UNIT = 200
"""What a factor of e in the odds is worth, in hundredths."""
PLACES = HOME + 1
ROWS = 2 * 2 * LANES * PLACES
"""One for each player to move, player, lane and progress."""
LAYERS = 4 * LANES + 1
"""From no stone turned to all of them home, which no game comes to."""

# In memory: a word with the constant of each layer, ROWS words with the worth of each place and, WORTH_BITS higher, by
# how much its stone counts for the layer; then rows of 16-bit numbers: those of the places, one for either player to
# move, and the weights of each layer.
WORTHS, ROW_BYTES = LAYERS, 2 * HIDDEN
WORTH_BITS = 32
ROWS_AT = 8 * (WORTHS + ROWS)


def weights() -> NDArray[np.uint64]:
    """Return the network as the compiled code reads it."""
    with (resources.files("vato") / "squadro" / "network.npz").open("rb") as file, np.load(file) as kept:
        phases = np.arange(ROWS) % PLACES // FAR_EDGE
        worths = kept["worths"] + (phases << WORTH_BITS)
        words = np.concatenate([kept["constants"], worths]).astype(np.int64)
        rows = np.concatenate([kept["places"], kept["turns"], kept["weights"]]).astype(np.int16)
    return np.concatenate([words.view(np.uint64), rows.reshape(-1).view(np.uint64)])


@intrinsic
def weighed(context: Any, addresses: Any) -> Any:
    """Return the rows at all addresses but the last added up, cut, and weighed with the last one."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        *places, weights = cgutils.unpack_tuple(builder, arguments[0])
        short, wide = ir.VectorType(ir.IntType(16), HIDDEN), ir.VectorType(ir.IntType(32), HIDDEN)

        def row(address: Any) -> Any:
            return builder.load(builder.inttoptr(address, short.as_pointer()), align=2)

        total = row(places[0])
        for address in places[1:]:
            total = builder.add(total, row(address))
        nothing, one = ir.Constant(short, [0] * HIDDEN), ir.Constant(short, [ONE] * HIDDEN)
        total = builder.select(builder.icmp_signed(">", total, nothing), total, nothing)
        total = builder.select(builder.icmp_signed("<", total, one), total, one)
        products = builder.mul(builder.sext(total, wide), builder.sext(row(weights), wide))
        kind = ir.FunctionType(ir.IntType(32), [wide])
        name = f"llvm.vector.reduce.add.v{HIDDEN}i32"
        module = builder.module
        reduce = module.globals.get(name) or ir.Function(module, kind, name)
        return builder.sext(builder.call(reduce, [products]), ir.IntType(64))

    return types.int64(addresses), build


@compiled
def judge(light: np.uint64, dark: np.uint64, player: int, weights: np.uint64) -> int:
    """Return how good a position is for the player to move, in hundredths, from both sides' progress, packed."""
    stones = light | (dark << np.uint64(4 * LANES))
    first = player * 2 * LANES * PLACES
    total = 0
    for number in range(2 * LANES):
        total += np.int64(word_at(weights, WORTHS + place(stones, first, number)))
    layer = (total + (1 << (WORTH_BITS - 1))) >> WORTH_BITS
    total += np.int64(word_at(weights, layer)) - (layer << WORTH_BITS)
    rows = weights + np.uint64(ROWS_AT)
    found = weighed(
        (
            row(rows, place(stones, first, 0)),
            row(rows, place(stones, first, 1)),
            row(rows, place(stones, first, 2)),
            row(rows, place(stones, first, 3)),
            row(rows, place(stones, first, 4)),
            row(rows, place(stones, first, 5)),
            row(rows, place(stones, first, 6)),
            row(rows, place(stones, first, 7)),
            row(rows, place(stones, first, 8)),
            row(rows, place(stones, first, 9)),
            row(rows, ROWS + player),
            row(rows, ROWS + 2 + layer),
        )
    )
    return total + found // ONE


@compiled
def place(stones: np.uint64, first: int, number: int) -> int:
    """Return the number of the place where a stone stands; light's stones are 0 to 4, dark's 5 to 9."""
    return first + number * PLACES + np.int64((stones >> np.uint64(4 * number)) & np.uint64(15))


@compiled
def row(rows: np.uint64, number: int) -> np.uint64:
    """Return the address of a row."""
    return rows + np.uint64(ROW_BYTES * number)
