"""A first whole game at the terminal: the engine plays gently against the learner, and looks ahead for them.

What is said about it is worked out in `vato.learn.first_game`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any

from vato.board import Board
from vato.engine.limits import Limit
from vato.learn.first_game import LEVEL, NODES, FirstGame, Opinion
from vato.learn.verdict import Verdict
from vato.terminal.play.opponents import Opponents


class GuidedGame:
    """A whole game of a lesson, as something that is tried; a turn that is doubted counts when it is tried again."""

    def __init__(self, game: str, name: str, seed: int | None = None) -> None:
        self._game = FirstGame.begin(game, name)
        self._companion = _Companion(Random(seed))
        self._doubted = ""

    @property
    def board(self) -> Board:
        """The board as far as it has been played."""
        return self._game.board

    @property
    def task(self) -> str:
        """What is to be done."""
        return self._game.whole.task

    def propose(self, text: str) -> Verdict:
        """Try a turn: it is played with the answer to it, unless it is doubted for the first time."""
        verdict = asyncio.run(self._game.propose(text, self._companion, sure=text == self._doubted))
        self._doubted = text if verdict.judgement == "doubtful" else ""
        return verdict

    def right_move(self) -> Any:
        """Return the turn that looking ahead finds best."""
        asyncio.run(self._game.look_ahead(self._companion))
        return None if self._game.opinion is None else self._game.opinion.best

    def take_back(self) -> bool:
        """Take back the learner's last turn and the answer to it; return whether there was one."""
        self._doubted = ""
        return self._game.take_back()

    def remarks(self) -> Iterator[str]:
        """Yield what is worth looking at now."""
        return (look.message for look in self._game.looks())


class _Companion:
    """The engine, loaded when it is first asked."""

    def __init__(self, rng: Random) -> None:
        self._opponents = Opponents(pace_seconds=0)
        self._rng = rng

    async def judge(self, board: Board) -> Opinion:
        found = self._opponents.look(board, Limit(nodes=NODES))
        return Opinion(found.score.value, found.score.wins_in, found.score.loses_in, str(found.move))

    async def answer(self, board: Board) -> str:
        return str(self._opponents.choose(f"level{LEVEL}", board, self._rng))
