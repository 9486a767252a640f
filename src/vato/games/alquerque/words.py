"""The rules of Alquerque in plain words, composed from a rule set's fields: they say what the board enforces."""

from __future__ import annotations

from dataclasses import fields

from vato.games.alquerque.examples import examples
from vato.games.alquerque.rulesets import RuleSet
from vato.rules import NO, NOT_AT_ALL, ORDINALS, YES, Comparison, Section, compare, spell
from vato.text import Text, paragraph

SUMMARIES = {
    "modern": Text(
        "As encyclopedias have it: stones go in all directions, and capturing and jumping on are obligatory."
    ),
    "alfonso": Text("By King Alfonso's Book of Games of 1283, as far as it tells the rules: nobody has to capture."),
    "huffing": Text(
        "As schools and clubs play it: whoever could capture and does not loses the stones that could have."
    ),
    "bell": Text(
        "With R. C. Bell's additions: stones go back only to capture, and on the last row they may only capture."
    ),
}
SOURCES = {
    "modern": Text("Encyclopedias, but without huffing, since one must capture."),
    "alfonso": Text("Alfonso X, Libro de los juegos, Seville 1283, leaf 91."),
    "huffing": Text("NRICH, a mathematics club of the University of Cambridge; others have rules much like these."),
    "bell": Text("R. C. Bell, Board and Table Games from Many Civilizations, Oxford 1960, as others report it."),
}

BOARD = (
    Text(
        "The board has lines along its rows and columns, and diagonals through every second point: a1 has them, its "
        "neighbours b1 and a2 have none. Columns are lettered from the left, rows numbered from White's side."
    ),
    Text(
        "Each player's stones fill the rows before them and, in the middle row, the points to their right: twelve "
        "stones each on the board of five by five. The centre is empty. White moves first."
    ),
)
STEP = Text("A step moves one stone along a line to an empty neighbouring point.")
JUMP = (
    Text(
        "A stone captures by jumping over an enemy stone on a neighbouring point to the empty point right behind it, "
        "on the same line. The enemy stone is taken off at once."
    ),
    Text("A stone that has jumped may jump again in the same turn, also in another direction."),
)
WIN = Text("Whoever captures all enemy stones wins.")
FAMILY_TITLE = Text("Its family")
FAMILY = (
    Text(
        "Fanorona has its board from Alquerque: two boards of five by five that share a column make its nine by five. "
        "Stones step from point to point in both; Fanorona's way of moving and capturing was probably invented in "
        "Madagascar."
    ),
    Text(
        "Draughts has its way of capturing from Alquerque, and another board. In Squadro, a game of our days, stones "
        "jump over others, too, but the others go back to where they set out from and are not taken."
    ),
)
FAMILY_SOURCES = Text(
    "Sources: document 004 for Fanorona, encyclopedias for draughts. How two boards make one, and what is said of "
    "Squadro, is our own reading."
)

SENTENCES: dict[str, dict[object, Text]] = {
    "must_capture": {
        True: Text("A player who can capture must capture, but may choose which capture."),
        False: Text("Nobody has to capture."),
    },
    "huff": {
        True: Text(
            "But whoever could capture and does not loses every stone that could have: at the end of the turn they are "
            "taken off."
        ),
    },
    "chain": {
        "optional": Text("A stone may stop after any jump."),
        "obligatory": Text("A stone that can jump on must do so."),
    },
    "most": {
        True: Text("A turn that captures must take as many stones as possible."),
        False: Text("Which stones are taken, and how many, is the player's choice."),
    },
    "revisit": {
        True: Text("A stone may come back to points on which it has stood in this turn."),
        False: Text("A stone may not come back to a point on which it has stood in this turn."),
    },
    "backward": {
        "free": Text("Stones go forwards, sideways and back."),
        "captures": Text("Stones go forwards and sideways. They go back only by capturing."),
        "never": Text("Stones go forwards and sideways, never back, not even to capture."),
    },
    "last_row": {False: Text("A stone on the row farthest from its player may only capture.")},
    "turn_back": {
        False: Text(
            "A stone that stepped sideways may not step back along its row until it has left the row or captured."
        ),
    },
    "blocked": {
        "loses": Text("A player to move whose stones are all blocked loses."),
        "draws": Text("When the player to move has no step left, the game is drawn."),
    },
    "agreement": {
        True: Text("The players may agree on a draw."),
        False: Text("There is no draw by agreement."),
    },
}
"""What the values of a field mean in play; what goes without saying has no sentence."""

