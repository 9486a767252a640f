"""Squadro solved, shelf by shelf: what a shelf needs, how it is solved, kept and verified.

A part of a shelf's file holds, for light's phases and a side to move, a bit for each row and word of the slice: whether
light wins (`01120-light-won`) or, where anything is, whether nobody does (`01120-light-drawn`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import random
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from vato.compiled.cache import is_kept
from vato.games.squadro.notation import SIDES
from vato.games.squadro.solution.operations import Operations, operations_of
from vato.games.squadro.solution.planes import SliceLayout, layout_of
from vato.games.squadro.solution.slice_values import enter_dark, enter_finished, enter_light, keep, restore
from vato.games.squadro.solution.slices import (
    LARGEST_LAYER,
    Phases,
    Shelf,
    count,
    further,
    has_won,
    phases_text,
    radices,
    shelves,
)
from vato.games.squadro.solution.solution import part_name, words_kept
from vato.games.squadro.solution.sweep import disagreements, sweep
from vato.solve.contract import Disagreement, Opened, Task
from vato.solve.packed import Writer
from vato.text import Text

LAYERS = range(LARGEST_LAYER, -1, -1)
CHOSEN: dict[str, str] = {}
"""There is nothing to choose."""
ROW_EFFORT = 400
"""What a row costs beside its positions, in positions."""
MEMORY = 450 << 20
"""What a process takes at most, in bytes; a GPU is given batches that fit."""
POSITIONS_A_BYTE = 40
"""The whole solution has 104 thousand million positions in 2.5 thousand million bytes."""
Words = NDArray[np.uint64]


class Values(NamedTuple):
    """The values of a slice for one side to move, by row and word; `drawn` has no rows where nothing is drawn."""

    won: Words
    drawn: Words


class Prepared(NamedTuple):
    """A slice that has all it needs of the slices it leads to."""

    light: Phases
    layout: SliceLayout
    arena: Words


class Device(NamedTuple):
    """What finds out who wins."""

    settle: Callable[[Sequence[Prepared], Operations], None]
    """Do so in slices with the same phases of dark."""
    room: Callable[[int], Words]
    """Return new memory for so many words."""
    most_words: int
    """How many words slices that are settled together may have; one slice may have more."""


def tasks(layer: int) -> list[Task]:
    """Return a layer's tasks."""
    return [
        Task(shelf.name, layer, tuple(other.name for other in _needs(shelf)), shelf.positions, _effort(shelf))
        for shelf in shelves(layer)
    ]


def _needs(shelf: Shelf) -> Iterator[Shelf]:
    """Yield the shelves that one of a shelf's stones one phase further leads to."""
    for dark in (shelf.dark, *(phases for _, phases in further(shelf.dark) if not has_won(phases))):
        if (other := Shelf(shelf.layer + 1, dark)).light:
            yield other


def _effort(shelf: Shelf) -> float:
    return shelf.positions + 2 * ROW_EFFORT * shelf.rows


def solve(task: Task, opened: Opened, writer: Writer, device: str) -> dict[str, Any]:
    """Solve a task's shelf on a device, `processor` or `gpu`; return how many positions are won and drawn."""
    shelf = Shelf.named(task.name)
    operations = operations_of(shelf.dark)
    counts = np.zeros(3, np.int64)
    there = _device(device)
    neighbours = _Neighbours(shelf, opened)
    for batch in _batches(shelf, there.most_words):
        prepared = _prepare(neighbours, batch, there)
        there.settle(prepared, operations)
        for each in prepared:
            _keep(each, shelf.dark, operations, writer, counts)
    return {"counts": counts.tolist()}


def memory(task: Task, device: str, there: int) -> int:
    """Return how many bytes of memory a task takes at most, which every machine has."""
    return MEMORY if device == "processor" else 0


def size(task: Task) -> int:
    """Return about how many bytes the file of a task has."""
    return task.positions // POSITIONS_A_BYTE


def _device(name: str) -> Device:
    if name == "gpu":
        from vato.games.squadro.solution.gpu import MOST_WORDS, pinned, settle_slices

        return Device(settle_slices, pinned, MOST_WORDS)
    return Device(_on_processor, _zeros, 0)


def is_compiled(device: str) -> bool:
    """Return whether an earlier run left the compiled code where Numba keeps it."""
    return is_kept(disagreements)


def load(device: str) -> None:
    """Load the compiled code, or compile it: all functions once, on a slice with a handful of positions."""
    phases = (1, 1, 2, 2, 2)
    layout, operations = layout_of(phases, phases), operations_of(phases)
    arena, counts = _arena(layout.end), np.zeros(3, np.int64)
    won = np.zeros((2, layout.rows, words_kept(phases)), np.uint64)
    for player in range(2):
        enter_finished(layout, arena, player, 0)
    for drawn in (won[0], np.empty((0, 0), np.uint64)):
        enter_light(layout, arena, 0, 1, won[0], drawn)
        enter_dark(layout, arena, 0, 1, won[0], drawn)
    sweep(layout, operations, arena)
    keep(layout, operations, arena, won, won.copy(), counts)
    restore(layout, operations, arena, 0, won[0], won[0], counts)
    disagreements(layout, operations, arena)


def _on_processor(prepared: Sequence[Prepared], operations: Operations) -> None:
    for each in prepared:
        sweep(each.layout, operations, each.arena)


