"""The engine on the visitor's device where something is amiss: little memory, a slow line, a lost worker, an update."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route, expect

import vato
from tests.server.people import Server
from tests.web.conftest import Visit
from tests.web.tab import Tab, whole_moves
from tests.web.test_device import ENGINE, think

SMALL_MEMORY = """{
    const Memory = WebAssembly.Memory;
    WebAssembly.Memory = function (wish) {
        globalThis.asked = [...(globalThis.asked ?? []), wish.initial];
        if (wish.initial > MOST) throw new RangeError("WebAssembly.Memory(): could not allocate memory");
        return new Memory(wish);
    };
}
"""


def turn_on(tab: Tab) -> None:
    tab.page.get_by_role("switch", name=ENGINE).check()


# Memory


def test_a_device_says_how_much_memory_it_has(visit: Visit) -> None:
    asked = []
    for gigabytes in (0.5, 8):
        tab = visit()
        tab.page.add_init_script(
            f"Object.defineProperty(Navigator.prototype, 'deviceMemory', {{ get: () => {gigabytes} }});"
            + SMALL_MEMORY.replace("MOST", "1e9")
        )
        tab.open("/analysis#game=alquerque")
        turn_on(tab)
        expect(tab.find(".engine-line").first).to_be_visible()
        asked.append(max(tab.page.evaluate("globalThis.asked")) << 16)
        tab.page.close()  # it would think on
    assert 8 << 20 < asked[0] < 32 << 20
    assert asked[1] > 64 << 20


def test_where_memory_is_refused_there_is_a_smaller_table(ann: Tab) -> None:
    ann.page.add_init_script(SMALL_MEMORY.replace("MOST", str(30 << 4)))
    ann.open("/analysis#game=alquerque")
    sockets: list[str] = []
    ann.page.on("websocket", lambda socket: sockets.append(socket.url))
    turn_on(ann)
    expect(ann.find(".engine-depth")).to_have_text(re.compile(r"depth \d"))
    asked = [pages for pages in ann.page.evaluate("globalThis.asked") if pages > 200]
    assert asked[0] > 30 << 4 >= asked[-1]
    assert sockets == []


def test_so_it_is_in_a_worker_that_has_a_memory_of_its_own(ann: Tab) -> None:
    def answer(route: Route) -> None:
        sent = route.fetch()
        route.fulfill(response=sent, body=SMALL_MEMORY.replace("MOST", str(30 << 4)) + sent.text())

    ann.page.route("**/engine/worker.js", answer)
    ann.open()
    wanted = vato.Engine("squadro", knowledge=None).analyse(vato.new("squadro"), vato.Limit(depth=5))
    found = think(ann.page, "squadro", [], {"depth": 5}, wishes={"threads": 1, "hash": 1 << 26})
    assert found["lines"][0][0] == wanted.score.value


def test_where_there_is_no_memory_at_all_the_server_thinks(ann: Tab) -> None:
    ann.page.add_init_script(SMALL_MEMORY.replace("wish.initial > MOST", "wish.shared"))  # positions have their own
    ann.open("/analysis#game=squadro")
    with ann.page.expect_websocket():
        turn_on(ann)
    expect(ann.find(".engine-depth")).to_contain_text("depth")


# A slow line


def test_what_is_loaded_and_how_much_is_told_while_it_takes_a_while(ann: Tab) -> None:
    held: list[Route] = []
    for part in ("weights", "known"):
        ann.page.route(f"**/api/engine/*/{part}?*", lambda route: held.append(route))
    ann.open("/analysis#game=squadro")
    turn_on(ann)
    depth = ann.find(".engine-depth")
    expect(depth).to_have_text(re.compile(r"^Loading the engine, 2\.8\sMB: 0%$"))
    for route in held:
        route.continue_()
    expect(depth).to_have_text(re.compile(r"depth \d"))


WATCH = """() => {
    globalThis.said = new Set();
    const depth = document.querySelector(".engine-depth");
    const note = () => globalThis.said.add(depth.textContent);
    new MutationObserver(note).observe(depth, { childList: true, characterData: true, subtree: true });
}"""


def test_nothing_is_told_of_what_the_browser_has(ann: Tab) -> None:
    for visit in range(2):
        ann.open("/analysis#game=alquerque")
        ann.page.evaluate(WATCH)
        turn_on(ann)
        expect(ann.find(".engine-depth")).to_have_text(re.compile(r"depth \d\d"))
        said = ann.page.evaluate("[...globalThis.said]")
        if visit == 1:
            assert not [text for text in said if "Loading" in text]
        ann.page.goto("about:blank")


# Lost workers, other choices


def test_a_worker_that_dies_is_made_again_and_the_server_helps_out(ann: Tab) -> None:
    ann.page.add_init_script("""{
        const Before = Worker;
        globalThis.workers = [];
        Worker = function (...given) {
            const made = new Before(...given);
            globalThis.workers.push(made);
            return made;
        };
    }""")
    ann.open("/analysis#game=squadro&moves=1,1")
    turn_on(ann)
    expect(ann.find(".engine-depth")).to_have_text(re.compile(r"depth \d"))
    with ann.page.expect_websocket():
        ann.page.evaluate("workers[0].onerror(new ErrorEvent('error', { message: 'Out of memory' }))")
    before = ann.page.evaluate("workers.length")
    ann.click("2-0", "2-2")
    expect(ann.find("vato-tree [aria-current=step] .move-text")).to_have_text("2")
    expect(ann.find(".engine-depth")).to_have_text(re.compile(r"depth \d"))
    assert ann.page.evaluate("workers.length") > before


def test_another_engine_takes_over_when_it_is_chosen(ann: Tab) -> None:
    sockets: list[str] = []
    ann.page.on("websocket", lambda socket: sockets.append(socket.url))
    ann.open("/analysis#game=squadro")
    turn_on(ann)
    expect(ann.find(".engine-line").first).to_be_visible()
    assert sockets == []
    ann.button("Menu").click()
    with ann.page.expect_websocket() as opened:
        ann.page.get_by_role("radio", name="On the server").check()
    assert "/api/analysis" in opened.value.url


def test_the_server_plays_at_once_when_it_is_chosen_in_a_game(visit: Visit, own_server: Callable[..., Server]) -> None:
    server = own_server()
    ann = visit(server)
    ann.play_new("squadro", setup={"first": "light"}, sides="me_first", level=2)
    ann.until_my_turn().play(whole_moves(ann.state["scene"]["options"])[0])
    ann.until_ply(2).until_my_turn()
    before = server.children()
    ann.button("Menu").click()
    ann.page.get_by_role("radio", name="On the server").check()
    ann.page.keyboard.press("Escape")
    ann.play(whole_moves(ann.state["scene"]["options"])[0])
    ann.until_ply(4)  # it is waited for ten seconds where the page had said that it thinks
    assert server.children() != before


def test_a_browser_that_cannot_compile_it_does_not_try_again(ann: Tab) -> None:
    ann.page.add_init_script("""{
        globalThis.tries = 0;
        WebAssembly.compile = () => {
            globalThis.tries += 1;
            return Promise.reject(new WebAssembly.CompileError("SIMD"));
        };
    }""")
    ann.open("/analysis#game=squadro&moves=1,1")
    turn_on(ann)
    expect(ann.find(".engine-depth")).to_contain_text("depth")
    ann.click("2-0", "2-2")
    expect(ann.find("vato-tree .move-text")).to_have_count(3)
    expect(ann.find(".engine-depth")).to_contain_text("depth")
    assert 1 <= ann.page.evaluate("globalThis.tries") <= 2  # lines and moves may ask at the same time


# An update while the page is open


def test_after_an_update_nothing_old_goes_with_anything_new(ann: Tab) -> None:
    ann.open("/analysis#game=squadro")
    turn_on(ann)
    expect(ann.find(".engine-line").first).to_be_visible()
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    newer = "0123456789abcdef"

    def update(route: Route) -> None:
        """Answer as a server that has become another: its code has another version."""
        body: dict[str, Any] = route.fetch().json()
        text = json.dumps(body)
        module = re.search(r"/api/engine/squadro/module\?version=(\w+)", text)
        assert module is not None
        route.fulfill(body=text.replace(module[1], newer), content_type="application/json")

    def module(route: Route) -> None:
        route.fulfill(response=route.fetch(url=route.request.url.replace(newer, current)))

    current = ann.page.evaluate("(async () => (await (await fetch('/api/engine/squadro')).json()).module.url)()")[-16:]
    ann.page.route("**/api/engine/squadro", update)
    ann.page.route("**/api/engine/squadro/beginning?*", update)
    ann.page.route("**/api/engine/squadro/module?*", module)
    ann.page.evaluate("""async () => {
        const base = document.querySelector("script[src]").src.replace(/app[/].*/, "");
        const { positionsFrom } = await import(new URL("engine/supply.js", base));
        const positions = await positionsFrom({ game: "squadro", rules: "standard", start: "00000/00000 dark" });
        positions.reached([]);
    }""")
    assert any(newer in url for url in asked)
    ann.click("1-0", "1-1")
    expect(ann.find(".engine-depth")).to_have_text(re.compile(r"depth \d"))
