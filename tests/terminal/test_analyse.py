"""`vato analyse`: ranked lines for people and programs, a sign of life, and Ctrl-C that ends the thinking."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import vato as library
from vato.terminal.app import run

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Open = Callable[..., Any]


def test_json_says_all_that_was_found(vato: Run) -> None:
    done = vato("analyse", "fanorona", "--rules", "classic", "--depth", "4", "--lines", "2", "--json")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert (found["game"], found["rules"], found["depth"]) == ("fanorona", "classic", 4)
    board = library.new("fanorona", rules="classic")
    assert found["position"] == board.position
    assert {key: type(found[key]) for key in ("nodes", "nodes_per_second", "seconds")} == {
        "nodes": int,
        "nodes_per_second": int,
        "seconds": float,
    }
    assert len(found["lines"]) == 2
    for line in found["lines"]:
        assert set(line) == {"move", "score", "moves", "known"}
        assert set(line["score"]) == {"value", "wins_in", "loses_in", "text"}
        assert line["moves"][0] == line["move"]
        after = board.copy()
        for move in line["moves"]:
            after.push(move)
    assert (found["move"], found["score"]) == (found["lines"][0]["move"], found["lines"][0]["score"])


def test_a_win_is_said_as_such(vato: Run) -> None:
    done = vato("analyse", "squadro", "cccb0/20c60 light", "--depth", "3", "--lines", "1", "--json")
    found = json.loads(done.stdout)
    assert (found["move"], found["score"]["wins_in"], found["score"]["text"]) == ("4", 1, "wins in 1")


def test_programs_are_told_what_is_known_of_each_line(vato: Run) -> None:
    found = json.loads(vato("analyse", "squadro", "--depth", "2", "--lines", "5", "--json").stdout)
    assert [line["known"] for line in found["lines"]] == [{"result": "lost", "turns": None}] * 5  # RULES.md
    found = json.loads(vato("analyse", "squadro", "cccb0/20c60 light", "--depth", "2", "--json").stdout)
    assert [line["known"] for line in found["lines"]] == [None] * len(found["lines"])


def test_the_opening_book_is_shown_to_who_asks(vato: Run) -> None:
    asked = "analyse", "fanorona", "--rules", "strict", "--depth", "1", "--book"
    book = json.loads(vato(*asked, "--json").stdout)["book"]
    board = library.new("fanorona", rules="strict")
    assert set(book["moves"]) == set(map(str, board.legal_moves))
    assert book["value"] == max(book["moves"].values())
    shown = vato(*asked).stdout
    assert f"The opening book gives this position {book['value'] / 100:+.2f}." in shown
    assert vato(*asked[:-1], "--json").stdout.rstrip().endswith('"book": null}')
    assert "The opening book does not have this position." in vato(*asked, "9/9/2w1b4/3b5/9 w").stdout
    refused = vato("analyse", "squadro", "--depth", "1", "--book")
    assert refused.returncode != 0
    assert refused.stderr == "vato: There is no opening book for squadro; leave out --book.\n"


def test_people_see_the_board_and_ranked_lines(vato: Run, tmp_path: Path) -> None:
    done = vato("analyse", "squadro", "00000/00000 dark", "--nodes", "20000", "--lines", "5", "--picture", "best.svg")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    best = next(line for line in lines if line.startswith("Best for dark: "))
    ranked = [line.split() for line in lines[lines.index(best) + 1 : -1]]
    assert [words[0] for words in ranked] == ["1", "2", "3", "4", "5"]
    assert ranked[0][2] == best.split()[3]
    assert {words[2] for words in ranked} == {"1", "2", "3", "4", "5"}
    assert lines[-1].startswith("Depth: ")
    assert "positions per second: " in lines[-1]
    assert "▶" in done.stdout
    assert ElementTree.fromstring((tmp_path / "best.svg").read_text("utf-8")).tag.endswith("svg")


def test_a_finished_game_is_not_analysed(vato: Run) -> None:
    done = vato("analyse", "fanorona", "9/9/9/9/w8 b")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("vato: The game is over: ")


def test_a_picture_that_cannot_be_written_does_not_lose_the_result(vato: Run) -> None:
    done = vato("analyse", "squadro", "--depth", "2", "--picture", "/nowhere/best.svg")
    assert done.returncode == 2
    assert "Best for light" in done.stdout
    assert "/nowhere/best.svg cannot be written" in done.stderr


@pytest.mark.parametrize("columns", [80, 40])
def test_ctrl_c_ends_the_thinking_and_shows_what_was_found(terminal: Open, columns: int) -> None:
    thinking = terminal("analyse", "fanorona", "--seconds", "600", size=(24, columns))
    thinking.expect("Depth: ")
    thinking.press("\x03")
    thinking.expect("Best for white: ")
    result = thinking.expect("second: ")
    assert thinking.code() == 0
    ranked = [line for line in result.splitlines() if line[:4].strip().isdigit()]
    assert len(ranked) == 3
    assert max(map(len, ranked)) < columns
    assert "Traceback" not in thinking.screen


def test_long_thinking_says_a_line_now_and_then_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("vato.terminal.progress.PATIENCE_SECONDS", 0.0)
    assert run(["analyse", "squadro", "--depth", "3", "--json"]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["depth"] == 3
    told = shown.err.splitlines()[-3:]
    assert all(f"Depth: {depth};" in line for depth, line in enumerate(told, start=1))
