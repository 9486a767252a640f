"""The commands that start the server: `vato serve` for many, and `vato` alone for whoever sits at this machine.

The server is imported when it starts and not before, so that the other commands start at once.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from vato.engine.levels import PACE_SECONDS
from vato.errors import VatoError
from vato.folders import data_folder
from vato.server.settings import DEFAULT_PORT, Form, Limits, Log, Settings
from vato.terminal import language
from vato.text import Text

EXAMPLE = "vato serve --port 8700 --data ~/vato-games"
PORT = typer.Option("--port", metavar="N", min=0, max=65535, help="The port; 0 takes any free one.")
DATA = typer.Option("--data", metavar="FOLDER", help="Where games are kept; else $VATO_DATA or a folder of yours.")
USUAL = Limits()


def serve(
    host: Annotated[
        str, typer.Option("--host", metavar="ADDRESS", help="Where to listen; on 127.0.0.1 nobody else reaches it.")
    ] = "127.0.0.1",
    port: Annotated[int, PORT] = DEFAULT_PORT,
    data: Annotated[Path | None, DATA] = None,
    database: Annotated[
        str,
        typer.Option(
            "--database",
            metavar="URL",
            help="Keep games in PostgreSQL, such as postgresql://user@host/vato; else $VATO_DATABASE.",
        ),
    ] = "",
    hints: Annotated[
        str,
        typer.Option(
            "--hints",
            metavar="URL",
            help="Tell other servers of the same database what happens, by a Valkey or Redis such as redis://host.",
        ),
    ] = "",
    workers: Annotated[
        int,
        typer.Option(
            "--workers", metavar="N", min=1, max=64, help="How many processes serve; several need the two before."
        ),
    ] = Settings.workers,
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", metavar="URL", help="An address it is reached by, such as https://vato.example.org."),
    ] = None,
    proxy: Annotated[
        str, typer.Option("--proxy", metavar="ADDRESSES", help="The proxies in front of it that are to be believed.")
    ] = "",
    players: Annotated[
        int,
        typer.Option("--players", metavar="N", min=1, max=64, help="How many games the computer thinks about at once."),
    ] = Settings.players,
    analysts: Annotated[
        int, typer.Option("--analysts", metavar="N", min=1, max=64, help="How many analyses run at once.")
    ] = Settings.analysts,
    accounts: Annotated[
        bool, typer.Option("--accounts/--no-accounts", help="Let visitors become members, with a name of their own.")
    ] = Settings.accounts,
    proofs_per_hour: Annotated[
        int, typer.Option("--proofs-per-hour", metavar="N", min=3, help="Sign-ups and sign-ins from one address.")
    ] = USUAL.proofs_per_hour,
    engines: Annotated[
        bool,
        typer.Option(
            "--engines", help="Let engines on other machines help (vato think) who know $VATO_ENGINES_TOKEN, or a file."
        ),
    ] = False,
    lobby: Annotated[
        bool, typer.Option("--lobby/--no-lobby", help="Bring visitors together who look for an opponent.")
    ] = Settings.lobby,
    push: Annotated[
        str,
        typer.Option(
            "--push",
            metavar="CONTACT",
            help='Push "your turn" to browsers that want it; push services find you as mailto:me@example.org.',
        ),
    ] = "",
    push_anywhere: Annotated[
        bool, typer.Option("--push-anywhere", help="Also to push services in one's own network, such as a test's.")
    ] = False,
    games_per_hour: Annotated[
        int, typer.Option("--games-per-hour", metavar="N", min=1, help="New games of one visitor.")
    ] = USUAL.games_per_hour,
    sockets_per_address: Annotated[
        int, typer.Option("--sockets-per-address", metavar="N", min=1, help="Open connections from one address.")
    ] = USUAL.sockets_per_address,
    requests_per_second: Annotated[
        int, typer.Option("--requests-per-second", metavar="N", min=1, help="Requests from one address.")
    ] = USUAL.requests_per_second,
    pace: Annotated[
        float, typer.Option("--pace", metavar="S", min=0, help="How many seconds the computer's turn takes at least.")
    ] = PACE_SECONDS,
    warm: Annotated[
        bool, typer.Option("--warm/--no-warm", help="Get the engine ready at once, or when it is needed.")
    ] = True,
    drain: Annotated[
        float, typer.Option("--drain", metavar="S", min=0, help="How many seconds it goes on when it is to stop.")
    ] = 0.0,
    metrics: Annotated[
        str, typer.Option("--metrics", metavar="ADDRESS", help="Where Prometheus reads figures, as 127.0.0.1:9100.")
    ] = "",
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = False,
    log: Annotated[
        Form, typer.Option("--log", metavar="text|json", help="Write down what happens for people, or for programs.")
    ] = Form.text,
    verbose: Annotated[bool, typer.Option("--verbose", help="Write down every request.")] = False,
) -> None:
    """Serve the browser app and its API; Ctrl-C stops it."""
    from vato.server import run
    from vato.server.http import security

    limits = Limits(
        games_per_hour=games_per_hour,
        sockets_per_address=sockets_per_address,
        requests_per_second=requests_per_second,
        proofs_per_hour=proofs_per_hour,
    )
    settings = Settings(
        data=data or data_folder(),
        database=database or os.environ.get("VATO_DATABASE", ""),
        hints=hints or os.environ.get("VATO_HINTS", ""),
        workers=workers,
        host=host,
        port=port,
        origins=security.origins_of(origin or ()),
        proxies=proxy,
        limits=limits,
        players=players,
        analysts=analysts,
        helpers_token=run.helpers_token(data or data_folder()) if engines else "",
        pace_seconds=pace,
        accounts=accounts,
        lobby=lobby,
        push=push,
        push_anywhere=push_anywhere,
        drain_seconds=drain,
        warm=warm,
    )
    listening = run.listen(host, port)
    figures = run.listen_for_figures(metrics, listening, workers) if metrics else ()
    _run(settings, listening, figures=figures, browser=browser, log=Log(log, requests=verbose))


def sit_down(*, browser: bool, port: int | None, data: Path | None) -> None:
    """Start the app for this machine, on its usual port or a free one, and open the browser."""
    from vato.server import run

    data = data or data_folder()
    host = "127.0.0.1"
    try:
        listening = run.listen(host, DEFAULT_PORT if port is None else port)
    except VatoError:
        if port is not None:
            raise
        listening = run.listen(host, 0)
    settings = Settings(data=data, host=host, port=listening.getsockname()[1], players=1)
    try:
        _run(settings, listening, browser=browser, log=Log(deeds=False))
    except run.AlreadyServed as served:
        if port is not None:
            raise
        listening.close()
        _show(served.address, Text("it was running already"), browser=browser)


def _run(
    settings: Settings,
    listening: socket.socket,
    *,
    figures: Sequence[socket.socket] = (),
    browser: bool,
    log: Log,
) -> None:
    from vato.server import run
    from vato.server.reach import network_address

    address = run.address_of(listening)
    others = network_address(*listening.getsockname()[:2])

    def show() -> None:
        _show(address, Text("Ctrl-C stops it"), browser=browser)
        if others is not None:
            print(language.say(Text("Others in your network find it at {address}", address=others)), flush=True)

    run.run(settings, listening, show, figures=figures, log=log)


def _show(address: str, remark: str, *, browser: bool) -> None:
    print(language.say(Text("vato is at {address} ({remark})", address=address, remark=remark)), flush=True)
    if browser and _has_display():
        # In a thread: some browsers take their time to start.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _has_display() -> bool:
    return sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
