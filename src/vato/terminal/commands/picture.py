"""`vato picture`: a position drawn as SVG."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from vato import catalog
from vato.picture import THEMES
from vato.terminal import files
from vato.terminal.game_options import NOTHING, Chosen, with_setup
from vato.terminal.options import GameName, Position, Rules, named_game

EXAMPLE = f"vato picture {named_game()} --theme dark --out board.svg"


@with_setup
def picture(
    game: GameName,
    rules: Rules = None,
    setup: Chosen = NOTHING,
    position: Position = None,
    move: Annotated[str | None, typer.Option("--move", metavar="MOVE", help="Draw this move as a plan.")] = None,
    theme: Annotated[str, typer.Option("--theme", metavar="|".join(THEMES), help="The colours.")] = "light",
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write here, not to the screen.")] = None,
) -> None:
    """Draw a position as SVG."""
    board = catalog.new(game, rules=rules, position=position, **setup)
    files.deliver(board.svg(theme=theme, move=move), out)
