"""One Chromium and one server for all tests of a worker that look at pages, and a visit of its own for each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, expect

from tests.chromium import launched
from tests.server.people import Person, Server
from tests.web.line import Line
from tests.web.tab import LIMIT_MS, Pair, Tab

OPTIONS = "--games-per-hour", "100000", "--requests-per-second", "10000", "--sockets-per-address", "1000"
"""All browsers of the tests come from one address."""
AXE = Path(__file__).parents[2] / ".venv/node/node_modules/axe-core/axe.min.js"
"""The program that looks for what people with other senses or hands would stumble over."""
FIND = """async (options) => {
    const { violations } = await window.axe.run(document, { preload: false, resultTypes: ["violations"], ...options });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) =>
        `${id}: ${html.slice(0, 160)} ${failureSummary}`));
}"""

USUAL: dict[str, Any] = {
    "locale": "en-GB",
    "reduced_motion": "reduce",
    "viewport": {"width": 1280, "height": 800},
}

FORGETFUL = "delete Navigator.prototype.serviceWorker"
"""Most tests look at what the server says and cut lines to it; only those that are about it have a service worker."""

Visit = Callable[..., Tab]
Check = Callable[[Tab], None]
Forgetful = tuple[BrowserContext, CDPSession]
"""A browser, and an empty page of it by which it is made to forget."""
Spare = dict[str, list[Forgetful]]


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


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with launched() as running:
        expect.set_options(timeout=LIMIT_MS)
        yield running


@pytest.fixture(scope="package")
def spare() -> Spare:
    """Browsers of earlier tests, by what they are like: they have kept the app's files and nothing else."""
    return {}


@pytest.fixture
def visit(browser: Browser, spare: Spare, server: Server) -> Iterator[Visit]:
    """Open a browser that nobody here knows; nothing moves in it unless a test wants it to."""
    with ExitStack() as stack:
        opened: list[Tab] = []

        def come(at: Server | Line = server, *, keeping: bool = False, **wishes: Any) -> Tab:
            like = USUAL | wishes
            kept = spare.setdefault(f"{at.address} {keeping} {sorted(like.items())}", [])
            if kept:
                context, empty = kept.pop()
            else:
                context = browser.new_context(**like)
                if not keeping:
                    context.add_init_script(FORGETFUL)
                empty = context.new_cdp_session(context.new_page())
                context.on("page", lambda page: page.set_default_timeout(LIMIT_MS))
            if at is server or isinstance(at, Line):
                stack.callback(forget, (context, empty), at, kept)
            else:
                stack.enter_context(context)
            tab = Tab(context, at)
            opened.append(tab)
            return tab

        yield come
        for tab in opened:
            assert tab.troubles == []


def forget(used: Forgetful, server: Server | Line, kept: list[Forgetful]) -> None:
    """Close the pages of a browser, make it forget who used it and what it remembered, and keep it for another test."""
    context, empty = used
    for page in context.pages[1:]:
        page.close()
    stored = {"origin": server.address, "storageTypes": "local_storage,indexeddb,cache_storage,service_workers"}
    empty.send("Storage.clearDataForOrigin", stored)
    context.clear_cookies()
    kept.append(used)


@pytest.fixture
def ann(visit: Visit) -> Tab:
    return visit()


@pytest.fixture
def ben(visit: Visit) -> Tab:
    return visit()


@pytest.fixture(scope="module")
def stayed(browser: Browser, server: Server) -> Iterator[Pair]:
    with browser.new_context(**USUAL) as anns, browser.new_context(**USUAL) as bens:
        for context in (anns, bens):
            context.add_init_script(FORGETFUL)
        yield Tab(anns, server).open(), Tab(bens, server).open()


@pytest.fixture
def regulars(stayed: Pair) -> Iterator[Pair]:
    """Ann and Ben in browsers that stay open from test to test: for those that leave nothing behind but their games."""
    yield stayed
    troubles = [trouble for tab in stayed for trouble in tab.troubles]
    for tab in stayed:
        tab.troubles.clear()
    assert troubles == []


@pytest.fixture
def regular(regulars: Pair) -> Tab:
    """One of them, for who plays alone."""
    return regulars[0]


@pytest.fixture
def eve(server: Server) -> Person:
    """Somebody who plays without a browser."""
    return Person(server, "Eve")


@pytest.fixture
def clean() -> Check:
    """Assert that axe finds nothing on a page in the light, nor in its colours in the dark."""

    if not AXE.exists():
        pytest.fail("The tests of the browser app need axe-core in .venv/node; scripts/test fetches it with npm.")
    axe = AXE.read_text()

    def check(tab: Tab) -> None:
        expect(tab.page.locator("h1")).not_to_have_count(0)
        if not tab.page.evaluate("Boolean(window.axe)"):
            tab.page.evaluate("(axe) => void (0, eval)(axe)", axe)
        assert tab.page.evaluate(FIND, {}) == []
        tab.page.emulate_media(color_scheme="dark")
        assert tab.page.evaluate(FIND, {"runOnly": "color-contrast"}) == []
        tab.page.emulate_media(color_scheme="light")

    return check
