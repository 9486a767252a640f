"""Records as text, written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from vato.record.words import CLOSE, OPEN, arrow_lines, clock_text, comment_lines, header_line, number_text

if TYPE_CHECKING:
    from vato.record.record import NotedTurn, Record

INDENT = "  "
"""Before each line of a variation, once for each that it stands in."""


def write(records: Iterable[Record]) -> str:
    """Return games as one text."""
    return "\n".join(map(str, records))


def text_of(record: Record) -> str:
    """Return a game as text."""
    lines = [header_line(name, value) for name, value in record.all_headers().items()]
    lines += ["", *comment_lines(record.comment), *arrow_lines(record.arrows)]
    lines += _turn_lines(record.turns, record.start.turn)
    return "\n".join(lines) + "\n"


def _turn_lines(turns: Sequence[NotedTurn], first: int) -> list[str]:
    """Return turns as lines; `first` is the number of the first of them, counted from player 0's first."""
    lines: list[str] = []
    words: list[str] = []
    for index, turn in enumerate(turns, start=first):
        if index % 2 == 0 or not words:
            words.append(number_text(index))
        words.append(str(turn.move))
        if turn.clock_ms is not None:
            words.append(clock_text(turn.clock_ms))
        is_last = index == first + len(turns) - 1
        if index % 2 == 1 or turn.comment or turn.arrows or turn.variations or is_last:
            lines += [" ".join(words), *comment_lines(turn.comment), *arrow_lines(turn.arrows)]
            words = []
        lines += variation_lines(turn, index)
    return lines


def variation_lines(turn: NotedTurn, number: int) -> list[str]:
    """Return what else might have been played in place of a turn as lines; `number` is the turn's, as above."""
    lines: list[str] = []
    for variation in turn.variations:
        lines += [OPEN, *(INDENT + line for line in _turn_lines(variation, number)), CLOSE]
    return lines
