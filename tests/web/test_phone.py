"""A phone held upright, played by touch: tap and drag, and nothing scrolls sideways."""

from __future__ import annotations

from urllib.parse import quote_plus

import pytest
from playwright.sync_api import expect

from tests.server.people import Person
from tests.web.conftest import Visit
from tests.web.situations import CHAIN, LONGEST, LONGEST_CHAIN, SHORT_CHAIN
from tests.web.tab import Tab

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
PLACES = (
    "/",
    "/analysis",
    "/games",
    "/analysis#game=squadro&edit=1",
    "/learn",
    "/print",
    "/print/squadro",
    "/rules",
    "/rules/squadro",
    "/rules/fanorona?rules=vela,phase_one_takes%3Dfarthest,repetition%3D5",
)


@pytest.fixture
def phone(visit: Visit) -> Tab:
    return visit(**PHONE)


def tap(tab: Tab, *points: str) -> None:
    for point in points:
        tab.page.touchscreen.tap(*tab.middle(point))


def swipe(tab: Tab, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Move a finger over the screen."""
    finger = tab.context.new_cdp_session(tab.page)

    def touch(kind: str, *spot: float) -> None:
        points = [{"x": spot[0], "y": spot[1]}] if spot else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", *start)
    for part in (0.25, 0.5, 0.75, 1.0):
        touch("touchMove", start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1]))
    touch("touchEnd")
    finger.detach()


def test_no_page_scrolls_sideways(phone: Tab) -> None:
    phone.open("/nowhere")
    phone.troubles.clear()  # the browser notes that the page was not found
    assert phone.fits()
    for path in PLACES:
        assert phone.follow(path).fits(), path


def test_rule_sets_side_by_side_scroll_by_themselves(phone: Tab) -> None:
    phone.open("/rules/fanorona?rules=classic,chain%3Dobligatory,agreement%3Dno").page.get_by_text("At a glance").tap()
    table = phone.page.get_by_role("table")
    table.wait_for()
    assert phone.fits()
    assert table.evaluate("table => table.scrollWidth > table.parentElement.clientWidth")


@pytest.mark.parametrize(
    ("game", "wishes"), [("fanorona", {}), ("fanorona", {"setup": {"board": "9x7"}}), ("squadro", {})]
)
def test_the_board_takes_the_whole_width(phone: Tab, game: str, wishes: dict[str, str]) -> None:
    phone.play_new(game, "open", **wishes)
    assert phone.fits()
    box = phone.find("vato-board").bounding_box()
    assert box is not None
    assert box["width"] > 360
    assert box["y"] + box["height"] < 844


def test_long_names_and_long_moves_find_room(phone: Tab, eve: Person) -> None:
    game_id = phone.create("fanorona", "open", name="W" * 40, clock={"initial_ms": 600_000, "increment_ms": 0}, **CHAIN)
    eve.act(game_id, "join", name="Maximiliane Wolkenstein-Trostburg the 2nd")
    eve.act(game_id, "chat", text="x" * 280)
    phone.sit(game_id).play("c2-d2W-c3A-d3A", press=lambda point: tap(phone, point))
    assert phone.fits()
    expect(phone.find("vato-player")).to_have_count(2)
    for strip in phone.find("vato-player").all():
        name, clock = (strip.locator(part).bounding_box() for part in (".name", "vato-clock"))
        assert name is not None
        assert clock is not None
        assert name["width"] > 120
        assert clock["height"] < 40  # its digits are in one line
        assert clock["x"] + clock["width"] <= 390


def test_no_width_of_a_window_makes_a_game_scroll_sideways(ann: Tab) -> None:
    ann.play_new("fanorona", "open")
    for path in (f"/game/{ann.id}", "/analysis", "/"):
        ann.follow(path)
        for width in (320, 768, 1024, 1440):
            ann.page.set_viewport_size({"width": width, "height": 800})
            assert ann.fits(), (path, width)


def test_a_phone_on_its_side_shows_both_names_and_the_whole_board(ann: Tab) -> None:
    ann.page.set_viewport_size({"width": 844, "height": 390})
    ann.open("/")
    for name in ("Play the computer", "Same screen", "Send a link"):
        expect(ann.button(name)).to_be_in_viewport(ratio=1)
    clock = {"initial_ms": 600_000, "increment_ms": 5000}
    for game in ("fanorona", "squadro"):
        ann.play_new(game, "me2", clock=clock)
        for width, height in ((844, 390), (667, 375), (640, 360)):  # the last is a window at 200 %
            ann.page.set_viewport_size({"width": width, "height": height})
            assert ann.fits(), (game, width)
            for seen in ann.find("vato-player, vato-board, vato-actions button").all():
                if not seen.is_visible():
                    continue
                box = seen.bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= height, (game, width)
                assert box["x"] + box["width"] <= width, (game, width)


def test_a_phone_on_its_side_shows_the_whole_of_a_message_and_the_link_to_send(visit: Visit) -> None:
    tab = visit(locale="de", viewport={"width": 844, "height": 390}).play_new("fanorona").until_my_turn().click("a1")
    expect(tab.find(".toast.reason")).to_be_in_viewport(ratio=1)
    expect(tab.find("vato-actions button:enabled:visible")).not_to_have_count(0)
    for button in tab.find("vato-actions button:enabled:visible").all():
        button.click(trial=True)
    tab.play_new("fanorona", "open")
    expect(tab.button("Kopieren")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("locale", ["de", "he"])
def test_a_window_at_200_percent_shows_every_page_without_scrolling_sideways(visit: Visit, locale: str) -> None:
    tab = visit(locale=locale, viewport={"width": 640, "height": 400}, device_scale_factor=2)
    tab.open("/").play_new("fanorona", "me2", name="Ann", clock={"initial_ms": 600_000, "increment_ms": 5000})
    game = f"/game/{tab.id}"
    pages = (game, "/analysis#game=squadro", "/learn/fanorona/choice", "/puzzles/fanorona/1", "/puzzles", "/print")
    for path in pages:
        tab.follow(path)
        for width, height in ((640, 400), (512, 384)):
            tab.page.set_viewport_size({"width": width, "height": height})
            assert tab.fits(), (path, width)
            board = tab.find("vato-board").first
            if board.count():
                board.scroll_into_view_if_needed()
                box = board.bounding_box()
                assert box is not None
                assert box["width"] > 200, (path, width)
                assert box["height"] > 120, (path, width)
            if path == game:
                name = tab.find("vato-player .name", "Ann")
                assert name.evaluate("(name) => name.scrollWidth <= name.clientWidth"), width


def test_what_is_refused_is_said_beside_the_board_and_not_on_it(phone: Tab) -> None:
    phone.play_new("fanorona", "me2", **CHAIN)
    tap(phone, "a1")
    said, board = phone.find(".toast.reason").bounding_box(), phone.find("vato-board").bounding_box()
    assert said is not None
    assert board is not None
    assert said["y"] >= board["y"] + board["height"]


def test_a_message_covers_no_button_and_a_bad_turn_is_looked_at_with_the_board_in_sight(
    phone: Tab, eve: Person
) -> None:
    phone.play_new("squadro", "open", setup={"first": "light"})
    eve.act(phone.id, "join")
    phone.until("b.state.seats[1].kind === 'person'").play("1", press=lambda point: tap(phone, point))
    phone.button("Take back").tap()
    phone.says("You have asked to take back.")
    eve.act(phone.id, "answer_takeback", ply=1, accept=False)
    phone.find(".toast").wait_for()
    eve.act(phone.id, "offer_draw", ply=1)
    phone.says("offers a draw")
    said = phone.find(".toast").bounding_box()
    assert said is not None
    for one in phone.find(".dock button:visible").all():
        box = one.bounding_box()
        assert box is not None
        assert box["y"] >= said["y"] + said["height"]
    start = quote_plus(CHAIN["position"])
    phone.open(f"/analysis#game=fanorona&rules=standard&start={start}&moves=c2-d2W,b4-c3A-b2A&review=1")
    moment = phone.find(".review-moments button").first
    moment.scroll_into_view_if_needed()
    moment.tap()
    expect(moment).to_have_attribute("aria-current", "step")
    expect(phone.find("vato-board")).to_be_in_viewport(ratio=1)
    phone.find(".review-counts button").first.tap()
    expect(phone.find("vato-retry")).to_be_in_viewport(ratio=1)
    expect(phone.find("vato-board")).to_be_in_viewport(ratio=1)


def test_a_turn_is_tapped_with_its_choice_of_capture(phone: Tab) -> None:
    phone.play_new("fanorona", "me2", **CHAIN)
    tap(phone, "c2", "d2", "c3")
    phone.find(".board-way[data-way=A]").tap()
    phone.button("End turn").tap()
    phone.until_ply(1)
    assert phone.moves == ["c2-d2W-c3A"]
    assert phone.fits()


def test_a_stone_is_dragged_by_a_finger_and_the_page_stays(phone: Tab) -> None:
    phone.play_new("fanorona", "me2", **CHAIN)
    swipe(phone, phone.middle("c2"), phone.middle("d2"))
    assert "playing" in phone.piece_on("d2")
    assert phone.page.evaluate("scrollY") == 0


def test_a_swipe_steps_through_a_game_that_is_over(phone: Tab) -> None:
    phone.play_new("squadro", "me2", setup={"first": "light"}).play("1", press=lambda point: tap(phone, point))
    phone.button("Resign").tap()
    phone.page.get_by_role("dialog").get_by_role("button", name="Resign").tap()
    phone.says("wins")
    (x, y), (to_x, _) = phone.middle("1-3"), phone.middle("5-3")
    swipe(phone, (x, y), (to_x, y))
    phone.says("An earlier position.")
    swipe(phone, (to_x, y), (x, y))
    phone.says("wins")


def test_the_pages_are_in_the_menu(phone: Tab) -> None:
    phone.open("/").button("Menu").tap()
    phone.page.get_by_role("dialog").get_by_role("link", name="Rules").tap()
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text("Fanorona")
    assert phone.fits()


def test_where_the_names_of_the_pages_are_too_long_for_the_bar_the_menu_has_them(visit: Visit) -> None:
    tab = visit(locale="mg", viewport={"width": 1280, "height": 600})
    pages = tab.open("/studies").find("nav.pages")
    expect(pages).to_be_visible()
    for width in (844, 768):
        tab.page.set_viewport_size({"width": width, "height": 600})
        expect(pages).to_be_hidden()
        assert tab.fits()
        expect(tab.find(".menu-button")).to_be_in_viewport(ratio=1)
    tab.find(".menu-button").click()
    expect(tab.page.get_by_role("dialog").get_by_role("link", name="Fitsipika")).to_be_visible()
    tab.page.keyboard.press("Escape")
    tab.page.set_viewport_size({"width": 1280, "height": 600})
    expect(pages).to_be_visible()


@pytest.mark.parametrize("locale", ["en", "mg"])
def test_a_phone_on_its_side_shows_the_buttons_of_a_puzzle(visit: Visit, locale: str) -> None:
    tab = visit(locale=locale, viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    tab.open("/puzzles/fanorona/attack-1").find("vato-lesson-board .piece").first.wait_for()
    buttons = tab.find("vato-lesson-voice button")
    told = tab.find("vato-lesson-voice .voice-text")
    for has_hint in (False, True):
        expect(buttons).not_to_have_count(0)
        for seen in buttons.all():
            expect(seen).to_be_in_viewport(ratio=0.9)
        if not has_hint:
            before = told.inner_text()
            tab.page.keyboard.press("h")
            expect(told).not_to_have_text(before)


BROKEN_MOVES = """() => {
    const isMove = /[0-9a-z]*\\d[0-9a-z]*-[0-9a-z]+/i;
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
        const { parentElement: parent, data } = texts.currentNode;
        const isLoose = parent.checkVisibility() && !parent.closest("bdi, textarea, .hidden");
        if (isLoose && isMove.test(data)) found.push(data);
    }
    for (const move of document.querySelectorAll(".notation")) {
        const range = document.createRange();
        range.selectNodeContents(move);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        const reads = getComputedStyle(move).direction;
        if (move.checkVisibility() && (lines.size > 1 || reads !== "ltr")) found.push(move.textContent);
    }
    return found;
}"""
"""Returns the moves that stand in two lines, may do so, or read from the right."""


@pytest.mark.parametrize("locale", ["en", "he", "fa"])
def test_a_move_stays_on_its_line_and_reads_from_the_left(visit: Visit, locale: str) -> None:
    phone = visit(locale=locale, **PHONE)
    for game in ("fanorona", "squadro", "alquerque"):
        phone.open(f"/rules/{game}").find("main h2").first.wait_for()
        assert phone.page.evaluate(BROKEN_MOVES) == []
    phone.play_new("fanorona", "me2", **CHAIN)
    phone.page.evaluate(f"document.querySelector('vato-typed').onPlay('{SHORT_CHAIN}')")
    phone.until_ply(1).find(".notation").first.wait_for()
    assert phone.page.evaluate(BROKEN_MOVES) == []
    # A chain of seven steps, too, on the narrowest phone and in a list beside the board.
    phone.play_new("fanorona", "me2", **LONGEST)
    phone.page.evaluate(f"document.querySelector('vato-typed').onPlay('{LONGEST_CHAIN}')")
    phone.until_ply(1).find(".notation").first.wait_for()
    for width in (320, 1280):
        phone.page.set_viewport_size({"width": width, "height": 800})
        assert phone.page.evaluate(BROKEN_MOVES) == []
    if locale == "fa":  # what a review finds, too, with its number before it
        start = quote_plus(CHAIN["position"])
        phone.open(f"/analysis#game=fanorona&rules=standard&start={start}&moves=c2-d2W,b4-c3A-b2A&review=1")
        expect(phone.find(".moment-move").first).to_have_css("direction", "ltr")
        assert phone.page.evaluate(BROKEN_MOVES) == []
