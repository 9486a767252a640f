"""A real Chromium, driven by the tests of pages and of printed sheets."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, sync_playwright

from vato.kit.pdf import BROWSERS

ALONE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"
"""What a page asks of another machine fails, on every machine alike, and the browser says so."""


@contextmanager
def launched() -> Iterator[Browser]:
    """Start the system's own, as root in a container as well.

    Where it is missing, the test fails and says so: a skipped test would look like a proof. While it runs, no other
    test in this process may start an event loop.
    """
    command = next(filter(None, map(shutil.which, BROWSERS)), None)
    if command is None:
        pytest.fail("These tests need Chromium; on Debian: apt-get install chromium-headless-shell")
    sandbox = [] if os.getuid() else ["--no-sandbox"]
    # Two pages beside each other are both looked at: neither may sleep because the other is in front.
    awake = ["--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows"]
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=command, args=[*sandbox, *awake, ALONE]) as running,
    ):
        yield running
