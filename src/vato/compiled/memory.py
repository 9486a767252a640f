"""What compiled code does to memory beside reading and writing it: adds while others do, and has it fetched early."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic
def add_to_byte(context: Any, address: Any, index: Any, amount: Any) -> Any:
    """Add to a byte of a table by the table's address; other threads may add to it at the same time."""

    def build(context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())
        amount = builder.trunc(arguments[2], ir.IntType(8))
        builder.atomic_rmw("add", builder.gep(pointer, [arguments[1]]), amount, "monotonic")
        return context.get_dummy_value()

    return types.void(types.uint64, types.int64, types.int64), build


@intrinsic
def fetch_early(context: Any, address: Any) -> Any:
    """Tell the processor that what lies at an address will soon be read."""

    def build(context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        byte, word = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        for_reading, into_all_caches, of_data = word(0), word(3), word(1)
        builder.call(prefetch, [builder.inttoptr(arguments[0], byte), for_reading, into_all_caches, of_data])
        return context.get_dummy_value()

    return types.void(types.uint64), build
