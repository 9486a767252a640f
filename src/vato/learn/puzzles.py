"""Puzzles: positions with one good move, with what every other move leads to. Knows no game.

A game's puzzles are in files of its room. `puzzles.txt` has those in which exactly one move keeps the result, one a
line and the easiest first: grade, how deep the engine must look, how much better another move looks at first sight (in
hundredths of a stone or place); the result with best play; the position; the right move and how the game may go on;
then each other move likewise, after what it leads to.

    2 7 -35 | won | 06000/00a60 light | 3 1 4 2 5 | lost 1 3 2 4 1 | drawn 2 1 5 3 4

`shots.txt` has those from the middle of games, in which one move is far better than every other, though nobody knows
how the game ends: after the first numbers, how many turns are to be found one after the other; a theme instead of a
result.

    3 5 110 2 | attack | 9/5w3/2b1b4/8w/6b2 w | i2-h2 g1-g2 h2-i2W c3-c4 | i2-i1 g1-h1A | f4-f3 g1-h2 f3-f2

Such files are made by `tools.make_puzzles` and `tools.make_shots`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from vato import catalog
from vato.board import Board
from vato.errors import IllegalMove, UnknownName, VatoError
from vato.game import Game
from vato.knowledge import Result
from vato.learn.attempt import ONWARD
from vato.learn.verdict import Verdict
from vato.text import Listing, Text

FILE = "puzzles.txt"
SHOTS_FILE = "shots.txt"
GRADES = range(1, 6)
ONLY, ATTACK, DEFENCE = "only", "attack", "defence"
THEMES = (ONLY, ATTACK, DEFENCE)
"""One move keeps a result that is known; one move wins much; one move holds."""
BETTER = Text("There is a much better move.")


@dataclass(frozen=True)
class Refutation:
    """What a wrong move leads to, for who plays it, if that is known, and a line that begins with it and shows it."""

    result: Result | None
    line: tuple[str, ...]


@dataclass(frozen=True)
class Puzzle:
    """A position with one good move."""

    game: str
    number: int
    """Among those of the game, the first being 1."""
    theme: str
    grade: int
    depth: int
    lure: int
    finds: int
    """How many turns are to be found one after the other."""
    result: Result | None
    """With best play, if that is known."""
    position: str
    right: tuple[str, ...]
    """The right move, and how the game goes on; every other one is to be found, as many as `finds` says."""
    wrong: Mapping[str, Refutation]
    """What is wrong at once."""

    @property
    def board(self) -> Board:
        """A board with the position."""
        return catalog.new(self.game, position=self.position)

    @property
    def task(self) -> Text:
        """What is to be done."""
        if self.theme == ONLY:
            won = self.result == Result.WON
            return Text("Only one move wins. Find it.") if won else Text("Only one move holds the draw. Find it.")
        if self.finds == 1:
            wins = Text("One move is far better than every other. Find it.")
            return wins if self.theme == ATTACK else Text("Every move but one loses much. Find it.")
        if self.theme == ATTACK:
            return Text(
                "Turn after turn one move is far better than every other. Turns to find: {count}.", count=self.finds
            )
        return Text("Turn after turn every move but one loses much. Turns to find: {count}.", count=self.finds)

    def message_for(self, tried: str) -> Text:
        """Return what is said of a legal move at the beginning, as it is written."""
        if tried == self.right[0]:
            if self.theme != ONLY:
                return Text("Right: everything else is much worse.")
            won = self.result == Result.WON
            return Text("Right: only this wins.") if won else Text("Right: only this holds the draw.")
        refutation = self.wrong[tried]
        line = " ".join(refutation.line)
        if refutation.result is None:
            return Text("There is a much better move; this one may go on: {line}", line=line)
        if refutation.result == Result.LOST:
            return Text("This loses: {line}", line=line)
        return Text("This gives the win away, as the other side holds the draw: {line}", line=line)


class Solving:
    """A puzzle as it is solved: the board holds what counts, a wrong move is not on it."""

    def __init__(self, puzzle: Puzzle, moves: Sequence[str] = ()) -> None:
        self.puzzle = puzzle
        if len(moves) % 2 or len(moves) // 2 >= puzzle.finds or tuple(moves) != puzzle.right[: len(moves)]:
            raise VatoError("This exercise is over.")
        self.board = puzzle.board
        for move in moves:
            self.board.push(move)

    def right_move(self) -> str:
        """Return the one good move."""
        return self.puzzle.right[len(self.board.played)]

    def propose(self, text: str) -> Verdict:
        """Try a move: play it and the answer to it if more is to be found; tell of all others what comes of them."""
        try:
            move = self.board.read(text)
        except IllegalMove as error:
            return Verdict("refused", error.bare or error)
        begin = len(self.board.played)
        if str(move) != self.right_move():
            if begin:
                return Verdict("wrong", BETTER, move)
            tried = str(move)
            return Verdict("wrong", self.puzzle.message_for(tried), move, line=self.puzzle.wrong[tried].line)
        if begin // 2 + 1 == self.puzzle.finds:
            return Verdict(
                "reached", self.puzzle.message_for(self.puzzle.right[0]), move, line=self.puzzle.right[begin:]
            )
        self.board.push(move)
        answer = self.board.push(self.puzzle.right[begin + 1])
        return Verdict("onward", ONWARD, move, answer)


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, the easiest first; there may be none.

    >>> puzzles_of("squadro")[0].grade
    1
    """
    entry = catalog.find(game)
    lines = [line for name in (FILE, SHOTS_FILE) for line in _lines(entry, name)]
    return tuple(_read(game, number, line) for number, line in enumerate(lines, start=1))


