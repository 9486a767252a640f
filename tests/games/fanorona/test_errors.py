"""Every refusal says which rule refuses, in one sentence."""

from __future__ import annotations

import pickle

import pytest

import vato
from vato.games.fanorona import Move, Step


@pytest.mark.parametrize(
    ("rules", "position", "move", "message"),
    [
        ("standard", None, "d4-e3A", "The stone on d4 is not yours: it is white's turn."),
        ("standard", None, "e3-e4", "There is no stone on e3."),
        ("standard", None, "e1-e3", "No line joins e1 and e3."),
        ("standard", None, "d3-e4", "No line joins d3 and e4."),
        ("standard", None, "a1-a2", "There is a stone on a2 already."),
        ("standard", None, "d3-e3", "d3-e3 can capture by approach and by withdrawal: write d3-e3A or d3-e3W."),
        ("standard", None, "d2-e3W", "d2-e3 captures nothing by withdrawal: write d2-e3A."),
        ("standard", "9/9/w1b6/9/8w w", "i1-h1", "You must capture, for instance a3-b3A."),
        ("standard", "9/9/w1b6/9/8w w", "i1-h1W", "i1-h1 takes no stone by withdrawal: write i1-h1."),
        ("standard", "9/9/9/8b/w8 w", "a1-a2-a3", "a1-a2 captures nothing, so the turn ends there."),
        ("standard", "9/9/w1b6/9/9 w", "a3-b3A-b4", "b3-b4 captures nothing, and every step of a chain must capture."),
        ("standard", "9/9/1bbw1b3/9/9 w", "d3-e3W-d3W", "d3 was already visited in this chain."),
        (
            "standard",
            "9/9/2bw2b2/9/9 w",
            "d3-e3W-f3A",
            "A chain must change direction with every step: e3-f3 goes straight on.",
        ),
        ("standard", "9/9/2bw2b2/9/9 w", "d3-e3W-g3A", "No line joins e3 and g3."),
        ("classic", "6b2/9/2bw5/9/9 w turns=0", "d3-e3W-f4A", "Chains are not allowed on your first turn."),
        (
            "strict",
            "6b2/9/2bw5/9/9 w",
            "d3-e3W",
            "The chain must be played to its end; it can go on, for instance, e3-f4A.",
        ),
        ("standard", "9/9/w8/9/9 b", "a3-a4", "The game is over: white wins, all stones captured."),
        ("standard", None, "", "'' is not a move: write origin and destinations, such as d2-e3A or a1-b1."),
        ("standard", None, "e2", "'e2' names no destination: write, for instance, d2-e3A."),
        ("standard", None, "d2-e3X", "'d2-e3X' is not a move: write origin and destinations, such as d2-e3A or a1-b1."),
        ("standard", None, "d2A-e3", "'d2A-e3' is not a move: write origin and destinations, such as d2-e3A or a1-b1."),
        ("standard", None, "j1-j2", "There is no point j1 on this board."),
        ("standard", None, "a0-a1", "There is no point a0 on this board."),
    ],
)
def test_the_message_names_the_rule(rules: str, position: str | None, move: str, message: str) -> None:
    board = vato.new("fanorona", rules=rules, position=position)
    before = board.position
    with pytest.raises(vato.IllegalMove) as refused:
        board.push(move)
    assert str(refused.value) == message
    assert board.position == before


def test_a_long_text_is_not_echoed_whole() -> None:
    with pytest.raises(vato.UnreadableMove) as refused:
        vato.new("fanorona").push("a1-" * 300_000)
    assert len(str(refused.value)) < 150


def test_upper_and_lower_case_are_the_same() -> None:
    board = vato.new("fanorona")
    assert str(board.read("D2-E3a")) == str(board.read(" d2-e3A ")) == "d2-e3A"


def test_the_kind_may_be_left_out_where_there_is_only_one() -> None:
    assert str(vato.new("fanorona").read("d2-e3")) == "d2-e3A"


