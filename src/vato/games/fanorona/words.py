"""The rules of Fanorona in plain words, composed from a rule set's fields, so that they say what the board enforces."""

from __future__ import annotations

from dataclasses import fields

from vato.games.fanorona.examples import examples
from vato.games.fanorona.rulesets import OPENINGS, RuleSet
from vato.games.fanorona.rulesets import VELA as REVANCHE
from vato.rules import NO, NOT_AT_ALL, ORDINALS, YES, Comparison, Section, compare, spell
from vato.text import Listing, Text, paragraph

SUMMARIES = {
    "standard": Text("What research papers and most programs play: capturing is obligatory, chains are optional."),
    "classic": Text(
        "The German edition: like standard, but each player's first turn is a single capture. Chosen at first, because "
        "matches and series are played by it."
    ),
    "strict": Text(
        "The boxed edition: chains must be played to their end; the first turn is a single capture or a step."
    ),
    "short": Text("The paper-craft sheet: like standard, but a chain may also go straight on."),
    "free": Text("The French playing program: nobody has to capture, and quiet endings are drawn after ten turns."),
    "vela": Text("The revanche game of the loser: at first only White captures, one stone a turn."),
}
SOURCES = {
    "standard": Text("Research papers and most programs."),
    "classic": Text("Document 004: the German edition, which also describes Vela and tournaments."),
    "strict": Text("Document 000: the boxed edition in ten languages."),
    "short": Text("Document 001: the short rule on a paper-craft sheet."),
    "free": Text("Document 003: the French playing program."),
    "vela": Text("Document 004: the German edition."),
}

BOARD = (
    Text(
        "The board has lines along its rows and columns, and diagonals through every second point: a1 has them, its "
        "neighbours b1 and a2 have none. Columns are lettered from the left, rows numbered from White's side."
    ),
    Text(
        "White fills the rows below the middle, Black those above; in the middle row the colours alternate around the "
        "empty centre. White moves first."
    ),
)
STEP = (
    Text("A step moves one stone along a line to an empty neighbouring point."),
    Text(
        "It captures by approach when the point right beyond its destination, on the same line, holds an enemy stone, "
        "and by withdrawal when the point right behind its origin holds one. That stone and all enemy stones behind it "
        "without a gap are taken off at once; an empty point or an own stone ends the row."
    ),
    Text(
        "Where a step could capture both ways, the player picks one of them. A step that captures nothing is a paika."
    ),
)
CHAIN = Text(
    "After a capture the same stone may capture again, and again: a chain. It may enter points it has just cleared, "
    "but never a point it has already stood on in this turn, its origin included."
)
WIN = Text("Whoever captures all enemy stones wins.")

SENTENCES: dict[str, dict[object, Text]] = {
    "must_capture": {
        True: Text("A player who can capture must capture, but may choose which capture."),
        False: Text(
            "Nobody has to capture: a player may move a stone that captures nothing. But a step that can capture does "
            "capture."
        ),
    },
    "chain": {
        "optional": Text("A chain may stop after any capture."),
        "obligatory": Text("A chain must be played to its end."),
    },
    "change_direction": {
        True: Text("Every step of a chain must leave in another direction than the step before it."),
        False: Text("A chain may go straight on or change its direction."),
    },
    "first_turn_chain": {
        True: Text("The first turn may be a chain, like any other."),
        False: Text("On each player's first turn only one capture is allowed, no chain."),
    },
    "first_turn_paika": {
        True: Text("On the first turn a player who could capture may make a paika instead."),
        False: Text("Capturing is obligatory on the first turn, too."),
    },
    "blocked": {
        "loses": Text("A player to move whose stones are all blocked loses."),
        "draws": Text("When the player to move has no step left, the game is drawn."),
    },
    "agreement": {
        True: Text("The players may agree on a draw."),
        False: Text("There is no draw by agreement."),
    },
    "phase_one_takes": {
        "nearest": Text("White's capture removes only one stone, the one nearest to the moved stone."),
        "farthest": Text("White's capture removes only one stone, the one at the far end of the row."),
    },
    "phase_one_offer": {
        True: Text("Black's step must leave White at least one capture. If no step does, any step is allowed."),
        False: Text("Black may play any step."),
    },
}
"""What the values of a field mean in play."""

MATCH = (
    Text("A match begins with a usual game. Whoever loses it plays a Vela next, with White."),
    Text(
        "Whoever loses that Vela too has lost the match. If they win it, the score is level, and a usual game follows; "
        "so it does after a Vela without a result. A drawn Vela is played again."
    ),
    Text("A drawn usual game is followed by another one. Players take turns to open, and the Vela counts as a turn."),
)
SERIES = (
    Text(
        "In a series the players take turns to open, and the five possible first moves are played one after the other, "
        "in an agreed order: {openings}.",
        openings=Listing(f"{name} {move}" for name, move in OPENINGS.items()),
    ),
    Text("Played through twice, the series gives each of them to both players. A win counts one point, a draw half."),
)

VELA = (
    Text(
        "The usual start and the usual rules, but until {count} of Black's stones are gone only White captures, and "
        "always must, without chains; Black's steps remove nothing. If White cannot capture, the Vela ends without a "
        "result.",
        count=REVANCHE.phase_one,
    ),
    SENTENCES["phase_one_takes"][REVANCHE.phase_one_takes],
    SENTENCES["phase_one_offer"][REVANCHE.phase_one_offer],
)
"""The revanche in few words, for the leaflet of rules that it may follow."""
HISTORY = (
    Text(
        "Fanorona is an old game of Madagascar, from the sixteenth or seventeenth century. Its board comes from "
        "the old Spanish game Alquerque; the way stones move and capture is probably a Malagasy invention."
    ),
    Text("Document 004 tells this, and that the Malagasy often play it in tournaments, with the Vela."),
)

