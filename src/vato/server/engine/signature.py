"""Which engine this is: a digest of all that a search depends on, so that another one is not taken for the same."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import vato

FOLDERS = ("compiled", "engine", "games", "lattice")
"""What searches and what it searches with: rules, weights, books and tables, beside the files of the library itself."""


@cache
def signature() -> str:
    """Return the digest; the same for every copy of a version, whatever the machine."""
    package = Path(vato.__file__).parent
    found = [*package.glob("*.py"), *(path for folder in FOLDERS for path in (package / folder).rglob("*"))]
    digest = hashlib.sha256()
    for path in sorted(found):
        if path.is_file() and path.suffix != ".pyc":
            digest.update(f"{path.relative_to(package).as_posix()} {path.stat().st_size}\n".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()
