"""`vato moderator`: who of a server's members sees to what is reported."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from vato.folders import data_folder
from vato.terminal import language
from vato.terminal.commands.serve import DATA
from vato.text import Text

EXAMPLE = 'vato moderator "Ann Lee"'


def moderator(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of a member.")],
    remove: Annotated[bool, typer.Option("--remove", help="Let the member be no moderator any more.")] = False,
    data: Annotated[Path | None, DATA] = None,
    database: Annotated[
        str, typer.Option("--database", metavar="URL", help="The server's database; else $VATO_DATABASE.")
    ] = "",
) -> None:
    """Make a member a moderator, also while the server runs; whoever can do this runs the server."""
    import asyncio

    from vato.server.appointing import appoint

    place = database or os.environ.get("VATO_DATABASE") or data or data_folder()
    called = asyncio.run(appoint(place, name, remove=remove))
    said = "{name} is no moderator any more." if remove else "{name} is a moderator from now on."
    print(language.say(Text(said, name=called)))
