from __future__ import annotations

from dataclasses import replace

import pytest

import vato
from vato.games.fanorona import CLASSIC, STANDARD, VELA, RuleSet


def test_a_rule_set_is_derived_in_a_line() -> None:
    rules = CLASSIC.derive(chain="obligatory")
    board = vato.new("fanorona", rules=rules, position="6b2/9/2bw5/9/9 w")
    assert "d3-e3W" not in board.legal_moves
    assert "d3-e3W" in vato.new("fanorona", rules="classic", position=board.position).legal_moves


def test_a_derived_rule_set_has_a_name_that_reads_back() -> None:
    rules = CLASSIC.derive(chain="obligatory", repetition=0)
    assert rules.name == "classic,chain=obligatory,repetition=0"
    assert RuleSet.read(rules.name) == rules
    assert rules.derive(chain="optional", repetition=3) == CLASSIC


@pytest.mark.parametrize("name", RuleSet.known)
def test_a_named_rule_set_reads_back(name: str) -> None:
    assert RuleSet.read(name) == RuleSet.known[name]


def test_no_draw_by_repetition_where_the_rules_say_so() -> None:
    shuttle = ["a1-b1", "i5-h5", "b1-a1", "h5-i5"] * 2
    drawn = vato.new("fanorona", position="8b/9/9/9/w8 w")
    endless = vato.new("fanorona", rules=STANDARD.derive(repetition=0), position="8b/9/9/9/w8 w")
    for move in shuttle:
        drawn.push(move)
        endless.push(move)
    assert drawn.outcome() == vato.Outcome(None, "repetition")
    assert endless.outcome() is None


def test_repetition_counts_from_the_last_capture() -> None:
    board = vato.new("fanorona", rules="standard,must_capture=no", position="8b/9/9/b1w6/w8 w")
    for move in ["a1-b1", "i5-h5", "b1-a1", "h5-i5"]:
        board.push(move)
    assert board.occurrences() == 2
    board.push("c2-b2A")  # takes a2: what was before cannot come again
    assert board.occurrences() == 1
    for move in ["i5-h5", "a1-b1", "h5-i5", "b1-a1"] * 2:
        assert board.outcome() is None
        board.push(move)
    assert board.outcome() == vato.Outcome(None, "repetition")


def test_no_agreement_where_the_rules_say_so() -> None:
    board = vato.new("fanorona", rules="classic,agreement=no")
    with pytest.raises(vato.IllegalMove, match="no draw by agreement"):
        board.agree_draw()


def test_vela_is_classic_with_a_first_phase() -> None:
    assert replace(CLASSIC, name="vela", phase_one=17) == VELA  # RULES.md: seventeen stones


def test_first_turns_make_another_position() -> None:
    rows = "6b2/9/2bw5/9/9 w"
    fresh = vato.new("fanorona", rules="classic", position=f"{rows} turns=0")
    begun = vato.new("fanorona", rules="classic", position=rows)
    assert fresh != begun
    assert fresh.key != begun.key
    assert len(fresh.legal_moves) < len(begun.legal_moves)


def test_boards_with_equally_many_points_differ() -> None:
    wide = vato.new("fanorona", position="5/5/w3b w")
    high = vato.new("fanorona", position="3/3/3/1b1/w2 w")
    assert [*wide.stones.values()] == [*high.stones.values()]  # type: ignore[attr-defined]
    assert wide != high
    assert wide.key != high.key


def test_the_count_of_quiet_turns_is_written_no_further_than_it_matters() -> None:
    board = vato.new("fanorona", rules="free", position="8b/9/9/9/wwwww4 w quiet=999")
    assert board.outcome() is None
    assert board.position.endswith(" quiet=10")


def test_who_is_to_move_against_nobody_has_won() -> None:
    assert vato.new("fanorona", position="9/9/w8/9/9 w").outcome() == vato.Outcome(0, "all stones captured")
    assert vato.new("fanorona", position="9/9/w8/9/9 b").outcome() == vato.Outcome(0, "all stones captured")


def test_a_rule_set_cannot_lie_about_its_name_or_hold_nonsense() -> None:
    assert replace(CLASSIC, chain="obligatory").name == "classic,chain=obligatory"
    with pytest.raises(vato.UnknownName, match="There is no rule set 'mine'"):
        RuleSet("mine")
    with pytest.raises(vato.UnknownName, match="chain cannot be 7"):
        RuleSet("standard", chain=7)  # type: ignore[arg-type]


def test_a_move_that_claims_other_captures_is_refused() -> None:
    board = vato.new("fanorona")
    step = board.read("d2-e3A").steps[0]
    assert vato.games.fanorona.Move((step,)) in board.legal_moves
    with pytest.raises(vato.IllegalMove, match="captures f4, g5 here"):
        board.push(vato.games.fanorona.Move((step._replace(captured=("a5",)),)))


def test_the_size_of_a_board_may_be_written_either_way() -> None:
    position = vato.new("fanorona").position
    assert vato.new("fanorona", board="9X5", position=position).position == position
