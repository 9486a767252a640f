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
    """Click the stone of a move and where it goes."""
    board = puzzle.board
    step = scene.turn_of(board, board.read(move), 1)["steps"][0]
    tab.click(step["from"], step["to"])


def test_from_the_bar_to_a_puzzle_solved(ann: Tab) -> None:
    ann.open("/")
    ann.find("nav.pages a", "Puzzles").click()
    expect(ann.find(".grade-tile")).to_have_count(35)  # five of each game and theme
    expect(ann.find(".daily .lesson-card")).to_have_count(3)
    ann.find("#squadro .grade-tile", "Grade 1").click()
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
    expect(ann.find("#squadro .grade-tile", "Grade 1")).to_contain_text("1 of 200 solved")
    expect(ann.find("#squadro .lessons-head")).to_contain_text("1 of 1,000 solved")
    expect(ann.find("#fanorona .grade-tile", "Grade 1").first).to_contain_text("0 of 200 solved")
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
    ann.click("f4", "g3")
    ann.button("End turn").click()
    expect(voice(ann, "wrong")).to_contain_text(" ".join(puzzle.wrong["f4-g3A"].line))
    ann.page.keyboard.press("u")
    ann.click("f4", "g3", "f2", "g2")
    expect(voice(ann, "reached")).to_have_text("Right: only this wins.")


def test_a_shot_from_the_middle_of_a_game_is_played_to_its_point(ann: Tab) -> None:
    puzzle = next(
        each
        for each in puzzles.of_grade("fanorona", None, "attack")
        if each.finds == 2 and all(move[-1].isdigit() for move in (each.right[0], each.right[2]))  # without a capture
    )
    ann.open(f"/puzzles/fanorona/attack-{puzzle.grade}#{puzzle.number}")
    expect(ann.find("h1")).to_have_text(f"Fanorona · Strike · Grade {puzzle.grade}")
    expect(ann.find(".lesson-task")).to_have_text(str(puzzle.task))
    expect(ann.find("vato-lesson-board .piece").first).to_be_visible()
    play(ann, puzzle, puzzle.right[0])
    expect(voice(ann, "onward")).to_have_text("Good. Go on.")
    ann.click(*puzzle.right[2].split("-"))
    expect(voice(ann, "reached")).to_have_text("Right: everything else is much worse.")


def test_what_was_shown_is_not_solved_and_a_puzzle_can_be_skipped_and_looked_into(ann: Tab) -> None:
    ann.open("/puzzles/squadro/1")
    expect(ann.find("vato-lesson-board .piece").first).to_be_visible()
    side = FIRST.board.sides[FIRST.board.turn].capitalize()
    expect(ann.find(".lesson-side")).to_have_text(f"{side} to move.")
    ann.button("Hint").click()
    expect(voice(ann, "hint")).not_to_contain_text("Not counted")
    ann.button("Show me").click()
    # What is drawn is said, too, to those who do not see it.
    expect(voice(ann, "hint")).to_have_text("Not counted, as the move was shown.")
    expect(ann.find("vato-announcer")).to_contain_text(FIRST.right[0])
    play(ann, FIRST, FIRST.right[0])
    expect(voice(ann, "reached")).to_contain_text("Not counted, as the move was shown.")
    expect(ann.find(".lesson-aim")).to_have_text("Puzzle 1 · 0 of 200 solved")
    ann.button("Next").click()
    expect(ann.find(".lesson-aim")).to_have_text("Puzzle 2 · 0 of 200 solved")
    ann.button("Skip").click()
    expect(ann.find(".lesson-aim")).to_have_text("Puzzle 3 · 0 of 200 solved")
    third = puzzles.find("squadro", 3)
    play(ann, third, third.right[0])
    voice(ann, "reached")
    ann.button("Analyse").click()
    ann.page.wait_for_url("**/analysis#**")
    expect(ann.find(".analysis-status")).to_have_text(f"{third.board.sides[third.board.turn].capitalize()} to move.")


def test_every_day_has_a_puzzle_of_its_own_for_everybody(ann: Tab, ben: Tab) -> None:
    addresses = []
    for tab, day in ((ann, "2026-05-01T10:00:00"), (ben, "2026-05-01T22:00:00"), (ann, "2026-05-02T10:00:00")):
        tab.page.clock.set_fixed_time(day)
        addresses.append(tab.open("/puzzles").find(".daily .lesson-card", "Fanorona").get_attribute("href"))
    assert addresses[0] == addresses[1] != addresses[2]
    number = str(addresses[2]).rpartition("#")[2]
    ann.follow(str(addresses[2]))
    # It is counted among those of its grade, whose number stands beside it.
    of_today = puzzles.find("fanorona", int(number))
    place = puzzles.of_grade("fanorona", of_today.grade, of_today.theme).index(of_today) + 1
    expect(ann.find(".lesson-aim")).to_contain_text(f"Puzzle {place} ")
    ann.page.evaluate(
        "(number) => localStorage.setItem('vato.lessons', JSON.stringify({ 'fanorona/puzzles': [number] }))",
        int(number),
    )
    expect(ann.open("/puzzles").find(".daily .lesson-card", "Fanorona").locator(".lesson-done")).to_be_visible()


def test_a_grade_that_is_solved_is_marked_and_the_next_one_is_where_to_go_on(ann: Tab) -> None:
    solved = list(range(1, 201))
    ann.open("/puzzles").page.evaluate(
        "(solved) => localStorage.setItem('vato.lessons', JSON.stringify({ 'squadro/puzzles': solved }))", solved
    )
    tiles = ann.open("/puzzles").find("#squadro .grade-tile")
    expect(tiles.first.locator(".lesson-done")).to_be_visible()
    expect(ann.find("#squadro .grade-tile.next")).to_contain_text("Grade 2")
    expect(ann.find("#squadro .lesson-done")).to_have_count(1)


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
