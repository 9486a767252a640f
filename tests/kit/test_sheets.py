"""The printed board measures what it says, and its sheets cover it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.kit.page import boards_of, drawn, millimetres, read, spots
from vato.errors import VatoError
from vato.games.squadro.kit import squadro_board
from vato.kit.document import Printer, Wish
from vato.kit.paper import PAPERS, Paper
from vato.kit.tiling import OVERLAP, tile

SIZES = ("9x5", "7x5", "5x5", "5x3", "3x3", "7x3", "9x3", "7x7", "9x7", "5x9", "7x9")
WISHES = [
    *(Wish("fanorona", board=size, paper=paper) for size in SIZES for paper in PAPERS),
    *(Wish(name, paper=paper) for name in ("squadro", "alquerque") for paper in PAPERS),
]
each_wish = pytest.mark.parametrize("wish", WISHES, ids=lambda wish: f"{wish.kit}-{wish.board}-{wish.paper}")


@each_wish
def test_every_drawing_is_at_true_size(wish: Wish) -> None:
    for svg in drawn(read(wish)):
        if "width" in svg.attrib:
            *_, width, height = map(float, svg.attrib["viewBox"].split())
            assert (millimetres(svg, "width"), millimetres(svg, "height")) == (width, height)


@each_wish
def test_the_outline_measures_what_the_page_says(wish: Wish) -> None:
    board = Printer(wish).kit.board
    page = read(wish)
    for svg in boards_of(page, board.name):
        (outline,) = svg.iterfind(".//{*}rect[@class='cut outline']")
        assert (float(outline.attrib["width"]), float(outline.attrib["height"])) == (board.width, board.height)
    text = " ".join("".join(page.itertext()).split())
    assert f"The board measures {board.width:g} × {board.height:g} mm." in text


@each_wish
def test_sheets_cover_the_board_and_overlap(wish: Wish) -> None:
    printer = Printer(wish)
    board, parts = printer.kit.board, printer.tiling.parts
    for length, spans in (
        (board.width, [part.across for part in parts if part.row == 1]),
        (board.height, [part.down for part in parts if part.column == 1]),
    ):
        assert (spans[0].start, spans[-1].end, spans[-1].tab) == (0, length, 0)
        for one, next_one in pairwise(spans):
            assert one.end == next_one.start
            assert one.tab == OVERLAP
    width, height = printer.paper.space(turned=printer.tiling.turned)
    assert all(part.across.length <= width and part.down.length <= height for part in parts)


@each_wish
def test_no_seam_runs_through_a_point(wish: Wish) -> None:
    printer = Printer(wish)
    for svg in boards_of(read(wish), printer.kit.board.name):
        for x, y in (*spots(svg, "point"), *spots(svg, "dot")):
            assert all(abs(x - part.across.end) > 5 or part.across.tab == 0 for part in printer.tiling.parts)
            assert all(abs(y - part.down.end) > 5 or part.down.tab == 0 for part in printer.tiling.parts)


def test_parts_share_marks_and_have_a_strip_for_glue() -> None:
    left, right = boards_of(read(Wish("squadro")), "squadro")
    marks = [
        {(mark.attrib["cx"], mark.attrib["cy"]) for mark in svg.iterfind(".//{*}g[@class='register']/{*}circle")}
        for svg in (left, right)
    ]
    assert marks[0] == marks[1]
    assert len(marks[0]) == 2
    assert left.find(".//{*}path[@class='glue']") is not None
    assert right.find(".//{*}path[@class='glue']") is None
    assert next(boards_of(read(Wish("squadro", paper="a3")), "squadro")).find(".//{*}g[@class='register']") is None


@pytest.mark.parametrize(
    ("wish", "sheets"),
    [
        (Wish("fanorona"), 1),
        (Wish("fanorona", paper="a3"), 1),
        (Wish("fanorona", paper="letter"), 2),
        (Wish("fanorona", board="9x7"), 2),
        (Wish("squadro"), 2),
        (Wish("squadro", paper="a3"), 1),
        (Wish("squadro", paper="letter"), 2),
        (Wish("alquerque", paper="letter"), 1),
    ],
)
def test_a_board_takes_as_few_sheets_as_it_can(wish: Wish, sheets: int) -> None:
    assert len(Printer(wish).tiling.parts) == sheets


def test_a_board_that_fits_no_number_of_sheets_is_refused() -> None:
    board = squadro_board()
    with pytest.raises(VatoError, match=r"^This board does not fit on Stamp\.$"):
        tile(board.width, board.height, board.seams, Paper("stamp", "Stamp", 70, 70))
