"""What a user's type checker knows of the library: `scripts/check` reads this file strictly, and here it is run.

An `ignore` marks what must not be accepted: a strict checker complains of one that is not needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import assert_type

import pytest

import vato
from vato.games import fanorona, squadro


def play_anything(board: vato.Board) -> vato.Move:
    """A function for boards of any game."""
    return board.push(Random(1).choice(board.legal_moves))


def last_of(board: vato.Board[squadro.Move]) -> int:
    """A function for boards of one game."""
    return board.peek().lane


def test_a_name_that_is_not_there_is_seen() -> None:
    with pytest.raises(AttributeError):
        _ = vato.Enigne  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        _ = vato.engine.Enigne  # type: ignore[attr-defined]
    assert set(vato.__all__) <= set(dir(vato))


def test_a_game_by_its_name_gives_a_board_like_any_other() -> None:
    board = vato.new("fanorona", board="5x5")
    assert_type(board, vato.Board)
    assert_type(board.legal_moves, vato.LegalMoves)
    assert_type(board.legal_moves[0], vato.Move)
    assert_type(board.read("c2-c3A"), vato.Move)
    assert_type(board.push("c2-c3A"), vato.Move)
    assert_type(board.played, tuple[vato.Move, ...])
    assert_type(board.pop(), vato.Move)
    assert_type(play_anything(board), vato.Move)
    with pytest.raises(AttributeError):
        _ = board.peek().lane  # type: ignore[attr-defined]


def test_a_room_gives_its_own_board_and_moves() -> None:
    board = vato.new(fanorona.GAME, rules="classic")
    assert_type(board, fanorona.Board)
    move = board.push("e2-e3A")
    assert_type(move, fanorona.Move)
    assert_type(move.steps[0].captured, tuple[str, ...])
    assert_type(board.find_move("f4", "e5"), fanorona.Move)
    assert_type(board.legal_moves, vato.LegalMoves[fanorona.Move])
    assert_type(board.copy(), fanorona.Board)
    assert "f4-e5W" in board.legal_moves
    assert_type(play_anything(board), vato.Move)

    race = vato.new(squadro.GAME)
    assert_type(race.push("3"), squadro.Move)
    assert last_of(race) == 3
    with pytest.raises(AttributeError):
        last_of(board)  # type: ignore[arg-type]


def test_what_is_found_has_the_moves_of_the_board() -> None:
    board = vato.new(squadro.GAME)
    with vato.Engine("squadro", hash_mb=1) as engine:
        found = engine.analyse(board, vato.Limit(depth=2), lines=2)
        assert_type(found, vato.Analysis[squadro.Move])
        assert_type(found.move, squadro.Move)
        assert_type(found.lines[0].moves, tuple[squadro.Move, ...])
        assert_type(found.score.of(0), vato.Score)
        assert_type(engine.play(board, vato.Limit(depth=1)), squadro.Move)
        with engine.start(board, vato.Limit(depth=1)) as thought:
            assert_type(thought, vato.Thought[squadro.Move])
            assert_type(iter(thought), Iterator[vato.Analysis[squadro.Move]])
        assert_type(engine.analyse(vato.new("squadro"), vato.Limit(depth=1)).move, vato.Move)
    assert [count for move, count in vato.divide(board, 1) if assert_type(move, squadro.Move)] == [1] * 5
