"""One long story, in real browsers: from a guest's first game to an account that is exported and deleted."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

from tests.command import run
from tests.server.people import Server
from tests.web.conftest import OPTIONS, Visit
from tests.web.tab import Tab
from tests.web.test_people import Device, join

ANN, BEN, MONA = "Ann Farrow", "Ben Harrow", "Mona Sparrow"
WORDS = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with accounts and a lobby, by a name, as passkeys belong to one."""
    options = *OPTIONS, "--accounts", "--lobby", "--proofs-per-hour", "100000"
    with Server(tmp_path_factory.mktemp("story"), *options) as running:
        running.address = running.address.replace("127.0.0.1", "localhost")
        yield running
        assert "Traceback" not in running.errors


def rating_of(tab: Tab, name: str) -> int:
    """Return the rating on a member's page."""
    tab.open(f"/people/{name}")
    return int(tab.find(".rating-card .rating-value").inner_text().rstrip("?"))


def test_a_guest_joins_plays_is_rated_reports_and_goes(visit: Visit, server: Server) -> None:
    ann, ben, mona = visit(server), visit(server), visit(server)
    # A guest plays, becomes a member with a passkey in place, and keeps the game.
    first = ann.open("/").create("squadro", "me2", setup={"first": "light"})
    ann.sit(first).play("1")
    Device(ann)
    join(ann, ANN)
    ann.follow("/games")
    expect(ann.find(f"a[href='/game/{first}']").first).to_be_visible()
    # In another browser there is another member; the lobby pairs the two for a game that counts.
    Device(ben)
    join(ben, BEN)
    for tab in (ann, ben):
        tab.follow("/lobby").page.get_by_role("radio", name="Squadro").check()
        expect(tab.page.get_by_role("switch", name="Rated")).to_be_checked()
        tab.button("Pair me now").click()
    for tab in (ann, ben):
        tab.page.wait_for_url("**/game/*")
        tab.until("b.state.rated")
    game_id = ann.id
    assert ben.id == game_id
    for ply in range(2):
        mover = next(
            tab for tab in (ann, ben) if tab.page.evaluate("document.querySelector('vato-game-board').mayPlay")
        )
        mover.play("1")
        for tab in (ann, ben):
            tab.until_ply(ply + 1)
    ben.find("vato-chat .chat-input").fill(WORDS)
    ben.page.keyboard.press("Enter")
    expect(ann.find("vato-chat .chat-log")).to_contain_text(WORDS)
    ben.button("Resign").click()
    ben.find("dialog").get_by_role("button", name="Resign").click()
    for tab, sign in ((ann, "+"), (ben, "\u2212")):
        expect(tab.find("vato-prompt")).to_contain_text(re.compile(rf"Your rating: \d+ \({re.escape(sign)}\d+\)"))
    hers, his = rating_of(ann, ANN), rating_of(ben, BEN)
    assert hers > 1500 > his
    # She reports him from the game; he is told nothing.
    ann.sit(game_id).button("More").click()
    ann.page.get_by_role("button", name="Report or block somebody").click()
    report = ann.find("form", has_text="Tell the moderators")
    report.get_by_label("What happened?").fill(f"He said {WORDS}")
    report.get_by_role("button", name="Send to the moderators").click()
    expect(ann.find(".toast", has_text="Thank you")).to_be_visible()
    # A moderator reads the report as it was written, bans him and closes it.
    Device(mona)
    join(mona, MONA)
    made = run("moderator", MONA, "--data", str(server.data), timeout=60)
    assert made.returncode == 0, made.stderr
    mona.open("/account").page.get_by_role("link", name="Moderation").click()
    waiting = mona.find(".report", has_text=f"He said {WORDS}")
    waiting.get_by_role("button", name="Look up").click()
    mona.button("Ban").click()
    for _ in range(2):  # first whether it is meant, then a note
        mona.find("dialog").get_by_role("button", name="Ban").click()
    expect(mona.find(".deeds")).to_contain_text(f"{MONA} banned {BEN}")
    waiting.get_by_role("button", name="Close the report").click()
    mona.find("dialog").get_by_role("button", name="Close the report").click()
    expect(mona.page.get_by_role("heading", name="All is quiet")).to_be_visible()
    # He is out, and nobody finds his page; her rating is what it was.
    ben.open("/account")
    expect(ben.find("vato-sign-in")).to_be_visible()
    ann.open(f"/people/{BEN}")
    expect(ann.page.get_by_text("There is no member called")).to_be_visible()
    assert rating_of(ann, ANN) == hers
    # All that is known of her is taken home, and the account is deleted: the games stay, the name goes.
    ann.open("/account")
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name="Take everything home").click()
    with ZipFile(io.BytesIO(download.value.path().read_bytes())) as archive:
        account = json.loads(archive.read("account.json"))
        games = archive.read("games.vato").decode()
    assert account["account"]["name"] == ANN
    assert [told["text"] for told in account["reports"]] == [f"He said {WORDS}"]
    assert games.count("Game: squadro") == 2
    ann.button("Delete the account").click()
    ann.find("dialog").get_by_role("button", name="Delete the account").click()
    expect(ann.find("vato-start")).to_be_visible()
    for tab in (ann, mona):
        tab.sit(game_id)
        assert ANN not in tab.find("body").inner_text()
        assert tab.state["outcome"]["reason"] == "resignation"
    mona.open(f"/people/{ANN}")
    expect(mona.page.get_by_text("There is no member called")).to_be_visible()
    for tab in (ann, ben, mona):
        tab.troubles.clear()  # the browser writes down what was refused


def test_the_last_passkey_is_kept_until_there_is_another_way_in(visit: Visit, server: Server) -> None:
    tab = visit(server)
    Device(tab)
    codes = join(tab, "Lea Larrow")
    keys = tab.find("vato-account section", has_text="Passkeys")
    keys.get_by_role("button", name=re.compile("Remove")).first.click()
    expect(tab.find(".toast, [role=alert]").filter(has_text="last way in").first).to_be_visible()
    # The device with it is lost: a printed code opens the account elsewhere, where another passkey is made.
    other = visit(server)
    Device(other)
    other.open("/sign-in").find("summary").click()
    other.find("details").get_by_label("Name").fill("Lea Larrow")
    other.find("details").get_by_label("Recovery code").fill(codes[3])
    other.find("details").get_by_role("button").click()
    expect(other.find("h1")).to_have_text("Lea Larrow")
    mine = other.find("vato-account section", has_text="Passkeys")
    mine.get_by_role("button", name="Add a passkey").click()
    expect(mine.locator("li")).to_have_count(2)
    mine.get_by_role("button", name=re.compile("Remove")).first.click()
    expect(mine.locator("li")).to_have_count(1)
    other.button("Sign out").first.click()
    other.open("/sign-in")
    other.button("Sign in with a passkey").click()
    expect(other.find("h1")).to_have_text("Lea Larrow")
    # What was lost opens nothing any more.
    tab.context.clear_cookies()
    tab.open("/sign-in")
    tab.button("Sign in with a passkey").click()
    expect(tab.find("[role=alert], .toast.problem").first).to_be_visible()
    for each in (tab, other):
        each.troubles.clear()
