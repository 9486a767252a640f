"""Sittings on a real pseudo-terminal that end in every way there is: whatever was acknowledged is not lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import vato as library
from vato.record import load

Open = Callable[..., Any]
CTRL_D = "\x04"


def turns(path: Path) -> list[str]:
    (record,) = load(path)
    return [str(turn.move) for turn in record.turns]


@pytest.fixture
def unfinished(state: Path) -> Path:
    return state / "vato" / "unfinished.vato"


def test_ctrl_c_says_where_the_game_is_and_the_next_sitting_goes_on(terminal: Open, unfinished: Path) -> None:
    game = terminal("play", "fanorona", "--against", "greedy", "--names", "Zoë", size=(24, 200))
    game.type("d3-e3A")
    game.expect("White (Zoë) to move")
    game.interrupt()
    game.expect(f"The game is kept in {unfinished}")
    game.expect("type: vato play")
    assert game.code() == 130
    again = terminal("play")
    again.expect("Go on with an unfinished game?")
    again.expect("fanorona standard")
    again.expect(": ")
    again.answer("")
    again.expect("White (Zoë) to move")
    again.type("moves", "1")
    again.expect("Black (greedy) played")  # it is still the program that has black
    assert len(turns(unfinished)) == 4


@pytest.mark.parametrize("where", ["game", "menu"])
def test_ctrl_c_before_the_first_turn_leaves_nothing(terminal: Open, state: Path, where: str) -> None:
    game = terminal("play", *(["squadro"] if where == "game" else []))
    game.expect("> " if where == "game" else "]: ")
    game.interrupt()
    assert game.code() == 130
    assert "Traceback" not in game.screen
    assert not list(state.glob("**/*.vato"))


def test_what_was_acknowledged_survives_kill_9(terminal: Open, unfinished: Path) -> None:
    board = library.new("squadro")
    rng = Random(9)
    acknowledged: list[str] = []
    for sitting in range(4):
        game = terminal(*(["play"] if sitting else ["play", "squadro", "--first", "light"]))
        if sitting:
            game.expect("Your choice [1]: ")
            game.answer("")
        for _ in range(3):
            move = board.push(rng.choice(board.legal_moves))
            side = board.sides[1 - board.turn].capitalize()
            game.type(str(move))
            game.expect(f"{side} played {move}.")
            acknowledged.append(str(move))
        game.kill()
        assert turns(unfinished) == acknowledged
    assert len(acknowledged) == 12


def test_kill_9_in_the_middle_of_a_turn_leaves_a_whole_file(terminal: Open, unfinished: Path) -> None:
    game = terminal("play", "squadro", "--first", "light")
    game.type("2")
    game.expect("Light played 2.")
    game.expect("> ")
    game.answer("1")
    game.kill()  # at once: the turn may or may not have been kept, but never half
    assert turns(unfinished) in (["2"], ["2", "1"])


def test_a_closed_window_does_not_lose_the_game(terminal: Open, unfinished: Path) -> None:
    game = terminal("play", "squadro", "--first", "light")
    game.type("2")
    game.expect("Light played 2.")
    game.close()
    game.process.wait(60)
    assert turns(unfinished) == ["2"]


def test_two_sittings_at_once_do_not_overwrite_each_other(terminal: Open, unfinished: Path) -> None:
    first, second = terminal("play", "squadro", "--first", "light"), terminal("play", "fanorona")
    first.type("2")
    first.expect("Light played 2.")
    second.type("d2")
    second.expect("White played d2-e3A.")
    assert turns(unfinished) == ["2"]
    assert turns(unfinished.with_name("unfinished-2.vato")) == ["d2-e3A"]
    third = terminal("play")
    third.expect("Which game?")  # both are being played: neither is offered
    for game in (first, second):
        game.expect("> ")
        game.press(CTRL_D)
        assert game.code() == 0
    fourth = terminal("play")
    fourth.expect("1 fanorona standard")
    fourth.expect("2 squadro standard")
    fourth.expect("3 a new game")
    fourth.expect("Your choice [1]: ")
    fourth.answer("2")
    fourth.expect("Dark to move")


def test_a_new_game_does_not_overwrite_an_unfinished_one(terminal: Open, unfinished: Path) -> None:
    for _ in range(2):
        game = terminal("play", "squadro", "--first", "light")
        game.type("2")
        game.expect("Light played 2.")
        game.expect("> ")
        game.press(CTRL_D)
        assert game.code() == 0
    assert {path.name for path in unfinished.parent.glob("*.vato")} == {"unfinished.vato", "unfinished-2.vato"}


def test_an_unwritable_state_folder_is_told_once_and_the_game_goes_on(terminal: Open, tmp_path: Path) -> None:
    (tmp_path / "occupied").write_text("a file where the folder should be")
    game = terminal("play", "squadro", "--first", "light", XDG_STATE_HOME=str(tmp_path / "occupied"), size=(24, 300))
    game.type("2", "1", "4")
    game.expect("Light played 4.")
    game.type("quit")
    game.expect("This game is kept nowhere; here it is.")
    game.expect("1. 2 1\n2. 4")
    assert game.code() == 0
    assert game.screen.count("This game cannot be kept in") == 1
    menu = terminal("play", XDG_STATE_HOME=str(tmp_path / "occupied"))
    menu.expect("Which game?")


def test_a_damaged_unfinished_game_is_named_and_left_alone(terminal: Open, unfinished: Path) -> None:
    unfinished.parent.mkdir(parents=True)
    unfinished.write_text("rubbish")
    game = terminal("play", size=(24, 300))
    game.expect(f"{unfinished} cannot be read; vato record check says why.")
    game.expect("Which game?")
    assert unfinished.read_text() == "rubbish"
