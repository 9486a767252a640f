"""The Fanorona board as lines of text."""

from __future__ import annotations

import unicodedata

import pytest

import vato

SIZES = [f"{width}x{height}" for width in (3, 5, 7, 9) for height in (3, 5, 7, 9) if width * height <= 63]

START = """\
5  ●───●───●───●───●───●───●───●───●
   │ ╲ │ ╱ │ ╲ │ ╱ │ ╲ │ ╱ │ ╲ │ ╱ │
4  ●───●───●───●───●───●───●───●───●
   │ ╱ │ ╲ │ ╱ │ ╲ │ ╱ │ ╲ │ ╱ │ ╲ │
3  ●───○───●───○───┼───●───○───●───○
   │ ╲ │ ╱ │ ╲ │ ╱ │ ╲ │ ╱ │ ╲ │ ╱ │
2  ○───○───○───○───○───○───○───○───○
   │ ╱ │ ╲ │ ╱ │ ╲ │ ╱ │ ╲ │ ╱ │ ╲ │
1  ○───○───○───○───○───○───○───○───○
   a   b   c   d   e   f   g   h   i
   ○ 22  ● 22"""


def test_the_start() -> None:
    assert str(vato.new("fanorona")) == START


def test_empty_points_are_the_crossings_of_their_lines() -> None:
    board = vato.new("fanorona", position="5/2b2/5/1w3/5 w")
    assert [line[3::4] for line in str(board).splitlines()[:9:2]] == ["┌┬┬┬┐", "├┼●┼┤", "├┼┼┼┤", "├○┼┼┤", "└┴┴┴┘"]


@pytest.mark.parametrize("size", SIZES)
def test_a_diagonal_is_drawn_where_there_is_a_line_and_nowhere_else(size: str) -> None:
    board = vato.new("fanorona", board=size)
    lines = str(board).splitlines()
    width, height = map(int, size.split("x"))
    for row in range(1, height):  # between this row and the next one up
        drawn = lines[2 * (height - row) - 1]
        for column in range(1, width):
            # RULES.md: diagonals only through the points where column + row is even, a1 being even
            rising = (column + row) % 2 == 0
            assert drawn[4 * column + 1] == ("╱" if rising else "╲")


@pytest.mark.parametrize("size", SIZES)
def test_every_character_takes_one_cell_and_every_line_fits(size: str) -> None:
    board = vato.new("fanorona", board=size)
    board.push(board.legal_moves[0])
    for line in str(board).splitlines():
        assert len(line) <= 36
        assert not any(unicodedata.combining(letter) or unicodedata.east_asian_width(letter) in "WF" for letter in line)


def test_the_last_move_is_marked_with_its_path_and_what_it_captured() -> None:
    board = vato.new("fanorona", position="9/9/2w1b4/3b5/9 w")
    board.push("c3-d3A-d4W")
    marked = {role: text for line in board.diagram() for text, role in line if "last" in role or role == "captured"}
    assert marked == {"empty last": "┼", "first last": "○", "captured": "×"}
    texts = [text for line in board.diagram() for text, role in line if role == "captured"]
    assert texts == ["×", "×"]  # e3 by approach, d2 by withdrawal


def test_a_captured_point_that_the_chain_ends_on_shows_the_stone() -> None:
    board = vato.new("fanorona", position="9/3b5/w1bb5/9/1b7 w")
    board.push("a3-b3A-b2A-c3A")  # c3 was taken by the first step
    row_three = "".join(text for text, _ in board.diagram()[4])
    assert row_three == "3  ├───┼───○───×───┼───┼───┼───┼───┤"


def test_roles_say_what_is_what() -> None:
    roles = {role for line in vato.new("fanorona").diagram() for _, role in line}
    assert roles == {"label", "line", "first", "second", "empty"}