def _lines(game: Game, name: str) -> Iterator[str]:
    if (file := game.file(name)) is not None:
        yield from file.read_text(encoding="utf-8").splitlines()


def _read(game: str, number: int, line: str) -> Puzzle:
    numbers, value, position, right, *wrong = line.split(" | ")
    grade, depth, lure, *more = map(int, numbers.split())
    finds = more[0] if more else 1
    refutations = {}
    for each in wrong:
        moves = tuple(each.split())
        reached = None if more else Result[moves[0].upper()]
        line_of_it = moves if more else moves[1:]
        refutations[line_of_it[0]] = Refutation(reached, line_of_it)
    theme, result = (value, None) if more else (ONLY, Result[value.upper()])
    return Puzzle(game, number, theme, grade, depth, lure, finds, result, position, tuple(right.split()), refutations)


def has_puzzles(game: Game) -> bool:
    """Return whether there are puzzles of a game."""
    return any(game.file(name) is not None for name in (FILE, SHOTS_FILE))


def of_grade(game: str, grade: int | None, theme: str | None = None) -> tuple[Puzzle, ...]:
    """Return the puzzles of a grade and a theme, or of all for None, theme by theme, the easiest first."""
    if not puzzles_of(game):
        raise UnknownName("There are no puzzles of {game} yet.", game=game)
    if grade is not None and grade not in GRADES:
        raise UnknownName("Grades go from {least} to {most}.", least=GRADES[0], most=GRADES[-1])
    if theme is not None and theme not in THEMES:
        raise UnknownName("There is no theme {theme}; there are {themes}.", theme=theme, themes=Listing(THEMES))
    return tuple(
        puzzle for puzzle in puzzles_of(game) if grade in (None, puzzle.grade) and theme in (None, puzzle.theme)
    )


def groups_of(game: str) -> Iterator[tuple[Puzzle, ...]]:
    """Yield the puzzles of a game by theme and grade, where there are any."""
    for theme in THEMES:
        for grade in GRADES:
            if found := tuple(each for each in puzzles_of(game) if (each.theme, each.grade) == (theme, grade)):
                yield found


def find(game: str, number: int) -> Puzzle:
    """Return a puzzle by its number."""
    found = puzzles_of(game)
    if not 1 <= number <= len(found):
        raise UnknownName("There is no puzzle {number} of {game}.", number=number, game=game)
    return found[number - 1]
