"""Locks between processes: who is kept out, and what is no reason to fail."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from vato import locks
from vato.errors import VatoError
from vato.server.run import AlreadyServed, holding
from vato.solve.folder import Folder

HOLD = """
import sys
from pathlib import Path
from vato import locks

lock = locks.hold(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def elsewhere(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Hold a file in another process."""
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


def test_another_process_is_kept_out_until_it_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with elsewhere(path) as process:
        with pytest.raises(locks.Taken):
            locks.hold(path)
        process.kill()
        process.wait()
        with locks.held(path), pytest.raises(locks.Taken):
            locks.hold(path)
    locks.hold(path).release()


def test_who_waits_comes_in_when_the_other_has_gone(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with elsewhere(path) as process:
        assert process.stdin is not None
        process.stdin.close()
        with locks.held(path, wait=True):
            pass


def test_an_open_file_is_held_until_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "games.vato"
    path.write_text("kept")
    first, second = (os.open(path, os.O_RDWR) for _ in range(2))
    locks.hold_open(first)
    with pytest.raises(locks.Taken):
        locks.hold_open(second)
    os.close(first)
    locks.hold_open(second)
    os.close(second)
    assert path.read_text() == "kept"


@pytest.mark.parametrize("number", [errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP])
def test_a_file_system_without_locks_is_no_reason_to_fail(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")

    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", refuse)
    with locks.held(tmp_path / "lock"), locks.held(tmp_path / "lock", wait=True):
        pass
    with (tmp_path / "games.vato").open("w") as file:
        locks.hold_open(file.fileno())
    with Folder(tmp_path).alone(), holding(tmp_path, "http://127.0.0.1:1"):
        pass
    assert {path.name for path in tmp_path.iterdir()} == {"lock", "games.vato", "server.lock", "server.address"}


def test_where_nothing_can_be_written_the_system_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises((NotADirectoryError, FileExistsError)):
        locks.hold(tmp_path / "file" / "lock")


def test_a_folder_is_solved_by_one_run_at_a_time(tmp_path: Path) -> None:
    unfinished = tmp_path / "1-a.solved.part"
    unfinished.write_text("")
    with elsewhere(tmp_path / "lock"), pytest.raises(VatoError, match=r"^Another run is at work in "):
        Folder(tmp_path).alone().__enter__()
    assert unfinished.exists()
    with Folder(tmp_path).alone():
        assert not unfinished.exists()


def test_a_second_server_is_told_where_the_first_one_is(tmp_path: Path) -> None:
    with holding(tmp_path, "http://127.0.0.1:8000"), pytest.raises(AlreadyServed) as refused:
        holding(tmp_path, "http://127.0.0.1:8001").__enter__()
    assert refused.value.address == "http://127.0.0.1:8000"
    with holding(tmp_path, "http://127.0.0.1:8001"):
        pass
