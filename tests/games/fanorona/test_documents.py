"""What the Fanorona documents describe in words or showed in figures, each as a position and a move.

The number is the document's: 000 the boxed edition, 001 the paper-craft sheet, 003 the French program, 004 the German
edition. The figures are lost; the positions are rebuilt from the words beside them.
"""

from __future__ import annotations

import pytest

import vato
from vato.games.fanorona import OPENINGS, Board

ALL_RULES = ("standard", "classic", "strict", "short", "free")


def fanorona(rows: str, rules: str = "standard", side: str = "w") -> Board:
    board = vato.new("fanorona", rules=rules, position=f"{rows} {side}")
    assert isinstance(board, Board)
    return board


def rows_after(board: Board, move: str) -> str:
    board.push(move)
    return board.position.split()[0]


# The set-up and the first move


@pytest.mark.parametrize("rules", ALL_RULES)
def test_each_player_has_22_stones_and_the_centre_is_empty(rules: str) -> None:  # 000, 001, 003, 004
    board = vato.new("fanorona", rules=rules)
    assert isinstance(board, Board)
    assert (board.count(0), board.count(1)) == (22, 22)
    assert board.stones["e3"] is None
    assert board.turn == 0  # 000: white begins; 004: "Hell beginnt"


@pytest.mark.parametrize("rules", [*ALL_RULES, "vela"])
def test_there_are_five_ways_to_begin(rules: str) -> None:  # 003: moves 4 and 5 with one stone, two ways; 004
    assert sorted(map(str, vato.new("fanorona", rules=rules).legal_moves)) == sorted(OPENINGS.values())


def test_the_names_of_the_openings() -> None:  # RULES.md
    assert OPENINGS["vaky loha"] == "e2-e3A"
    assert OPENINGS["fohy"] == "d3-e3A"
    assert OPENINGS["kobana"] == "d3-e3W"
    assert {OPENINGS["havanana"], OPENINGS["havia"]} == {"d2-e3A", "f2-e3A"}


@pytest.mark.parametrize(
    ("opening", "rows"),
    [
        ("e2-e3A", "bbbb1bbbb/bbbb1bbbb/bwbwwbwbw/wwww1wwww/wwwwwwwww"),
        ("d3-e3A", "bbbbbbbbb/bbbbbbbbb/bwb1w1wbw/wwwwwwwww/wwwwwwwww"),
        ("d3-e3W", "bbbbbbbbb/bbbbbbbbb/bw2wbwbw/wwwwwwwww/wwwwwwwww"),
        ("d2-e3A", "bbbbbb1bb/bbbbb1bbb/bwbwwbwbw/www1wwwww/wwwwwwwww"),
        ("f2-e3A", "bb1bbbbbb/bbb1bbbbb/bwbwwbwbw/wwwww1www/wwwwwwwww"),
    ],
)
def test_what_each_opening_takes(opening: str, rows: str) -> None:
    board = vato.new("fanorona")
    board.push(opening)
    assert board.position == f"{rows} b"


def test_white_takes_two_by_approach_and_brown_three_by_withdrawal() -> None:  # 000, Italian, Dutch, Danish, Swedish
    board = vato.new("fanorona", rules="strict")
    assert len(board.push("e2-e3A").steps[0].captured) == 2
    assert len(board.push("f4-e5W").steps[0].captured) == 3


# Steps


@pytest.mark.parametrize("move", ["a1-a3", "a1-c1", "a1-c3"])
def test_a_stone_moves_one_point_only(move: str) -> None:  # 000: no jumping over free or occupied points
    with pytest.raises(vato.IllegalMove, match="No line joins"):
        fanorona("9/9/9/9/w7b").push(move)


