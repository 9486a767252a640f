"""A process that has loaded the command and forks for every run of it: what `tests.command` asks things of.

It must not do anything that a run would not do itself: it loads modules and compiled code, and keeps no state.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import select
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from vato import catalog
from vato.terminal.app import main, run

MOST_BYTES = 1 << 20
"""Of a request: arguments and a whole environment."""


@cache
def load_server() -> None:
    """Load what serves the browser app, what others load when it starts, and what each server makes for a browser."""
    for name in (
        "vato.server.http.app",
        "vato.server.run",
        "aiosqlite",
        "alembic.command",
        "alembic.config",
        "alembic.ddl.sqlite",
        "sqlalchemy.dialects.sqlite.aiosqlite",
        "uvicorn.lifespan.on",
        "uvicorn.loops.asyncio",
        "uvicorn.protocols.http.h11_impl",
        "uvicorn.protocols.websockets.websockets_sansio_impl",
    ):
        import_module(name)
    from vato import languages
    from vato.server.http.engine_routes import PARTS, part_of

    # The first browser of every server asks for both, and a server makes them once.
    languages.languages()
    for game in catalog.GAMES.values():
        if game.is_portable:
            for part in PARTS:
                part_of(game.name, part)


@cache
def load_engine() -> None:
    """Load the compiled search of every game, or compile it."""
    from vato.engine import Engine, Limit

    for name in catalog.GAMES:
        if catalog.find(name).kernel is not None:
            with Engine(name, hash_mb=1) as engine:
                engine.analyse(catalog.new(name), Limit(depth=1))


@cache
def load_solvers() -> None:
    """Load what solves each game that can be solved, or compile it."""
    for entry in catalog.GAMES.values():
        if entry.solver is not None:
            entry.solver({}).load("processor")


@cache
def load_accounts() -> None:
    """Load what a server with accounts does when it starts, and when the first member comes."""
    for name in ("argon2", "vato.server.people.members", "vato.server.tournaments.organising", "webauthn"):
        import_module(name)


@cache
def load_postgresql() -> None:
    """Load what speaks to PostgreSQL."""
    for name in ("alembic.ddl.postgresql", "psycopg", "sqlalchemy.dialects.postgresql.psycopg"):
        import_module(name)


@cache
def load_valkey() -> None:
    """Load what speaks to Valkey."""
    import_module("redis.asyncio")


@cache
def load_pushes() -> None:
    """Load what tells browsers that are elsewhere."""
    import_module("pywebpush")


LOADED_FIRST: dict[str, Callable[[], None]] = {
    "serve": load_server,
    "analyse": load_engine,
    "arena": load_engine,
    "engine": load_engine,
    "solve": load_solvers,
    "think": load_engine,
    "--accounts": load_accounts,
    "--database": load_postgresql,
    "--hints": load_valkey,
    "--push": load_pushes,
}
"""By a word of a command: what it would load next, and what takes long."""


def be_command(
    arguments: list[str],
    folder: str,
    env: dict[str, str],
    on_terminal: bool,
    largest_file: int | None,
    web: str | None,
) -> None:
    """Become a run of the command, with its standard streams in place already."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if on_terminal:
        # Its own session with this as the controlling terminal, so that Ctrl-C is a signal as in real life.
        os.login_tty(os.dup(0))
    if largest_file is not None:
        # Else the kernel ends whoever writes too much.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        old = getattr(sys, name)
        setattr(sys, name, open(number, mode, encoding=old.encoding, errors=old.errors))  # noqa: SIM115, PTH123
        setattr(sys, f"__{name}__", getattr(sys, name))
    sys.argv = arguments
    if web is not None:
        from tests.web.other_files import serve_from

        serve_from(Path(web))
    main()


def serve(line: socket.socket) -> dict[str, Any] | None:
    """Fork for every request; return it in the fork, and None in the end."""
    run(["--version"])  # loads what is imported late, whatever the command
    wake, woken = os.pipe()
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(woken)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    running: dict[int, int] = {}
    while True:
        watched: list[Any] = [line, wake]
        ready, _, _ = select.select(watched, [], [])
        if wake in ready:
            os.read(wake, 4096)
            while running and (ended := os.waitpid(-1, os.WNOHANG))[0]:
                tell_and_close(running.pop(ended[0]), os.waitstatus_to_exitcode(ended[1]))
        if line in ready:
            message, files, _, _ = socket.recv_fds(line, MOST_BYTES, 4)
            if not message:
                break
            request: dict[str, Any] = json.loads(message)
            for word in request["arguments"][1:]:
                if (load := LOADED_FIRST.get(word)) is not None:
                    load()
            # What is there already is no garbage of any run: none need look through it, or copy it for that.
            gc.freeze()
            if (pid := os.fork()) == 0:
                for number, file in enumerate(files[:3]):
                    os.dup2(file, number)
                for file in (*files, *running.values(), wake, woken):
                    os.close(file)
                line.close()
                return request
            for file in files[:3]:
                os.close(file)
            os.write(files[3], f"{pid}\n".encode())
            running[pid] = files[3]
    for pid in running:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    return None


def tell_and_close(file: int, code: int) -> None:
    """Say how a run ended, if anybody listens."""
    with suppress(BrokenPipeError):
        os.write(file, f"{code}\n".encode())
    os.close(file)
