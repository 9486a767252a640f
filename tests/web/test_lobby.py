"""Strangers find each other in the lobby, in real browsers; who finds nobody plays the computer; links taken back."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.server.people import Person, Server
from tests.web.conftest import OPTIONS, Check, Visit
from tests.web.tab import Tab
from tests.web.test_offline import ready
from vato.contest.lobby import OFFER_MS

WAITING = "Looking for an opponent"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that brings people together."""
    with Server(tmp_path_factory.mktemp("lobby"), *OPTIONS, "--lobby") as running:
        yield running
        assert "Traceback" not in running.errors


@pytest.fixture(autouse=True)
def empty(server: Server) -> None:
    """Nobody waits who was left from another test."""
    change(server, "DELETE FROM seeks")


def change(server: Server, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(server.data / "vato.sqlite3", timeout=10)) as database, database:
        database.execute(statement, values)


def pair(tab: Tab) -> Tab:
    """Look for an opponent, by what is chosen."""
    tab.button("Pair me now").click()
    return tab


def heading(tab: Tab, text: str) -> Locator:
    return tab.page.get_by_role("heading", name=text, exact=True)


def test_one_click_each_and_two_strangers_play(ann: Tab, ben: Tab) -> None:
    for tab in (ann, ben):
        tab.open("/").page.get_by_role("link", name="Find an opponent").click()
        tab.page.get_by_label("Squadro").check()
    expect(pair(ann).find(".lobby-act")).to_contain_text(WAITING)
    pair(ben)
    for tab in (ann, ben):
        tab.page.wait_for_url("**/game/*")
        tab.until("b.state.seats.every((seat) => seat.kind === 'person')")
    assert ann.id == ben.id
    first, second = (ann, ben) if ann.page.evaluate("document.querySelector('vato-game-board').mayPlay") else (ben, ann)
    first.play("1")
    assert second.until_ply(1).until_my_turn().moves == ["1"]
    # The game is not come back to: whoever opens the lobby again looks for another one.
    ann.follow("/lobby")
    expect(ann.button("Pair me now")).to_be_visible()


def test_who_waits_is_taken_from_the_list_by_keyboard_and_takes_oneself_out_of_it(ann: Tab, ben: Tab) -> None:
    ben.open("/lobby")
    expect(heading(ben, "Be the first")).to_be_visible()
    ann.open("/lobby").page.get_by_label("10\u2009+\u20095").check()
    pair(ann)
    expect(ben.find("vato-lobby [role=status].hidden")).to_have_text("1 player is waiting")
    ann.button("Stop looking").press("Enter")
    expect(heading(ben, "Be the first")).to_be_visible()
    expect(ann.button("Pair me now")).to_be_focused()
    ann.page.keyboard.press("Enter")
    take = ben.page.get_by_role("button", name=re.compile("^Play Someone: .*10.\\+.5$"))
    take.focus()
    ben.page.keyboard.press("Enter")
    for tab in (ann, ben):
        tab.page.wait_for_url("**/game/*")
    assert ann.id == ben.id
    assert ann.state["clock"]["initial_ms"] == 600_000


def test_who_closes_the_tab_is_not_paired(ann: Tab, ben: Tab) -> None:
    ben.open("/lobby")
    pair(ann.open("/lobby"))
    expect(ben.find(".seek")).to_have_count(1)
    ann.page.close()
    expect(ben.find(".seek")).to_have_count(0)
    expect(pair(ben).find(".lobby-act")).to_contain_text(WAITING)
    expect(heading(ben, "You are the first")).to_be_visible()


def test_a_choice_and_what_one_waits_for_outlast_the_page(ann: Tab) -> None:
    ann.open("/lobby").page.get_by_label("Squadro").check()
    ann.page.get_by_label("Fanorona").check()
    expect(ann.page.get_by_label("Fanorona")).to_be_focused()
    ann.page.get_by_label("Strict").check()
    ann.page.get_by_label("No clock").check()
    ann.open("/lobby")
    for name in ("Fanorona", "Strict", "No clock"):
        expect(ann.page.get_by_label(name)).to_be_checked()
    pair(ann)
    expect(ann.find(".lobby-act")).to_contain_text("Fanorona · Strict · No clock")
    ann.open("/lobby")
    expect(ann.find(".lobby-act")).to_contain_text("Fanorona · Strict · No clock")
    # Whoever goes elsewhere looks for nobody.
    ann.follow("/").follow("/lobby")
    expect(ann.button("Pair me now")).to_be_visible()


