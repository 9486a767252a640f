"""Another program as a player: it plays, and whatever else it does, the answer is a refusal and a process less."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

import vato
from vato.engine.limits import Limit
from vato.engine.ugi_client import Program, ProgramFailed

FAKE = Path(__file__).parent.parent / "contest" / "fake_program.py"
QUICK = Limit(seconds=0.01)
PATIENT_SECONDS = 60.0
"""What well-behaved programs have, on however busy a machine."""

Start = Callable[..., Program]


@pytest.fixture
def pids(tmp_path: Path) -> Path:
    """The file in which programs leave their process ids."""
    return tmp_path / "pids"


@pytest.fixture
def start(pids: Path) -> Iterator[Start]:
    programs: list[Program] = []

    def make(mode: str, game: str = "squadro", grace_seconds: float = PATIENT_SECONDS) -> Program:
        command = [sys.executable, str(FAKE), game, mode, str(pids)]
        programs.append(Program(command, startup_seconds=PATIENT_SECONDS, grace_seconds=grace_seconds))
        return programs[-1]

    yield make
    for program in programs:
        program.close()


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def alive(pids: Path) -> list[bool]:
    return [is_alive(int(line)) for line in pids.read_text().split()]


@pytest.mark.parametrize(
    ("game", "choices"),
    [
        ("squadro", {"first": "dark"}),
        ("fanorona", {"rules": "classic"}),
        ("fanorona", {"rules": "free", "board": "5x5"}),
    ],
)
def test_a_program_plays_a_game_by_the_rules_it_is_told(start: Start, game: str, choices: dict[str, str]) -> None:
    program = start("well", game)
    board = vato.new(game, **choices)
    rng = Random(5)
    program.begin(board)
    while board.outcome() is None and len(board.played) < 60:
        move = program.play(board, QUICK)
        assert move == board.legal_moves[0]
        board.push(move)
        if board.outcome() is None:
            board.push(rng.choice(board.legal_moves))
    assert len(board.played) > 10


@pytest.mark.parametrize(
    ("mode", "message"),
    [
        ("hang", "did not answer within"),
        ("flood", "did not answer within"),
        ("die", "ended"),
        ("garbage", "banana"),
        ("illegal", "played a1-a2"),
        ("moveless", "without a move"),
        ("endless", "without an end"),
    ],
)
def test_a_program_that_fails_is_ended_and_begins_again(start: Start, pids: Path, mode: str, message: str) -> None:
    grace_seconds = 0.3 if mode in ("hang", "flood") else PATIENT_SECONDS
    game = "fanorona" if mode == "illegal" else "squadro"
    program = start(mode, game, grace_seconds)
    board = vato.new(game)
    program.begin(board)
    for _ in range(2):
        board.push(program.play(board, Limit(seconds=30)))
        with pytest.raises(ProgramFailed, match=message):
            program.play(board, QUICK)
        assert not any(alive(pids))
    assert len(alive(pids)) == 2


def test_a_program_that_never_gets_ready_fails(pids: Path) -> None:
    program = Program([sys.executable, str(FAKE), "squadro", "mute", str(pids)], startup_seconds=2)
    with pytest.raises(ProgramFailed, match=r"did not answer within 2 s"):
        program.begin(vato.new("squadro"))
    assert not pids.exists() or not any(alive(pids))


@pytest.mark.parametrize("command", [["/no/such/program"], [str(FAKE.parent)]])
def test_a_program_that_cannot_be_started_fails(command: list[str]) -> None:
    with pytest.raises(ProgramFailed, match="cannot be started"):
        Program(command).begin(vato.new("squadro"))


def test_a_program_that_does_not_speak_fails() -> None:
    with pytest.raises(ProgramFailed, match="ended"):
        Program(["true"]).begin(vato.new("squadro"))


def test_an_answer_too_many_is_not_taken_for_the_next(start: Start) -> None:
    program = start("twice")
    board = vato.new("squadro")
    program.begin(board)
    for _ in range(4):
        board.push(program.play(board, QUICK))
        board.push("5")
    assert [str(move) for move in board.played[::2]] == ["1"] * 4


def test_closing_ends_also_a_program_that_does_not_want_to(start: Start, pids: Path) -> None:
    for mode in ("well", "stubborn"):
        program = start(mode)
        program.begin(vato.new("squadro"))
        assert alive(pids)[-1]
        program.close()
        assert not any(alive(pids))
        with pytest.raises(ProgramFailed, match=r" ended\."):
            program.begin(vato.new("squadro"))


def test_a_program_can_be_killed_while_it_thinks(start: Start, pids: Path) -> None:
    program = start("hang")
    board = vato.new("squadro")
    program.begin(board)
    board.push(program.play(board, QUICK))
    failures: list[str] = []

    def think() -> None:
        try:
            program.play(board, Limit(seconds=PATIENT_SECONDS))
        except ProgramFailed as failure:
            failures.append(str(failure))

    thread = threading.Thread(target=think)
    thread.start()
    time.sleep(0.1)
    program.kill()
    thread.join(PATIENT_SECONDS)
    assert len(failures) == 1
    assert failures[0].endswith("ended.")
    assert not any(alive(pids))
