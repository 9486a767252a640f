"""The app's files joined, in a real browser: as few as can be, each module once, and the same as unjoined."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import Route, expect

from tests.web.conftest import Visit
from tests.web.tab import Tab
from vato.server.http.joined import Joined
from vato.server.http.static_files import FOLDER

BEFORE = "app/theme.js", "style.css", "app/shell.js"
DEVICE = "app/local-game.js", "app/local-start.js", "engine/device-analyst.js", "engine/opponent.js", "engine/supply.js"
"""What it takes to play without the server, asked for in case that goes away."""
EXPORTS = """async (names) => Object.fromEntries(await Promise.all(names.map(async (name) => {
    const base = document.querySelector("script[src]").src.replace(/app[/].*/, "");
    const found = await import(new URL(name, base));
    return [name, Object.keys(found).map((key) => `${key}: ${typeof found[key]}`).sort()];
})))"""


@pytest.mark.parametrize(
    ("path", "scripts"),
    [
        ("/", ["pages/start.js", *DEVICE]),
        ("/rules", ["pages/rules.js"]),
        ("/learn/fanorona/step", ["board/board.js", "engine/supply.js", "pages/lesson.js"]),
        ("/analysis", ["board/board.js", "engine/device-analyst.js", "engine/supply.js", "pages/analysis.js"]),
        ("/nowhere", ["pages/not-found.js"]),
    ],
)
def test_a_page_asks_for_each_of_a_few_files_once(visit: Visit, path: str, scripts: list[str]) -> None:
    ann = visit()
    asked: Counter[str] = Counter()
    # What is kept in the browser is not asked for.
    ann.context.new_cdp_session(ann.page).send("Network.clearBrowserCache")
    ann.page.on("request", lambda request: asked.update(re.findall("/~[0-9a-f]{16}/(.+)", request.url)))
    ann.open(path)
    ann.page.wait_for_load_state("networkidle")
    assert asked == Counter([*BEFORE, *scripts])
    ann.troubles.clear()  # of an address that leads nowhere


def test_joined_and_unjoined_the_app_is_the_same(ann: Tab) -> None:
    ann.open("/")
    expect(ann.button("Play the computer")).to_be_visible()
    app = Joined((FOLDER / "index.html").read_text(), lambda name: (FOLDER / name).read_text())
    names = sorted(name for name in app.asked | app.replaced if name.endswith(".js"))
    # In one page, where an element that is defined twice would be an error: each module runs once.
    joined = ann.page.evaluate(EXPORTS, names)
    plain = ann.another()
    page = (FOLDER / "index.html").read_text()

    def unjoined(route: Route) -> None:
        kept = ("content-type", "content-security-policy", "cross-origin-opener-policy", "cross-origin-embedder-policy")
        headers = route.fetch().headers
        route.fulfill(body=page, headers={name: headers[name] for name in kept})

    plain.page.route(f"{ann.server.address}/", unjoined)
    plain.open("/")
    expect(plain.button("Play the computer")).to_be_visible()
    assert plain.page.evaluate("performance.getEntriesByType('resource').some(({ name }) => /app[/]api/.test(name))")
    assert plain.page.evaluate("performance.getEntriesByType('resource').every(({ name }) => !name.includes('/~'))")
    assert plain.page.evaluate(EXPORTS, names) == joined
    assert sum(map(len, joined.values())) > len(names)


def test_a_page_of_another_version_that_lacks_what_is_needed_says_so(ann: Tab) -> None:
    def newer(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace('"fill"', '"fillAnew"'))

    ann.page.route(re.compile("/~.*/pages/learn.js"), newer)
    ann.open("/")
    ann.follow("/learn")
    expect(ann.find("main")).to_contain_text("The page could not be shown")
    assert "does not provide fillAnew" in str(ann.troubles)
    ann.troubles.clear()
