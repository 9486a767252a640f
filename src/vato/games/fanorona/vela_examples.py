"""Examples of the first phase of a Vela, as data: those of the second are of the usual rules."""

from __future__ import annotations

from vato.board import Outcome
from vato.games.fanorona.rulesets import RuleSet
from vato.games.fanorona.vela import NO_CAPTURE
from vato.rules import Example
from vato.text import Text

GIVER = "b1bb1/wb2b/4b b phase=1"


def phase_one(rules: RuleSet) -> dict[str, tuple[Example, ...]]:
    """Return the examples of the first phase of a Vela."""
    captured = {"nearest": "c2", "farthest": "d2"}[rules.phase_one_takes]
    taken = Example(
        f"vela-{rules.phase_one_takes}",
        Text(
            "In the first phase {move} takes only {captured}; going on with {refused} is refused.",
            move="a2-b2A",
            captured=captured,
            refused="a2-b2A-a1W",
        ),
        "bbbbb/w1bb1/5 w phase=1",
        move="a2-b2A",
        lands="b2",
        captured=(captured,),
        refused="a2-b2A-a1W",
    )
    if rules.phase_one == 1:
        return {"phase_one_takes": (taken,)}  # Black has no turn in such a first phase
    return {"phase_one": PHASE_ONE, "phase_one_takes": (taken,), "phase_one_offer": GIVING[rules.phase_one_offer]}


PHASE_ONE = (
    Example(
        "vela-giver",
        Text(
            "By the usual rules {move} would capture {point}; in the first phase it removes nothing.",
            move="b2-c2",
            point="a2",
        ),
        GIVER,
        move="b2-c2",
        lands="c2",
    ),
    Example(
        "vela-no-result",
        Text("White cannot capture here: the Vela ends without a result."),
        "b1bb1/w3b/b3b w phase=1",
        ends=Outcome(None, NO_CAPTURE, no_result=True),
    ),
)
GIVING: dict[bool, tuple[Example, ...]] = {
    True: (
        Example(
            "vela-offer",
            Text(
                "After {move} White can capture {point}; {refused} would leave White no capture and is refused.",
                move="b2-c2",
                point="c2",
                refused="b2-a1",
            ),
            GIVER,
            move="b2-c2",
            lands="c2",
            refused="b2-a1",
        ),
    ),
    False: (
        Example(
            "vela-no-offer",
            Text("Black may play {move}, though it leaves White no capture.", move="b2-a1"),
            GIVER,
            move="b2-a1",
            lands="a1",
        ),
    ),
}
