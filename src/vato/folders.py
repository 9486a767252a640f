"""Where the files of this user lie, unless somebody names another place."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from platformdirs import PlatformDirs

from vato.errors import VatoError

# Windows puts an author's name above the program's, which nobody looks for there.
_USER = PlatformDirs("vato", appauthor=False)


def data_folder() -> Path:
    """Return the folder in which this user's games, progress and solutions are kept."""
    named = os.environ.get("VATO_DATA")
    if named:
        return Path(named)
    with _explaining("VATO_DATA"):
        return _USER.user_data_path


def state_folder() -> Path:
    """Return the folder in which what this user was in the middle of is kept."""
    with _explaining("HOME"):
        return _USER.user_state_path


@contextmanager
def _explaining(variable: str) -> Iterator[None]:
    """Say in a sentence that a user has no home, as some who are made for a service."""
    try:
        yield
    except RuntimeError as error:
        raise VatoError("You have no home folder; name one in {variable}.", variable=variable) from error


def usual_solution(game: str, chosen: Mapping[str, str] | None = None) -> Path | None:
    """Return where a solution is looked for that nobody has named; None for a user who has no home."""
    try:
        return solution_folder(game, chosen)
    except VatoError:
        return None


def cache_folder() -> Path:
    """Return the folder for what can be made anew; raise `RuntimeError` for a user who has no home."""
    return _USER.user_cache_path


def solution_folder(game: str, chosen: Mapping[str, str] | None = None, data: Path | None = None) -> Path:
    """Return the folder in which `vato solve` puts the solution of a game, and where it is looked for.

    What was chosen to be solved, if anything, has a folder of its own. `data` is another user's folder.
    """
    return (data or data_folder()) / f"{game}-solution" / "-".join((chosen or {}).values())
