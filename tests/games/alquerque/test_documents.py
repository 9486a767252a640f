"""Every statement of docs/rules/alquerque.md about the rules, one test for each."""

from __future__ import annotations

from itertools import islice

import pytest

import vato
from vato.games import alquerque
from vato.games.alquerque import SIZES

EVERY = ("modern", "alfonso", "huffing", "bell")
each = pytest.mark.parametrize("rules", EVERY)


def texts(rules: str, position: str) -> set[str]:
    return {str(move) for move in vato.new("alquerque", rules=rules, position=position).legal_moves}


def after(rules: str, position: str, *moves: str) -> alquerque.Board:
    board = vato.new(alquerque.GAME, rules=rules, position=position)
    for move in moves:
        board.push(move)
    return board


# The board and the start


@each
def test_twelve_stones_each_on_the_rows_before_them_and_to_the_right_of_the_middle(rules: str) -> None:
    assert vato.new("alquerque", rules=rules).position == "bbbbb/bbbbb/bb1ww/wwwww/wwwww w"


@pytest.mark.parametrize("size", [*SIZES, "3x5", "7x9"])
def test_the_start_turned_round_with_the_colours_exchanged_is_itself(size: str) -> None:
    rows = vato.new("alquerque", board=size).position.split()[0]
    assert rows[::-1].translate(str.maketrans("wb", "bw")) == rows
    assert rows.count("w") == rows.count("b")


def test_stones_follow_the_lines() -> None:
    assert texts("modern", "5/5/5/1w3/4b w") == {"b2-" + to for to in ("b3", "c2", "b1", "a2", "c3", "c1", "a1", "a3")}
    assert texts("modern", "5/5/5/2w2/4b w") == {"c2-" + to for to in ("c3", "d2", "c1", "b2")}


@each
def test_the_first_player_has_to_play_into_the_centre(rules: str) -> None:  # A: "into that empty place by force"
    assert {str(move)[-2:] for move in vato.new("alquerque", rules=rules).legal_moves} == {"c3"}


@each
def test_the_other_takes_whoever_moved_first_and_lands_where_it_came_from(rules: str) -> None:  # A
    for first, answer in (("c2-c3", "c4xc2"), ("b2-c3", "d4xb2"), ("d2-c3", "b4xd2"), ("d3-c3", "b3xd3")):
        board = vato.new("alquerque", rules=rules)
        board.push(first)
        board.push(answer)
        assert board.position.split()[0].count("w") == 11


# Jumping


@each
def test_a_jump_takes_the_stone_it_passes(rules: str) -> None:
    assert after(rules, "4b/5/5/1b3/w4 w", "a1xc3").position.split()[0] == "4b/5/2w2/5/5"


def test_a_jump_needs_an_empty_point_right_behind_on_the_same_line() -> None:
    assert "a1xc3" not in texts("modern", "4b/5/2b2/1b3/w4 w")
    assert "e1xe3" not in texts("modern", "4b/5/4b/4b/4w w")
    assert texts("modern", "b4/5/5/3bw/5 w") == {"e2xc2"}  # to c2, not to c1 or c3


def test_own_stones_are_not_jumped_over() -> None:
    assert "a1xc3" not in texts("modern", "4b/5/5/1w3/w4 w")


def test_jumps_go_on_in_any_direction_and_each_stone_is_gone_at_once() -> None:
    board = after("modern", "4b/1bb2/wb3 w", "a1xc3xc1xa1")
    assert board.position == "4b/5/w4 b"


# The fields


def test_must_capture() -> None:
    position = "5/5/4b/1b3/w3w w"
    assert texts("modern", position) == texts("bell", position) == {"a1xc3"}
    assert {"a1xc3", "e1-d1"} < texts("alfonso", position)


def test_huffing_takes_off_every_stone_that_could_have_captured() -> None:
    board = after("huffing", "5/4w/5/1b3/w1w2 w", "e4-e5")
    assert board.position == "4w/5/5/1b3/5 b"
    assert board.played[-1].lost == ("a1", "c1")
    assert board.pop()
    assert board.position == "5/4w/5/1b3/w1w2 w"


def test_huffing_takes_off_the_stone_that_moved_if_it_could_have_captured() -> None:
    assert after("huffing", "4b/5/5/1b3/w3w w", "a1-a2").position == "4b/5/5/1b3/4w b"


def test_whoever_captured_is_not_huffed() -> None:
    assert after("huffing", "4b/5/5/1b1b1/w3w w", "a1xc3").position == "4b/5/2w2/3b1/4w b"
    assert after("huffing", "5/2b2/5/1b3/w4 w", "a1xc3").position == "5/2b2/2w2/5/5 b"  # it could have gone on


def test_whoever_is_huffed_of_the_last_stone_has_lost() -> None:
    board = after("huffing", "4b/5/5/1b3/w4 w", "a1-a2")
    assert board.outcome() == vato.Outcome(1, "all stones captured")


def test_nobody_is_huffed_where_one_must_capture() -> None:
    assert after("huffing,must_capture=yes", "4b/5/5/1b1b1/w3w w", "a1xc3").position.count("w") == 2


