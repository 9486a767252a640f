"""The rules of Squadro in plain words."""

from __future__ import annotations

from vato.games.squadro.examples import examples
from vato.games.squadro.rulesets import BACK, OUT, RuleSet
from vato.rules import ORDINALS, Comparison, Example, Section, compare, spell
from vato.text import Text, by_number

LABELS = {
    "stones_home": Text("Stones home that win"),
    "repetition": Text("A position is a draw at its occurrence number"),
}
"""What the fields are called when rule sets are compared."""


def comparison(rules: RuleSet) -> Comparison:
    """Return what distinguishes these rules from the known ones."""
    return compare(rules, LABELS, lambda each, name: spell(getattr(each, name)))


def words(rules: RuleSet) -> tuple[Section, ...]:
    """Return the rules of a rule set in plain words: a summary, the rules, the source."""
    shown = examples(rules)

    def of(*topics: str) -> tuple[tuple[Example, ...], ...]:
        return tuple(shown.get(topic, ()) for topic in topics)

    return (
        Section(rules.name, (_summary(rules),)),
        Section(Text("The board"), _board(), of("board")),
        Section(
            Text("A turn"),
            (
                Text("Move one of your stones that is not home yet by its speed along its lane. You must move."),
                Text(
                    "At the far edge a stone stops, even if it could go further, and turns round. Back at its start it "
                    "leaves the board: it is home."
                ),
            ),
            of("speed", "edge"),
        ),
        Section(
            Text("Jumping"),
            (
                Text(
                    "A stone that meets an enemy stone on its way, also on the last place of its move, jumps over it "
                    "and over all enemy stones right behind, and stops on the first empty place after them, whatever "
                    "movement was left."
                ),
                Text(
                    "Each stone jumped over goes back: to its start if it has not turned round yet, otherwise to its "
                    "far edge."
                ),
            ),
            of("jump", "sent"),
        ),
        Section(Text("The end"), _end(rules), of("stones_home")),
        Section(
            Text("The series"),
            (
                Text(
                    "Played without a mistake, dark wins, whoever begins. A series is therefore two games, the second "
                    "with the sides exchanged."
                ),
            ),
        ),
        Section(
            Text("What sets it apart"),
            (
                Text(
                    "Squadro has one rule set; it can be changed, for instance {example}.",
                    example="standard,repetition=0",
                ),
            ),
        ),
        Section(Text("Source"), (Text("Document 002: the Squadro rules in twenty-four languages."),)),
    )


def _summary(rules: RuleSet) -> Text:
    summary = Text("Five stones a side cross the board and come back, each on its own lane and at its own speed.")
    _, _, changes = rules.name.partition(",")
    return Text("{summary} Changed: {changes}.", summary=summary, changes=changes) if changes else summary


def _board() -> tuple[Text, ...]:
    light_out, dark_out, light_back, dark_back = ("\N{NO-BREAK SPACE}".join(map(str, lanes)) for lanes in (*OUT, *BACK))
    return (
        Text(
            "Light's lanes are the columns 1 to 5, starting at the bottom; dark's are the rows 1 to 5, starting at the "
            "left. A lane has its start, five crossings and the far edge."
        ),
        Text(
            "At first every stone stands behind the line at the start of its lane, with its point to the middle of "
            "the board. The point shows where a stone goes; when it turns round, it is turned to point back."
        ),
        Text(
            "The dots at the starts give the speeds on the way out, lanes 1 to 5: light {light_out}, dark {dark_out}. "
            "The dots at the far edge give those on the way back: light {light_back}, dark {dark_back}.",
            light_out=light_out,
            dark_out=dark_out,
            light_back=light_back,
            dark_back=dark_back,
        ),
        Text("Who begins is drawn; either side may."),
    )


def _end(rules: RuleSet) -> tuple[Text, ...]:
    return (
        Text(
            by_number(
                "The first player with one stone home wins.",
                "The first player with {count} stones home wins.",
                rules.stones_home,
            ),
            count=rules.stones_home,
        ),
        Text(
            "The {ordinal} time the same position with the same side to move occurs, the game is drawn.",
            ordinal=ORDINALS[rules.repetition],
        )
        if rules.repetition
        else Text("Positions may repeat without end."),
    )
