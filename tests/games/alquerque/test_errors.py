"""Every refusal says which rule refuses, in one sentence."""

from __future__ import annotations

import pytest

import vato
from vato import scene
from vato.games.alquerque import Move, Step

FULL = "5/2b2/5/1b2b/w3w w"


@pytest.mark.parametrize(
    ("rules", "position", "move", "message"),
    [
        ("modern", None, "c4-c3", "The stone on c4 is not yours: it is white's turn."),
        ("modern", None, "c3-c4", "There is no stone on c3."),
        ("modern", None, "c1-d3", "No single step or jump leads from c1 to d3: stones go along the lines."),
        ("modern", None, "a1-a2", "There is a stone on a2 already."),
        ("modern", None, "c1xc3", "The stone on c2 is your own: only the other side's stones can be jumped over."),
        ("modern", "4b/5/5/5/w4 w", "a1xc3", "There is no stone on b2 to jump over."),
        ("modern", "4b/5/5/5/w4 w", "a1-a2-a3", "a1-a2 captures nothing, so the turn ends there."),
        ("modern", FULL, "e1-d1", "You must capture, for instance a1xc3."),
        ("modern", FULL, "a1xc3", "The stone must jump on, for instance c3xc5."),
        ("modern", FULL, "a1xc3-c2", "After a jump only jumps may follow, and c3-c2 captures nothing."),
        (
            "modern,most=yes",
            FULL,
            "e1xe3",
            "You must capture as many stones as you can, 2; begin, for instance, with a1xc3.",
        ),
        (
            "modern,revisit=no",
            "4b/1bb2/wb3 w",
            "a1xc3xc1xa1",
            "The stone has already stood on a1 in this turn.",
        ),
        ("bell", "4b/5/2w2/5/5 w", "c3-c2", "Stones go back only to capture: c3-c2 leads towards your own side."),
        (
            "bell,backward=never",
            "4b/5/2w2/5/5 w",
            "c3-c2",
            "Stones do not go back: c3-c2 leads towards your own side.",
        ),
        ("bell,backward=never", "4b/5/2w2/2b2/5 w", "c3xc1", "Stones do not go back, not even to capture."),
        ("bell", "2w2/5/b4/5/4w w", "c5-d5", "The stone on c5 has come to the last row and may only capture."),
        (
            "bell",
            "4b/5/2w2/5/5 w right=c3",
            "c3-b3",
            "The stone on c3 came from b3 and may not step back there yet.",
        ),
        ("modern", "5/5/2w2/5/5 b", "a3-a4", "The game is over: white wins, all stones captured."),
        ("modern", None, "", "'' is not a move: write where the stone goes, such as c2-c3 or c4xc2."),
        ("modern", None, "c2", "'c2' names no destination: write, for instance, c2-c3."),
        ("modern", None, "f1-f2", "There is no point f1 on this board."),
    ],
)
def test_the_message_names_the_rule(rules: str, position: str | None, move: str, message: str) -> None:
    board = vato.new("alquerque", rules=rules, position=position)
    before = board.position
    with pytest.raises(vato.IllegalMove) as refused:
        board.push(move)
    assert str(refused.value) == message
    assert board.position == before


@pytest.mark.parametrize(
    ("rules", "position", "point", "message"),
    [
        ("modern", None, "a1", "The stone on a1 is blocked: it can neither step nor jump."),
        ("modern", FULL, "e1", None),
        ("modern", "5/5/4b/1b3/w3w w", "e1", "You must capture; one stone can: a1."),
        ("modern", "5/5/4b/1b1b1/w3w w", "e1", None),
        ("modern", "5/5/4b/1b3/w1ww1 w", "d1", "You must capture; 2 stones can: a1, c1."),
        (
            "modern,most=yes",
            FULL,
            "e1",
            "You must capture as many stones as you can, 2; begin, for instance, with a1xc3.",
        ),
        ("bell", "2w2/5/b4/5/4w w", "c5", "The stone on c5 has come to the last row and may only capture."),
    ],
)
def test_a_stone_that_cannot_be_played_learns_why(
    rules: str, position: str | None, point: str, message: str | None
) -> None:
    refusal = scene.refusal(vato.new("alquerque", rules=rules, position=position), point)
    assert (None if refusal is None else str(refusal)) == message


@pytest.mark.parametrize("text", ["a1xc3xc5", "a1-c3-c5", "A1 x C3 x C5", "a1:c3:c5"])
def test_moves_are_read_as_people_write_them(text: str) -> None:
    assert str(vato.new("alquerque", position=FULL).read(text)) == "a1xc3xc5"


@pytest.mark.parametrize("nonsense", [None, 7, b"c2-c3", [], (), ["c2-c3"], Move(()), Move((Step("z9", "a1"),))])
def test_what_is_no_move_is_refused(nonsense: object) -> None:
    board = vato.new("alquerque")
    assert nonsense not in board.legal_moves
    with pytest.raises(vato.UnreadableMove):
        board.push(nonsense)


def test_a_step_that_captures_something_else_is_refused() -> None:
    board = vato.new("alquerque", position=FULL)
    with pytest.raises(vato.IllegalMove, match="a1xc3 does not capture b1 here"):
        board.push((Step("a1", "c3", ("b1",)), Step("c3", "c5", ("c4",))))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "A position begins with its rows from the top, such as 5/5/2w2/5/4b (column 1)"),
        ("5/5/5/5/5 w", "There is no stone on the board"),
        ("5/5/w4/5/5", "After the rows comes the side to move, w or b (column 11)"),
        (
            "5/5/w4/5/5 w quiet=x",
            "'quiet=x' does not belong here; after the side to move may follow quiet=0 to 999, left= and right= with "
            "points, such as left=c3,d2, each once (column 14)",
        ),
        ("5/5/w4/5/5 w left=b3", "b3 has no stone, or one that is named twice (column 14)"),
        ("5/5/w4/5/5 w left=a3 right=a3", "a3 has no stone, or one that is named twice (column 22)"),
    ],
)
def test_a_position_that_cannot_be_right_is_refused(text: str, message: str) -> None:
    with pytest.raises(vato.InvalidPosition) as refused:
        vato.new("alquerque", rules="bell", position=text)
    assert str(refused.value) == message


def test_position_and_size_must_agree() -> None:
    with pytest.raises(vato.InvalidPosition, match="on a 3x3 board, not 5x5"):
        vato.new("alquerque", board="5x5", position="bbb/b1w/www w")
