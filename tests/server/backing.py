"""A PostgreSQL and a Valkey or Redis of the tests' own: on sockets in a temporary folder, ended with the tests."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import pytest

USERS = "postgres", "nobody"
"""Who runs it where the tests run as root, as which PostgreSQL refuses to."""
SETTINGS = (
    "listen_addresses=",  # the socket is all there is
    "fsync=off",  # whoever kills a process does not kill the machine
    "autovacuum=off",
    "shared_buffers=16MB",
    "max_connections=100",
)
LIMIT_SECONDS = 20


ON_BOTH = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
"""For tests of how games are kept."""


class Missing(Exception):
    """A program is not on this machine."""


def _found(program: str, places: Sequence[Path], package: str) -> str:
    for place in places:
        if (place / program).exists():
            return str(place / program)
    if (found := shutil.which(program)) is None:
        raise Missing(f"vato's tests need {program}; please run: sudo apt-get install {package}")
    return found


class Service(ABC):
    """A program that is started with a folder of its own, and again after it was ended."""

    def __init__(self, place: Path | None = None) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="vato-", dir=place))
        self.process: subprocess.Popen[bytes] | None = None
        self._user: str | None = None

    @abstractmethod
    def command(self) -> list[str]:
        """Return what starts it, in the foreground."""

    @abstractmethod
    def is_ready(self) -> bool:
        """Return whether it answers."""

    def start(self) -> None:
        """Start, or start again with what it has kept."""
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                self.command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder, user=self._user
            )
        deadline = time.monotonic() + LIMIT_SECONDS
        while not self.is_ready():
            assert time.monotonic() < deadline, (self.folder / "log").read_text()
            assert self.process.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.05)

    def end(self, how: signal.Signals) -> None:
        """End it."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(LIMIT_SECONDS)
            self.process = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end(signal.SIGINT)
        shutil.rmtree(self.folder, ignore_errors=True)


class Postgres(Service):
    """A PostgreSQL; each test has a database of its own in it."""

    def __init__(self, place: Path | None = None, settings: Sequence[str] = SETTINGS) -> None:
        self._settings = settings
        places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))[::-1]
        self._programs = {
            name: _found(name, places, "postgresql") for name in ("initdb", "postgres", "psql", "pg_isready")
        }
        super().__init__(place)
        if os.getuid() == 0:
            known = {entry.pw_name for entry in pwd.getpwall()}
            self._user = next(user for user in USERS if user in known)
            shutil.chown(self.folder, self._user)
        self._databases = 0
        make = [self._programs["initdb"], "--no-sync", "--auth=trust", "--username=vato", "--encoding=UTF8"]
        make += ["--locale=C", "--wal-segsize=1", "--pgdata", "data"]
        subprocess.run(make, check=True, capture_output=True, cwd=self.folder, user=self._user)
        self.start()

    def command(self) -> list[str]:
        settings = [word for setting in self._settings for word in ("-c", setting)]
        return [self._programs["postgres"], "-D", "data", "-k", str(self.folder), *settings]

    def is_ready(self) -> bool:
        asked = [self._programs["pg_isready"], "-q", "-h", str(self.folder), "-U", "vato", "-d", "postgres"]
        return subprocess.run(asked, check=False).returncode == 0

    def new_database(self) -> str:
        """Make a database, and return its address."""
        self._databases += 1
        name = f"vato{self._databases}"
        self.run("postgres", f"CREATE DATABASE {name}")
        return f"postgresql://vato@/{name}?host={self.folder}"

    def run(self, database: str, statement: str) -> str:
        """Run a statement, and return the rows that it gives as lines of text."""
        asked = [self._programs["psql"], "-h", str(self.folder), "-U", "vato", "-d", database, "-qAtc", statement]
        return subprocess.run(asked, check=True, capture_output=True, text=True).stdout

    def start_again(self) -> None:
        """Start it if it has ended by itself."""
        assert self.process is not None
        deadline = time.monotonic() + LIMIT_SECONDS
        while not self.is_ready():
            if self.process.poll() is not None:
                self.start()
            assert time.monotonic() < deadline, (self.folder / "log").read_text()
            time.sleep(0.05)

    def end(self, how: signal.Signals) -> None:
        """End it: SIGINT lets it tidy up, SIGQUIT does not, SIGKILL might leave processes behind."""
        super().end(how)


class Valkey(Service):
    """A Valkey, or a Redis, which says the same."""

    def __init__(self) -> None:
        try:
            self._program = _found("valkey-server", [], "redis-server")
        except Missing:
            self._program = _found("redis-server", [], "redis-server")
        super().__init__()
        self.start()

    @property
    def address(self) -> str:
        """Where it is found."""
        return f"unix://{self.folder}/socket"

    def command(self) -> list[str]:
        return [self._program, "--port", "0", "--unixsocket", f"{self.folder}/socket", "--save", ""]

    def is_ready(self) -> bool:
        with socket.socket(socket.AF_UNIX) as line:
            try:
                line.connect(f"{self.folder}/socket")
                line.sendall(b"PING\r\n")
                return line.recv(7) == b"+PONG\r\n"
            except OSError:
                return False
