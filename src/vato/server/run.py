"""Starts the server: takes a port, holds the data folder, says where it listens, runs until it is told to stop."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import secrets
import signal
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from multiprocessing.connection import Connection
from pathlib import Path
from typing import cast

import uvicorn

from vato import locks
from vato.errors import VatoError
from vato.server import crew, logs
from vato.server.http.app import create_app
from vato.server.http.lines import Door, HttpLine, SocketLine
from vato.server.http.watch import Watch
from vato.server.play.hints import client_of
from vato.server.settings import LOCK, Log, Settings
from vato.server.store import copies
from vato.server.store.store import Store
from vato.text import why

SHUTDOWN_SECONDS = 2
LEAVING_SECONDS = 2
"""For sockets to be closed in good order."""
MOST_FILES = 16_384
SPARE_FILES = 100
"""Open files that are kept for everything but lines: the database, engines, pages."""
TOKEN = "engines.token"
"""In the folder of the games, what engines on other machines must know, unless the environment says it."""
TOKEN_VARIABLE = "VATO_ENGINES_TOKEN"
SHORTEST_TOKEN = 20
ADDRESS = "server.address"
"""Beside the lock, as on Windows nobody else can read a file that is locked."""

USUAL_LOG = Log()

logger = logging.getLogger("vato.server")


class AlreadyServed(VatoError):
    """Another server uses the same games; `address` is where."""

    def __init__(self, folder: Path, address: str) -> None:
        self.address = address
        super().__init__("Another vato serves the games in {folder}, at {address}.", folder=folder, address=address)


class PortTaken(VatoError):
    """Another program listens there."""


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
            raise PortTaken("Port {port} is taken; choose another with --port.", port=port) from error
        raise VatoError("{host} cannot be listened on: {why}.", host=host, why=why(error)) from error
    return listening


def listen_for_figures(address: str, beside: socket.socket, workers: int = 1) -> list[socket.socket]:
    """Return sockets that listen at `HOST:PORT` and the ports after it, one for each worker."""
    host, _, text = address.rpartition(":")
    if not host or not text.isdecimal() or int(text) + workers - 1 > 65535:
        raise VatoError("{address!r} is not an address; write it like 127.0.0.1:9100.", address=address)
    first = int(text)
    ports = range(first, first + workers) if first else [0] * workers
    if beside.getsockname()[1] in ports:  # by which the two are told apart
        raise VatoError("--metrics needs a port of its own, not {port}.", port=beside.getsockname()[1])
    listening = []
    for port in ports:
        try:
            listening.append(listen(host.strip("[]"), port))
        except PortTaken as error:
            raise VatoError("Port {port} is taken; choose another with --metrics.", port=port) from error
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


def helpers_token(folder: Path) -> str:
    """Return what engines on other machines must know: from the environment, or from a file, made if need be."""
    if given := os.environ.get(TOKEN_VARIABLE, "").strip():
        if len(given) < SHORTEST_TOKEN:
            raise VatoError("${name} is too short to be a secret.", name=TOKEN_VARIABLE)
        return given
    path = folder / TOKEN
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with suppress(FileExistsError):
            made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(made, "w") as file:
                file.write(secrets.token_urlsafe(32) + "\n")
        token = path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise VatoError("The token for engines cannot be kept in {path}: {why}.", path=path, why=why(error)) from error
    if len(token) < SHORTEST_TOKEN:
        raise VatoError("{path} has no token; remove it, and another one is made.", path=path)
    return token


class Server(uvicorn.Server):
    """A server that says when it is ready, closes when its terminal does, and tells visitors before it goes."""

    def __init__(
        self,
        config: uvicorn.Config,
        watch: Watch,
        drain_seconds: float,
        ready: Callable[[], None],
        told: Connection | None,
    ) -> None:
        super().__init__(config)
        self._watch = watch
        self._drain_seconds = drain_seconds
        self._ready = ready
        self._told = told

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
            if self._told is not None:
                asyncio.get_running_loop().add_reader(self._told.fileno(), self._hear, self._told)
            self._ready()

    def _hear(self, told: Connection) -> None:
        """Hear from the process that watches which other server has ended."""
        try:
            self._watch.services.take_over_from(told.recv())
        except (EOFError, OSError):  # it has ended itself, and this one is about to
            asyncio.get_running_loop().remove_reader(told.fileno())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no new games, hand over the sockets, finish what was begun, and stop; a second signal hurries."""
        if self._told is not None:
            asyncio.get_running_loop().remove_reader(self._told.fileno())
        services = self._watch.services
        seconds = 0.0 if signal.SIGINT in self._captured_signals else self._drain_seconds
        logger.info("Told to stop: no new games, and %s sockets are sent away.", len(services.sockets))
        if not seconds:
            for server in self.servers:
                server.close()  # so that nobody comes back to this one
        services.leaving.begin(seconds)
        began = time.monotonic()
        while (passed := time.monotonic() - began) < seconds + LEAVING_SECONDS and len(self._captured_signals) < 2:
            if passed >= seconds and not len(services.sockets):
                break
            await asyncio.sleep(0.05)
        await super().shutdown(sockets)
        logger.info("Stopped.")


