"""The games by name. Adding a game is adding its room and one entry here; nothing else asks which game it has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from vato import fanorona, squadro
from vato.game import Board, Player, UnknownName, shorten
from vato.knowledge import Knowledge, Unasked
from vato.rules import Comparison, Example, RuleSet, Section
from vato.teaching import Lesson
from vato.text import Listing

if TYPE_CHECKING:
    from vato.scene import Scenery


@dataclass(frozen=True)
class Game:
    """What the rest of the house needs to know of a game."""

    name: str
    rules: type[RuleSet]
    board_for: Callable[[Any], type[Any]]
    """The board class that plays a rule set."""
    setup: Mapping[str, str]
    """What can be chosen at the start beside the rules and the position: the option and an example of its value."""
    offered: Mapping[str, tuple[str, ...]]
    """The values of those options that an interface offers, the usual one first."""
    openings: Mapping[str, str]
    """The first moves that have a name, for a series that plays them in turn."""
    lead: Callable[[Any, Player], int]
    """How far a player is ahead of the other, in stones or places."""
    subtlety: Callable[[Any], tuple[int, int]]
    """Of a move, how many things about it are hard to see, and how many stones it takes or sends back."""
    words: Callable[[Any], tuple[Section, ...]]
    """The rules of a rule set in plain words with examples, and what distinguishes it from the others."""
    comparison: Callable[[Any], Comparison]
    """The known rule sets side by side, with one that was derived from them."""
    illustration: Callable[[Any, Example, str], str]
    """An example on the board where it is shown, as SVG in a theme."""
    scene: Scenery
    """What an interface draws and offers."""
    lessons: tuple[Lesson, ...]
    """The lessons, in the order of learning."""
    contest_rules: str
    """The rules a match or series is played by, unless others are agreed on."""
    revanche: Callable[[Any], RuleSet] | None
    """The rules of the revanche game after a lost one, where there is such a thing."""
    knowledge: Callable[[Path | None], Knowledge] | None
    """What is known exactly about positions: by a solution's folder, or where `vato solve` puts one by itself."""

    def kernel(self) -> ModuleType:
        """Return the game's compiled rules, which only those load who need them."""
        return import_module(f"vato.{self.name}.kernel")

    def file(self, name: str) -> Path:
        """Return a file of the game's room; there may be none of this name."""
        return Path(__file__).parent / self.name / name

    def solving(self, part: str = "solving") -> ModuleType:
        """Return a part of the game's solver (see vato.tasks), likewise; there may be none."""
        return import_module(f"vato.{self.name}.solver.{part}")

    def read_rules(self, rules: str | RuleSet | None = None) -> RuleSet:
        """Return a rule set by its name; the game's first one for None."""
        if isinstance(rules, RuleSet):
            if not isinstance(rules, self.rules):
                raise UnknownName("These rules are not rules of {game}.", game=self.name)
            return rules
        return self.rules.read(next(iter(self.rules.known)) if rules is None else rules)


GAMES = {
    game.name: game
    for game in (
        Game(
            name="fanorona",
            rules=fanorona.RuleSet,
            board_for=lambda rules: fanorona.VelaBoard if rules.phase_one else fanorona.Board,
            setup={"board": "5x5"},
            offered={"board": fanorona.SIZES},
            openings=fanorona.OPENINGS,
            lead=fanorona.lead,
            subtlety=fanorona.subtlety,
            words=fanorona.words,
            comparison=fanorona.comparison,
            illustration=fanorona.illustration,
            scene=fanorona.scene,
            lessons=fanorona.LESSONS,
            contest_rules="classic",
            revanche=fanorona.revanche_of,
            knowledge=fanorona.known,
        ),
        Game(
            name="squadro",
            rules=squadro.RuleSet,
            board_for=lambda _: squadro.Board,
            setup={"first": "dark"},
            offered={"first": squadro.Board.sides},
            openings={},
            lead=squadro.lead,
            subtlety=squadro.subtlety,
            words=squadro.words,
            comparison=squadro.comparison,
            illustration=squadro.illustration,
            scene=squadro.scene,
            lessons=squadro.LESSONS,
            contest_rules="standard",
            revanche=None,
            knowledge=squadro.known,
        ),
    )
}


def find(name: str) -> Game:
    """Return a game by its name.

    >>> find("squadro").name
    'squadro'
    """
    if name not in GAMES:
        raise UnknownName("There is no game {name!r}; choose one of {known}.", name=shorten(name), known=Listing(GAMES))
    return GAMES[name]


def new(game: str, *, rules: str | RuleSet | None = None, position: str | None = None, **setup: str | None) -> Board:
    """Return a board at the start of a game, or with the position a text describes.

    Fanorona takes `board`, its size (`board="5x5"`, width x height); Squadro takes `first`, who begins.

    >>> new("fanorona", rules="short", board="3x3").position
    'bbb/b1w/www w'
    >>> new("squadro", first="dark").position
    '00000/00000 dark'
    """
    entry = find(game)
    for option in setup:
        if option not in entry.setup:
            raise UnknownName(
                "{game} has no option {option!r}; it has {known}.",
                game=game,
                option=option,
                known=Listing(entry.setup),
            )
    chosen = entry.read_rules(rules)
    board: Board = entry.board_for(chosen).new(chosen, position, **setup)
    return board


def known(game: str, folder: str | Path | None = None) -> Knowledge | None:
    """Return what is known exactly about a game, if anything is: for an engine, or to be asked for facts.

    It comes from a solution's folder or, without one, from where `vato solve` puts the solution unless told otherwise;
    if there is none, from what every copy of vato has, such as an opening book.

    >>> knowledge = known("squadro")
    >>> str(knowledge.facts(new("squadro")).fact)
    'lost'
    """
    if (found := find(game).knowledge) is None:
        if folder is not None:
            raise UnknownName("There is no solver for {game} yet.", game=game)
        return None
    return Unasked(found(None)) if folder is None else found(Path(folder))
