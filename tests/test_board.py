from __future__ import annotations

import random

import pytest

import vato
from vato.lattice.points import place
from vato.mixing import mix


def test_mix_is_splitmix64() -> None:
    # The first outputs of SplitMix64 seeded with 1234567, as published with several implementations.
    state, outputs = 1234567, []
    for _ in range(3):
        outputs.append(mix(state))
        state = (state + 0x9E3779B97F4A7C15) % 2**64
    assert outputs == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_a_fanorona_key_is_made_as_documented() -> None:  # docs/notation.md
    board = vato.new("fanorona", rules="classic", position="9/9/4b4/9/w7w b turns=1")
    size, black_to_move, turns = mix(1000 + 95), mix(2000), mix(2001 + 1)
    white_a1, white_i1, black_e3 = mix(0), mix(8), mix(100 + 9 * 2 + 4)
    assert board.key == size ^ black_to_move ^ turns ^ white_a1 ^ white_i1 ^ black_e3
    assert place("e3") == (5, 3)


def test_a_squadro_key_is_made_as_documented() -> None:  # docs/notation.md
    board = vato.new("squadro", position="00005/00c00 dark")
    key = mix(5000 + 1)
    for player, lanes in enumerate([(0, 0, 0, 0, 5), (0, 0, 12, 0, 0)]):
        for lane, progress in enumerate(lanes):
            key ^= mix(6000 + 100 * player + 13 * lane + progress)
    assert board.key == key


def test_the_same_stones_under_other_rules_are_another_position() -> None:
    assert vato.new("fanorona", rules="standard") != vato.new("fanorona", rules="short")
    assert vato.new("fanorona", rules="short") == vato.new("fanorona", rules="short")


def test_membership_lists_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    board = vato.new("fanorona")
    monkeypatch.setattr(type(board), "_generate", lambda _: pytest.fail("the moves were listed"))
    assert "d2-e3A" in board.legal_moves
    assert "a1-a2" not in board.legal_moves


def test_legal_moves_behave_like_a_sequence() -> None:
    board = vato.new("fanorona")
    moves = board.legal_moves
    assert len(moves) == 5
    assert moves[0] in moves
    assert [*moves[1:3]] == [*moves][1:3]
    assert random.Random(1).choice(moves) in moves
    board.push(moves[0])
    assert [*moves] == [*board.legal_moves]  # it follows the board
