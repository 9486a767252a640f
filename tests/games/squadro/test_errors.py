from __future__ import annotations

import pytest

import vato
from vato.games.squadro import Move


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "A position is written like 00000/00000 light (column 1)"),
        ("0000/00000 light", "Light's five digits stand before the only / (column 5)"),
        ("000000/00000 light", "Each side has five digits, one for each lane (column 6)"),
        ("00000/0000 light", "Each side has five digits, one for each lane (column 11)"),
        ("00000/00000/ light", "Light's five digits stand before the only / (column 12)"),
        ("0000d/00000 light", "Progress is a digit 0 to 9, a, b or c, not 'd' (column 5)"),
        ("00000/00000", "After the stones comes the side to move, light or dark (column 12)"),
        ("00000/00000 white", "After the stones comes the side to move, light or dark (column 13)"),
        ("00000/00000 light x", "Nothing follows the side to move (column 19)"),
        ("02000/02000 light", "Light's stone 2 and dark's stone 2 cannot stand on one crossing (column 2)"),
        ("0a000/0a000 light", "Light's stone 2 and dark's stone 2 cannot stand on one crossing (column 2)"),
        ("cccc0/cccc0 light", "Both sides cannot have 4 stones home (column 1)"),
    ],
)
def test_a_position_that_cannot_be_right_is_refused(text: str, message: str) -> None:
    with pytest.raises(vato.InvalidPosition) as refused:
        vato.new("squadro", position=text)
    assert str(refused.value) == message


@pytest.mark.parametrize("move", ["", "0", "6", "12", "a", "x" * 1_000_000, "１"])
def test_what_is_no_lane_is_refused(move: str) -> None:
    with pytest.raises(vato.UnreadableMove, match="write the number of a lane, 1 to 5") as refused:
        vato.new("squadro").push(move)
    assert len(str(refused.value)) < 150


def test_other_refusals() -> None:
    board = vato.new("squadro")
    with pytest.raises(vato.UnreadableMove):
        board.push(3)
    with pytest.raises(vato.IllegalMove, match="Stone 1 goes from 0 to 1 here"):
        board.push(Move(1, 0, 2))
    with pytest.raises(vato.UnknownName, match="light or dark can"):
        vato.new("squadro", first="white")
    with pytest.raises(vato.InvalidPosition, match="light is to move, not dark"):
        vato.new("squadro", first="dark", position="00000/00000 light")
    with pytest.raises(vato.UnreadableMove, match="its one step"):
        board.continuations([board.read("1"), board.read("2")])


def test_rules_can_be_changed() -> None:
    board = vato.new("squadro", rules="standard,stones_home=1", position="b0000/00000 light")
    board.push("1")
    assert board.outcome() == vato.Outcome(0, "enough stones home")


def test_both_sides_home_is_judged_by_the_rules() -> None:
    with pytest.raises(vato.InvalidPosition, match="Both sides cannot have one stone home"):
        vato.new("squadro", rules="standard,stones_home=1", position="c0000/0000c light")
    assert vato.new("squadro", position="c0000/0000c light").outcome() is None
