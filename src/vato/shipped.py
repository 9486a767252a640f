"""Data files that come with vato: a damaged one is named in one sentence in the log, and vato goes on without it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

log = logging.getLogger("vato")

Content = TypeVar("Content")


def read_shipped(path: Path, read: Callable[[Path], Content], without: str) -> Content | None:
    """Return what `read` makes of a file; None where it fails, and the log says what vato does `without` it."""
    try:
        return read(path)
    except Exception as error:  # what else a reader of changed bytes may raise, nobody can list
        why = (error.strerror or str(error)).lower() if isinstance(error, OSError) else "it is damaged"
        log.warning("%s cannot be read (%s): %s; install vato again to mend it.", path, why, without)
        return None
