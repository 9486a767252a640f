"""What all tests share: English, whatever the locale of whoever runs them, and a folder for what takes long to make."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

from tests.shared import FOLDER

# Before anything starts a process, and for those, too.
os.environ |= {"LC_ALL": "C.UTF-8", "LANGUAGE": ""}

# How quick a machine is, is nothing that a test asks.
settings.register_profile("vato", deadline=None)
settings.load_profile("vato")


def pytest_configure(config: pytest.Config) -> None:
    """Make a folder for all processes of this run; those that are started for it find it in their environment."""
    if FOLDER not in os.environ:
        folder = TemporaryDirectory(prefix="vato-tests-")
        os.environ[FOLDER] = folder.name
        config.add_cleanup(folder.cleanup)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without looking for garbage: all that is loaded stays, and is not to be looked through again later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
