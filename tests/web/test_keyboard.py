"""Everything by keyboard alone, from the first page to the end of a game."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.situations import CHAIN
from tests.web.tab import Tab

MOST_TABS = 60
SEEN_FOCUS = """() => {
    const isMarked = (one) => {
        const { outlineStyle, boxShadow } = getComputedStyle(one);
        return outlineStyle !== "none" || boxShadow !== "none";
    };
    const focused = document.activeElement;
    return [focused, focused.closest("label"), focused.nextElementSibling].some((one) => one && isMarked(one));
}"""


def tab_to(tab: Tab, selector: str) -> None:
    """Press the tab key until something has the focus, which is seen."""
    for _ in range(MOST_TABS):
        tab.page.keyboard.press("Tab")
        if tab.page.evaluate("(selector) => document.activeElement?.matches(selector)", selector):
            assert tab.page.evaluate(SEEN_FOCUS), f"{selector}: the focus is not seen"
            return
    raise AssertionError(f"the tab key does not reach {selector}")


def press(tab: Tab, *keys: str) -> None:
    for key in keys:
        tab.page.keyboard.press(key)


def test_a_game_is_begun_played_and_ended_by_keys(ann: Tab) -> None:
    ann.open("/")
    tab_to(ann, "input[value=fanorona]")
    press(ann, "ArrowRight")
    tab_to(ann, "[data-opponent=screen]")
    press(ann, "Enter")
    ann.until_my_turn()
    for number in range(2):
        tab_to(ann, ".board-point") if number == 0 else None
        press(ann, "PageDown", "Enter", "PageDown", "Enter")
        ann.until_ply(number + 1)
    tab_to(ann, "vato-actions button[title=Resign]")
    press(ann, "Enter")
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    tab_to(ann, "dialog .button.danger")
    press(ann, "Enter")
    ann.says("by resignation")


def test_a_chain_with_its_choice_is_played_by_arrows_and_letters(ann: Tab) -> None:
    ann.play_new("fanorona", "me2", **CHAIN)
    tab_to(ann, ".board-point")
    press(ann, "PageDown", "Enter", "PageDown", "Enter")
    assert "playing" in ann.piece_on("d2")
    press(ann, "ArrowLeft", "ArrowUp", "Enter")
    expect(ann.find(".board-way").first).to_be_focused()
    press(ann, "ArrowRight")
    expect(ann.find(".board-way").last).to_be_focused()
    press(ann, "Escape")
    expect(ann.find(".board-way")).to_have_count(0)
    press(ann, "ArrowLeft", "ArrowUp", "Enter", "a")
    assert ann.piece_on("b4") == ""
    press(ann, "e")
    ann.until_ply(1)
    assert ann.moves == ["c2-d2W-c3A"]


def test_a_point_says_what_is_on_it_and_what_can_be_done(ann: Tab) -> None:
    ann.play_new("fanorona", "me2", **CHAIN)
    expect(ann.point("c2")).to_have_accessible_name("c2, white stone, can capture")
    expect(ann.point("a5")).to_have_accessible_name("a5, empty")
    ann.click("c2", "d2")
    expect(ann.point("c2")).to_have_accessible_name("c2, closed to this turn")
    expect(ann.find("[aria-live]", has_text="c2 to d2")).to_have_count(1)


def test_a_jump_that_sends_a_stone_back_is_not_called_a_capture(ann: Tab) -> None:
    ann.play_new("squadro", "me2", position="00000/10000 light")
    expect(ann.find("[aria-label*='can send a stone back']")).to_have_count(1)
    expect(ann.find("[aria-label*=captur]")).to_have_count(0)
    ann.play("1")
    expect(ann.find("vato-moves .move-way")).to_have_text("1-0 → 1-2 × 1")
    expect(ann.find("vato-announcer [aria-live]")).to_have_text("Light plays 1. 1-0 to 1-2. 1 sent back.")


def test_a_stone_that_is_huffed_is_not_called_captured(ann: Tab) -> None:
    ann.play_new("alquerque", "me2", rules="huffing", position="5/5/1b3/w4/w4 w")
    ann.click("a1").click("b1").until_ply(1)
    expect(ann.find("vato-announcer [aria-live]")).to_have_text("White plays a1-b1.")


def test_a_capture_is_said_with_its_number(ann: Tab) -> None:
    ann.play_new("fanorona", "me2", **CHAIN)
    ann.click("c2", "d2").button("End turn").click()
    ann.until_ply(1)
    expect(ann.find("vato-announcer [aria-live]")).to_have_text("White plays c2-d2W. 1 captured.")


def test_moves_are_typed(ann: Tab) -> None:
    ann.play_new("fanorona", "me2", **CHAIN)
    press(ann, "m")
    expect(ann.page.get_by_label("Type a move")).to_be_focused()
    ann.page.keyboard.type("a1-a2")
    press(ann, "Enter")
    expect(ann.page.get_by_role("alert")).to_contain_text("capture")
    ann.page.get_by_label("Type a move").fill("c2-d2w-c1w-d1a")
    press(ann, "Enter")
    ann.until_ply(1)
    assert ann.moves == ["c2-d2W-c1W-d1A"]
    expect(ann.page.get_by_label("Type a move")).to_have_value("")


def test_the_first_stop_skips_to_the_content(ann: Tab) -> None:
    ann.open("/rules")
    press(ann, "Tab", "Enter")
    expect(ann.find("main")).to_be_focused()


def test_the_keys_are_listed_and_letters_can_be_turned_off(ann: Tab) -> None:
    ann.play_new("squadro", "me2", setup={"first": "light"})
    press(ann, "?")
    expect(ann.page.get_by_role("dialog")).to_contain_text("Keyboard")
    press(ann, "Escape")
    expect(ann.page.get_by_role("dialog")).to_have_count(0)
    ann.button("Menu").press("Enter")
    ann.page.get_by_role("switch", name="Keyboard shortcuts").press("Space")
    press(ann, "Escape", "?")
    expect(ann.page.get_by_role("dialog")).to_have_count(0)


def test_the_menu_gives_the_focus_back(ann: Tab) -> None:
    ann.open("/")
    ann.button("Menu").press("Enter")
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    press(ann, "Escape")
    expect(ann.button("Menu")).to_be_focused()
