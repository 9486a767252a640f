"""Starts the server: takes a port, holds the data folder, says where it listens, runs until it is told to stop."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import cast

import uvicorn

from vato import locks
from vato.errors import VatoError
from vato.server import logs
from vato.server.http.app import create_app
from vato.server.http.lines import Door, HttpLine, SocketLine
from vato.server.settings import Settings
from vato.server.store.store import Store
from vato.text import why

SHUTDOWN_SECONDS = 2
MOST_FILES = 16_384
SPARE_FILES = 100
"""Open files that are kept for everything but lines: the database, engines, pages."""
LOCK = "server.lock"
ADDRESS = "server.address"
"""Beside the lock, as on Windows nobody else can read a file that is locked."""


class AlreadyServed(VatoError):
    """Another server uses the same games; `address` is where."""

    def __init__(self, folder: Path, address: str) -> None:
        self.address = address
        super().__init__("Another vato serves the games in {folder}, at {address}.", folder=folder, address=address)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; port 0 is any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named in full, or asyncio does not switch off the delay that collects small packets.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name != "nt":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(512)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise VatoError("Port {port} is taken; choose another with --port.", port=port) from error
        raise VatoError("{host} cannot be listened on: {why}.", host=host, why=why(error)) from error
    return listening


def address_of(listening: socket.socket) -> str:
    """Return where a browser on this machine finds the server."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


@contextmanager
def holding(folder: Path, address: str) -> Iterator[None]:
    """Hold a data folder, or refuse: two servers would each tell only their own visitors what happens."""
    there = folder / ADDRESS
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = locks.hold(folder / LOCK)
        there.write_text(address, encoding="utf-8")
    except locks.Taken:
        known = there.read_text(encoding="utf-8", errors="replace")[:200] if there.exists() else ""
        raise AlreadyServed(folder, known) from None
    except OSError as error:
        raise VatoError("Games cannot be kept in {folder}: {why}.", folder=folder, why=why(error)) from error
    try:
        yield
    finally:
        lock.release()


class Server(uvicorn.Server):
    """A server that says when it is ready, and closes when its terminal does."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let SIGHUP end it as SIGTERM does, unless whoever started it wants it to be ignored."""
        with super().capture_signals():
            hangup = getattr(signal, "SIGHUP", None)  # which Windows lacks
            if hangup is None or signal.getsignal(hangup) is signal.SIG_IGN:
                yield
                return
            before = signal.signal(hangup, lambda _, frame: self.handle_exit(signal.SIGTERM, frame))
            try:
                yield
            finally:
                signal.signal(hangup, before)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            self._ready()


def run(settings: Settings, listening: socket.socket, ready: Callable[[], None], *, verbose: bool = False) -> None:
    """Serve until told to stop."""
    logs.begin(verbose=verbose)
    door = Door(settings.limits, min(settings.limits.connections, _most_files() - SPARE_FILES), settings.proxies)
    with holding(settings.data, address_of(listening)):
        asyncio.run(_prepare(settings))
        config = uvicorn.Config(
            create_app(settings),
            http=cast("type[asyncio.Protocol]", partial(HttpLine, door=door)),
            ws=cast("type[asyncio.Protocol]", partial(SocketLine, door=door)),
            ws_max_size=settings.limits.message_bytes,
            log_config=None,
            access_log=verbose,
            server_header=False,
            proxy_headers=bool(settings.proxies),
            forwarded_allow_ips=settings.proxies or None,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
            timeout_keep_alive=30,
        )
        with suppress(KeyboardInterrupt):  # which is how a server is stopped
            Server(config, ready).run(sockets=[listening])


def _most_files() -> int:
    """Return how many files and lines this process may have open, having asked for as many as it may."""
    try:
        import resource
    except ImportError:  # on Windows, which has no such limit
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return wanted
    return wanted if soft == resource.RLIM_INFINITY else min(soft, MOST_FILES)


async def _prepare(settings: Settings) -> None:
    """Open the database once, so that whatever is wrong with it is said before anything starts."""
    await (await Store.open(settings.data)).close()
