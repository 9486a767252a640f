"""A turn put together step by step, for every legal turn of both games."""

from __future__ import annotations

from random import Random

import pytest

import vato
from vato.errors import IllegalMove
from vato.terminal.play.steps import HalfTurn, matching

SETUPS = [("fanorona", rules) for rules in ("standard", "classic", "strict", "short", "free", "vela")] + [
    ("squadro", "standard")
]


def boards(game: str, rules: str) -> list[vato.Board]:
    """Positions from a few random games."""
    rng = Random(7)
    found = []
    for _ in range(3):
        board = vato.new(game, rules=rules)
        while board.outcome() is None and len(board.played) < 40:
            found.append(board.copy())
            board.push(rng.choice(board.legal_moves))
    return found


@pytest.mark.parametrize(("game", "rules"), SETUPS)
def test_every_legal_turn_can_be_entered_step_by_step(game: str, rules: str) -> None:
    for board in boards(game, rules)[::4]:
        for move in board.legal_moves:
            half = HalfTurn(board)
            done = None
            for step in move.steps:
                assert done is None
                done = half.take(step)
            assert (done or half.stop()) == move


@pytest.mark.parametrize(("game", "rules"), SETUPS)
def test_the_first_part_of_a_turn_leads_to_every_turn_that_begins_so(game: str, rules: str) -> None:
    for board in boards(game, rules)[::6]:
        for move in board.legal_moves:
            half = HalfTurn(board)
            beginning = str(move).partition("-")[0]
            done = half.enter(beginning)
            offered = half.narrowed or half.steps[:1] or (done,)
            assert any(str(option).startswith(str(move.steps[0])) for option in offered)


def test_a_whole_turn_typed_at_once_is_played_even_if_it_could_go_on() -> None:
    board = vato.new("fanorona", position="9/9/2w1b4/3b5/9 w")
    assert str(HalfTurn(board).enter("C3-d3")) == "c3-d3A"
    assert str(HalfTurn(board).enter("c3-d3A-d4W")) == "c3-d3A-d4W"


def test_the_rest_of_a_chain_may_be_typed_at_once() -> None:
    board = vato.new("fanorona", position="8b/9/1w1b5/2b2w3/b8 w")
    longest = max(board.legal_moves, key=lambda move: len(move.steps))
    assert len(longest.steps) >= 2
    first, _, rest = str(longest).partition("-")[2].partition("-")
    origin = str(longest).partition("-")[0]
    half = HalfTurn(board)
    half.take(longest.steps[0])
    assert half.text == f"{origin}-{first}"
    entered = half.enter(rest)
    assert str(entered or half.stop()) == str(longest)


def test_a_turn_under_way_may_be_typed_again_as_a_whole() -> None:
    board = vato.new("alquerque", position="4b/1bb2/wb3 w")
    half = HalfTurn(board)
    assert half.enter("a1xc3") is None
    assert str(half.enter("a1xc3xc1xa1")) == "a1xc3xc1xa1"
    with pytest.raises(IllegalMove, match="no stone on b2"):
        half.enter("a1xc3xa1")


def test_what_fits_nothing_is_refused_by_the_board_and_changes_nothing() -> None:
    board = vato.new("fanorona", position="9/9/2w1b4/3b5/9 w")
    half = HalfTurn(board)
    half.enter("c3")
    half.enter("d3")
    before = half.steps, half.narrowed
    for text, reason in {
        "c3": "already visited",
        "e3": "stone on e3|captures nothing|goes straight on",
        "zz": "not a move",
    }.items():
        with pytest.raises(IllegalMove, match=reason):
            half.enter(text)
        assert (half.steps, half.narrowed) == before
    half.back()
    assert not half.begun


@pytest.mark.parametrize("side", ["light", "dark"])
def test_a_stone_that_is_home_does_not_stand_for_another(side: str) -> None:
    board = vato.new("squadro", position=f"0c000/0c000 {side}")
    with pytest.raises(IllegalMove, match="Stone 2 is home already"):
        HalfTurn(board).enter("2")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("d3-e3A", ["d3-e3A"]),
        ("D3-E3", ["d3-e3A", "d3-e3W"]),
        ("d3", ["d3-e3A", "d3-e3W"]),
        ("a1", ["a1-a2"]),
        ("a2", ["a1-a2"]),
        ("w", ["d3-e3W"]),
        ("x", []),
    ],
)
def test_a_text_stands_for_what_it_can_mean(text: str, found: list[str]) -> None:
    options = [("d2-e3A", "e3"), ("d3-e3A", "e3"), ("d3-e3W", "e3"), ("a1-a2", "a2")]
    assert matching(text, options) == found
