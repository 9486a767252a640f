"""Rated games in real browsers: two members find each other, one resigns, and both see what it did to their ratings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.server.members import Member
from tests.server.people import Person, Server
from tests.web.conftest import OPTIONS, Check, Visit
from tests.web.tab import Tab
from tests.web.test_lessons import voice
from tests.web.test_puzzles import FIRST, play
from vato.learn import puzzles

Enter = Callable[..., Tab]
MAY_PLAY = "document.querySelector('vato-game-board').mayPlay"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with accounts and a lobby."""
    options = *OPTIONS, "--accounts", "--lobby", "--proofs-per-hour", "100000"
    with Server(tmp_path_factory.mktemp("rated"), *options) as running:
        yield running
        assert "Traceback" not in running.errors


@pytest.fixture
def enter(visit: Visit, server: Server) -> Enter:
    """Come as a member of a name, who joined by another way."""

    def come(name: str, **wishes: object) -> Tab:
        tab = visit(**wishes)
        member = Member(Person(server), name)
        tab.context.add_cookies([{"name": "vato_session", "value": member.token, "url": server.address}])
        return tab

    return come


def shown(tab: Tab, selector: str) -> str:
    return tab.find(selector).first.inner_text()


def test_two_members_play_and_both_ratings_change(enter: Enter, clean: Check) -> None:
    ann, ben = enter("Ann Lee"), enter("Ben Lee")
    ann.open("/people/Ann Lee")
    expect(ann.page.get_by_role("heading", name="No rated games yet")).to_be_visible()
    for tab in (ann, ben):
        tab.open("/lobby").page.get_by_label("Squadro").check()
        expect(tab.page.get_by_role("switch", name="Rated")).to_be_checked()
    for tab in (ann, ben):
        tab.button("Pair me now").click()
    for tab in (ann, ben):
        tab.page.wait_for_url("**/game/*")
        tab.until("b.state.rated")
        expect(tab.find("vato-player .rating").first).to_contain_text("1500?")
        expect(tab.find(".game-about")).to_contain_text("Rated")
        expect(tab.page.get_by_role("button", name="Take back")).to_have_count(0)
    for number in range(2):
        mover = next(
            tab for tab in (ann, ben) if tab.page.evaluate("document.querySelector('vato-game-board').mayPlay")
        )
        mover.play("1")
        for tab in (ann, ben):
            tab.until_ply(number + 1)
    # Nobody analyses what counts while it goes on.
    ann.button("More").click()
    expect(ann.button("Export")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Analyse")).to_have_count(0)
    ann.page.keyboard.press("Escape")
    other = ann.another().open("/analysis#game=squadro")
    expect(other.find("vato-explorer")).to_contain_text("While your rated game goes on, nothing is told about Squadro")
    other.page.get_by_role("switch", name="Engine").click()
    expect(other.find(".toast")).to_contain_text("While your rated game goes on, nothing is told about Squadro")
    other.page.close()
    other.troubles.clear()  # the browser writes down what was refused
    ann.troubles.clear()
    ann.button("Resign").click()
    ann.find("dialog").get_by_role("button", name="Resign").click()
    for tab, sign in ((ann, "\u2212"), (ben, "+")):
        expect(tab.find("vato-prompt")).to_contain_text(re.compile(rf"Your rating: \d+ \({re.escape(sign)}\d+\)"))
        expect(tab.find("vato-player .rating-change")).to_have_count(2)
    lost = re.search(r"Your rating: (\d+)", shown(ann, "vato-prompt"))
    assert lost is not None
    # The sign beside the other's name leads to their page, where the game is.
    ann.page.get_by_role("link", name="Ben Lee is a member").click()
    expect(ann.find("h1")).to_have_text("Ben Lee")
    expect(ann.find(".rating-card")).to_contain_text("Squadro · Quick")
    expect(ann.find(".rated-games li")).to_contain_text(re.compile(r"\+\d+$"))
    clean(ann)
    ann.button("Menu").click()
    ann.page.get_by_role("link", name="My ratings").click()
    expect(ann.find("h1")).to_have_text("Ann Lee")
    expect(ann.find(".rating-value")).to_have_text(f"{lost.group(1)}?")
    ann.find(".rating-table summary").click()
    expect(ann.find(".rating-table tbody tr")).to_have_count(1)


def test_a_guest_is_led_to_joining_and_a_game_without_a_clock_does_not_count(enter: Enter, visit: Visit) -> None:
    eve = enter("Eve Lee").open("/lobby")
    guest = visit().open("/lobby")
    eve.page.get_by_label("No clock").check()
    expect(eve.page.get_by_role("switch", name="Rated")).to_be_disabled()
    eve.page.get_by_label("3\u2009+\u20092").check()
    eve.button("Pair me now").click()
    expect(eve.find(".lobby-act")).to_contain_text("Rated")
    seek = guest.find(".seek")
    expect(seek).to_contain_text("Eve Lee")
    expect(seek).to_contain_text("1500?")
    expect(guest.page.get_by_role("switch", name="Rated")).to_have_count(0)
    seek.get_by_role("link", name="Become a member").click()
    expect(guest.find("vato-join")).to_be_visible()


def test_a_puzzle_counts_the_first_time_and_what_was_shown_as_failed(enter: Enter) -> None:
    tab = enter("Zoe Lee").open("/puzzles/squadro/1")
    expect(tab.find("vato-lesson-board .piece").first).to_be_visible()
    play(tab, FIRST, FIRST.right[0])
    expect(voice(tab, "reached")).to_contain_text(re.compile(r"Your rating: 15\d\d \(\+\d+\)\."))
    tab.button("Next").click()
    expect(tab.find(".lesson-aim")).to_contain_text("Puzzle 2")
    tab.button("Hint").click()
    expect(voice(tab, "hint")).not_to_contain_text("Your rating")
    tab.button("Show me").click()
    expect(voice(tab, "hint")).to_contain_text(re.compile(r"Your rating: \d+ \(\u2212\d+\)\."))
    second = puzzles.find("squadro", 2)
    play(tab, second, second.right[0])
    expect(voice(tab, "reached")).not_to_contain_text("Your rating")
    tab.follow("/people/Zoe%20Lee")
    expect(tab.find(".rating-card")).to_contain_text("Squadro · Puzzles")
    expect(tab.find(".rating-card")).to_contain_text("2 attempts")
    expect(tab.find(".rated-games")).to_have_count(0)


@pytest.mark.parametrize(
    "like", [{}, {"color_scheme": "dark", "viewport": {"width": 390, "height": 844}}, {"locale": "fa-IR"}]
)
def test_everybody_can_use_the_pages(enter: Enter, clean: Check, like: dict[str, object]) -> None:
    name = f"Tom {'abc'[len(like)]}"
    tab = enter(name, bypass_csp=True, **like)
    for path in ("/leaders", f"/people/{name}", "/people/Nobody at all"):
        tab.open(path)
        expect(tab.find("h1, .notice h1").first).to_be_visible()
        assert tab.fits(), path
        clean(tab)
    tab.troubles.clear()  # the browser writes down that there is nobody


def test_the_levels_of_the_computer_stand_with_the_leaders(enter: Enter) -> None:
    tab = enter("Ada")
    tab.open("/leaders")
    tab.find("label[data-value=alquerque]").click()
    rows = tab.page.get_by_role("table", name="The computer").get_by_role("row")
    expect(rows).to_have_count(11)
    expect(rows.nth(1)).to_contain_text("Full strength")
    expect(rows.nth(6)).to_have_text("5Casual player1500")


def test_without_accounts_there_is_nothing_of_it(own_server: Callable[..., Server], visit: Visit) -> None:
    tab = visit(own_server())
    for path in ("/leaders", "/people/Ann"):
        tab.open(path)
        expect(tab.find("vato-not-found")).to_be_visible()
