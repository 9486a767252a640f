"""Practice at the terminal: exercises, puzzles and endings, each tried on a board until it is done or skipped.

`vato learn`, `vato puzzle` and `vato train` say what is practised; here is what all of them show, ask and understand.
What is right is decided by whoever judges a try, in `vato.learn`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from vato.board import Board
from vato.errors import IllegalMove
from vato.learn.verdict import Verdict
from vato.terminal import done, language
from vato.terminal.play.steps import HalfTurn
from vato.terminal.screen import Explained, Screen
from vato.text import Text, why


class Trial(Protocol):
    """Something that is tried: the board it stands on, and who judges."""

    @property
    def board(self) -> Board:
        """The board as far as it has been played."""

    def propose(self, text: str) -> Verdict:
        """Try a turn: it is played if it is right, with the answer to it."""

    def right_move(self) -> Any:
        """Return a turn that is right."""


@dataclass
class Practice:
    """One thing to be done."""

    title: str
    """What is said before the board is drawn: the task."""
    trial: Trial
    remember: Callable[[], None]
    """Keeps that it is done."""
    skipping: str
    """What `skip` leads to."""
    hint: str | None = None
    """What is said to who asks for a hint first; asked again, or without it, a right turn."""
    remark: str | None = None
    """What is said below the board at the beginning."""
    remarks: Callable[[], Iterable[str]] = tuple
    """What is said below the board whenever it is the learner's turn."""
    take_back: Callable[[], bool] | None = None
    """Takes back a whole turn, if there is one; where that can be done."""


class LeavePractice(Exception):
    """The person wants to go."""


def practise_all(screen: Screen, practices: Iterable[Practice], *, last: str, command: str) -> None:
    """Go through practices until the last is done or the person leaves."""
    try:
        for practice in practices:
            practise(screen, practice)
        screen.say(last)
    except EOFError:
        screen.space()
    except LeavePractice:
        screen.say(Text("To go on, type: {command}", command=command))


def practise(screen: Screen, practice: Practice) -> None:
    """Let somebody try until it is done or skipped."""
    trial = practice.trial
    screen.space()
    screen.say(practice.title)
    screen.board(trial.board)
    if practice.remark is not None:
        screen.say(practice.remark)
    _tell(screen, practice)
    half = HalfTurn(trial.board)
    is_hinted = False
    while True:
        line = _ask(screen, trial.board, half)
        command = line.lower()
        if command == "skip":
            return
        if command == "help":
            screen.table(_words(practice))
        elif command == "back":
            half = _back(screen, practice, half)
        elif command == "board":
            screen.board(trial.board.sketch(half.steps) if half.steps else trial.board)
        elif command == "hint":
            first = None if is_hinted else practice.hint
            screen.say(first or Text("Play {move}.", move=trial.right_move()))
            is_hinted = True
        elif (move := _enter(screen, half, line)) is not None:
            verdict = _try(screen, trial, move)
            half = HalfTurn(trial.board)
            if verdict.judgement == "reached":
                _remember(screen, practice)
                return
            if verdict.judgement == "onward":
                _tell(screen, practice)
            is_hinted = is_hinted and verdict.judgement in ("wrong", "doubtful")


def _words(practice: Practice) -> Iterable[Explained]:
    example = str(next(iter(practice.trial.board.legal_moves)))
    yield Explained(example, Text("a turn, whole or step by step; Enter ends a chain"))
    if practice.take_back is None:
        yield Explained("back", Text("take back a step of a turn under way"))
    else:
        yield Explained("back", Text("take back a step, or your last turn"))
    if practice.hint is None:
        yield Explained("hint", Text("the turn that is right"))
    else:
        yield Explained("hint", Text("a hint; asked for again, a turn that is right"))
    yield Explained("board", Text("draw the board again"))
    yield Explained("skip", practice.skipping)
    yield Explained("quit", Text("leave; what is done is remembered"))


def _ask(screen: Screen, board: Board, half: HalfTurn) -> str:
    side = language.say(board.sides[board.turn])
    line = screen.ask(f"{side} {half.text}> " if half.steps else f"{side}> ")
    if line.lower() in ("quit", "exit"):
        raise LeavePractice
    return line


def _back(screen: Screen, practice: Practice, half: HalfTurn) -> HalfTurn:
    """Take back what was typed last, or a whole turn; return the turn that is under way then."""
    if half.begun:
        half.back()
    elif practice.take_back is not None and practice.take_back():
        screen.board(practice.trial.board)
        _tell(screen, practice)
        return HalfTurn(practice.trial.board)
    return half


def _enter(screen: Screen, half: HalfTurn, line: str) -> Any | None:
    """Return the turn that is whole with what was typed, or None after saying what is missing or wrong."""
    try:
        if not line:
            return half.stop() if half.may_stop else None
        if (move := half.enter(line)) is not None:
            return move
    except IllegalMove as error:
        screen.refuse(error.bare or error)
        return None
    if half.steps and not half.narrowed:
        screen.board(half.board.sketch(half.steps))
    screen.say(Text("Enter ends the turn here; or go on:") if half.may_stop else Text("Which one? back begins again."))
    screen.columns([str(step) for step in half.offered])
    return None


def _try(screen: Screen, trial: Trial, move: Any) -> Verdict:
    """Try a turn and show what comes of it."""
    board = trial.board.copy()
    other = board.sides[1 - board.turn]
    verdict = trial.propose(str(move))
    for number, played in enumerate(verdict.shown):
        if number and verdict.answer is not None:
            screen.say(Text("{player} played {move}.", player=language.capital(other), move=verdict.answer))
        board.push(played)
        screen.board(board)
    if verdict.message:
        screen.say(verdict.message)
    if verdict.judgement in ("wrong", "doubtful"):
        doubtful = verdict.judgement == "doubtful"
        screen.say(Text("Try something else, or the same again to play it.") if doubtful else Text("Try again."))
        screen.board(trial.board)
    return verdict


def _tell(screen: Screen, practice: Practice) -> None:
    for remark in practice.remarks():
        screen.say(remark)


def _remember(screen: Screen, practice: Practice) -> None:
    try:
        practice.remember()
    except OSError as error:
        screen.say(Text("This cannot be remembered in {file}: {why}.", file=done.file(), why=why(error)))
