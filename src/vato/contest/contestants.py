"""Who can play in an arena (the simple opponents, the engine, its levels, any program that speaks UGI), and one game.

A contestant is made from a text. Making one costs little and starts nothing; `begin` gets it ready for a game, so that
no time on a clock is spent on that. Nothing here shows anything or knows a contest.
"""

from __future__ import annotations

import re
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Self

from vato import catalog
from vato.board import ADJUDICATION, TIME, Board, Outcome
from vato.engine.limits import Limit
from vato.engine.simple import OPPONENTS
from vato.engine.ugi_client import EngineProgram, ProgramFailed
from vato.errors import UnknownName
from vato.moves import Move
from vato.record import NotedTurn, Record
from vato.text import Listing, Text

if TYPE_CHECKING:
    from vato.engine import Engine, Score
    from vato.engine.levels import LevelPlayer

EXTERNAL = "ugi:"
MOST_TURNS = 300
"""After so many turns, those already on the board included, a game is drawn."""
SURE_TURNS = 4
"""After so many turns in a row in which both players know who wins, the game is given to that side."""
LATE_SECONDS = 0.05
"""How much a clock may be overrun: the players share a machine with others."""


class Contestant(ABC):
    """Somebody who plays games, one after the other."""

    score: Score | None = None
    """What the player thinks of its last move, where it says so."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def begin(self, board: Board, seed: int) -> None:
        """Get ready for a new game, forgetting those before: the same seed gives the same moves."""

    @abstractmethod
    def play(self, board: Board, limit: Limit) -> Move:
        """Return a legal move; raise `ProgramFailed` if another program, which is to find it, finds none."""

    def close(self) -> None:
        """Let go of everything the player holds."""

    def kill(self) -> None:
        """End what runs outside this process at once; for another thread than the one that plays."""


class SimpleContestant(Contestant):
    """One that plays at once."""

    def begin(self, board: Board, seed: int) -> None:
        """Get ready for a new game."""
        self._random = Random(seed)

    def play(self, board: Board, limit: Limit) -> Move:
        """Return a legal move."""
        return OPPONENTS[self.name](board, self._random)


class EngineContestant(Contestant):
    """The engine at full strength, on one thread."""

    def __init__(self, name: str, game: str) -> None:
        super().__init__(name)
        self._game = game
        self._engine: Engine | None = None

    def begin(self, board: Board, seed: int) -> None:
        """Get ready for a new game: compiled for these rules, and with nothing in mind."""
        if self._engine is None:
            from vato.engine import Engine

            self._engine = Engine(self._game)
        self._engine.load(board)
        self._engine.clear()
        self.score = None

    def play(self, board: Board, limit: Limit) -> Move:
        """Return the best move the engine finds."""
        assert self._engine is not None
        found = self._engine.analyse(board, limit)
        self.score = found.score
        return found.move

    def close(self) -> None:
        """Let go of the engine's memory."""
        if self._engine is not None:
            self._engine.close()


class LevelContestant(Contestant):
    """A level of the engine, which takes the time it takes."""

    def __init__(self, name: str, game: str, number: int) -> None:
        super().__init__(name)
        self._game = game
        self._number = number
        self._level: LevelPlayer | None = None

    def begin(self, board: Board, seed: int) -> None:
        """Get ready for a new game."""
        from vato.engine import levels

        self.close()
        self._level = levels.player(self._game, self._number, seed)

    def play(self, board: Board, limit: Limit) -> Move:
        """Return the move this level finds."""
        assert self._level is not None
        return self._level.play(board)

    def close(self) -> None:
        """Let go of the level's memory."""
        if self._level is not None:
            self._level.close()


class ProgramContestant(Contestant):
    """Another program."""

    def __init__(self, name: str, program: EngineProgram) -> None:
        super().__init__(name)
        self._program = program

    def begin(self, board: Board, seed: int) -> None:
        """Get ready for a new game; the program has its own chance."""
        self._program.begin(board)

    def play(self, board: Board, limit: Limit) -> Move:
        """Return the program's move."""
        return self._program.play(board, limit)

    def close(self) -> None:
        """End the program."""
        self._program.close()

    def kill(self) -> None:
        """End the program at once."""
        self._program.kill()


def make(text: str, game: str) -> Contestant:
    """Return the contestant a text names, if there is such a one for a game.

    >>> make("level 3", "squadro").name
    'level 3'
    """
    entry = catalog.find(game)
    name = " ".join(text.split())
    known = list[str](OPPONENTS)
    if name in OPPONENTS:
        return SimpleContestant(name)
    if entry.kernel is not None:
        known.append("engine")
        if name == "engine":
            return EngineContestant(name, game)
        if levels := len(entry.levels):
            known.append(Text("level {least} to {most}", least=1, most=levels))
            if (found := re.fullmatch("level ([0-9]{1,3})", name)) and 1 <= int(found[1]) <= levels:
                return LevelContestant(name, game, int(found[1]))
    if name.startswith(EXTERNAL) and name != EXTERNAL and text.isprintable():
        return ProgramContestant(text.strip(), EngineProgram(text.strip().removeprefix(EXTERNAL)))
    raise UnknownName(
        "There is no player {text!r}; write {known}, or 'ugi: PROGRAM ARGUMENTS'.", text=text, known=Listing(known)
    )


# One game


def play_game(
    board: Board, sides: tuple[Contestant, Contestant], limit: Limit, seeds: Sequence[int] = (0, 0)
) -> Record:
    """Play a game to its end from where a board stands, and return its record."""
    turns = [NotedTurn(move) for move in board.played]
    clocks = [limit.clock_seconds] * 2
    sure = 0
    comment = ""
    side = 0
    try:
        for side in (0, 1):
            sides[side].begin(board, seeds[side])
        while board.outcome() is None:
            if len(turns) >= MOST_TURNS:
                board.declare(Outcome(None, ADJUDICATION))
                break
            side = board.turn
            begun = time.monotonic()
            move = sides[side].play(board, _limit_now(limit, clocks[side]))
            left = _after(clocks[side], time.monotonic() - begun, limit)
            if left is not None and left < 0:
                board.declare(Outcome(1 - side, TIME))
                break
            clocks[side] = left
            turns.append(NotedTurn(board.push(move), clock_ms=None if left is None else round(left * 1000)))
            winner = _sure_winner(sides)
            sure = sure + 1 if winner is not None else 0
            if sure >= SURE_TURNS and board.outcome() is None:
                board.declare(Outcome(winner, ADJUDICATION))
    except ProgramFailed as failure:
        board.declare(Outcome(1 - side, ADJUDICATION))
        comment = str(failure)
    played = Record.of(board, (sides[0].name, sides[1].name))
    played.turns, played.comment = turns, comment
    return played


def _limit_now(limit: Limit, clock: float | None) -> Limit:
    if clock is None:
        return limit
    return Limit(clock_seconds=clock, increment_seconds=limit.increment_seconds)


def _after(clock: float | None, spent: float, limit: Limit) -> float | None:
    """Return what is left on a clock after a turn; below 0 it ran out."""
    if clock is None:
        return None
    left = clock - spent
    return left if left < -LATE_SECONDS else max(left, 0.0) + limit.increment_seconds


def _sure_winner(sides: tuple[Contestant, Contestant]) -> int | None:
    """Return the side that both players know to win."""
    scores = [player.score for player in sides]
    for side, (own, other) in enumerate((scores, scores[::-1])):
        if own is not None and other is not None and own.wins_in is not None and other.loses_in is not None:
            return side
    return None
