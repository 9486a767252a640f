"""Counting turns with a sign of life: a progress bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from vato.board import Board
from vato.perft import perft
from vato.terminal import language
from vato.text import Number, Text

PATIENCE_SECONDS = 5.0
"""How long nothing is said where there is no terminal, at first and between two lines."""


Report = Callable[[float], None]
"""Takes how much of the work is done, from 0 to 1."""


def count_each(board: Board, depth: int, threads: int, report: Report) -> Iterator[tuple[str, int]]:
    """Yield each legal move with the number of sequences of `depth` turns that begin with it, reporting in between."""
    board = board.copy()
    moves = list(board.legal_moves)
    for index, move in enumerate(moves):
        board.push(move)
        answers = list(board.legal_moves) if depth > 2 else []
        turns = 0 if answers else perft(board, depth - 1, threads)
        for number, answer in enumerate(answers):
            report((index + number / len(answers)) / len(moves))
            board.push(answer)
            turns += perft(board, depth - 2, threads)
            board.pop()
        board.pop()
        yield str(move), turns


@contextmanager
def sign_of_life() -> Iterator[Report]:
    """Give a report that shows progress on the standard error, which leaves the standard output to the result."""
    console = Console(stderr=True, highlight=False)
    if not console.is_terminal:
        yield _Lines(console)
        return
    columns = (
        TextColumn(language.say(Text("counting"))),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=1.0)
        yield lambda done: progress.update(task, completed=done)


class _Lines:
    def __init__(self, console: Console) -> None:
        self._console = console
        self._last = time.monotonic()

    def __call__(self, done: float) -> None:
        if time.monotonic() - self._last >= PATIENCE_SECONDS:
            self._console.print(f"{language.say(Text('counting'))}: {language.say(Number(done, '.0%'))}")
            self._last = time.monotonic()
