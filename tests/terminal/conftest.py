"""The command as a person or a program runs it: as a process, with files or on a pseudo-terminal of its own."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.command import START, Command
from tests.command import run as run_command
from vato.languages import ENGLISH
from vato.terminal import language

LIMIT_SECONDS = 120
"""Long enough for a slow machine that compiles the engine first."""
ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|[()][A-Z0-9]|[=>])")

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def environment(state: Path, **changes: str) -> dict[str, str]:
    unwanted = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")
    inherited = {name: value for name, value in os.environ.items() if name not in unwanted}
    return inherited | {"XDG_STATE_HOME": str(state), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"} | changes


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Speak English again after a test that ran the command in this process in another language."""
    yield
    language.choose(ENGLISH)


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Where unfinished games go."""
    return tmp_path / "state"


@pytest.fixture
def vato(tmp_path: Path, state: Path) -> Run:
    """Run the command without a terminal."""

    def run(
        *arguments: str, typed: str = "", output: int = subprocess.PIPE, **changes: str
    ) -> subprocess.CompletedProcess[str]:
        return run_command(
            *arguments,
            typed=typed,
            stdout=output,
            timeout=LIMIT_SECONDS,
            cwd=tmp_path,
            env=environment(state, **changes),
        )

    return run


@pytest.fixture
def fresh_vato(tmp_path: Path, state: Path) -> Run:
    """Start the command as a shell does, for what happens while it is loaded, and run it with pipes."""

    def run(
        *arguments: str, typed: str = "", begin: Callable[[], None] | None = None, **changes: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [START, *arguments],
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=tmp_path,
            env=environment(state, **changes),
            timeout=LIMIT_SECONDS,
            check=False,
            preexec_fn=begin,
        )

    return run


class Terminal:
    """The command on a pseudo-terminal: what it shows, and somebody who types."""

    def __init__(self, arguments: tuple[str, ...], folder: Path, env: dict[str, str], size: tuple[int, int]) -> None:
        self.master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        self.process = Command(
            *arguments, stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=env, on_terminal=True
        )
        os.close(slave)
        self.raw = ""
        self._seen = 0

    @property
    def screen(self) -> str:
        """Everything shown so far, without colours."""
        return ESCAPES.sub("", self.raw).replace("\r", "")

    def expect(self, text: str) -> str:
        """Wait until a text is shown after what was expected last, and return what was shown up to it."""
        deadline = time.monotonic() + LIMIT_SECONDS
        while (found := self.screen.find(text, self._seen)) < 0:
            if not self._read(deadline):
                pytest.fail(f"{text!r} was not shown after:\n{self.screen[self._seen :]}")
        begin, self._seen = self._seen, found + len(text)
        return self.screen[begin : self._seen]

    def _read(self, deadline: float) -> bool:
        ready, _, _ = select.select([self.master], [], [], max(0.0, deadline - time.monotonic()))
        try:
            data = os.read(self.master, 65536) if ready else b""
        except OSError:  # the other end is closed
            data = b""
        self.raw += data.decode(errors="replace")
        return bool(data)

    def type(self, *lines: str) -> None:
        """Type lines, each after a prompt."""
        for line in lines:
            self.expect("> ")
            self.answer(line)

    def answer(self, line: str) -> None:
        """Type a line at once, as the answer to a question."""
        os.write(self.master, f"{line}\n".encode())

    def press(self, key: str) -> None:
        """Press a key, such as Ctrl-D."""
        os.write(self.master, key.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C, and again if nothing happens: Python's `input` misses one in the instant it begins to wait."""
        for _ in range(LIMIT_SECONDS):
            self.press("\x03")
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(1)
                return

    def kill(self) -> None:
        """End the process as nothing can prevent."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(LIMIT_SECONDS)

    def code(self) -> int:
        """Wait for the end and return the exit code."""
        deadline = time.monotonic() + LIMIT_SECONDS
        while self._read(deadline):
            pass
        return self.process.wait(LIMIT_SECONDS)

    def close(self) -> None:
        """Close the terminal's window."""
        if self.master >= 0:
            os.close(self.master)
            self.master = -1


@pytest.fixture
def terminal(tmp_path: Path, state: Path) -> Iterator[Callable[..., Terminal]]:
    """Open the command on a terminal."""
    opened: list[Terminal] = []

    def start(*arguments: str, size: tuple[int, int] = (24, 80), **changes: str) -> Terminal:
        opened.append(Terminal(arguments, tmp_path, environment(state, **changes), size))
        return opened[-1]

    yield start
    for each in opened:
        if each.process.poll() is None:
            each.kill()
        each.close()
