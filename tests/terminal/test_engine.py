"""The engine behind the commands: loaded late, compiled with a notice, and an opponent that can be hurried."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import vato as library
from vato.terminal.engine import NOTICE
from vato.terminal.play.opponents import Opponents
from vato.terminal.play.session import Session, TablePlayer

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Open = Callable[..., Any]


def test_the_first_start_ever_says_that_it_compiles(fresh_vato: Run, tmp_path: Path) -> None:
    first, second = (
        fresh_vato("analyse", "squadro", "--depth", "1", "--json", XDG_CACHE_HOME=str(tmp_path / "cache"))
        for _ in range(2)
    )
    assert (first.returncode, first.stderr) == (0, f"{NOTICE}\n")
    assert (second.returncode, second.stderr) == (0, "")


def test_commands_that_do_not_think_do_not_load_the_engine() -> None:
    program = (
        "import sys; from vato.terminal.app import run; run(['rules', 'squadro', 'standard']); "
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], stdout=subprocess.DEVNULL, check=False).returncode == 0


def test_the_engine_plays_a_side_and_gives_hints(terminal: Open) -> None:
    game = terminal("play", "squadro", "--first", "light", "--against", "engine", "--seconds", "0.2", "--names", "Ann")
    game.type("hint")
    game.expect("You could play ")
    hint = game.expect(".\n")
    game.type("hint")
    game.expect(f"You could play {hint}")
    game.type(hint.removesuffix(".\n"))
    game.expect("Dark (engine) played ")
    game.expect("Light (Ann) to move")
    assert "Thinking" in game.screen
    game.type("quit")
    assert game.code() == 0
    again = terminal("play")
    again.expect("Your choice [1]: ")
    again.answer("")
    again.type("1")
    again.expect("Dark (engine) played ")  # it is still the engine that has dark


def test_ctrl_c_while_it_thinks_makes_it_play_what_it_has(terminal: Open) -> None:
    game = terminal("play", "squadro", "--first", "light", "--against", "engine", "--side", "dark", "--seconds", "600")
    game.expect("Thinking")
    game.press("\x03")
    game.expect("Light (engine) played ")
    game.expect("Dark to move")
    game.type("1")
    game.expect("Dark played 1.")
    game.expect("Thinking")
    game.press("\x03")
    game.expect("Light (engine) played ")
    game.type("quit")
    assert game.code() == 0


def test_the_engine_wins_where_it_can() -> None:
    opponents = Opponents(seconds=0.1)
    board = library.new("squadro", position="00000/6bccc dark")
    session = Session(board, (TablePlayer("Ann"), TablePlayer("engine", "engine")), Random(1), opponents)
    assert str(session.answer()) == str(session.hint()) == "2"
    assert board.played == ()