LABELS = {
    "must_capture": Text("Who can capture must"),
    "chain": Text("A chain must be played to its end"),
    "change_direction": Text("A chain must change its direction"),
    "first_turn_chain": Text("A chain is allowed on the first turn"),
    "first_turn_paika": Text("A paika is always allowed on the first turn"),
    "blocked": Text("A blocked player"),
    "repetition": Text("A position is a draw at its occurrence number"),
    "agreement": Text("A draw can be agreed on"),
    "quiet_turns": Text("Turns without a capture until a draw"),
    "quiet_stones": Text("These turns count when both sides have fewer stones than"),
    "phase_one": Text("Only White captures, until so many black stones are gone"),
    "phase_one_takes": Text("White's capture takes at first"),
    "phase_one_offer": Text("Black must leave White a capture at first"),
}
"""What the fields are called when rule sets are compared."""
VALUES: dict[object, Text] = {
    "optional": NO,
    "obligatory": YES,
    "loses": Text("loses"),
    "draws": Text("draws"),
    "nearest": Text("the nearest stone"),
    "farthest": Text("the farthest stone"),
}


def comparison(rules: RuleSet) -> Comparison:
    """Return what distinguishes the known rule sets, and these rules, at a glance."""
    return compare(rules, LABELS, _value)


def _value(rules: RuleSet, name: str) -> str:
    """Return what a rule set has in a field, where that means anything."""
    if name in VELA_FIELDS and not rules.phase_one:
        return NO if name == "phase_one" else NOT_AT_ALL
    if name == "quiet_stones" and not rules.quiet_turns:
        return NOT_AT_ALL
    if name == "first_turn_paika" and not rules.must_capture:
        return YES
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

    sections = [
        Section(rules.name, (summary,)),
        part(Text("The board"), dict(zip(("lines", "board"), BOARD, strict=True))),
        part(Text("A step"), dict(zip(("step", "capture", "choice"), STEP, strict=True))),
        part(Text("A turn"), {"chains": CHAIN} | _sentences(rules, TURN_FIELDS)),
        part(Text("The end"), {"win": WIN} | _sentences(rules, END_FIELDS)),
    ]
    if rules.phase_one:
        sections.insert(1, part(Text("The first phase"), _sentences(rules, VELA_FIELDS)))
    else:
        sections.append(Section(Text("The series"), SERIES))
    return (
        *sections,
        Section(Text("The match with Vela"), MATCH),
        Section(Text("Where it comes from"), HISTORY),
        Section(Text("What sets it apart"), differences(rules)),
        Section(Text("Source"), (SOURCES[base],)),
    )


def differences(rules: RuleSet) -> tuple[str, ...]:
    """Return, for each other rule set that has a name, a sentence with what these rules do differently."""
    paragraphs = []
    for other in RuleSet.known.values():
        differing = [
            text
            for field in fields(RuleSet)
            if field.name != "name" and _told(rules, field.name) != _told(other, field.name)
            if (text := sentence(rules, field.name))
        ]
        if differing and other.phase_one == rules.phase_one:
            paragraphs.append(Text("Unlike {rules}: {sentences}", rules=other.name, sentences=paragraph(differing)))
    if rules.phase_one:
        paragraphs.append(Text("Unlike every other rule set: it begins with a phase in which only White captures."))
    return tuple(paragraphs)


def _told(rules: RuleSet, name: str) -> object:
    """Return what the sentence of a field tells: for turns without a capture, also with how many stones they count."""
    value: object = getattr(rules, name)
    return (value, rules.quiet_stones) if name == "quiet_turns" and value else value


TURN_FIELDS = ("must_capture", "chain", "change_direction", "first_turn_chain", "first_turn_paika")
END_FIELDS = ("blocked", "quiet_turns", "repetition", "agreement")
VELA_FIELDS = ("phase_one", "phase_one_takes", "phase_one_offer")


def _sentences(rules: RuleSet, names: tuple[str, ...]) -> dict[str, str]:
    return {name: sentence(rules, name) for name in names}


def sentence(rules: RuleSet, name: str) -> str:
    """Return what a field of a rule set means in play; empty where it means nothing under these rules.

    >>> sentence(RuleSet.known["short"], "change_direction")
    'A chain may go straight on or change its direction.'
    """
    value = getattr(rules, name)
    if name == "first_turn_paika" and not rules.must_capture:
        return ""
    return SENTENCES[name][value] if name in SENTENCES else _counted(rules, name, value)


def _counted(rules: RuleSet, name: str, count: int) -> str:
    """Return the sentence of a field that holds a number."""
    if name == "repetition":
        if not count:
            return Text("Positions may repeat without end.")
        return Text(
            "The {ordinal} time the same position with the same side to move occurs since the last capture, the game "
            "is drawn.",
            ordinal=ORDINALS[count],
        )
    if name == "quiet_turns":
        if not count:
            return Text("However long nobody captures, the game goes on.")
        return Text(
            "When both sides have fewer than {stones} stones and {turns} turns in a row capture nothing, the game is "
            "drawn.",
            stones=rules.quiet_stones,
            turns=count,
        )
    if name == "phase_one" and count:
        return Text(
            "Until {count} of Black's stones are gone, only White captures, and always must; there are no chains, and "
            "Black's steps remove nothing. If White cannot capture, the game ends without a result. After that the "
            "rules below hold for both.",
            count=count,
        )
    return ""
