"""Where the files of this user lie, unless somebody names another place."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path


def data_folder() -> Path:
    """Return the folder in which this user's games, progress and solutions are kept."""
    if named := os.environ.get("VATO_DATA"):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path("~/AppData/Local").expanduser()) / "vato"
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/vato").expanduser()
    stated = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (stated if stated.is_absolute() else Path("~/.local/share").expanduser()) / "vato"


def solution_folder(game: str, chosen: Mapping[str, str] | None = None, data: Path | None = None) -> Path:
    """Return the folder in which `vato solve` puts the solution of a game, and where it is looked for.

    What was chosen to be solved, if anything, has a folder of its own. `data` is another user's folder.
    """
    return (data or data_folder()) / f"{game}-solution" / "-".join((chosen or {}).values())
