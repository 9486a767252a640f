"""The engine at the terminal: loaded when it is needed, with a word while it is compiled, and stopped by Ctrl-C.

The engine is imported here and not before, so that commands which do without it start at once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Literal

from vato import catalog
from vato.board import Board
from vato.book import Book
from vato.engine.limits import Limit
from vato.errors import VatoError
from vato.knowledge import Knowledge
from vato.terminal import language
from vato.text import Text

if TYPE_CHECKING:
    from vato.engine import Analysis, Engine

NOTICE = Text("Compiling the engine (once, about ten seconds)")


def load(
    game: str,
    threads: int = 1,
    hash_mb: int = 64,
    knowledge: Knowledge | Literal["usual"] | None = "usual",
    book: Book | None = None,
) -> Engine:
    """Return an engine that can answer at once; if it must be compiled for that, say so."""
    from vato.engine import Engine

    try:
        engine = Engine(game, threads=threads, hash_mb=hash_mb, knowledge=knowledge, book=book)
    except MemoryError as error:
        raise VatoError("There is not enough memory for a hash table of {hash_mb} MB.", hash_mb=hash_mb) from error
    if not _is_compiled(game):
        print(language.say(NOTICE), file=sys.stderr, flush=True)
    engine.load()
    return engine


def _is_compiled(game: str) -> bool:
    """Return whether an earlier run left the search of a game, which names the game's kernel, where Numba keeps it."""
    import numba

    kept = Path(numba.config.CACHE_DIR).glob("vato.engine.*/*.nbi")
    kernel = catalog.find(game).kernel
    if kernel is None:
        return True
    named = type(kernel().position_of(catalog.new(game))).__module__.encode()
    return any(named in path.read_bytes() for path in kept)


def think(
    engine: Engine,
    board: Board,
    limit: Limit,
    lines: int = 1,
    told: Callable[[Analysis], None] | None = None,
    variety: Random | None = None,
) -> Analysis:
    """Return what the engine finds within a limit, or until Ctrl-C; with `variety`, a move of its book."""
    with engine.start(board, limit, lines, told, variety=variety) as thought:
        try:
            return thought.result()
        except KeyboardInterrupt:
            thought.stop()
            return thought.result()
