"""Endings to train: won positions to be won against a perfect defence. Knows no game.

A game's endings are a file of its room, `training.txt`, one a line and the easiest first: grade, turns of both sides
with best play; the position; a move that wins soonest. Whoever is to move is to win.

    1 5 | 9/9/4w4/2b6/w8 w | e3-d3

Such a file is made by `tools.make_endings`. What a move is worth and what the other side answers comes from the game's
knowledge, which must tell how far the end is: every copy of vato has what these endings need.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from vato import catalog
from vato.board import Board, Player
from vato.errors import IllegalMove, UnknownName, VatoError
from vato.game import Game
from vato.knowledge import Facts, Knowledge, Result, best_line
from vato.learn.attempt import ONWARD
from vato.learn.verdict import Verdict
from vato.text import Text

FILE = "training.txt"
GRADES = range(1, 6)
LINE = 5
"""How many moves show why a move is wrong."""


class NoTables(VatoError):
    """What an ending needs is not known here."""


@dataclass(frozen=True)
class Ending:
    """A won position."""

    game: str
    number: int
    """Among those of the game, the first being 1."""
    grade: int
    turns: int
    """How many turns of the winner it takes with best play."""
    position: str
    best: str
    """A move that wins soonest."""

    @property
    def board(self) -> Board:
        """A board with the position."""
        return catalog.new(self.game, position=self.position)

    @property
    def task(self) -> Text:
        """What is to be done."""
        return Text("Win this ending. Turns needed with best play: {turns}.", turns=self.turns)


@cache
def endings_of(game: str) -> tuple[Ending, ...]:
    """Return the endings of a game, the easiest first; there may be none.

    >>> endings_of("fanorona")[0].turns
    3
    """
    if (file := catalog.find(game).file(FILE)) is None:
        return ()
    lines = file.read_text(encoding="utf-8").splitlines()
    return tuple(_read(game, number, line) for number, line in enumerate(lines, start=1))


def _read(game: str, number: int, line: str) -> Ending:
    numbers, position, best = line.split(" | ")
    grade, turns = map(int, numbers.split())
    return Ending(game, number, grade, _own(turns), position, best)


def _own(turns: int) -> int:
    """Return how many of so many turns of both sides are the winner's, who has the first and the last one."""
    return (turns + 1) // 2


def has_endings(game: Game) -> bool:
    """Return whether there are endings of a game to train."""
    return game.file(FILE) is not None


def of_grade(game: str, grade: int | None) -> tuple[Ending, ...]:
    """Return the endings of a grade, or of all for None, the easiest first."""
    if not endings_of(game):
        raise UnknownName("There are no endings of {game} to train yet.", game=game)
    if grade is None:
        return endings_of(game)
    if grade not in GRADES:
        raise UnknownName("Grades go from {least} to {most}.", least=GRADES[0], most=GRADES[-1])
    return tuple(ending for ending in endings_of(game) if ending.grade == grade)


def groups_of(game: str) -> Iterator[tuple[Ending, ...]]:
    """Yield the endings of a game grade by grade, where there are any."""
    for grade in GRADES:
        if found := tuple(ending for ending in endings_of(game) if ending.grade == grade):
            yield found


def find(game: str, number: int) -> Ending:
    """Return an ending by its number."""
    found = endings_of(game)
    if not 1 <= number <= len(found):
        raise UnknownName("There is no ending {number} of {game}.", number=number, game=game)
    return found[number - 1]


class Drill:
    """An ending as it is played: the board holds what counts, a move that lets the win slip is not on it."""

    def __init__(self, ending: Ending, knowledge: Knowledge) -> None:
        self.ending = ending
        self.board = ending.board
        self._knowledge = knowledge

    @property
    def learner(self) -> Player:
        """The player who is to win."""
        return self.board.root().turn

    def take_back(self) -> bool:
        """Take back the learner's last turn and the answer to it; return whether there was one."""
        had_played = bool(self.board.played)
        while self.board.played:
            self.board.pop()
            if self.board.turn == self.learner:
                break
        return had_played

    def right_move(self) -> Any:
        """Return a move that wins soonest; None once the game is over."""
        if self.board.outcome() is not None:
            return None
        return self._facts(self.board).best()[0]

    def propose(self, text: str) -> Verdict:
        """Try a move: play it and the answer to it if the game is still won; else leave the board as it was."""
        verdict = self._judge(text)
        if verdict.judgement in ("onward", "reached"):
            for move in (verdict.move, verdict.answer):
                if move is not None:
                    self.board.push(move)
        return verdict

    def _judge(self, text: str) -> Verdict:
        trial = self.board.copy()
        try:
            move = trial.push(text)
        except IllegalMove as error:
            return Verdict("refused", error.bare or error)
        if (outcome := trial.outcome()) is not None:
            if outcome.winner == self.learner:
                return Verdict("reached", self._praise((len(trial.played) + 1) // 2), move)
            return Verdict("wrong", _complaint(outcome.winner is None, [move]), move)
        facts = self._facts(trial)
        answer = facts.best()[0]
        if facts.fact.result == Result.LOST:
            return Verdict("onward", self._comment(facts), move, answer)
        trial.push(answer)
        line = [move, answer, *best_line(self._knowledge, trial, LINE - 2)]
        return Verdict("wrong", _complaint(facts.fact.result == Result.DRAWN, line), move, answer)

    def _praise(self, taken: int) -> Text:
        if taken <= self.ending.turns:
            return Text("Won in as few turns as possible: {turns}.", turns=taken)
        return Text("Won. Turns taken: {taken}; needed with best play: {turns}.", taken=taken, turns=self.ending.turns)

    def _comment(self, after: Facts) -> Text:
        """Return what is said about a move after which the other side is still lost."""
        before = self._facts(self.board).fact
        assert after.fact.turns is not None
        lost = 0 if before.turns is None else _own(after.fact.turns + 1) - _own(before.turns)
        return Text("Still won, but there was a shorter way; turns lost: {turns}.", turns=lost) if lost > 0 else ONWARD

    def _facts(self, board: Board) -> Facts:
        facts = self._knowledge.facts(board)
        if facts is None:
            raise NoTables(
                "The tables of these endings are missing; to make them, type: {command}",
                command=f"vato solve {board.game}",
            )
        return facts


def _complaint(is_drawn: bool, moves: list[Any]) -> Text:
    line = " ".join(map(str, moves))
    if is_drawn:
        return Text("This gives the win away, as the other side holds the draw: {line}", line=line)
    return Text("This loses: {line}", line=line)


def resume(game: str, number: int, moves: tuple[str, ...], knowledge: Knowledge) -> Drill:
    """Return an ending after moves of both sides, the learner to move."""
    drill = Drill(find(game, number), knowledge)
    for move in moves:
        drill.board.push(move)
    if drill.board.outcome() is not None or drill.board.turn != drill.learner:
        raise VatoError("This exercise is over.")
    return drill
