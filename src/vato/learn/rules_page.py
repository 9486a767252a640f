"""The rules of a game as a page holds them, with examples and rule sets compared; the examples set up and drawn.

Knows no game: what the examples are comes from the game's room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from typing_extensions import TypedDict

from vato import catalog, scene
from vato.board import Board
from vato.errors import IllegalMove, UnknownName, VatoError, shorten
from vato.game import Game
from vato.rules import Comparison, Example, RuleSet, Section

Say = Callable[[str | VatoError], str]
"""Says a text in the reader's language."""


class PageExample(TypedDict):
    """A position in which a rule is seen at work; `/api/rules/{game}/{name}.svg` is its picture."""

    paragraph: int
    """Which paragraph of its section it belongs to, from 0."""
    name: str
    caption: str
    width: float
    """Of the picture."""
    height: float
    position: str
    move: str | None
    """The turn that is shown, if any."""
    captured: tuple[str, ...]
    """The points of the stones that it takes or sends back."""
    sent: tuple[str, ...]
    """Where these stones go; empty where they leave the board."""
    refused: str | None
    """A turn that the rules refuse here, if that is shown."""
    why: str | None
    """Why it is refused."""


class PageSection(TypedDict):
    """A part of the rules."""

    title: str
    paragraphs: list[str]
    examples: list[PageExample]


class PageRow(TypedDict):
    """What each rule set has in a field."""

    field: str
    label: str
    values: list[str]


class PageComparison(TypedDict):
    """Rule sets side by side, with the fields in which they differ."""

    title: str
    columns: tuple[str, ...]
    """The names of the rule sets."""
    rows: list[PageRow]


class RulesPage(TypedDict):
    """The rules of a game in words."""

    game: str
    rules: str
    sections: list[PageSection]
    comparison: PageComparison


@dataclass(frozen=True)
class Shown:
    """An example under the rules that it belongs to."""

    game: str
    rules: RuleSet
    example: Example

    def board(self) -> Board:
        """Return the board on which the example is shown, before its move.

        >>> find("squadro", None, "jump").board().position
        '00000/30000 light'
        """
        board = catalog.new(self.game, rules=self.rules, position=self.example.position)
        for turn in self.example.before:
            board.push(turn)
        return board

    def after(self) -> Board:
        """Return the board after the move."""
        board = self.board()
        if self.example.move:
            board.push(self.example.move)
        return board

    def why(self) -> IllegalMove | None:
        """Return why the turn that the example calls refused is refused; None if it has none.

        >>> print(find("fanorona", "standard", "must-capture").why())
        You must capture, for instance a2-b2A.
        """
        try:
            if self.example.refused:
                self.board().read(self.example.refused)
        except IllegalMove as error:
            return error
        return None

    def svg(self, theme: str = "light") -> str:
        """Return a picture: the position with the move, what it does to others, and what is refused."""
        return catalog.find(self.game).illustration(self.board(), self.example, theme)


def of(game: str, rules: str | RuleSet | None = None) -> Iterator[Shown]:
    """Yield the examples of a rule set."""
    entry = catalog.find(game)
    chosen = entry.read_rules(rules)
    for section in entry.words(chosen):
        for _, examples in section.parts():
            for example in examples:
                yield Shown(game, chosen, example)


def find(game: str, rules: str | RuleSet | None, name: str) -> Shown:
    """Return an example of a rule set by its name."""
    for shown in of(game, rules):
        if shown.example.name == name:
            return shown
    raise UnknownName("These rules have no example {name!r}.", name=shorten(name))


def summary(game: Game, rules: str | RuleSet) -> str:
    """Return a rule set in one line, the first of its plain words."""
    return game.words(game.read_rules(rules))[0].paragraphs[0]


def page(game: str, rules: str | RuleSet | None, say: Say) -> RulesPage:
    """Return all that the rules page of a rule set says, as plain data in the reader's language."""
    entry = catalog.find(game)
    chosen = entry.read_rules(rules)
    return {
        "game": entry.name,
        "rules": chosen.name,
        "sections": [_section(entry.name, chosen, section, say) for section in entry.words(chosen)],
        "comparison": _comparison(entry.comparison(chosen), say),
    }


def _section(game: str, rules: RuleSet, section: Section, say: Say) -> PageSection:
    return {
        "title": say(section.title),
        "paragraphs": [say(paragraph) for paragraph in section.paragraphs],
        "examples": [
            _example(Shown(game, rules, example), number, say)
            for number, (_, examples) in enumerate(section.parts())
            for example in examples
        ],
    }


def _example(shown: Shown, paragraph: int, say: Say) -> PageExample:
    example, reason, board = shown.example, shown.why(), shown.board()
    layout = scene.layout_of(board)
    return {
        "paragraph": paragraph,
        "name": example.name,
        "caption": say(example.caption),
        "width": layout["width"],
        "height": layout["height"],
        "position": board.position,
        "move": example.move or None,
        "captured": example.captured,
        "sent": example.sent,
        "refused": example.refused or None,
        "why": None if reason is None else say(reason),
    }


def _comparison(comparison: Comparison, say: Say) -> PageComparison:
    return {
        "title": say(comparison.title),
        "columns": comparison.columns,
        "rows": [
            {"field": field, "label": say(label), "values": [say(value) for value in values]}
            for field, label, values in comparison.rows
        ],
    }
