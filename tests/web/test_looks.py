"""How things look as somebody likes them: board and pieces, a wide board upright on a phone, calm games, loudness."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visit
from tests.web.tab import Tab

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
SURFACE = "() => getComputedStyle(document.querySelector('.board-ground .stop-surface')).stopColor"
WOOD, SLATE, PAPER = "rgb(230, 199, 153)", "rgb(58, 69, 78)", "rgb(255, 255, 255)"
"""As `colours.css` has them."""


def choose(tab: Tab, group: str, name: str) -> None:
    """Choose something in the menu."""
    tab.button("Menu").click()
    tab.page.get_by_role("group", name=group, exact=True).get_by_role("radio", name=name, exact=True).check(force=True)
    tab.page.keyboard.press("Escape")


def switch(tab: Tab, name: str) -> None:
    tab.button("Menu").click()
    tab.page.get_by_role("switch", name=name).click()
    tab.page.keyboard.press("Escape")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_board_goes_with_the_theme_or_its_own_way(visit: Visit, theme: str) -> None:
    ann = visit(color_scheme=theme).play_new()
    assert ann.page.evaluate(SURFACE) == (WOOD if theme == "light" else SLATE)
    for look, colour in (("Slate", SLATE), ("Wood", WOOD), ("Paper", PAPER)):
        choose(ann, "Board", look)
        assert ann.page.evaluate(SURFACE) == colour
    ann.page.reload()
    ann.settle()
    expect(ann.find("vato-board .piece").first).to_be_visible()
    assert ann.page.evaluate(SURFACE) == PAPER  # it is remembered


def test_pieces_show_what_the_printed_ones_show(ann: Tab) -> None:
    ann.play_new()
    expect(ann.find(".piece-motif").first).to_be_hidden()
    expect(ann.find(".piece-mark").first).to_be_visible()
    choose(ann, "Pieces", "As printed")
    expect(ann.find(".piece-motif").first).to_be_visible()
    expect(ann.find(".piece-mark").first).to_be_hidden()
    # A motif is not upside down for who sits on the other side.
    upright = ann.find(".piece-motif").first.evaluate("(motif) => motif.getScreenCTM().a > 0.1")
    ann.page.keyboard.press("f")
    assert upright
    assert ann.find(".piece-motif").first.evaluate("(motif) => motif.getScreenCTM().a > 0.1")


def test_a_wide_board_stands_upright_on_a_phone_that_does(visit: Visit) -> None:
    ann = visit(**PHONE).play_new(rules="standard")
    apart = "() => { const [a, b] = ['d2', 'e3'].map((name) => document.querySelector(`[data-point=${name}]`)"
    apart += ".getBoundingClientRect()); return [b.x - a.x, b.y - a.y]; }"
    right, down = ann.page.evaluate(apart)
    assert right > 0 > down
    switch(ann, "Turn wide boards upright on a phone")
    expect(ann.find("vato-board")).to_be_in_viewport(ratio=1)
    more_right, more_down = ann.page.evaluate(apart)
    # What was to the right lies below now, what was above lies to the right, and a thumb has more room.
    assert more_right > 1.2 * right
    assert more_down > -1.2 * down
    ann.play("d2-e3A", lambda point: ann.page.touchscreen.tap(*ann.middle(point)))
    # On its side, the phone has room for the board as it is.
    ann.page.set_viewport_size({"width": 844, "height": 390})
    expect(ann.find("vato-board")).to_be_visible()
    ann.page.wait_for_function(f"() => {{ const [x, y] = ({apart})(); return x > 0 && y < 0; }}")


def test_a_calm_game_shows_the_board_the_players_and_no_more(ann: Tab) -> None:
    ann.play_new()
    expect(ann.find(".side")).to_be_visible()
    ann.page.keyboard.press("z")
    expect(ann.find(".side")).to_be_hidden()
    expect(ann.find("nav.pages")).to_be_hidden()
    expect(ann.find("vato-player")).to_have_count(2)
    expect(ann.button("Menu")).to_be_visible()
    ann.page.keyboard.press("z")
    expect(ann.find(".side")).to_be_visible()


def test_sounds_are_as_loud_as_one_likes(ann: Tab) -> None:
    ann.page.add_init_script(
        "window.heard = []; const play = GainNode.prototype.connect; GainNode.prototype.connect = function (to) {"
        " if (to instanceof AudioDestinationNode) window.heard.push(this); return play.apply(this, arguments); };"
    )
    ann.open("/")
    ann.button("Menu").click()
    loud = ann.page.get_by_role("slider", name="Volume")
    expect(loud).to_have_value("100")
    loud.focus()
    for _ in range(7):
        ann.page.keyboard.press("ArrowLeft")
    expect(loud).to_have_value("30")
    assert ann.page.evaluate("() => window.heard.map((all) => Math.round(all.gain.value * 100))") == [30]
