"""Examples of Squadro's rules, as data; which ones a rule set has follows from its fields.

Where the stones land is written by hand from the rules, and the tests play every example. Points are named by column
and row, as in the room's scene: `3-1` is light's lane 3, place 1, and dark's lane 1, place 3.
"""

from __future__ import annotations

from vato.board import Outcome
from vato.games.squadro.board import ENOUGH_HOME, LIGHT
from vato.games.squadro.rulesets import LANES, RuleSet
from vato.rules import Example
from vato.text import Text


def examples(rules: RuleSet) -> dict[str, tuple[Example, ...]]:
    """Return the examples of a rule set by what they show."""
    if rules.repetition == 1:
        return {}  # such a game is over before the first move
    needed = rules.stones_home
    win = Example(
        "win",
        Text("Stone {lane} comes home, and light has enough: light wins.", lane=needed),
        f"{'c' * (needed - 1)}b{'0' * (LANES - needed)}/00000 light",
        move=str(needed),
        lands=f"{needed}-0",
        ends=Outcome(LIGHT, ENOUGH_HOME),
    )
    return SHARED | {"stones_home": (win,)}


SHARED: dict[str, tuple[Example, ...]] = {
    "board": (Example("start", Text("The start")),),
    "speed": (
        Example(
            "speed",
            Text("Stone {lane} has three dots at its start: it moves three places.", lane=2),
            "00000/00000 light",
            move="2",
            lands="2-3",
        ),
    ),
    "edge": (
        Example(
            "edge",
            Text("Stone {lane} could move three places, but stops at the far edge and turns round.", lane=2),
            "04000/00000 light",
            move="2",
            lands="2-6",
        ),
        Example(
            "back",
            Text("On the way back stone {lane} moves by the dots at the far edge: one place.", lane=2),
            "06000/00000 light",
            move="2",
            lands="2-5",
        ),
        Example(
            "home",
            Text("Stone {lane} reaches its start and is home.", lane=1),
            "b0000/00000 light",
            move="1",
            lands="1-0",
        ),
    ),
    "jump": (
        Example(
            "jump",
            Text("Stone {lane} jumps over a dark stone, which goes back to its start.", lane=3),
            "00000/30000 light",
            move="3",
            lands="3-2",
            captured=("3-1",),
            sent=("0-1",),
        ),
        Example(
            "jump-over-two",
            Text("Stone {lane} jumps over two dark stones, one right behind the other.", lane=3),
            "00000/33000 light",
            move="3",
            lands="3-3",
            captured=("3-1", "3-2"),
            sent=("0-1", "0-2"),
        ),
        Example(
            "jump-at-the-end",
            Text(
                "A dark stone on the last place of the move: stone {lane} jumps, and lands one place further.", lane=4
            ),
            "00000/00400 light",
            move="4",
            lands="4-4",
            captured=("4-3",),
            sent=("0-3",),
        ),
    ),
    "sent": (
        Example(
            "jump-turned",
            Text(
                "This dark stone had turned round: it goes back to its far edge. Stone {lane} stops behind it, though "
                "it could move three places.",
                lane=4,
            ),
            "00000/80000 light",
            move="4",
            lands="4-2",
            captured=("4-1",),
            sent=("6-1",),
        ),
    ),
}
