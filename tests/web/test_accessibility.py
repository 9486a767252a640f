"""axe finds nothing to complain about: on every page, in the states of a game, in light and dark."""

from __future__ import annotations

import pytest

from tests.server.people import Person
from tests.web.conftest import Check, Visit
from tests.web.situations import CHAIN
from tests.web.tab import Tab

UNREADABLE = "@media (prefers-color-scheme: dark) { main * { color: #333 !important; } }"


@pytest.fixture
def ann(visit: Visit) -> Tab:
    # axe is a script from elsewhere, which the page's own policy rightly refuses.
    return visit(bypass_csp=True)


def test_a_button_without_a_name_would_be_found(ann: Tab, clean: Check) -> None:
    ann.open("/").page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    with pytest.raises(AssertionError, match="button-name"):
        clean(ann)


def test_a_word_that_cannot_be_read_in_the_dark_would_be_found(ann: Tab, clean: Check) -> None:
    ann.open("/").page.add_style_tag(content=UNREADABLE)
    with pytest.raises(AssertionError, match="color-contrast"):
        clean(ann)


def test_every_page(ann: Tab, clean: Check) -> None:
    clean(ann.open("/"))
    for path in ("/analysis", "/games", "/learn", "/print", "/rules", "/rules/squadro"):
        clean(ann.follow(path))


def test_rules_of_ones_own_beside_the_others(ann: Tab, clean: Check) -> None:
    ann.open("/rules/fanorona?rules=classic,chain%3Dobligatory").page.get_by_text("At a glance").click()
    ann.page.get_by_role("table").wait_for()
    clean(ann)


def test_the_page_that_is_not_there(ann: Tab, clean: Check) -> None:
    ann.open("/nowhere")
    ann.troubles.clear()  # the browser notes that it was not found
    clean(ann)


def test_the_first_page_with_all_its_options_and_games_to_go_on_with(ann: Tab, clean: Check) -> None:
    ann.play_new("squadro", "me2", setup={"first": "light"}).play("1")
    ann.open("/").page.get_by_text("Options").click()
    for choice in ("custom", "series"):
        ann.find(f"vato-setup label[data-value={choice}]").click()
    ann.find(".game-card").first.wait_for()
    clean(ann)


def test_the_menu_and_the_list_of_keys(ann: Tab, clean: Check) -> None:
    ann.open("/").button("Menu").click()
    clean(ann)
    ann.page.get_by_role("button", name="Keyboard").click()
    ann.page.get_by_role("dialog", name="Keyboard").wait_for()
    clean(ann)


def test_a_game_at_its_start_in_mid_chain_at_a_choice_and_over(ann: Tab, clean: Check) -> None:
    ann.play_new("fanorona", "me2", **CHAIN)
    clean(ann)
    ann.click("c2", "d2")
    ann.says("Go on, or end the turn")
    clean(ann)
    ann.click("c3").find(".board-way").first.wait_for()
    clean(ann)
    ann.find(".board-way").first.click()
    ann.button("End turn").click()
    ann.until_ply(1).click("d2").find(".toast").wait_for()
    clean(ann)
    ann.button("Resign").click()
    ann.page.get_by_role("dialog").wait_for()
    clean(ann)
    ann.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    ann.says("wins")
    clean(ann)


def test_a_game_by_link_waiting_joined_and_talked_about(ann: Tab, visit: Visit, eve: Person, clean: Check) -> None:
    clock = {"initial_ms": 300_000, "increment_ms": 3000}
    ann.play_new("squadro", "open", setup={"first": "light"}, clock=clock)
    clean(ann)
    guest = visit(bypass_csp=True)
    guest.open(f"/game/{ann.id}").page.get_by_role("dialog").wait_for()
    clean(guest)
    eve.act(ann.id, "join", name="Eve")
    eve.act(ann.id, "chat", text="Good luck!")
    eve.act(ann.id, "offer_draw", ply=0)
    ann.says("Eve offers a draw").page.get_by_text("Good luck!").wait_for()
    clean(ann)


def test_a_contest_and_my_games(ann: Tab, clean: Check) -> None:
    ann.play_new("fanorona", "me2", contest={"kind": "match"})
    clean(ann)
    for _ in range(4):
        ann.create("squadro", "me2")
    ann.follow("/games").find(".game-card").first.wait_for()
    clean(ann)
    ann.find(".game-entry button").first.click()
    ann.page.get_by_role("dialog").wait_for()
    clean(ann)


def test_the_analysis_with_lines_a_set_up_and_a_review(ann: Tab, clean: Check) -> None:
    ann.open("/analysis#game=squadro&moves=1,1,2")
    ann.page.get_by_role("switch", name="Engine").check()
    ann.find(".engine-line").first.wait_for()
    clean(ann)
    ann.page.get_by_role("switch", name="Engine").uncheck()
    ann.open("/analysis#game=fanorona&moves=d2-e3A&review=1").find(".review-counts p").first.wait_for()
    clean(ann)
    ann.follow("/").follow("/analysis#game=fanorona&edit=1")
    clean(ann)
