"""Rules as data: what every game's rule set is, by name and with changes. Knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from itertools import zip_longest
from typing import Any, ClassVar, NamedTuple, Self, get_args

from vato.board import Outcome
from vato.errors import UnknownName, shorten
from vato.text import Listing, Text, either

ORDINALS = (Text("never"), Text("first"), Text("second"), Text("third"), Text("fourth"), Text("fifth"))
OCCURRENCES: dict[str, Any] = {"values": range(len(ORDINALS))}
YES_NO: dict[str, Any] = {"values": (True, False)}


YES, NO = Text("yes"), Text("no")
NOT_AT_ALL = "\N{EN DASH}"
"""What a rule set has where a field means nothing under its other fields."""


@dataclass(frozen=True)
class Example:
    """A position in which a rule is seen at work, with what comes of it, written by hand; tests play every one.

    Points have the names that `vato.scene` gives them.
    """

    name: str
    """A word for addresses and files: under any rules, examples of one name show the same thing."""
    caption: str
    position: str | None = None
    """Where it begins; None for the start of a game."""
    before: tuple[str, ...] = ()
    """Turns played from there, before what is shown."""
    move: str = ""
    """The turn that is shown, if any; these rules allow it."""
    lands: str = ""
    """The point on which the moved stone ends."""
    captured: tuple[str, ...] = ()
    """The points of the other side's stones that the move takes off or sends back, and of no others."""
    sent: tuple[str, ...] = ()
    """Where these stones go; empty where they leave the board."""
    lost: tuple[str, ...] = ()
    """The points of the player's own stones that the move costs, after it."""
    refused: str = ""
    """A turn that these rules refuse here."""
    ends: Outcome | None = None
    """How the game is over then, where the example shows that."""


class Section(NamedTuple):
    """A part of the rules in plain words."""

    title: str
    paragraphs: tuple[str, ...]
    examples: tuple[tuple[Example, ...], ...] = ()
    """For each paragraph what shows it; the last ones may be left out."""

    def parts(self) -> Iterator[tuple[str, tuple[Example, ...]]]:
        """Yield each paragraph with its examples."""
        yield from zip_longest(self.paragraphs, self.examples, fillvalue=())


@dataclass(frozen=True)
class RuleSet:
    """Rules as data. The name is text that reads back: a known name, then every field that differs from it."""

    name: str

    known: ClassVar[dict[str, Any]]
    """The rule sets of this game that have a name of their own."""

    def __post_init__(self) -> None:
        for field in fields(self)[1:]:
            value, allowed = getattr(self, field.name), field.metadata["values"]
            if type(value) is not type(field.default) or value not in allowed:
                raise UnknownName(
                    "{key} cannot be {value}; it can be {allowed}.",
                    key=field.name,
                    value=shorten(_value_text(value)),
                    allowed=_values_text(allowed),
                )
        if self.known:
            base = self._base(self.name)
            changes = [
                f"{field.name}={_value_text(getattr(self, field.name))}"
                for field in fields(self)[1:]
                if getattr(self, field.name) != getattr(base, field.name)
            ]
            object.__setattr__(self, "name", ",".join([base.name, *changes]))

    @classmethod
    def _base(cls, text: str) -> Self:
        name = text.split(",")[0].strip()
        if name not in cls.known:
            raise UnknownName(
                "There is no rule set {name!r}; choose one of {known}.", name=shorten(name), known=Listing(cls.known)
            )
        base: Self = cls.known[name]
        return base

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the rule set a text names, such as `classic` or `classic,chain=obligatory`."""
        _, *changes = text.split(",")
        return cls._base(text).derive(**dict(cls._read_change(change.strip()) for change in changes))

    @classmethod
    def _read_change(cls, text: str) -> tuple[str, object]:
        key, equals, value = (part.strip() for part in text.partition("="))
        words: dict[str, object] = {"yes": True, "no": False}
        if not equals:
            raise UnknownName("{text!r} is not a change to a rule set; write field=value.", text=shorten(text))
        if value.isascii() and value.isdigit() and len(value) < 4:
            return key, int(value)
        return key, words.get(value, value)

    def derive(self, **changes: Any) -> Self:
        """Return these rules with some fields changed, under a name that says so."""
        names = [field.name for field in fields(self)[1:]]
        for key in changes:
            if key not in names:
                raise UnknownName(
                    "A rule set has no field {key!r}; its fields are {fields}.",
                    key=shorten(key),
                    fields=Listing(names),
                )
        return replace(self, **changes)

    def __str__(self) -> str:
        return self.name


def _value_text(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _values_text(allowed: Any) -> str:
    if isinstance(allowed, range):
        return Text("a number from {least} to {most}", least=allowed[0], most=allowed[-1])
    return either(map(_value_text, allowed))


class Row(NamedTuple):
    """What several rule sets say about one field."""

    field: str
    label: str
    values: tuple[str, ...]


class Comparison(NamedTuple):
    """Rule sets side by side: only what distinguishes them."""

    title: str
    columns: tuple[str, ...]
    """The names of the rule sets."""
    rows: tuple[Row, ...]


def compare(rules: RuleSet, labels: dict[str, Text], say: Callable[[Any, str], str]) -> Comparison:
    """Return the known rule sets, and these rules if they are others, with the fields in which they differ.

    A game's room gives the label of each field, and says what a rule set has there.
    """
    shown = [*rules.known.values()]
    if rules not in shown:
        shown.append(rules)
    rows = []
    for name, label in labels.items():
        values = tuple(say(each, name) for each in shown)
        if len(set(values)) > 1:
            rows.append(Row(name, label, values))
    return Comparison(Text("At a glance"), tuple(each.name for each in shown), tuple(rows))


def compare_fields(rules: RuleSet) -> Comparison:
    """Return the known rule sets side by side, by the names and values of their fields."""
    labels = {field.name: Text.literal(field.name) for field in fields(rules)[1:]}
    return compare(rules, labels, lambda each, name: spell(getattr(each, name)))


def spell(value: object) -> str:
    """Return what a value of a field is called: yes or no, a number, never for none.

    >>> spell(True), spell(10), spell(0)
    ('yes', '10', 'never')
    """
    if isinstance(value, bool):
        return YES if value else NO
    return str(value) if value else ORDINALS[0]


def choice(literal: Any) -> dict[str, Any]:
    """Return the field metadata of a rule-set field that takes one of a Literal's words."""
    return {"values": get_args(literal)}
