"""The rule sets of Alquerque, as data.

No source states all of the rules. docs/rules/alquerque.md names the sources and says which of them decides each field;
"decision" marks what none of them says and vato settles.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from vato import rules as shared

Chain = Literal["optional", "obligatory"]
Backward = Literal["free", "captures", "never"]
Blocked = Literal["loses", "draws"]


@dataclass(frozen=True)
class RuleSet(shared.RuleSet):
    """One way to play Alquerque.

    >>> RuleSet.known["modern"].derive(most=True)
    RuleSet('modern,most=yes')
    """

    must_capture: bool = field(default=True, metadata=shared.YES_NO)
    """A player who can capture must do so."""
    huff: bool = field(default=False, metadata=shared.YES_NO)
    """Where nobody must capture: a turn without a capture costs every stone that could have captured."""
    chain: Chain = field(default="obligatory", metadata=shared.choice(Chain))
    """Whether a stone that can jump on may stop or must go on."""
    most: bool = field(default=False, metadata=shared.YES_NO)
    """A turn that captures must capture as many stones as any turn can."""
    revisit: bool = field(default=True, metadata=shared.YES_NO)
    """A stone may come back, in the same turn, to a point it has stood on."""
    backward: Backward = field(default="free", metadata=shared.choice(Backward))
    """Whether stones may go back towards their own side: always, only to capture, or never."""
    last_row: bool = field(default=True, metadata=shared.YES_NO)
    """A stone on the row farthest from its player may still step, and not only capture."""
    turn_back: bool = field(default=True, metadata=shared.YES_NO)
    """A stone that stepped sideways may step back again before it has gone anywhere else."""
    blocked: Blocked = field(default="loses", metadata=shared.choice(Blocked))
    """What happens to a player to move who has stones but no move."""
    repetition: int = field(default=3, metadata=shared.OCCURRENCES)
    """At which occurrence of a position since the last capture the game is drawn; 0 for never."""
    agreement: bool = field(default=True, metadata=shared.YES_NO)
    """The players may agree on a draw."""
    quiet_turns: int = field(default=0, metadata={"values": range(1000)})
    """After how many turns in a row without a capture the game is drawn; 0 for never."""

    known: ClassVar[dict[str, RuleSet]] = {}

    @property
    def directed(self) -> bool:
        """Whether it matters to these rules which way a stone goes."""
        return self.backward != "free" or not self.last_row or not self.turn_back

    def __repr__(self) -> str:
        return f"RuleSet({self.name!r})"


MODERN = RuleSet("modern")  # as encyclopedias tell it

ALFONSO = RuleSet("alfonso", must_capture=False, chain="optional")  # the Book of Games of 1283; blocked: decision

HUFFING = RuleSet("huffing", must_capture=False, huff=True, chain="optional")  # the game as schools and clubs have it

BELL = RuleSet("bell", backward="captures", last_row=False, turn_back=False)  # R. C. Bell's additions of 1960

RuleSet.known.update((rules.name, rules) for rules in (MODERN, ALFONSO, HUFFING, BELL))
