"""`vato learn`: lessons at the terminal, exercise by exercise. What is right: vato.learn.attempt."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import typer

from vato import catalog
from vato.board import Board
from vato.errors import IllegalMove, VatoError
from vato.learn import attempt as lessons
from vato.learn.attempt import Attempt, Verdict
from vato.learn.endings import Drill
from vato.learn.lesson import Lesson
from vato.terminal import done, language
from vato.terminal.options import AsJson
from vato.terminal.play.steps import HalfTurn
from vato.terminal.screen import Option, Screen
from vato.text import Text, why

HELP = (
    Option("d2-e3A", Text("a turn, whole or step by step; Enter ends a chain")),
    Option("back", Text("take back a step of a turn under way")),
    Option("hint", Text("a hint; asked for again, a turn that is right")),
    Option("board", Text("draw the board again")),
    Option("skip", Text("go on to the next exercise")),
    Option("quit", Text("leave; what is done is remembered")),
)


class Leave(Exception):
    """The learner wants to leave."""


def learn(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="fanorona or squadro.")] = None,
    name: Annotated[
        str | None, typer.Argument(metavar="LESSON", help="Where to begin; else with what is not done yet.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Learn by playing: lessons with a board, a task, an opponent who answers, and hints. Without a game, list them."""
    screen = Screen()
    if as_json:
        print(json.dumps(_listed(game), indent=2))
    elif game is None:
        _list(screen)
    else:
        course = lessons.lessons_of(game)
        first = lessons.find(game, name) if name is not None else _next(game, course)
        _teach(screen, game, course[course.index(first) :])


def _listed(game: str | None) -> dict[str, list[dict[str, Any]]]:
    return {
        each: [
            {
                "name": lesson.name,
                "title": lesson.title,
                "aim": lesson.aim,
                "exercises": len(lesson.exercises),
                "done": len(done.done_in(each, lesson)),
            }
            for lesson in lessons.lessons_of(each)
        ]
        for each in ([game] if game else catalog.GAMES)
    }


def _list(screen: Screen) -> None:
    for game in catalog.GAMES:
        screen.paragraphs(game, ())
        screen.table(Option(lesson.name, _with_progress(game, lesson)) for lesson in lessons.lessons_of(game))
    screen.say(Text("To go on, type: {command}", command=f"vato learn {next(iter(catalog.GAMES))}"))


def _with_progress(game: str, lesson: Lesson) -> str:
    return Text("{lesson}, done", lesson=lesson.title) if done.is_done(game, lesson) else lesson.title


def _next(game: str, course: tuple[Lesson, ...]) -> Lesson:
    """Return the first lesson with something left to do; the first of all if there is none."""
    return next((lesson for lesson in course if not done.is_done(game, lesson)), course[0])


def _teach(screen: Screen, game: str, course: tuple[Lesson, ...]) -> None:
    try:
        for lesson in course:
            screen.space()
            screen.paragraphs(lesson.title, (lesson.aim,))
            for number in range(len(lesson.exercises)):
                _practise(screen, game, lesson, number)
        screen.say(Text("That was the last lesson of {game}.", game=game.capitalize()))
    except EOFError:
        screen.space()
    except Leave:
        screen.say(Text("To go on, type: {command}", command=f"vato learn {game}"))


def _practise(screen: Screen, game: str, lesson: Lesson, number: int) -> None:
    """Let the learner try an exercise until it is done or skipped."""
    attempt = Attempt.begin(game, lesson.name, number)
    screen.space()
    screen.say(
        Text(
            "Exercise {number} of {exercises}: {task}",
            number=number + 1,
            exercises=len(lesson.exercises),
            task=attempt.exercise.task,
        )
    )
    screen.board(attempt.board)
    if not number:
        screen.say(Text("Type a turn, hint, or help."))
    hinted = False
    half = HalfTurn(attempt.board)
    while True:
        line = ask(screen, attempt.board, half)
        command = line.lower()
        if command == "skip":
            return
        if command == "help":
            screen.table(HELP)
        elif command == "back":
            half.back()
        elif command == "board":
            screen.board(attempt.board.sketch(half.steps) if half.steps else attempt.board)
        elif command == "hint":
            screen.say(_help(attempt, again=hinted))
            hinted = True
        else:
            move = enter(screen, half, line)
            if move is not None:
                half = HalfTurn(attempt.board)
                verdict = attend(screen, attempt, move)
                if verdict.judgement == "reached":
                    remember(screen, partial(done.mark_done, game, lesson, number))
                    return
                hinted = hinted and verdict.judgement == "wrong"


def _help(attempt: Attempt, *, again: bool) -> str:
    return Text("Play {move}.", move=attempt.right_move()) if again else attempt.exercise.hint


def ask(screen: Screen, board: Board, half: HalfTurn) -> str:
    """Return what is typed by the side to move; raise `Leave` if that is to go."""
    side = language.say(board.sides[board.turn])
    line = screen.ask(f"{side} {half.text}> " if half.steps else f"{side}> ")
    if line.lower() in ("quit", "exit"):
        raise Leave
    return line


def enter(screen: Screen, half: HalfTurn, line: str) -> Any | None:
    """Return the turn that is whole with what was typed, or None after saying what is missing or wrong."""
    try:
        if not line:
            return half.stop() if half.may_stop else None
        if (move := half.enter(line)) is not None:
            return move
    except (IllegalMove, VatoError) as error:
        screen.refuse(error)
        return None
    if half.steps and not half.narrowed:
        screen.board(half.board.sketch(half.steps))
    screen.say(Text("Enter ends the turn here; or go on:") if half.may_stop else Text("Which one? back begins again."))
    screen.columns([str(step) for step in half.offered])
    return None


def attend(screen: Screen, attempt: Attempt | Drill, move: Any) -> Verdict:
    """Try a turn and show what comes of it."""
    board = attempt.board.copy()
    other = board.sides[1 - board.turn]
    verdict = attempt.propose(str(move))
    for played in (verdict.move, verdict.answer):
        if played is not None:
            board.push(played)
    screen.board(board)
    if verdict.answer is not None:
        screen.say(Text("{player} played {move}.", player=language.capital(other), move=verdict.answer))
    screen.say(verdict.message)
    if verdict.judgement == "wrong":
        screen.say(Text("Try again."))
        screen.board(attempt.board)
    return verdict


def remember(screen: Screen, mark: Callable[[], None]) -> None:
    """Remember what was done, or say why that cannot be."""
    try:
        mark()
    except OSError as error:
        screen.say(Text("This cannot be remembered in {file}: {why}.", file=done.file(), why=why(error)))
