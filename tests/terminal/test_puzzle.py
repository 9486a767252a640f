"""`vato puzzle` with pipes, and what is remembered of it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from vato.learn import puzzles
from vato.terminal.app import run

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def puzzle(vato: Run, tmp_path: Path) -> Run:
    """Run `vato puzzle squadro` with what is remembered in a folder of the test."""

    def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return vato("puzzle", "squadro", *arguments, typed=typed, VATO_DATA=str(tmp_path / "data"))

    return run


def test_a_wrong_move_is_refuted_and_the_right_one_remembered(puzzle: Run) -> None:
    first = puzzles.find("squadro", 1)
    move, refutation = next(iter(first.wrong.items()))
    shown = puzzle(typed=f"{move}\nhint\n{first.right[0]}\nquit\n").stdout
    assert "Puzzle 1, grade 1" in shown
    assert " ".join(refutation.line) in shown
    assert f"Play {first.right[0]}." in shown
    assert "Right: only this" in shown
    assert "Puzzle 2, grade 1" in shown
    again = puzzle(typed="quit\n").stdout
    assert "Puzzle 2, grade 1" in again
    assert "vato puzzle squadro" in again


def test_a_grade_and_a_number_can_be_chosen(puzzle: Run) -> None:
    assert "Puzzle 801, grade 5" in puzzle("--grade", "5", typed="quit\n").stdout
    shown = puzzle("--number", "700", typed="skip\nhelp\nboard\n").stdout
    assert "Puzzle 700, grade 4" in shown
    assert "Puzzle 701, grade 4" in shown


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("squadro", "--grade", "9"), "Grades go from 1 to 5."),
        (("squadro", "--grade", "0"), "Grades go from 1 to 5."),
        (("squadro", "--number", "0"), "There is no puzzle 0 of squadro."),
        (("chess",), "There is no game 'chess'"),
    ],
)
def test_refusals(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], why: str) -> None:
    assert run(["puzzle", *arguments]) == 2
    assert why in capsys.readouterr().err
