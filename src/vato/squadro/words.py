"""The rules of Squadro in plain words."""

from __future__ import annotations

from vato.rules import ORDINALS, Section
from vato.squadro.rulesets import BACK, OUT, RuleSet


def words(rules: RuleSet) -> tuple[Section, ...]:
    """Return the rules of a rule set in plain words: a summary, the rules, the source."""
    summary = "Five stones a side cross the board and come back, each on its own lane and at its own speed."
    if rules.name != "standard":
        summary += f" Changed: {rules.name.partition(',')[2]}."
    speeds = [" ".join(map(str, lanes)) for lanes in (*OUT, *BACK)]
    return (
        Section(rules.name, (summary,)),
        Section(
            "The board",
            (
                "Light's lanes are the columns 1 to 5, starting at the bottom; dark's are the rows 1 to 5, starting at "
                "the left. A lane has its start, five crossings and the far edge.",
                f"The dots at the starts give the speeds on the way out, lanes 1 to 5: light {speeds[0]}, dark "
                f"{speeds[1]}. The dots at the far edge give those on the way back: light {speeds[2]}, dark "
                f"{speeds[3]}.",
                "Who begins is drawn; either side may.",
            ),
        ),
        Section(
            "A turn",
            (
                "Move one of your stones that is not home yet by its speed along its lane. You must move.",
                "At the far edge a stone stops, even if it could go further, and turns round. Back at its start it "
                "leaves the board: it is home.",
            ),
        ),
        Section(
            "Jumping",
            (
                "A stone that meets an enemy stone on its way, also on the last place of its move, jumps over it and "
                "over all enemy stones right behind, and stops on the first empty place after them, whatever movement "
                "was left.",
                "Each stone jumped over goes back: to its start if it has not turned round yet, otherwise to its far "
                "edge.",
            ),
        ),
        Section(
            "The end",
            (
                f"The first player with {rules.stones_home} stones home wins.",
                f"The {ORDINALS[rules.repetition]} time the same position with the same "
                "side to move occurs, the game is drawn."
                if rules.repetition
                else "Positions may repeat without end.",
            ),
        ),
        Section(
            "What sets it apart", ("Squadro has one rule set; it can be changed, for instance standard,repetition=0.",)
        ),
        Section("Source", ("Document 002: the Squadro rules in twenty-four languages.",)),
    )