def test_chain() -> None:
    position = "5/2b2/5/1b2b/w4 w"
    assert texts("modern", position) == {"a1xc3xc5"}
    assert {"a1xc3", "a1xc3xc5"} < texts("alfonso", position)


def test_most() -> None:
    position = "5/2b2/5/1b2b/w3w w"
    assert texts("modern", position) == {"a1xc3xc5", "e1xe3"}
    assert texts("modern,most=yes", position) == {"a1xc3xc5"}
    free = texts("alfonso,most=yes", position)
    assert "a1xc3xc5" in free
    assert not {"a1xc3", "e1xe3"} & free
    assert "e1-d1" in free


def test_where_nobody_could_count_the_most_any_number_will_do() -> None:
    many = "1b1b1b1/1b2b2/5b1/3bbbb/1b3b1/4bbb/wb1b1b1 w"  # more than three thousand jumps follow each other
    assert texts("modern,most=yes", many) == texts("modern", many)
    numberless = "1b1b1b1b1/bbbbbbbbb/1b1b1b1b1/bbbbbbbbb/1b1b1b1b1/bbbbbbbbb/wb1b1b1b1 w"
    board = vato.new("alquerque", rules="modern,most=yes", position=numberless)
    assert len(list(islice(board.legal_moves, 20))) == 20
    assert str(board.read(str(next(iter(board.legal_moves)))))


def test_revisit() -> None:
    position = "4b/1bb2/wb3 w"
    assert texts("modern", position) == {"a1xc3xc1xa1", "a1xc1xc3xa1", "a1xc1xa3"}
    assert texts("modern,revisit=no", position) == {"a1xc3xc1", "a1xc1xc3", "a1xc1xa3"}


def test_backward() -> None:
    alone, behind = "4b/5/2w2/5/5 w", "4b/5/2w2/2b2/5 w"
    assert "c3-c2" in texts("modern", alone)
    assert texts("bell", alone) == {"c3-" + to for to in ("c4", "b4", "d4", "b3", "d3")}
    assert texts("bell", behind) == {"c3xc1"}
    assert "c3xc1" not in texts("bell,backward=never", behind)
    assert texts("bell", "5/5/2b2/5/w4 b") == {"c3-" + to for to in ("c2", "b2", "d2", "b3", "d3")}


def test_last_row() -> None:
    assert "c5-d5" in texts("modern", "2w2/5/5/5/4b w")
    assert texts("bell", "2w2/5/5/4w/b4 w") == {"e2-e3", "e2-d2"}
    assert texts("bell", "2w2/2b2/5/5/b4 w") == {"c5xc3"}
    assert texts("bell", "4w/5/5/b4/2b2 b") == {"a2-a1", "a2-b2"}


def test_turn_back() -> None:
    position = "4b/5/1w3/5/5 w"
    board = after("bell", position, "b3-c3", "e5-e4")
    assert board.position == "5/4b/2w2/5/5 w right=c3"
    assert "c3-b3" not in board.legal_moves
    assert "c3-d3" in board.legal_moves
    for later in ("c3-c4", "e4-e3"):
        board.push(later)
    assert "c4-b4" in board.legal_moves
    assert "c3-b3" in after("modern", position, "b3-c3", "e5-e4").legal_moves


def test_a_capture_lets_a_stone_turn_back() -> None:
    board = after("bell", "b4/2b2/5/1w3/5 w", "b2-c2", "c4-c3", "c2xc4", "a5-a4")
    assert board.position == "5/b1w2/5/5/5 w"
    assert "c4-b4" in board.legal_moves


# The end


@each
def test_all_stones_captured(rules: str) -> None:
    assert after(rules, "5/1b3/w4 w", "a1xc3").outcome() == vato.Outcome(0, "all stones captured")


def test_a_blocked_player_loses_or_draws() -> None:
    for rules in EVERY:
        assert after(rules, "bbb/b2/wbb b", "b3-b2").outcome() == vato.Outcome(1, "no move possible")
    assert after("modern,blocked=draws", "bbb/b2/wbb b", "b3-b2").outcome() == vato.Outcome(None, "no move possible")


def test_a_stone_that_may_not_go_on_blocks_its_player() -> None:
    assert vato.new("alquerque", rules="bell", position="w4/5/5/5/2b2 w").outcome() == vato.Outcome(
        1, "no move possible"
    )


def test_the_third_occurrence_is_a_draw() -> None:
    board = after("modern", "7/w5b/7 w", *("a2-b2", "g2-f2", "b2-a2", "f2-g2") * 2)
    assert board.outcome() == vato.Outcome(None, "repetition")


def test_quiet_turns() -> None:
    board = after("modern,quiet_turns=3", "7/w5b/7 w", "a2-b2", "g2-f2")
    assert board.position == "7/1w3b1/7 w quiet=2"
    board.push("b2-a2")
    assert board.outcome() == vato.Outcome(None, "too long without a capture")


def test_agreement() -> None:
    assert vato.new("alquerque").agree_draw() == vato.Outcome(None, "agreement")
    with pytest.raises(vato.IllegalMove, match="no draw by agreement"):
        vato.new("alquerque", rules="modern,agreement=no").agree_draw()
