"""Learning by doing: a lesson is found, played, missed, helped with and remembered; by mouse, keys and touch."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import Check, Visit
from tests.web.tab import Tab
from vato import catalog, languages, scene
from vato.engine.simple import greedy_move, random_move
from vato.learn import attempt
from vato.learn.first_game import FirstGame

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
    expect(ann.find("#squadro")).to_contain_text("1 of 7 done")
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


def moves_before_the_last(game: str) -> list[str]:
    """Return a whole game, won by the learner, up to its last turn."""
    for seed in range(100):
        board = FirstGame.begin(game, "first-game").board
        while board.outcome() is None and board.ply < 200:
            move = (greedy_move, random_move)[board.turn](board, Random(f"{seed} {board.ply}"))
            board.push(move)
        outcome = board.outcome()
        if outcome is not None and outcome.winner == 0:
            return [str(move) for move in board.played]
    raise AssertionError("nobody wins")


def test_a_first_whole_game(ann: Tab) -> None:
    begin(ann, "fanorona/first-game")
    expect(voice(ann, "look")).to_contain_text("Only the middle is empty.")
    expect(ann.find(".lesson-counts")).to_contain_text("22")
    expect(ann.button("Take back")).to_have_count(0)
    # A turn is played and answered; it stays when the page is loaded again, and is taken back for nothing.
    ann.click("e2", "e3")
    expect(ann.button("Take back")).to_be_visible()
    expect(voice(ann, "look")).not_to_contain_text("Only the middle is empty.")
    expect(ann.find(".lesson-counts")).to_contain_text("20")
    begin(ann, "fanorona/first-game")
    expect(ann.button("Take back")).to_be_visible()
    assert ann.piece_on("e2") == ""
    ann.button("Take back").click()
    expect(voice(ann, "look")).to_contain_text("Only the middle is empty.")
    assert ann.piece_on("e2")
    ann.button("Hint").click()
    expect(voice(ann, "hint")).to_have_text("This is the stone to move.")
    # A blunder is shown with the answer to it, and counts only if it is meant.
    stand_after(ann, "fanorona", ["f2-e3A", "f3-f2A", "d3-d4A", "c3-d3A", "d4-d5W", "e4-e3A"])
    ann.click("c2", "c3")
    ann.button("End turn").click()
    expect(voice(ann, "doubtful")).to_have_text("Careful: look at what the answer costs you.")
    expect(ann.button("Try again")).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(voice(ann, "look")).to_contain_text("Black threatens")
    assert ann.piece_on("c2")
    ann.click("c2", "c3")
    ann.button("End turn").click()
    ann.button("Play it all the same").click()
    expect(voice(ann, "look")).to_be_visible()
    assert ann.piece_on("c2") == ""


def stand_after(tab: Tab, game: str, moves: list[str]) -> None:
    kept = "([game, moves]) => localStorage.setItem('vato.whole_games', JSON.stringify({ [game]: moves }))"
    tab.page.evaluate(kept, [game, moves])
    begin(tab, f"{game}/first-game")
    expect(voice(tab, "look")).to_be_visible()


def test_a_first_whole_game_ends_with_a_word_and_leads_on(visit: Visit, clean: Check) -> None:
    tab = visit(bypass_csp=True)
    voice(begin(tab, "squadro/first-game"), "look")
    *moves, last = moves_before_the_last("squadro")
    stand_after(tab, "squadro", moves)
    clean(tab)
    board = FirstGame.begin("squadro", "first-game", tuple(moves)).board
    (step,) = scene.turn_of(board, board.read(last), len(moves) + 1)["steps"]
    tab.click(step["from"], step["to"])
    expect(voice(tab, "reached")).to_contain_text("Well played, you have won")
    expect(tab.button("Play on your own")).to_be_focused()
    clean(tab)
    tab.button("Take back").click()
    expect(voice(tab, "look")).to_contain_text("You can win with this turn.")
    tab.click(step["from"], step["to"])
    voice(tab, "reached")
    tab.button("Begin again").click()
    expect(voice(tab, "look")).to_contain_text("The dots say how far each goes.")
    tab.open("/learn")
    expect(tab.find("#squadro .lesson-card", "A first whole game").locator(".lesson-done")).to_be_visible()
    stand_after(tab, "squadro", moves)
    tab.click(step["from"], step["to"])
    tab.button("Play on your own").click()
    expect(tab.find(".start-games input:checked")).to_have_value("squadro")


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
