"""Examples of Alquerque's rules, as data: which ones a rule set has follows from its fields.

What each move captures is written by hand from the rules; the tests play every example under every known rule set and
under many changed ones. The boards are as small as the rule allows, so that the eye finds what it should look at.
"""

from __future__ import annotations

from collections.abc import Iterator

from vato.board import REPETITION, Outcome
from vato.games.alquerque.board import ALL_CAPTURED, BLACK, BLOCKED, TOO_QUIET, WHITE
from vato.games.alquerque.rulesets import RuleSet
from vato.rules import Example
from vato.text import Listing, Text

Examples = tuple[Example, ...]

CHAIN = "5/2b2/5/1b2b/w3w w"
"""White can take two stones from a1, or one from e1."""
ROUND = "4b/1bb2/wb3 w"
"""White's stone on a1 can jump round three stones and come back."""
LONE = "4b/5/2w2/5/5 w"
CORNER = "bbb/b2/wbb b"
BOLD = "5/5/4b/1b3/w3w w"
"""White can capture with a1, and need not see it."""


def examples(rules: RuleSet) -> dict[str, Examples]:
    """Return the examples of a rule set by what they show: a field, or a part of the rules that all rule sets share."""
    if rules.repetition == 1:
        return {}  # such a game is over before the first move
    found = {
        **SHARED,
        "must_capture": MUST if rules.must_capture else () if rules.huff else MAY,
        "huff": HUFFED if rules.huff and not rules.must_capture else (),
        "chain": () if rules.most else CHAINS[rules.chain],
        "most": MOST[rules.most],
        "revisit": () if rules.backward == "never" else REVISITS[rules.revisit],
        "backward": BACKWARD[rules.backward],
        "last_row": LAST_ROW[rules.last_row],
        "turn_back": TURN_BACK[rules.turn_back],
        "blocked": (_blocked(rules),),
        "quiet_turns": tuple(_quiet(rules)),
        "repetition": tuple(_repeated(rules)),
    }
    return {topic: shown for topic, shown in found.items() if shown}


SHARED: dict[str, Examples] = {
    "board": (Example("start", Text("The start")),),
    "step": (
        Example(
            "step",
            Text("{move} follows a line; no line leads along {refused}.", move="b1-b2", refused="b1-c2"),
            "4b/5/1w3 w",
            move="b1-b2",
            lands="b2",
            refused="b1-c2",
        ),
    ),
    "jump": (
        Example(
            "jump",
            Text("{move} jumps over {captured} and takes it.", move="a1xc3", captured="b2"),
            "4b/1b3/w4 w",
            move="a1xc3",
            lands="c3",
            captured=("b2",),
        ),
        Example(
            "no-room",
            Text("The point behind {point} is not empty: {refused} is refused.", point="b2", refused="a1xc3"),
            "2b1b/1b3/w4 w",
            refused="a1xc3",
        ),
    ),
    "jumps": (
        Example(
            "jumps",
            Text("{move} takes {captured} in one turn.", move="a1xc3xc5", captured=Listing(("b2", "c4"))),
            CHAIN,
            move="a1xc3xc5",
            lands="c5",
            captured=("b2", "c4"),
        ),
    ),
    "win": (
        Example(
            "win",
            Text("{move} takes the last black stone: White wins.", move="a1xc3"),
            "5/1b3/w4 w",
            move="a1xc3",
            lands="c3",
            captured=("b2",),
            ends=Outcome(WHITE, ALL_CAPTURED),
        ),
    ),
}

