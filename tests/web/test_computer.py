"""Whole games against the computer, played by clicking what the page offers."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.tab import Tab, whole_moves

RESULT = r"wins|drawn|draw"


def play_on(tab: Tab, *, most_turns: int = 200, seed: int = 1) -> None:
    """Play anything that is offered until the game is over."""
    chance = random.Random(seed)
    for _ in range(most_turns):
        tab.until_my_turn()
        if tab.state["outcome"]:
            return
        tab.play(chance.choice(whole_moves(tab.state["scene"]["options"])))
    assert tab.until_my_turn().state["outcome"], "the game does not end"


@pytest.mark.parametrize(
    ("game", "wishes"),
    [
        ("fanorona", {"setup": {"board": "3x3"}}),
        ("fanorona", {"setup": {"board": "5x3"}}),
        ("squadro", {"position": "cc99b/b9cc9 light"}),
        ("alquerque", {"setup": {"board": "3x3"}}),
    ],
)
def test_a_game_is_played_to_its_result(ann: Tab, game: str, wishes: dict[str, Any]) -> None:
    ann.play_new(game, **wishes)
    play_on(ann)
    outcome = ann.state["outcome"]
    expect(ann.prompt).to_have_attribute("data-kind", "ended")
    expect(ann.prompt).to_contain_text(outcome["text"][1:])
    expect(ann.find("vato-player .won")).to_have_count(0 if outcome["winner"] is None else 1)
    assert len(ann.moves) == ann.ply


def test_on_the_large_board_stones_are_captured_by_both(ann: Tab) -> None:
    ann.play_new("fanorona", setup={"board": "9x5"})
    for _ in range(4):
        state = ann.until_my_turn().state
        ann.play(max(whole_moves(state["scene"]["options"]), key=len))
    counts = ann.until_my_turn().state["scene"]["counts"]["stones"]
    assert counts[0] < 22
    assert counts[1] < 22
    for player, stones in enumerate(counts):
        expect(ann.find(f"vato-player[data-player='{player}'] .counter.stones")).to_contain_text(str(stones))
    assert ann.find(".pieces .piece").count() == sum(counts)


def test_a_game_begins_two_clicks_after_the_first_page(ann: Tab) -> None:
    ann.open("/")
    ann.find("label[data-value=squadro]").click()
    ann.button("Play the computer").click()
    ann.until_my_turn()
    assert ann.state["game"] == "squadro"
    assert ann.state["seats"][0]["kind"] != ann.state["seats"][1]["kind"]


def test_what_is_chosen_for_a_game_is_what_is_played_and_is_remembered(ann: Tab) -> None:
    ann.open("/")
    ann.page.get_by_text("Options").click()
    for choice in ("strict", "5x3", "5+3", "other"):
        ann.find(f"vato-setup label[data-value='{choice}']").click()
    ann.find(".start-level label[data-value='1']").click()
    ann.button("Play the computer").click()
    state = ann.until_my_turn().state
    assert (state["rules"], state["layout"], state["seats"][0]["level"]) == ("strict", "fanorona/5x3", 1)
    assert state["clock"]["initial_ms"] == 300_000
    expect(ann.find("vato-clock").first).to_be_visible()
    ann.open("/")
    expect(ann.find(".setup-summary")).to_have_text("Strict · 5 × 3 · 5 + 3 · the other begins")


def test_a_hint_is_an_arrow_and_the_move_can_be_taken_back(ann: Tab) -> None:
    ann.play_new("fanorona", setup={"board": "5x3"})
    ann.button("Hint").click()
    expect(ann.find(".arrow")).to_have_count(1)
    ann.play(whole_moves(ann.state["scene"]["options"])[0])
    expect(ann.find(".arrow")).to_have_count(0)
    if ann.until_my_turn().state["outcome"] is None:
        ann.button("Take back").click()
        ann.until_ply(0)
        assert ann.moves == []
        ann.button("Hint").click()
        expect(ann.find(".arrow")).to_have_count(1)
        ann.button("Resign").click()
        ann.find("dialog .dialog-actions .button").last.click()
        expect(ann.find(".arrow")).to_have_count(0)


def test_a_level_is_shown_with_its_rating_where_it_is_chosen_and_in_the_game(ann: Tab) -> None:
    ann.open("/")
    ann.find("label[data-value=squadro]").click()
    ann.find(".start-level label[data-value='5']").click()
    expect(ann.find(".start-level")).to_contain_text("Level 5: Casual player · Elo 1500")
    ann.button("Play the computer").click()
    ann.until_my_turn()
    expect(ann.find("vato-player", has_text="Computer, level 5").locator(".rating")).to_contain_text("1500")
    expect(ann.find("vato-player .rating")).to_have_count(1)


def test_the_computer_answers_an_offer_of_a_draw(ann: Tab) -> None:
    ann.play_new("squadro", setup={"first": "light"}).offer_draw()
    ann.page.wait_for_function(
        "() => document.querySelector('.toast') || document.querySelector('vato-game-board').state.outcome"
    )


def test_the_computer_thinks_where_it_is_seen(ann: Tab) -> None:
    ann.play_new("fanorona", setup={"board": "9x7"}, level=10)
    ann.play(whole_moves(ann.state["scene"]["options"])[0])
    expect(ann.find("vato-player.to-move .thinking")).to_be_visible()
    ann.says("thinking")


def test_a_game_on_one_screen_takes_the_moves_of_both(ann: Tab) -> None:
    ann.play_new("squadro", "me2", setup={"first": "light"})
    ann.says("Light to move").play("1")
    ann.says("Dark to move").play("1")
    assert ann.moves == ["1", "1"]
