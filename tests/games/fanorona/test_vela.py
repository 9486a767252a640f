"""The revanche game of document 004."""

from __future__ import annotations

import pytest

import vato
from vato.games.fanorona import VelaBoard


def vela(position: str, rules: str = "vela") -> VelaBoard:
    board = vato.new("fanorona", rules=rules, position=position)
    assert isinstance(board, VelaBoard)
    return board


def test_the_claimant_takes_one_stone_the_nearest() -> None:  # 004: "immer nur einen Stein"; nearest: decision
    board = vela("bbbbb4/9/w1bbb4/9/9 w phase=1")
    assert board.push("a3-b3A").steps[0].captured == ("c3",)
    assert board.position == "bbbbb4/9/1w1bb4/9/9 b phase=1"


def test_it_can_be_the_farthest_instead() -> None:
    board = vela("bbbbb4/9/w1bbb4/9/9 w phase=1", "vela,phase_one_takes=farthest")
    assert board.push("a3-b3A").steps[0].captured == ("e3",)


def test_no_chains_in_phase_one() -> None:  # 004: "Kettenschläge sind nicht gestattet"
    board = vela("bbbbb1b2/9/2bw5/9/9 w phase=1")
    with pytest.raises(vato.IllegalMove, match="not allowed in the first phase of a Vela"):
        board.push("d3-e3W-f4A")
    assert board.continuations("d3-e3W") == ((), True)


def test_the_claimant_must_capture() -> None:
    with pytest.raises(vato.IllegalMove, match="You must capture, for instance a3-b3A"):
        vela("4bbbbb/9/w1b6/9/8w w phase=1").push("i1-h1")


def test_the_giver_captures_nothing_in_phase_one() -> None:  # 004: "zieht also nur seine Steine"
    board = vela("bbbbb4/bb7/2b1w1w2/9/9 b phase=1")
    move = board.push("c3-d3")
    assert move.steps[0].captured == ()
    assert board.position.startswith("bbbbb4/bb7/3bw1w2/")


def test_the_giver_must_leave_a_capture() -> None:  # 004: "daß der Verlierer ... mindestens eine Schlagmöglichkeit hat"
    board = vela("4bbbbb/9/w1b6/9/9 b phase=1")
    assert "e5-d5" in board.legal_moves  # a3-b3A is still there
    with pytest.raises(vato.IllegalMove, match="Your step must leave the claimant a capture, for instance"):
        board.push("c3-d3")  # neither approach nor withdrawal is left
    for move in list(board.legal_moves):
        board.push(move)
        assert board.outcome() is None
        assert all(answer.steps[0].captured for answer in board.legal_moves)
        board.pop()


def test_a_giver_who_cannot_leave_one_may_play_anything() -> None:  # decision
    board = vela("bbbbbb3/9/9/9/8w b phase=1")
    assert len(board.legal_moves) == 12
    board.push("a5-a4")
    assert board.outcome() == vato.Outcome(None, "nothing to capture in the first phase", no_result=True)
    assert not board.outcome().drawn  # type: ignore[union-attr]


def test_without_a_capture_the_vela_ends_without_a_result() -> None:  # 004
    board = vela("bbbbbb3/9/9/9/8w w phase=1")
    assert board.outcome() == vato.Outcome(None, "nothing to capture in the first phase", no_result=True)
    assert not board.legal_moves


def test_the_seventeenth_stone_ends_phase_one() -> None:  # 004: "Sind siebzehn Steine ... vom Brett entfernt"
    # Sixteen of twenty-two are gone; the next capture is the seventeenth, and then the giver captures as usual.
    board = vela("1b7/1bb6/w1b6/8b/6w1b w")
    assert board.phase == 1
    board.push("a3-b3A")
    assert board.phase == 2
    assert board.position.endswith(" b phase=2")
    assert "i2-h2A" not in board.legal_moves
    assert all(move.steps[0].captured for move in board.legal_moves)


def test_in_phase_two_chains_are_back() -> None:  # 004: "Kettenschläge sind wieder gestattet"
    board = vela("6b2/9/2bw5/9/9 w")
    assert board.phase == 2
    board.push("d3-e3W-f4A")
    assert board.outcome() == vato.Outcome(0, "all stones captured")


def test_phase_one_cannot_last_beyond_seventeen() -> None:
    with pytest.raises(vato.InvalidPosition, match="Phase one is over once 17"):
        vela("6b2/9/2bw5/9/9 w phase=1")


def test_a_vela_can_be_drawn_by_agreement() -> None:  # 004
    board = vato.new("fanorona", rules="vela")
    assert board.agree_draw().drawn


def test_the_revanche_of_other_rules_follows_those_rules() -> None:
    board = vela("6b2/9/2bw5/9/9 w", "strict,phase_one=17")
    assert "d3-e3W" not in board.legal_moves


def test_the_giver_may_play_anything_where_the_rules_say_so() -> None:
    board = vela("4bbbbb/9/w1b6/9/9 b phase=1", "vela,phase_one_offer=no")
    board.push("c3-d3")


def test_a_phase_two_that_was_set_up_stays() -> None:
    board = vela("bbbbbb3/9/9/9/8w w phase=2")
    board.push("i1-h1")
    assert board.phase == 2
    assert board.position.endswith(" b phase=2")


def test_the_first_turn_is_a_single_capture_in_phase_two_as_well() -> None:
    board = vela("6b2/9/2bw5/9/9 w turns=0")
    assert board.phase == 2
    with pytest.raises(vato.IllegalMove, match="Chains are not allowed on your first turn"):
        board.push("d3-e3W-f4A")


def test_a_claimant_who_has_taken_everything_has_won() -> None:
    assert vela("5/5/2w2/5/5 w").outcome() == vato.Outcome(0, "all stones captured")
    board = vela("5/5/w1b2/5/5 w")
    board.push("a3-b3A")
    assert board.outcome() == vato.Outcome(0, "all stones captured")


@pytest.mark.parametrize("rules", ["free,phase_one=17", "strict,phase_one=17"])
def test_the_claimant_must_capture_whatever_the_usual_rules_say(rules: str) -> None:
    board = vela("4bbbbb/9/w1b6/9/8w w phase=1 turns=0", rules)
    assert all(move.steps[0].captured for move in board.legal_moves)
    with pytest.raises(vato.IllegalMove, match="You must capture"):
        board.push("i1-h1")
