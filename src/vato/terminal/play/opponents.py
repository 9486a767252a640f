"""Whom a person can play against at the terminal: each a name and a function from a board and chance to a move.

A game without an engine has only the simple ones. The engine is loaded when it is first asked, and remembers the game
until the sitting ends. Shows nothing itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from random import Random
from typing import TYPE_CHECKING, Any

from vato import catalog
from vato.board import Board
from vato.engine import levels, simple
from vato.engine.limits import Limit
from vato.knowledge import Fact, Knowledge
from vato.terminal.engine import load, think
from vato.terminal.help_text import compose
from vato.terminal.options import has_engine, most_levels
from vato.text import Text, either

if TYPE_CHECKING:
    from vato.engine import Analysis, Engine

HUMAN, ENGINE, LEVEL = "human", "engine", "level"
SIMPLE = {
    "random": Text("the program, playing anything the rules allow"),
    "greedy": Text("the program, taking what it can get"),
}
SECONDS = 1.0
HINT_SECONDS = 0.5


def opponents_of(game: str) -> dict[str, str]:
    """Return whom a game can be played against, each with an explanation, the strongest last."""
    found: dict[str, str] = {HUMAN: Text("another person at this keyboard"), **SIMPLE}
    if has_engine(catalog.find(game)):
        for level in levels.levels_of(game):
            found[f"{LEVEL}{level.number}"] = Text("{name} · Elo {rating}", name=level.name, rating=level.rating)
        found[ENGINE] = Text("the program, thinking as hard as it can")
    return found


def explain_opponents() -> str:
    """Return the help of a parameter that takes an opponent."""
    found = [HUMAN, *SIMPLE]
    if most := most_levels():
        found.append(Text("{least} to {most}", least=f"{LEVEL}1", most=f"{LEVEL}{most}"))
    if any(map(has_engine, catalog.GAMES.values())):
        found.append(ENGINE)
    return compose(Text("{names}.", names=either(found)))


class Opponents:
    """The opponents of a sitting, by name."""

    def __init__(
        self,
        seconds: float = SECONDS,
        waiting: Callable[[], AbstractContextManager[None]] = nullcontext,
        pace_seconds: float = levels.PACE_SECONDS,
    ) -> None:
        self._seconds = seconds
        self._pace_seconds = pace_seconds
        self._waiting = waiting
        """What to do while the engine thinks."""
        self._engines: dict[tuple[str, int], Engine] = {}
        """By game and number of threads."""
        self._knowledge: dict[str, Knowledge | None] = {}
        self._hints: dict[str, Any] = {}

    def choose(self, opponent: str, board: Board, rng: Random) -> Any:
        """Return the move that an opponent plays."""
        if opponent in simple.OPPONENTS:
            return simple.OPPONENTS[opponent](board, rng)
        if opponent == ENGINE:
            return self._best(board, self._seconds, rng)
        return self._level(int(opponent.removeprefix(LEVEL)), board, rng)

    def hint(self, board: Board) -> Any:
        """Return a move worth thinking about; asked again, the same one."""
        asked = repr(board)
        if asked not in self._hints:
            self._hints[asked] = self._best(board, HINT_SECONDS)
        return self._hints[asked]

    def look(self, board: Board, limit: Limit) -> Analysis:
        """Return what the engine finds about a position."""
        return think(self._engine(board), board, limit)

    def _engine(self, board: Board, threads: int = 1) -> Engine:
        which = board.game, threads
        if which not in self._engines:
            book = catalog.book(board.game)
            self._engines[which] = load(board.game, threads, knowledge=self._known(board), book=book)
        return self._engines[which]

    def _known(self, board: Board) -> Knowledge | None:
        if board.game not in self._knowledge:
            self._knowledge[board.game] = catalog.known(board.game)
        return self._knowledge[board.game]

    def fact(self, board: Board) -> Fact | None:
        """Return how a game ends when both play well, if that is known; for the player to move."""
        knowledge = self._known(board)
        facts = None if knowledge is None else knowledge.facts(board)
        return None if facts is None else facts.fact

    def _best(self, board: Board, seconds: float, variety: Random | None = None) -> Any:
        engine = self._engine(board)
        with self._waiting():
            return think(engine, board, Limit(seconds=seconds), variety=variety).move

    def _level(self, number: int, board: Board, rng: Random) -> Any:
        level = levels.levels_of(board.game)[number - 1]
        player = levels.LevelPlayer(board.game, level, rng.getrandbits(32), self._engine(board, level.threads))
        begin = time.monotonic()
        with self._waiting():
            move = player.play(board)
            time.sleep(max(self._pace_seconds - (time.monotonic() - begin), 0))
        return move
