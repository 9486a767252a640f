"""A match with Vela and a series, as the page shows them: the score, what comes next, and the next game itself."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.server.people import Person
from tests.web.conftest import Visit
from tests.web.tab import Tab


def begin(ann: Tab, eve: Person, game: str = "fanorona", **contest: Any) -> Tab:
    game_id = ann.create(game, "open", name="Ann", contest=contest)
    eve.post(f"/games/{game_id}/join", {"name": "Eve"})
    return ann.sit(game_id)


def resign(tab: Tab) -> None:
    tab.button("Resign").click()
    tab.page.get_by_role("dialog").get_by_role("button", name="Resign").click()


def to_next(tab: Tab) -> Tab:
    before = tab.id
    tab.button("Next game").click()
    tab.page.wait_for_url(lambda url: "/game/" in url and before not in url)
    return tab.until("b.state.outcome === null")


def names(tab: Tab) -> list[str]:
    return [seat["name"] for seat in tab.state["seats"]]


def test_a_match_with_vela_from_the_first_game_to_the_last(ann: Tab, eve: Person) -> None:
    begin(ann, eve, kind="match")
    panel = ann.find("vato-contest")
    expect(panel).to_contain_text("Match with Vela, game 1")
    expect(panel).to_contain_text("What comes next depends on this game.")
    eve.act(ann.id, "resign", ply=0)
    expect(panel.locator(".contest-score")).to_have_text("Ann1 : 0Eve")
    expect(panel).to_contain_text("Next: Vela, Eve begins.")
    # Who sits where changes, so that the list says to whoever looks how each game ended for them.
    expect(panel.locator(".contest-games li")).to_have_text(["Classic · You won: White wins by resignation"])
    expect(ann.find("vato-moves")).to_contain_text("You won: White wins by resignation")

    to_next(ann)
    expect(panel).to_contain_text("Match with Vela, game 2")
    assert (ann.state["rules"], names(ann)) == ("vela", ["Eve", "Ann"])  # the loser claims the revanche, with White
    # Who has never heard of it reads there what it is.
    expect(ann.find(".game-about a")).to_have_attribute("href", "/rules/fanorona?rules=vela")
    expect(panel.get_by_role("link", name="Classic")).to_be_visible()
    eve.act(ann.id, "move", ply=0, move=eve.state(ann.id)["scene"]["options"][0]["text"])
    ann.until_ply(1).until_my_turn()
    resign(ann)
    expect(panel.locator(".contest-score")).to_have_text("Ann1 : 1Eve")
    expect(panel).to_contain_text("Next: Classic, you begin.")

    to_next(ann)
    assert (ann.state["rules"], names(ann)) == ("classic", ["Ann", "Eve"])
    eve.act(ann.id, "resign", ply=0)
    to_next(ann)
    eve.act(ann.id, "resign", ply=0)
    expect(panel).to_contain_text("You have won.")
    expect(panel.locator(".contest-games li")).to_have_text(
        [
            "Classic · You won: White wins by resignation",
            "Vela · You lost: White wins by resignation",
            "Classic · You won: White wins by resignation",
            "Vela · You won: Black wins by resignation",
        ]
    )
    expect(ann.button("Next game")).to_have_count(0)


def test_a_series_plays_the_openings_in_the_chosen_order(ann: Tab, eve: Person) -> None:
    begin(ann, eve, kind="series", cycles=1, order=["havia", "fohy", "kobana", "vaky loha", "havanana"])
    panel = ann.find("vato-contest")
    expect(panel).to_contain_text("Series, game 1 of 5")
    expect(panel).to_contain_text("Next: Eve begins with d3-e3A.")
    assert ann.moves == ["f2-e3A"]
    eve.act(ann.id, "resign", ply=1)
    expect(panel.locator(".contest-score")).to_have_text("Ann1 : 0Eve")
    to_next(ann)
    assert ann.until_ply(1).moves == ["d3-e3A"]
    assert names(ann) == ["Eve", "Ann"]
    expect(panel).to_contain_text("Next: you begin with d3-e3W.")


def test_a_contest_against_the_computer_is_chosen_on_the_first_page(ann: Tab) -> None:
    ann.open("/")
    ann.page.get_by_text("Options").click()
    ann.find("vato-setup label[data-value=series]").click()
    ann.find("vato-setup").get_by_label("Rounds of all openings").fill("1")
    ann.page.get_by_role("button", name="Play fohy earlier").press("Enter")
    ann.find(".start-level label[data-value='1']").click()
    ann.button("Play the computer").click()
    ann.until("b.state.contest")
    assert ann.state["turns"][0]["text"] == "d3-e3A"
    expect(ann.find("vato-contest")).to_contain_text("Series, game 1 of 5")
    ann.until_my_turn()
    resign(ann)
    expect(ann.find("vato-contest .contest-score")).to_contain_text("Computer, level 1")
    to_next(ann).until_my_turn()
    assert ann.state["turns"][0]["text"] == "e2-e3A"


def test_after_a_single_game_the_beginner_changes(ann: Tab) -> None:
    ann.play_new("fanorona", setup={"board": "3x3"})
    resign(ann)
    before = ann.id
    ann.button("Rematch").click()
    ann.page.wait_for_url(lambda url: "/game/" in url and before not in url)
    ann.until("b.state.seats[1].mine")
    assert ann.until_my_turn().state["seats"][0]["kind"] == "computer"


def test_a_series_tells_what_is_known_of_the_opening_that_is_played(ann: Tab, eve: Person) -> None:
    begin(ann, eve, kind="series", cycles=1)
    opening = ann.find("vato-contest .contest-opening")
    expect(opening).to_contain_text("Opening: vaky loha. The opening book gives this position ")
    eve.act(ann.id, "resign", ply=1)
    to_next(ann)
    expect(opening).to_contain_text("Opening: ")
    expect(opening).not_to_contain_text("vaky loha")


def test_players_without_a_name_are_numbered_in_the_language_of_whoever_looks(ann: Tab, visit: Visit) -> None:
    ann.play_new("squadro", "me2", contest={"kind": "series", "cycles": 2})
    expect(ann.find("vato-contest .contest-name")).to_have_text(["Player 1", "Player 2"])
    expect(visit(locale="de").sit(ann.id).find("vato-contest .contest-name")).to_have_text(["Spieler 1", "Spieler 2"])
    resign(ann)
    to_next(ann)
    expect(ann.find("vato-contest .contest-name")).to_have_text(["Player 1", "Player 2"])
    # The sides have changed, and nobody is called by theirs.
    expect(ann.find("vato-player[data-player='0'] .name")).to_contain_text("Player 2")
    expect(ann.find("vato-player[data-player='1'] .name")).to_contain_text("Player 1")


def test_the_options_lead_to_how_contests_are_played(ann: Tab) -> None:
    ann.open("/").find("vato-setup summary").click()
    ann.page.get_by_role("link", name="How contests are played").click()
    expect(ann.page.get_by_role("heading", name="The match with Vela")).to_be_visible()
    expect(ann.page.get_by_role("heading", name="The series")).to_be_visible()
