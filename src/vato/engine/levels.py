"""Ten levels of play for each game, from a child's first game to full strength, and the pace at which they answer.

Low levels err like people: they overlook what is hard to see (long chains, withdrawals, jumps over several), like what
takes much, and misjudge positions. They think little, so they cost little. docs/engine.md shows what they are worth
against each other.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from vato import catalog
from vato.board import Board
from vato.engine.limits import MOST_LINES, Limit
from vato.errors import UnknownName
from vato.game import Traits
from vato.moves import Move, MoveT
from vato.text import Text

if TYPE_CHECKING:
    from vato.engine import Analysis, Engine, Thought

PACE_SECONDS = 0.8
"""How long a person likes to wait for an answer; an interface waits the rest of it without thinking."""


@dataclass(frozen=True)
class Level:
    """How a level thinks."""

    number: int
    name: str
    traits: Traits

    @property
    def limit(self) -> Limit:
        """What ends its thinking."""
        return Limit(depth=self.traits.depth or None, nodes=self.traits.nodes, seconds=self.traits.seconds)

    @property
    def rating(self) -> int:
        """What it is worth, in Elo; docs/engine.md tells how that was measured."""
        return self.traits.rating

    @property
    def is_full(self) -> bool:
        """Whether it is everything there is: what is known exactly, the opening book, all threads."""
        return self.number == len(NAMES)

    @property
    def threads(self) -> int:
        """How many threads its engine has."""
        return (os.cpu_count() or 1) if self.is_full else 1


NAMES = (
    Text("First game"),
    Text("Child"),
    Text("Beginner"),
    Text("Learner"),
    Text("Casual player"),
    Text("Regular player"),
    Text("Club player"),
    Text("Expert"),
    Text("Master"),
    Text("Full strength"),
)


@cache
def levels_of(game: str) -> tuple[Level, ...]:
    """Return the levels at which the computer plays a game, the weakest first; none where it does not play it.

    >>> [level.number for level in levels_of("squadro")]
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    """
    traits = catalog.find(game).levels
    if not traits:
        return ()
    return tuple(Level(number, name, each) for number, (name, each) in enumerate(zip(NAMES, traits, strict=True), 1))


class LevelPlayer:
    """Plays at a level. The same seed and the same games give the same moves, but at full strength.

    Only full strength uses what its engine knows exactly, and its opening book.
    """

    def __init__(self, game: str, level: Level, seed: int | None = None, engine: Engine | None = None) -> None:
        self.level = level
        self.name = f"level {level.number}"
        if engine is None:
            from vato.engine import Engine

            self._engine = Engine(
                game,
                threads=level.threads,
                hash_mb=64 if level.is_full else 16,
                book=catalog.book(game) if level.is_full else None,
            )
        else:
            self._engine = engine
        self._owned = engine is None
        self._subtlety = catalog.find(game).subtlety or (lambda _move: (0, 0))
        self._random = random.Random(seed)

    def play(self, board: Board[MoveT]) -> MoveT:
        """Return the move this level finds best."""
        with self.start(board) as thought:
            return self.choose(thought.result())

    def start(self, board: Board[MoveT], seconds: float | None = None) -> Thought[MoveT]:
        """Begin to think about a board, no longer than some seconds; `choose` then says what comes of it."""
        self._engine.clear()
        limit = self.level.limit
        if seconds is not None:
            limit = replace(limit, seconds=min(seconds, limit.seconds or seconds))
        if not self._sees_all:
            return self._engine.start(board, limit, MOST_LINES, informed=False)
        full = self.level.is_full
        return self._engine.start(board, limit, informed=full, variety=self._random if full else None)

    def choose(self, found: Analysis[MoveT]) -> MoveT:
        """Return the move this level plays after thinking; a weak one does not play all that it finds."""
        if self._sees_all:
            return found.move
        lines = found.lines
        noticed = [line for line in lines if self._notices(line.move)] or list(lines[-1:])
        return max(noticed, key=lambda line: self._impression(line.move, line.score.value)).move

    @property
    def _sees_all(self) -> bool:
        return not self.level.traits.error and self.level.traits.sight == 1

    def _notices(self, move: Move) -> bool:
        hidden, _ = self._subtlety(move)
        return all(self._random.random() < self.level.traits.sight for _ in range(hidden))

    def _impression(self, move: Move, value: int) -> float:
        _, taken = self._subtlety(move)
        return value + self.level.traits.greed * taken + self._random.gauss(0, self.level.traits.error)

    def close(self) -> None:
        """Let go of the engine."""
        if self._owned:
            self._engine.close()


def player(game: str, number: int, seed: int | None = None) -> LevelPlayer:
    """Return a player of a level, 1 to 10."""
    levels = levels_of(game)
    if not 1 <= number <= len(levels):
        raise UnknownName("There is no level {number}; levels go from 1 to {most}.", number=number, most=len(levels))
    return LevelPlayer(game, levels[number - 1], seed)
