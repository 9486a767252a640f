"""Named tuples of 64-bit numbers read from words in a row and written to them, by address, for compiled code."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


def _word(builder: ir.IRBuilder, address: Any, number: int) -> Any:
    """Return where a word from an address on lies."""
    pointer = builder.inttoptr(address, ir.IntType(64).as_pointer())
    return builder.gep(pointer, [ir.Constant(ir.IntType(64), number)])


def reader(kind: Any, first: int) -> Any:
    """Return a compiled function that reads a named tuple at an address, of which it leaves out the first words."""

    @intrinsic
    def read(_context: Any, address: Any) -> Any:
        def build(context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
            words = [builder.load(_word(builder, arguments[0], first + number)) for number in range(len(kind.types))]
            return context.make_tuple(builder, kind, words)

        return kind(types.uint64), build

    return read


@intrinsic
def write(context: Any, address: Any, values: Any) -> Any:
    """Write a tuple to an address."""

    def build(context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        for number, word in enumerate(cgutils.unpack_tuple(builder, arguments[1])):
            builder.store(word, _word(builder, arguments[0], number))
        return context.get_dummy_value()

    return types.void(types.uint64, values), build
