"""Games by post in real browsers: days chosen and told in words, games that wait, answers planned, turns pushed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.server.people import Person, Server, wait_for
from tests.server.post import DAY_MS, by_post, play
from tests.server.push_service import Browser as PushBrowser
from tests.server.push_service import PushService
from tests.web.conftest import OPTIONS, Check, Visit
from tests.web.firefox import FirefoxPushService, firefox
from tests.web.tab import Tab, meet, way_to
from tests.web.test_keyboard import MOST_TABS, tab_to
from tests.web.test_people import Device, join

DAYS = {"initial_ms": 3 * DAY_MS, "per_turn": True}
PUSH = "--push", "mailto:keeper@example.org", "--push-anywhere"
FAKE = """(made) => {
    const subscription = { ...made, toJSON: () => ({ keys: { p256dh: made.p256dh, auth: made.auth } }),
        unsubscribe: async () => { localStorage.removeItem("fake-push"); return true; } };
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
        if (!userVisibleOnly) throw new DOMException("Silent pushes are refused.", "NotAllowedError");
        const curve = { name: "ECDSA", namedCurve: "P-256" };  // as browsers look whether it is a key
        await crypto.subtle.importKey("raw", applicationServerKey, curve, true, ["verify"]);
        const key = btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)));
        localStorage.setItem("fake-push", key.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""));
        return subscription;
    };
    PushManager.prototype.getSubscription = async () => (localStorage.getItem("fake-push") ? subscription : null);
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
}"""
"""Headless Chromium is built without the client of a push service, so that it can subscribe to none, not even to one of
ours: subscribing is that of the test, which looks at what the page asks for as a browser does, and the rest is real."""

RECORD = """() => {
    self.shown = [];
    self.registration.showNotification = async (title, { body, tag, lang, data }) =>
        void self.shown.push([title, body, tag, lang, data]);
}"""
"""A headless browser shows no notices, whatever was granted: the worker's own is noted instead."""
CLICK = """() => {
    const notification = { close: () => {}, data: self.shown[0][4] };
    const event = Object.assign(new Event("notificationclick"), { notification, waitUntil: () => {} });
    self.dispatchEvent(event);
}"""

JOIN = """fetch("/api/games/%s/join", { method: "POST", body: '{"name": "Ben"}',
    headers: { "content-type": "application/json" } }).then((answer) => answer.status)"""
NOTICES = """navigator.serviceWorker.ready.then((ready) => ready.getNotifications())
    .then((notices) => notices.map(({ body, data }) => [body, data]))"""


