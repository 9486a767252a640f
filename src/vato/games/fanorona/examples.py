"""Examples of Fanorona's rules, as data: which ones a rule set has follows from its fields.

What each move captures is written by hand from the rules; the tests play every example under every known rule set and
under many changed ones. The boards are as small as the rule allows, so that the eye finds what it should look at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vato.board import REPETITION, Outcome
from vato.games.fanorona.board import ALL_CAPTURED, BLACK, BLOCKED, TOO_QUIET, WHITE
from vato.games.fanorona.rulesets import RuleSet
from vato.games.fanorona.vela_examples import phase_one
from vato.rules import Example
from vato.text import Listing, Text

Examples = tuple[Example, ...]

OPENING = ("d2-e3A",)
"""After this first move Black can capture with a chain, capture without one, and make a paika."""
CHAIN = "b1b1b/1w1b1/5 w"
FAR_APART = "5/w3b/5 w"
TO_AND_FRO = ("a2-a1", "e2-e1", "a1-a2", "e1-e2")


def examples(rules: RuleSet) -> dict[str, Examples]:
    """Return the examples of a rule set by what they show: a field, or a part of the rules that all rule sets share."""
    if rules.repetition == 1:
        return {}  # such a game is over before the first move
    found = {**SHARED, "quiet_turns": tuple(_quiet(rules)), "repetition": tuple(_repeated(rules))}
    found |= {name: choices[getattr(rules, name)] for name, choices in BY_VALUE.items()}
    if not rules.phase_one:
        return found | {name: choices[getattr(rules, name)] for name, choices in FIRST_TURN.items()}
    # The examples of the usual rules show what holds once the first phase is over.
    after = {topic: tuple(map(_after_phase_one, shown)) for topic, shown in found.items()}
    return after | phase_one(rules)


def _after_phase_one(example: Example) -> Example:
    return replace(example, position=f"{example.position} phase=2") if example.position else example


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
    "capture": (
        Example(
            "approach",
            Text("By approach {move} takes {captured}.", move="a2-b2A", captured=Listing(("c2", "d2"))),
            "4b/w1bb1/5 w",
            move="a2-b2A",
            lands="b2",
            captured=("c2", "d2"),
        ),
        Example(
            "withdrawal",
            Text("By withdrawal {move} takes {captured}.", move="c2-d2W", captured=Listing(("b2", "a2"))),
            "b4/bbw2/5 w",
            move="c2-d2W",
            lands="d2",
            captured=("b2", "a2"),
        ),
        Example(
            "gap",
            Text(
                "{move} takes {captured}; the row ends at the empty point {point}.",
                move="a2-b2A",
                captured=Listing(("c2", "d2")),
                point="e2",
            ),
            "7/w1bb1b1/7 w",
            move="a2-b2A",
            lands="b2",
            captured=("c2", "d2"),
        ),
        Example(
            "own-stone",
            Text(
                "{move} takes {captured}; the row ends at the white stone on {point}.",
                move="a2-b2A",
                captured=Listing(("c2", "d2")),
                point="e2",
            ),
            "7/w1bbwb1/7 w",
            move="a2-b2A",
            lands="b2",
            captured=("c2", "d2"),
        ),
    ),
    "choice": (
        Example(
            "choice-approach",
            Text("Played as an approach, {move} takes {captured}.", move="d2-e2A", captured="f2"),
            "7/1bbw1b1/7 w",
            move="d2-e2A",
            lands="e2",
            captured=("f2",),
        ),
        Example(
            "choice-withdrawal",
            Text(
                "The same step as a withdrawal, {move}, takes {captured}.",
                move="d2-e2W",
                captured=Listing(("c2", "b2")),
            ),
            "7/1bbw1b1/7 w",
            move="d2-e2W",
            lands="e2",
            captured=("c2", "b2"),
        ),
    ),
    "chains": (
        Example(
            "chain",
            Text(
                "The chain {move} takes {captured}; it ends on {point}, which it has cleared itself.",
                move="b2-c2A-c1W-d2A",
                captured=Listing(("d2", "c3", "e3")),
                point="d2",
            ),
            CHAIN,
            move="b2-c2A-c1W-d2A",
            lands="d2",
            captured=("d2", "c3", "e3"),
        ),
        Example(
            "closed-point",
            Text(
                "After {move} the stone may not go back to {point}, where it began: {refused} is refused.",
                move="b2-c2A-c1W",
                point="b2",
                refused="b2-c2A-c1W-b2A",
            ),
            "b1b2/1w1b1/5 w",
            move="b2-c2A-c1W",
            lands="c1",
            captured=("d2", "c3"),
            refused="b2-c2A-c1W-b2A",
        ),
    ),
    "win": (
        Example(
            "win",
            Text("{move} takes the last black stone: White wins.", move="c3-c2A"),
            "2w2/5/2b2 w",
            move="c3-c2A",
            lands="c2",
            captured=("c1",),
            ends=Outcome(WHITE, ALL_CAPTURED),
        ),
    ),
}

BY_VALUE: dict[str, dict[object, Examples]] = {
    "must_capture": {
        True: (
            Example(
                "must-capture",
                Text("White can capture with {move}, so {refused} is refused.", move="a2-b2A", refused="e1-d1"),
                "3b1/w1b2/4w w",
                move="a2-b2A",
                lands="b2",
                captured=("c2",),
                refused="e1-d1",
            ),
        ),
        False: (
            Example(
                "may-capture",
                Text("White could capture with {capture}, but may play {move}.", capture="a2-b2A", move="e1-d1"),
                "3b1/w1b2/4w w",
                move="e1-d1",
                lands="d1",
            ),
        ),
    },
    "chain": {
        "optional": (
            Example(
                "chain-stops",
                Text("White may stop after {move}, though the stone could go on.", move="b2-c2A"),
                CHAIN,
                move="b2-c2A",
                lands="c2",
                captured=("d2",),
            ),
        ),
        "obligatory": (
            Example(
                "chain-goes-on",
                Text(
                    "White must go on to the end, {move}; to stop after {refused} is refused.",
                    move="b2-c2A-c1W-d2A",
                    refused="b2-c2A",
                ),
                CHAIN,
                move="b2-c2A-c1W-d2A",
                lands="d2",
                captured=("d2", "c3", "e3"),
                refused="b2-c2A",
            ),
        ),
    },
    "change_direction": {
        True: (
            Example(
                "direction-changes",
                Text("After {move} the stone may not go straight on to {point}.", move="b2-c2W", point="d2"),
                "b4/bw2b/5 w",
                move="b2-c2W",
                lands="c2",
                captured=("a2",),
                refused="b2-c2W-d2A",
            ),
        ),
        False: (
            Example(
                "straight-on",
                Text(
                    "{move} goes straight on and takes {captured}.", move="b2-c2W-d2A", captured=Listing(("a2", "e2"))
                ),
                "b4/bw2b/5 w",
                move="b2-c2W-d2A",
                lands="d2",
                captured=("a2", "e2"),
            ),
        ),
    },
    "blocked": {
        "loses": (
            Example(
                "blocked-loses",
                Text("After {move} White can move no stone, and loses.", move="c2-b2"),
                "b4/b1b2/wbb2 b",
                move="c2-b2",
                lands="b2",
                ends=Outcome(BLACK, BLOCKED),
            ),
        ),
        "draws": (
            Example(
                "blocked-draws",
                Text("After {move} White can move no stone: the game is drawn.", move="c2-b2"),
                "b4/b1b2/wbb2 b",
                move="c2-b2",
                lands="b2",
                ends=Outcome(None, BLOCKED),
            ),
        ),
    },
}
"""What the values of a field allow and refuse. The moves shown are whole turns whatever the other fields say."""

FIRST_TURN: dict[str, dict[object, Examples]] = {
    "first_turn_chain": {
        True: (
            Example(
                "first-turn-chain",
                Text("Black's first turn may be the chain {move}.", move="f3-f4W-g5W"),
                before=OPENING,
                move="f3-f4W-g5W",
                lands="g5",
                captured=("f2", "f1", "e3"),
            ),
        ),
        False: (
            Example(
                "first-turn-single",
                Text(
                    "Black's first turn ends after {move}; going on with {refused} is refused.",
                    move="f3-f4W",
                    refused="f3-f4W-g5W",
                ),
                before=OPENING,
                move="f3-f4W",
                lands="f4",
                captured=("f2", "f1"),
                refused="f3-f4W-g5W",
            ),
        ),
    },
    "first_turn_paika": {
        True: (
            Example(
                "first-turn-paika",
                Text("On the first turn Black may play {move}, which captures nothing.", move="f5-f4"),
                before=OPENING,
                move="f5-f4",
                lands="f4",
            ),
        ),
        False: (
            Example(
                "first-turn-capture",
                Text(
                    "On the first turn, too, Black must capture, for instance with {move}; {refused} is refused.",
                    move="c3-d2A",
                    refused="f5-f4",
                ),
                before=OPENING,
                move="c3-d2A",
                lands="d2",
                captured=("e1",),
                refused="f5-f4",
            ),
        ),
    },
}


def _quiet(rules: RuleSet) -> Iterator[Example]:
    """Yield the turn that is one too many without a capture; with fewer than two stones nobody can get so far."""
    if rules.quiet_turns and rules.quiet_stones > 1:
        yield Example(
            "quiet",
            Text(
                "With {move}, {turns} turns in a row have captured nothing: the game is drawn.",
                move="a2-a1",
                turns=rules.quiet_turns,
            ),
            f"{FAR_APART} quiet={rules.quiet_turns - 1}",
            move="a2-a1",
            lands="a1",
            ends=Outcome(None, TOO_QUIET),
        )


def _repeated(rules: RuleSet) -> Iterator[Example]:
    """Yield the turn that repeats a position once too often, unless the game would have been too quiet before."""
    turns = TO_AND_FRO * (rules.repetition - 1)
    if turns and not 0 < rules.quiet_turns <= len(turns):
        yield Example(
            "repetition",
            Text(
                "Both stones have gone to and fro. {move} repeats the position once more: the game is drawn.",
                move=turns[-1],
            ),
            FAR_APART,
            before=turns[:-1],
            move=turns[-1],
            lands="e2",
            ends=Outcome(None, REPETITION),
        )
