"""The rules page: words, examples with pictures, rule sets side by side, and a rule set of one's own."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import Visit
from tests.web.tab import Tab


def examples(tab: Tab) -> Locator:
    return tab.find(".rules-examples img")


def picture(tab: Tab, caption: str) -> Locator:
    return tab.page.get_by_role("img", name=caption)


def loaded(image: Locator) -> bool:
    image.scroll_into_view_if_needed()
    expect(image).to_have_js_property("complete", True)
    return bool(image.evaluate("image => image.naturalWidth > 100"))


def test_every_example_is_drawn_under_its_paragraph_and_heard(ann: Tab) -> None:
    ann.open("/rules/fanorona?rules=strict")
    stop = picture(ann, "White must go on to the end, b2-c2A-c1W-d2A; to stop after b2-c2A is refused.")
    assert loaded(stop)
    before = stop.locator("xpath=ancestor::div[1]/preceding-sibling::*[1]")
    expect(before).to_have_text("A chain must be played to its end.")
    count = examples(ann).count()
    assert count > 15
    assert all(loaded(examples(ann).nth(number)) for number in range(count))


def test_the_pictures_follow_the_theme(ann: Tab, visit: Visit) -> None:
    dark = visit(color_scheme="dark")
    for tab, theme in ((ann, "light"), (dark, "dark")):
        address = examples(tab.open("/rules/squadro")).first.get_attribute("src") or ""
        assert f"theme={theme}" in address
    dark.page.emulate_media(color_scheme="light")
    dark.page.reload()
    assert "theme=light" in (examples(dark).first.get_attribute("src") or "")


def test_another_rule_set_has_other_examples(ann: Tab) -> None:
    ann.open("/rules/fanorona?rules=standard")
    expect(picture(ann, "White may stop after b2-c2A, though the stone could go on.")).to_be_visible()
    ann.find(".rules-choice label[data-value=short]").click()
    expect(picture(ann, "b2-c2W-d2A goes straight on and takes a2, e2.")).to_be_visible()
    assert ann.page.url.endswith("/rules/fanorona?rules=short")
    # By keyboard one goes on from there.
    ann.page.keyboard.press("ArrowRight")
    expect(ann.page.get_by_role("radio", name="Free")).to_be_focused()
    ann.page.keyboard.press("ArrowRight")
    expect(ann.page.get_by_role("radio", name="Vela")).to_be_focused()
    ann.page.wait_for_url("**/rules/fanorona?rules=vela")


def test_rules_that_did_not_come_are_asked_for_again_without_a_click(ann: Tab) -> None:
    ann.open("/").page.route("**/api/rules/**", lambda route: route.abort())
    ann.follow("/rules/fanorona").button("Try again").wait_for()
    ann.page.unroute_all()
    expect(ann.find(".rules-text")).to_contain_text("The German edition")
    expect(ann.page.get_by_role("radio", name="Classic")).to_be_checked()
    ann.forgive_lost_lines()


def test_rule_sets_stand_side_by_side(ann: Tab) -> None:
    ann.open("/rules/fanorona?rules=classic").page.get_by_text("At a glance").click()
    # Document 004 tells where the game comes from, and so do its rules.
    expect(ann.find(".rules-text")).to_contain_text("from the sixteenth or seventeenth century")
    row = ann.page.get_by_role("row").filter(has_text="A chain is allowed on the first turn")
    expect(row.get_by_role("cell")).to_have_text(["yes", "no", "no", "yes", "yes", "no"])
    expect(ann.find(".rules-table thead .current")).to_have_text("Classic")


def test_a_rule_set_of_ones_own_by_address_and_by_hand(ann: Tab) -> None:
    ann.open("/rules/fanorona?rules=classic,chain%3Dobligatory")
    expect(ann.find(".rules-text h2").first).to_have_text("classic,chain=obligatory")
    expect(
        picture(ann, "White must go on to the end, b2-c2A-c1W-d2A; to stop after b2-c2A is refused.")
    ).to_be_visible()
    expect(ann.find("a[href^='/print/fanorona']")).to_be_hidden()
    field = ann.page.get_by_role("textbox", name="A rule set of your own")
    expect(field).to_have_value("classic,chain=obligatory")
    field.fill("free,quiet_turns=4")
    field.press("Enter")
    expect(picture(ann, "With a2-a1, 4 turns in a row have captured nothing: the game is drawn.")).to_be_visible()
    ann.page.reload()
    expect(ann.find(".rules-text h2").first).to_have_text("free,quiet_turns=4")


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ("nothing", "There is no rule set 'nothing'"),
        ("classic,chain%3Dlong", "chain cannot be long"),
        ("classic,tea", "'tea' is not a change to a rule set"),
    ],
)
def test_a_rule_set_that_is_none_is_refused_and_another_can_be_chosen(ann: Tab, rules: str, why: str) -> None:
    ann.open(f"/rules/fanorona?rules={rules}")
    expect(ann.find(".rules-text")).to_contain_text(why)
    assert examples(ann).count() == 0
    ann.find(".rules-choice label[data-value=free]").click()
    expect(ann.find(".rules-text h2").first).to_have_text("Free")
    ann.troubles.clear()  # the browser notes that it was refused