@pytest.fixture(scope="module")
def members(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    options = *OPTIONS, "--accounts", "--proofs-per-hour", "100000", *PUSH
    with Server(tmp_path_factory.mktemp("post"), *options) as running:
        running.address = running.address.replace("127.0.0.1", "localhost")
        yield running
        assert "Traceback" not in running.errors


def token_of(tab: Tab) -> str:
    return next(cookie["value"] for cookie in tab.context.cookies() if cookie["name"] == "vato_visitor")


def look(tab: Tab) -> None:
    """Let a page ask now which games wait, as it does when it is looked at again."""
    tab.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def press(board: Locator, offered: list[dict[str, Any]], move: str) -> None:
    """Play a move of one step on a board of its own."""
    (step,) = way_to(move, offered)
    for point in (step["from"], step["to"]):
        board.locator(f'.board-point[data-point="{point}"]').click(force=True)


def offered_after(tab: Tab, *moves: str) -> list[dict[str, Any]]:
    state = tab.state
    asked = {"game": state["game"], "rules": state["rules"], "position": state["start"], "moves": list(moves)}
    options: list[dict[str, Any]] = tab.context.request.post(f"{tab.server.address}/api/positions", data=asked).json()[
        "scene"
    ]["options"]
    return options


def test_days_are_chosen_and_told_in_words(visit: Visit, clean: Check) -> None:
    ann, ben = visit(bypass_csp=True).open("/"), visit()
    ann.find("label[data-value=squadro]").click()
    ann.page.get_by_text("Options").click()
    ann.find("vato-setup label[data-value=days]").click()
    ann.find("vato-setup label[data-value='5']").click()
    expect(ann.find(".setup-summary")).to_contain_text("5 days per turn")
    clean(ann)
    ann.find("[data-opponent=link]").click()
    ann.page.wait_for_url("**/game/*")
    ben.context.request.post(f"{ben.server.address}/api/games/{ann.id}/join", data={"name": "Ben"})
    ann.until("b.state.clock.running !== null")
    expect(ann.find("vato-clock.running")).to_have_text(re.compile(r"^4\sdays 23\shr$"))
    expect(ann.find(".game-about")).to_contain_text("5 days per turn")
    clean(ann)
    ann.page.set_viewport_size({"width": 390, "height": 800})
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_delay_stands_before_the_time_runs(regulars: tuple[Tab, Tab]) -> None:
    ann, ben = meet(*regulars, "squadro", setup={"first": "light"}, clock={"initial_ms": 60_000, "delay_ms": 60_000})
    expect(ann.find(".game-about")).to_contain_text("1 min, 60 s delay")
    ann.play("1")
    ben.play("1")
    expect(ann.find("vato-clock.running.standing")).to_have_text("1:00")


def test_a_game_that_waits_is_told_in_title_bar_menu_first_page_and_notice(visit: Visit, clean: Check) -> None:
    ann, ben = visit(bypass_csp=True).open("/rules"), visit().open("/")
    assert ann.find(".waiting-sign").is_hidden()  # and nothing is said where nobody else plays
    first, second = (ben.create("squadro", "open", name="Ben", setup={"first": "light"}, clock=DAYS) for _ in range(2))
    for game_id in (first, second):
        ann.context.request.post(f"{ann.server.address}/api/games/{game_id}/join", data={"name": "Ann"})
    look(ann)
    ann.page.wait_for_timeout(1_500)
    assert ann.find(".waiting-sign").is_hidden()
    ben.sit(first).play("1")
    look(ann)
    expect(ann.find(".waiting-sign")).to_have_text("1")
    expect(ann.page).to_have_title(re.compile(r"^\(1\) "))
    notice = ann.find(".toast", has_text="your turn against Ben")
    expect(notice).to_be_visible()
    clean(ann)
    ben.sit(second).play("1")
    look(ann)
    expect(ann.find(".waiting-sign")).to_have_text("2")
    ann.button("Menu").click()
    expect(ann.find(".menu-waiting a")).to_have_count(2)
    expect(ann.find(".menu-waiting a").first).to_contain_text("2 days 23 hr left")
    clean(ann)
    ann.page.keyboard.press("Escape")
    ann.follow("/")
    expect(ann.find("vato-waiting .game-card")).to_have_count(2)
    expect(ann.find(".unfinished .game-card")).to_have_count(0)
    clean(ann)
    ann.find(f"vato-waiting a[href='/game/{first}']").click()
    ann.until("b.state.turns.length === 1")
    expect(ann.page).to_have_title(re.compile(r"^\(1\) "))  # the other one
    expect(ann.find(".waiting-sign")).to_have_text("1")
    assert ann.find(".waiting-sign").get_attribute("href") == f"/game/{second}"
    ann.play("1")
    expect(ann.find(".waiting-sign")).to_have_text("1")
    assert ann.find(".waiting-sign").get_attribute("href") == f"/game/{second}"


def test_answers_are_planned_on_a_board_and_played_at_once(visit: Visit, clean: Check) -> None:
    ann, ben = meet(visit(bypass_csp=True), visit(), "squadro", setup={"first": "light"}, clock=DAYS)
    assert ann.find("vato-plan").is_hidden()
    ann.play("1")
    expect(ann.find("vato-plan")).to_be_visible()
    ann.button("Plan on a board").click()
    dialog = ann.find("dialog.plan-dialog")
    expect(dialog.get_by_text("Play what they may play.")).to_be_visible()
    press(dialog, offered_after(ann, "1"), "2")
    expect(dialog.get_by_text("Play your answer.")).to_be_visible()
    press(dialog, offered_after(ann, "1", "2"), "3")
    dialog.get_by_role("button", name="Another line").click()
    expect(dialog.get_by_text("Play what they may play.")).to_be_visible()
    press(dialog, offered_after(ann, "1"), "4")
    expect(dialog.get_by_text("Play your answer.")).to_be_visible()
    press(dialog, offered_after(ann, "1", "4"), "5")
    expect(dialog.locator(".move")).to_have_count(4)
    clean(ann)
    dialog.get_by_role("button", name="Save").click()
    expect(ann.find(".toast", has_text="2 lines are planned")).to_be_visible()
    expect(ann.find(".plan-lines li")).to_have_count(2)
    # Another answer takes the place of the one before, and a line can be taken away.
    ann.page.reload()
    expect(ann.find(".plan-lines li")).to_have_count(2)
    ann.button("Plan on a board").click()
    dialog.locator(".move", has_text="4").click()
    press(dialog, offered_after(ann, "1", "4"), "1")
    expect(dialog.locator(".move")).to_have_count(4)
    dialog.locator(".move", has_text="2").click()
    dialog.get_by_role("button", name="Remove").click()
    dialog.get_by_role("button", name="Save").click()
    expect(ann.find(".plan-lines li")).to_have_count(1)
    ben.play("4")
    assert [turn["text"] for turn in ben.until_ply(3).state["turns"]] == ["1", "4", "1"]
    assert ben.find("vato-plan").is_hidden()
    expect(ann.find(".plan-lines li")).to_have_count(0)


def play_by_keys(tab: Tab, point: str) -> None:
    """Go to a point of the board that has the focus, and press it."""
    for _ in range(MOST_TABS):
        if tab.page.evaluate("() => document.activeElement?.dataset.point") == point:
            tab.page.keyboard.press("Enter")
            return
        tab.page.keyboard.press("PageDown")
    raise AssertionError(f"no key leads to {point}")


def plan_by_keys(tab: Tab, *line: str) -> None:
    """Plan a line of moves of one step each, the other's and one's own by turns, from where the dialog stands."""
    for number, move in enumerate(line):
        said = "Play your answer." if number % 2 else "Play what they may play."
        expect(tab.find("dialog.plan-dialog").get_by_text(said)).to_be_visible()
        (step,) = way_to(move, offered_after(tab, tab.state["turns"][0]["text"], *line[:number]))
        play_by_keys(tab, step["from"])
        play_by_keys(tab, step["to"])


def test_answers_are_planned_with_branches_by_keyboard_alone(visit: Visit, clean: Check) -> None:
    ann, ben = meet(visit(bypass_csp=True), visit(), "squadro", setup={"first": "light"}, clock=DAYS)
    ann.play("1")
    expect(ann.find("vato-plan")).to_be_visible()
    tab_to(ann, "vato-plan button")
    ann.page.keyboard.press("Enter")
    dialog, moves = ann.find("dialog.plan-dialog"), ann.find("dialog.plan-dialog .move")
    expect(dialog).to_be_visible()
    tab_to(ann, "dialog .board-point")
    # If 2 then 3, and after that if 1 then 4, or if 5 then 2; and if 4 then 5.
    plan_by_keys(ann, "2", "3", "1", "4")
    expect(moves).to_have_count(4)
    # A move of a line is gone back to, and the focus stays on it.
    tab_to(ann, "dialog .plan-lines li .move:nth-of-type(2)")
    ann.page.keyboard.press("Enter")
    expect(dialog.locator(".move[aria-current=step]")).to_have_text("3")
    expect(dialog.locator(".move[aria-current=step]")).to_be_focused()
    tab_to(ann, "dialog .board-point")
    for number, move in enumerate(("5", "2"), start=3):
        (step,) = way_to(move, offered_after(ann, "1", "2", "3", *(["5"] if number == 4 else [])))
        play_by_keys(ann, step["from"])
        # A piece is put back by Escape, which leaves the dialog open.
        ann.page.keyboard.press("Escape")
        expect(dialog).to_be_visible()
        play_by_keys(ann, step["from"])
        play_by_keys(ann, step["to"])
    expect(dialog.locator("li")).to_have_count(2)
    tab_to(ann, "dialog .row button:first-child")
    ann.page.keyboard.press("Enter")
    tab_to(ann, "dialog .board-point")
    plan_by_keys(ann, "4", "5")
    expect(dialog.locator("li")).to_have_count(3)
    clean(ann)
    # A branch that was not meant is taken away, and made again.
    tab_to(ann, "dialog .row button:last-child")
    ann.page.keyboard.press("Enter")
    expect(dialog.get_by_text("Play your answer.")).to_be_visible()
    tab_to(ann, "dialog .board-point")
    (step,) = way_to("5", offered_after(ann, "1", "4"))
    play_by_keys(ann, step["from"])
    play_by_keys(ann, step["to"])
    tab_to(ann, "dialog .dialog-actions .primary")
    ann.page.keyboard.press("Enter")
    expect(ann.find(".toast", has_text="3 lines are planned")).to_be_visible()
    expect(ann.find("vato-plan button")).to_be_focused()
    # The branch that is played is followed, to its end.
    ben.play("2")
    ben.until_ply(3)
    expect(ann.find(".plan-lines li")).to_have_count(2)
    ben.play("5")
    assert [turn["text"] for turn in ben.until_ply(5).state["turns"]] == ["1", "2", "3", "5", "2"]
    expect(ann.find(".plan-lines li")).to_have_count(0)


def test_days_off_are_taken_and_the_other_one_sees_it(visit: Visit, members: Server, clean: Check) -> None:
    ann, ben = visit(members, bypass_csp=True), visit(members)
    Device(ann)
    join(ann, "Ann Dale")
    game_id = ann.create("squadro", "open", setup={"first": "light"}, clock=DAYS)
    ben.context.request.post(f"{members.address}/api/games/{game_id}/join", data={"name": "Ben"})
    ben.sit(game_id)
    ann.follow("/account")
    part = ann.find("vato-days-off")
    expect(part).to_contain_text("30 of 30 days are left this year.")
    part.get_by_label("Days from now on").fill("4")
    clean(ann)
    part.get_by_role("button", name="Take them off").click()
    ann.find("dialog").get_by_role("button", name="Take them off").click()
    expect(part).to_contain_text("You are off until")
    expect(ben.find("vato-player[data-player='0']")).to_contain_text("on holiday until")
    expect(ben.find("vato-player[data-player='0'] vato-clock.standing")).to_have_text("2 days 23 hr")
    clean(ann)
    part.get_by_role("button", name="Come back now").click()
    expect(part).to_contain_text("29 of 30 days are left this year.")
    expect(ben.find("vato-player[data-player='0']")).not_to_contain_text("on holiday")
    expect(ben.find("vato-clock.standing")).to_have_count(0)


def test_a_browser_that_wants_it_is_told_and_a_click_opens_the_game(visit: Visit, members: Server) -> None:
    with PushService() as service:
        browser = PushBrowser(service, "one")
        ben = visit(members, keeping=True, locale="de-DE")
        ben.context.add_init_script(f"({FAKE})({json.dumps(browser.subscription)})")
        line = ben.context.new_cdp_session(ben.page)
        versions: list[dict[str, Any]] = []
        line.on("ServiceWorker.workerRegistrationUpdated", lambda told: versions.extend(told["registrations"]))
        line.send("ServiceWorker.enable")
        ben.open("/")
        ben.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        ben.context.request.post(f"{members.address}/api/visitors")
        ben.create("squadro", "me2")  # who has played has a token
        ben.page.reload()
        ben.settle()
        ben.find(".menu-button").click()
        switch = ben.find("vato-push-switch input")
        expect(switch).not_to_be_checked()
        switch.check()
        expect(switch).to_be_checked()
        ben.page.keyboard.press("Escape")
        ann, him = Person(members, "Ann"), Person(members, "Ben", token_of(ben))
        game_id = by_post(ann, him)
        play(ann, him, game_id, "1")
        for _ in range(100):
            if browser.read:
                break
            ben.page.wait_for_timeout(100)
        (told,) = browser.read
        assert told["language"] == "de"
        # A push service takes it from nobody but whose key the page has subscribed with.
        assert service.speakers == {ben.page.evaluate("localStorage.getItem('fake-push')")}
        # A browser's own push service would hand it over, decrypted with the browser's key; here it is the test.
        (worker,) = ben.context.service_workers
        worker.evaluate(RECORD)
        registration = next(each for each in versions if not each["isDeleted"])
        delivered = {"origin": members.address, "registrationId": registration["registrationId"]}
        line.send("ServiceWorker.deliverPushMessage", {**delivered, "data": json.dumps(told)})
        for _ in range(100):
            if shown := worker.evaluate("() => self.shown"):
                break
            ben.page.wait_for_timeout(100)
        assert shown == [[told["title"], told["body"], game_id, "de", f"/game/{game_id}"]]
        worker.evaluate(CLICK)
        ben.page.wait_for_url(f"**/game/{game_id}")
        ben.find(".menu-button").click()
        switch.uncheck()
        expect(switch).not_to_be_checked()
        assert him.get("/push").status_code == 200


def test_a_real_browser_is_told_by_its_push_service(members: Server, tmp_path: Path) -> None:
    """Nothing of the browser is the test's here: it subscribes, decrypts, wakes the worker and keeps what is shown."""
    ann = Person(members, "Ann")
    game_id = ann.create(setup={"first": "light"}, clock=DAYS)
    with FirefoxPushService() as service, firefox(tmp_path, service) as ben:
        ben.open(f"{members.address}/game/{game_id}")
        assert ben.evaluate(JOIN % game_id) == 200
        ben.click("header [aria-haspopup=dialog]")
        ben.click("vato-push-switch input:not(:checked)")
        wait_for(lambda: ben.evaluate("document.querySelector('vato-push-switch input:checked:enabled') !== null"))
        ben.open("about:blank")
        assert ann.act(game_id, "move", ply=0, move="1").status_code == 200
        wait_for(lambda: service.taken, 20)
        ben.open(f"{members.address}/rules")
        ((body, address),) = ben.evaluate(NOTICES)
    assert "Ann" in body
    assert address == f"/game/{game_id}"
