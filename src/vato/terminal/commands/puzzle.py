"""`vato puzzle`: positions with one good move, one after the other. What is right: vato.learn.puzzles."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from vato.board import Board
from vato.learn import puzzles
from vato.learn.puzzles import Puzzle
from vato.terminal import done
from vato.terminal.commands.learn import Leave, ask, enter, remember
from vato.terminal.play.steps import HalfTurn
from vato.terminal.screen import Option, Screen
from vato.text import Text

KIND = "puzzles"
"""Under what name it is remembered which are solved."""
HELP = (
    Option("back", Text("take back a step of a turn under way")),
    Option("hint", Text("the turn that is right")),
    Option("board", Text("draw the board again")),
    Option("skip", Text("go on to the next puzzle")),
    Option("quit", Text("leave; what is done is remembered")),
)


def puzzle(
    game: Annotated[str, typer.Argument(metavar="GAME", help="fanorona or squadro.")],
    grade: Annotated[
        int | None, typer.Option("--grade", metavar="N", help="From 1, easy, to 5; without it, from the easiest on.")
    ] = None,
    number: Annotated[int | None, typer.Option("--number", metavar="N", help="This puzzle and those after it.")] = None,
) -> None:
    """Solve puzzles: find the one move that wins, or holds the draw. What is solved is remembered."""
    screen = Screen()
    offered = [
        each for level in (puzzles.GRADES if grade is None else [grade]) for each in puzzles.of_grade(game, level)
    ]
    first = None if number is None else puzzles.find(game, number)
    try:
        for each in done.chosen(game, KIND, offered, first):
            _solve(screen, each)
        screen.say(Text("That was the last puzzle."))
    except EOFError:
        screen.space()
    except Leave:
        screen.say(Text("To go on, type: {command}", command=f"vato puzzle {game}"))


def _solve(screen: Screen, each: Puzzle) -> None:
    """Let somebody try a puzzle until it is solved or skipped."""
    board = each.board
    screen.space()
    screen.say(Text("Puzzle {number}, grade {grade}: {task}", number=each.number, grade=each.grade, task=each.task))
    screen.board(board)
    half = HalfTurn(board)
    while True:
        line = ask(screen, board, half)
        command = line.lower()
        if command == "skip":
            return
        if command == "help":
            example = str(next(iter(board.legal_moves)))
            screen.table((Option(example, Text("a turn, whole or step by step; Enter ends a chain")), *HELP))
        elif command == "back":
            half.back()
        elif command == "board":
            screen.board(board.sketch(half.steps) if half.steps else board)
        elif command == "hint":
            screen.say(Text("Play {move}.", move=each.right[0]))
        elif (move := enter(screen, half, line)) is not None:
            half = HalfTurn(board)
            if _try(screen, each, str(move)):
                return


def _try(screen: Screen, each: Puzzle, move: str) -> bool:
    """Show what comes of a turn; return whether the puzzle is solved."""
    verdict = puzzles.judge(each, move)
    after: Board = each.board
    for played in verdict.line[: 1 if verdict.judgement == "reached" else 2]:
        after.push(played)
    screen.board(after)
    screen.say(verdict.message)
    if verdict.judgement != "reached":
        screen.say(Text("Try again."))
        screen.board(each.board)
        return False
    remember(screen, partial(done.mark_solved, each.game, KIND, each.number))
    return True
