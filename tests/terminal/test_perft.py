"""`vato perft`: what it counts, and the sign of life meanwhile."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from vato.terminal.app import run

Run = Callable[..., "subprocess.CompletedProcess[str]"]
PERFT = [  # RULES.md, and for the small boards what is published
    ("--rules standard", [5, 39, 724, 18026]),
    ("--rules classic", [5, 17, 198, 4770]),
    ("--rules strict", [5, 34, 182, 2330]),
    ("--rules short", [5, 39, 738, 19828]),
    ("--rules free", [5, 56, 1143, 33649]),
    ("--rules vela", [5, 24, 94, 812]),
    ("--board 5x5", [5, 21, 202, 3469]),
    ("--board 3x3", [4, 7, 14, 67]),
]


@pytest.mark.parametrize(("options", "counts"), PERFT)
def test_perft_counts_what_is_published(vato: Run, options: str, counts: list[int]) -> None:
    depth = len(counts)
    done = vato("perft", "fanorona", str(depth), *options.split(), "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["turns"] == counts[-1]
    assert done.stderr == ""


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_perft_at_every_depth_prints_the_number_alone(vato: Run, depth: int) -> None:
    assert vato("perft", "fanorona", str(depth)).stdout == f"{[1, 5, 39, 724][depth]}\n"


def test_divide_gives_each_first_move_its_share(vato: Run) -> None:
    done = vato("perft", "fanorona", "3", "--divide", "--json")
    found = json.loads(done.stdout)
    assert sum(found["divide"].values()) == found["turns"] == 724
    assert list(found["divide"]) == ["d2-e3A", "e2-e3A", "f2-e3A", "d3-e3A", "d3-e3W"]
    plain = vato("perft", "fanorona", "3", "--divide").stdout.splitlines()
    assert plain[-1] == "724"
    assert plain[0] == f"d2-e3A: {found['divide']['d2-e3A']}"


def test_perft_on_several_threads_counts_the_same(vato: Run) -> None:
    assert vato("perft", "fanorona", "4", "--threads", "2").stdout == "18026\n"  # RULES.md
    for threads in ("0", "257", "x"):
        done = vato("perft", "fanorona", "2", "--threads", threads)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_perft_from_a_position_says_what_it_counted(vato: Run) -> None:
    done = vato("perft", "squadro", "2", "--first", "dark", "--json")
    found = json.loads(done.stdout)
    assert found["position"] == "00000/00000 dark"
    assert (found["game"], found["rules"], found["depth"], found["turns"]) == ("squadro", "standard", 2, 25)
    over = vato("perft", "fanorona", "3", "--position", "9/9/9/9/w8 b", "--json")
    assert json.loads(over.stdout)["turns"] == 0


def test_derived_rules_can_be_named(vato: Run) -> None:
    done = vato("perft", "fanorona", "2", "--rules", "classic,chain=obligatory", "--json")
    assert json.loads(done.stdout)["rules"] == "classic,chain=obligatory"


def test_long_work_shows_a_bar_on_a_terminal_and_ctrl_c_ends_it_quietly(terminal: Callable[..., Any]) -> None:
    counting = terminal("perft", "fanorona", "12")
    counting.expect("counting")
    counting.expect("%")
    counting.interrupt()
    assert counting.code() == 130
    assert "Traceback" not in counting.screen


def test_long_work_says_a_line_now_and_then_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("vato.terminal.progress.PATIENCE_SECONDS", 0.0)
    assert run(["perft", "squadro", "3"]) == 0
    shown = capsys.readouterr()
    assert shown.out == "125\n"
    assert shown.err.splitlines()[1].startswith("counting: ")
