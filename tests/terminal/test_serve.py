"""The commands that start the server."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

COMMAND = str(Path(sys.executable).with_name("vato"))
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@contextmanager
def started(data: Path, *arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Start a server and give the address it prints."""
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    with subprocess.Popen(
        [COMMAND, *arguments], stdout=subprocess.PIPE, text=True, env=environment | {"VATO_DATA": str(data)}
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[3], process
        finally:
            if process.poll() is None:
                process.kill()


def test_the_app_starts_without_a_command_and_once(tmp_path: Path, vato: Run) -> None:
    with started(tmp_path) as (address, process):  # without a display no browser is opened
        with urllib.request.urlopen(address) as page:
            assert page.headers["content-type"].startswith("text/html")
        again = vato("--no-browser", VATO_DATA=str(tmp_path))
        assert again.stdout == f"vato is at {address} (it was running already)\n"
        refused = vato("serve", "--port", "0", "--data", str(tmp_path))
        assert refused.returncode == 2
        assert address in refused.stderr
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
    assert (tmp_path / "vato.sqlite3").stat().st_mode & 0o777 == 0o600


def test_a_taken_port_is_one_sentence(tmp_path: Path, vato: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = vato("serve", "--port", str(port), "--data", str(tmp_path))
        assert done.returncode == 2
        assert done.stderr == f"vato: Port {port} is taken; choose another with --port.\n"


def test_a_folder_that_cannot_be_used_is_one_sentence(tmp_path: Path, vato: Run) -> None:
    (tmp_path / "file").write_text("")
    done = vato("serve", "--port", "0", "--data", str(tmp_path / "file"))
    assert done.returncode == 2
    assert done.stderr.startswith("vato: Games cannot be kept in ")
    (tmp_path / "vato.sqlite3").write_bytes(b"nonsense" * 1000)
    done = vato("serve", "--port", "0", "--data", str(tmp_path))
    assert done.returncode == 2
    assert "cannot be read" in done.stderr
    assert "Traceback" not in done.stderr
