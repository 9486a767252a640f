"""Members among each other, in real browsers: one challenges, plays, reports and blocks the other, a moderator acts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.command import run
from tests.server.people import Server
from tests.web.conftest import OPTIONS, Check, Visit
from tests.web.tab import Tab
from tests.web.test_people import Device, join

SCRIPT = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def members(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with accounts, by a name, as passkeys belong to one."""
    options = *OPTIONS, "--accounts", "--lobby", "--proofs-per-hour", "100000"
    with Server(tmp_path_factory.mktemp("company"), *options) as running:
        running.address = running.address.replace("127.0.0.1", "localhost")
        yield running
        assert "Traceback" not in running.errors


def member(visit: Visit, server: Server, name: str) -> Tab:
    tab = visit(server)
    Device(tab)
    join(tab, name)
    return tab


def test_one_reports_the_other_and_a_moderator_acts(visit: Visit, members: Server, clean: Check) -> None:
    ann, ben = member(visit, members, "Ann Bell"), member(visit, members, "Ben Cord")
    # A challenge is told wherever the other one is, and leads both to the game; a board stays where it is meanwhile.
    ben.page.set_viewport_size({"width": 390, "height": 844})
    before = ben.play_new("squadro", "me2").find("vato-board").bounding_box()
    ann.follow("/challenge?to=Ben Cord")
    ann.page.get_by_label("Squadro").check()
    ann.page.get_by_label("Light").check()
    clean(ann)
    ann.button("Challenge").click()
    expect(ann.find(".challenge-waiting")).to_contain_text("Ben Cord")
    card = ben.find(".challenge-card")
    expect(card).to_contain_text("Ann Bell challenges you")
    expect(card).to_contain_text("Squadro")
    assert ben.find("vato-board").bounding_box() == before
    ben.play("1")
    ben.page.set_viewport_size({"width": 1280, "height": 800})
    card.get_by_role("button", name="Later").click()
    expect(card).to_have_count(0)
    ben.follow("/challenge")
    ben.find(".challenge-waiting").get_by_role("button", name="Play").click()
    for tab in (ann, ben):
        tab.page.wait_for_url("**/game/*")
        tab.until("b.state.seats.every((seat) => seat.member)")
    # What he says is text; she reports him, and does not see it any more once he is blocked.
    ben.find("vato-chat .chat-input").fill(SCRIPT)
    ben.page.keyboard.press("Enter")
    expect(ann.find("vato-chat .chat-log")).to_contain_text(SCRIPT)
    ann.button("More").click()
    ann.page.get_by_role("button", name="Report or block somebody").click()
    report = ann.find("form", has_text="Tell the moderators")
    expect(report.get_by_label("Name of the member")).to_have_value("Ben Cord")
    report.get_by_label("What happened?").fill(f"{SCRIPT} he said")
    report.get_by_role("button", name="Send to the moderators").click()
    expect(ann.find(".toast", has_text="Thank you")).to_be_visible()
    ann.button("Block").click()
    expect(ann.find(".toast", has_text="is blocked")).to_be_visible()
    clean(ann)
    game_id = ben.id
    ann.sit(game_id)
    expect(ann.find("vato-chat .chat-log")).not_to_contain_text("onerror")
    # A moderator sees the report as text, and bans him: his page is nobody's, and her game is won.
    mona = member(visit, members, "Mona Dell")
    made = run("moderator", "Mona Dell", "--data", str(members.data), timeout=60)
    assert made.returncode == 0, made.stderr
    mona.open("/account").page.get_by_role("link", name="Moderation").click()
    waiting = mona.find(".report", has_text=f"{SCRIPT} he said")
    waiting.get_by_role("button", name="Look up").click()
    mona.button("Ban").click()
    mona.find("dialog").get_by_role("button", name="Ban").click()
    mona.find("dialog").get_by_label("A note for the log").fill(f"{SCRIPT} is enough")
    mona.find("dialog").get_by_role("button", name="Ban").click()
    expect(mona.find(".deeds")).to_contain_text(f"Mona Dell banned Ben Cord{SCRIPT} is enough")
    expect(waiting).to_contain_text("banned")
    ann.until("b.state.outcome")
    assert ann.state["outcome"]["reason"] == "resignation"
    ben.until("!b.state.seats.some((seat) => seat.mine)")
    waiting.get_by_role("button", name="Close the report").click()
    mona.find("dialog").get_by_role("button", name="Close the report").click()
    expect(mona.page.get_by_role("heading", name="All is quiet")).to_be_visible()
    clean(mona)
    # Nobody else finds that page.
    ann.open("/moderation")
    expect(ann.find("vato-moderation")).to_have_count(0)
    ann.troubles.clear()  # the browser writes down what was refused


def test_bots_and_blocked_members_are_seen_to_on_the_account(visit: Visit, members: Server, clean: Check) -> None:
    eva, fay = member(visit, members, "Eva Fink"), member(visit, members, "Fay Gold")
    fay.page.close()
    eva.follow("/report?member=Fay Gold")
    eva.button("Block").click()
    expect(eva.find(".toast", has_text="is blocked")).to_be_visible()
    eva.follow("/account")
    eva.button("Unblock Fay Gold").click()
    expect(eva.find("vato-account-company")).to_contain_text("Nobody.")
    eva.page.get_by_label("Name of the bot").fill("Eva Machine")
    eva.button("Make a bot").click()
    token = eva.find(".token")
    expect(token).to_be_visible()
    made = token.input_value()
    assert made.startswith("vatobot_")
    headers = {"Authorization": f"Bearer {made}"}
    address = f"{members.address.replace('localhost', '127.0.0.1')}/api/me"
    assert members.client.get(address, headers=headers).json()["name"] == "Eva Machine"
    clean(eva)
    eva.button("Revoke the token of Eva Machine").click()
    expect(eva.find("vato-account-company")).to_contain_text("No token")
    expect(eva.find(".token")).to_have_count(0)
    assert members.client.get(address, headers=headers).status_code == 401
