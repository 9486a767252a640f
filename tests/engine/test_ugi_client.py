"""Another program as a player: it plays, and whatever else it does, the answer is a refusal and a process less."""

from __future__ import annotations

import os
import select
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

import vato
from vato.engine.limits import Limit
from vato.engine.ugi_client import EngineProgram, ProgramFailed

FAKE = Path(__file__).parent.parent / "contest" / "fake_program.py"
QUICK = Limit(seconds=0.01)
PATIENT_SECONDS = 60.0
"""What well-behaved programs have, on however busy a machine."""

Start = Callable[..., EngineProgram]


@pytest.fixture
def pids(tmp_path: Path) -> Path:
    """The file in which programs leave their process ids."""
    return tmp_path / "pids"


@pytest.fixture
def start(pids: Path) -> Iterator[Start]:
    programs: list[EngineProgram] = []

    def make(mode: str, game: str = "squadro", grace_seconds: float = PATIENT_SECONDS) -> EngineProgram:
        command = [sys.executable, str(FAKE), game, mode, str(pids)]
        programs.append(EngineProgram(command, startup_seconds=PATIENT_SECONDS, grace_seconds=grace_seconds))
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


def test_what_is_no_program_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(vato.VatoError, match="Name a program"):
        EngineProgram(" ")
    with pytest.raises(vato.VatoError, match="not a command line: no closing quotation"):
        EngineProgram("engine 'one")
    with pytest.raises(ProgramFailed, match="cannot be started: embedded null byte"):
        EngineProgram(["engine\0"]).play(vato.new("squadro"), QUICK)
    with pytest.raises(ProgramFailed, match="cannot be started: no such file or directory"):
        EngineProgram("/no/such/program").play(vato.new("squadro"), QUICK)
    with pytest.raises(vato.VatoError, match="from 1 to 64 lines, not 0"):
        EngineProgram("engine").analyse(vato.new("squadro"), QUICK, lines=0)
    monkeypatch.delattr(select, "poll")
    with pytest.raises(ProgramFailed, match="cannot be asked on this system"):
        EngineProgram([sys.executable]).play(vato.new("squadro"), QUICK)


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
    program = EngineProgram([sys.executable, str(FAKE), "squadro", "mute", str(pids)], startup_seconds=2)
    with pytest.raises(ProgramFailed, match=r"did not answer within 2 s"):
        program.begin(vato.new("squadro"))
    assert not pids.exists() or not any(alive(pids))


@pytest.mark.parametrize("command", [["/no/such/program"], [str(FAKE.parent)]])
def test_a_program_that_cannot_be_started_fails(command: list[str]) -> None:
    with pytest.raises(ProgramFailed, match="cannot be started"):
        EngineProgram(command).begin(vato.new("squadro"))


def test_a_program_that_does_not_speak_fails() -> None:
    with pytest.raises(ProgramFailed, match="ended"):
        EngineProgram(["true"]).begin(vato.new("squadro"))


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


# Analysis

VATO = [sys.executable, "-m", "vato", "engine"]


@pytest.mark.parametrize("game", ["fanorona", "squadro", "alquerque"])
def test_what_a_program_finds_is_what_the_engine_finds(game: str) -> None:
    board = vato.new(game)
    board.push(board.legal_moves[0])
    with vato.Engine(game, hash_mb=1, knowledge=None) as engine:
        engine.load()
        own = engine.analyse(board, Limit(depth=5), lines=3)
    with EngineProgram([*VATO, game, "--no-book"], options={"Hash": 1}) as program:
        for lines in (3, 1, 3):
            program.begin(board)
            found = program.analyse(board, Limit(depth=5), lines=lines)
            assert len(found.lines) == min(lines, len(board.legal_moves))
            assert found.depth == 5
            if lines == 3:
                assert (found.lines, found.nodes) == (own.lines, own.nodes)
        assert program.name.startswith(f"vato {game} ")
    assert own.score.player == found.score.player == board.turn


def test_a_win_is_told_in_turns_of_both() -> None:
    with EngineProgram(f"{sys.executable} -m vato engine squadro") as program:
        lost = program.analyse(vato.new("squadro", position="00000/cccb0 light"), Limit(depth=4))
        won = program.analyse(vato.new("squadro", position="00000/cccb0 dark"), Limit(depth=4))
    assert (lost.score.loses_in, won.score.wins_in) == (2, 1)


def test_an_option_that_a_program_does_not_have_is_refused() -> None:
    program = EngineProgram([sys.executable, str(FAKE), "squadro", "well"], options={"Contempt": 3})
    with pytest.raises(ProgramFailed, match="has no option 'Contempt'"):
        program.begin(vato.new("squadro"))


def test_a_program_that_ranks_no_lines_gives_one(start: Start) -> None:
    board = vato.new("squadro")
    found = start("well").analyse(board, QUICK, lines=4)
    assert [line.move for line in found.lines] == [board.legal_moves[0]]
    assert start("garbage").name == ""


def test_a_line_is_told_as_far_as_it_can_be_played() -> None:
    said = [
        "info depth x multipv 1 score cp 99999999 pv 2 9 1",
        "info depth 7 multipv 2 score mate 900000 pv 3 1",
        "info",
        "info pv",
        "info string not a pv at all",
        "bestmove 3",
    ]
    program = (
        "import sys\n"
        f"answers = {{'ugi': 'ugiok', 'isready': 'readyok', 'go': {chr(10).join(said)!r}}}\n"
        "for line in sys.stdin:\n"
        "    print(answers.get(line.split()[0], ''), flush=True)\n"
    )
    board = vato.new("squadro")
    with EngineProgram([sys.executable, "-c", program]) as other:
        found = other.analyse(board, QUICK, lines=2)
    assert [[str(move) for move in line.moves] for line in found.lines] == [["3", "1"], ["2"]]
    assert found.depth == 7
    assert found.lines[0].score.wins_in is not None
    assert found.lines[1].score.wins_in is None
