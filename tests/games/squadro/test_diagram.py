"""The Squadro board as lines of text."""

from __future__ import annotations

import unicodedata

import vato

START = """\
         •••  •  ••   •  •••
          ┬   ┬   ┬   ┬   ┬
          │   │   │   │   │
5 ••• ▶───┼───┼───┼───┼───┼───┤ •
          │   │   │   │   │
4   • ▶───┼───┼───┼───┼───┼───┤ •••
          │   │   │   │   │
3  •• ▶───┼───┼───┼───┼───┼───┤ ••
          │   │   │   │   │
2   • ▶───┼───┼───┼───┼───┼───┤ •••
          │   │   │   │   │
1 ••• ▶───┼───┼───┼───┼───┼───┤ •
          │   │   │   │   │
          ▲   ▲   ▲   ▲   ▲
          •  ••• ••  •••  •
          1   2   3   4   5
      ▲ ⌂ 0/4   ▶ ⌂ 0/4"""


def places(board: vato.Board) -> list[str]:
    """The seven rows of places, without the lines between."""
    return [line[6:31] for line in str(board).splitlines()[1:14:2]]


def test_the_start() -> None:
    assert str(vato.new("squadro")) == START


def test_stones_point_where_they_go_and_leave_the_board_at_home() -> None:
    # Light: 1 at its start, 2 on place 3, 3 at the far edge, 4 on the way back on place 2, 5 home.
    board = vato.new("squadro", position="036ac/0069c light")
    assert [row[4::4] for row in places(board)] == [
        "┬┬▼┬┬",
        "┼┼┼┼┼┤",
        "┼┼◀┼┼┤",
        "┼▲┼┼┼◀",
        "┼┼┼▼┼┤",
        "┼┼┼┼┼┤",
        "▲┴┴┴⌂",
    ]
    assert [row[0] for row in places(board)[1:6]] == ["⌂", "├", "├", "▶", "▶"]
    assert str(board).splitlines()[-1] == "      ▲ ⌂ 1/4   ▶ ⌂ 1/4"


def test_a_crossing_shows_the_stone_that_stands_there() -> None:
    for column in range(1, 6):
        for row in range(1, 6):
            light = "".join(str(row) if lane == column else "0" for lane in range(1, 6))
            dark = "".join(str(column) if lane == row else "0" for lane in range(1, 6))
            assert places(vato.new("squadro", position=f"{light}/00000 light"))[6 - row][4 * column] == "▲"
            assert places(vato.new("squadro", position=f"00000/{dark} light"))[6 - row][4 * column] == "▶"


def test_the_last_move_is_marked_and_so_are_the_stones_it_sent_back() -> None:
    board = vato.new("squadro", position="00000/02000 light")
    board.push("2")
    marked = [(text, role) for line in board.diagram() for text, role in line if role.count(" ")]
    assert marked == [("▲", "first last"), ("▶", "second captured"), ("┴", "empty last")]


def test_every_character_takes_one_cell_and_every_line_fits() -> None:
    board = vato.new("squadro")
    while board.outcome() is None:
        board.push(board.legal_moves[-1])
        for line in str(board).splitlines():
            assert len(line) <= 36
            assert not any(unicodedata.east_asian_width(letter) in "WF" for letter in line)
