"""`vato play`: what can be asked for on the command line. How the game then begins and goes: vato.terminal.play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from vato.terminal.game_options import NOTHING, Chosen, with_setup
from vato.terminal.options import Position, Rules, checked_seconds, game_argument, has_engine, named_game
from vato.terminal.play import loop
from vato.terminal.play.opponents import SECONDS, explain_opponents
from vato.terminal.play.start import Wishes, begin
from vato.terminal.screen import Screen

EXAMPLE = f"vato play {named_game(has_engine)} --against engine --side random"


@with_setup
def play(
    game: Annotated[str | None, game_argument()] = None,
    rules: Rules = None,
    setup: Chosen = NOTHING,
    position: Position = None,
    against: Annotated[str | None, typer.Option("--against", metavar="WHOM", help=explain_opponents())] = None,
    side: Annotated[
        str | None, typer.Option("--side", metavar="SIDE", help="Your side against the program, or random.")
    ] = None,
    names: Annotated[str | None, typer.Option("--names", metavar="ANN,BEN", help="Who plays.")] = None,
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Go on with a game from a file.")] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Make the choices of random and greedy repeatable.")
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", help="How long the engine thinks about a turn.")
    ] = SECONDS,
) -> None:
    """Play at the terminal, two people or one against the program."""
    wishes = Wishes(game, rules, position, setup, against, side, names, load, seed, checked_seconds(seconds))
    screen = Screen()
    try:
        table = begin(screen, wishes)
    except EOFError:
        screen.space()
        return
    if table is not None:
        loop.play(table)
