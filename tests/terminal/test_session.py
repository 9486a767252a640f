"""Seats, taking back and records of a game in play, without a terminal."""

from __future__ import annotations

from random import Random

import pytest

import vato
from vato.errors import IllegalMove
from vato.record import read
from vato.terminal.play.opponents import Opponents
from vato.terminal.play.session import Session, TablePlayer


def against_greedy(person: int) -> Session:
    seats = [TablePlayer("greedy", "greedy"), TablePlayer("greedy", "greedy")]
    seats[person] = TablePlayer("Ann")
    return Session(vato.new("squadro"), (seats[0], seats[1]), Random(1))


@pytest.mark.parametrize("person", [0, 1])
def test_undo_and_redo_come_back_to_the_same_game(person: int) -> None:
    session = against_greedy(person)
    for _ in range(7):
        session.play(session.answer() if session.seat.opponent else session.board.legal_moves[0])
    if session.seat.opponent:
        session.play(session.answer())
    whole = session.board.played
    count = 0
    while len(session.board.played) > person:
        session.undo()
        assert session.seat.opponent is None
        count += 1
    if person:
        with pytest.raises(IllegalMove, match="no turn of yours"):
            session.undo()
    for _ in range(count):
        session.redo()
    assert session.board.played == whole
    with pytest.raises(IllegalMove, match="nothing to play again"):
        session.redo()


def test_undo_first_takes_back_a_resignation() -> None:
    session = Session(vato.new("squadro"), (TablePlayer(), TablePlayer()))
    session.play("2")
    session.board.resign()
    session.undo()
    assert session.board.outcome() is None
    assert len(session.board.played) == 1


def test_a_record_brings_back_who_plays_what() -> None:
    session = against_greedy(1)
    session.play(session.answer())
    (record,) = read(str(session.record()))
    again = Session.of_record(record, Random(1), Opponents())
    assert again.seats == session.seats
    assert again.date == session.date
    assert again.board.position == session.board.position


def test_an_opponent_nobody_knows_becomes_a_person() -> None:
    (record,) = read("Game: squadro\nRules: standard\nOpponent: dark deep-thought\n\n")
    assert Session.of_record(record, Random(1), Opponents()).person is None


def test_comments_end_where_the_game_went_another_way() -> None:
    (record,) = read("Game: squadro\nRules: standard\n\n1. 2\n# one\n1... 1\n# two\n")
    session = Session.of_record(record, Random(1), Opponents())
    session.undo()
    session.play("3")
    assert [turn.comment for turn in session.record().turns] == ["one", ""]


def test_a_new_game_exchanges_the_sides_from_the_same_start() -> None:
    session = Session(vato.new("squadro", first="dark"), (TablePlayer("Ann"), TablePlayer("Ben")))
    session.play("1")
    again = session.again()
    assert again.board.position == "00000/00000 dark"
    assert again.seats == (TablePlayer("Ben"), TablePlayer("Ann"))


def test_a_hint_is_legal_and_the_same_when_asked_again() -> None:
    session = Session(vato.new("fanorona"), (TablePlayer(), TablePlayer()))
    assert session.hint() in session.board.legal_moves
    assert session.hint() == session.hint()
