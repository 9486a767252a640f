"""Endings solved, pair by pair: what can be chosen, what a pair needs, how it is solved, kept and verified.

A layer is a number of stones. A part of a pair's file holds the bytes of a class, named by the stones of the player to
move and of the other (`2-3`). What the result depends on beside the position cannot be kept in such tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import comb
from typing import Any

import numpy as np

from vato.errors import VatoError
from vato.lattice.endgames.contract import StoneGame
from vato.lattice.endgames.counts import about
from vato.lattice.endgames.directory import Bytes
from vato.lattice.endgames.numbers import MOST_STONES, Pair, block, leads_to, length, pairs, positions
from vato.lattice.points import Points, board_of
from vato.rules import RuleSet
from vato.solve.contract import Disagreement, Opened, Task
from vato.solve.folder import check_chosen
from vato.solve.packed import DamagedFile, Packed, Writer
from vato.text import Number, Text

ANCHOR_BYTES = {"processor": 125, "gpu": 13}
"""What listing a set of anchors takes, for each set of so many points, and what of that is kept."""
LISTED_BYTES = 16
"""What listing the ways takes in which the other stones can stand, for each."""
BASE_BYTES = 300_000_000
"""What a process takes that has no tables yet."""
BYTES_A_NUMBER = 0.4
"""What a number of a table takes in its file."""


def solver(game: StoneGame, choices: Mapping[str, str]) -> Endings:
    """Return the solver of a board, rules and number of stones."""
    for name in choices:
        if name not in ("stones", "board", "rules"):
            raise VatoError("{game} has no option {name}.", game=game.name, name=f"--{name}")
    points = board_of(choices.get("board", game.usual_board))
    rules = game.essence(game.rules.read(choices.get("rules", game.usual_rules.name)))
    most = min(MOST_STONES, len(points.all))
    stones = choices.get("stones", str(min(game.usual_stones, most)))
    if not stones.isdecimal() or not 2 <= int(stones) <= most:
        raise VatoError("{name} goes from {least} to {most}.", name="--stones", least=2, most=most)
    return _endings(game, points, rules, int(stones))


def chosen(game: StoneGame, points: Points, rules: RuleSet) -> dict[str, str]:
    """Return what all files of a folder share, which says whether they are for a board and rules."""
    return {"board": points.size, "rules": game.essence(rules).name}


@cache
def _endings(game: StoneGame, points: Points, rules: RuleSet, stones: int) -> Endings:
    return Endings(game, points, rules, stones)


class Endings:
    """All positions of a board with up to so many stones, by rules as the game's `essence` returns them."""

    def __init__(self, game: StoneGame, points: Points, rules: RuleSet, stones: int) -> None:
        self.game, self.points, self.rules = game, points, rules
        self.LAYERS = range(2, stones + 1)
        self.CHOSEN = chosen(game, points, rules)

    def tasks(self, layer: int) -> list[Task]:
        """Return a layer's tasks."""
        return [
            Task(
                pair.name,
                layer,
                tuple(other.name for other in leads_to(pair)),
                positions(self.points, pair),
                float(len(pair.classes) * length(self.points, pair)),
            )
            for pair in pairs(layer)
        ]

    def memory(self, task: Task, device: str, there: int) -> int:
        """Return about how many bytes of memory a pair takes on a device; refuse it where only so many are there."""
        pair, points = Pair.named(task.name), self.points
        tables = sum(len(other.classes) * length(points, other) for other in (pair, *leads_to(pair)))
        listed = ANCHOR_BYTES[device] * comb(len(points.all), pair.few) + LISTED_BYTES * block(points, pair)
        waiting = len(pair.classes) * length(points, pair) * self.game.waits(self.rules)
        needed = BASE_BYTES + tables + waiting + listed
        if needed > there:
            raise VatoError(
                "{stones} stones on a {board} board need {needed} GB of memory, and there are {there}; "
                "choose fewer stones, or a GPU that has more (--gpu).",
                stones=pair.stones,
                board=points.size,
                needed=Number(needed / 1e9, ".1f"),
                there=Number(there / 1e9, ".1f"),
            )
        return needed

    def size(self, task: Task) -> int:
        """Return about how many bytes the file of a pair has."""
        return int(task.effort * BYTES_A_NUMBER)

    def is_compiled(self, device: str) -> bool:
        """Return whether an earlier run left the compiled code where Numba keeps it; a GPU needs none."""
        if device == "gpu":
            return True
        from vato.compiled.cache import is_kept
        from vato.lattice.endgames.settle import disagreements

        return is_kept(disagreements)

    def load(self, device: str) -> None:
        """Load the compiled code, or compile it: all functions once, on the smallest of boards."""
        if device == "gpu":
            return
        tables = self._on(device, board_of("3x3"))
        pair = Pair(1, 1)
        tables.settle(pair)
        tables.counts(pair)
        tables.disagreements(pair, 1.0)

    def solve(self, task: Task, opened: Opened, writer: Writer, device: str) -> dict[str, Any]:
        """Solve a task's pair on a device, `processor` or `gpu`; return the counts and what else is kept."""
        pair = Pair.named(task.name)
        tables = self._prepared(pair, opened, device)
        for (mover, other), values in zip(pair.classes, tables.settle(pair), strict=True):
            writer.add(part_name(mover, other), values)
        return about(self.game, self.points, pair, tables.counts(pair))

    def verify(self, task: Task, opened: Opened, share: float, device: str) -> list[int]:
        """Return the counts of a pair, if the values follow from those their turns lead to, a random share at least."""
        pair = Pair.named(task.name)
        tables = self._prepared(pair, opened, device)
        tables.add(pair, read_tables(opened(pair.name), self.CHOSEN, pair))
        if found := tables.disagreements(pair, share):
            raise Disagreement(
                "{file}: values that do not follow from those their turns lead to: {found}.",
                file=task.name,
                found=found,
            )
        counts = tables.counts(pair)
        if about(self.game, self.points, pair, counts) | self.CHOSEN != opened(pair.name).about | self.CHOSEN:
            raise Disagreement("The values in {file} are not those that were counted.", file=task.name)
        numbers: list[int] = counts.numbers()
        return numbers

    def rows(self, counts: Mapping[str, list[int]]) -> list[dict[str, int]]:
        """Return the counts of tasks as a table: how the positions of each class end for the player to move."""
        found: list[dict[str, int]] = []
        for name, numbers in counts.items():
            for place, (mover, other) in enumerate(Pair.named(name).classes):
                # Translators: heads of columns: how many positions are won, drawn and lost.
                ends = zip((Text("won"), Text("drawn"), Text("lost")), numbers[3 * place :][:3], strict=True)
                # Translators: heads of columns: how many stones the player to move and the other have.
                found.append({Text("mover"): mover, Text("other"): other, **dict(ends)})
        return sorted(found, key=lambda row: (row["mover"] + row["other"], row["mover"]))

    def _prepared(self, pair: Pair, opened: Opened, device: str) -> Any:
        """Return tables with all pairs that captures lead to from one."""
        tables = self._on(device, self.points)
        for other in leads_to(pair):
            tables.add(other, read_tables(opened(other.name), self.CHOSEN, other))
        return tables

    def _on(self, device: str, points: Points) -> Any:
        # Neither needs what the other is made with.
        if device == "gpu":
            from vato.lattice.endgames.gpu import Gpu

            return Gpu(self.game, points, self.rules)
        from vato.lattice.endgames.processor import Processor

        return Processor(self.game, points, self.rules)


def part_name(mover: int, other: int) -> str:
    """Return the name of the part that holds a class."""
    return f"{mover}-{other}"


def check_file(file: Packed, chosen: Mapping[str, str], pair: Pair) -> None:
    """Raise `DamagedFile` for a file of another board or rules, or that has not as many numbers as the pair has."""
    check_chosen(file, chosen)
    size = length(board_of(chosen["board"]), pair)
    if any(name not in file or file.length(name) != size for name in (part_name(*stones) for stones in pair.classes)):
        raise DamagedFile(file.path, Text("its length is not what it was"))


def read_tables(file: Packed, chosen: Mapping[str, str], pair: Pair) -> list[Bytes]:
    """Return the tables of a pair from its file."""
    check_file(file, chosen, pair)
    return [np.frombuffer(file.read(part_name(*stones)), np.uint8) for stones in pair.classes]
