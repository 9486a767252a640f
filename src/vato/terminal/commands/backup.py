"""`vato backup`, `vato restore` and `vato check`: the games of a server copied, put back, looked at."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from vato.errors import VatoError
from vato.folders import data_folder
from vato.terminal import files, language
from vato.terminal.commands.serve import DATA
from vato.text import Number, Text

BACKUP_EXAMPLE = "vato backup --data /var/lib/vato /backup/monday.sqlite3"
RESTORE_EXAMPLE = "vato restore --data /var/lib/vato /backup/monday.sqlite3"
CHECK_EXAMPLE = "vato check /backup/monday.sqlite3"
COPY = typer.Argument(metavar="FILE", help="A copy that vato backup has made.")


def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where the copy is to be.")],
    data: Annotated[Path | None, DATA] = None,
) -> None:
    """Copy all games to one file, also while a server uses them."""
    from vato.server.store import copies

    target = files.named(file)
    copies.back_up(_folder(data), target)
    print(language.say(Text("The games are in {path}.", path=target)))


def restore(file: Annotated[str, COPY], data: Annotated[Path | None, DATA] = None) -> None:
    """Put a copy of all games back, instead of those that are there; the server must not run."""
    from vato.server.store import copies

    before = copies.restore(files.named(file), _folder(data))
    print(language.say(Text("The games of {path} are back.", path=file)))
    if before is not None:
        print(language.say(Text("Those that were there before are in {path}.", path=before)))


def check(
    file: Annotated[str | None, COPY] = None,
    data: Annotated[Path | None, DATA] = None,
) -> None:
    """Say whether all games can be read and played, of a server or of a copy. If not, say why, and exit with 1."""
    from vato.server import check as checking
    from vato.server.store import copies

    path = copies.database_in(_folder(data)) if file is None else files.named(file)
    found = checking.check(path)
    for sentence in checking.sentences(found):
        print(language.say(sentence))
    if found.elsewhere:
        print(language.say(Text("Games of which this vato has no rules: {count}.", count=Number(found.elsewhere))))
    if found.wrong or found.wrong_studies:
        raise typer.Exit(1)
    in_order = Text("{path}: in order; games: {games}, turns: {turns}", path=path, games=found.games, turns=found.moves)
    print(language.say(in_order))


def _folder(data: Path | None) -> Path:
    """Return the folder of the games; refuse where they are kept elsewhere."""
    if data is None and os.environ.get("VATO_DATABASE"):
        raise VatoError(
            "Games are in PostgreSQL ($VATO_DATABASE): copy them with pg_dump, put them back with pg_restore."
        )
    return data or data_folder()