def test_a_stone_follows_the_lines() -> None:  # RULES.md: b1 and d3 have no diagonals, a1, c1, b2 and e3 have
    board = fanorona("9/9/3w5/9/1w6b", "free")
    for move in ("b1-a2", "b1-c2", "d3-e4", "d3-c2"):
        with pytest.raises(vato.IllegalMove, match="No line joins"):
            board.push(move)
    board = fanorona("8b/9/4w4/1w7/w1w6", "free")
    assert {"a1-a2", "c1-d2", "b2-c3", "e3-f4"} <= set(map(str, board.legal_moves))


# Captures


def test_capture_by_approach() -> None:  # 000 Annäherung, 003 approche, 004 Annäherung
    assert rows_after(fanorona("9/9/w1bb4b/9/9"), "a3-b3A") == "9/9/1w6b/9/9"


def test_capture_by_withdrawal() -> None:  # 000 Rückzug, 003 éloignement, 004 Entfernen
    assert rows_after(fanorona("9/9/bbw5b/9/9"), "c3-d3W") == "9/9/3w4b/9/9"


def test_withdrawal_takes_three_on_the_line() -> None:  # 001: "schlägt dadurch alle Figuren der Steinreihe (3 Stück)"
    assert rows_after(fanorona("9/9/bbbw4b/9/9", "short"), "d3-e3W") == "9/9/4w3b/9/9"


def test_a_gap_ends_the_capture() -> None:  # 003: "le pion jaune ne prend que 2 pions bleus"; 004: "Lücken"
    assert rows_after(fanorona("9/9/w1bb1b3/9/9", "free"), "a3-b3A") == "9/9/1w3b3/9/9"


def test_an_own_stone_ends_the_capture() -> None:  # 004: "Lücken oder eigene Steine begrenzen also den Schlag"
    assert rows_after(fanorona("9/9/w1bbwb3/9/8w", "classic"), "a3-b3A") == "9/9/1w2wb3/9/8w"


def test_only_the_line_of_the_step_captures() -> None:  # 001: "immer nur auf der Linie auf der man zieht"
    assert rows_after(fanorona("9/1b7/w1b6/1b7/9", "short"), "a3-b3A") == "9/1b7/1w7/1b7/9"


def test_both_ways_at_once_must_be_chosen() -> None:  # 000, 003: two it leaves or the one it meets; 004
    rows = "9/9/1bbw1b3/9/9"
    with pytest.raises(vato.AmbiguousMove, match="d3-e3A or d3-e3W"):
        fanorona(rows).push("d3-e3")
    assert rows_after(fanorona(rows), "d3-e3A") == "9/9/1bb1w4/9/9"
    assert rows_after(fanorona(rows), "d3-e3W") == "9/9/4wb3/9/9"


def test_after_the_choice_one_may_not_go_back() -> None:  # 003: "il n'a pas le droit de revenir"
    with pytest.raises(vato.IllegalMove, match="d3 was already visited"):
        fanorona("9/9/1bbw1b3/9/9").push("d3-e3W-d3W")


# Obligations


@pytest.mark.parametrize("rules", ["standard", "classic", "strict", "short"])
def test_who_can_capture_must(rules: str) -> None:  # 004 Schlagzwang; 000 from the second turn; 001
    board = fanorona("9/9/w1b6/9/8w", rules)
    with pytest.raises(vato.IllegalMove, match="You must capture, for instance a3-b3A"):
        board.push("i1-h1")


def test_nobody_has_to_capture_in_the_french_program() -> None:  # 003: "il n'est pas obligé"
    fanorona("9/9/w1b6/9/8w", "free").push("i1-h1")


def test_but_a_step_that_can_capture_does() -> None:  # 003: "il est obligé de les capturer"
    board = fanorona("9/9/w1b6/9/8w", "free")
    assert board.push("a3-b3").steps[0].captured == ("c3",)
    board.pop()
    quiet = vato.games.fanorona.Move((vato.games.fanorona.Step("a3", "b3"),))
    assert quiet not in board.legal_moves


