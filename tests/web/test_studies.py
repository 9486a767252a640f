"""Studies in real browsers: two edit one at once and see the same, by mouse, by touch and by keyboard alone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import vato
from tests.server.people import Server
from tests.web.conftest import Check, Visit
from tests.web.line import Line
from tests.web.tab import Tab
from vato import record

PICTURES = os.environ.get("VATO_PICTURES")


def _answer() -> str:
    board = vato.new("fanorona")
    board.push("d2-e3A")
    return str(board.legal_moves[0])


TREE = "() => document.querySelector('vato-tree .tree').innerText"
LONG = "A comment that is long enough to need some lines on a phone. " * 6
TEXT = (
    "Game: fanorona\nRules: classic\nStudy: Openings\nChapter: The middle of the board\n\n# What is played, and why.\n"
    f"1. d2-e3A\n# {LONG}\n@ d4>f4 c3\n(\n  1. f2-e3A\n  # Another one.\n)\n"
    f"1... {_answer()}\n\nGame: squadro\n\n1. 1 2\n"
)


def made(tab: Tab, **wish: Any) -> str:
    """Create a study with the browser's own cookie, and return its address."""
    body = {"title": "Cup <b>games</b>", "game": "squadro"} | wish
    answer = tab.context.request.post(f"{tab.server.address}/api/studies", data=body)
    assert answer.status == 201, answer.text()
    return f"/study/{answer.json()['id']}"


def alike(*tabs: Tab) -> str:
    """Wait until all see the same tree, and return it."""
    first, *others = tabs
    for other in others:
        other.page.wait_for_function(
            "(wanted) => document.querySelector('vato-tree .tree').innerText === wanted", arg=first.page.evaluate(TREE)
        )
    return str(first.page.evaluate(TREE))


def moves(tab: Tab) -> list[str]:
    return [text.strip() for text in tab.find("vato-tree .move-text").all_text_contents()]


def turn(tab: Tab, text: str) -> Locator:
    """Return a turn in the tree."""
    return tab.find("vato-tree .move").filter(has=tab.page.locator(".move-text").get_by_text(text, exact=True))


def comment(tab: Tab) -> Locator:
    return tab.page.get_by_role("textbox", name="Comment on")


