"""`vato puzzle`: positions with one good move, one after the other. What is right: vato.learn.puzzles."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from vato.learn import puzzles
from vato.learn.puzzles import Puzzle, Solving, has_puzzles
from vato.terminal import done
from vato.terminal.options import Grade, game_argument, named_game
from vato.terminal.practice import Practice, practise_all
from vato.terminal.screen import Screen
from vato.text import Text

EXAMPLE = f"vato puzzle {named_game(has_puzzles)} --grade 2"
KIND = "puzzles"
"""Under what name it is remembered which are solved."""


def puzzle(
    game: Annotated[str, game_argument(has_puzzles)],
    grade: Grade = None,
    theme: Annotated[str | None, typer.Option("--theme", help="One of only, attack, defence; without it, all.")] = None,
    number: Annotated[int | None, typer.Option("--number", metavar="N", help="This puzzle and those after it.")] = None,
) -> None:
    """Solve puzzles: find the one move that wins, strikes or holds. What is solved is remembered."""
    offered = puzzles.of_grade(game, grade, theme)
    first = None if number is None else puzzles.find(game, number)
    chosen = done.chosen(game, KIND, offered, first)
    last = Text("That was the last puzzle.")
    practise_all(Screen(), map(_practice, chosen), last=last, command=f"vato puzzle {game}")


def _practice(each: Puzzle) -> Practice:
    return Practice(
        Text("Puzzle {number}, grade {grade}: {task}", number=each.number, grade=each.grade, task=each.task),
        Solving(each),
        partial(done.mark_solved, each.game, KIND, each.number),
        skipping=Text("go on to the next puzzle"),
    )
