"""The engine on the visitor's device, in Chromium: how soon it answers and stops, what it costs the page and the line.

Run `scripts/bench device` on a quiet machine: the server, the browser and all threads of the engine are on it.
"""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

from tests.chromium import launched
from tests.server.people import Server
from tests.web.conftest import USUAL

ROUNDS = 9
SECONDS = 5
"""How long frames are counted."""
LONG_MS = 50
GAMES = "fanorona", "squadro", "alquerque"
STOP = """async ({ game, rules, start, threads, rounds }) => {
    const base = document.querySelector("script[src]").src.replace(/app[/].*/, "");
    const at = (name) => import(new URL(`engine/${name}.js`, base));
    const [{ positionsFrom, partsOf }, { Thinker }] = await Promise.all([at("supply"), at("thinker")]);
    const setting = (await positionsFrom({ game, rules, start })).setting([]);
    const thinker = await Thinker.of(await partsOf(game, false), { threads });
    const found = [];
    for (let round = 0; round < rounds; round++) {
        const ending = new AbortController();
        const thought = thinker.think(setting, { informed: false }, undefined, ending.signal);
        await new Promise((resolve) => setTimeout(resolve, 500));
        const begin = performance.now();
        ending.abort();
        await thought;
        found.push(performance.now() - begin);
    }
    await thinker.close();
    return found;
}"""
FRAMES = """(seconds) => new Promise((resolve) => {
    const gaps = [];
    let last = performance.now();
    const end = last + 1000 * seconds;
    requestAnimationFrame(function frame(now) {
        gaps.push(now - last);
        last = now;
        if (now < end) requestAnimationFrame(frame);
        else resolve(gaps.slice(1));
    });
})"""


def open_page(context: BrowserContext, address: str) -> Page:
    """Open a page and wait until it is there."""
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("h1, vato-engine")
    return page


def analyse(page: Page) -> float:
    """Turn the engine on, and return after how many seconds its first line is there."""
    begin = time.monotonic()
    page.get_by_role("switch", name="Engine").check()
    page.wait_for_selector(".engine-line", timeout=60_000)
    return time.monotonic() - begin


def stops(browser: Browser, server: Server) -> None:
    """Print how long it takes from the wish to stop until nobody thinks any more."""
    import vato

    print("from the wish to stop to silence, in ms: median and longest")
    with browser.new_context(**USUAL) as context:
        page = open_page(context, f"{server.address}/analysis")
        many = max(2, page.evaluate("Math.min(navigator.hardwareConcurrency, 8)"))
        for game in GAMES:
            board = vato.new(game)
            for threads, how in ((many, f"{many} threads that share a memory"), (1, "a worker with its own")):
                asked = {"game": game, "rules": board.rules.name, "start": board.position}
                found = page.evaluate(STOP, {**asked, "threads": threads, "rounds": ROUNDS})
                print(f"  {game}, {how}: {median(found):.1f}, {max(found):.1f}")


def frames(browser: Browser, server: Server) -> None:
    """Print how many frames come late while it thinks, and while it does not."""
    print(f"frames in {SECONDS} s, those more than {LONG_MS} ms after the one before, the longest gap in ms")
    with browser.new_context(**USUAL) as context:
        page = open_page(context, f"{server.address}/analysis#game=fanorona")
        for state in ("without the engine", "while it thinks"):
            if state == "while it thinks":
                analyse(page)
            gaps = page.evaluate(FRAMES, SECONDS)
            print(f"  {state}: {len(gaps)}, {sum(gap > LONG_MS for gap in gaps)}, {max(gaps):.0f}")


def first_answers(browser: Browser, server: Server) -> None:
    """Print when the first line is there after the analysis board was opened."""
    print("seconds until the engine's first line: from opening the page, and from turning the engine on")
    for game in GAMES:
        with browser.new_context(**USUAL) as context:
            found = []
            for _ in range(ROUNDS):
                begin = time.monotonic()
                page = open_page(context, f"{server.address}/analysis#game={game}")
                engine = analyse(page)
                found.append((time.monotonic() - begin, engine))
                page.close()
        whole, alone = (median(each) for each in zip(*found[1:], strict=True))
        print(f"  {game}: on a first visit {found[0][0]:.2f} and {found[0][1]:.2f}, later {whole:.2f} and {alone:.2f}")


def weigh(session: CDPSession, received: Counter[str]) -> None:
    """Count what comes over the line."""
    kinds: dict[str, str] = {}

    def begun(event: dict[str, Any]) -> None:
        path = event["request"]["url"].partition("://")[2].partition("/")[2]
        kinds[event["requestId"]] = "engine" if path.startswith("api/engine") else "app"

    def ended(event: dict[str, Any]) -> None:
        kind = kinds.get(event["requestId"], "app")
        received[f"{kind} bytes"] += int(event["encodedDataLength"])
        received[f"{kind} requests"] += 1

    session.on("Network.requestWillBeSent", begun)
    session.on("Network.loadingFinished", ended)
    session.send("Network.enable")


def first_visits(browser: Browser, server: Server) -> None:
    """Print what a first visit to a page fetches."""
    print("a first visit, in KB as they are sent and requests: the app, and the engine")

    def visit(name: str, path: str, *, thinking: bool = False) -> None:
        received: Counter[str] = Counter()
        with browser.new_context(**USUAL) as context:
            page = context.new_page()
            weigh(context.new_cdp_session(page), received)
            page.goto(server.address + path)
            page.wait_for_load_state("networkidle")
            if path == "/" and thinking:
                page.get_by_role("button", name="Play the computer").click()
                page.wait_for_selector("vato-game-board")
                page.wait_for_load_state("networkidle")
            elif thinking:
                analyse(page)
            page.wait_for_timeout(500)
        app, engine = (
            f"{received[f'{kind} bytes'] / 1000:.0f} ({received[f'{kind} requests']})" for kind in ("app", "engine")
        )
        print(f"  {name}: {app}, {engine}")

    visit("the start page", "/")
    visit("a game against the computer", "/", thinking=True)
    for game in GAMES:
        visit(f"the analysis board, {game}", f"/analysis#game={game}")
        visit(f"the analysis board with the engine, {game}", f"/analysis#game={game}", thinking=True)


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server, launched() as browser:
        with browser.new_context(**USUAL) as context:  # the server packs the parts when they are first asked for
            for game in GAMES:
                analyse(open_page(context, f"{server.address}/analysis#game={game}"))
        first_answers(browser, server)
        first_visits(browser, server)
        stops(browser, server)
        frames(browser, server)


if __name__ == "__main__":
    main()
