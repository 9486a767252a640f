"""Puzzles: positions in which exactly one move keeps the result, with what every other move leads to. Knows no game.

A game's puzzles are a file of its room, `puzzles.txt`, one a line and the easiest first: grade, how deep the engine
must look, how much better another move looks at first sight (in hundredths of a stone or place); the result with best
play; the position; the right move and how the game may go on; then each other move likewise, after what it leads to.

    2 7 -35 | won | 06000/00a60 light | 3 1 4 2 5 | lost 1 3 2 4 1 | drawn 2 1 5 3 4

Such a file is made by `tools.make_puzzles`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from vato import catalog
from vato.board import Board
from vato.errors import IllegalMove, UnknownName
from vato.game import Game
from vato.knowledge import Result
from vato.learn.verdict import Verdict
from vato.text import Text

FILE = "puzzles.txt"
GRADES = range(1, 6)


@dataclass(frozen=True)
class Refutation:
    """What a wrong move leads to, for who plays it, and a line that shows it, beginning with the move."""

    result: Result
    line: tuple[str, ...]


@dataclass(frozen=True)
class Puzzle:
    """A position with one good move."""

    game: str
    number: int
    """Among those of the game, the first being 1."""
    grade: int
    depth: int
    lure: int
    result: Result
    position: str
    right: tuple[str, ...]
    """The right move, and how the game may go on."""
    wrong: Mapping[str, Refutation]

    @property
    def board(self) -> Board:
        """A board with the position."""
        return catalog.new(self.game, position=self.position)

    @property
    def task(self) -> Text:
        """What is to be done."""
        if self.result == Result.WON:
            return Text("Only one move wins. Find it.")
        return Text("Only one move holds the draw. Find it.")

    def right_move(self) -> str:
        """Return the one good move."""
        return self.right[0]

    def propose(self, text: str) -> Verdict:
        """Return what comes of a move, with a line that shows it."""
        try:
            move = self.board.read(text)
        except IllegalMove as error:
            return Verdict("refused", error.bare or error)
        tried = str(move)
        message = self.message_for(tried)
        if tried == self.right_move():
            return Verdict("reached", message, move, line=self.right)
        return Verdict("wrong", message, move, line=self.wrong[tried].line)

    def message_for(self, tried: str) -> Text:
        """Return what is said of a legal move, as it is written."""
        if tried == self.right_move():
            won = self.result == Result.WON
            return Text("Right: only this wins.") if won else Text("Right: only this holds the draw.")
        refutation = self.wrong[tried]
        line = " ".join(refutation.line)
        if refutation.result == Result.LOST:
            return Text("This loses: {line}", line=line)
        return Text("This gives the win away, as the other side holds the draw: {line}", line=line)


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, the easiest first; there may be none.

    >>> puzzles_of("squadro")[0].grade
    1
    """
    if (file := catalog.find(game).file(FILE)) is None:
        return ()
    lines = file.read_text(encoding="utf-8").splitlines()
    return tuple(_read(game, number, line) for number, line in enumerate(lines, start=1))


def _read(game: str, number: int, line: str) -> Puzzle:
    numbers, result, position, right, *wrong = line.split(" | ")
    grade, depth, lure = map(int, numbers.split())
    refutations = {}
    for each in wrong:
        reached, *moves = each.split()
        refutations[moves[0]] = Refutation(Result[reached.upper()], tuple(moves))
    return Puzzle(game, number, grade, depth, lure, Result[result.upper()], position, tuple(right.split()), refutations)


def has_puzzles(game: Game) -> bool:
    """Return whether there are puzzles of a game."""
    return game.file(FILE) is not None


def of_grade(game: str, grade: int | None) -> tuple[Puzzle, ...]:
    """Return the puzzles of a grade, or of all for None, the easiest first."""
    if not puzzles_of(game):
        raise UnknownName("There are no puzzles of {game} yet.", game=game)
    if grade is None:
        return puzzles_of(game)
    if grade not in GRADES:
        raise UnknownName("Grades go from {least} to {most}.", least=GRADES[0], most=GRADES[-1])
    return tuple(puzzle for puzzle in puzzles_of(game) if puzzle.grade == grade)


def find(game: str, number: int) -> Puzzle:
    """Return a puzzle by its number."""
    found = puzzles_of(game)
    if not 1 <= number <= len(found):
        raise UnknownName("There is no puzzle {number} of {game}.", number=number, game=game)
    return found[number - 1]
