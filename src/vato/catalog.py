"""The games by name: every folder in `vato/games` that exports a `GAME`. Nothing else outside a room imports one."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, overload

from vato import games
from vato.board import Board
from vato.book import FILE as BOOK_FILE
from vato.book import Book
from vato.errors import UnknownName, shorten
from vato.game import BoardT_co, Game
from vato.knowledge import Knowledge, Unasked
from vato.rules import RuleSet
from vato.text import Listing


def _rooms() -> Iterator[Game]:
    """Yield what each room exports, and where its folder is."""
    for room in pkgutil.iter_modules(games.__path__, f"{games.__name__}."):
        module = import_module(room.name)
        yield replace(module.GAME, folder=Path(module.__path__[0]))


GAMES: dict[str, Game] = {
    game.name: game for game in sorted(_rooms(), key=lambda game: (not game.kernel, game.moved_in, game.name))
}
"""Those first that the computer plays, and of these the oldest: whoever names no game means the first one."""


def find(name: str) -> Game:
    """Return a game by its name.

    >>> find("squadro").name
    'squadro'
    """
    if name not in GAMES:
        raise UnknownName("There is no game {name!r}; choose one of {known}.", name=shorten(name), known=Listing(GAMES))
    return GAMES[name]


@overload
def new(
    game: str, *, rules: str | RuleSet | None = None, position: str | None = None, **setup: str | None
) -> Board: ...
@overload
def new(
    game: Game[BoardT_co], *, rules: str | RuleSet | None = None, position: str | None = None, **setup: str | None
) -> BoardT_co: ...
def new(
    game: str | Game[Any], *, rules: str | RuleSet | None = None, position: str | None = None, **setup: str | None
) -> Any:
    """Return a board at the start of a game, or with the position a text describes.

    A game may have options of its own, such as the size of the board or who begins (`Game.setup`). By its name it is a
    `Board` like any other; whoever gives the room's `GAME` has a board of that room, with all that it has beside.

    >>> new("fanorona", rules="short", board="3x3").position
    'bbb/b1w/www w'
    >>> new("squadro", first="dark").position
    '00000/00000 dark'
    >>> from vato.games.squadro import GAME
    >>> new(GAME).progress
    ((0, 0, 0, 0, 0), (0, 0, 0, 0, 0))
    """
    entry = find(game) if isinstance(game, str) else game
    entry.check_setup(setup)
    chosen = entry.read_rules(rules)
    # Each room's board has its own options there.
    board_class: Any = entry.board_for(chosen)
    return board_class.new(chosen, position, **setup)


def known(game: str, folder: str | Path | None = None) -> Knowledge | None:
    """Return what is known exactly about a game, if anything is: for an engine, or to be asked for facts.

    It comes from a solution's folder or, without one, from where `vato solve` puts the solution unless told otherwise;
    if there is none, from what every copy of vato has, such as an opening book.

    >>> knowledge = known("squadro")
    >>> str(knowledge.facts(new("squadro")).fact)
    'lost'
    """
    if (found := find(game).knowledge) is None:
        if folder is not None:
            raise UnknownName("There is no solver for {game} yet.", game=game)
        return None
    return Unasked(found(None)) if folder is None else found(Path(folder))


@cache
def book(game: str) -> Book | None:
    """Return the opening book of a game, if it has one; it is read when it is first asked.

    >>> book("fanorona").value(new("fanorona")) is not None
    True
    """
    path = find(game).file(BOOK_FILE)
    return None if path is None else Book(path)