def run(
    settings: Settings,
    listening: socket.socket,
    ready: Callable[[], None],
    *,
    figures: Sequence[socket.socket] = (),
    log: Log = USUAL_LOG,
) -> None:
    """Serve until told to stop; `figures` listen where those who run the server find its figures, one for a worker."""
    refuse_unless_shared(settings)
    refuse_unless_there_can_be_accounts(settings)
    refuse_unless_there_can_be_pushes(settings)
    logs.begin(log)
    with nullcontext() if settings.database else holding(settings.data, address_of(listening)):
        asyncio.run(_prepare(settings))
        if settings.workers == 1:
            serve(settings, listening, ready, next(iter(figures), None), log)
        else:
            crew.serve(serve, settings, listening, ready, figures, log)


def serve(
    settings: Settings,
    listening: socket.socket,
    ready: Callable[[], None],
    figures: socket.socket | None,
    log: Log,
    told: Connection | None = None,
) -> None:
    """Serve with this process until told to stop; of several, one is `told` which others have ended."""
    logs.begin(log)
    door = Door(settings.limits, min(settings.limits.connections, _most_files() - SPARE_FILES), settings.proxies)
    operator_port = None if figures is None else figures.getsockname()[1]
    watch = Watch(create_app(settings), door, operator_port, believing=bool(settings.proxies))
    config = uvicorn.Config(
        watch,
        http=cast("type[asyncio.Protocol]", partial(HttpLine, door=door)),
        ws=cast("type[asyncio.Protocol]", partial(SocketLine, door=door)),
        ws_max_size=settings.limits.message_bytes,
        ws_per_message_deflate=False,  # what is said often is short: that is not worth the time and memory
        log_config=None,
        access_log=False,  # as http/watch.py writes requests down
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        timeout_keep_alive=30,
    )
    with suppress(KeyboardInterrupt):  # which is how a server is stopped
        place = "PostgreSQL" if settings.database else settings.data  # an address may have a password in it
        logger.info("Started: vato %s, process %s, games in %s.", version("vato"), os.getpid(), place)
        server = Server(config, watch, settings.drain_seconds, ready, told)
        server.run(sockets=[listening] if figures is None else [listening, figures])


def refuse_unless_shared(settings: Settings) -> None:
    """Refuse several servers that could not share their games, or would not tell each other what happens in them."""
    if settings.workers > 1 and os.name == "nt":
        raise VatoError("Several workers need Linux or macOS; use --workers 1.")
    if settings.workers > 1 and not (settings.database and settings.hints):
        raise VatoError(
            "Several workers share their games in PostgreSQL and tell each other what happens through Valkey or Redis: "
            "give --database postgresql://… and --hints redis://… with --workers."
        )
    if settings.hints and not settings.database:
        raise VatoError("--hints is for servers that share a database: give --database postgresql://… as well.")


def refuse_unless_there_can_be_accounts(settings: Settings) -> None:
    """Refuse accounts where what hashes passwords and verifies passkeys is not installed."""
    if settings.accounts and not all(map(find_spec, ("argon2", "webauthn"))):
        raise VatoError("Accounts need what is not here: pip install 'vato[accounts]'.")


def refuse_unless_there_can_be_pushes(settings: Settings) -> None:
    """Refuse web push where what encrypts for browsers is not installed, or nobody can be asked about it."""
    if not settings.push:
        return
    if not find_spec("pywebpush"):
        raise VatoError("Web push needs what is not here: pip install 'vato[push]'.")
    if not settings.push.startswith(("mailto:", "https://")):
        raise VatoError("--push says whom push services can ask about this server, as in mailto:me@example.org.")


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
    if not settings.database and (copy := copies.copy_before_migration(settings.data)) is not None:
        logger.info("The games are brought to a newer form; as they were they are in %s.", copy)
    if settings.hints:
        await client_of(settings.hints).aclose()
    store = await Store.open(settings.place)
    try:
        await store.join(alone=not settings.hints)
        await store.leave()
    finally:
        await store.close()
