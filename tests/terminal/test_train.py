"""`vato train` with pipes: endings won, slips told, and what is remembered."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from vato import catalog
from vato.knowledge import Result, best_line
from vato.learn import endings
from vato.terminal.app import run

Run = Callable[..., "subprocess.CompletedProcess[str]"]
FIRST = endings.find("fanorona", 1)


@pytest.fixture
def train(vato: Run, tmp_path: Path) -> Run:
    """Run `vato train fanorona` with what is remembered in a folder of the test."""

    def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return vato("train", "fanorona", *arguments, typed=typed, VATO_DATA=str(tmp_path))

    return run


def best_moves() -> list[str]:
    """Return what White plays to win the first ending, against the best defence."""
    knowledge = catalog.known("fanorona")
    assert knowledge is not None
    line = list(map(str, best_line(knowledge, FIRST.board, 100)))
    knowledge.close()
    return line[::2]


def slip() -> str:
    """Return a turn that lets the win of the first ending slip."""
    knowledge = catalog.known("fanorona")
    assert knowledge is not None
    facts = knowledge.facts(FIRST.board)
    assert facts is not None
    knowledge.close()
    return next(str(move) for move, fact in facts.moves.items() if fact.result != Result.WON)


def test_an_ending_is_shown_with_a_hint(train: Run) -> None:
    done = train(typed="hint\nquit\n")
    assert "Ending 1, grade 1: Win this ending. Turns needed with best play: 3." in done.stdout
    assert "Play " in done.stdout
    assert "vato train fanorona" in done.stdout


def test_an_ending_is_won_and_remembered(train: Run) -> None:
    moves = best_moves()
    assert len(moves) == FIRST.turns
    shown = train(typed="\n".join([*moves[:1], "back", *moves, "quit"])).stdout
    assert "Black played" in shown
    assert "Good. Go on." in shown
    assert "Won in as few turns as possible: 3." in shown
    assert "Ending 2, grade 1" in shown
    again = train(typed="quit\n").stdout
    assert "Ending 1," not in again
    assert "Ending 2, grade 1" in again


def test_a_slip_is_told_and_can_be_mended(train: Run) -> None:
    shown = train(typed="\n".join([slip(), *best_moves(), "quit"])).stdout
    assert "the win away" in shown or "This loses" in shown
    assert "Try again." in shown
    assert "Won in as few turns as possible: 3." in shown


def test_a_grade_and_a_number_can_be_chosen(train: Run) -> None:
    assert "Ending 241, grade 5" in train("--grade", "5", typed="quit\n").stdout
    shown = train("--number", "300", typed="help\nboard\nback\nskip\n").stdout
    assert "Ending 300, grade 5" in shown
    assert "That was the last ending." in shown


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("fanorona", "--grade", "9"), "Grades go from 1 to 5."),
        (("fanorona", "--number", "0"), "There is no ending 0 of fanorona."),
        (("squadro",), "There are no endings of squadro to train yet."),
        (("chess",), "There is no game 'chess'"),
    ],
)
def test_refusals(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], why: str) -> None:
    assert run(["train", *arguments]) == 2
    assert why in capsys.readouterr().err


def test_an_ending_of_another_grade_is_shown_all_the_same(train: Run) -> None:
    assert "Ending 300, grade 5" in train("--grade", "1", "--number", "300", typed="quit\n").stdout
