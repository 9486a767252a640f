"""Options that the games bring with them: what can be chosen when a board is set up, or when a game is solved.

A command takes them as one parameter; here it gets an option of the command line for each that any game has. Whose
option it is, the help says; that a game does not have it, whoever is given it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import partial, wraps
from types import MappingProxyType
from typing import Annotated, Any

import typer

from vato import catalog
from vato.game import Game, SetupOption, SolveOption
from vato.terminal.help_text import compose
from vato.text import Listing, Text

Chosen = Mapping[str, str]
"""What was chosen, by the names of the options."""
NOTHING: Chosen = MappingProxyType({})

GameOption = SetupOption | SolveOption
Command = Callable[..., None]


def with_options(offered: Callable[[Game], Iterable[GameOption]], parameter: str, command: Command) -> Command:
    """Return a command that takes, in place of a parameter, one option for each that is offered by any game."""
    found: dict[str, list[tuple[Game, GameOption]]] = {}
    for game in catalog.GAMES.values():
        for option in offered(game):
            found.setdefault(option.name, []).append((game, option))
    names = {f"{parameter}_{name}": name for name in found}

    @wraps(command)
    def run(**given: Any) -> None:
        chosen = {name: value for key, name in names.items() if (value := given.pop(key)) is not None}
        command(**given, **{parameter: chosen})

    signature = inspect.signature(command, eval_str=True)
    parameters: list[inspect.Parameter] = []
    for each in signature.parameters.values():
        if each.name == parameter:
            parameters += (_parameter(key, found[name]) for key, name in names.items())
        else:
            parameters.append(each)
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    del run.__wrapped__  # or what it takes would be looked up there
    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return run


def _parameter(name: str, options: list[tuple[Game, GameOption]]) -> inspect.Parameter:
    _, first = options[0]
    titles: dict[str, list[str]] = {}
    for game, option in options:
        titles.setdefault(option.help, []).append(game.title)
    explained = Listing(Text("{game}: {help}", game=Listing(games), help=said) for said, games in titles.items())
    shown = typer.Option(f"--{first.name}", metavar=first.metavar, help=compose(Text("{help}.", help=explained)))
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    return inspect.Parameter(name, kind, default=None, annotation=Annotated[str | None, shown])


with_setup = partial(with_options, lambda game: game.setup, "setup")
"""For commands that set up a board: gives them what was chosen as `setup`."""

with_solve_options = partial(with_options, lambda game: game.solve_options, "choices")
"""For the command that solves: gives it what was chosen as `choices`."""
