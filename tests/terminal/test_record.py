"""`vato record`: check, replay and convert, with pipes and on a terminal."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import vato as library
from vato.record import Record, load, save

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A file with two games: a short one with a comment, and one that was given up."""
    first = library.new("fanorona", rules="classic")
    first.push("d2-e3A")
    one = Record.of(first, ("Ann", "Ben"), "2026-11-15")
    one.turns[0] = one.turns[0]._replace(comment="The havanana.")
    second = library.new("squadro")
    for move in ("2", "1", "4"):
        second.push(move)
    second.resign()
    save(tmp_path / "club.vato", [one, Record.of(second, ("Cem", "Dua"), "2026-11-16")])
    return tmp_path / "club.vato"


def test_check_counts_what_is_in_order(vato: Run, games: Path) -> None:
    done = vato("record", "check", games.name)
    assert (done.returncode, done.stdout) == (0, "club.vato: in order; games: 2, turns: 4\n")
    report = json.loads(vato("record", "check", games.name, "--json").stdout)
    assert report == [{"file": "club.vato", "games": 2, "turns": 4, "errors": []}]


def test_check_names_every_damaged_line_of_every_file(vato: Run, games: Path, tmp_path: Path) -> None:
    text = games.read_text().replace("d2-e3A", "d2-e4A").replace("1. 2 1", "1. 2 9")
    first, second = (number for number, line in enumerate(text.splitlines(), 1) if line.startswith("1. "))
    (tmp_path / "bad.vato").write_text(text)
    (tmp_path / "bad.json").write_text("[1, 2]")
    done = vato("record", "check", games.name, "bad.vato", "bad.json")
    assert (done.returncode, done.stderr) == (1, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("club.vato: in order")
    assert [line.partition(": ")[0] for line in lines[1:]] == [f"bad.vato:{first}", f"bad.vato:{second}", "bad.json:1"]
    report = json.loads(vato("record", "check", "bad.vato", "--json").stdout)
    assert [error["line"] for error in report[0]["errors"]] == [first, second]


def test_replay_prints_every_position_where_nobody_presses_enter(vato: Run, games: Path) -> None:
    shown = vato("record", "replay", games.name, "--game", "2").stdout
    assert [line for line in shown.splitlines() if "played" in line] == [
        "1. Light played 2.",
        "2. Dark played 1.",
        "3. Light played 4.",
    ]
    assert shown.count("▲ ⌂ 0/4") == 4
    assert "Light wins by resignation." in shown


def test_replay_prints_one_position(vato: Run, games: Path) -> None:
    shown = vato("record", "replay", games.name, "--game", "1", "--to", "1").stdout
    assert "White played d2-e3A." in shown
    assert "The havanana." in shown
    positions = json.loads(vato("record", "replay", games.name, "--game", "2", "--to", "2", "--json").stdout)
    assert positions == [{"ply": 2, "move": "1", "position": "03000/30000 light", "comment": ""}]


def test_replay_shows_what_else_might_have_been_played(vato: Run, tmp_path: Path) -> None:
    board = library.new("squadro", first="dark")
    for move in ("2", "1", "3"):
        board.push(move)
    game = Record.of(board)
    game.add_variation(["2", "4", "5"])
    game.add_variation(["2", "4", "1", "3"])
    save(tmp_path / "varied.vato", [game])
    second, third = vato("record", "replay", "varied.vato").stdout.split("\n2. ")[1].split("\n3. ")
    assert "(\n  2. 4 5\n  (\n    2... 1\n    3. 3\n  )\n)" in second
    assert "(" not in third


def test_replay_goes_on_with_enter_on_a_terminal(terminal: Callable[..., Any], games: Path) -> None:
    shown = terminal("record", "replay", games.name, "--game", "2")
    shown.expect("squadro standard")
    for typed, expected in {"": "1. Light", " ": "2. Dark", "b": "1. Light", "2": "2. Dark"}.items():
        shown.type(typed)
        shown.expect(f"{expected} played")
    shown.type("q")
    assert shown.code() == 0
    through = terminal("record", "replay", games.name, "--game", "2")
    through.type("", "", "")
    through.expect("Light wins by resignation.")
    assert through.code() == 0


def test_convert_to_json_and_back_is_the_same(vato: Run, games: Path, tmp_path: Path) -> None:
    assert vato("record", "convert", games.name, "--to", "json", "--out", "club.json").stdout == ""
    assert load(tmp_path / "club.json") == load(games)
    assert vato("record", "convert", "club.json", "--to", "text").stdout == games.read_text()
    assert json.loads(vato("record", "convert", games.name, "--to", "json").stdout)[0]["headers"]["White"] == "Ann"
