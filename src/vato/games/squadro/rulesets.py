"""The rules of Squadro that are data: the engraved speeds, and how many stones must come home (document 002)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from vato import rules as shared

LANES = 5
FAR_EDGE = 6
HOME = 12

OUT = ((1, 3, 2, 3, 1), (3, 1, 2, 1, 3))
"""Speeds on the way out, lanes 1 to 5, for light and for dark."""
BACK = ((3, 1, 2, 1, 3), (1, 3, 2, 3, 1))
"""Speeds on the way back."""


@dataclass(frozen=True)
class RuleSet(shared.RuleSet):
    """One way to play Squadro."""

    stones_home: int = field(default=4, metadata={"values": range(1, 6)})
    """Who first has so many stones home wins."""
    repetition: int = field(default=3, metadata=shared.OCCURRENCES)
    """At which occurrence of a position the game is drawn; 0 for never. Decision: 002 is silent."""

    known: ClassVar[dict[str, RuleSet]] = {}

    def __repr__(self) -> str:
        return f"RuleSet({self.name!r})"


STANDARD = RuleSet("standard")

RuleSet.known.update((rules.name, rules) for rules in (STANDARD,))
