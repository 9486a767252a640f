"""How many positions can be reached from the start, and who wins them: a check against what others have published.

The same plan as solving, run forwards: a task has the slices of a layer that share dark's phases, finished games
included, and needs those of the layer before. Its file keeps which positions are reached, with those bits set in which
two stones share a place, as that compresses best. The values come from the solution, whose folder is the one around.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vato.games.squadro.board import START, Progress
from vato.games.squadro.rulesets import LANES
from vato.games.squadro.solution.operations import Operations, operations_of
from vato.games.squadro.solution.planes import SliceLayout, layout_of
from vato.games.squadro.solution.reach import count_reached, from_dark, from_light, mask_legal, spread
from vato.games.squadro.solution.slices import IS_HOME, LARGEST_LAYER, Phases, Shelf, count, has_won, number, phases_of
from vato.games.squadro.solution.solution import part_name, words_kept
from vato.games.squadro.solution.solver import read_values
from vato.solve.contract import Opened, Task
from vato.solve.packed import Writer

LAYERS = range(LARGEST_LAYER + 2)
CHOSEN: dict[str, str] = {}
"""There is nothing to choose."""
PUBLISHED = (21_681_412_181, 24_492_844_613, 24_872_819)
"""Won for light, won for dark and drawn, either side starting, finished games included (ndeineko/squadro-solver)."""
STARTS: list[Progress] = [START]
"""Where a game begins, whoever begins it."""

# Who has won moves no further, so that no side has all stones home.
_PHASES = tuple(phases for phases in product(range(3), repeat=LANES) if phases.count(IS_HOME) < LANES)
Words = NDArray[np.uint64]


def _light(shelf: Shelf) -> Iterator[Phases]:
    """Yield light's phases in the slices of a shelf, finished ones too, but not those that both have won."""
    for light in _PHASES:
        if sum(light) == shelf.layer - sum(shelf.dark) and not (has_won(light) and has_won(shelf.dark)):
            yield light


def _before(phases: Phases) -> Iterator[tuple[int, Phases]]:
    """Yield each lane whose stone is not out, and a side's phases before that stone came into its phase."""
    for lane, phase in enumerate(phases):
        if phase and not has_won(before := (*phases[:lane], phase - 1, *phases[lane + 1 :])):
            yield lane, before


def tasks(layer: int) -> list[Task]:
    """Return a layer's tasks."""
    found = []
    for dark in _PHASES:
        shelf = Shelf(layer, dark)
        positions = 2 * count(1, dark) * sum(count(0, light) for light in _light(shelf))
        if positions:
            others = (Shelf(layer - 1, phases) for phases in (dark, *(before for _, before in _before(dark))))
            needs = tuple(other.name for other in others if any(_light(other)))
            found.append(Task(shelf.name, layer, needs, positions, positions))
    return found


def load(device: str) -> None:
    """Load the compiled code, or compile it: all functions once, on slices with a handful of positions."""
    phases = (1, 1, 2, 2, 2)
    layout, operations = layout_of(phases, phases), operations_of(phases)
    reached = np.zeros((2, layout.rows, layout.words), np.uint64)
    spread(layout, operations, reached)
    for bring in (from_light, from_dark):
        bring(layout, layout, operations, 0, reached[0], reached)
    mask_legal(layout, operations, reached[0], False)
    values = np.zeros((layout.rows, words_kept(phases)), np.uint64)
    count_reached(reached[0], values, values, np.zeros(3, np.int64))


def solve(task: Task, opened: Opened, writer: Writer, device: str) -> dict[str, Any]:
    """Find out which positions of a task's slices are reached; return how many are won and drawn."""
    shelf = Shelf.named(task.name)
    counts = np.zeros(3, np.int64)
    before = _Before(shelf, opened)
    for light in _light(shelf):
        layout = layout_of(light, shelf.dark)
        reached = np.zeros((2, layout.rows, layout.words), np.uint64)
        for start in STARTS:
            if (light, shelf.dark) == tuple(map(phases_of, start)):
                row, bit = (number(player, side) for player, side in enumerate(start))
                reached[:, row, bit // 64] |= np.uint64(1 << bit % 64)
        before.enter(light, layout, reached)
        if has_won(light) or has_won(shelf.dark):
            counts[0 if has_won(light) else 1] += int(np.bitwise_count(reached).sum())
        else:
            spread(layout, before.operations, reached)
            for player in range(2):
                count_reached(reached[player], *read_values(_around(opened), shelf, light, player), counts)
        for player in range(2):
            mask_legal(layout, before.operations, reached[player], True)
            kept = np.ascontiguousarray(reached[player, :, : words_kept(shelf.dark)])
            writer.add(part_name(light, player, "reached"), kept.astype("<u8", copy=False))
    return {"counts": counts.tolist()}


def _around(opened: Opened) -> Opened:
    return lambda name: opened(f"../{name}")


class _Before:
    """The slices that lead to those of a shelf."""

    def __init__(self, shelf: Shelf, opened: Opened) -> None:
        self._shelf, self._opened = shelf, opened
        self.operations = operations_of(shelf.dark)
        self._others = {before: operations_of(before) for _, before in _before(shelf.dark)}
        self._same: dict[Phases, Words] = {}
        """Slices with the same phases of dark: several of the shelf's slices come from each."""

    def enter(self, light: Phases, layout: SliceLayout, reached: Words) -> None:
        """Bring in what is reached from the slices before."""
        dark = self._shelf.dark
        if self._shelf.layer <= min(sum(map(sum, map(phases_of, start))) for start in STARTS):
            return
        if not has_won(dark):
            for lane, phases in _before(light):
                if phases not in self._same:
                    self._same[phases] = self._read(phases, dark, 0, self.operations)
                from_light(layout_of(phases, dark), layout, self.operations, lane, self._same[phases], reached)
        if not has_won(light):
            for lane, phases in _before(dark):
                source = self._read(light, phases, 1, self._others[phases])
                from_dark(layout_of(light, phases), layout, self._others[phases], lane, source, reached)

    def _read(self, light: Phases, dark: Phases, player: int, operations: Operations) -> Words:
        """Return the reached positions of a slice for a side to move."""
        layout = layout_of(light, dark)
        file = self._opened(Shelf(self._shelf.layer - 1, dark).name)
        kept = np.frombuffer(file.read(part_name(light, player, "reached")), "<u8")
        plane = np.zeros((layout.rows, layout.words), np.uint64)
        plane[:, : words_kept(dark)] = kept.reshape(layout.rows, -1)
        mask_legal(layout, operations, plane, False)
        return plane
