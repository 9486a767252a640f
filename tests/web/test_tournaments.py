"""Tournaments in real browsers: one organises, others enter by the link, games open by themselves, tables follow."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.members import Member
from tests.server.people import Person, Server
from tests.server.test_rated import begin
from tests.web.conftest import OPTIONS, Check, Visit
from tests.web.tab import Tab
from tests.web.test_people import Device, join

PICTURES = os.environ.get("VATO_PICTURES")
CLOCK = {"initial_ms": 300_000, "increment_ms": 3_000}


@pytest.fixture(scope="module")
def members(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with accounts, by a name, as passkeys belong to one."""
    options = *OPTIONS, "--accounts", "--proofs-per-hour", "100000"
    with Server(tmp_path_factory.mktemp("tournaments"), *options) as running:
        running.address = running.address.replace("127.0.0.1", "localhost")
        yield running
        assert "Traceback" not in running.errors


def member(visit: Visit, server: Server, name: str, **wishes: object) -> Tab:
    tab = visit(server, **wishes)
    Device(tab)
    join(tab, name)
    return tab


def look(tab: Tab, name: str) -> None:
    """Keep a picture for people to look at, where they want one."""
    if PICTURES:
        tab.page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def test_from_the_form_to_the_cross_table(visit: Visit, members: Server, clean: Check) -> None:
    ann, ben = member(visit, members, "Ann Hall"), member(visit, members, "Ben Hall")
    ann.follow("/").page.get_by_role("link", name="Tournaments").click()
    ann.page.get_by_role("link", name="New tournament").click()
    ann.page.get_by_label("Name of the tournament").fill("Club <b>cup</b>")
    ann.page.get_by_label("Round robin").check()
    ann.page.get_by_label("Squadro").check()
    clean(ann)
    look(ann, "new")
    ann.button("Create the tournament").click()
    expect(ann.page.get_by_role("heading", name="Club <b>cup</b>")).to_be_visible()
    ann.button("Enter").click()
    expect(ann.find(".tournament-standing tbody tr")).to_have_count(1)
    address = ann.page.url
    ben.open(address.removeprefix(members.address))
    ben.button("Enter").click()
    # Who entered by the link is seen by the other at once.
    expect(ann.find(".tournament-standing")).to_contain_text("Ben Hall")
    clean(ann)
    ann.button("Begin now").click()
    for tab in (ann, ben):
        tab.page.wait_for_url("**/game/*")
    ann.until("b.state.clock.running === 0")
    assert not ann.state["may"]["takeback"]
    clean(ann)
    ann.page.set_viewport_size({"width": 390, "height": 800})
    expect(ann.page.get_by_role("link", name="Back to the tournament")).to_be_visible()
    look(ann, "game")
    ann.page.set_viewport_size({"width": 1280, "height": 800})
    game_id = ann.id
    # Somebody who looks sees the small board follow the game, three turns behind.
    eve = visit(members).open(address.removeprefix(members.address))
    expect(eve.find(".small-board")).to_have_attribute("href", f"/game/{game_id}")
    expect(eve.find(".small-board vato-board")).to_be_visible()
    clean(eve)
    look(eve, "running")
    first = ann if any(seat["mine"] for seat in ann.state["seats"][:1]) else ben
    second = ben if first is ann else ann
    before = eve.find(".small-board vato-board").inner_html()
    second = ben if first is ann else ann
    for ply, (mover, move) in enumerate([(first, "1"), (second, "1"), (first, "2"), (second, "2")]):
        assert eve.find(".small-board vato-board").inner_html() == before
        mover.until_ply(ply).play(move)
    eve.page.wait_for_function(
        "(before) => document.querySelector('.small-board vato-board').innerHTML !== before", arg=before
    )
    second.page.evaluate(
        "(id) => fetch(`/api/games/${id}/actions`, {method: 'POST', headers: {'content-type': 'application/json'},"
        " body: JSON.stringify({type: 'resign', ply: 4})})",
        game_id,
    )
    expect(eve.find(".tournament-phase")).to_have_text("Finished.")
    expect(eve.find(".cross-table tbody tr")).to_have_count(2)
    second.page.get_by_role("link", name="Back to the tournament").click()
    expect(second.find(".tournament-standing tbody tr").first.locator("strong")).to_have_text("1")
    clean(second)
    look(second, "finished")
    second.page.emulate_media(media="print")
    expect(second.find(".tournament-mine")).to_be_hidden()
    expect(second.find(".cross-table")).to_be_visible()
    look(second, "printed")


