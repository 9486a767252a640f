"""Squadro on paper: its board measures what the docs say, and its pieces show their speeds."""

from __future__ import annotations

from tests.kit.page import pieces_of, read
from vato.games.squadro.kit import squadro_board
from vato.games.squadro.rulesets import BACK, OUT
from vato.kit.document import Wish


def test_the_board_is_as_large_as_documented() -> None:
    board = squadro_board()
    assert (board.width, board.height) == (231, 231)


def test_there_are_ten_pieces_with_their_speeds() -> None:
    page = read(Wish("squadro"))
    assert pieces_of(page) == {"0": 5, "1": 5}
    pieces = page.findall(".//{*}g[@class='piece']")
    for index, piece in enumerate(pieces):
        player, lane = divmod(index, 5)
        speeds = [len(face.findall(".//{*}circle[@class='dot']")) for face in piece.iterfind("{*}g[@class='face']")]
        assert speeds == [OUT[player][lane], BACK[player][lane]]
