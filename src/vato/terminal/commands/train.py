"""`vato train`: endings to be won against a perfect defence. What a move is worth: vato.learn.endings."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from vato import catalog
from vato.learn import endings
from vato.learn.endings import Drill, has_endings
from vato.terminal import done
from vato.terminal.options import Grade, game_argument, named_game
from vato.terminal.practice import Practice, practise_all
from vato.terminal.screen import Screen
from vato.text import Text

EXAMPLE = f"vato train {named_game(has_endings)} --grade 2"
KIND = "endings"
"""Under what name it is remembered which are won."""


def train(
    game: Annotated[str, game_argument(has_endings)],
    grade: Grade = None,
    number: Annotated[int | None, typer.Option("--number", metavar="N", help="This ending and those after it.")] = None,
) -> None:
    """Train endings: win what is won against a perfect defence. What you have won is remembered."""
    offered = endings.of_grade(game, grade)
    first = None if number is None else endings.find(game, number)
    knowledge = catalog.known(game)
    assert knowledge is not None
    chosen = (_practice(Drill(each, knowledge)) for each in done.chosen(game, KIND, offered, first))
    try:
        practise_all(Screen(), chosen, last=Text("That was the last ending."), command=f"vato train {game}")
    finally:
        knowledge.close()


def _practice(drill: Drill) -> Practice:
    ending = drill.ending
    return Practice(
        Text("Ending {number}, grade {grade}: {task}", number=ending.number, grade=ending.grade, task=ending.task),
        drill,
        partial(done.mark_solved, ending.game, KIND, ending.number),
        skipping=Text("go on to the next ending"),
        take_back=drill.take_back,
    )
