"""Alquerque on paper: the board measures what the docs say, every side has its pieces, and the leaflet its pictures."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.kit.page import boards_of, pieces_of, read, spots
from vato.games.alquerque.kit import FIGURES, alquerque_board
from vato.kit.document import Wish
from vato.kit.kits import kit_of


def test_the_board_is_as_large_as_documented() -> None:
    board = alquerque_board()
    assert (board.width, board.height) == (156, 156)


def test_neighbouring_points_are_thirty_millimetres_apart() -> None:
    found = spots(next(boards_of(read(Wish("alquerque")), "alquerque")), "point")
    assert len(found) == 25
    for ordered in (sorted({x for x, _ in found}), sorted({y for _, y in found})):
        assert {round(after - before, 6) for before, after in pairwise(ordered)} == {30}


@pytest.mark.parametrize("saving", [False, True])
def test_every_side_has_its_pieces_and_spares(saving: bool) -> None:
    counted = pieces_of(read(Wish("alquerque", ink_saving=saving)))
    assert counted["0"] == counted["1"] >= 12 + 2


def test_the_figures_are_moves_of_the_game() -> None:
    kit = kit_of("alquerque")
    assert len(kit.figures) == len(FIGURES) == 2
    for figure in kit.figures:
        assert str(figure.board.read(figure.move)) == figure.move
    assert kit.start.board.position == "bbbbb/bbbbb/bb1ww/wwwww/wwwww w"