def test_a_round_that_begins_is_told_wherever_one_is(visit: Visit, members: Server, clean: Check) -> None:
    ann, ben = (Member(Person(members), name) for name in ("Ann Wall", "Ben Wall"))
    wish = {"title": "Round <b>trip</b>", "system": "round_robin", "game": "squadro", "clock": CLOCK}
    cup = ann.post("/tournaments", wish | {"pause_seconds": 0, "starts_in_seconds": 3600}).json()["id"]
    tab = visit(members, viewport={"width": 390, "height": 800})
    tab.context.add_cookies([{"name": "vato_session", "value": ann.token, "url": members.address}])
    tab.open("/rules")
    other = tab.another().open("/learn")
    for person in (ann, ben):
        person.post(f"/tournaments/{cup}/enter")
    assert ben.post(f"/tournaments/{cup}/start").status_code == 403
    assert ann.post(f"/tournaments/{cup}/start").status_code == 200
    for page in (tab, other):
        card = page.find(".challenge-card")
        expect(card).to_contain_text("Your game in Round <b>trip</b> has begun")
        expect(card).to_contain_text("Ben Wall")
    clean(tab)
    look(tab, "round-begins")
    assert tab.fits()
    other.find(".challenge-card").get_by_role("button", name="Later").click()
    expect(other.find(".challenge-card")).to_have_count(0)
    tab.page.get_by_role("link", name="To your game").focus()
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_url("**/game/*")
    tab.until("b.state.seats.some(({mine}) => mine)")
    # Who is there need not be told; who goes elsewhere is, until both have moved.
    expect(tab.find(".challenge-card")).to_have_count(0)
    game_id = tab.id
    tab.follow("/rules")
    expect(tab.find(".challenge-card")).to_be_visible()
    begin(game_id, ann, ben)
    expect(tab.find(".challenge-card")).to_have_count(0)
    assert ann.post(f"/tournaments/{cup}/close").status_code == 200
    # One that does not begin today says the hour, too, and the list says how long that is yet.
    for seconds, left in ((90_000, r"\d\d:\d\d"), (7_300, r"In 2\shr")):
        title = f"Begins in {seconds}"
        later = ann.post("/tournaments", wish | {"title": title, "starts_in_seconds": seconds}).json()["id"]
        expect(tab.follow("/tournaments").find(".tournament-card", title)).to_contain_text(re.compile(left))
        expect(tab.follow(f"/tournaments/{later}").find(".tournament-phase")).to_contain_text(re.compile(r"\d\d:\d\d"))
        assert ann.post(f"/tournaments/{later}/close").status_code == 200


@pytest.mark.parametrize(
    ("width", "language", "scheme"),
    [(320, "en", "dark"), (390, "he", "dark"), (820, "ko", "dark"), (1280, "en", "dark")],
)
def test_everybody_can_use_the_pages(
    visit: Visit, members: Server, clean: Check, width: int, language: str, scheme: str
) -> None:
    people = [Member(Person(members), f"{name} {width}") for name in ("Ida Long Surname", "Jon", "Kim", "Leo")]
    wish = {"title": f"Open {width}", "system": "swiss", "game": "fanorona", "clock": CLOCK, "pause_seconds": 0}
    ids = []
    for more in ({"levels": [1, 2]}, {"system": "arena", "starts_in_seconds": 3600}):
        ids.append(people[0].post("/tournaments", wish | more).json()["id"])
        for person in people:
            person.post(f"/tournaments/{ids[-1]}/enter")
    people[0].post(f"/tournaments/{ids[0]}/start")
    people[1].post(f"/tournaments/{ids[0]}/leave")
    tab = visit(members, viewport={"width": width, "height": 800}, locale=language, color_scheme=scheme)
    for path in ("/tournaments", f"/tournaments/{ids[0]}", f"/tournaments/{ids[1]}"):
        tab.open(path)
        expect(tab.page.locator("main h1")).to_be_visible()
        if path.endswith(ids[0]):
            expect(tab.find(".small-board vato-board").first).to_be_visible()
            expect(tab.find(".tournament-standing")).not_to_have_count(0)
        assert tab.fits()
        for table in tab.find(".tournament-standing").all():  # the points are seen without scrolling
            assert table.evaluate("({offsetWidth, parentElement}) => offsetWidth <= parentElement.clientWidth")
        look(tab, f"{width}-{language}-{path.strip('/').replace('/', '-')[:16]}")
        clean(tab)
    for tournament_id in ids:
        people[0].post(f"/tournaments/{tournament_id}/close")


def test_without_accounts_there_is_nothing_of_them(visit: Visit) -> None:
    tab = visit().open("/")
    expect(tab.page.get_by_role("link", name="Tournaments")).to_have_count(0)
    tab.open("/tournaments")
    expect(tab.page.get_by_role("heading", name="Tournaments")).to_have_count(0)
