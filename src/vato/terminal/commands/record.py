"""`vato record`: games in files checked, replayed and converted."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from vato import record
from vato.board import Board
from vato.errors import VatoError
from vato.record import InvalidRecord, Record
from vato.record.writer import variation_lines
from vato.terminal import files, language
from vato.terminal.options import AsJson
from vato.terminal.screen import Screen
from vato.text import Listing, Text

app = typer.Typer(
    help="Check, replay or convert games in files.",
    epilog="Example: vato record replay club.vato",
    rich_markup_mode=None,
)

FILE = typer.Argument(metavar="FILE", help="A file with one or more games, text or JSON.")
FORMS = {"text": record.write, "json": record.to_json}


@app.command(epilog="Example: vato record check club.vato")
def check(
    names: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Files with games.")],
    as_json: AsJson = False,
) -> None:
    """Say whether files are in order. If not, say in which line what is wrong, and exit with 1."""
    reports = [_report(path) for path in names]
    if as_json:
        print(json.dumps(reports, indent=2))
    else:
        for report in reports:
            for error in report["errors"]:
                print(f"{report['file']}:{error['line']}: {language.say(error['reason'])}")
            if not report["errors"]:
                print(
                    language.say(
                        Text(
                            "{file}: in order; games: {games}, turns: {turns}",
                            file=report["file"],
                            games=report["games"],
                            turns=report["turns"],
                        )
                    )
                )
    if any(report["errors"] for report in reports):
        raise typer.Exit(1)


def _report(path: Path) -> dict[str, Any]:
    errors: list[dict[str, object]] = []
    records: list[Record] = []
    try:
        records = record.load(path)
    except OSError as error:
        raise files.unreadable(path, error) from error
    except InvalidRecord as error:
        records = error.records
        errors = [{"line": each.line, "reason": each.reason} for each in error.errors]
    except VatoError as error:
        errors = [{"line": 1, "reason": Text(error.template, **error.values)}]
    turns = sum(len(game.turns) for game in records)
    return {"file": str(path), "games": len(records), "turns": turns, "errors": errors}


@app.command(epilog="Example: vato record replay club.vato --game 2 --to 10")
def replay(
    name: Annotated[Path, FILE],
    number: Annotated[int | None, typer.Option("--game", metavar="N", help="Which game of the file, from 1.")] = None,
    ply: Annotated[
        int | None, typer.Option("--to", metavar="PLY", help="Show the position after so many turns.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show a game turn by turn: on a terminal with Enter, elsewhere at once."""
    game = _game(files.load(name), number)
    last = len(game.turns)
    if ply is not None and not 0 <= ply <= last:
        raise VatoError("{name} goes from {least} to {most}.", name="--to", least=0, most=last)
    plies = range(last + 1) if ply is None else [ply]
    if as_json:
        print(json.dumps([_position(game, wanted) for wanted in plies], indent=2))
    elif ply is None and sys.stdin.isatty() and sys.stdout.isatty():
        _step_through(Screen(), game)
    else:
        screen = Screen()
        for wanted in plies:
            _show(screen, game, wanted)


def _game(records: list[Record], number: int | None) -> Record:
    if number is None and len(records) > 1:
        raise VatoError("This file holds several games ({games}): say which one with --game.", games=len(records))
    if number is not None and not 1 <= number <= len(records):
        raise VatoError("{name} goes from {least} to {most}.", name="--game", least=1, most=len(records))
    return records[(number or 1) - 1]


def _after(game: Record, ply: int) -> Board:
    """Return the board after so many turns; after the last one with how the game ended."""
    if ply == len(game.turns):
        return game.board()
    board = game.start.copy()
    for turn in game.turns[:ply]:
        board.push(turn.move)
    return board


def _position(game: Record, ply: int) -> dict[str, Any]:
    move = str(game.turns[ply - 1].move) if ply else None
    return {"ply": ply, "move": move, "position": _after(game, ply).position, "comment": _comment(game, ply)}


def _comment(game: Record, ply: int) -> str:
    return game.turns[ply - 1].comment if ply else game.comment


def _show(screen: Screen, game: Record, ply: int) -> None:
    board = _after(game, ply)
    if ply:
        player = language.capital(board.sides[1 - board.turn])
        played = Text("{player} played {move}.", player=player, move=game.turns[ply - 1].move)
        screen.say(Text("{ply}. {played}", ply=ply, played=played))
    else:
        screen.say(Text("{title}: {summary}", title=files.title(game), summary=files.summary(game)))
    screen.board(board)
    if comment := _comment(game, ply):
        screen.say(comment)
    if ply:
        for line in variation_lines(game.turns[ply - 1], game.start.turn + ply - 1):
            screen.say(line)
    outcome = board.outcome()
    if outcome is not None:
        screen.tell_end(board, outcome)
    screen.space()


def _step_through(screen: Screen, game: Record) -> None:
    last = len(game.turns)
    ply = 0
    while True:
        _show(screen, game, ply)
        if ply == last:
            return
        try:
            answer = screen.ask(f"{language.say(Text('Enter: on, b: back, q: quit'))} > ").lower()
        except EOFError:
            return
        if answer.startswith("q"):
            return
        if answer.isdecimal():
            ply = min(int(answer[:9]), last)
        else:
            ply = max(ply - 1, 0) if answer.startswith("b") else ply + 1


@app.command(epilog="Example: vato record convert club.vato --to json --out club.json")
def convert(
    name: Annotated[Path, FILE],
    form: Annotated[str, typer.Option("--to", metavar="|".join(FORMS), help="The form to write.")],
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write here, not to the screen.")] = None,
) -> None:
    """Write games as text for people or as JSON for programs."""
    if form not in FORMS:
        raise VatoError(
            "{name} cannot be {value!r}; choose one of {known}.", name="--to", value=form, known=Listing(FORMS)
        )
    records = files.load(name)
    if out is not None and out.exists() and out.samefile(name):
        raise VatoError("{out} would be written over itself; name another file.", out=out)
    files.deliver(FORMS[form](records), out)