def look(tab: Tab, name: str) -> None:
    """Keep a picture for people to look at, where they want one."""
    if PICTURES:
        tab.page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def test_two_browsers_edit_one_study_at_once(visit: Visit, clean: Check) -> None:
    ann, ben = visit(), visit()
    # From the form to the link.
    ann.open("/studies")
    clean(ann)
    ann.button("New study").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_label("Title").fill("Cup <b>games</b>")
    dialog.get_by_role("radio", name="Squadro").check()
    clean(ann)
    dialog.get_by_role("button", name="Create the study").click()
    expect(ann.page.get_by_role("heading", name="Cup <b>games</b>")).to_be_visible()
    expect(ann.find(".analysis-status")).to_have_text("Light to move.")
    ann.button("Share").click()
    ann.page.get_by_label("Whoever has the link may edit").check()
    clean(ann)
    ann.page.keyboard.press("Escape")
    ben.open(ann.page.url.removeprefix(ann.server.address))
    # Each plays another first turn: both are there for both.
    ann.click("1-0", "1-1")
    ben.click("4-0", "4-3")
    for tab in (ann, ben):
        expect(tab.find("vato-tree .move-text")).to_have_count(2)
        expect(tab.find(".toast")).to_have_count(0)
    assert sorted(moves(ann)) == ["1", "4"]
    assert alike(ann, ben)
    expect(ann.find("vato-tree [aria-current=step] .move-text")).to_have_text("1")
    expect(ben.find("vato-tree [aria-current=step] .move-text")).to_have_text("4")
    # A comment is kept when its writer stops; the other sees it in the tree and in the field.
    turn(ann, "4").click()
    expect(ann.find("vato-tree [aria-current=step] .move-text")).to_have_text("4")
    comment(ann).fill("Is this\nany good?")
    expect(ben.find(".tree-comment")).to_have_text("Is this\nany good?")
    expect(comment(ben)).to_have_value("Is this\nany good?")
    # Arrows and rings, by the other button of the mouse and by the pen, are there for both until they are drawn again.
    (x, y), (to_x, to_y) = ann.middle("2-0"), ann.middle("2-3")
    ann.page.mouse.move(x, y)
    ann.page.mouse.down(button="right")
    ann.page.mouse.move(to_x, to_y)
    ann.page.mouse.up(button="right")
    expect(ben.find(".arrow.drawn")).to_have_count(1)
    ben.button("Draw arrows and rings").click()
    ben.click("3-0", "3-0")
    expect(ann.find(".drawn-ring")).to_have_count(1)
    expect(ben.find("vato-comment")).to_contain_text("Arrows and rings: 2-0 → 2-3, 3-0.")
    ben.drag("2-0", "2-3")
    expect(ann.find(".arrow.drawn")).to_have_count(0)
    ben.button("Draw arrows and rings").click()
    # A line is promoted, and a branch is deleted that the other looks at, who stands before it then.
    ben.button("Make this the main line").click()
    expect(ann.find(".variation .move-text")).to_have_text("1")
    ann.button("Remove from here on").click()
    expect(ben.find(".toast", has_text="This turn was deleted meanwhile.")).to_be_visible()
    expect(ben.page.get_by_role("textbox", name="Comment on the start")).to_be_visible()
    alike(ann, ben)
    assert moves(ann) == ["1"]
    # Chapters, of another game and board.
    ben.button("Add a chapter").click()
    dialog = ben.page.get_by_role("dialog")
    dialog.get_by_label("Name of the chapter").fill("Small")
    dialog.get_by_role("radio", name="Fanorona").check()
    dialog.get_by_role("radio", name="5\u2009×\u20095").check()
    clean(ben)
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(ben.find(".game-about")).to_contain_text("5\u2009×\u20095")
    ann.find(".study-chapter", has_text="Small").click()
    expect(ann.find(".game-about")).to_contain_text("Fanorona")
    ann.button("Small: rename, move, delete").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_label("Name of the chapter").fill("Tiny")
    dialog.get_by_role("button", name="Move up").click()
    expect(ben.find(".study-chapter").first).to_contain_text("Tiny")
    ben.button("Tiny: rename, move, delete").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="Delete the chapter").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="Delete the chapter").click()
    for tab in (ann, ben):
        expect(tab.find(".study-chapter")).to_have_count(1)
        expect(tab.find(".game-about")).to_contain_text("Squadro")
    alike(ann, ben)
    assert moves(ann) == ["1"]
    # A position that is set up by hand.
    ben.button("Add a chapter").click()
    dialog = ben.page.get_by_role("dialog")
    dialog.get_by_label("Name of the chapter").fill("Composed")
    dialog.get_by_role("radio", name="Fanorona").check()
    dialog.get_by_role("button", name="Set up a position").click()
    ben.button("Clear").click()
    ben.click("a1", "e3")
    ben.find("vato-edit label", has_text="Black").first.click()
    ben.click("g3")
    expect(ben.page.get_by_role("textbox", name="Position as text")).to_have_value("9/9/4w1b2/9/w8 w")
    clean(ben)
    ben.button("Analyse").click()
    expect(ben.find(".study-chapter[aria-current]")).to_contain_text("Composed")
    ben.click("e3", "f3")
    ann.find(".study-chapter", has_text="Composed").click()
    expect(ann.find("vato-tree .move-text")).to_have_text("e3-f3A")
    ann.button("Composed: rename, move, delete").click()
    for _ in range(2):
        ann.page.get_by_role("dialog").get_by_role("button", name="Delete the chapter").click()
    expect(ben.find(".game-about")).to_contain_text("Squadro")
    # By text, which is read whole.
    ann.button("Add a chapter").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="From a text").click()
    ann.find("dialog textarea").fill("Game: squadro\nChapter: Read\n\n1. 9\n")
    ann.find("dialog .button.primary").click()
    expect(ann.find("dialog [role=alert]")).to_contain_text("Line 4")
    ann.troubles.clear()  # the browser notes the refusal
    ann.find("dialog textarea").fill("Game: squadro\nChapter: Read\n\n1. 1 2\n# Here.\n")
    ann.find("dialog .button.primary").click()
    expect(ann.find(".study-chapter[aria-current]")).to_contain_text("Read")
    ben.find(".study-chapter", has_text="Read").click()
    alike(ann, ben)
    assert moves(ann) == ["1", "2"]
    expect(ben.find(".tree-comment")).to_have_text("Here.")
    # Whoever may not edit any more sees that, and tries alone.
    ann.button("Share").click()
    ann.page.get_by_label("Whoever has the link may edit").uncheck()
    ann.page.keyboard.press("Escape")
    expect(ben.find(".game-about")).to_contain_text("You can look and try, but nothing is kept")
    expect(comment(ben)).to_be_hidden()
    ben.click("4-0", "4-3")
    expect(ben.find("vato-tree .move-text")).to_have_count(3)
    assert moves(ann) == ["1", "2"]
    # The study is deleted, and whoever looks is told.
    ann.button("Title of the study").click()
    ann.button("Delete the study").click()
    ann.button("Delete the study").click()
    expect(ann.page.get_by_role("heading", name="No study yet")).to_be_visible()
    expect(ben.page.get_by_role("heading", name="This study is not there")).to_be_visible()


