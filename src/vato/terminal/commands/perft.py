"""`vato perft`: sequences of turns counted, with a sign of life meanwhile."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from vato import catalog
from vato.board import Board
from vato.errors import VatoError
from vato.perft import perft as count
from vato.terminal import language
from vato.terminal.game_options import NOTHING, Chosen, with_setup
from vato.terminal.options import AsJson, GameName, Position, Rules, Threads, named_game
from vato.terminal.progress import NowAndThen, error_console
from vato.text import Number, Text

EXAMPLE = f"vato perft {named_game()} 4 --divide"
DEEPEST = 99

Report = Callable[[float], None]
"""Takes how much of the work is done, from 0 to 1."""


@with_setup
def perft(
    game: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="How many turns deep to count, 0 to 99.")],
    rules: Rules = None,
    setup: Chosen = NOTHING,
    position: Position = None,
    divide: Annotated[bool, typer.Option("--divide", help="Count for each first move.")] = False,
    threads: Threads = 1,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of so many turns. Programs that play by the same rules count the same."""
    board = catalog.new(game, rules=rules, position=position, **setup)
    if not 0 <= depth <= DEEPEST:
        raise VatoError("{name} goes from {least} to {most}.", name="DEPTH", least=0, most=DEEPEST)
    began = time.perf_counter()
    each: dict[str, int] = {}
    if depth:
        with _sign_of_life() as report:
            each = dict(_count_each(board, depth, threads, report))
    turns = sum(each.values()) if depth else count(board, 0, threads)
    if as_json:
        found: dict[str, object] = {
            "turns": turns,
            "game": game,
            "rules": board.rules.name,
            "position": board.position,
            "depth": depth,
            "seconds": round(time.perf_counter() - began, 3),
        }
        print(json.dumps(found | {"divide": each} if divide else found))
        return
    if divide:
        for move, share in each.items():
            print(f"{move}: {share}")
    print(turns)


def _count_each(board: Board, depth: int, threads: int, report: Report) -> Iterator[tuple[str, int]]:
    """Yield each legal move with the number of sequences of `depth` turns that begin with it, reporting in between."""
    board = board.copy()
    moves = list(board.legal_moves)
    for index, move in enumerate(moves):
        board.push(move)
        answers = list(board.legal_moves) if depth > 2 else []
        turns = 0 if answers else count(board, depth - 1, threads)
        for number, answer in enumerate(answers):
            report((index + number / len(answers)) / len(moves))
            board.push(answer)
            turns += count(board, depth - 2, threads)
            board.pop()
        board.pop()
        yield str(move), turns


@contextmanager
def _sign_of_life() -> Iterator[Report]:
    console = error_console()
    counting = language.say(Text("counting"))
    if not console.is_terminal:
        lines = NowAndThen(console)
        yield lambda done: lines.print(lambda: f"{counting}: {language.say(Number(done, '.0%'))}")
        return
    columns = TextColumn(counting), BarColumn(), TextColumn("{task.percentage:>3.0f} %"), TimeElapsedColumn()
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=1.0)
        yield lambda done: progress.update(task, completed=done)
