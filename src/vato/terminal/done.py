"""Which exercises, puzzles and endings have been done at this terminal: one small file of the user's.

Asks and shows nothing, and leaves what a failure means to the caller.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from vato.folders import data_folder
from vato.learn.lesson import Lesson


class HasNumber(Protocol):
    """A puzzle, or an ending."""

    @property
    def number(self) -> int:
        """Among those of the game, the first being 1."""


Numbered = TypeVar("Numbered", bound=HasNumber)


def file() -> Path:
    """Return the file in which progress is kept."""
    return data_folder() / "lessons.json"


def _read() -> dict[str, list[int]]:
    try:
        found = json.loads(file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}  # nothing kept yet, or nothing that can be used
    if not isinstance(found, dict):
        return {}
    return {
        lesson: [number for number in done if isinstance(number, int)]
        for lesson, done in found.items()
        if isinstance(done, list)
    }


def done_in(game: str, lesson: Lesson) -> set[int]:
    """Return the numbers of the exercises of a lesson that are done, the first being 0."""
    return set(_read().get(f"{game}/{lesson.name}", ())) & set(range(lesson.count))


def is_done(game: str, lesson: Lesson) -> bool:
    """Return whether all exercises of a lesson are done."""
    return len(done_in(game, lesson)) == lesson.count


def mark_done(game: str, lesson: Lesson, number: int) -> None:
    """Remember that an exercise is done."""
    _keep(f"{game}/{lesson.name}", done_in(game, lesson) | {number})


def solved(game: str, kind: str) -> set[int]:
    """Return the numbers of the `puzzles` that are solved, or the `endings` that are won."""
    return set(_read().get(f"{game}/{kind}", ()))


def mark_solved(game: str, kind: str, number: int) -> None:
    """Remember that one of them is solved."""
    _keep(f"{game}/{kind}", solved(game, kind) | {number})


def chosen(game: str, kind: str, offered: Sequence[Numbered], first: Numbered | None) -> list[Numbered]:
    """Return which of those offered come next: from one on or, without one, those not solved, or all once they are."""
    if first is not None:
        return [each for each in offered if each.number >= first.number] or [first]
    done = solved(game, kind)
    return [each for each in offered if each.number not in done] or list(offered)


def _keep(name: str, done: set[int]) -> None:
    kept = _read() | {name: sorted(done)}
    file().parent.mkdir(parents=True, exist_ok=True)
    written = file().with_suffix(".new")
    written.write_text(json.dumps(kept, indent=1), encoding="utf-8")
    written.replace(file())
