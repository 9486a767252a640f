"""What compiled code does in another way for WebAssembly, whose vectors have 128 bits and instructions of their own.

What one long vector does in weighing.py is a loop here. In one piece it would keep hundreds of vectors waiting for each
other in memory: neither LLVM nor a browser brings so much straight code into a good order.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir
from numba.core import cgutils

BYTE, SHORT, HALF, WORD = (ir.IntType(bits) for bits in (8, 16, 32, 64))
BYTES, SHORTS, HALVES, WORDS = (ir.VectorType(kind, 128 // kind.width) for kind in (BYTE, SHORT, HALF, WORD))
EIGHT_BYTES = ir.VectorType(BYTE, 8)
LANES, QUARTET = 8, 4
"""How many sums are made at once, and how many neurons read at once."""


def is_wasm(builder: ir.IRBuilder) -> bool:
    """Return whether code is built for WebAssembly."""
    return str(builder.module.triple).startswith("wasm")


def call(builder: ir.IRBuilder, name: str, kind: ir.Type, *arguments: Any) -> Any:
    """Build a call of an instruction that LLVM knows by a name."""
    function = ir.FunctionType(kind, [argument.type for argument in arguments])
    return builder.call(cgutils.get_or_insert_function(builder.module, function, name), arguments)


def build_meeting(builder: ir.IRBuilder, address: Any, index: Any, bits: Any) -> Any:
    """Build what `bits.meeting` says, and return the result."""
    one = builder.insert_element(ir.Constant(WORDS, ir.Undefined), bits, HALF(0))
    repeated = builder.shuffle_vector(
        one, ir.Constant(WORDS, ir.Undefined), ir.Constant(ir.VectorType(HALF, 2), [0, 0])
    )
    first = builder.gep(builder.inttoptr(address, WORD.as_pointer()), [index])
    pairs = builder.bitcast(first, WORDS.as_pointer())
    parts = []
    for number in range(8):
        shared = builder.and_(builder.load(builder.gep(pairs, [WORD(number)], inbounds=True), align=8), repeated)
        meets = builder.icmp_unsigned("!=", shared, ir.Constant(WORDS, [0, 0]))
        parts.append(builder.sext(meets, WORDS))
    # What meets is all ones, and stays so when it is narrowed: eight bytes become four, then two, then one.
    for name, kind, narrowed in (
        ("v8i16.v4i32", HALVES, SHORTS),
        ("v16i8.v8i16", SHORTS, BYTES),
        ("v16i8.v8i16", SHORTS, BYTES),
    ):
        parts = [builder.bitcast(part, kind) for part in parts]
        twos = zip(parts[::2], parts[1::2], strict=True)
        parts = [call(builder, f"llvm.wasm.narrow.signed.{name}", narrowed, *two) for two in twos]
    return builder.zext(call(builder, "llvm.wasm.bitmask.v16i8", HALF, parts[0]), WORD)


class Vectors:
    """Builds what the arithmetic of a network is made of."""

    def __init__(self, builder: ir.IRBuilder) -> None:
        self.builder = builder

    def at(self, address: Any, begin: int, kind: ir.Type) -> Any:
        """Return the value that lies so many bytes after an address."""
        pointer = self.builder.gep(self.builder.inttoptr(address, BYTE.as_pointer()), [WORD(begin)], inbounds=True)
        return self.builder.load(self.builder.bitcast(pointer, kind.as_pointer()), align=1)

    def constant(self, number: int, kind: ir.VectorType) -> Any:
        """Return a vector of the same numbers."""
        return ir.Constant(kind, [number] * kind.count)

    def cut(self, values: Any, most: int) -> Any:
        """Return values cut to between nothing and the most."""
        for limit, sign in (0, ">"), (most, "<"):
            other = self.constant(limit, values.type)
            values = self.builder.select(self.builder.icmp_signed(sign, values, other), values, other)
        return values

    def opaque(self, number: Any) -> Any:
        """Return a number of which LLVM does not know what it is, so that it neither unrolls a loop nor adds again."""
        return self.builder.asm(ir.FunctionType(WORD, [WORD]), "", "=r,0", [number], side_effect=False)

    @contextmanager
    def loop(self, count: int) -> Iterator[Any]:
        """Build a loop over the numbers below `count`."""
        with cgutils.for_range(self.builder, self.opaque(WORD(count)), intp=WORD) as each:
            yield each.index

    def further(self, address: Any, index: Any, size: int) -> Any:
        """Return the address of a part of so many bytes."""
        return self.builder.add(address, self.builder.mul(index, WORD(size)))

    def dotted(self, first: Any, second: Any) -> Any:
        """Return the products of shorts, two and two added."""
        return call(self.builder, "llvm.wasm.dot", HALVES, first, second)

    def folded(self, first: Any, second: Any, low: list[int], high: list[int]) -> Any:
        """Return some numbers of two vectors, each added to another."""
        parts = [self.builder.shuffle_vector(first, second, ir.Constant(HALVES, places)) for places in (low, high)]
        return self.builder.add(*parts)

    def four_sums(self, vectors: list[Any]) -> Any:
        """Return the sums of four vectors."""
        pairs = zip(vectors[::2], vectors[1::2], strict=True)
        one, other = (self.folded(first, second, [0, 4, 1, 5], [2, 6, 3, 7]) for first, second in pairs)
        return self.folded(one, other, [0, 1, 4, 5], [2, 3, 6, 7])

    def sum_of(self, vector: Any) -> Any:
        """Return the sum of a vector's numbers."""
        return call(self.builder, "llvm.vector.reduce.add.v4i32", HALF, vector)


