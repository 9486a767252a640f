"""Files of records: loaded as text or JSON, saved so that nothing is ever half written."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from vato.errors import VatoError
from vato.record.as_json import from_json
from vato.record.reader import read
from vato.record.record import Record
from vato.record.writer import write


def load(path: str | os.PathLike[str]) -> list[Record]:
    """Return the games in a file, text or JSON."""
    # What is not UTF-8 becomes lone surrogates, which the reader names with their line.
    text = Path(path).read_bytes().decode(errors="surrogateescape").removeprefix("\ufeff")
    return from_json(text) if text.lstrip().startswith(("[", "{")) else read(text)


def save(path: str | os.PathLike[str], records: Iterable[Record]) -> None:
    """Write games to a file so that at any moment the file holds either all of the old text or all of the new."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise OSError(errno.EINVAL, "Not a regular file", str(path))
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        with temporary.open("x", encoding="utf-8", newline="\n") as file:
            try:
                file.write(write(records))
            except UnicodeEncodeError as error:
                raise VatoError("A name or comment holds a character that cannot be written as UTF-8.") from error
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            temporary.chmod(target.stat().st_mode)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    if hasattr(os, "O_DIRECTORY"):  # Windows opens no folder
        folder = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
