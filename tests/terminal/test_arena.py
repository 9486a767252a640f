"""`vato arena` from outside: the table, JSON, the bar, a line for wrong usage, and being stopped, killed, resumed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from vato import record

Run = Callable[..., "subprocess.CompletedProcess[str]"]
COMMAND = str(Path(sys.executable).with_name("vato"))
FAKE = Path(__file__).parent.parent / "contest" / "fake_program.py"
SQUADRO = ("--game", "squadro", "--nodes", "50")
PATIENCE_SECONDS = 60


def test_the_result_is_a_table(vato: Run) -> None:
    done = vato("arena", "greedy", "random", "--game", "fanorona", "--board", "5x5", "--games", "4", "--sprt", "0,50")
    assert (done.returncode, done.stderr) == (0, "")
    shown = done.stdout
    assert shown.startswith("greedy - random\n")
    for row in ("fanorona, standard, seconds 0.1", "4; won: ", "score", "Elo", "likely", "+0 / +50 Elo: undecided"):
        assert row in shown


def test_the_result_is_json_for_programs(vato: Run) -> None:
    done = vato("arena", "greedy", "random", *SQUADRO, "--games", "10", "--json", "--sprt", "0,10", "--jobs", "1")
    found = json.loads(done.stdout)
    assert found["won"] + found["drawn"] + found["lost"] == found["games"] == 10
    assert sum(found["pairs"]) == 5
    assert found["score"] == (found["won"] + found["drawn"] / 2) / 10
    assert found["sprt"]["verdict"] is None
    assert (found["players"], found["limit"], found["failures"]) == (["greedy", "random"], "nodes 50", [[], []])


def test_every_way_to_limit_thinking(vato: Run) -> None:
    for limit in (["--seconds", "0.01"], ["--nodes", "20"], ["--clock", "5+0.01"]):
        done = vato("arena", "greedy", "random", "--game", "squadro", "--games", "2", *limit, "--json", "--jobs", "1")
        assert json.loads(done.stdout)["limit"] == " ".join(limit).removeprefix("--")


def test_a_program_that_fails_is_named_in_the_table(vato: Run) -> None:
    program = f"ugi: {sys.executable} {FAKE} squadro die"
    done = vato("arena", "random", program, *SQUADRO, "--games", "2", "--jobs", "1", COLUMNS="200")
    assert "won: 2" in done.stdout
    (failures,) = [line for line in done.stdout.splitlines() if "failures" in line]
    assert "squadro die: 2 (" in failures


def test_help_has_an_example(vato: Run) -> None:
    done = vato("arena", "--help")
    assert done.returncode == 0
    assert "Example: vato arena engine greedy" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("nobody random", "There is no player 'nobody'"),
        ("random", "B is missing."),
        ("random random --games 3", "even number"),
        ("random random --games 0", "even number"),
        ("random random --jobs 0", "--jobs goes from 1"),
        ("random random --nodes 0", "--nodes is a number from 1"),
        ("random random --seconds 0", "--seconds is more than 0"),
        ("random random --seconds nan", "--seconds is more than 0"),
        ("random random --clock x", "such as 10+0.1"),
        ("random random --clock 0+1", "such as 10+0.1"),
        ("random random --clock 1 --nodes 5", "Choose one of"),
        ("random random --sprt 5", "such as 0,10"),
        ("random random --sprt 10,0", "smaller first"),
        ("random random --game chess", "There is no game 'chess'"),
        ("random random --rules chess", "There is no rule set 'chess'"),
        ("random random --opening-turns -1", "opening_turns goes from 0"),
        ("random random --out no/such/folder/file", "cannot be written"),
        ("random ugi:/no/such/program", "cannot be started"),
        ("random ugi:true", "true ended"),
    ],
)
def test_wrong_usage_is_one_line_and_code_2(vato: Run, arguments: str, sentence: str) -> None:
    done = vato("arena", *arguments.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_bar_moves_on_a_terminal(terminal: Callable[..., Any]) -> None:
    screen = terminal("arena", "greedy", "random", *SQUADRO, "--games", "20")
    screen.expect("/20")
    screen.expect("greedy - random")
    screen.expect("games")
    assert screen.code() == 0


def begin(tmp_path: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """Start an arena that would take very long, and return when it has finished some games."""
    command = [COMMAND, "arena", *arguments, *SQUADRO, "--games", "100000", "--out", "games.vato"]
    # A group of its own, as in a terminal, so that Ctrl-C can be sent to all of it.
    process = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
    )
    deadline = time.monotonic() + PATIENCE_SECONDS
    file = tmp_path / "games.vato"
    while not file.exists() or file.read_text().count("Game:") < 4:
        assert time.monotonic() < deadline, "no game was finished"
        assert process.poll() is None
        time.sleep(0.02)
    return process


def family(pid: int) -> list[int]:
    """Return a process and all it has started."""
    found = [pid]
    for each in found:
        children = Path(f"/proc/{each}/task/{each}/children")
        found += map(int, children.read_text().split() if children.exists() else ())
    return found


def are_gone(pids: list[int]) -> bool:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while any(Path(f"/proc/{pid}/cmdline").exists() and Path(f"/proc/{pid}/cmdline").read_bytes() for pid in pids):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def resumed(vato: Run, tmp_path: Path, *arguments: str) -> None:
    """Go on with the file, and compare with an arena that was never stopped."""
    kept = len(record.load(tmp_path / "games.vato"))
    games = str(kept + kept % 2 + 2)
    for name in ("games.vato", "fresh.vato"):
        done = vato("arena", *arguments, *SQUADRO, "--games", games, "--out", name, "--json")
        assert json.loads(done.stdout)["games"] == int(games)
    rounds = [
        {game.headers["Round"]: [str(turn.move) for turn in game.turns] for game in record.load(tmp_path / name)}
        for name in ("games.vato", "fresh.vato")
    ]
    assert {number: rounds[0][number] for number in rounds[1]} == rounds[1]


def test_a_killed_arena_leaves_whole_games_and_nobody_playing(vato: Run, tmp_path: Path) -> None:
    players = f"ugi: {sys.executable} {FAKE} squadro stubborn", "random"
    process = begin(tmp_path, *players)
    members = family(process.pid)
    # The command, two processes and their programs, at least.
    assert len(members) >= 5
    process.kill()
    process.communicate()
    assert are_gone(members)
    resumed(vato, tmp_path, *players)


def test_ctrl_c_ends_all_of_it_with_a_word(vato: Run, tmp_path: Path) -> None:
    process = begin(tmp_path, "random", "greedy")
    members = family(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 130
    assert said.decode().splitlines()[-1] == "Stopped; the same command goes on from here."
    assert "Traceback" not in said.decode()
    assert are_gone(members)
    resumed(vato, tmp_path, "random", "greedy")


def test_the_file_of_another_arena_is_refused(vato: Run, tmp_path: Path) -> None:
    for number, code in ((1, 0), (1, 0), (2, 2)):
        seed = "--seed", str(number)
        done = vato("arena", "random", "random", *SQUADRO, "--games", "2", "--out", "a.vato", *seed, "--jobs", "1")
        assert done.returncode == code
    assert "belongs to another arena" in done.stderr
    assert done.stderr.count("\n") == 1
    assert len(record.load(tmp_path / "a.vato")) == 2
