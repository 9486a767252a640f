"""The line between a browser and the server, which can be cut."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from typing import Self
from urllib.parse import urlsplit

from tests.server.people import Server


class Line:
    """Takes connections on a port of its own and passes on what is said, as long as it is not cut."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._is_cut = False
        self._is_deaf = False
        self._hangs = False
        self._said: list[int] = []
        self.slowness = 0.0
        """How many seconds longer everything takes that the server says."""
        self.hanging: list[socket.socket] = []
        """Connections that were taken and are never answered."""
        self._open: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def said(self) -> int:
        """How many bytes the server has said so far, to whomever in the browser."""
        return sum(self._said)

    def cut(self) -> None:
        """End every connection and let none begin."""
        self._is_cut = True
        for end in list(self._open):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """End every connection, and refuse others as a machine does on which no server runs."""
        self.cut()
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def deafen(self) -> None:
        """Lose from now on what the server says, but not what the browser says."""
        self._is_deaf = True

    def hang(self) -> None:
        """Take new connections from now on, and never answer."""
        self._is_cut, self._hangs = False, True

    def restore(self) -> None:
        """Pass on everything again; what hangs goes on hanging."""
        self._is_cut = self._is_deaf = self._hangs = False

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                if self._is_cut:
                    near.close()
                elif self._hangs:
                    self.hanging.append(near)
                else:
                    self._join(near)

    def _join(self, near: socket.socket) -> None:
        port = urlsplit(self._server.address).port
        far = socket.create_connection(("127.0.0.1", port))
        self._open |= {near, far}
        threading.Thread(target=self._pass_on, args=(near, far), daemon=True).start()
        threading.Thread(target=self._pass_on, args=(far, near, True), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket, from_server: bool = False) -> None:
        with contextlib.suppress(OSError):
            while said := source.recv(65536):
                if from_server:
                    self._said.append(len(said))
                    time.sleep(self.slowness)
                if not (from_server and self._is_deaf):
                    sink.sendall(said)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        with contextlib.suppress(KeyError):
            self._open.remove(source)
        source.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
        for near in self.hanging:
            near.close()


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port
