"""Puzzles in the browser: found, missed, helped with, solved and remembered."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.tab import Tab
from tests.web.test_lessons import voice
from vato import puzzles, scene
from vato.puzzles import Puzzle

FIRST = puzzles.find("squadro", 1)


def play(tab: Tab, puzzle: Puzzle, move: str) -> None:
    """Click the stone of a move."""
    board = puzzle.board
    tab.click(scene.turn_of(board, board.read(move), 1)["steps"][0]["from"])


def test_from_the_bar_to_a_puzzle_solved(ann: Tab) -> None:
    ann.open("/")
    ann.find("nav.pages a", "Puzzles").click()
    expect(ann.find(".lesson-card")).to_have_count(10)
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


def test_a_grade_that_does_not_exist(ann: Tab) -> None:
    ann.open("/puzzles/squadro/9")
    expect(ann.find("vato-not-found")).to_be_visible()
