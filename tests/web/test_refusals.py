"""What the pages do when the server says no: it hangs up, asks to slow down, or could not read what was said."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.web.situations import CHAIN
from tests.web.tab import Tab, meet

LIVE, ANALYSIS = "**/live?*", "**/api/analysis?*"
CROWDED = "bbb1bbbbb/b1bb1bbw1/b2b1b2b/bb2b3b/bbb1b2bb/b3bbbbb/b1bbbbbb1 b"
"""After Black's e1-d2 White's only stone has more turns, by the short rules, than can be shown."""
STEPS = 12

Answer = Callable[[WebSocketRoute, dict[str, Any]], bool]


class Censor:
    """Stands between a page and the server, and answers some of what the page says itself."""

    def __init__(self, tab: Tab, address: str, answer: Answer) -> None:
        self.lines = 0
        self.said: list[dict[str, Any]] = []
        self._answer = answer
        tab.page.route_web_socket(address, self._stand)

    def _stand(self, line: WebSocketRoute) -> None:
        self.lines += 1
        server = line.connect_to_server()

        def hear(text: str | bytes) -> None:
            message = json.loads(text)
            self.said.append(message)
            if not self._answer(line, message):
                server.send(text)

        line.on_message(hear)

    def heard(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.said if message["type"] == kind]


def open_analysis(tab: Tab, moves: str) -> None:
    """Open the analysis of a visitor who lets the server think."""
    tab.page.add_init_script("localStorage.setItem('vato.settings', JSON.stringify({ engine: 'server' }))")
    tab.open(f"/analysis#game=squadro&moves={moves}")


def turn_engine_on(tab: Tab) -> None:
    tab.page.get_by_role("switch", name="Engine").check()


def test_a_page_of_the_menu_whose_files_do_not_come_says_why(ann: Tab) -> None:
    ann.open("/").page.set_viewport_size({"width": 390, "height": 844})
    ann.page.route("**/*", lambda route: route.abort())
    ann.button("Menu").click()
    ann.page.get_by_role("dialog").get_by_role("link", name="Learn").click()
    expect(ann.find("main")).to_contain_text("The server cannot be reached.")
    expect(ann.page.get_by_role("dialog")).to_have_count(0)
    ann.page.unroute("**/*")
    ann.button("Try again").click()
    expect(ann.find("h1")).to_have_text("Learn by playing")
    ann.forgive_lost_lines()


def test_an_analysis_that_cannot_be_shown_is_tried_again_only_where_that_may_help(ann: Tab) -> None:
    game_id = ann.play_new("squadro", "me2", setup={"first": "light"}).play("1").id
    ann.page.route(f"**/api/games/{game_id}", lambda route: route.abort(), times=1)
    ann.follow(f"/analysis#from={game_id}").button("Try again").wait_for()
    expect(ann.find("vato-tree .move-text")).to_have_count(1)  # the page asks again by itself
    # What was refused would be so again.
    ann.follow("/").follow("/analysis#game=squadro&moves=9").button("New analysis").click()
    expect(ann.find(".analysis-status")).to_have_text("White to move.")
    ann.troubles.clear()  # the browser notes what failed


@pytest.mark.parametrize(
    ("code", "sentence"),
    [(1009, "This game is too long to be sent to the engine."), (1008, "The server has closed the line.")],
)
def test_a_question_that_is_turned_away_is_not_asked_again(ann: Tab, code: int, sentence: str) -> None:
    def hang_up(line: WebSocketRoute, message: dict[str, Any]) -> bool:
        if len(message.get("moves", [])) < 2:
            return False
        line.close(code=code)
        return True

    censor = Censor(ann, ANALYSIS, hang_up)
    open_analysis(ann, "1,1")
    turn_engine_on(ann)
    expect(ann.find(".toast", has_text=sentence)).to_be_visible()
    expect(ann.find(".engine-depth")).to_be_empty()
    ann.page.wait_for_timeout(1500)
    assert censor.lines == 1
    ann.page.keyboard.press("ArrowLeft")
    expect(ann.find(".engine-depth")).to_contain_text("depth")


def test_a_question_that_came_too_fast_is_asked_once_more(ann: Tab) -> None:
    refusals: list[dict[str, Any]] = []

    def slow_down(line: WebSocketRoute, message: dict[str, Any]) -> bool:
        if message["type"] != "analyse" or refusals:
            return False
        refusals.append(message)
        line.send(json.dumps({"type": "refused", "id": message["id"], "message": "Slow down.", "code": "too_fast"}))
        return True

    censor = Censor(ann, ANALYSIS, slow_down)
    open_analysis(ann, "1,1")
    turn_engine_on(ann)
    expect(ann.find(".engine-depth")).to_contain_text("depth")
    assert censor.heard("analyse") == refusals * 2
    expect(ann.page.get_by_text("Slow down.")).to_have_count(0)


def test_whoever_steps_through_a_game_asks_only_about_where_they_stay(ann: Tab) -> None:
    censor = Censor(ann, ANALYSIS, lambda _line, _message: False)
    open_analysis(ann, ",".join("12" * (STEPS // 2)))
    turn_engine_on(ann)
    expect(ann.find(".engine-depth")).to_contain_text("depth")
    ann.find("main").focus()
    for _ in range(STEPS):
        ann.page.keyboard.press("ArrowLeft")
    expect(ann.find(".engine-line").first).to_be_visible()
    assert [len(question["moves"]) for question in censor.heard("analyse")][-1] == 0
    assert len(censor.heard("analyse")) < STEPS / 2
    assert len(censor.heard("stop")) < STEPS / 2


def test_the_engine_of_the_page_waits_for_a_review(ann: Tab) -> None:
    censor = Censor(ann, ANALYSIS, lambda _line, _message: False)
    open_analysis(ann, "1,1,2,2,3,3")
    turn_engine_on(ann)
    expect(ann.find(".engine-line").first).to_be_visible()
    ann.button("More").click()
    ann.button("Review this line").click()
    expect(ann.find(".engine-depth")).to_have_text("waits for the review")
    expect(ann.find(".engine-line")).to_have_count(0)
    expect(ann.find(".review-counts p")).to_have_count(2)
    expect(ann.find(".engine-line").first).to_be_visible()
    said = [message["type"] for message in censor.said if message["type"] != "ping"]
    assert said == ["analyse", "stop", "review", "analyse"]


def test_a_move_refused_without_saying_which_goes_back_and_can_be_played_again(ann: Tab, ben: Tab) -> None:
    refused: list[dict[str, Any]] = []

    def mishear(line: WebSocketRoute, message: dict[str, Any]) -> bool:
        if message["type"] != "move" or refused:
            return False
        refused.append(message)
        line.send(json.dumps({"type": "refused", "ref": None, "message": "What?", "code": "unreadable", "ply": None}))
        return True

    censor = Censor(ann, LIVE, mishear)
    meet(ann, ben, **CHAIN)
    ann.click("c2", "d2").button("End turn").click()
    expect(ann.page.get_by_text("What?")).to_be_visible()
    ann.until("b.board.half.steps.length === 0")
    assert "first" in ann.piece_on("c2")
    ann.play("c2-d2W")
    assert ben.until_ply(1).moves == ["c2-d2W"]
    assert len({message["ref"] for message in censor.heard("move")}) == 2


def test_a_page_that_is_turned_away_says_so_and_not_that_there_is_no_game(ann: Tab) -> None:
    game_id = ann.create("squadro", "me2")
    ann.page.route_web_socket(LIVE, lambda line: line.close(code=1008))
    ann.open(f"/game/{game_id}")
    expect(ann.page.get_by_role("alert")).to_contain_text("The server has closed the line.")
    expect(ann.button("Try again")).to_be_visible()


def test_a_position_with_too_many_turns_to_show_is_played_by_typing(ann: Tab) -> None:
    game_id = ann.create("fanorona", "me2", rules="short", position=CROWDED)
    body = {"ply": 0, "move": "e1-d2"}
    answer = ann.context.request.post(f"{ann.server.address}/api/games/{game_id}/moves", data=body)
    assert answer.ok, answer.text()
    ann.sit(game_id).says("Too many moves to show: type yours.")
    typed = ann.page.get_by_role("textbox", name="Type a move")
    typed.fill("h6-a1")
    typed.press("Enter")
    expect(ann.find(".typed-problem")).not_to_be_empty()
    typed.fill("h6-h5W")
    typed.press("Enter")
    assert ann.until_ply(2).moves == ["e1-d2", "h6-h5W"]


def test_what_a_page_asked_goes_with_the_page(ann: Tab) -> None:
    # Without loading the app anew, which would close everything.
    ann.open("/").button("Same screen").click()
    ann.until_my_turn().button("More").click()
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    ann.page.go_back()
    expect(ann.find("vato-game")).to_have_count(0)
    expect(ann.find("dialog")).to_have_count(0)
