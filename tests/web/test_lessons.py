"""Learning by doing: a lesson is found, played, missed, helped with and remembered; by mouse, keys and touch."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import Check, Visit
from tests.web.tab import Tab
from vato import catalog, languages
from vato.learn import attempt

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
ALL = [f"{game}/{lesson.name}" for game in catalog.GAMES for lesson in attempt.lessons_of(game)]


def begin(tab: Tab, lesson: str) -> Tab:
    tab.open(f"/learn/{lesson}")
    expect(tab.find("vato-lesson-board .piece").first).to_be_visible()
    return tab


def voice(tab: Tab, kind: str) -> Locator:
    """Wait until the teacher has something of this kind to say."""
    found = tab.find(f"vato-lesson-voice[data-kind={kind}] .voice-text")
    expect(found).to_be_visible()
    return found


def test_from_the_first_page_to_a_lesson_done(ann: Tab) -> None:
    ann.open("/")
    ann.find(".start-learn").click()
    expect(ann.find(".lesson-card")).to_have_count(len(ALL))
    ann.find("nav.pages a[aria-current]", "Learn").wait_for()
    ann.find("#fanorona .lesson-card", "1. A step").click()
    expect(ann.find("h1")).to_have_text("A step")
    ann.click("b2", "c3")
    expect(voice(ann, "reached")).to_have_text("Well done.")
    ann.button("Next").click()
    expect(ann.find(".lesson-task")).to_have_text("Bring your stone to c4 in two turns.")
    expect(ann.point("b3")).not_to_have_accessible_name("b3, empty")  # the board is that of the task, too
    ann.click("b3", "c3")
    expect(voice(ann, "onward")).to_have_text("Good. Go on.")
    assert ann.piece_on("i1") == ""  # Black has answered
    ann.click("c3", "c4")
    voice(ann, "reached")
    ann.button("Next lesson").click()
    expect(ann.find("h1")).to_have_text("Approach")
    assert ann.page.url.endswith("/learn/fanorona/approach")


def test_what_is_done_is_remembered(ann: Tab) -> None:
    begin(ann, "squadro/speed").click("2-0", "2-3")
    voice(ann, "reached")
    begin(ann, "squadro/speed")
    expect(ann.find(".dot.done")).to_have_count(1)
    expect(ann.find(".lesson-task")).to_contain_text("lane 3")
    ann.click("3-0", "3-2")
    voice(ann, "onward")
    ann.click("3-2", "3-4")
    voice(ann, "reached")
    ann.open("/learn")
    expect(ann.find(".lesson-done")).to_have_count(1)
    expect(ann.find("#squadro")).to_contain_text("1 of 6 done")
    expect(ann.find("#squadro .lesson-card.next")).to_contain_text("Turning round")


def test_a_wrong_try_is_answered_explained_and_taken_back(ann: Tab) -> None:
    begin(ann, "fanorona/choice")
    ann.find(".dot").last.click()
    ann.click("d4", "d3").find(".board-way[data-way=A]").click()
    expect(voice(ann, "wrong")).to_have_text("Two stones taken, but the one behind you comes after you.")
    assert ann.piece_on("d3") == ""
    expect(ann.button("Try again")).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(ann.find("vato-lesson-voice[data-kind=ready]")).to_be_visible()
    assert ann.piece_on("d4")
    ann.click("d4", "d3").find(".board-way[data-way=W]").click()
    expect(voice(ann, "reached")).to_have_text("One stone, and you are safe.")


def test_what_the_rules_refuse_is_explained_and_nothing_moves(ann: Tab) -> None:
    begin(ann, "fanorona/step").click("b2", "d4")
    expect(voice(ann, "refused")).to_have_text("No line joins b2 and d4.")
    assert ann.piece_on("b2")


def test_a_hint_points_and_then_shows(ann: Tab) -> None:
    begin(ann, "fanorona/approach")
    ann.button("Hint").click()
    expect(voice(ann, "hint")).to_have_text("Stay on their row, and stop right in front of them.")
    ann.button("Show me").click()
    expect(ann.find("vato-lesson-voice button")).to_have_count(0)
    ann.click("a3", "b3")
    voice(ann, "reached")


def test_a_chain_can_be_undone_and_ended(ann: Tab) -> None:
    begin(ann, "fanorona/chains").click("a2", "b2")
    ann.button("Undo").click()
    expect(ann.button("Hint")).to_be_visible()
    ann.click("a2", "b2")
    ann.button("End turn").click()
    expect(voice(ann, "wrong")).to_contain_text("You stopped too soon")


def test_a_lesson_by_keys_alone(ann: Tab) -> None:
    begin(ann, "fanorona/withdrawal")
    press = ann.page.keyboard.press
    press("h")
    voice(ann, "hint")
    ann.point("c3").focus()
    for key in ("Enter", "ArrowRight", "Enter"):
        press(key)
    voice(ann, "reached")
    expect(ann.button("Next")).to_be_focused()
    press("Enter")
    expect(ann.find(".lesson-task")).to_have_text("Capture all three black stones in two turns.")


def test_a_lesson_that_is_not_there(ann: Tab) -> None:
    ann.open("/learn/fanorona/none")
    expect(ann.find("h1")).to_be_visible()
    expect(ann.find("vato-lesson")).to_have_count(0)
    ann.troubles.clear()  # the browser notes that it was refused


@pytest.mark.parametrize("language", ["fr", "fa", "zh-Hant"])  # from left, from right, in another script
def test_lessons_speak_the_readers_language(visit: Visit, language: str) -> None:
    guest = visit(locale=language)
    lesson = attempt.find_lesson("fanorona", "choice")
    begin(guest, "fanorona/choice")
    expect(guest.find("h1")).to_have_text(languages.say(language, lesson.title))
    guest.click("c3", "d3").find(".board-way[data-way=A]").click()
    expect(voice(guest, "wrong")).to_have_text(languages.say(language, lesson.exercises[0].wrong))


def test_everything_has_room_on_a_phone(visit: Visit) -> None:
    phone = visit(locale="de", **PHONE)  # the longest words
    assert phone.open("/learn").fits()
    for path in ALL:
        phone.follow(f"/learn/{path}")
        expect(phone.find("vato-lesson-board .piece").first).to_be_visible()
        assert phone.fits(), path
        phone.find(".voice-buttons button").click()
        board = phone.find("vato-board").bounding_box()
        said = phone.find("vato-lesson-voice").bounding_box()
        assert board is not None
        assert said is not None
        assert board["width"] > 360, path
        assert board["y"] + board["height"] <= said["y"], path


def test_nobody_stumbles(visit: Visit, clean: Check) -> None:
    tab = visit(bypass_csp=True)
    clean(tab.open("/learn"))
    clean(begin(tab, "fanorona/choice"))
    tab.click("c3", "d3").find(".board-way[data-way=A]").click()
    voice(tab, "wrong")
    clean(tab)
