"""A first whole game as it is played: what is worth looking at, what is doubted before it counts, how it ends.

Knows no game, and neither thinks nor plays itself: who plays against the learner, and looks ahead, is a `Companion`.
What the rules alone know is the room's (`first_game.py` there).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple, Protocol, Self

from vato import catalog, scene
from vato.board import Board, Outcome, Player
from vato.errors import IllegalMove, UnknownName, VatoError
from vato.learn.attempt import find_lesson
from vato.learn.lesson import Look, WholeGame
from vato.learn.verdict import Verdict
from vato.text import Text

LEVEL = 1
"""The level of the learner's opponent."""
NODES = 30_000
"""How many positions are looked at to judge one."""
MOST_LOOKS = 2
"""How many things are worth looking at in one turn."""
BLUNDER = 0.22
"""By how much a turn makes winning less likely that is doubted; a review calls it a blunder."""
AT_ONCE = 2
"""Whoever can win in so many turns of both sides needs no plan for it."""
NEAR = 6
"""When a loss is so many turns of both sides away that nothing helps against, it is said."""


class Opinion(NamedTuple):
    """What looking ahead tells of a position, for who is to move."""

    value: int
    """In hundredths of a stone or place."""
    wins_in: int | None
    """In how many turns, of both players together, a win is sure; None if none is known."""
    loses_in: int | None
    best: str


class Companion(Protocol):
    """Who plays against the learner, and who looks ahead."""

    async def judge(self, board: Board) -> Opinion:
        """Return what a position is worth, in which the game goes on."""
        ...

    async def answer(self, board: Board) -> str:
        """Return what the gentle opponent plays."""
        ...


def whole_game(game: str, name: str) -> WholeGame:
    """Return the whole game that a lesson is."""
    whole = find_lesson(game, name).whole
    if whole is None:
        raise UnknownName("The lesson {name!r} is no whole game.", name=name)
    return whole


@dataclass
class FirstGame:
    """A first whole game under way; whoever begins is the learner."""

    whole: WholeGame
    board: Board
    opinion: Opinion | None = None
    """What looking ahead tells of the position on the board, once somebody has looked."""

    @classmethod
    def begin(cls, game: str, name: str, moves: tuple[str, ...] = ()) -> Self:
        """Return a whole game of a lesson after moves of both sides."""
        whole = whole_game(game, name)
        board = catalog.new(game, rules=whole.rules)
        for move in moves:
            board.push(move)
        if board.turn != board.root().turn and board.outcome() is None:
            raise VatoError("After these moves it is not the learner's turn.")
        return cls(whole, board)

    @property
    def learner(self) -> Player:
        """The player who learns."""
        return self.board.root().turn

    def take_back(self) -> bool:
        """Take back the learner's last turn and the answer to it; return whether there was one."""
        had_played = bool(self.board.played)
        while self.board.played:
            self.board.pop()
            if self.board.turn == self.learner:
                break
        self.opinion = None
        return had_played

    async def look_ahead(self, companion: Companion) -> None:
        """Find out what the position is worth, where the game goes on."""
        if self.opinion is None and self.board.outcome() is None:
            self.opinion = await companion.judge(self.board)

    async def propose(self, text: str, companion: Companion, *, sure: bool = False) -> Verdict:
        """Try a turn: play it and the answer to it, unless it is refused or, if the learner is not sure, doubted."""
        trial = self.board.copy()
        try:
            move = trial.push(text)
        except IllegalMove as error:
            return Verdict("refused", error.bare or error)
        answer = None
        if trial.outcome() is None:
            if not sure:
                await self.look_ahead(companion)
                assert self.opinion is not None
                after = await companion.judge(trial)
                doubt = None if str(move) == self.opinion.best else self._doubt(self.opinion, trial, after)
                if doubt is not None:
                    return Verdict("doubtful", doubt, move, trial.read(after.best))
            answer = trial.push(await companion.answer(trial))
        self.board, self.opinion = trial, None
        outcome = trial.outcome()
        if outcome is None:
            await self.look_ahead(companion)
            return Verdict("onward", "", move, answer)
        return Verdict("reached", self._farewell(outcome), move, answer)

    def _doubt(self, before: Opinion, trial: Board, after: Opinion) -> Text | None:
        """Return what is to be said about a turn before it counts, if anything is."""
        side = self.board.sides[1 - self.learner]
        wins_in, loses_in = after.wins_in, before.loses_in
        if wins_in is not None and wins_in <= AT_ONCE and (loses_in is None or loses_in > AT_ONCE + 1):
            return Text("Careful: {side} wins at once then. Look at the answer.", side=side)
        if wins_in is not None and loses_in is None:
            return Text("Careful: then {side} can win, whatever you do. Look at the answer.", side=side)
        odds = catalog.find(self.board.game).odds
        if _chance(before.value, odds) - _chance(-after.value, odds) < BLUNDER:
            return None
        answer = scene.turn_of(trial, trial.read(after.best), len(trial.played) + 1)
        if any("struck" in step for step in answer["steps"]):
            return Text("Careful: look at what the answer costs you.")
        return Text("Careful: there is a much better turn. A hint shows it.")

    def _farewell(self, outcome: Outcome) -> Text:
        ended = self.board.describe(outcome)
        if outcome.winner == self.learner:
            return Text("Well played, you have won: {ended}.", ended=ended)
        if outcome.winner is None:
            return Text("A whole game, and nobody has lost: {ended}.", ended=ended)
        return Text("This time it is lost: {ended}. Take turns back and try another way.", ended=ended)

    # What is worth looking at

    def looks(self) -> list[Look]:
        """Return what is worth looking at now; what is said once only is not said again."""
        if self.board.outcome() is not None:
            return []
        heard: set[str] = set()
        for ply in range(0, len(self.board.played), 2):
            heard |= {look.name for look in self._chosen(self.board.root(ply), heard)}
        return self._chosen(self.board, heard, self._far_looks())

    def _chosen(self, board: Board, heard: set[str], first: tuple[Look, ...] = ()) -> list[Look]:
        found = [*first, *self.whole.looks(board)]
        return [look for look in found if look.always or look.name not in heard][:MOST_LOOKS] or found[-1:]

    def _far_looks(self) -> tuple[Look, ...]:
        """Return what looking ahead tells."""
        if self.opinion is None:
            return ()
        wins_in, loses_in = self.opinion.wins_in, self.opinion.loses_in
        if loses_in is not None and loses_in <= NEAR:
            side = self.board.sides[1 - self.learner]
            message = Text("From here {side} can win, whatever you do. Take turns back if you like.", side=side)
            return (Look("lost", message, always=True),)
        if wins_in is not None and wins_in > AT_ONCE:
            message = Text("You can win in {count} turns, whatever is answered.", count=(wins_in + 1) // 2)
            return (Look("won", message, always=True),)
        return ()


def _chance(value: int, odds: int) -> float:
    """Return how likely a player is to win with an advantage."""
    return 1 / (1 + math.exp(-max(min(value / odds, 50.0), -50.0)))
