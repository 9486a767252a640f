"""A line to PostgreSQL that can be cut: a socket of its own, from which all is handed on, until it is told not to.

Who is at the other end is known by the number of the process, so that one server of several can be cut off.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Self

NAME = ".s.PGSQL.5432"
AT_ONCE = 64 * 1024


class Line:
    """The line as those see it who cut it; it has a process of its own."""

    def __init__(self, target: Path) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="vato-"))
        command = sys.executable, "-m", "tests.server.line", str(self.folder / NAME), str(target / NAME)
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._answer()

    def drop(self, process: int) -> None:
        """End all lines of a process at once, and take no others from it."""
        self._tell(f"drop {process}")

    def silence(self, process: int) -> None:
        """Hand nothing on that a process says, and nothing that is said to it; it is told nothing of that."""
        self._tell(f"silence {process}")

    def mend(self) -> None:
        """Let everything through again, also what has waited."""
        self._tell("mend 0")

    def _tell(self, word: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(word + "\n")
        self._process.stdin.flush()
        self._answer()

    def _answer(self) -> None:
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "done\n"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()
        shutil.rmtree(self.folder, ignore_errors=True)


class _Exchange:
    """Hands on what is said."""

    def __init__(self, target: str) -> None:
        self._target = target
        self._silenced: set[int] = set()
        self._dropped: set[int] = set()
        self._mended = asyncio.Event()
        self._writers: dict[asyncio.StreamWriter, int] = {}

    def do(self, word: str, process: int) -> None:
        if word == "mend":
            self._silenced.clear()
            self._dropped.clear()
            self._mended.set()
        elif word == "silence":
            self._mended.clear()
            self._silenced.add(process)
        else:
            self._dropped.add(process)
            for writer, whose in self._writers.items():
                if whose == process:
                    writer.transport.abort()

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        end = writer.get_extra_info("socket")
        process = struct.unpack("3i", end.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
        self._writers[writer] = process
        try:
            if process not in self._dropped:
                there, back = await asyncio.open_unix_connection(self._target)
                self._writers[back] = process
                await asyncio.gather(self._hand_on(reader, back, process), self._hand_on(there, writer, process))
                del self._writers[back]
        except OSError:
            pass
        finally:
            writer.transport.abort()
            del self._writers[writer]

    async def _hand_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, process: int) -> None:
        with suppress(OSError):
            while said := await reader.read(AT_ONCE):
                while process in self._silenced:
                    await self._mended.wait()
                writer.write(said)
                await writer.drain()
        writer.close()


async def _run(path: str, target: str) -> None:
    exchange = _Exchange(target)
    async with await asyncio.start_unix_server(exchange.connect, path):
        Path(path).chmod(0o777)
        print("done", flush=True)
        while line := await asyncio.to_thread(sys.stdin.readline):
            word, _, process = line.partition(" ")
            exchange.do(word, int(process))
            print("done", flush=True)
        os._exit(0)  # whoever still talks is cut off


if __name__ == "__main__":
    asyncio.run(_run(*sys.argv[1:]))
