"""`vato think`: the engine of this machine, for a server elsewhere."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Annotated

import typer

from vato.errors import VatoError
from vato.folders import data_folder
from vato.text import why

EXAMPLE = "vato think --for https://vato.example.org --token engines.token"


def think(
    address: Annotated[str, typer.Option("--for", metavar="URL", help="The server, which was started with --engines.")],
    token: Annotated[
        Path | None,
        typer.Option("--token", metavar="FILE", help="A file with the server's token; else $VATO_ENGINES_TOKEN."),
    ] = None,
    processes: Annotated[
        int, typer.Option("--processes", metavar="N", min=1, max=64, help="How many questions it thinks about at once.")
    ] = 1,
) -> None:
    """Think for a server on another machine; Ctrl-C ends it.

    The computer's moves, analyses, hints and reviews that the server would work out are worked out here. What it was
    asked when it ends, another engine is asked.
    """
    import asyncio

    from vato.server.engine import helping

    logging.basicConfig(level=logging.INFO, format="vato: %(message)s")
    helping.socket_address(address)  # what is wrong with it is said before anything starts
    asyncio.run(helping.think(address, _token(token), processes, data_folder()))


def _token(path: Path | None) -> str:
    if path is None:
        text = os.environ.get("VATO_ENGINES_TOKEN", "")
    else:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reason = why(error) if isinstance(error, OSError) else "it is no text"
            raise VatoError("The token cannot be read from {path}: {why}.", path=path, why=reason) from error
    if not text.strip():
        raise VatoError("The server's token is needed: give the file it is in with --token.")
    return text.strip()
