"""What the Squadro document (002) describes in words or showed in figures, each as a position and a move."""

from __future__ import annotations

import pytest

import vato
from vato.games.squadro import GAME


def after(position: str, *moves: str) -> str:
    board = vato.new(GAME, position=position)
    for move in moves:
        board.push(move)
    return board.position


def test_the_set_up() -> None:  # fig. 1
    assert vato.new(GAME).position == "00000/00000 light"


def test_either_side_may_begin() -> None:  # "Randomly determine the first player"
    assert vato.new(GAME, first="dark").position == "00000/00000 dark"
    assert vato.new(GAME, first="dark").turn == 1


@pytest.mark.parametrize(("lane", "places"), [("1", 1), ("2", 3), ("3", 2), ("4", 3), ("5", 1)])
def test_a_light_stone_moves_by_the_dots_at_its_start(lane: str, places: int) -> None:  # fig. 2: "advances 3 spaces"
    assert vato.new(GAME).push(lane).target == places


@pytest.mark.parametrize(("lane", "places"), [("1", 3), ("2", 1), ("3", 2), ("4", 1), ("5", 3)])
def test_a_dark_stone_moves_by_the_dots_at_its_start(lane: str, places: int) -> None:
    assert vato.new(GAME, first="dark").push(lane).target == places


@pytest.mark.parametrize(("lane", "places"), [("1", 3), ("2", 1), ("3", 2), ("4", 1), ("5", 3)])
def test_a_light_stone_comes_back_by_the_dots_at_the_far_edge(lane: str, places: int) -> None:
    board = vato.new(GAME, position="66666/00000 light")
    assert board.push(lane).target == 6 + places


@pytest.mark.parametrize(("lane", "places"), [("1", 1), ("2", 3), ("3", 2), ("4", 3), ("5", 1)])
def test_a_dark_stone_comes_back_by_the_dots_at_the_far_edge(lane: str, places: int) -> None:
    board = vato.new(GAME, position="00000/66666 dark")
    assert board.push(lane).target == 6 + places


def test_it_stops_early_at_the_edge_and_turns_round() -> None:  # fig. 3A, 3B: speed 3, two moves to the edge, then 1
    assert after("04000/00000 light", "2") == "06000/00000 dark"
    assert after("06000/00000 light", "2") == "07000/00000 dark"


def test_back_at_its_start_it_leaves_the_board() -> None:
    board = vato.new(GAME, position="b0000/00000 light")
    board.push("1")
    assert board.position == "c0000/00000 dark"
    board.push("1")
    with pytest.raises(vato.IllegalMove, match="Stone 1 is home already"):
        board.push("1")


def test_it_stops_early_at_home_too() -> None:  # speed 3 on the way back, one place from its start
    assert after("b0000/00000 light", "1").startswith("c")


def test_a_stone_that_has_not_turned_goes_back_to_its_start() -> None:  # fig. 4A-B
    # Dark's stone 1 stands on column 2; light's stone 2 meets it on row 1 and stops right behind, on row 2.
    board = vato.new(GAME, position="00000/20000 light")
    assert board.push("2").jumped == (1,)
    assert board.position == "02000/00000 dark"


def test_a_stone_that_has_turned_goes_back_to_its_far_edge() -> None:  # fig. 5A-B
    # Dark's stone 1 is on its way back and stands on column 2 again: progress 12 - 2 = 10.
    assert after("00000/a0000 light", "2") == "02000/60000 dark"


def test_the_last_place_of_the_move_counts() -> None:  # "If your piece ends its move on a space already occupied"
    # Light's stone 1 has speed 1 and would stop on row 1, where dark's stone 1 is.
    assert after("00000/10000 light", "1") == "20000/00000 dark"


def test_it_jumps_over_several_at_once_and_loses_the_rest_of_its_move() -> None:
    # Light's stone 2 (speed 3) meets rows 1, 2 and 3 one behind the other and stops on row 4.
    board = vato.new(GAME, position="00000/22200 light")
    assert board.push("2").jumped == (1, 2, 3)
    assert board.position == "04000/00000 dark"
    assert after("00000/22000 light", "2") == "03000/00000 dark"


def test_a_gap_ends_the_jump() -> None:
    # Rows 1 and 3 hold a dark stone, row 2 does not: light's stone 2 stops there.
    assert after("00000/20200 light", "2") == "02000/00200 dark"


def test_a_jump_may_end_on_the_far_edge() -> None:  # and the stone turns round there
    assert after("00400/00003 light", "3") == "00600/00000 dark"


def test_a_jump_may_end_at_home() -> None:  # on the way back, over the stone on the last crossing
    assert after("00a00/30000 light", "3") == "00c00/00000 dark"


def test_dark_jumps_likewise() -> None:
    # Dark's stone 1 (speed 3) meets light's stones 1 and 2 on row 1 and stops on column 3; the second had turned.
    assert after("1b000/00000 dark", "1") == "06000/30000 light"


def test_the_first_with_four_home_wins() -> None:  # "with 4 of their 5 pieces"
    board = vato.new(GAME, position="cccb0/00000 light")
    assert board.outcome() is None
    board.push("4")
    assert board.outcome() == vato.Outcome(0, "enough stones home")
    assert not board.legal_moves


def test_three_home_is_not_enough() -> None:
    board = vato.new(GAME, position="ccb00/00000 light")
    board.push("3")
    assert board.outcome() is None


def test_a_player_must_move_one_of_the_stones_left() -> None:
    board = vato.new(GAME, position="ccc00/00000 light")
    assert [str(move) for move in board.legal_moves] == ["4", "5"]


def test_the_third_occurrence_is_a_draw() -> None:  # RULES.md, decision; ten turns that lead back to where they began
    board = vato.new(GAME, position="5c094/74ccc light")
    for turn, lane in enumerate("4132424142" * 2):
        assert board.outcome() is None
        assert board.occurrences() == 1 + turn // 10
        board.push(lane)
    assert board.position == "5c094/74ccc light"
    assert board.outcome() == vato.Outcome(None, "repetition")
