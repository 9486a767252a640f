"""What several threads do to the same memory at once, for compiled code."""

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
