"""`vato engine`: the protocol on the standard input and output."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Iterator
from functools import partial
from typing import Annotated

import typer

from vato import catalog
from vato.errors import UnknownName
from vato.terminal.engine import load
from vato.terminal.options import HashSize, Rules, Solution, Threads, game_argument, has_engine, named_game

EXAMPLE = f"vato engine {named_game(has_engine)} --threads 2"


def engine(
    game: Annotated[str, game_argument(has_engine)],
    rules: Rules = None,
    threads: Threads = 1,
    hash_mb: HashSize = 64,
    solution: Solution = None,
    no_book: Annotated[
        bool, typer.Option("--no-book", help="Play without the opening book and solved positions.")
    ] = False,
) -> None:
    """Play in other programs: speak UGI with them, on the standard input and output."""
    if not has_engine(catalog.find(game)):
        raise UnknownName("There is no engine for {game} yet.", game=game)
    from vato.engine.ugi import Protocol
    from vato.engine.ugi_words import lines_of

    protocol = Protocol(
        game,
        _write,
        rules=rules,
        threads=threads,
        hash_mb=hash_mb,
        own_book=not no_book,
        load=partial(load, knowledge=catalog.known(game, solution), book=catalog.book(game)),
    )
    protocol.run(lines_of(_chunks(sys.stdin.fileno(), sys.stdout.fileno())))


def _write(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _chunks(source: int, target: int) -> Iterator[bytes]:
    """Yield what arrives at `source`, until it ends or nobody reads `target` any more."""
    poll = select.poll() if hasattr(select, "poll") else None  # without it, as on Windows, only the end is noticed
    if poll is not None:
        poll.register(source, select.POLLIN)
        poll.register(target, 0)  # with no event asked for, only a closed end is reported
    while True:
        if poll is not None and any(ready == target for ready, _ in poll.poll()):
            return
        try:
            chunk = os.read(source, 65536)
        except OSError:  # the terminal went away
            return
        if not chunk:
            return
        yield chunk