def test_what_is_done_while_the_line_is_lost_is_there_afterwards(visit: Visit, server: Server, clean: Check) -> None:
    with Line(server) as line:
        ann, ben = visit(), visit(line)
        address = made(ann)
        ann.open(address)
        ann.button("Share").click()
        ann.page.get_by_label("Whoever has the link may edit").check()
        ann.page.keyboard.press("Escape")
        ben.open(address)
        ben.click("1-0", "1-1")
        expect(ben.find("vato-tree [aria-current=step] .move-text")).to_have_text("1")
        ben.page.keyboard.press("Home")
        expect(ben.find(".analysis-status")).to_have_text("Light to move.")
        ben.click("3-0", "3-2")
        expect(ann.find("vato-tree .move-text")).to_have_count(2)
        line.cut()
        expect(ben.find(".connection")).not_to_be_empty()
        # What somebody writes is not lost when its turn is deleted, or commented by somebody else, before it arrives.
        comment(ben).fill("Not lost")
        comment(ben).blur()
        turn(ann, "3").click()
        ann.button("Remove from here on").click()
        expect(ann.find("vato-tree .move-text")).to_have_count(1)
        turn(ann, "1").click()
        expect(ann.find("vato-tree [aria-current=step] .move-text")).to_have_text("1")
        comment(ann).fill("Meanwhile")
        comment(ann).blur()
        ann.find("main").focus()
        ann.page.keyboard.press("ArrowLeft")
        expect(ann.find(".analysis-status")).to_have_text("Light to move.")
        ann.click("2-0", "2-3")
        turn(ben, "1").click()
        expect(ben.find("vato-tree [aria-current=step] .move-text")).to_have_text("1")
        comment(ben).fill("First doubt")
        comment(ben).blur()
        ben.find("main").focus()
        ben.page.keyboard.press("Home")
        expect(ben.find(".analysis-status")).to_have_text("Light to move.")
        ben.click("4-0", "4-3")
        expect(ben.find("vato-tree [aria-current=step] .move-text")).to_have_text("4")
        comment(ben).fill("Written without a line")
        comment(ben).blur()
        expect(ben.find(".game-about")).to_contain_text("not kept yet")
        line.restore()
        expect(ben.find(".connection")).to_be_empty()
        expect(ann.find("vato-tree")).to_contain_text("Written without a line")
        expect(ben.find("vato-tree")).to_contain_text("Meanwhile")
        back = ben.find(".study-asked")
        expect(back).to_have_count(2)
        assert [text.input_value() for text in back.locator("textarea").all()] == ["Not lost", "First doubt"]
        clean(ben)
        for _ in range(2):
            back.first.get_by_role("button", name="Close").click()
        alike(ann, ben)
        expect(ben.find(".game-about")).not_to_contain_text("not kept yet")
        # What was kept is what both see.
        (kept,) = record.read(ann.context.request.get(f"{server.address}/api/studies{address[6:]}.vato").text())
        assert kept.turns[0].comment == "Meanwhile"
        assert "Written without a line" in [line[0].comment for line in kept.turns[0].variations]
        # Whoever still looks at the turn is asked which of the comments is to stand.
        turn(ben, "1").click()
        expect(comment(ben)).to_have_value("Meanwhile")
        line.cut()
        expect(ben.find(".connection")).not_to_be_empty()
        comment(ben).fill("I doubt it.")
        comment(ben).blur()
        turn(ann, "1").click()
        expect(comment(ann)).to_have_value("Meanwhile")
        comment(ann).fill("I think so.")
        comment(ann).blur()
        expect(ann.find("vato-tree")).to_contain_text("I think so.")
        line.restore()
        expect(back.locator("blockquote")).to_have_text("I think so.")
        expect(comment(ben)).to_have_value("I doubt it.")
        clean(ben)
        back.get_by_role("button", name="Keep mine").click()
        expect(ann.find("vato-tree")).to_contain_text("I doubt it.")
        expect(comment(ann)).to_have_value("I doubt it.")
        ben.forgive_lost_lines()


