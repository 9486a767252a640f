"""Lessons as they are played: whether a try is right, what is said about it, and who answers. Knows no game.

A try is right when the aim can still be reached in the turns that are left, whatever the other side plays. Exercises
are small, so this is found by trying everything; no engine is asked. The other side plays what spoils the aim, and if
nothing does, what puts it off longest: the same answer every time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from vato import catalog
from vato.board import Board, Player
from vato.errors import IllegalMove, UnknownName, VatoError, shorten
from vato.learn.lesson import Exercise, Lesson
from vato.learn.verdict import Verdict
from vato.text import Listing, Text

ONWARD = Text("Good. Go on.")


def lessons_of(game: str) -> tuple[Lesson, ...]:
    """Return the lessons of a game, in the order of learning; there may be none.

    >>> lessons_of("squadro")[0].name
    'speed'
    """
    return catalog.find(game).lessons


def course_of(game: str) -> tuple[Lesson, ...]:
    """Return the lessons of a game, at least one."""
    if not lessons_of(game):
        raise UnknownName("There are no lessons of {game} yet.", game=game)
    return lessons_of(game)


def find_lesson(game: str, name: str) -> Lesson:
    """Return a lesson by its name."""
    lessons = {lesson.name: lesson for lesson in course_of(game)}
    if name not in lessons:
        raise UnknownName(
            "{game} has no lesson {name!r}; choose one of {known}.",
            game=game,
            name=shorten(name),
            known=Listing(lessons),
        )
    return lessons[name]


def start(game: str, exercise: Exercise) -> Board:
    """Return the board that an exercise begins with."""
    return catalog.new(game, rules=exercise.rules, position=exercise.position)


@dataclass
class Attempt:
    """An exercise under way.

    >>> attempt = Attempt.begin("fanorona", "step", 0)
    >>> attempt.propose("b2-d4").message
    IllegalMove('No line joins b2 and d4.')
    >>> attempt.propose("b2-c3").judgement, attempt.tries
    ('reached', 2)
    """

    exercise: Exercise
    board: Board
    tries: int = 0
    verdict: Verdict | None = None
    """What came of the last try."""
    _known: dict[tuple[str, int], bool] = field(default_factory=dict, repr=False)

    @classmethod
    def begin(cls, game: str, name: str, number: int) -> Attempt:
        """Return an exercise of a lesson, the first having the number 0, at its start."""
        lesson = find_lesson(game, name)
        if not 0 <= number < len(lesson.exercises):
            raise UnknownName("This lesson has {count} exercises.", count=len(lesson.exercises))
        exercise = lesson.exercises[number]
        return cls(exercise, start(game, exercise))

    @cached_property
    def learner(self) -> Player:
        """The player who learns: whoever moves first."""
        return self.board.root().turn

    @property
    def turns_left(self) -> int:
        """How many turns the learner has left."""
        return len(self.exercise.solution) - (len(self.board.played) + 1) // 2

    def propose(self, text: str) -> Verdict:
        """Try a turn: play it and the answer to it if it is right; else leave the board as it was, and say why."""
        self.tries += 1
        self.verdict = self._judge(text)
        if self.verdict.judgement in ("onward", "reached"):
            for move in (self.verdict.move, self.verdict.answer):
                if move is not None:
                    self.board.push(move)
        return self.verdict

    def right_move(self) -> Any:
        """Return a turn that is right here, the one of the solution if it is; None if there is none."""
        done = len(self.board.played) // 2
        trial = self.board.copy()
        moves = list(trial.legal_moves)
        wanted = self.exercise.solution[done : done + 1]
        for move in sorted(moves, key=lambda move: str(move) not in wanted):
            trial.push(move)
            right = self._holds_out(trial, self.turns_left - 1)
            trial.pop()
            if right:
                return move
        return None

    # Inside. Boards are played on and put back as they were.

    def _judge(self, text: str) -> Verdict:
        if self.turns_left <= 0:
            return Verdict("refused", VatoError("This exercise is over."))
        trial = self.board.copy()
        try:
            move = trial.push(text)
        except IllegalMove as error:
            return Verdict("refused", error.bare or error)
        left = self.turns_left - 1
        right = self._holds_out(trial, left)
        if right and self._is_reached(trial, before_answer=True):
            return Verdict("reached", self.exercise.praise, move)
        # What the other side does is seen where it matters: where it can still spoil the aim.
        answer = self._answer(trial, left) if trial.outcome() is None and (left or self.exercise.answered) else None
        if answer is not None:
            trial.push(answer)
        if not right:
            return Verdict("wrong", self.exercise.complaint(trial, self.learner), move, answer)
        if self._is_reached(trial):
            return Verdict("reached", self.exercise.praise, move, answer)
        return Verdict("onward", ONWARD, move, answer)

    def _is_reached(self, board: Board, *, before_answer: bool = False) -> bool:
        if before_answer and self.exercise.answered and board.outcome() is None:
            return False
        return self.exercise.reached(board, self.learner)

    def _holds_out(self, board: Board, left: int) -> bool:
        """Return whether the aim is reached whatever the other side, who is to move, plays."""
        if self._is_reached(board, before_answer=True):
            return True
        if board.outcome() is not None or not (left or self.exercise.answered):
            return False
        for answer in list(board.legal_moves):
            board.push(answer)
            held = self._is_open(board, left)
            board.pop()
            if not held:
                return False
        return True

    def _is_open(self, board: Board, left: int) -> bool:
        """Return whether the aim is reached, or the learner, who is to move, can still reach it."""
        if self._is_reached(board) and self.exercise.answered:
            return True
        if board.outcome() is not None or left == 0:
            return False
        key = board.position, left
        if key not in self._known:
            self._known[key] = self._can_reach(board, left)
        return self._known[key]

    def _can_reach(self, board: Board, left: int) -> bool:
        for move in list(board.legal_moves):
            board.push(move)
            right = self._holds_out(board, left - 1)
            board.pop()
            if right:
                return True
        return False

    def _answer(self, board: Board, left: int) -> Any:
        """Return what the other side plays: what spoils the aim or puts it off longest and, of that, gains most."""
        lead = catalog.find(board.game).lead
        opponent = board.turn
        worth: dict[Any, tuple[int, float]] = {}
        for answer in list(board.legal_moves):
            board.push(answer)
            outcome = board.outcome()
            gain = lead(board, opponent) if outcome is None or outcome.winner is None else float("inf")
            held_for = next((turns for turns in range(left + 1) if self._is_open(board, turns)), left + 1)
            worth[answer] = held_for, gain
            board.pop()
        return max(worth, key=lambda answer: worth[answer])


def resume(game: str, name: str, number: int, moves: tuple[str, ...]) -> Attempt:
    """Return an exercise after moves of both sides."""
    attempt = Attempt.begin(game, name, number)
    if len(moves) % 2 or len(moves) >= 2 * len(attempt.exercise.solution):
        raise VatoError("This exercise is over.")
    for played in moves:
        attempt.board.push(played)
    return attempt