def _batches(shelf: Shelf, most_words: int) -> Iterator[list[tuple[Phases, SliceLayout]]]:
    """Yield the slices of a shelf, as many at a time as have so many words together, and one at least."""
    batch: list[tuple[Phases, SliceLayout]] = []
    words = 0
    for light in shelf.light:
        layout = layout_of(light, shelf.dark)
        if batch and words + layout.end > most_words:
            yield batch
            batch, words = [], 0
        batch.append((light, layout))
        words += layout.end
    yield batch


_memory = threading.local()
"""Kept between slices, as new memory is slow when it is first written to."""


def _zeros(words: int) -> Words:
    return np.zeros(words, np.uint64)


def _arena(words: int, room: Callable[[int], Words] = _zeros) -> Words:
    if len(getattr(_memory, "words", ())) < words:
        _memory.words = None
        _memory.words = room(words)
    return cast(Words, _memory.words[:words])


def _prepare(neighbours: _Neighbours, batch: list[tuple[Phases, SliceLayout]], device: Device) -> list[Prepared]:
    arena = _arena(sum(layout.end for _, layout in batch), device.room)
    prepared = []
    for light, layout in batch:
        prepared.append(Prepared(light, layout, arena[: layout.end]))
        neighbours.enter(prepared[-1])
        arena = arena[layout.end :]
    return prepared


class _Neighbours:
    """The slices that those of a shelf lead to."""

    def __init__(self, shelf: Shelf, opened: Opened) -> None:
        self._shelf, self._opened = shelf, opened
        self._behind: dict[Phases, Values] = {}
        """Slices with the same phases of dark: up to five of the shelf's slices lead to each."""

    def enter(self, slice_: Prepared) -> None:
        """Bring in what the moves read that lead into the next phase of a stone."""
        layout, arena, layer = slice_.layout, slice_.arena, self._shelf.layer + 1
        for lane, light in further(slice_.light):
            if has_won(light):
                enter_finished(layout, arena, 0, lane)
                continue
            if light not in self._behind:
                self._behind[light] = read_values(self._opened, Shelf(layer, self._shelf.dark), light, 1)
            enter_light(layout, arena, lane, radices(0, light)[lane], *self._behind[light])
        for lane, dark in further(self._shelf.dark):
            if has_won(dark):
                enter_finished(layout, arena, 1, lane)
                continue
            values = read_values(self._opened, Shelf(layer, dark), slice_.light, 0)
            enter_dark(layout, arena, lane, radices(1, dark)[lane], *values)


def read_values(opened: Opened, shelf: Shelf, light: Phases, player: int) -> Values:
    """Return the values of a slice for a side to move from the shelf's file."""
    file = opened(shelf.name)
    shape = count(0, light), words_kept(shelf.dark)
    won = np.frombuffer(file.read(part_name(light, player, "won")), "<u8").reshape(shape)
    if (name := part_name(light, player, "drawn")) in file:
        return Values(won, np.frombuffer(file.read(name), "<u8").reshape(shape))
    return Values(won, np.empty((0, 0), np.uint64))


def _keep(slice_: Prepared, dark: Phases, operations: Operations, writer: Writer, counts: NDArray[np.int64]) -> None:
    """Add a slice's values to its shelf's file, and to the counts."""
    layout = slice_.layout
    won = np.empty((2, layout.rows, words_kept(dark)), np.uint64)
    drawn = np.empty_like(won)
    keep(layout, operations, slice_.arena, won, drawn, counts)
    for player in range(2):
        writer.add(part_name(slice_.light, player, "won"), won[player].astype("<u8", copy=False))
        if drawn[player].any():
            writer.add(part_name(slice_.light, player, "drawn"), drawn[player].astype("<u8", copy=False))


def verify(task: Task, opened: Opened, share: float, device: str) -> list[int]:
    """Return how many positions of a shelf are won for light, won for dark and drawn, if the values are right.

    They are when they follow from the values their moves lead to, in every slice with the probability `share`.
    """
    shelf = Shelf.named(task.name)
    operations = operations_of(shelf.dark)
    neighbours = _Neighbours(shelf, opened)
    counts = np.zeros(3, np.int64)
    for light in shelf.light:
        layout = layout_of(light, shelf.dark)
        slice_ = Prepared(light, layout, _arena(layout.end))
        for player in range(2):
            restore(layout, operations, slice_.arena, player, *read_values(opened, shelf, light, player), counts)
        if random() < share:
            neighbours.enter(slice_)
            if found := disagreements(layout, operations, slice_.arena):
                raise Disagreement(
                    "{file}, {light}: rows with a value that does not follow from those its moves lead to: {rows}.",
                    rows=found,
                    light=phases_text(light),
                    file=task.name,
                )
    if counts.tolist() != opened(shelf.name).about["counts"]:
        raise Disagreement("The values in {file} are not those that were counted.", file=task.name)
    return counts.tolist()


def rows(counts: Mapping[str, list[int]]) -> list[dict[str, int]]:
    """Return the counts of shelves as a table: for each layer how many positions each side wins."""
    found: dict[int, list[int]] = {}
    for name, numbers in counts.items():
        layer = Shelf.named(name).layer
        found[layer] = [old + new for old, new in zip(found.get(layer, [0, 0, 0]), numbers, strict=True)]
    head = Text("layer"), *SIDES, Text("drawn")
    return [dict(zip(head, (layer, *numbers), strict=True)) for layer, numbers in found.items()]
