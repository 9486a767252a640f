"""A small network's arithmetic, compiled: rows of numbers are added, cut, multiplied and read by a few neurons.

Each sum of the rows' numbers is cut to between nothing and ONE. The first half of the sums is multiplied with the
second; neurons read the products, and one more weight for each product is added without a neuron. A game has its own
networks: how many rows are added, how long they are, and what they stand for. The vectors are written out here because
loops over bytes would be left to the compiler's luck.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from vato.compiled.scale import FINE, ONE, WEIGHT
from vato.compiled.wasm import build_weighing, is_wasm


def weigher(hidden: int, neurons: int, wide: int) -> Any:
    """Return a compiled function that takes a tuple of addresses and returns what the neurons say, in hundredths.

    The addresses are those of rows, a byte a number, of `wide` rows with two bytes a number, and of what reads them.
    """
    products_count = hidden // 2

    @intrinsic
    def weighed(context: Any, addresses: Any) -> Any:
        def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
            *rows, bucket = cgutils.unpack_tuple(builder, arguments[0])
            if is_wasm(builder):
                return build_weighing(builder, rows, bucket, hidden, neurons, wide, (ONE, WEIGHT, FINE))
            byte, short, half, word = (ir.IntType(bits) for bits in (8, 16, 32, 64))

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
                kind = ir.FunctionType(half, [ir.VectorType(half, size)])
                return builder.call(module.globals.get(name) or ir.Function(module, kind, name), [values])

            def further(address: Any, count: int) -> Any:
                return builder.add(address, ir.Constant(word, count))

            total = constant(0, short, hidden)
            for number, address in enumerate(rows):
                if number < len(rows) - wide:
                    row = builder.sext(vector(address, byte, hidden), total.type)
                else:
                    row = vector(address, short, hidden)
                total = builder.add(total, row)
            total = cut(total, ONE, short, hidden)
            halves = [
                builder.shuffle_vector(total, total, ir.Constant(ir.VectorType(half, products_count), list(numbers)))
                for numbers in (range(products_count), range(products_count, hidden))
            ]
            products = builder.sext(builder.mul(*halves), ir.VectorType(half, products_count))

            def read(number: int) -> Any:
                those = vector(further(bucket, 2 * products_count * number), short, products_count)
                return summed(builder.mul(products, builder.sext(those, products.type)), products_count)

            active = constant(0, half, neurons)
            for number in range(neurons):
                active = builder.insert_element(active, read(number), ir.Constant(half, number))
            active = builder.ashr(active, constant((ONE * ONE).bit_length() - 1, half, neurons))
            thresholds = further(bucket, 2 * products_count * (neurons + 1))
            active = cut(builder.add(active, vector(thresholds, half, neurons)), WEIGHT, half, neurons)
            says = builder.mul(active, vector(further(thresholds, 4 * neurons), half, neurons))
            said = builder.ashr(summed(says, neurons), ir.Constant(half, WEIGHT.bit_length() - 1))
            direct = builder.ashr(read(neurons), ir.Constant(half, (ONE * ONE * FINE).bit_length() - 1))
            return builder.sext(builder.add(said, direct), word)

        return types.int64(addresses), build

    return weighed
