"""The arguments and options that several commands share, so that they are called and explained the same everywhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any

import typer

from vato import catalog
from vato.errors import VatoError
from vato.game import Game
from vato.rules import RuleSet
from vato.terminal.help_text import compose
from vato.text import Text, either

MOST_SECONDS = 86_400.0

Has = Callable[[Game], object]
"""Whether a game has what a command needs."""


def anything(_: Game) -> bool:
    """Return that nothing is needed which not every game has."""
    return True


def has_engine(game: Game) -> bool:
    """Return whether there is an engine for a game."""
    return game.kernel is not None


def most_levels() -> int:
    """Return how many levels the engine has in the game that has most."""
    return max((len(game.levels) for game in catalog.GAMES.values() if has_engine(game)), default=0)


def names_of_games(has: Has = anything) -> list[str]:
    """Return the names of the games that have what is needed."""
    return [game.name for game in catalog.GAMES.values() if has(game)]


def named_game(has: Has = anything) -> str:
    """Return a game that can stand in an example."""
    return next(iter(names_of_games(has)), "GAME")


def explain_names(names: list[str]) -> str:
    """Return the help of a parameter that takes one of some names."""
    return compose(Text("{names}.", names=either(names) if names else Text("none yet")))


def game_argument(has: Has = anything) -> Any:
    """Return the argument that names a game, of those that have what is needed."""
    return typer.Argument(metavar="GAME", help=explain_names(names_of_games(has)))


def explain_rules() -> str:
    """Return the help of a parameter that takes rules, with an example of changed ones."""
    for game in catalog.GAMES.values():
        if (changed := _changed(game.read_rules())) is not None:
            return compose(Text("A rule set, also changed: {example}.", example=changed.name))
    return Text("A rule set.")


def _changed(rules: RuleSet) -> RuleSet | None:
    for field in fields(rules)[1:]:
        for value in field.metadata["values"]:
            if value != getattr(rules, field.name):
                return rules.derive(**{field.name: value})
    return None


GameName = Annotated[str, game_argument()]
Rules = Annotated[str | None, typer.Option("--rules", metavar="RULES", help=explain_rules())]
Position = Annotated[str | None, typer.Option("--position", metavar="TEXT", help="Begin from this position.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Threads = Annotated[
    int, typer.Option("--threads", metavar="N", help="How many threads do the work.", show_default=True)
]
Solution = Annotated[
    Path | None,
    typer.Option("--solution", metavar="DIR", help="The solution's folder; without it, where vato looks by itself."),
]
Grade = Annotated[
    int | None, typer.Option("--grade", metavar="N", help="From 1, easy, to 5; without it, from the easiest on.")
]
HashSize = Annotated[int, typer.Option("--hash", metavar="MB", help="The memory for positions met.", show_default=True)]


def checked_seconds(seconds: float) -> float:
    """Return a time to think, or refuse one that is none."""
    if not 0 < seconds <= MOST_SECONDS:
        raise VatoError("--seconds is more than 0 and at most {most}.", most=int(MOST_SECONDS))
    return seconds
