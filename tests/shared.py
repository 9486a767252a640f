"""What tests of several folders need: folders that take long to make and are only read, and rules without a proof."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from vato import locks

FOLDER = "VATO_TESTS_FOLDER"
"""The variable that tells all processes of a run where; set in tests/conftest.py."""

UNPROVEN = "free"
"""Rules of Fanorona by which no certificate says anything of the whole board."""


def made_once(name: str, make: Callable[[Path], object]) -> Path:
    """Return a folder of a name, which `make` has filled in this process or in another, whoever needs it first."""
    home = Path(os.environ[FOLDER])
    finished, unfinished = home / name, home / f"{name}.unfinished"
    with locks.held(home / f"{name}.lock", wait=True):
        if not finished.exists():
            unfinished.mkdir(exist_ok=True)
            make(unfinished)
            unfinished.rename(finished)
    return finished
