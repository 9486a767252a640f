"""A small network's arithmetic, compiled: rows of numbers are added, cut, multiplied and read by a few neurons.

Each sum of the rows' numbers is cut to between nothing and ONE. The first half of the sums is multiplied with the
second; neurons read the products, and one more weight for each product is added without a neuron. A game has its own
networks: how many rows are added, how long they are, and what they stand for. The vectors are written out here because
loops over bytes would be left to the compiler's luck.
"""

from __future__ import annotations

from functools import reduce
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from vato.compiled.machine import is_portable

BYTE, SHORT, HALF, WORD = (ir.IntType(bits) for bits in (8, 16, 32, 64))
ONE = 64
"""What 1 is in a row."""
WEIGHT = 256
"""What 1 is in a weight of the neurons, and in what they say."""
FINE = 4
"""How many parts a hundredth has in a weight that reads the products without a neuron between."""


def bucket_bytes(hidden: int, neurons: int) -> int:
    """Return how many bytes hold what reads the products of rows with `hidden` numbers.

    The weights of each neuron and those without one, two bytes each; what is added to each neuron and how it weighs,
    four bytes each.
    """
    return hidden // 2 * 2 * (neurons + 1) + 2 * 4 * neurons


def opaque(builder: ir.IRBuilder, address: Any) -> Any:
    """Return an address of which WebAssembly's compiler does not know what it was added up from.

    It would add all that up anew for each load, in place of the load's own constant.
    """
    if not is_portable(builder):
        return address
    return builder.asm(ir.FunctionType(WORD, [WORD]), "", "=r,0", [address], side_effect=False)


def dotted(builder: ir.IRBuilder, first: Any, second: Any) -> Any:
    """Return the products of short numbers, in pairs added up where the machine does that by itself."""
    if is_portable(builder):
        pairs = ir.VectorType(HALF, first.type.count // 2)
        dot = cgutils.get_or_insert_function(builder.module, ir.FunctionType(pairs, [first.type] * 2), "llvm.wasm.dot")
        return builder.call(dot, [first, second])
    wider = ir.VectorType(HALF, first.type.count)
    return builder.mul(builder.sext(first, wider), builder.sext(second, wider))


def summed(builder: ir.IRBuilder, values: Any) -> Any:
    """Return the sum of a vector's numbers."""
    kind = ir.FunctionType(HALF, [values.type])
    name = f"llvm.vector.reduce.add.v{values.type.count}i32"
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [values])


def collected(builder: ir.IRBuilder, vectors: list[Any]) -> Any:
    """Return a vector of the sums of several vectors."""
    if is_portable(builder):

        def mixed(first: Any, second: Any, places: list[int]) -> Any:
            mask = ir.Constant(ir.VectorType(HALF, len(places)), places)
            return builder.shuffle_vector(first, second, mask)

        def folded(first: Any, second: Any, low: list[int], high: list[int]) -> Any:
            return builder.add(mixed(first, second, low), mixed(first, second, high))

        # Of each pair the halves are added, of each pair of those the halves again: four sums in six steps.
        pairs = [folded(*two, [0, 4, 1, 5], [2, 6, 3, 7]) for two in zip(vectors[::2], vectors[1::2], strict=True)]
        parts = [folded(*two, [0, 1, 4, 5], [2, 3, 6, 7]) for two in zip(pairs[::2], pairs[1::2], strict=True)]
        while len(parts) > 1:
            everything = list(range(2 * parts[0].type.count))
            parts = [mixed(*two, everything) for two in zip(parts[::2], parts[1::2], strict=True)]
        return parts[0]
    found = ir.Constant(ir.VectorType(HALF, len(vectors)), [0] * len(vectors))
    for number, vector in enumerate(vectors):
        found = builder.insert_element(found, summed(builder, vector), ir.Constant(HALF, number))
    return found


def weigher(hidden: int, neurons: int, wide: int) -> Any:
    """Return a compiled function that takes a tuple of addresses and returns what the neurons say, in hundredths.

    The addresses are those of rows, a byte a number, of `wide` rows with two bytes a number, and of what reads them.
    """
    products_count = hidden // 2

    @intrinsic
    def weighed(context: Any, addresses: Any) -> Any:
        def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
            *rows, bucket = (opaque(builder, address) for address in cgutils.unpack_tuple(builder, arguments[0]))
            # What LLVM makes of vectors that are wider than the machine's is good for a processor only.
            lanes = 8 if is_portable(builder) else products_count

            def vector(address: Any, begin: int, kind: ir.IntType, size: int) -> Any:
                pointer = builder.inttoptr(address, BYTE.as_pointer())
                pointer = builder.gep(pointer, [ir.Constant(WORD, begin)], inbounds=True)
                return builder.load(
                    builder.bitcast(pointer, ir.VectorType(kind, size).as_pointer()), align=kind.width // 8
                )

            def constant(number: int, kind: ir.IntType, size: int) -> Any:
                return ir.Constant(ir.VectorType(kind, size), [number] * size)

            def cut(values: Any, most: int, kind: ir.IntType, size: int) -> Any:
                nothing, one = constant(0, kind, size), constant(most, kind, size)
                values = builder.select(builder.icmp_signed(">", values, nothing), values, nothing)
                return builder.select(builder.icmp_signed("<", values, one), values, one)

            def sums(first: int) -> Any:
                """Return some sums of the rows' numbers, cut."""
                total = constant(0, SHORT, lanes)
                for number, address in enumerate(rows):
                    if number < len(rows) - wide:
                        row = builder.sext(vector(address, first, BYTE, lanes), total.type)
                    else:
                        row = vector(address, 2 * first, SHORT, lanes)
                    total = builder.add(total, row)
                return cut(total, ONE, SHORT, lanes)

            products = [
                builder.mul(sums(first), sums(products_count + first)) for first in range(0, products_count, lanes)
            ]

            def read(number: int) -> Any:
                """Return what a neuron reads, as numbers that are to be added up."""
                begin = 2 * products_count * number
                parts = [
                    dotted(builder, those, vector(bucket, begin + 2 * lanes * part, SHORT, lanes))
                    for part, those in enumerate(products)
                ]
                return reduce(builder.add, parts)

            active = collected(builder, [read(number) for number in range(neurons)])
            active = builder.ashr(active, constant((ONE * ONE).bit_length() - 1, HALF, neurons))
            end = 2 * products_count * (neurons + 1)
            active = cut(builder.add(active, vector(bucket, end, HALF, neurons)), WEIGHT, HALF, neurons)
            says = builder.mul(active, vector(bucket, end + 4 * neurons, HALF, neurons))
            said = builder.ashr(summed(builder, says), ir.Constant(HALF, WEIGHT.bit_length() - 1))
            direct = builder.ashr(
                summed(builder, read(neurons)), ir.Constant(HALF, (ONE * ONE * FINE).bit_length() - 1)
            )
            return builder.sext(builder.add(said, direct), WORD)

        return types.int64(addresses), build

    return weighed