def test_the_computer_is_offered_by_name_and_one_waits_on(ann: Tab, server: Server, clean: Check) -> None:
    pair(ann.open("/lobby"))
    expect(ann.find(".lobby-act")).to_contain_text(WAITING)
    change(server, "UPDATE seeks SET since_ms = since_ms - ?", OFFER_MS)
    offer = re.compile("Nobody has come yet. Play level 5, .+ \\(Elo 1500\\), meanwhile\\?")
    expect(ann.find("vato-lobby [role=status].hidden")).to_have_text(offer)
    expect(ann.button("Stop looking")).to_be_visible()
    clean(ann)
    with Person(server, "Eve").in_lobby() as eve:
        eve.until(lambda state: state["seeks"])
        ann.button("Play level 5").click()
        ann.page.wait_for_url("**/game/*")
        ann.until("b.state.seats.some((seat) => seat.level === 5)")
        eve.until(lambda state: not state["seeks"])


def test_what_the_server_forgot_is_said_again_when_it_is_back(ann: Tab, server: Server) -> None:
    pair(ann.open("/lobby"))
    expect(ann.find(".lobby-act")).to_contain_text(WAITING)
    port = server.address.rpartition(":")[2]
    server.kill()
    change(server, "DELETE FROM seeks")  # as it does itself when it was away for long
    expect(ann.find("vato-lobby .connection")).to_contain_text("lost")
    before, server._options = server._options, (*server._options, "--port", port)
    server.start()
    server._options = before
    with Person(server, "Eve").in_lobby() as eve:
        eve.until(lambda state: state["seeks"])
    expect(ann.find("vato-lobby .connection")).to_have_text("")
    ann.forgive_lost_lines()


def test_the_page_on_every_screen_and_for_everybody(ann: Tab, ben: Tab, visit: Visit, clean: Check) -> None:
    pair(ben.open("/lobby"))
    ann.open("/lobby")
    expect(ann.find(".seek")).to_have_count(1)
    clean(ann)
    for width in (390, 768, 1280):
        ann.page.set_viewport_size({"width": width, "height": 800})
        assert ann.fits(), width
    reader = visit(locale="fa-IR", viewport={"width": 390, "height": 844}).open("/lobby")
    expect(reader.find("html")).to_have_attribute("dir", "rtl")
    expect(reader.find(".seek")).to_have_count(1)
    assert reader.fits()
    ben.button("Stop looking").click()
    expect(ann.find(".seek")).to_have_count(0)
    clean(ann)


def test_without_a_network_it_says_what_is_missing(visit: Visit) -> None:
    ann = visit(keeping=True).open("/")
    ready(ann)
    ann.context.set_offline(True)
    ann.follow("/lobby")
    expect(ann.find("vato-lobby")).to_contain_text("Finding an opponent needs the server, which cannot be reached.")
    ann.context.set_offline(False)
    expect(ann.button("Pair me now")).to_be_visible()
    ann.forgive_lost_lines()


def test_an_invitation_is_taken_back(ann: Tab, ben: Tab) -> None:
    ann.open("/lobby").button("Invite a friend by a link").click()
    ann.page.wait_for_url("**/game/*")
    address = f"/game/{ann.id}"
    ann.button("Take the invitation back").click()
    expect(ann.find("#toasts")).to_contain_text("The invitation is taken back.")
    expect(ann.button("Send a link")).to_be_visible()
    ben.page.goto(ben.server.address + address)
    expect(ben.find("vato-game")).to_contain_text("The invitation to this game was taken back.")
    expect(ben.button("Try again")).to_have_count(0)  # that would be no use
    ben.page.get_by_role("link", name="To the first page").click()
    expect(ben.button("Send a link")).to_be_visible()
