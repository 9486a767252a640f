"""The command `vato`: its commands, its exit codes, and one line on the standard error for whatever it refuses."""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from vato import catalog
from vato.errors import VatoError
from vato.terminal import help_text, language
from vato.terminal.commands import (
    analyse,
    arena,
    backup,
    bench,
    engine,
    learn,
    moderator,
    perft,
    picture,
    play,
    puzzle,
    record,
    rules,
    serve,
    solve,
    think,
    train,
)
from vato.terminal.commands import print as print_command
from vato.terminal.screen import printable
from vato.text import Listing, Text, why

app = typer.Typer(
    help=help_text.compose(
        Text(
            "{games}: play, learn, solve puzzles, analyse, count, draw, look up the rules, keep games. "
            "Without a command the app starts on this machine and opens in the browser.",
            games=Listing(game.title for game in catalog.GAMES.values()),
        )
    ),
    epilog="Example: vato",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(record.app, name="record")


def _print_version(wanted: bool) -> None:
    if wanted:
        print("vato", version("vato"))
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


def _add(command: Callable[..., None], example: str, name: str | None = None) -> None:
    app.command(name, epilog=f"{help_text.EXAMPLE}{example}")(command)


_add(play.play, play.EXAMPLE)
_add(perft.perft, perft.EXAMPLE)
_add(picture.picture, picture.EXAMPLE)
_add(rules.rules, rules.EXAMPLE)
_add(print_command.print_kit, print_command.EXAMPLE, "print")
_add(learn.learn, learn.EXAMPLE)
_add(puzzle.puzzle, puzzle.EXAMPLE)
_add(train.train, train.EXAMPLE)
_add(analyse.analyse, analyse.EXAMPLE)
_add(bench.bench, bench.EXAMPLE)
_add(engine.engine, engine.EXAMPLE)
_add(solve.solve, solve.EXAMPLE)
_add(arena.arena, arena.EXAMPLE)
_add(serve.serve, serve.EXAMPLE)
_add(think.think, think.EXAMPLE)
_add(moderator.moderator, moderator.EXAMPLE)
_add(backup.backup, backup.BACKUP_EXAMPLE)
_add(backup.restore, backup.RESTORE_EXAMPLE)
_add(backup.check, backup.CHECK_EXAMPLE)


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
