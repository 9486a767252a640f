"""The command `vato` as the tests run it: as a process, a fork of one that has loaded the command already.

Python, the libraries and the compiled search take a second to load, in hundreds of tests the same, and Python takes as
long to take itself apart. Streams, signals, terminals, folders, the environment and the end are each run's own. What
happens while the command is loaded or taken apart is tested with `START`, which starts it as a shell does.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import IO, Any, Self

START = str(Path(sys.executable).with_name("vato"))
PIPE, DEVNULL = subprocess.PIPE, subprocess.DEVNULL
_STARTER = """
import atexit, os, socket, sys
from contextlib import suppress
code = []
@atexit.register  # the first to be registered, the last to be called
def leave():
    if code:
        with suppress(OSError, ValueError):  # Python will find out, too, and say so
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code[0])
from tests.starter import be_command, serve
request = serve(socket.socket(fileno=int(sys.argv[1])))
if request is not None:
    try:
        be_command(**request)
    except SystemExit as end:
        code.append(end.code)
        raise
"""


@cache
def _starter() -> socket.socket:
    """Return the line to the process that forks, which ends when this is closed."""
    near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with far:
        process = subprocess.Popen(
            [sys.executable, "-c", _STARTER, str(far.fileno())], pass_fds=[far.fileno()], stdin=DEVNULL, stdout=DEVNULL
        )

    def end() -> None:
        near.close()
        process.wait()

    atexit.register(end)
    return near


class Command:
    """A run of the command: as far as the tests need it, what `subprocess.Popen` is for any program."""

    def __init__(
        self,
        *arguments: str,
        stdin: int | IO[Any] | None = None,
        stdout: int | IO[Any] | None = None,
        stderr: int | IO[Any] | None = None,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        on_terminal: bool = False,
        largest_file: int | None = None,
        web: Path | None = None,
    ) -> None:
        """Start it; `largest_file` is what it may write into one, in bytes: a disk that is full sooner.

        With `web` a server has the browser app's files from another folder (tests/web/other_files.py).
        """
        self.args = [START, *arguments]
        self.returncode: int | None = None
        self.stdin: IO[bytes] | None = None
        self.stdout: IO[bytes] | None = None
        self.stderr: IO[bytes] | None = None
        theirs = [self._give(name, file) for name, file in (("stdin", stdin), ("stdout", stdout), ("stderr", stderr))]
        self._said, told = os.pipe()
        self._heard = b""
        request = {
            "arguments": self.args,
            "folder": str(cwd or Path.cwd()),
            "env": dict(os.environ if env is None else env),
            "on_terminal": on_terminal,
            "largest_file": largest_file,
            "web": web and str(web),
        }
        socket.send_fds(_starter(), [json.dumps(request).encode()], [*theirs, told])
        for file in (*theirs, told):
            os.close(file)
        self.pid = int(self._line(None) or -1)
        assert self.pid > 0, "the process that starts the command has ended"

    def _give(self, name: str, file: int | IO[Any] | None) -> int:
        """Return an open file for one of the standard streams, to be closed here."""
        if file == PIPE:
            reading, writing = os.pipe()
            mine, theirs = (writing, reading) if name == "stdin" else (reading, writing)
            setattr(self, name, open(mine, "wb" if name == "stdin" else "rb"))  # noqa: SIM115, PTH123
            return theirs
        if file == DEVNULL:
            return os.open(os.devnull, os.O_RDWR)
        if file is None:
            return os.dup(("stdin", "stdout", "stderr").index(name))
        return os.dup(file if isinstance(file, int) else file.fileno())

    def _line(self, timeout: float | None) -> bytes:
        """Return what the starter says next, or nothing when it does not come in time."""
        # A short run may have ended before it is looked at: then its number and its code come together.
        while b"\n" not in self._heard:
            if not select.select([self._said], [], [], timeout)[0] or not (said := os.read(self._said, 100)):
                return b""
            self._heard += said
        line, _, self._heard = self._heard.partition(b"\n")
        return line

    def poll(self) -> int | None:
        """Return the exit code, if it has ended."""
        return self._wait(0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end and return the exit code: minus the number of a signal that was the reason."""
        if (code := self._wait(timeout)) is None:
            assert timeout is not None
            raise subprocess.TimeoutExpired(self.args, timeout)
        return code

    def _wait(self, timeout: float | None) -> int | None:
        if self.returncode is None and (said := self._line(timeout)):
            self.returncode = int(said)
            os.close(self._said)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it as nothing can prevent."""
        self.send_signal(signal.SIGKILL)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for stream in (self.stdin, self.stdout, self.stderr):
            if stream is not None:
                stream.close()
        self.wait()


def run(
    *arguments: str,
    typed: str = "",
    stdout: int = PIPE,
    timeout: float,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run the command to its end, without a terminal, as `subprocess.run` does; all is read from and put into files."""
    with tempfile.TemporaryFile() as read, tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as complained:
        read.write(typed.encode())
        read.seek(0)
        output = said if stdout == PIPE else stdout
        command = Command(*arguments, stdin=read, stdout=output, stderr=complained, cwd=cwd, env=env)
        try:
            command.wait(timeout)
        finally:
            command.kill()
            command.wait()
        texts = [_read(file) for file in (said, complained)]
    return subprocess.CompletedProcess(command.args, command.returncode or 0, *texts)


def _read(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode().replace("\r\n", "\n")