def build_weighing(
    builder: ir.IRBuilder,
    rows: list[Any],
    bucket: Any,
    hidden: int,
    neurons: int,
    wide: int,
    units: tuple[int, int, int],
) -> Any:
    """Build what weighing.py says, with its ONE, WEIGHT and FINE, and return the result."""
    one, weight, fine = units
    build = Vectors(builder)
    products_count = hidden // 2
    rows, bucket = [build.opaque(row) for row in rows], build.opaque(bucket)
    products = cgutils.alloca_once(builder, SHORTS, products_count // LANES)

    with build.loop(products_count // LANES) as number:
        halves = []
        for begin in (0, products_count):
            total = build.constant(0, SHORTS)
            for place, row in enumerate(rows):
                size = 1 if place < len(rows) - wide else 2
                values = build.at(
                    build.further(row, number, LANES * size), begin * size, EIGHT_BYTES if size == 1 else SHORTS
                )
                total = builder.add(total, builder.sext(values, SHORTS) if size == 1 else values)
            halves.append(build.cut(total, one))
        builder.store(builder.mul(*halves), builder.gep(products, [number]))

    def read(weights: Any, count: int) -> list[Any]:
        """Return what so many neurons read, whose weights lie one after the other."""
        found = [build.constant(0, HALVES)] * count
        for part in range(products_count // LANES):
            values = builder.load(builder.gep(products, [WORD(part)]))
            for number in range(count):
                those = build.at(weights, 2 * (products_count * number + LANES * part), SHORTS)
                found[number] = builder.add(found[number], build.dotted(values, those))
        return found

    direct_at = 2 * products_count * neurons
    thresholds_at = direct_at + 2 * products_count
    said = cgutils.alloca_once_value(builder, build.constant(0, HALVES))
    with build.loop(neurons // QUARTET) as number:
        active = build.four_sums(read(build.further(bucket, number, 2 * products_count * QUARTET), QUARTET))
        active = builder.ashr(active, build.constant((one * one).bit_length() - 1, HALVES))
        reading = build.further(bucket, number, 4 * QUARTET)
        active = build.cut(builder.add(active, build.at(reading, thresholds_at, HALVES)), weight)
        says = builder.mul(active, build.at(reading, thresholds_at + 4 * neurons, HALVES))
        builder.store(builder.add(builder.load(said), says), said)
    (direct,) = read(builder.add(bucket, WORD(direct_at)), 1)
    spoken = builder.ashr(build.sum_of(builder.load(said)), HALF(weight.bit_length() - 1))
    added = builder.ashr(build.sum_of(direct), HALF((one * one * fine).bit_length() - 1))
    return builder.sext(builder.add(spoken, added), WORD)
