"""The command `vato`: its options, its exit codes, and one line on the standard error for whatever it refuses."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import sys
import time
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Annotated

import typer

from vato.errors import VatoError
from vato.perft import perft as count_turns
from vato.terminal import files, help_text, language
from vato.terminal.commands import analyse, arena, bench, learn, print_kit, puzzle, record, serve, solve, train, ugi
from vato.terminal.commands import rules as explaining
from vato.terminal.commands.perft import count_each, sign_of_life
from vato.terminal.options import AsJson, BoardSize, First, GameName, Position, Rules, Threads, checked_seconds
from vato.terminal.play.loop import play as play_at
from vato.terminal.play.opponents import SECONDS
from vato.terminal.play.start import Wishes, begin, new_board
from vato.terminal.screen import Screen, printable
from vato.text import Text, why

DEEPEST = 99

app = typer.Typer(
    help="Fanorona and Squadro: play, learn, solve puzzles, analyse, count, draw, look up the rules, keep games. "
    "Without a command the app starts on this machine and opens in the browser.",
    epilog="Example: vato",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(record.app, name="record")


def _print_version(wanted: bool) -> None:
    if wanted:
        print("vato", installed_version("vato"))
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
    port: Annotated[int | None, serve.PORT] = None,
    data: Annotated[Path | None, serve.DATA] = None,
    _language: Annotated[
        str | None,
        typer.Option(
            language.OPTION, metavar="CODE", help="The language to speak, such as fr; else that of the system."
        ),
    ] = None,
) -> None:
    """Start the app on this machine and open the browser, unless a command is named."""
    if context.invoked_subcommand is None:
        serve.sit_down(browser=browser, port=port, data=data)


@app.command(epilog="Example: vato play fanorona --rules free --against engine --side black")
def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="fanorona or squadro.")] = None,
    rules: Rules = None,
    board: BoardSize = None,
    first: First = None,
    position: Position = None,
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="WHOM", help="human, random, greedy, level1 to level10, or engine."),
    ] = None,
    side: Annotated[
        str | None, typer.Option("--side", metavar="SIDE", help="Your side against the program, or random.")
    ] = None,
    names: Annotated[str | None, typer.Option("--names", metavar="ANN,BEN", help="Who plays.")] = None,
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Go on with a game from a file.")] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Make the choices of random and greedy repeatable.")
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", help="How long the engine thinks about a turn.")
    ] = SECONDS,
) -> None:
    """Play at the terminal, two people or one against the program."""
    setup = {"board": board, "first": first}
    _sit_down(Wishes(game, rules, position, setup, against, side, names, load, seed, checked_seconds(seconds)))


def _sit_down(wishes: Wishes) -> None:
    screen = Screen()
    try:
        table = begin(screen, wishes)
    except EOFError:
        screen.space()
        return
    if table is not None:
        play_at(table)


@app.command(epilog="Example: vato perft fanorona 4 --rules classic --divide")
def perft(
    game: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="How many turns deep to count, 0 to 99.")],
    rules: Rules = None,
    board: BoardSize = None,
    first: First = None,
    position: Position = None,
    divide: Annotated[bool, typer.Option("--divide", help="Count for each first move.")] = False,
    threads: Threads = 1,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of so many turns. Programs that play by the same rules count the same."""
    start = new_board(game, rules, position, {"board": board, "first": first})
    if not 0 <= depth <= DEEPEST:
        raise VatoError("{name} goes from {least} to {most}.", name="DEPTH", least=0, most=DEEPEST)
    began = time.perf_counter()
    each: dict[str, int] = {}
    if depth:
        with sign_of_life() as report:
            each = dict(count_each(start, depth, threads, report))
    turns = sum(each.values()) if depth else count_turns(start, 0, threads)
    if as_json:
        found: dict[str, object] = {
            "turns": turns,
            "game": game,
            "rules": start.rules.name,
            "position": start.position,
            "depth": depth,
            "seconds": round(time.perf_counter() - began, 3),
        }
        print(json.dumps(found | {"divide": each} if divide else found))
        return
    if divide:
        for move, count in each.items():
            print(f"{move}: {count}")
    print(turns)


@app.command(epilog="Example: vato picture fanorona --move d2-e3A --out board.svg")
def picture(
    game: GameName,
    rules: Rules = None,
    board: BoardSize = None,
    first: First = None,
    position: Position = None,
    move: Annotated[str | None, typer.Option("--move", metavar="MOVE", help="Draw this move as a plan.")] = None,
    theme: Annotated[str, typer.Option("--theme", metavar="light|dark|paper", help="The colours.")] = "light",
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write here, not to the screen.")] = None,
) -> None:
    """Draw a position as SVG."""
    start = new_board(game, rules, position, {"board": board, "first": first})
    files.deliver(start.svg(theme=theme, move=move), out)


app.command(epilog="Example: vato rules fanorona classic")(explaining.rules)
app.command("print", epilog="Example: vato print fanorona --rules classic --paper a4 --language fr --out set.html")(
    print_kit.print_kit
)
app.command(epilog="Example: vato learn fanorona chains")(learn.learn)
app.command(epilog="Example: vato puzzle squadro --grade 2")(puzzle.puzzle)
app.command(epilog="Example: vato train fanorona --grade 2")(train.train)
app.command(epilog="Example: vato analyse fanorona --rules classic --seconds 5")(analyse.analyse)
app.command(epilog="Example: vato bench fanorona")(bench.bench)
app.command(epilog="Example: vato engine fanorona --threads 2")(ugi.engine)
app.command(epilog="Example: vato solve squadro --out squadro-solution --layers 16-12")(solve.solve)
app.command(epilog="Example: vato arena engine greedy --games 20 --nodes 5000")(arena.arena)
app.command(epilog="Example: vato serve --port 8700 --data ~/vato-games")(serve.serve)


def run(arguments: list[str]) -> int:
    """Run the command with these arguments and return its exit code."""
    try:
        try:
            arguments = language.take_option(arguments)
            command = help_text.speak(typer.main.get_command(app))
            with command.make_context("vato", arguments) as context:
                command.invoke(context)
        finally:
            sys.stdout.flush()
    except typer.Exit as done:
        return done.exit_code
    except help_text.UsageError as error:
        return _refuse(help_text.complaint(error))
    except VatoError as error:
        return _refuse(error)
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        # Nobody can be told: a reader such as `head` has had enough, or the terminal is gone.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno in (errno.EPIPE, errno.EIO):
            return 0
        return _refuse(Text("The result cannot be written: {why}.", why=why(error)))
    return 0


def _refuse(problem: str | VatoError) -> int:
    print("vato:", printable(re.sub("[ \\t\\r\\n]+", " ", language.say(problem))), file=sys.stderr)
    return 2


def main() -> None:
    """Run the command: the entry point of the console script `vato`."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:  # a shell can close it
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  (open to the end)
        elif name != "stdin" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # in an old locale a board with question marks is better than none
    sys.exit(run(sys.argv[1:]))
