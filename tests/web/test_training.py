"""Training endings in the browser: found, played, a turn taken back, a slip mended, won and remembered."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Check, Visit
from tests.web.tab import Tab
from tests.web.test_lessons import PHONE, voice
from vato import catalog
from vato.board import Board
from vato.knowledge import Knowledge, Result
from vato.learn import endings

FIRST = endings.find("fanorona", 1)


@pytest.fixture
def knowledge() -> Iterator[Knowledge]:
    found = catalog.known("fanorona")
    assert found is not None
    yield found
    found.close()


def begin(tab: Tab, path: str) -> Tab:
    tab.open(path)
    expect(tab.find("vato-lesson-board .piece").first).to_be_visible()
    return tab


def play(tab: Tab, move: str) -> None:
    """Click the stone of a turn of one step, and where it goes."""
    origin, _, target = move.partition("-")
    tab.click(origin, target[:2])
    assert not tab.find(".board-way").count()


def best(knowledge: Knowledge, board: Board) -> str:
    facts = knowledge.facts(board)
    assert facts is not None
    return str(facts.best()[0])


def slip(knowledge: Knowledge, board: Board) -> str:
    facts = knowledge.facts(board)
    assert facts is not None
    return next(str(move) for move, fact in facts.moves.items() if fact.result != Result.WON)


def test_from_the_puzzles_to_an_ending_won(ann: Tab, knowledge: Knowledge) -> None:
    ann.open("/puzzles")
    ann.find(".graded-other").click()
    expect(ann.find("h1")).to_have_text("Endgame training")
    expect(ann.find("nav.pages a[aria-current]")).to_have_text("Puzzles")
    expect(ann.find(".grade-tile")).to_have_count(10)  # five of each game
    ann.find(".grade-tile", "Grade 1").first.click()
    expect(ann.find("vato-lesson-board .piece").first).to_be_visible()
    expect(ann.find(".lesson-task")).to_have_text(str(FIRST.task))
    board = FIRST.board
    play(ann, slip(knowledge, board))
    voice(ann, "wrong")
    expect(ann.button("Try again")).to_be_focused()
    ann.page.keyboard.press("u")
    expect(ann.button("Take back")).to_have_count(0)
    play(ann, best(knowledge, board))
    expect(voice(ann, "onward")).to_have_text("Good. Go on.")
    ann.button("Take back").click()
    expect(ann.find("vato-lesson-voice[data-kind=ready]")).to_be_visible()
    assert ann.piece_on(FIRST.best[:2])
    ann.button("Hint").click()
    voice(ann, "hint")
    while True:
        move = best(knowledge, board)
        play(ann, move)
        board.push(move)
        if board.outcome() is not None:
            break
        answer = board.push(best(knowledge, board))
        expect(ann.point(answer.steps[-1].target)).to_have_accessible_name(re.compile("moved last"))
    expect(voice(ann, "reached")).to_have_text("Won in as few turns as possible: 3.")
    expect(ann.button("Next")).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(ann.find(".lesson-aim")).to_have_text("Ending 2 · 1 of 60 won")
    ann.open("/training")
    expect(ann.find(".grade-tile", "Grade 1").first).to_contain_text("1 of 60 won")


def test_by_keys_alone(ann: Tab, knowledge: Knowledge) -> None:
    begin(ann, "/training/fanorona/1")
    press = ann.page.keyboard.press
    press("h")
    voice(ann, "hint")
    move = best(knowledge, FIRST.board)
    ann.point(move[:2]).focus()
    press("Enter")
    ann.point(move[3:5]).focus()
    press("Enter")
    voice(ann, "onward")
    press("u")
    expect(ann.find("vato-lesson-voice[data-kind=ready]")).to_be_visible()
    assert ann.piece_on(move[:2])


def test_a_grade_that_does_not_exist(ann: Tab) -> None:
    ann.open("/training/fanorona/9")
    expect(ann.find("vato-not-found")).to_be_visible()


def test_everything_has_room_on_a_phone(visit: Visit, knowledge: Knowledge) -> None:
    phone = visit(locale="de", **PHONE)
    for path in ("/puzzles", "/training"):
        assert phone.open(path).fits()
    begin(phone, "/training/fanorona/1")
    assert phone.fits()
    play(phone, best(knowledge, FIRST.board))
    voice(phone, "onward")
    assert phone.fits()
    board = phone.find("vato-board").bounding_box()
    said = phone.find("vato-lesson-voice").bounding_box()
    assert board is not None
    assert said is not None
    assert board["y"] + board["height"] <= said["y"]


def test_nobody_stumbles(visit: Visit, clean: Check, knowledge: Knowledge) -> None:
    tab = visit(bypass_csp=True)
    for path in ("/puzzles", "/training"):
        tab.open(path).find(".grade-tile").first.wait_for()
        clean(tab)
    for path in ("/puzzles/fanorona/1", "/training/fanorona/1"):
        clean(begin(tab, path))
    play(tab, best(knowledge, FIRST.board))
    voice(tab, "onward")
    clean(tab)
