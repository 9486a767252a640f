"""The rules of Fanorona in plain words, composed from a rule set's fields, so that they say what the board enforces."""

from __future__ import annotations

from dataclasses import fields

from vato.fanorona.rulesets import RuleSet
from vato.rules import ORDINALS, Section

SUMMARIES = {
    "standard": "What research papers and most programs play: capturing is obligatory, chains are optional.",
    "classic": "The German edition: like standard, but each player's first turn is a single capture.",
    "strict": "The boxed edition: chains must be played to their end; the first turn is a single capture or a step.",
    "short": "The paper-craft sheet: like standard, but a chain may also go straight on.",
    "free": "The French playing program: nobody has to capture, and quiet endings are drawn after ten turns.",
    "vela": "The revanche game of the loser: at first only White captures, one stone a turn.",
}
SOURCES = {
    "standard": "Research papers and most programs.",
    "classic": "Document 004: the German edition, which also describes Vela and tournaments.",
    "strict": "Document 000: the boxed edition in ten languages.",
    "short": "Document 001: the short rule on a paper-craft sheet.",
    "free": "Document 003: the French playing program.",
    "vela": "Document 004: the German edition.",
}

BOARD = (
    "The board has lines along its rows and columns, and diagonals through every second point: a1 has them, its "
    "neighbours b1 and a2 have none. Columns are lettered from the left, rows numbered from White's side.",
    "White fills the rows below the middle, Black those above; in the middle row the colours alternate around the "
    "empty centre. White moves first.",
)
STEP = (
    "A step moves one stone along a line to an empty neighbouring point.",
    "It captures by approach when the next point beyond, on the same line, holds an enemy stone, and by withdrawal "
    "when the point behind it holds one. That stone and all enemy stones behind it without a gap are taken off at "
    "once; an empty point or an own stone ends the row.",
    "Where a step could capture both ways, the player picks one of them. A step that captures nothing is a paika.",
)
CHAIN = (
    "After a capture the same stone may capture again, and again: a chain. It may enter points it has just cleared, "
    "but never a point it has already stood on in this turn, its origin included."
)
WIN = "Whoever captures all enemy stones wins."


def words(rules: RuleSet) -> tuple[Section, ...]:
    """Return the rules of a rule set in plain words: a summary, the rules, the source, what sets it apart."""
    base = rules.name.split(",")[0]
    summary = SUMMARIES[base] if rules.name == base else f"{SUMMARIES[base]} Changed: {rules.name.partition(',')[2]}."
    sections = [
        Section(rules.name, (summary,)),
        Section("The board", BOARD),
        Section("A step", STEP),
        Section("A turn", (CHAIN, *_sentences(rules, TURN_FIELDS))),
        Section("The end", (WIN, *_sentences(rules, END_FIELDS))),
    ]
    if rules.phase_one:
        sections.insert(1, Section("The first phase", _sentences(rules, VELA_FIELDS)))
    return (*sections, Section("What sets it apart", differences(rules)), Section("Source", (SOURCES[base],)))


def differences(rules: RuleSet) -> tuple[str, ...]:
    """Return, for each other rule set that has a name, a sentence with what these rules do differently."""
    paragraphs = []
    for other in RuleSet.known.values():
        differing = [
            text
            for field in fields(RuleSet)
            if field.name != "name" and getattr(rules, field.name) != getattr(other, field.name)
            if (text := sentence(rules, field.name))
        ]
        if differing and other.phase_one == rules.phase_one:
            paragraphs.append(f"Unlike {other.name}: " + " ".join(differing))
    if rules.phase_one:
        paragraphs.append("Unlike every other rule set: it begins with a phase in which only White captures.")
    return tuple(paragraphs)


TURN_FIELDS = ("must_capture", "chain", "change_direction", "first_turn_chain", "first_turn_paika")
END_FIELDS = ("blocked", "quiet_turns", "repetition", "agreement")
VELA_FIELDS = ("phase_one", "phase_one_takes", "phase_one_offer")


def _sentences(rules: RuleSet, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(filter(None, (sentence(rules, name) for name in names)))


def sentence(rules: RuleSet, name: str) -> str:
    """Return what a field of a rule set means in play; empty where it means nothing under these rules.

    >>> sentence(RuleSet.known["short"], "change_direction")
    'A chain may go straight on or change its direction.'
    """
    texts: dict[str, dict[object, str]] = {
        "must_capture": {
            True: "A player who can capture must capture, but may choose which capture.",
            False: "Nobody has to capture: a player may move a stone that captures nothing. But a step that can "
            "capture does capture.",
        },
        "chain": {
            "optional": "A chain may stop after any capture.",
            "obligatory": "A chain must be played to its end.",
        },
        "change_direction": {
            True: "Every step of a chain must leave in another direction than the step before it.",
            False: "A chain may go straight on or change its direction.",
        },
        "first_turn_chain": {
            True: "The first turn may be a chain, like any other.",
            False: "On each player's first turn only one capture is allowed, no chain.",
        },
        "first_turn_paika": {
            True: "On the first turn a player who could capture may make a paika instead.",
            False: "Capturing is obligatory on the first turn, too." if rules.must_capture else "",
        },
        "blocked": {
            "loses": "A player to move whose stones are all blocked loses.",
            "draws": "When the player to move has no step left, the game is drawn.",
        },
        "agreement": {
            True: "The players may agree on a draw.",
            False: "There is no draw by agreement.",
        },
        "phase_one_takes": {
            "nearest": "White's capture removes only one stone, the one nearest to the moved stone.",
            "farthest": "White's capture removes only one stone, the one at the far end of the row.",
        },
        "phase_one_offer": {
            True: "Black's step must leave White at least one capture. If no step does, any step is allowed.",
            False: "Black may play any step.",
        },
    }
    value = getattr(rules, name)
    if name in texts:
        return texts[name][value]
    return _counted(rules, name, value)


def _counted(rules: RuleSet, name: str, count: int) -> str:
    """Return the sentence of a field that holds a number."""
    if name == "repetition":
        return (
            f"The {ORDINALS[count]} time the same position with the same side to move occurs since the last capture, "
            "the game is drawn."
            if count
            else "Positions may repeat without end."
        )
    if name == "quiet_turns":
        return (
            f"When both sides have fewer than {rules.quiet_stones} stones and {count} turns in a row capture nothing, "
            "the game is drawn."
            if count
            else "However long nobody captures, the game goes on."
        )
    if name == "phase_one":
        return (
            f"Until {count} of Black's stones are gone, only White captures, and always must; there are no chains, and "
            "Black's steps remove nothing. If White cannot capture, the game ends without a result. After that the "
            "rules below hold for both."
            if count
            else ""
        )
    return ""
