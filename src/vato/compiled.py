"""What all compiled code shares: where Numba keeps it between runs, and the bit operations Numba lacks.

Import this before anything is compiled: Numba notices neither edits in other files nor changed constants, so its cache
lies in a folder named after the text of all compiled sources.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic


def _sources_digest() -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        text = path.read_bytes()
        if b"vato.compiled" in text or path.name == "compiled.py":
            digest.update(path.name.encode() + text)
    return digest.hexdigest()[:16]


def _cache_folder() -> Path:
    name = f"compiled-{_sources_digest()}"
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "vato"
    for folder in (home / name, Path(tempfile.gettempdir()) / f"vato-{os.getuid()}" / name):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="vato-"))


numba.config.CACHE_DIR = str(_cache_folder())

compiled: Callable[..., Any] = numba.njit(cache=True, nogil=True, error_model="numpy", boundscheck=False)
"""The decorator of every compiled function: kept between runs, without the interpreter's lock."""


@intrinsic
def popcount(context: Any, bits: Any) -> Any:  # noqa: ARG001
    """Return the number of ones in 64 bits."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), build


@intrinsic
def lowest(context: Any, bits: Any) -> Any:  # noqa: ARG001
    """Return the place of the lowest one in 64 bits, which are not all zero."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), build


@intrinsic
def highest(context: Any, bits: Any) -> Any:  # noqa: ARG001
    """Return the place of the highest one in 64 bits, which are not all zero."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return types.int64(types.uint64), build


@intrinsic
def word_at(context: Any, address: Any, index: Any) -> Any:  # noqa: ARG001
    """Return a 64-bit word of a table by the table's address, which is far cheaper to hand on than an array."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(pointer, [arguments[1]]))

    return types.uint64(types.uint64, types.int64), build


@intrinsic
def store_at(context: Any, address: Any, index: Any, word: Any) -> Any:  # noqa: ARG001
    """Write a 64-bit word of a table by the table's address."""

    def build(context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
        builder.store(arguments[2], builder.gep(pointer, [arguments[1]]))
        return context.get_dummy_value()

    return types.void(types.uint64, types.int64, types.uint64), build


@compiled
def next_random(state: Any) -> Any:
    """Return the next 64 random bits after `state`, which is not zero (Marsaglia's xorshift)."""
    state ^= state << np.uint64(13)
    state ^= state >> np.uint64(7)
    state ^= state << np.uint64(17)
    return state


@compiled
def below(bound: Any, random: Any) -> Any:
    """Return a number below `bound`, which has at most 32 bits, from 64 random bits."""
    return ((random >> np.uint64(32)) * bound) >> np.uint64(32)


# What each game's kernel gives to the search, as overloads on its own position type. `table` is the address of the
# game's table, `rules` and `position` are the kernel's own, a turn is two words.


def turns_of(table: Any, rules: Any, position: Any, turns: Any, room: Any) -> Any:
    """Write the legal turns to the address `turns`, as far as there is room, and return how many there are."""


def after(table: Any, rules: Any, position: Any, first: Any, second: Any) -> Any:
    """Return the position after a turn."""


def key_of(table: Any, position: Any) -> Any:
    """Return the 64-bit key of a position, the same as the board's."""


def end_of(table: Any, rules: Any, position: Any) -> Any:
    """Return how the game stands for the player to move, repetition apart: GOING_ON, LOST, WON or DRAWN."""


def is_tense(table: Any, rules: Any, position: Any) -> Any:
    """Return whether the position must be played on before it can be judged."""


def gain_of(table: Any, position: Any, first: Any, second: Any) -> Any:
    """Return how promising a turn looks, from 0 to 255; 0 is a quiet one."""


def judge(table: Any, rules: Any, position: Any, weights: Any) -> Any:
    """Return how good the position is for the player to move, in hundredths of a stone or place."""


def reversible(position: Any, length: Any) -> Any:
    """Return how many of the last turns could be part of a repetition."""


GOING_ON, LOST, WON, DRAWN = 0, 1, 2, 3


def takes(position: Any, kind: type) -> bool:
    """Return whether an overload is meant: the compiled type of `position` is that of the kernel's `kind`."""
    return isinstance(position, types.BaseNamedTuple) and position.instance_class is kind
