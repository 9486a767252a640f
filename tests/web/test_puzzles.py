"""Puzzles in the browser: found, missed, helped with, solved and remembered."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.tab import Tab
from tests.web.test_lessons import voice
from vato import scene
from vato.learn import puzzles
from vato.learn.puzzles import Puzzle

FIRST = puzzles.find("squadro", 1)


def play(tab: Tab, puzzle: Puzzle, move: str) -> None:
    """Click the stone of a move."""
    board = puzzle.board
    tab.click(scene.turn_of(board, board.read(move), 1)["steps"][0]["from"])


def test_from_the_bar_to_a_puzzle_solved(ann: Tab) -> None:
    ann.open("/")
    ann.find("nav.pages a", "Puzzles").click()
    expect(ann.find(".lesson-card")).to_have_count(15)  # five of each game
    ann.find("#squadro .lesson-card", "Grade 1").click()
    expect(ann.find("vato-lesson-board .piece").first).to_be_visible()
    expect(ann.find(".lesson-task")).to_have_text(str(FIRST.task))
    move, refutation = next(iter(FIRST.wrong.items()))
    play(ann, FIRST, move)
    expect(voice(ann, "wrong")).to_contain_text(" ".join(refutation.line))
    ann.button("Try again").click()
    ann.button("Hint").click()
    voice(ann, "hint")
    play(ann, FIRST, FIRST.right[0])
    voice(ann, "reached")
    ann.button("Next").click()
    expect(ann.find(".lesson-aim")).to_have_text("Puzzle 2 · 1 of 200 solved")
    ann.open("/puzzles")
    expect(ann.find("#squadro .lesson-card", "Grade 1")).to_contain_text("1 of 200 solved")
    expect(ann.find("#fanorona .lesson-card", "Grade 1")).to_contain_text("0 of 200 solved")
    ann.open("/puzzles/squadro/1")
    expect(ann.find(".lesson-aim")).to_have_text("Puzzle 2 · 1 of 200 solved")


def test_a_chain_is_ended_too_soon_and_then_played_to_its_end(ann: Tab) -> None:
    puzzle = puzzles.find("fanorona", 104)
    assert puzzle.right[0] == "f4-g3A-f2A-g2W"
    solved = list(range(1, 104))
    ann.open("/puzzles").page.evaluate(
        "(solved) => localStorage.setItem('vato.lessons', JSON.stringify({ 'fanorona/puzzles': solved }))", solved
    )
    ann.open("/puzzles/fanorona/1")
    expect(ann.find(".lesson-aim")).to_have_text("Puzzle 104 · 103 of 200 solved")
    expect(ann.find("vato-lesson-board .piece").first).to_be_visible()
    ann.click("f4")  # goes to g3 at once, as it can go nowhere else
    ann.button("End turn").click()
    expect(voice(ann, "wrong")).to_contain_text(" ".join(puzzle.wrong["f4-g3A"].line))
    ann.page.keyboard.press("u")
    ann.click("f4", "f2", "g2")
    expect(voice(ann, "reached")).to_have_text("Right: only this wins.")


def test_a_grade_that_does_not_exist(ann: Tab) -> None:
    ann.open("/puzzles/squadro/9")
    expect(ann.find("vato-not-found")).to_be_visible()


def test_a_page_that_comes_at_the_second_attempt_hears_a_key_once(ann: Tab) -> None:
    ann.page.route("**/api/puzzles", lambda route: route.abort(), times=1)
    ann.open("/puzzles/squadro/1")
    ann.button("Try again").click()
    expect(ann.find("vato-lesson-board .piece").first).to_be_visible()
    ann.page.keyboard.press("h")
    voice(ann, "hint")
    expect(ann.button("Show me")).to_be_visible()
    ann.forgive_lost_lines()