LABELS = {
    "must_capture": Text("Who can capture must"),
    "huff": Text("Whoever does not capture loses the stones that could have"),
    "chain": Text("A stone that can jump on must"),
    "most": Text("As many stones as possible must be taken"),
    "revisit": Text("A stone may come back to a point in the same turn"),
    "backward": Text("Stones go back"),
    "last_row": Text("A stone on the last row may step"),
    "turn_back": Text("A stone may step sideways and back again"),
    "blocked": Text("A blocked player"),
    "repetition": Text("A position is a draw at its occurrence number"),
    "agreement": Text("A draw can be agreed on"),
    "quiet_turns": Text("Turns without a capture until a draw"),
}
"""What the fields are called when rule sets are compared."""
VALUES: dict[object, Text] = {
    "optional": NO,
    "obligatory": YES,
    "free": YES,
    "captures": Text("only to capture"),
    "never": NO,
    "loses": Text("loses"),
    "draws": Text("draws"),
}


def comparison(rules: RuleSet) -> Comparison:
    """Return what distinguishes the known rule sets, and these rules, at a glance."""
    return compare(rules, LABELS, _value)


def _value(rules: RuleSet, name: str) -> str:
    """Return what a rule set has in a field, where that means anything."""
    if (name == "huff" and rules.must_capture) or (name == "chain" and rules.most):
        return NOT_AT_ALL
    value = getattr(rules, name)
    return VALUES.get(value) or spell(value)


def words(rules: RuleSet) -> tuple[Section, ...]:
    """Return the rules of a rule set in plain words: a summary, the rules, the source, what sets it apart."""
    base, _, changes = rules.name.partition(",")
    summary = SUMMARIES[base]
    if changes:
        summary = Text("{summary} Changed: {changes}.", summary=summary, changes=changes)
    shown = examples(rules)

    def part(title: str, topics: dict[str, str]) -> Section:
        """Return a section of the paragraphs that say something, each with the examples of its topic."""
        said = {topic: text for topic, text in topics.items() if text}
        return Section(title, tuple(said.values()), tuple(shown.get(topic, ()) for topic in said))

    return (
        Section(rules.name, (summary,)),
        part(Text("The board"), dict(zip(("lines", "board"), BOARD, strict=True))),
        part(Text("A step"), {"step": STEP} | _sentences(rules, STEP_FIELDS)),
        part(Text("Jumping"), dict(zip(("jump", "jumps"), JUMP, strict=True)) | _sentences(rules, JUMP_FIELDS)),
        part(Text("A turn"), _sentences(rules, TURN_FIELDS)),
        part(Text("The end"), {"win": WIN} | _sentences(rules, END_FIELDS)),
        Section(FAMILY_TITLE, (*FAMILY, FAMILY_SOURCES)),
        Section(Text("What sets it apart"), differences(rules)),
        Section(Text("Source"), (SOURCES[base],)),
    )


STEP_FIELDS = ("backward", "last_row", "turn_back")
JUMP_FIELDS = ("chain", "most", "revisit")
TURN_FIELDS = ("must_capture", "huff")
END_FIELDS = ("blocked", "quiet_turns", "repetition", "agreement")


def differences(rules: RuleSet) -> tuple[str, ...]:
    """Return, for each other rule set that has a name, a sentence with what these rules do differently."""
    paragraphs = []
    for other in RuleSet.known.values():
        differing = [
            text
            for field in fields(RuleSet)[1:]
            if getattr(rules, field.name) != getattr(other, field.name)
            if (text := sentence(rules, field.name))
        ]
        if differing:
            paragraphs.append(Text("Unlike {rules}: {sentences}", rules=other.name, sentences=paragraph(differing)))
    return tuple(paragraphs)


def _sentences(rules: RuleSet, names: tuple[str, ...]) -> dict[str, str]:
    return {name: sentence(rules, name) for name in names}


def sentence(rules: RuleSet, name: str) -> str:
    """Return what a field of a rule set means in play; empty where it means nothing under these rules.

    >>> sentence(RuleSet.known["bell"], "backward")
    'Stones go forwards and sideways. They go back only by capturing.'
    """
    value = getattr(rules, name)
    if name == "must_capture" and value and rules.most:
        return Text("A player who can capture must capture.")
    # Who never goes back cannot come back to a point either.
    unsaid = {"huff": rules.must_capture, "chain": rules.most, "revisit": rules.backward == "never"}
    if unsaid.get(name):
        return ""
    if name in ("repetition", "quiet_turns"):
        return _counted(name, value)
    return SENTENCES[name].get(value, "")


def _counted(name: str, count: int) -> str:
    """Return the sentence of a field that holds a number."""
    if name == "repetition":
        if not count:
            return Text("Positions may repeat without end.")
        return Text(
            "The {ordinal} time the same position with the same side to move occurs since the last capture, the game "
            "is drawn.",
            ordinal=ORDINALS[count],
        )
    if not count:
        return Text("However long nobody captures, the game goes on.")
    return Text("When {turns} turns in a row capture nothing, the game is drawn.", turns=count)