@pytest.mark.parametrize("nonsense", [None, 7, b"d2-e3A", [], (), ["d2-e3A"], Move(()), Move((Step("z9", "a1"),))])
def test_what_is_no_move_is_refused(nonsense: object) -> None:
    board = vato.new("fanorona")
    assert nonsense not in board.legal_moves
    with pytest.raises(vato.UnreadableMove):
        board.push(nonsense)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "A position begins with its rows from the top, such as 9/9/4w4/9/8b (column 1)"),
        ("9/9/x8/9/9 w", "A row holds w, b, digits for empty points and / at its end, not 'x' (column 5)"),
        ("9/9/w7/9/9 w", "This row has 8 points, the first has 9 (column 5)"),
        ("9/9/w81/9/9 w", "A row has at most 9 points (column 7)"),
        ("9/9/9/9/9 w", "There is no stone on the board"),
        ("9/9/w8/9 w", "A board of 9 by 4 points cannot be; sides are 3, 5, 7 or 9, with at most 63 points (column 1)"),
        (
            "9/9/9/9/9/9/9/9/w8 w",
            "A board of 9 by 9 points cannot be; sides are 3, 5, 7 or 9, with at most 63 points (column 1)",
        ),
        ("9/9/w8/9/9", "After the rows comes the side to move, w or b (column 11)"),
        ("9/9/w8/9/9 white", "After the rows comes the side to move, w or b (column 12)"),
        (
            "9/9/w8/9/9 w turns=3",
            "'turns=3' does not belong here; after the side to move may follow turns=0 to 2, quiet=0 to 999, "
            "phase=1 or 2, each once (column 14)",
        ),
    ],
)
def test_a_position_that_cannot_be_right_is_refused(text: str, message: str) -> None:
    with pytest.raises(vato.InvalidPosition) as refused:
        vato.new("fanorona", position=text)
    assert str(refused.value) == message
    assert refused.value.column is None or f"(column {refused.value.column})" in message


@pytest.mark.parametrize("size", ["4x4", "9x9", "11x3", "5", "x", "", "5x5x5", "-3x3", "٣x٣", "9 x 5"])
def test_a_board_that_cannot_be_is_refused(size: str) -> None:
    with pytest.raises(vato.UnknownName, match="odd sides from 3 to 9"):
        vato.new("fanorona", board=size)


def test_position_and_size_must_agree() -> None:
    with pytest.raises(vato.InvalidPosition, match="on a 3x3 board, not 5x5"):
        vato.new("fanorona", board="5x5", position="bbb/b1w/www w")


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("nosuch", "There is no rule set 'nosuch'; choose one of standard, classic, strict, short, free, vela."),
        ("classic,chain", "'chain' is not a change to a rule set; write field=value."),
        ("classic,chain=maybe", "chain cannot be maybe; it can be optional or obligatory."),
        ("classic,repetition=9", "repetition cannot be 9; it can be a number from 0 to 5."),
        ("classic,must_capture=1", "must_capture cannot be 1; it can be yes or no."),
    ],
)
def test_an_unknown_rule_set_is_refused(rules: str, message: str) -> None:
    with pytest.raises(vato.UnknownName) as refused:
        vato.new("fanorona", rules=rules)
    assert str(refused.value) == message


def test_unknown_games_fields_and_options_are_refused() -> None:
    with pytest.raises(vato.UnknownName, match="There is no game 'chess'; choose one of fanorona, squadro"):
        vato.new("chess")
    with pytest.raises(vato.UnknownName, match="has no option 'first'"):
        vato.new("fanorona", first="black")
    with pytest.raises(vato.UnknownName, match="A rule set has no field 'colour'"):
        vato.new("fanorona", rules="classic,colour=red")
    with pytest.raises(vato.UnknownName, match="not rules of squadro"):
        vato.new("squadro", rules=vato.games.fanorona.CLASSIC)


@pytest.mark.parametrize(
    "error",
    [
        vato.IllegalMove("{a} {{}} {b}", a=1, b="{c}"),
        vato.InvalidPosition("bad {letter}", column=3, letter="{"),
        vato.InvalidRecord("bad {word}", line=3, word="{}"),
    ],
)
def test_errors_survive_pickling(error: vato.VatoError) -> None:
    twin = pickle.loads(pickle.dumps(error))
    assert type(twin) is type(error)
    assert (str(twin), twin.template, twin.values) == (str(error), error.template, error.values)
