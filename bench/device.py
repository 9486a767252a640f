"""The engine on the visitor's device, in Chromium: how soon it answers and stops, what it costs the page and the line.

Run `scripts/bench device` on a quiet machine: the server, the browser and all threads of the engine are on it.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, BrowserContext, Page

from tests.chromium import launched
from tests.server.people import Server
from tests.web.conftest import USUAL
from tests.web.line import Line

ROUNDS = 9
SECONDS = 5
"""How long frames are counted."""
SILENCE = 1.5
"""After so many seconds without a byte nothing more comes."""
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
HURRY = """() => {
    const seen = (globalThis.seen = {});
    new MutationObserver(() => {
        const engine = document.querySelector(".switch input[role=switch]");
        if (engine && !seen.switch) {
            seen.switch = performance.now();
            engine.click();
        }
        if (!seen.line && document.querySelector(".engine-line")) seen.line = performance.now();
    }).observe(document, { subtree: true, childList: true });
}"""
KEPT = """() => navigator.serviceWorker.controller && Promise.all(
    performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => /engine.*version=/.test(name))
        .map((name) => caches.match(name, { ignoreVary: true }))).then((all) => all.every(Boolean))"""
REPLIED = """() => {
    const game = document.querySelector("vato-game-board");
    const { scene, seats, turns } = game?.state ?? { turns: [] };
    const whole = (options) => options.flatMap((each) => (each.stop ? [each.text] : whole(each.next ?? [])));
    if (turns.length < 2 && scene && seats[scene.turn].mine)
        game.dispatchEvent(new CustomEvent("vato-move", { detail: { text: whole(scene.options)[0] } }));
    return turns.length > 1;
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


def analyse(page: Page) -> None:
    """Turn the engine on, and wait for its first line."""
    page.get_by_role("switch", name="Engine").check()
    page.wait_for_selector(".engine-line", timeout=60_000)


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
    """Print when the first line is there after the analysis board was opened, by the page's own clock.

    The visitor turns the engine on as soon as its switch is there.
    """
    print("seconds until the engine's first line: from opening the page, and from turning the engine on")
    for game in GAMES:
        found = []
        with browser.new_context(**USUAL) as context:
            context.add_init_script(f"({HURRY})()")
            for _ in range(ROUNDS):
                page = open_page(context, f"{server.address}/analysis#game={game}")
                page.wait_for_function("() => globalThis.seen.line", timeout=60_000)
                seen = page.evaluate("() => globalThis.seen")
                found.append((seen["line"] / 1000, (seen["line"] - seen["switch"]) / 1000))
                # What is kept for the next visit is kept when the page has nothing else to do.
                page.wait_for_function(KEPT, timeout=60_000, polling=100)
                page.close()
        (whole, alone), *later = found
        again, again_alone = (median(each) for each in zip(*later, strict=True))
        print(f"  {game}: on a first visit {whole:.2f} and {alone:.2f}, later {again:.2f} and {again_alone:.2f}")


def settled(line: Line) -> int:
    """Wait until nothing more comes over a line, and return how many bytes have come."""
    before, since = line.said, time.monotonic()
    while time.monotonic() < since + SILENCE:
        time.sleep(0.1)
        if line.said != before:
            before, since = line.said, time.monotonic()
    return before


def first_visits(browser: Browser, server: Server) -> None:
    """Print what a first visit to a page fetches, whoever in the browser fetches it."""
    print("a first visit, in KB as they are sent, with their heads:")
    print("  the page alone; with what the browser keeps of the app; and what comes when the engine thinks")

    def visit(name: str, path: str, think: Callable[[Page], None]) -> None:
        found = []
        for workers in ("block", "allow"):
            with Line(server) as line, browser.new_context(**USUAL, service_workers=workers) as context:
                page = open_page(context, line.address + path)
                found.append(settled(line))
                if workers == "allow":
                    think(page)
                    found.append(settled(line) - found[-1])
        print(f"  {name}: {', '.join(f'{size / 1000:.0f}' for size in found)}")

    visit("a game against the computer, from the start page", "/", play)
    for game in GAMES:
        visit(f"the analysis board, {game}", f"/analysis#game={game}", analyse)


def play(page: Page) -> None:
    """Begin a game against the computer, until both have had a turn."""
    page.get_by_role("button", name="Play the computer").click()
    page.wait_for_function(REPLIED, polling=500)


def main() -> None:
    """Measure and print."""
    argparse.ArgumentParser(
        prog="scripts/bench device", description="Measure the engine on the visitor's device; two to three minutes."
    ).parse_args()
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
