"""The rule sets of Fanorona, as data: five ways to play, and the Vela revanche game.

The documents in brackets are the rule booklets listed in docs/rules/fanorona.md. "Decision" marks a point that its
booklet leaves open and that vato settles; being a field, it can be changed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from vato import rules as shared
from vato.errors import UnknownName

Chain = Literal["optional", "obligatory"]
Blocked = Literal["loses", "draws"]
Taken = Literal["nearest", "farthest"]


@dataclass(frozen=True)
class RuleSet(shared.RuleSet):
    """One way to play Fanorona.

    >>> RuleSet.known["classic"].derive(chain="obligatory")
    RuleSet('classic,chain=obligatory')
    """

    must_capture: bool = field(default=True, metadata=shared.YES_NO)
    """A player who can capture must do so."""
    chain: Chain = field(default="optional", metadata=shared.choice(Chain))
    """Whether a chain may stop after any step or must be played to its end."""
    change_direction: bool = field(default=True, metadata=shared.YES_NO)
    """A step of a chain may not go on in the direction of the step before it."""
    first_turn_chain: bool = field(default=True, metadata=shared.YES_NO)
    """Chains are allowed on each player's first turn."""
    first_turn_paika: bool = field(default=False, metadata=shared.YES_NO)
    """On each player's first turn a paika is allowed even to one who could capture."""
    blocked: Blocked = field(default="loses", metadata=shared.choice(Blocked))
    """What happens to a player to move who has stones but no step."""
    repetition: int = field(default=3, metadata=shared.OCCURRENCES)
    """At which occurrence of a position since the last capture the game is drawn; 0 for never."""
    agreement: bool = field(default=True, metadata=shared.YES_NO)
    """The players may agree on a draw."""
    quiet_turns: int = field(default=0, metadata={"values": range(1000)})
    """After how many turns in a row without a capture the game is drawn; 0 for never."""
    quiet_stones: int = field(default=5, metadata={"values": range(100)})
    """Those turns count only once both sides have fewer stones than this."""
    phase_one: int = field(default=0, metadata={"values": range(100)})
    """Vela: how many of the giver's stones are gone when the usual rules begin; 0 for an ordinary game."""
    phase_one_takes: Taken = field(default="nearest", metadata=shared.choice(Taken))
    """Vela: which stone of the row the claimant's capture removes in phase one."""
    phase_one_offer: bool = field(default=True, metadata=shared.YES_NO)
    """Vela: the giver's step must leave the claimant a capture, where any step does."""

    known: ClassVar[dict[str, RuleSet]] = {}

    @property
    def first_turn_differs(self) -> bool:
        """Whether it matters to these rules that a turn is a player's first."""
        return not self.first_turn_chain or (self.first_turn_paika and self.must_capture)

    def __repr__(self) -> str:
        return f"RuleSet({self.name!r})"


STANDARD = RuleSet("standard")  # what the research papers and most programs play

CLASSIC = RuleSet("classic", first_turn_chain=False)  # document 004

STRICT = RuleSet(  # document 000
    "strict",
    chain="obligatory",
    first_turn_chain=False,
    first_turn_paika=True,  # decision: capturing is obligatory "from the second turn"
    blocked="draws",  # decision: "if neither succeeds, the game is drawn"
)

SHORT = RuleSet("short", change_direction=False, blocked="draws")  # document 001; blocked: decision

FREE = RuleSet("free", must_capture=False, blocked="draws", quiet_turns=10)  # document 003; blocked: decision

VELA = RuleSet("vela", first_turn_chain=False, phase_one=17)  # document 004: the revanche of `classic`

RuleSet.known.update((rules.name, rules) for rules in (STANDARD, CLASSIC, STRICT, SHORT, FREE, VELA))

OPENINGS = {  # the five first moves, by their Malagasy names
    "vaky loha": "e2-e3A",
    "fohy": "d3-e3A",
    "kobana": "d3-e3W",
    "havanana": "d2-e3A",
    "havia": "f2-e3A",
}


def revanche_of(rules: RuleSet) -> RuleSet:
    """Return the rules of the Vela that follows a lost game under `rules`, which are not those of a Vela themselves.

    >>> revanche_of(CLASSIC), revanche_of(STANDARD)
    (RuleSet('vela'), RuleSet('standard,phase_one=17'))
    """
    if rules.phase_one:
        raise UnknownName("A match is played by usual rules, not by those of a Vela.")
    return VELA if rules == CLASSIC else rules.derive(phase_one=VELA.phase_one)
