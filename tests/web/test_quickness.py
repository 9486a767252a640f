"""How light the first page is, how soon a click is answered, and that nothing comes from elsewhere."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import WebSocket, expect

from tests.server.people import Person
from tests.web.conftest import Visit
from tests.web.tab import Tab, whole_moves

LIGHT_BYTES = 200 * 1024
ONE_FRAME_MS = 50
"""A frame takes 17 ms; a machine that does something else as well may miss one or two."""


def test_the_first_page_is_light(ann: Tab) -> None:
    line = ann.context.new_cdp_session(ann.page)
    line.send("Network.enable")
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    ann.open("/").find(".start-picture img").first.wait_for()
    ann.page.wait_for_load_state("networkidle")
    assert len(sizes) > 5
    assert sum(sizes) < LIGHT_BYTES


@pytest.mark.parametrize("path", ["/", "/analysis", "/games", "/rules", "/rules/squadro"])
def test_a_page_asks_for_nothing_elsewhere_and_its_policy_forbids_it(ann: Tab, path: str) -> None:
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    answer = ann.page.goto(ann.server.address + path)
    assert answer is not None
    assert answer.status == 200
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")  # compiled code that is no script
    ann.settle()
    ann.page.wait_for_load_state("networkidle")
    assert asked
    assert [url for url in asked if not url.startswith((f"{ann.server.address}/", "data:"))] == []


def test_a_picture_from_elsewhere_would_be_found(visit: Visit) -> None:
    ann = visit(bypass_csp=True).open("/")
    ann.page.evaluate(
        """() => new Promise((resolve) => {
            const picture = new Image();
            picture.onerror = resolve;
            picture.src = "https://example.org/picture.png";
        })"""
    )
    assert ann.troubles == ["Failed to load resource: net::ERR_NAME_NOT_RESOLVED"]
    ann.forgive_lost_lines()
    assert ann.troubles
    ann.troubles.clear()


def test_a_policy_that_is_kept_stops_a_script_put_into_the_page(ann: Tab) -> None:
    ann.open("/")
    ann.page.evaluate(
        """() => { const script = document.createElement("script"); script.textContent = "window.stolen = 1";
        document.body.append(script); }"""
    )
    assert ann.page.evaluate("window.stolen") is None
    assert any("Content Security Policy" in trouble for trouble in ann.troubles)
    ann.troubles.clear()


def test_a_click_is_answered_by_the_board_within_one_frame(ann: Tab) -> None:
    ann.play_new("fanorona", "me2")
    ann.page.evaluate(
        """() => {
            const board = document.querySelector("vato-board");
            window.answered = [];
            addEventListener("pointerdown", ({ timeStamp }) => {
                const seen = new MutationObserver(() => {
                    seen.disconnect();
                    requestAnimationFrame(() => window.answered.push(performance.now() - timeStamp));
                });
                seen.observe(board, { subtree: true, childList: true, attributes: true });
            }, { capture: true });
        }"""
    )
    for _ in range(3):
        ann.click("d3").page.keyboard.press("Escape")
    ann.page.wait_for_function("() => window.answered.length === 3")
    answered = ann.page.evaluate("window.answered")
    assert min(answered) < ONE_FRAME_MS


def test_a_move_is_acknowledged_while_the_engine_thinks_at_full_strength(ann: Tab) -> None:
    ann.open("/analysis#game=fanorona&rules=standard")
    ann.page.get_by_role("switch", name="Engine").check()
    ann.find(".engine-line").first.wait_for()
    heard: list[str] = []
    game = ann.another()
    game.page.on("websocket", lambda socket: listen(socket, heard))
    game.play_new("fanorona", "me2", rules="standard")
    for _ in range(2):
        game.play(whole_moves(game.state["scene"]["options"])[0])
    assert heard.count("accepted") == 2
    # The engine is still at it: the moves did not wait for its end.
    depth = ann.find(".engine-depth").text_content()
    expect(ann.find(".engine-depth")).not_to_have_text(depth or "")
    ann.page.get_by_role("switch", name="Engine").uncheck()


def listen(socket: WebSocket, heard: list[str]) -> None:
    socket.on("framereceived", lambda frame: heard.append(str(read(frame).get("type"))))


def read(frame: str | bytes) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(frame)
    return message


def test_moves_and_captures_are_seen_to_move_unless_it_is_not_wanted(visit: Visit, eve: Person) -> None:
    moving, still = visit(reduced_motion="no-preference"), visit()
    game_id = moving.create("fanorona", "open", sides="me_second")
    eve.act(game_id, "join")
    watch = """() => { window.moved = 0; const board = document.querySelector("vato-board"); const look = () => {
        window.moved = Math.max(window.moved, board.getAnimations({ subtree: true }).length);
        requestAnimationFrame(look); }; look(); }"""
    for tab in (moving, still):
        tab.sit(game_id).page.evaluate(watch)
    eve.act(game_id, "move", ply=0, move="d2-e3A")
    seen = []
    for tab in (moving, still):
        tab.until_ply(1)
        seen.append(tab.page.evaluate("window.moved"))
    assert seen[0] >= 3  # the stone that moves and the two that it strikes
    assert seen[1] == 0


def test_the_theme_follows_the_system_until_it_is_chosen(visit: Visit) -> None:
    dark = visit(color_scheme="dark").open("/")
    ground = "getComputedStyle(document.body).backgroundColor"
    before = dark.page.evaluate(ground)
    dark.button("Menu").click()
    dark.find("dialog label[data-value=light]").click()
    dark.page.keyboard.press("Escape")
    assert dark.page.evaluate(ground) != before
    dark.page.reload()
    dark.settle()
    assert dark.page.evaluate(ground) != before
    assert re.search("theme=light", dark.find(".start-picture img").first.get_attribute("src") or "")
