"""Files that a person names: games read and written, and a sentence about what went wrong with one."""

from __future__ import annotations

import sys
from pathlib import Path

from vato import record
from vato.errors import VatoError
from vato.record import InvalidRecord, Record
from vato.terminal import language
from vato.terminal.screen import Explained, Screen
from vato.text import Listing, Text, why


def named(text: str) -> Path:
    """Return the file a person means."""
    if not text.isprintable():
        raise VatoError("{text!r} cannot be the name of a file.", text=text)
    try:
        return Path(text).expanduser()
    except RuntimeError:  # ~somebody who is not known here
        return Path(text)


def unreadable(path: Path, error: OSError) -> VatoError:
    """Return the refusal of a file that cannot be read at all."""
    return VatoError("{path} cannot be read: {why}.", path=path, why=why(error))


def damaged(path: Path, error: InvalidRecord) -> VatoError:
    """Return the refusal of a record with its file and line."""
    return VatoError("{path}, line {line}: {reason}", path=path, line=error.line, reason=error.reason)


def load(path: Path) -> list[Record]:
    """Return the games in a file, at least one, or raise a `VatoError` that names the file."""
    try:
        records = record.load(path)
    except OSError as error:
        raise unreadable(path, error) from error
    except InvalidRecord as error:
        raise damaged(path, error) from error
    except VatoError as error:
        raise VatoError("{path}: {reason}", path=path, reason=error) from error
    if not records:
        raise VatoError("There is no game in {path}.", path=path)
    return records


def load_one(screen: Screen, path: Path) -> Record | None:
    """Return the game a person wants from a file, also from a damaged one; None if they want none of it."""
    try:
        records = load(path)
    except VatoError as error:
        damage = error.__cause__
        if not isinstance(damage, InvalidRecord) or not damage.records:
            raise
        screen.refuse(error)
        if not screen.confirm(Text("Load what could be read?"), default=True):
            return None
        records = damage.records
    if len(records) == 1:
        return records[0]
    options = [Explained(title(game), summary(game)) for game in records]
    return records[screen.choose(Text("Which game?"), options, default=len(records) - 1)]


def title(game: Record) -> str:
    """Return which game a record holds, by which rules."""
    return f"{game.start.game} {game.start.rules}"


def summary(game: Record) -> str:
    """Return in a few words who played a game, when, and how far it came."""
    start = game.start
    players = " - ".join(name or language.say(side) for name, side in zip(game.players, start.sides, strict=True))
    ended = start.describe(game.outcome) if game.outcome else Text("unfinished")
    turns = Text("turns: {turns}", turns=len(game.turns))
    return Listing(filter(None, (players, language.date(game.date) if game.date else "", turns, ended)))


def deliver(text: str, path: Path | None) -> None:
    """Write a result to a file, or to the standard output."""
    if path is None:
        sys.stdout.write(text)
        return
    deliver_bytes(text.encode(), path)


def deliver_bytes(data: bytes, path: Path) -> None:
    """Write a result to a file, which is there whole or as it was before; by a link, or into a pipe, as it comes."""
    from vato.solve.packed import write_whole

    try:
        if path.is_symlink() or (path.exists() and not path.is_file()):  # such as /dev/stdout, wherever that leads
            path.write_bytes(data)
        else:
            write_whole(path, [data])
    except OSError as error:
        raise VatoError("{path} cannot be written: {why}.", path=path, why=why(error)) from error