@pytest.mark.parametrize("rules", ALL_RULES)
def test_who_cannot_capture_moves_all_the_same(rules: str) -> None:  # 000, 001 "darf man einen Stein ... setzen", 004
    moves = fanorona("8b/9/9/9/w8", rules).legal_moves
    assert sorted(map(str, moves)) == ["a1-a2", "a1-b1", "a1-b2"]


# Chains


def test_a_chain_of_three_steps_takes_four() -> None:  # 003, first example of a chain
    assert rows_after(fanorona("3b5/3b5/5b3/3w5/4b4", "free"), "d2-d3A-e3A-e2A") == "9/9/9/4w4/9"


def test_the_fourth_step_may_not_enter_the_origin() -> (
    None
):  # 003, second example: "il a déjà occupé cette intersection"
    board = fanorona("3b5/3b5/5b3/2bw5/4b4", "free")
    with pytest.raises(vato.IllegalMove, match="d2 was already visited in this chain"):
        board.push("d2-d3A-e3A-e2A-d2A")
    assert board.continuations("d2-d3A-e3A-e2A") == ((), True)
    assert rows_after(board, "d2-d3A-e3A-e2A") == "9/9/9/2b1w4/9"


def test_straight_then_slanting() -> None:  # 001: "ein Feld gerade ... dann zieht man ein Feld schräg nach oben"
    assert rows_after(fanorona("6b2/9/2bw5/9/9", "short"), "d3-e3W-f4A") == "9/5w3/9/9/9"


@pytest.fixture
def german_figure() -> Board:
    """004: 1 takes three by approach, 2 one by approach, 3 three by withdrawal, 4 is forbidden, 5 takes one."""
    return fanorona("3b5/3w1bbb1/1b3bbb1/4b4/3b5", "classic")


def test_the_german_chain(german_figure: Board) -> None:  # 004
    move = german_figure.push("d4-e4A-e3A-d3W-d2A")
    assert [len(step.captured) for step in move.steps] == [3, 1, 3, 1]
    assert german_figure.position.startswith("3b5/9/1b7/3w5/9 ")


def test_the_fourth_step_of_the_german_chain_is_forbidden(german_figure: Board) -> None:  # 004, both reasons
    with pytest.raises(vato.IllegalMove, match="d4 was already visited"):
        german_figure.push("d4-e4A-e3A-d3W-d4A")
    with pytest.raises(vato.IllegalMove, match="must change direction"):
        german_figure.push("d4-e4A-e3A-d3W-c3A")


def test_a_chain_may_enter_a_point_it_has_cleared() -> None:  # 004: "so geräumte Felder können ... betreten werden"
    # a3-b3 takes c3 and d3; b3-b2 takes b1; b2-c3 enters the cleared c3 and takes d4.
    board = fanorona("9/3b5/w1bb5/9/1b7", "classic")
    assert rows_after(board, "a3-b3A-b2A-c3A") == "9/9/2w6/9/9"


def test_the_direction_must_change() -> None:  # 000, 003, 004
    for rules in ("standard", "classic", "strict", "free"):
        with pytest.raises(vato.IllegalMove, match="must change direction"):
            fanorona("9/9/2bw2b2/9/9", rules).push("d3-e3W-f3A")


def test_on_the_paper_sheet_it_may_but_need_not_change() -> (
    None
):  # 001: "Man darf ... jederzeit die Zugrichtung ändern"
    assert rows_after(fanorona("9/9/2bw2b2/9/9", "short"), "d3-e3W-f3A") == "9/9/5w3/9/9"


@pytest.mark.parametrize("rules", ["standard", "classic", "short", "free"])
def test_a_chain_may_stop(rules: str) -> None:  # 001 "keine Pflicht", 004 "keine Verpflichtung"
    assert rows_after(fanorona("6b2/9/2bw5/9/9", rules), "d3-e3W") == "6b2/9/4w4/9/9"


def test_a_chain_must_go_on_in_the_boxed_edition() -> None:  # 000: "so oft weiter schlagen wie es ... möglich ist"
    board = fanorona("6b2/9/2bw5/9/9", "strict")
    with pytest.raises(vato.IllegalMove, match="played to its end; it can go on, for instance, e3-f4A"):
        board.push("d3-e3W")
    board.push("d3-e3W-f4A")


