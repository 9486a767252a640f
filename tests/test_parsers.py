"""No text, however wild, makes a parser raise anything but the documented errors."""

from __future__ import annotations

import contextlib
import string
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import vato
from vato import catalog, record

TURNS = 40


def letters(name: str) -> str:
    """Return what the positions and moves of some games are written with, and what they might be mistaken for."""
    found = {*string.hexdigits, *" -=/\n"}
    for rules in catalog.GAMES[name].rules.known:
        board, chance = vato.new(name, rules=rules), Random(1)
        for _ in range(TURNS):
            found |= {*board.position}
            if board.outcome() is not None:
                break
            found |= {*str(board.push(chance.choice(board.legal_moves)))}
    return "".join(sorted(found))


ALPHABETS = {name: letters(name) for name in catalog.GAMES}
each_game = pytest.mark.parametrize("name", catalog.GAMES)


def wild(name: str) -> st.SearchStrategy[str]:
    return st.text() | st.text(alphabet=ALPHABETS[name], max_size=60)


def mutations(text: str, alphabet: str) -> st.SearchStrategy[str]:
    """Texts a few keystrokes away from a right one."""

    def edit(edits: list[tuple[int, str]]) -> str:
        edited = text
        for place, letter in edits:
            place %= len(edited) + 1
            edited = edited[:place] + letter + edited[place + (letter != "+") :]
        return edited

    keystroke = st.tuples(st.integers(0, 10_000), st.sampled_from([*alphabet, "", "+"]))
    return st.lists(keystroke, min_size=1, max_size=4).map(edit)


@each_game
@given(data=st.data())
def test_positions(name: str, data: st.DataObject) -> None:
    start = vato.new(name).position
    text = data.draw(wild(name) | mutations(start, ALPHABETS[name]))
    try:
        board = vato.new(name, position=text)
    except vato.InvalidPosition as error:
        assert error.column is None or 1 <= error.column <= len(text) + 1
        assert "\n" not in str(error)
    else:
        assert vato.new(name, position=board.position) == board


@each_game
@given(data=st.data())
def test_moves(name: str, data: st.DataObject) -> None:
    board = vato.new(name)
    text = data.draw(wild(name) | mutations(str(board.legal_moves[0]), ALPHABETS[name]))
    for attempt in (board.push, board.continuations):
        try:
            attempt(text)
        except vato.IllegalMove as error:
            assert "\n" not in str(error)
            assert board.position == vato.new(name).position
            assert text not in board.legal_moves
        else:
            break


@each_game
@given(data=st.data())
def test_rules(name: str, data: st.DataObject) -> None:
    known = next(iter(catalog.GAMES[name].rules.known))
    text = data.draw(st.text() | mutations(f"{known},repetition=2", "abc=,0123 _"))
    try:
        rules = catalog.GAMES[name].read_rules(text)
    except vato.UnknownName:
        return
    assert catalog.GAMES[name].read_rules(rules.name) == rules


RECORD = "Game: squadro\nLight: Ann\nResult: dark\nReason: time\n\n1. 2 (0:01) 3\n# x\n2. 1\n"

VARIED = "Game: squadro\n\n1. 2\n(\n  1. 3 1\n  # x\n  (\n    1... 2\n  )\n)\n1... 3\n"


@given(text=st.text() | mutations(RECORD, "1.() #:\n") | mutations(VARIED, "1.() #:\n"))
def test_records(text: str) -> None:
    try:
        records = record.read(text)
    except vato.InvalidRecord as error:
        assert 1 <= error.line <= text.count("\n") + 1
        assert error.errors[0] is error
        records = error.records
    assert record.read(record.write(records)) == records


@given(text=st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(repr))
def test_json_records(text: str) -> None:
    with contextlib.suppress(vato.VatoError):
        record.from_json(text)


@given(
    names=st.tuples(st.text(), st.text()),  # hypothesis makes no lone surrogates
    date=st.text(),
    headers=st.dictionaries(st.from_regex(r"\AX[a-z]{1,8}\Z"), st.text()),
    comments=st.lists(st.text(), min_size=5, max_size=5),
    clocks=st.lists(st.none() | st.integers(0, 10**9), min_size=4, max_size=4),
)
def test_any_record_reads_back_exactly(
    names: tuple[str, str], date: str, headers: dict[str, str], comments: list[str], clocks: list[int | None]
) -> None:
    board = vato.new("squadro", first="dark")
    for lane in "1234":
        board.push(lane)
    written = vato.Record.of(board, names, date, headers)
    written.comment = comments[4]
    written.turns = [
        record.NotedTurn(turn.move, comment, clock)
        for turn, comment, clock in zip(written.turns, comments, clocks, strict=False)
    ]
    assert record.read(record.write([written, written])) == [written, written]
    assert record.from_json(record.to_json([written])) == [written]
