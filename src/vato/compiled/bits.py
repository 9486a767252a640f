"""The bit operations Numba lacks, words and bytes of tables by address, and random numbers, for compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from vato.compiled.cache import compiled
from vato.compiled.wasm import build_meeting, is_wasm


@intrinsic
def popcount(context: Any, bits: Any) -> Any:
    """Return the number of ones in 64 bits."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), build


@intrinsic
def lowest(context: Any, bits: Any) -> Any:
    """Return the place of the lowest one in 64 bits, which are not all zero."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), build


@intrinsic
def highest(context: Any, bits: Any) -> Any:
    """Return the place of the highest one in 64 bits, which are not all zero."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return types.int64(types.uint64), build


@intrinsic
def word_at(context: Any, address: Any, index: Any) -> Any:
    """Return a 64-bit word of a table by the table's address, which is far cheaper to hand on than an array."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(pointer, [arguments[1]]))

    return types.uint64(types.uint64, types.int64), build


@intrinsic
def store_at(context: Any, address: Any, index: Any, word: Any) -> Any:
    """Write a 64-bit word of a table by the table's address."""

    def build(context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
        builder.store(arguments[2], builder.gep(pointer, [arguments[1]]))
        return context.get_dummy_value()

    return types.void(types.uint64, types.int64, types.uint64), build


@intrinsic
def half_at(context: Any, address: Any, index: Any) -> Any:
    """Return a 32-bit number of a table by the table's address."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], ir.IntType(32).as_pointer())
        return builder.zext(builder.load(builder.gep(pointer, [arguments[1]])), ir.IntType(64))

    return types.int64(types.uint64, types.int64), build


@intrinsic
def byte_at(context: Any, address: Any, index: Any) -> Any:
    """Return a byte of a table by the table's address."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())
        return builder.zext(builder.load(builder.gep(pointer, [arguments[1]])), ir.IntType(64))

    return types.int64(types.uint64, types.int64), build


@intrinsic
def store_byte_at(context: Any, address: Any, index: Any, byte: Any) -> Any:
    """Write a byte of a table by the table's address."""

    def build(context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())
        builder.store(builder.trunc(arguments[2], ir.IntType(8)), builder.gep(pointer, [arguments[1]]))
        return context.get_dummy_value()

    return types.void(types.uint64, types.int64, types.int64), build


@intrinsic
def backwards(context: Any, bits: Any) -> Any:
    """Return 64 bits in the opposite order."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        return builder.bitreverse(arguments[0])

    return types.uint64(types.uint64), build


@intrinsic
def meeting(context: Any, address: Any, index: Any, bits: Any) -> Any:
    """Return which of the sixteen words of a table from `index` on share a one with `bits`, as sixteen bits."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        if is_wasm(builder):
            return build_meeting(builder, *arguments)
        word, words = ir.IntType(64), ir.VectorType(ir.IntType(64), 16)
        pointer = builder.inttoptr(arguments[0], word.as_pointer())
        pointer = builder.bitcast(builder.gep(pointer, [arguments[1]]), words.as_pointer())
        one = builder.insert_element(ir.Constant(words, ir.Undefined), arguments[2], ir.Constant(ir.IntType(32), 0))
        everywhere = ir.Constant(ir.VectorType(ir.IntType(32), 16), [0] * 16)
        repeated = builder.shuffle_vector(one, ir.Constant(words, ir.Undefined), everywhere)
        shared = builder.and_(builder.load(pointer, align=8), repeated)
        meets = builder.icmp_unsigned("!=", shared, ir.Constant(words, [0] * 16))
        return builder.zext(builder.bitcast(meets, ir.IntType(16)), word)

    return types.uint64(types.uint64, types.int64, types.uint64), build


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