def test_with_the_keyboard_alone(visit: Visit) -> None:
    ann = visit()
    ann.open(made(ann))
    expect(ann.find(".analysis-status")).to_have_text("Light to move.")
    keys = ann.page.keyboard
    # On the board: a turn, and then an arrow.
    ann.find(".board-point[tabindex='0']").focus()
    keys.press("PageDown")
    keys.press("Enter")
    keys.press("PageDown")
    keys.press("Enter")
    expect(ann.find("vato-tree .move-text")).to_have_count(1)
    keys.press("d")
    expect(ann.find(".analysis-status")).to_contain_text("Drawing")
    ann.find(".board-point[tabindex='0']").focus()
    keys.press("Enter")
    keys.press("ArrowRight")
    keys.press("Enter")
    expect(ann.find(".arrow.drawn")).to_have_count(1)
    keys.press("d")
    # A comment, and back through the turns.
    keys.press("c")
    keys.type("By keys")
    keys.press("Tab")
    expect(ann.find(".tree-comment")).to_have_text("By keys")
    ann.find("vato-tree .move").focus()
    keys.press("ArrowLeft")
    expect(ann.find("vato-tree [aria-current=step]")).to_have_count(0)
    keys.press("ArrowRight")
    expect(ann.find("vato-tree [aria-current=step]")).to_have_count(1)
    # Another chapter, which is opened, and the way back.
    ann.button("Add a chapter").focus()
    keys.press("Enter")
    keys.type("Second")
    ann.page.get_by_role("dialog").get_by_role("button", name="Add", exact=True).focus()
    keys.press("Enter")
    expect(ann.find(".study-chapter[aria-current]")).to_contain_text("Second")
    ann.find(".study-chapter").first.focus()
    keys.press("Enter")
    expect(ann.find(".tree-comment")).to_have_text("By keys")


def test_a_game_is_put_into_a_study(visit: Visit) -> None:
    ann = visit()
    ann.open("/analysis#game=squadro&moves=1,1,2")
    ann.button("More").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Put into a study").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_label("Title").fill("Put together")
    dialog.get_by_label("Name of the chapter").fill("Tried")
    dialog.get_by_role("button", name="Put it there").click()
    expect(ann.page.get_by_role("heading", name="Put together")).to_be_visible()
    assert moves(ann) == ["1", "1", "2"]
    # From the review of a game that was played, into the same one.
    game_id = ann.create("squadro", "me2", setup={"first": "light"})
    ann.sit(game_id).play("3").play("4")
    ann.page.evaluate(
        "(id) => fetch(`/api/games/${id}/actions`, {method: 'POST', headers: {'content-type': 'application/json'},"
        " body: JSON.stringify({type: 'resign', ply: 2})})",
        game_id,
    )
    ann.until("b.state.outcome")
    ann.follow(f"/analysis#from={game_id}&review=1")
    ann.button("More").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Put into a study").click()
    expect(ann.page.get_by_role("radio", name="Put together")).to_be_checked()
    ann.page.get_by_role("dialog").get_by_role("button", name="Put it there").click()
    expect(ann.find(".study-chapter")).to_have_count(2)
    expect(ann.find(".study-chapter[aria-current]")).to_contain_text("Light")
    assert moves(ann) == ["3", "4"]
    study = ann.page.url.split("/study/")[1].split("#")[0]
    text = ann.context.request.get(f"{ann.server.address}/api/studies/{study}.vato").text()
    assert [game.headers.get("Chapter", "") for game in record.read(text)] == ["Tried", "Light - Dark"]
    assert "Reason: resignation" in text
    # And out of it, onto the analysis board.
    ann.button("More").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Open on the analysis board").click()
    expect(ann.find("vato-analysis vato-tree .move-text")).to_have_text(["3", "4"])


@pytest.mark.parametrize(("width", "language"), [(390, "he"), (820, "ko"), (1280, "en-GB")])
def test_everybody_can_use_the_pages(visit: Visit, clean: Check, width: int, language: str) -> None:
    touch = {"has_touch": True, "is_mobile": True} if width == 390 else {}
    ann = visit(viewport={"width": width, "height": 844}, locale=language, color_scheme="dark", **touch)
    ann.open(made(ann, game=None, text=TEXT, title="Openings of a very long name that goes on"))
    expect(ann.find("vato-tree .move-text")).to_have_count(3)
    expect(ann.find(".study-chapter")).to_have_count(2)
    ann.find("vato-tree .move").first.click()
    expect(ann.find(".arrow.drawn")).to_have_count(1)
    assert ann.fits()
    if width == 1280:  # what is beside the board is scrolled there, and the board stays
        assert ann.page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
    look(ann, f"study-{width}-{language}")
    clean(ann)
    ann.follow("/studies")
    expect(ann.find(".tournament-card")).to_have_count(1)
    assert ann.fits()
    look(ann, f"studies-{width}-{language}")
    clean(ann)