MUST = (
    Example(
        "must-capture",
        Text("White can capture with {move}, so {refused} is refused.", move="a1xc3", refused="e1-d1"),
        BOLD,
        move="a1xc3",
        lands="c3",
        captured=("b2",),
        refused="e1-d1",
    ),
)
MAY = (
    Example(
        "may-capture",
        Text("White could capture with {capture}, but may play {move}.", capture="a1xc3", move="e1-d1"),
        BOLD,
        move="e1-d1",
        lands="d1",
    ),
)
HUFFED = (
    Example(
        "huffed",
        Text(
            "White could capture with {capture}. After {move} the white stone on {point} is taken off.",
            capture="a1xc3",
            move="e1-d1",
            point="a1",
        ),
        BOLD,
        move="e1-d1",
        lands="d1",
        lost=("a1",),
    ),
)
CHAINS: dict[str, Examples] = {
    "optional": (
        Example(
            "jumps-stop",
            Text("White may stop after {move}, though the stone could go on.", move="a1xc3"),
            CHAIN,
            move="a1xc3",
            lands="c3",
            captured=("b2",),
        ),
    ),
    "obligatory": (
        Example(
            "jumps-go-on",
            Text(
                "White must go on to the end, {move}; to stop after {refused} is refused.",
                move="a1xc3xc5",
                refused="a1xc3",
            ),
            CHAIN,
            move="a1xc3xc5",
            lands="c5",
            captured=("b2", "c4"),
            refused="a1xc3",
        ),
    ),
}
MOST: dict[bool, Examples] = {
    True: (
        Example(
            "most",
            Text(
                "White can take two stones with {move}, so {refused}, which takes one, is refused.",
                move="a1xc3xc5",
                refused="e1xe3",
            ),
            CHAIN,
            move="a1xc3xc5",
            lands="c5",
            captured=("b2", "c4"),
            refused="e1xe3",
        ),
    ),
    False: (
        Example(
            "fewer",
            Text(
                "White could take two stones with {capture}, but may take one with {move}.",
                capture="a1xc3xc5",
                move="e1xe3",
            ),
            CHAIN,
            move="e1xe3",
            lands="e3",
            captured=("e2",),
        ),
    ),
}
REVISITS: dict[bool, Examples] = {
    True: (
        Example(
            "round",
            Text(
                "{move} takes {captured} and ends where it began.",
                move="a1xc3xc1xa1",
                captured=Listing(("b2", "c2", "b1")),
            ),
            ROUND,
            move="a1xc3xc1xa1",
            lands="a1",
            captured=("b2", "c2", "b1"),
        ),
    ),
    False: (
        Example(
            "not-round",
            Text(
                "After {move} the stone may not go back to {point}, where it began: {refused} is refused.",
                move="a1xc3xc1",
                point="a1",
                refused="a1xc3xc1xa1",
            ),
            ROUND,
            move="a1xc3xc1",
            lands="c1",
            captured=("b2", "c2"),
            refused="a1xc3xc1xa1",
        ),
    ),
}
BACKWARD: dict[str, Examples] = {
    "free": (Example("back", Text("White may also go back: {move}.", move="c3-c2"), LONE, move="c3-c2", lands="c2"),),
    "captures": (
        Example(
            "no-step-back",
            Text("{move} goes forwards; {refused} goes back and is refused.", move="c3-c4", refused="c3-c2"),
            LONE,
            move="c3-c4",
            lands="c4",
            refused="c3-c2",
        ),
        Example(
            "jump-back",
            Text("{move} goes back, but it captures {captured}.", move="c3xc1", captured="c2"),
            "4b/5/2w2/2b2/5 w",
            move="c3xc1",
            lands="c1",
            captured=("c2",),
        ),
    ),
    "never": (
        Example(
            "no-jump-back",
            Text(
                "{move} goes forwards; {refused} would capture, but it leads back and is refused.",
                move="c3-c4",
                refused="c3xc1",
            ),
            "4b/5/2w2/2b2/5 w",
            move="c3-c4",
            lands="c4",
            refused="c3xc1",
        ),
    ),
}
LAST_ROW: dict[bool, Examples] = {
    True: (),
    False: (
        Example(
            "last-row",
            Text("The stone on {point} has come to the last row: {refused} is refused.", point="c5", refused="c5-d5"),
            "2w2/5/b4/5/4w w",
            move="e1-e2",
            lands="e2",
            refused="c5-d5",
        ),
    ),
}
TURN_BACK: dict[bool, Examples] = {
    True: (),
    False: (
        Example(
            "no-turning-back",
            Text(
                "The stone came from {point}. It may go on with {move}; {refused} is refused.",
                point="b3",
                move="c3-d3",
                refused="c3-b3",
            ),
            f"{LONE} right=c3",
            move="c3-d3",
            lands="d3",
            refused="c3-b3",
        ),
    ),
}


def _blocked(rules: RuleSet) -> Example:
    """Return the turn after which White is shut in."""
    loses = rules.blocked == "loses"
    said = "After {move} White can move no stone, and loses." if loses else ""
    return Example(
        f"blocked-{rules.blocked}",
        Text(said or "After {move} White can move no stone: the game is drawn.", move="b3-b2"),
        CORNER,
        move="b3-b2",
        lands="b2",
        ends=Outcome(BLACK if loses else None, BLOCKED),
    )


def _quiet(rules: RuleSet) -> Iterator[Example]:
    """Yield the turn that is one too many without a capture."""
    if rules.quiet_turns:
        yield Example(
            "quiet",
            Text(
                "With {move}, {turns} turns in a row have captured nothing: the game is drawn.",
                move="a2-a3",
                turns=rules.quiet_turns,
            ),
            f"5/w3b/5 w quiet={rules.quiet_turns - 1}",
            move="a2-a3",
            lands="a3",
            ends=Outcome(None, TOO_QUIET),
        )


def _repeated(rules: RuleSet) -> Iterator[Example]:
    """Yield the turn that repeats a position once too often, where stones can go to and fro for so long."""
    if rules.turn_back:
        to_and_fro = ("a2-b2", "g2-f2", "b2-a2", "f2-g2")
    elif rules.backward == "free":
        to_and_fro = ("a2-a1", "g2-g3", "a1-a2", "g3-g2")
    else:
        return
    turns = to_and_fro * (rules.repetition - 1)
    if turns and not 0 < rules.quiet_turns <= len(turns):
        yield Example(
            "repetition",
            Text(
                "Both stones have gone to and fro. {move} repeats the position once more: the game is drawn.",
                move=turns[-1],
            ),
            "7/w5b/7 w",
            before=turns[:-1],
            move=turns[-1],
            lands="g2",
            ends=Outcome(None, REPETITION),
        )
