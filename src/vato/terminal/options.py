"""The arguments and options that several commands share, so that they are called and explained the same everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from vato.errors import VatoError

MOST_SECONDS = 86_400.0

GameName = Annotated[str, typer.Argument(metavar="GAME", help="fanorona or squadro.")]
Rules = Annotated[
    str | None, typer.Option("--rules", metavar="RULES", help="A rule set, also changed: classic,must_capture=no.")
]
BoardSize = Annotated[
    str | None, typer.Option("--board", metavar="SIZE", help="Fanorona: the board, width x height, such as 5x5.")
]
First = Annotated[str | None, typer.Option("--first", metavar="SIDE", help="Squadro: who begins, light or dark.")]
Position = Annotated[str | None, typer.Option("--position", metavar="TEXT", help="Begin from this position.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Threads = Annotated[
    int, typer.Option("--threads", metavar="N", help="How many threads do the work.", show_default=True)
]
Solution = Annotated[
    Path | None,
    typer.Option("--solution", metavar="DIR", help="The solution's folder; without it, where vato looks by itself."),
]
HashSize = Annotated[int, typer.Option("--hash", metavar="MB", help="The memory for positions met.", show_default=True)]


def checked_seconds(seconds: float) -> float:
    """Return a time to think, or refuse one that is none."""
    if not 0 < seconds <= MOST_SECONDS:
        raise VatoError("--seconds is more than 0 and at most {most}.", most=int(MOST_SECONDS))
    return seconds
