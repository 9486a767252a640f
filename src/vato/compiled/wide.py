"""Blocks of 512 bits in compiled code, for work on many positions at once: loaded, combined and stored as one value.

A block is eight 64-bit words in a row. Compiled functions add them up with `&`, `|` and `~` as they do numbers; the
compiler turns each into the widest instructions of the machine. Addresses are those of words, in bytes.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, overload, register_model

import vato.compiled.cache  # noqa: F401  (decides where compiled code is kept)

WORDS = 8
"""How many words a block has."""
BITS = 64 * WORDS

_WORD = ir.IntType(64)
_BLOCK = ir.VectorType(_WORD, WORDS)


class _BlockType(types.Type):
    """What Numba calls the type of a block."""

    def __init__(self) -> None:
        super().__init__(name="Block512")


block = _BlockType()


@register_model(_BlockType)
class _BlockModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _BLOCK)


def _everywhere(builder: ir.IRBuilder, word: Any) -> Any:
    """Return a block of eight times the same word."""
    one = builder.insert_element(ir.Constant(_BLOCK, ir.Undefined), word, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), WORDS), [0] * WORDS)
    return builder.shuffle_vector(one, ir.Constant(_BLOCK, ir.Undefined), zeros)


def _load(builder: ir.IRBuilder, address: Any) -> Any:
    return builder.load(builder.inttoptr(address, _BLOCK.as_pointer()), align=8)


@intrinsic
def same_words(context: Any, word: Any) -> Any:
    """Return a block of eight times the same word."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        return _everywhere(builder, arguments[0])

    return block(types.uint64), build


@intrinsic
def block_at(context: Any, address: Any) -> Any:
    """Return the block at an address."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        return _load(builder, arguments[0])

    return block(types.uint64), build


@intrinsic
def shifted_block_at(context: Any, address: Any, places: Any) -> Any:
    """Return the 512 bits that begin `places` bits, 0 to 63, after an address."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        address, places = arguments
        following = _load(builder, builder.add(address, _WORD(8)))
        kind = ir.FunctionType(_BLOCK, [_BLOCK] * 3)
        shift = cgutils.get_or_insert_function(builder.module, kind, f"llvm.fshr.v{WORDS}i64")
        return builder.call(shift, [following, _load(builder, address), _everywhere(builder, places)])

    return block(types.uint64, types.uint64), build


@intrinsic
def store_block(context: Any, address: Any, bits: Any) -> Any:
    """Write a block to an address."""

    def build(context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        builder.store(arguments[1], builder.inttoptr(arguments[0], _BLOCK.as_pointer()), align=8)
        return context.get_dummy_value()

    return types.void(types.uint64, block), build


@intrinsic
def any_bit(context: Any, bits: Any) -> Any:
    """Return whether a block has a one."""

    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        set_words = builder.icmp_unsigned("!=", arguments[0], ir.Constant(_BLOCK, [0] * WORDS))
        return builder.icmp_unsigned("!=", builder.bitcast(set_words, ir.IntType(WORDS)), ir.IntType(WORDS)(0))

    return types.boolean(block), build


def _of_two(name: str) -> Any:
    @intrinsic
    def combine(context: Any, first: Any, second: Any) -> Any:
        def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
            return getattr(builder, name)(*arguments)

        return block(block, block), build

    return combine


@intrinsic
def _inverted(context: Any, bits: Any) -> Any:
    def build(_context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        return builder.not_(arguments[0])

    return block(block), build


_both, _either = _of_two("and_"), _of_two("or_")


@overload(operator.and_)
def _and(first, second):
    return (lambda first, second: _both(first, second)) if first is second is block else None


@overload(operator.or_)
def _or(first, second):
    return (lambda first, second: _either(first, second)) if first is second is block else None


@overload(operator.invert)
def _invert(bits):
    return (lambda bits: _inverted(bits)) if bits is block else None