def test_the_same_stone_goes_on() -> None:  # 001: "Der schlagende Stein darf ... nicht gewechselt werden"
    step = vato.games.fanorona.Step
    with pytest.raises(vato.IllegalMove, match="goes on from e3, with the same stone"):
        fanorona("6b2/9/2bw5/9/w8").push([step("d3", "e3", "W"), step("a1", "b2", "A")])


# The first turn


@pytest.mark.parametrize("rules", ["classic", "strict"])
def test_no_chain_on_a_players_first_turn(rules: str) -> None:  # 000, 004
    board = vato.new("fanorona", rules=rules)
    board.push("d3-e3W")
    answer = next(move for move in vato.new("fanorona", position=board.position).legal_moves if len(move.steps) > 1)
    with pytest.raises(vato.IllegalMove, match="Chains are not allowed on your first turn"):
        board.push(str(answer))
    assert all(len(move.steps) == 1 for move in board.legal_moves)


def test_chains_are_allowed_from_the_second_turn_on() -> None:  # 000, 004
    for rules in ("classic", "strict"):
        board = vato.new("fanorona", rules=rules)
        board.push("e2-e3A")
        board.push("f4-e5W")
        assert any(len(move.steps) > 1 for move in board.legal_moves)


def test_a_paika_is_allowed_on_the_first_turn_of_the_boxed_edition() -> None:  # 000: obligatory "ab dem zweiten Zug"
    board = vato.new("fanorona", rules="strict")
    board.push("e2-e3A")
    paikas = [move for move in board.legal_moves if not move.steps[0].captured]
    assert paikas
    assert all(
        move.steps[0].captured for move in vato.new("fanorona", rules="classic", position=board.position).legal_moves
    )


# The end


@pytest.mark.parametrize("rules", ALL_RULES)
def test_who_captures_all_wins(rules: str) -> None:  # 000, 001, 003, 004
    board = fanorona("9/9/w1b6/9/9", rules)
    board.push("a3-b3A")
    assert board.outcome() == vato.Outcome(0, "all stones captured")
    assert not board.legal_moves


@pytest.mark.parametrize(
    ("rules", "winner"), [("standard", 1), ("classic", 1), ("strict", None), ("short", None), ("free", None)]
)
def test_a_blocked_player(rules: str, winner: int | None) -> None:  # 004: loses; the others: a draw (decision)
    board = fanorona("9/9/9/bb7/wb7", rules)
    assert board.outcome() == vato.Outcome(winner, "no move possible")


def test_ten_quiet_moves_with_few_stones_are_a_draw() -> None:  # 003: "au bout de dix déplacements de pions sans prise"
    board = fanorona("8b/9/9/9/wwww5", "free")
    shuttle = ["a1-a2", "i5-i4", "b1-a1", "i4-i3", "a1-b1", "i3-h3", "b1-a1", "h3-i3", "a1-b1", "i3-h3"]
    for move in shuttle:
        assert board.outcome() is None
        board.push(move)
    assert board.outcome() == vato.Outcome(None, "too long without a capture")


def test_five_stones_are_too_many_for_the_ten_move_rule() -> None:  # 003: "moins de cinq pions dans chaque camp"
    board = vato.new("fanorona", rules="free", position="8b/9/9/9/wwwww4 w quiet=10")
    assert board.outcome() is None
    board = vato.new("fanorona", rules="free", position="8b/9/9/9/wwww5 w quiet=10")
    assert board.outcome() == vato.Outcome(None, "too long without a capture")


def test_players_may_agree_on_a_draw() -> None:  # 004: "wenn die beiden Spieler sich auf ein Unentschieden einigen"
    board = vato.new("fanorona", rules="classic")
    assert board.agree_draw() == vato.Outcome(None, "agreement")
    assert not board.legal_moves
