"""A real Chromium for each file of tests, and one server for all tests of a worker.

Chromium is the system's own, and runs as root in a container as well. Where it or axe is missing, the tests fail and
say so: a skipped test would look like a proof.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.server.people import Person, Server
from tests.web.line import Line
from tests.web.tab import LIMIT_MS, Tab

COMMANDS = "chromium", "chromium-browser", "google-chrome"
OPTIONS = "--games-per-hour", "100000", "--requests-per-second", "10000", "--sockets-per-address", "1000"
"""All browsers of the tests come from one address."""
AXE = Path(__file__).parents[2] / ".venv/node/node_modules/axe-core/axe.min.js"

Visit = Callable[..., Tab]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server"), *OPTIONS) as running:
        yield running
        assert "Traceback" not in running.errors


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start a server of one's own."""
    with ExitStack() as stack:
        yield lambda *options: stack.enter_context(Server(tmp_path, *OPTIONS, *options))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # Not for a whole session: while Playwright runs, no other test in this process may start an event loop.
    command = next((found for name in COMMANDS if (found := shutil.which(name))), None)
    if command is None:
        pytest.fail("The tests of the browser app need Chromium; on Debian: apt-get install chromium")
    with sync_playwright() as playwright:
        expect.set_options(timeout=LIMIT_MS)
        sandbox = [] if os.getuid() else ["--no-sandbox"]
        # Two pages beside each other are both looked at: neither may sleep because the other is in front.
        awake = ["--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows"]
        with playwright.chromium.launch(executable_path=command, args=[*sandbox, *awake]) as running:
            yield running


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Open a browser that has never been here; nothing moves in it unless a test wants it to."""
    with ExitStack() as stack:
        opened: list[Tab] = []

        def come(at: Server | Line = server, **wishes: Any) -> Tab:
            usual = {"locale": "en-GB", "reduced_motion": "reduce", "viewport": {"width": 1280, "height": 800}}
            context = stack.enter_context(browser.new_context(**(usual | wishes)))
            tab = Tab(context, at)
            context.on("page", lambda page: page.set_default_timeout(LIMIT_MS))
            opened.append(tab)
            return tab

        yield come
        for tab in opened:
            assert tab.troubles == []
            assert tab.elsewhere == []


@pytest.fixture
def ann(visit: Visit) -> Tab:
    return visit()


@pytest.fixture
def ben(visit: Visit) -> Tab:
    return visit()


@pytest.fixture
def eve(server: Server) -> Person:
    """Somebody who plays without a browser."""
    return Person(server, "Eve")


@pytest.fixture(scope="session")
def axe() -> str:
    """The program that looks for what people with other senses or hands would stumble over."""
    if not AXE.exists():
        pytest.fail("The tests of the browser app need axe-core in .venv/node; scripts/test fetches it with npm.")
    return AXE.read_text()
