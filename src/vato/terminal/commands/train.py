"""`vato train`: endings to be won against a perfect defence. What a move is worth, `vato.learn.endings` says."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from vato import catalog
from vato.learn import endings
from vato.learn.endings import Drill
from vato.terminal import done
from vato.terminal.commands.learn import Leave, ask, attend, enter, remember
from vato.terminal.commands.solve import make_usual
from vato.terminal.play.steps import HalfTurn
from vato.terminal.screen import Option, Screen
from vato.text import Text

KIND = "endings"
"""Under what name it is remembered which are won."""
HELP = (
    Option("back", Text("take back a step, or your last turn")),
    Option("hint", Text("the turn that is right")),
    Option("board", Text("draw the board again")),
    Option("skip", Text("go on to the next ending")),
    Option("quit", Text("leave; what is done is remembered")),
)


def train(
    game: Annotated[str, typer.Argument(metavar="GAME", help="fanorona.")],
    grade: Annotated[
        int | None, typer.Option("--grade", metavar="N", help="From 1, easy, to 5; without it, from the easiest on.")
    ] = None,
    number: Annotated[int | None, typer.Option("--number", metavar="N", help="This ending and those after it.")] = None,
) -> None:
    """Train endings: win what is won against a perfect defence. What you have won is remembered.

    The tables behind it are made at first use, in some seconds.
    """
    screen = Screen()
    offered = [
        each for level in (endings.GRADES if grade is None else [grade]) for each in endings.of_grade(game, level)
    ]
    first = None if number is None else endings.find(game, number)
    make_usual(game)
    knowledge = catalog.known(game)
    assert knowledge is not None
    try:
        for each in done.chosen(game, KIND, offered, first):
            _win(screen, Drill(each, knowledge))
        screen.say(Text("That was the last ending."))
    except EOFError:
        screen.space()
    except Leave:
        screen.say(Text("To go on, type: {command}", command=f"vato train {game}"))
    finally:
        knowledge.close()


def _win(screen: Screen, drill: Drill) -> None:
    """Let somebody play an ending until it is won or skipped."""
    ending = drill.ending
    screen.space()
    screen.say(
        Text("Ending {number}, grade {grade}: {task}", number=ending.number, grade=ending.grade, task=ending.task)
    )
    screen.board(drill.board)
    half = HalfTurn(drill.board)
    while True:
        line = ask(screen, drill.board, half)
        command = line.lower()
        if command == "skip":
            return
        if command == "help":
            example = str(next(iter(drill.board.legal_moves)))
            screen.table((Option(example, Text("a turn, whole or step by step; Enter ends a chain")), *HELP))
        elif command == "back":
            if half.begun:
                half.back()
            elif drill.can_take_back:
                drill.take_back()
                half = HalfTurn(drill.board)
                screen.board(drill.board)
        elif command == "board":
            screen.board(drill.board.sketch(half.steps) if half.steps else drill.board)
        elif command == "hint":
            screen.say(Text("Play {move}.", move=drill.right_move()))
        elif (move := enter(screen, half, line)) is not None:
            verdict = attend(screen, drill, move)
            half = HalfTurn(drill.board)
            if verdict.judgement == "reached":
                remember(screen, partial(done.mark_solved, ending.game, KIND, ending.number))
                return
