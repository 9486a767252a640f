"""`vato learn`: lessons at the terminal, exercise by exercise. What is right: vato.learn.attempt."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any

import typer

from vato import catalog
from vato.game import Game
from vato.learn.attempt import Attempt, course_of, find_lesson
from vato.learn.lesson import Lesson
from vato.terminal import done
from vato.terminal.guided_game import GuidedGame
from vato.terminal.options import AsJson, game_argument, named_game, names_of_games
from vato.terminal.practice import Practice, practise_all
from vato.terminal.screen import Explained, Screen
from vato.text import Text


def _has_lessons(game: Game) -> bool:
    return bool(game.lessons)


EXAMPLE = f"vato learn {named_game(_has_lessons)}"
AGAINST = "level2"
"""Whom one plays after the last lesson: the next one up from the opponent there."""


def learn(
    game: Annotated[str | None, game_argument(_has_lessons)] = None,
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
        course = course_of(game)
        first = find_lesson(game, name) if name is not None else _next(game, course)
        practices = _practices(screen, game, course[course.index(first) :])
        last = Text(
            "That was the last lesson of {game}. To play on your own, type: {command}",
            game=catalog.find(game).title,
            command=f"vato play {game} --against {AGAINST}",
        )
        practise_all(screen, practices, last=last, command=f"vato learn {game}")


def _listed(game: str | None) -> dict[str, list[dict[str, Any]]]:
    return {
        each: [
            {
                "name": lesson.name,
                "title": lesson.title,
                "aim": lesson.aim,
                "exercises": lesson.count,
                "done": len(done.done_in(each, lesson)),
            }
            for lesson in course_of(each)
        ]
        for each in ([game] if game else names_of_games(_has_lessons))
    }


def _list(screen: Screen) -> None:
    for game in names_of_games(_has_lessons):
        screen.paragraphs(game, ())
        screen.table(Explained(lesson.name, _with_progress(game, lesson)) for lesson in course_of(game))
    screen.say(Text("To go on, type: {command}", command=EXAMPLE))


def _with_progress(game: str, lesson: Lesson) -> str:
    return Text("{lesson}, done", lesson=lesson.title) if done.is_done(game, lesson) else lesson.title


def _next(game: str, course: tuple[Lesson, ...]) -> Lesson:
    """Return the first lesson with something left to do; the first of all if there is none."""
    return next((lesson for lesson in course if not done.is_done(game, lesson)), course[0])


def _practices(screen: Screen, game: str, course: tuple[Lesson, ...]) -> Iterator[Practice]:
    """Yield the exercises of lessons, each lesson with its title shown before."""
    for lesson in course:
        screen.space()
        screen.paragraphs(lesson.title, (lesson.aim,))
        if lesson.whole is not None:
            yield _whole_game(game, lesson)
        for number in range(len(lesson.exercises)):
            yield _practice(game, lesson, number)


def _remark(game: Game) -> str:
    """Return what can be typed, before the first exercise of a lesson."""
    typed = Text("Type a turn, hint, or help.")
    return Text("{typed} {writing}", typed=typed, writing=game.writing) if game.writing else typed


def _whole_game(game: str, lesson: Lesson) -> Practice:
    guided = GuidedGame(game, lesson.name)
    return Practice(
        guided.task,
        guided,
        partial(done.mark_done, game, lesson, 0),
        skipping=Text("leave the game unfinished"),
        remark=_remark(catalog.find(game)),
        remarks=guided.remarks,
        take_back=guided.take_back,
    )


def _practice(game: str, lesson: Lesson, number: int) -> Practice:
    attempt = Attempt.begin(game, lesson.name, number)
    exercise = attempt.exercise
    return Practice(
        Text(
            "Exercise {number} of {exercises}: {task}",
            number=number + 1,
            exercises=len(lesson.exercises),
            task=exercise.task,
        ),
        attempt,
        partial(done.mark_done, game, lesson, number),
        skipping=Text("go on to the next exercise"),
        hint=exercise.hint,
        remark=None if number else _remark(catalog.find(game)),
    )
