"""What a game on the lattice gives so that its endings can be solved, kept and looked up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vato.compiled.contract import Kernel
from vato.errors import VatoError
from vato.lattice.points import Points, Stones
from vato.rules import RuleSet


class NotSolvable(VatoError):
    """Rules or a board for which there can be no tables."""


def position_with(rules: Any, own: Any, enemy: Any) -> Any:
    """Return a position with these stones, once the game is under way: an empty function that a game overloads.

    Unlike those of `vato.compiled.contract` it is overloaded for the kernel's type of rules.
    """


@dataclass(frozen=True)
class Program:
    """A game's own part of the GPU's program."""

    source: Path
    """Defines `can_capture` and `by_captures`; settle.cu says what they are given."""
    names: Callable[[Any], Mapping[str, object]]
    """The names in capitals that it is compiled with, for some rules."""


@dataclass(frozen=True)
class StoneGame:
    """A game in which stones stand on points, go along lines and are captured, as its endings are solved.

    A turn takes stones off the board or is a step along a line to an empty neighbouring point, which can be taken back
    the same way. Nothing but the stones and who is to move decides how a position ends.
    """

    name: str
    rules: type[RuleSet]
    usual_rules: RuleSet
    usual_board: str
    usual_stones: int
    """Solved unless another number is asked for: built in seconds, and small enough to keep everywhere."""
    essence: Callable[[Any], Any]
    """Return the rules that tables for some rules are named by; raise `NotSolvable` where there can be none."""
    waits: Callable[[Any], bool]
    """Return whether a player who can capture may also step, by some rules, and lose nothing by that."""
    start: Callable[[Any, Points], Any]
    """Return a board of a size at the start, by some rules."""
    placed: Callable[[Any, Points, Stones], Any]
    """Return a board by some rules with stones on it and White to move."""
    written: Callable[[Points, Stones], str]
    """Return the text of such a position."""
    check: Callable[[Any], None]
    """Raise `NotSolved` for a board to which the tables do not apply, though its size and rules are theirs."""
    kernel: Callable[[], Kernel]
    program: Program | None = None
