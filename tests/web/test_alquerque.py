"""Alquerque in a real browser: by click, by touch on a phone and by keyboard; jumps, refusals, a link, a lesson."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.tab import Pair, Tab, meet, whole_moves
from tests.web.test_keyboard import press, tab_to
from tests.web.test_lessons import begin, voice
from tests.web.test_phone import PHONE, tap

ROUND = {"position": "4b/1bb2/wb3 w"}
"""White's stone on a1 can jump round three black stones and come back."""


def test_a_game_against_level_three_begins_at_the_first_page_and_is_played_by_clicks(ann: Tab) -> None:
    ann.open("/")
    ann.find(".start-games label", has_text="Alquerque").click()
    ann.find(".start-level label[data-value='3']").click()
    ann.button("Play the computer").click()
    ann.until_my_turn()
    assert (ann.state["game"], ann.state["rules"], ann.state["layout"]) == ("alquerque", "modern", "alquerque/5x5")
    for _ in range(4):
        ann.play(whole_moves(ann.until_my_turn().state["scene"]["options"])[0])
    assert ann.until_my_turn().ply >= 8
    assert len(ann.moves) == ann.ply


def test_a_game_against_level_three_is_played_by_touch(visit: Visit) -> None:
    phone = visit(**PHONE)
    phone.play_new("alquerque", level=3)
    assert phone.fits()
    for _ in range(6):
        phone.until_my_turn()
        if phone.state["outcome"]:
            break
        phone.play(whole_moves(phone.state["scene"]["options"])[0], press=lambda point: tap(phone, point))
    assert phone.ply > 8
    assert phone.fits()


def test_turns_are_played_by_keys(ann: Tab) -> None:
    ann.play_new("alquerque", level=3)
    tab_to(ann, ".board-point")
    for number in range(3):
        ann.until_my_turn()
        if ann.state["outcome"]:
            break
        press(ann, "PageDown", "Enter", "PageDown", "Enter")
        ann.until(f"b.state.turns.length > {2 * number}")
    assert ann.ply >= 3


def test_a_jump_of_three_goes_on_by_clicking_and_ends_where_it_began(regular: Tab) -> None:
    regular.play_new("alquerque", "me2", **ROUND)
    regular.click("a1", "c3")
    assert regular.piece_on("b2") == ""
    assert regular.ply == 0
    regular.click("c1", "a1")
    regular.until_ply(1)
    assert regular.moves == ["a1xc3xc1xa1"]
    assert "first" in regular.piece_on("a1")
    for point in ("b1", "b2", "c2"):
        assert regular.piece_on(point) == ""
    expect(regular.find("vato-player[data-player='1'] .counter.stones")).to_contain_text("1")


@pytest.mark.parametrize("text", ["a1xc3xc1xa1", "a1-c3-c1-a1", "A1:C3:C1:A1", "a1 c3 c1 a1"])
def test_a_jump_is_typed_as_people_write_it(regular: Tab, text: str) -> None:
    regular.play_new("alquerque", "me2", **ROUND)
    typed = regular.page.get_by_role("textbox", name="Type a move")
    typed.fill("a1xc3")
    typed.press("Enter")
    expect(regular.find(".typed-problem")).to_have_text("This is only the beginning of a move.")
    typed.fill(text)
    typed.press("Enter")
    assert regular.until_ply(1).moves == ["a1xc3xc1xa1"]


@pytest.mark.parametrize(
    ("rules", "position", "clicks", "said"),
    [
        ("modern", "5/5/4b/1b3/w3w w", ("e1",), "You must capture; one stone can: a1."),
        ("bell", "4b/5/2w2/5/5 w", ("c3", "c2"), "Stones go back only to capture"),
        ("modern", "4b/5/5/5/w4 w", ("a1", "c3"), "There is no stone on b2 to jump over."),
    ],
)
def test_a_refused_move_says_why(regular: Tab, rules: str, position: str, clicks: tuple[str, ...], said: str) -> None:
    regular.play_new("alquerque", "me2", rules=rules, position=position)
    regular.click(*clicks)
    expect(regular.find(".toast.reason")).to_contain_text(said)
    assert regular.ply == 0


def test_stones_that_are_huffed_leave_the_board(regular: Tab) -> None:
    regular.play_new("alquerque", "me2", rules="huffing", position="5/5/4b/1b3/w3w w")
    regular.play("e1-d1")
    assert regular.piece_on("a1") == ""
    assert regular.find(".pieces .piece").count() == 3


def test_a_game_by_link(regulars: Pair) -> None:
    ann, ben = meet(*regulars, "alquerque")
    ann.play("c2-c3")
    ben.until_ply(1).until_my_turn().play("c4xc2")
    assert ann.until_ply(2).until_my_turn().moves == ["c2-c3", "c4xc2"]
    assert ann.piece_on("c3") == ""


def test_a_lesson_is_played(ann: Tab) -> None:
    begin(ann, "alquerque/jump")
    ann.click("a1", "c3")
    expect(voice(ann, "reached")).to_have_text("That is a jump: you go over it, and it is gone.")
    ann.button("Next").click()
    ann.click("e4", "c4")
    expect(voice(ann, "wrong")).to_have_text("Look at the answer: Black jumps over your stone.")


def test_the_first_page_shows_three_games_beside_each_other_at_every_width(ann: Tab) -> None:
    ann.open("/")
    cards = ann.find(".start-games label")
    expect(cards).to_have_count(3)
    for width in (320, 390, 641, 768, 1280):
        ann.page.set_viewport_size({"width": width, "height": 844})
        assert ann.fits()
        boxes = [card.bounding_box() for card in cards.all()]
        assert len({box["y"] for box in boxes if box is not None}) == 1
        for box in boxes:
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["width"] > 0.25 * min(width, 864)
        for name in cards.locator(".choice-label").all():
            height, line = name.evaluate("each => [each.offsetHeight, parseFloat(getComputedStyle(each).lineHeight)]")
            assert height < 1.5 * line


@pytest.mark.parametrize("path", ["/rules/alquerqe", "/print/alquerqe"])
def test_a_game_that_is_not_there_has_no_rules_and_nothing_to_print(ann: Tab, path: str) -> None:
    ann.open(path)
    expect(ann.find("main h1")).to_have_text("Nothing here")


def test_the_rules_tell_how_the_games_are_related(ann: Tab) -> None:
    ann.open("/rules/alquerque")
    expect(ann.page.get_by_role("heading", name="Its family")).to_be_visible()
    expect(ann.find("main")).to_contain_text("Fanorona has its board from Alquerque")
    assert "undefined" not in ann.seen
