"""Who wins each position of a slice, on an NVIDIA GPU by way of CuPy: the same bytes as sweep.py gives.

The processor brings the values that a slice leads to into place and keeps what was found, as ever; the GPU does what is
in settle.cu, for many slices of a shelf at a time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vato.games.squadro.rulesets import HOME, LANES
from vato.games.squadro.solution import operations as fields
from vato.games.squadro.solution.operations import Operations
from vato.games.squadro.solution.planes import MOST_PLACES, SliceLayout
from vato.games.squadro.solution.slices import IS_HOME

if TYPE_CHECKING:
    from vato.games.squadro.solution.solver import Prepared

SOURCE = Path(__file__).with_name("settle.cu")
MOST_WORDS = 1 << 24
"""How many words the slices of one launch have together: 128 MB for each thread that hands out work."""
THREADS = 256
ROUNDS = 16
"""How many rounds are launched before anybody looks whether there was anything left to do; an even number."""

_NUMBERS = ("rows", "words", "plane", "light_first", "dark_first")
_ARRAYS = ("phases", "radices", "strides", "progress", "digits", "entries", "entry_planes")


def slice_numbers(layout: SliceLayout, arena: int, open_words: int) -> list[int]:
    """Return a layout as the numbers that settle.cu reads, after where its planes and its open words begin."""
    found = [arena, open_words, *(getattr(layout, name) for name in _NUMBERS)]
    for name in _ARRAYS:
        found += getattr(layout, name).ravel().tolist()
    return found


def definitions() -> dict[str, int]:
    """Return the names in capitals of settle.cu."""
    sizes = [LANES * 2] * 3 + [LANES * 2 * MOST_PLACES, LANES * 2 * (HOME + 1)] + [LANES * 2] * 2
    found = {"ARENA": 0, "OPEN": 1, "ROWS": 2, "WORDS_OF_ROW": 3, "PLANE": 4, "LIGHT_FIRST": 5, "DARK_FIRST": 6}
    place = len(found)
    names = ("PHASES", "RADICES", "STRIDES", "PROGRESS", "DIGITS_OF", "ENTRIES", "ENTRY_PLANES")
    for name, size in zip(names, sizes, strict=True):
        found[name] = place
        place += size
    found |= {"SLICE_FIELDS": place, "LANES": LANES, "MOST_PLACES": MOST_PLACES, "HOME": HOME, "IS_HOME": IS_HOME}
    for name in ("OUTSIDE", "DIGITS", "OFFSET", "PLACES", "MASK", "JUMPED", "FIELDS", "LIGHT_RANGES"):
        found[name] = getattr(fields, name)
    return found


@cache
def _program() -> Any:
    import cupy

    options = tuple(f"-D{name}={value}" for name, value in definitions().items())
    return cupy.RawModule(code=SOURCE.read_text(encoding="utf-8"), options=("-std=c++14", *options))


def batch_numbers(prepared: Sequence[Prepared]) -> tuple[NDArray[np.int32], int, int]:
    """Return the numbers of several slices, and how many words their planes and their open words have together."""
    numbers, arena, open_words = [], 0, 0
    for each in prepared:
        numbers.append(slice_numbers(each.layout, arena, open_words))
        arena += each.layout.end
        open_words += 2 * each.layout.plane
    return np.array(numbers, np.int32), arena, open_words


def settle_in_rounds(settle: Callable[[int, Any], None], changed: Any) -> None:
    """Settle the words of light and of dark in turn until nothing changes.

    `settle` does a round, and notes in a row of `changed` which slices it changed; it does nothing where the round
    before did nothing. `changed` has ROUNDS rows.
    """
    first = 0
    changed.fill(0)
    while True:
        for number in range(first, ROUNDS):
            settle(number, changed)
        if not changed[-1].any():
            return
        changed.fill(0)
        # Rounds 0 and 1 are always done; these go on where the last one has changed something.
        first = 2
        changed[1].fill(1)


def pinned(words: int) -> NDArray[np.uint64]:
    """Return memory that the GPU reads and writes while the processor does something else."""
    import cupy

    words = max(words, MOST_WORDS)
    return np.frombuffer(cupy.cuda.alloc_pinned_memory(8 * words), np.uint64, words)


_own = threading.local()


def _stream() -> Any:
    """Return a thread's own stream; the memory that CuPy keeps for a stream is of no use to another."""
    import cupy

    if not hasattr(_own, "stream"):
        _own.stream = cupy.cuda.Stream(non_blocking=True)
    return _own.stream


def settle_slices(prepared: Sequence[Prepared], operations: Operations) -> None:
    """Find out who wins in slices with the same phases of dark."""
    import cupy

    numbers, words, open_words = batch_numbers(prepared)
    blocks = -(-max(each.layout.plane for each in prepared) // THREADS), len(prepared)
    begin, settle = (_program().get_function(name) for name in ("begin", "settle"))
    with _stream() as stream:
        arenas = cupy.empty(words, np.uint64)
        for each, (first, *_) in zip(prepared, numbers.tolist(), strict=True):
            # What moves into the next phase lead to lies behind the four planes that the GPU fills.
            behind = each.layout.light_first + 4 * each.layout.plane
            arenas[first + behind : first + each.layout.end].set(each.arena[behind:])
        masks, *others = operations
        tables = [cupy.asarray(table) for table in (numbers, masks, *(other.astype(np.int32) for other in others))]
        arguments = arenas, cupy.empty(open_words, np.uint64), *tables
        begin(blocks, (THREADS,), arguments)

        def settle_round(number: int, changed: Any) -> None:
            settle(blocks, (THREADS,), (*arguments, np.int32(number), changed))

        settle_in_rounds(settle_round, cupy.empty((ROUNDS, len(prepared)), np.int32))
        for each, (begins, *_) in zip(prepared, numbers.tolist(), strict=True):
            first, last = each.layout.light_first, each.layout.light_first + 4 * each.layout.plane
            arenas[begins + first : begins + last].get(out=each.arena[first:last], blocking=False)
        stream.synchronize()
