"""Fanorona on paper: the boards measure what the docs say, every side has its pieces, and Alquerque is on the back."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from tests.kit.page import boards_of, millimetres, pieces_of, read, sheets_of, spots
from tests.kit.test_sheets import SIZES
from vato.games.fanorona.kit.board import fanorona_board
from vato.games.fanorona.kit.kits import MOTIFS
from vato.kit.document import Wish
from vato.kit.paper import PAPERS


def test_the_boards_are_as_large_as_documented() -> None:
    board = fanorona_board("9x5")
    assert (board.width, board.height) == (276, 156)


@pytest.mark.parametrize("size", SIZES)
def test_neighbouring_points_are_thirty_millimetres_apart(size: str) -> None:
    columns, rows = map(int, size.split("x"))
    svg = next(boards_of(read(Wish("fanorona", board=size, paper="a3")), "fanorona"))
    found = spots(svg, "point")
    assert len(found) == columns * rows
    for ordered in (sorted({x for x, _ in found}), sorted({y for _, y in found})):
        assert {round(after - before, 6) for before, after in pairwise(ordered)} == {30}
    assert len(spots(svg, "knot")) == (columns * rows + 1) // 2


@pytest.mark.parametrize(("size", "needed"), [("9x5", 22), ("7x5", 17), ("5x5", 12), ("3x3", 4), ("9x7", 31)])
@pytest.mark.parametrize("saving", [False, True])
def test_every_side_has_its_pieces_and_spares(size: str, needed: int, saving: bool) -> None:
    counted = pieces_of(read(Wish("fanorona", board=size, ink_saving=saving)))
    assert set(counted) == {"0", "1"}
    assert counted["0"] == counted["1"] >= needed + 2


@pytest.mark.parametrize(
    ("size", "paper", "sheets"), [("9x5", "a4", 1), ("9x5", "letter", 2), ("7x5", "a4", 1), ("9x7", "a4", 2)]
)
def test_both_colours_share_a_sheet_where_they_fit(size: str, paper: str, sheets: int) -> None:
    found = [sheet for sheet in sheets_of(read(Wish("fanorona", board=size, paper=paper))) if pieces_of(sheet)]
    assert len(found) == sheets
    # Where they do not, each has its own: nobody cuts out one side from two sheets without need.
    assert [len(pieces_of(sheet)) for sheet in found] == ([2] if sheets == 1 else [1, 1])
    height = PAPERS[paper].space(turned=False)[1]
    for sheet in found:
        drawn = [millimetres(svg, "height") for svg in sheet.iterfind(".//{*}svg[@class='strip']")]
        assert sum(drawn) <= height


def test_a_piece_has_two_faces_and_the_sides_differ_in_shape_alone() -> None:
    for motif, saving in product(MOTIFS, (False, True)):
        faces: dict[str, set[str]] = {"0": set(), "1": set()}
        for piece in read(Wish("fanorona", motif=motif, ink_saving=saving)).iterfind(".//{*}g[@class='piece']"):
            both = piece.findall("{*}g[@class='face']")
            assert len(both) == 2
            faces[piece.attrib["data-player"]] |= {path.attrib["d"] for path in piece.iterfind(".//{*}path")}
        assert faces["0"]
        assert faces["1"]
        assert not faces["0"] & faces["1"]


def test_alquerque_is_on_the_back_of_the_five_by_five_board() -> None:
    sheets = sheets_of(read(Wish("fanorona", board="5x5")))
    front = next(number for number, sheet in enumerate(sheets) if [*boards_of(sheet, "fanorona")])
    assert [*boards_of(sheets[front + 1], "alquerque")]
    assert not [*boards_of(read(Wish("fanorona")), "alquerque")]
