"""The series with rotating openings, as document 004 describes it."""

from __future__ import annotations

import pytest

import vato
from vato import Outcome, Series

FIRST_SIDE_WINS = Outcome(0, "resignation")
DRAW = Outcome(None, "agreement")
ORDER = ("d3-e3W", "havia", "vaky loha", "d2-e3A", "fohy")


def played_through(series: Series, outcome: Outcome) -> list[tuple[int, str | None]]:
    games = []
    while (pairing := series.next) is not None:
        games.append((pairing.players[0], pairing.opening))
        series = series.after(outcome)
    return games


def test_players_alternate_and_the_five_openings_come_in_the_agreed_order() -> None:
    games = played_through(Series(("Ann", "Ben"), order=ORDER), DRAW)
    openings = ["d3-e3W", "f2-e3A", "e2-e3A", "d2-e3A", "d3-e3A"]
    assert [opening for _, opening in games] == openings * 2
    assert [opener for opener, _ in games] == [0, 1] * 5
    assert len(set(games)) == 10  # everyone has opened with everything


def test_the_usual_order_holds_all_five() -> None:
    opened = [opening for _, opening in played_through(Series(cycles=1), DRAW)]
    assert sorted(filter(None, opened)) == ["d2-e3A", "d3-e3A", "d3-e3W", "e2-e3A", "f2-e3A"]


def test_the_assigned_opening_has_been_played_on_the_board() -> None:
    pairing = Series(order=ORDER).next
    assert pairing is not None
    board = pairing.board()
    assert [str(move) for move in board.played] == ["d3-e3W"]
    assert board.turn == 1


def test_the_score_belongs_to_contestants_not_colours() -> None:
    series = Series(("Ann", "Ben"), cycles=1)
    for outcome in (FIRST_SIDE_WINS, FIRST_SIDE_WINS, FIRST_SIDE_WINS, DRAW, DRAW):
        assert not series.over
        assert series.winner is None
        series = series.after(outcome)
    assert series.over
    assert series.score == (3, 2)  # Ann won games 1 and 3, Ben game 2, and two were drawn
    assert series.winner == 0


def test_a_level_series_has_no_winner() -> None:
    series = Series(("Ann", "Ben"), cycles=1)
    for _ in range(5):
        series = series.after(DRAW)
    assert (series.over, series.winner, series.score) == (True, None, (2.5, 2.5))


def test_squadro_is_fair_over_two_games_with_sides_exchanged() -> None:
    games = played_through(Series(("Ann", "Ben"), game="squadro"), FIRST_SIDE_WINS)
    assert games == [(0, None), (1, None)]


@pytest.mark.parametrize("order", [("a1-a2",), ("e2-e3W",), ("nosuch",)])
def test_an_opening_that_cannot_be_played_is_refused(order: tuple[str, ...]) -> None:
    with pytest.raises(vato.IllegalMove):
        Series(order=order)


@pytest.mark.parametrize("opening", ["d2-e3", "D2-E3A", "havanana"])
def test_an_opening_may_be_written_in_any_way(opening: str) -> None:
    series = Series(("Ann", "Ben"), order=(opening,))
    assert series.next is not None
    board = series.next.board()
    board.resign()
    assert len(series.resume([series.record(board)]).outcomes) == 1


def test_a_series_has_a_cycle() -> None:
    with pytest.raises(vato.VatoError, match="one cycle at least"):
        Series(cycles=0)


def test_a_record_must_begin_with_its_opening() -> None:
    series = Series(("Ann", "Ben"))
    board = vato.new("fanorona", rules="classic")
    board.push("d3-e3W")
    board.resign()
    with pytest.raises(vato.VatoError, match="Round 1 should be classic with Ann and Ben, beginning e2-e3A"):
        series.resume([series.record(board)])
