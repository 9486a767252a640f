"""A page: memory to which compiled code writes a scene as JSON, byte by byte, and keeps what it needs on the way.

Owns how constant text, numbers and lists become bytes, and that there are not too many turns; knows no game. A page is
an address: first some words, then the text. What there is no room for is counted, but not written.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from vato.compiled.bits import byte_at, store_at, store_byte_at, word_at
from vato.compiled.cache import compiled
from vato.compiled.contract import PAGE_TEXT

ROOM, LENGTH, MOST, TURNS, STEPS = 0, 1, 2, 3, 4
"""The words of a page: how many bytes of text there is room for, and how many there are; how many turns there may be,
and how many there are; then the steps of the turn that is being written, as numbers of the game's own."""

ZERO, ONE, TEN = np.uint64(0), np.uint64(1), np.uint64(10)
FIGURE, COMMA = ord("0"), ord(",")


@compiled
def begin(page: np.uint64, room: int, most: int) -> None:
    """Make a page empty."""
    store_at(page, ROOM, np.uint64(room))
    store_at(page, LENGTH, ZERO)
    store_at(page, MOST, np.uint64(most))
    store_at(page, TURNS, ZERO)


@compiled
def length_of(page: np.uint64) -> int:
    """Return how many bytes of text there are, or would be if there were room."""
    return np.int64(word_at(page, LENGTH))


# Text and numbers


@compiled
def put_byte(page: np.uint64, byte: int) -> None:
    """Write a byte."""
    length = word_at(page, LENGTH)
    if length < word_at(page, ROOM):
        store_byte_at(page, PAGE_TEXT + np.int64(length), byte)
    store_at(page, LENGTH, length + ONE)


def _put_from(page, address):
    number = 0
    byte = byte_at(address, number)
    while byte != 0:
        put_byte(page, byte)
        number += 1
        byte = byte_at(address, number)


@intrinsic
def put(context: Any, page: Any, text: Any) -> Any:
    """Write a constant text."""

    def build(context: Any, builder: ir.IRBuilder, _signature: Any, arguments: Any) -> Any:
        content = cgutils.make_bytearray(text.literal_value.encode() + b"\0")
        address = builder.ptrtoint(cgutils.global_constant(builder, "constant", content), ir.IntType(64))
        kind = types.void(types.uint64, types.uint64)
        writing = context.compile_subroutine(builder, _put_from, kind).fndesc
        function = context.declare_function(builder.module, writing)
        status, _ = context.call_conv.call_function(builder, function, types.void, kind.args, [arguments[0], address])
        status.code.attributes.add("noinline")  # written out at every place, this would be most of the code
        return context.get_dummy_value()

    return (types.void(types.uint64, text), build) if isinstance(text, types.StringLiteral) else None


@compiled
def put_number(page: np.uint64, number: np.uint64) -> None:
    """Write a number in figures."""
    power = ONE
    while number // power >= TEN:
        power *= TEN
    while power != ZERO:
        put_byte(page, FIGURE + np.int64(number // power % TEN))
        power //= TEN


@compiled
def put_comma(page: np.uint64, before: int) -> None:
    """Write a comma, if there is something before it in a list."""
    if before:
        put_byte(page, COMMA)


@compiled
def put_pair(page: np.uint64, first: int, second: int) -> None:
    """Write a list of two numbers."""
    put(page, "[")
    put_number(page, np.uint64(first))
    put(page, ",")
    put_number(page, np.uint64(second))
    put(page, "]")


# Turns


@compiled
def put_stop(page: np.uint64, first: np.uint64, second: np.uint64, hidden: int, taken: int) -> None:
    """Write that a turn may end here: its two words, what is hard to see about it and how many stones it takes."""
    put(page, ',"stop":true,"turn":"')
    put_number(page, first)
    put(page, ",")
    put_number(page, second)
    put(page, '","subtle":')
    put_pair(page, hidden, taken)
    store_at(page, TURNS, word_at(page, TURNS) + ONE)


@compiled
def is_crowded(page: np.uint64) -> bool:
    """Return whether there are more turns than may be written."""
    return word_at(page, TURNS) > word_at(page, MOST)


@compiled
def finish(page: np.uint64, before: int) -> int:
    """End the options, of which there shall be none if there are too many, and the scene; return its length.

    `before` is the length before the options' first.
    """
    if is_crowded(page):
        store_at(page, LENGTH, np.uint64(before))
        put(page, '],"crowded":true}')
    else:
        put(page, "]}")
    return length_of(page)
