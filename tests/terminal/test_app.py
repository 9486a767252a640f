"""The command from outside: what it prints, and one line and exit code 2 for every kind of wrong input."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import DEVNULL, Command
from vato.terminal.app import run

Run = Callable[..., "subprocess.CompletedProcess[str]"]
COMMANDS = [
    *("play", "learn", "puzzle", "train", "analyse", "perft", "picture", "print", "rules", "bench", "engine", "arena"),
    *("serve", "solve", "record", "record check", "record replay", "record convert"),
]


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_has_help_with_an_example(vato: Run, command: str) -> None:
    done = vato(*command.split(), "--help")
    assert done.returncode == 0
    assert f"Example: vato {command}".rstrip() in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_a_run_that_ends_before_anybody_looks_tells_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    look = Command._line

    def late(self: Command, timeout: float | None) -> bytes:
        poll = select.poll()
        poll.register(self._said, 0)
        assert poll.poll(60_000), "the run has not ended"  # which closes the other end of the pipe
        return look(self, timeout)

    monkeypatch.setattr(Command, "_line", late)
    with Command("--version", stdout=DEVNULL) as command:
        assert command.wait(60) == 0


def test_the_version(vato: Run) -> None:
    assert vato("--version").stdout.startswith("vato ")


WRONG = [
    "bogus",
    "--bogus",
    "perft",
    "perft fanorona",
    "perft fanorona x",
    "perft fanorona 2.5",
    "perft fanorona -1",
    "perft fanorona -- -1",
    "perft fanorona 100",
    "perft fanorona 99999999999999999999999999",
    "perft fanorona 1 2",
    "perft chess 1",
    "perft fanorona 1 --ruls x",
    "perft fanorona 1 --rules nothing",
    "perft fanorona 1 --rules",
    "perft fanorona 1 --rules classic,chain",
    "perft fanorona 1 --rules classic,chain=perhaps",
    "perft fanorona 1 --rules classic,colour=red",
    "perft fanorona 1 --board 4x4",
    "perft fanorona 1 --board huge",
    "perft fanorona 1 --first dark",
    "perft squadro 1 --board 5x5",
    "perft squadro 1 --first nobody",
    "perft fanorona 1 --position rubbish",
    "perft squadro 1 --position 00000",
    "picture",
    "picture chess",
    "picture fanorona --theme purple",
    "picture fanorona --move a1-a9",
    "picture fanorona --move e3-e4",
    "picture fanorona --out /nowhere/at/all.svg",
    "picture fanorona --out .",
    "rules chess",
    "rules fanorona nothing",
    "rules fanorona classic more",
    "record",
    "record bogus",
    "record check",
    "record check missing.vato",
    "record check .",
    "record replay missing.vato",
    "record replay game.vato --game 2",
    "record replay game.vato --game 0",
    "record replay game.vato --to 9",
    "record replay game.vato --to -1",
    "record replay two.vato",
    "record replay damaged.vato",
    "record replay empty.vato",
    "record convert game.vato",
    "record convert game.vato --to pdf",
    "record convert missing.vato --to json",
    "record convert damaged.vato --to json",
    "record convert bytes.vato --to json",
    "record convert broken.json --to text",
    "record convert game.vato --to json --out .",
    "record convert game.vato --to json --out game.vato",
    "analyse",
    "analyse chess",
    "analyse fanorona rubbish",
    "analyse squadro 00000/00000 light",
    "analyse fanorona --rules nothing",
    "analyse fanorona --seconds 0",
    "analyse fanorona --seconds -1",
    "analyse fanorona --seconds nan",
    "analyse fanorona --seconds inf",
    "analyse fanorona --seconds soon",
    "analyse fanorona --depth 0",
    "analyse fanorona --nodes 0",
    "analyse fanorona --nodes 99999999999999999999",
    "analyse fanorona --lines 0",
    "analyse fanorona --lines 65",
    "analyse fanorona --threads 0",
    "analyse fanorona --threads 257",
    "analyse fanorona --hash 0",
    "analyse fanorona --hash 99999999",
    "bench chess",
    "bench fanorona 3",
    "engine",
    "engine chess",
    "engine fanorona --rules nothing",
    "engine fanorona --threads 0",
    "engine fanorona --hash 99999999",
    "engine squadro --board 5x5",
    "play fanorona --against engine --seconds 0",
    "play chess",
    "play fanorona --against god",
    "play fanorona --side white",
    "play fanorona --against greedy --side dark",
    "play fanorona --against greedy --names Ann,Ben",
    "play fanorona --names Ann,Ben,Cem",
    "play fanorona --seed x",
    "play fanorona --load game.vato",
    "play --load missing.vato",
    "play --load .",
    "play --load empty.vato",
    "play fanorona --rules nothing",
    "play fanorona --position 9/9/9/9/9_w",
]
GAME = "Game: squadro\nRules: standard\nResult: unfinished\n\n1. 2 1\n"


@pytest.mark.parametrize("line", WRONG)
def test_wrong_input_gets_one_line_and_exit_code_two(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name, text in {
        "game.vato": GAME,
        "two.vato": f"{GAME}\n{GAME}",
        "damaged.vato": GAME.replace("2 1", "2 9"),
        "empty.vato": "",
        "broken.json": '[{"headers": 3}]',
    }.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "bytes.vato").write_bytes(b"Game: squadro\n\xff\xfe\n")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    assert run(line.split()) == 2
    output = capfd.readouterr()
    assert output.out == ""
    assert output.err.startswith("vato: ")
    assert len(output.err.splitlines()) == 1
    assert "Traceback" not in output.err
    assert not (tmp_path / "state").exists()


def test_wrong_input_from_a_shell_leaves_no_traceback(vato: Run) -> None:
    done = vato("perft", "fanorona", "1", "--rules", "a\nb\x1b[31m")
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert "\x1b" not in done.stderr


def test_names_and_files_from_elsewhere_cannot_command_the_terminal(vato: Run, tmp_path: Path) -> None:
    (tmp_path / "evil.vato").write_text(
        "Game: squadro\nRules: standard\nLight: \x1b[2JAnn\nDate: \x07\n\n# \x1b]0;title\x07\n1. 2\n# \x1b[31m\n"
    )
    for arguments in (
        ["record", "replay", "evil.vato"],
        ["play", "--load", "evil.vato"],
        ["play", "squadro", "--first", "light", "--names", "\x1b[2J\udcff"],
    ):
        done = vato(*arguments, typed="1\n2\n")
        assert (done.returncode, done.stderr) == (0, "")
        assert "\x1b" not in done.stdout
        assert "\x07" not in done.stdout


def test_a_closed_pipe_ends_it_quietly(vato: Run) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = vato("rules", "fanorona", "classic", output=writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_reason_to_fail(closed: str, tmp_path: Path) -> None:
    script = f'exec "$0" play squadro {closed}'
    vato = Path(sys.executable).with_name("vato")
    done = subprocess.run(
        ["bash", "-c", script, vato],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=os.environ | {"XDG_STATE_HOME": str(tmp_path)},
        timeout=30,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_full_disk_is_told_in_one_line(vato: Run) -> None:
    with Path("/dev/full").open("w") as full:
        done = vato("rules", output=full.fileno())
    assert (done.returncode, done.stderr) == (2, "vato: The result cannot be written: no space left on device.\n")


def test_an_old_locale_gets_question_marks_and_no_traceback(fresh_vato: Run) -> None:
    done = fresh_vato("record", "replay", "missing.vato", PYTHONIOENCODING="ascii")
    assert done.returncode == 2
    shown = fresh_vato("play", "squadro", "--first", "light", PYTHONIOENCODING="ascii", typed="2\n")
    assert (shown.returncode, shown.stderr) == (0, "")


def leave_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be a user who has no home folder."""
    for name in ("HOME", "VATO_DATA", "XDG_STATE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)


def test_a_user_without_a_home_may_analyse(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    leave_home(monkeypatch)
    assert run(["analyse", "squadro", "--depth", "2"]) == 0
    assert "What follows is known exactly" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["play squadro", "play", "--no-browser"])
def test_a_user_without_a_home_is_told_so(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    leave_home(monkeypatch)
    assert run(command.split()) == 2
    assert "You have no home folder; name one in" in capsys.readouterr().err
